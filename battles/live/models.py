"""What the database keeps of a battle. Only play.py, seating.py and machines.py write here."""

from __future__ import annotations

import secrets
import uuid

from django.db import models

NAME_LENGTH = 200
PATIENCE = 300


def new_public_id() -> str:
    return secrets.token_urlsafe(9)


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Guest(models.Model):
    """Somebody without an account; the browser's session holds the id."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or str(self.id)


class LiveBattle(models.Model):
    """A battle: `number` is that of the last move, `position` the last stored one, which stands at `position_number`.

    `decided_since` tells for each side since which number its open decision stands; see play.py. `patience` is for how
    many seconds the battle waits for somebody absent before the other side may claim it; 0: for ever. `guided` is the
    first battle of a newcomer, with lessons beside the prompts.
    """

    class Phase(models.TextChoices):
        SEATING = "seating"
        MUSTERING = "mustering"
        PLAYING = "playing"
        OVER = "over"

    id = models.CharField(primary_key=True, max_length=16, default=new_public_id, editable=False)
    preset = models.CharField(max_length=20)
    options = models.JSONField()
    map_id = models.CharField(max_length=60)
    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.SEATING)
    number = models.PositiveIntegerField(default=0)
    ruleset = models.CharField(max_length=40)
    catalogue = models.CharField(max_length=40)
    start = models.JSONField(null=True)
    position = models.JSONField(null=True)
    position_number = models.PositiveIntegerField(default=0)
    morale = models.JSONField(default=list)
    decided_since = models.JSONField(default=dict)
    dice_rolled = models.PositiveIntegerField(default=0)
    watch_token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    patience = models.PositiveIntegerField(default=PATIENCE)
    guided = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.id} ({self.preset}, {self.phase}, {self.number})"


class Seat(models.Model):
    """A side of a battle, free until a guest takes it; `army` is the list copied in, sealed until both are picked.

    `habits` is what the seat answers without being asked (rules/habits.py), `council` what it has settled for the
    preparation of this turn (rules/council.py): nobody else is told.
    """

    battle = models.ForeignKey(LiveBattle, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=8, choices=[("red", "red"), ("blue", "blue"), ("referee", "referee")])
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, null=True, related_name="seats")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    army = models.JSONField(null=True)
    habits = models.JSONField(default=dict)
    council = models.JSONField(default=dict)
    invite_token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    recovery_token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    taken_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("battle", "side"), name="one_seat_a_side")]

    def __str__(self) -> str:
        return f"{self.battle_id} {self.side}: {self.name}"


class Machine(models.Model):
    """A seat that the server plays: its own, or one that its owner has lent it and may take back.

    `holder` is the process that plays it until `held_until`; `looked_at` is when somebody last looked at the battle.
    """

    class Pace(models.TextChoices):
        SLOW = "slow"
        NORMAL = "normal"
        FAST = "fast"

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="machine")
    pace = models.CharField(max_length=6, choices=Pace.choices, default=Pace.NORMAL)
    lent = models.BooleanField(default=False)
    holder = models.CharField(max_length=32, blank=True)
    held_until = models.DateTimeField(null=True)
    looked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.seat_id} {self.pace}"


class Move(models.Model):
    """One numbered change of a battle: a command of a seat, or (without a seat) one of the table itself.

    `dice` are the rolls that fell, in order; they are in the events too, and never drawn again.
    """

    battle = models.ForeignKey(LiveBattle, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="moves")
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  none is unlike none, where the key is unique
    command = models.JSONField()
    events = models.JSONField(default=list)
    dice = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("battle", "number")
        constraints = [
            models.UniqueConstraint(fields=("battle", "number"), name="one_move_a_number"),
            models.UniqueConstraint(fields=("battle", "seat", "key"), name="one_move_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} {self.number}"


class Presence(models.Model):
    """When a seat was last heard of, to the minute: what outlives the processes; see presence.py for the seconds."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="presence")
    came = models.FloatField()
    heard = models.FloatField()

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.came:.0f}–{self.heard:.0f}"


class Claim(models.Model):
    """A battle that one side has claimed because the other was absent; the move is the absent side's resignation."""

    battle = models.OneToOneField(LiveBattle, on_delete=models.CASCADE, related_name="claim")
    by = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    absent = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    heard = models.FloatField()
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.battle_id} {self.number}: {self.by_id} over {self.absent_id}"


class Screen(models.Model):
    """Two at one screen: one browser holds both seats, by a guest for each; `lifted` is for whom the curtain is up."""

    battle = models.OneToOneField(LiveBattle, on_delete=models.CASCADE, primary_key=True, related_name="screen")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="screens")
    red = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="+")
    blue = models.ForeignKey(Guest, on_delete=models.PROTECT, null=True, related_name="+")
    lifted = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.battle_id} {self.lifted}"


class Passage(models.Model):
    """A link that moves a seat to another device, once and soon; only the digest of its token is kept."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="passages")
    digest = models.CharField(max_length=64, unique=True)
    left = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="+")
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True)
    dropped = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.seat_id} until {self.expires:%H:%M}"
