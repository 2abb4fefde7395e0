"""Army lists as they are stored. Only lists.py writes here."""

from __future__ import annotations

import secrets

from django.db import models


def new_key() -> str:
    return secrets.token_urlsafe(9)


def new_token() -> str:
    return secrets.token_urlsafe(12)


class ArmyList(models.Model):
    """A list: `content` is its draft, `version` the number of its last revision; totals are never stored.

    The owner is an identity of a session, by id only: armies knows nothing of live. `made` counts the ids given,
    `undo_top` is the revision that an undo takes back, `redone` those that a redo brings again, the last one first.
    `credit` names the list that this one was copied from.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_key, editable=False)
    owner = models.UUIDField(db_index=True)
    content = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    undo_top = models.PositiveIntegerField(default=0)
    redone = models.JSONField(default=list)
    credit = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    deleted = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.content.get('name') or self.id} ({self.content.get('size')}), {self.version}"


class Revision(models.Model):
    """One change of a list: what was done, and the content after it. `parent` is what an undo of it goes on to.

    Number 0 is the beginning. `key` is that of the press, the same however often it was sent.
    """

    class Kind(models.TextChoices):
        START = "start"
        CHANGE = "change"
        UNDO = "undo"
        REDO = "redo"

    army = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.CHANGE)
    parent = models.PositiveIntegerField(default=0)
    operations = models.JSONField(default=list)
    content = models.JSONField()
    label = models.CharField(max_length=200, blank=True)
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  none is unlike none, where the key is unique
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("army", "number")
        constraints = [
            models.UniqueConstraint(fields=("army", "number"), name="one_revision_a_number"),
            models.UniqueConstraint(fields=("army", "key"), name="one_revision_a_press"),
        ]

    def __str__(self) -> str:
        return f"{self.army_id} {self.number} ({self.kind})"


class Fielding(models.Model):
    """A version of a list that was taken into a battle; the battle has a copy of its own."""

    army = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="fieldings")
    version = models.PositiveIntegerField()
    battle = models.CharField(max_length=16)
    side = models.CharField(max_length=4)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("battle", "side"), name="one_fielding_a_side")]

    def __str__(self) -> str:
        return f"{self.army_id} {self.version} in {self.battle}"


class Share(models.Model):
    """A link by which others read a list: as it was (`content`) or as it is. It outlives the list, to say so."""

    class Kind(models.TextChoices):
        SNAPSHOT = "snapshot"
        LIVE = "live"

    token = models.CharField(primary_key=True, max_length=40, default=new_token, editable=False)
    army = models.ForeignKey(ArmyList, on_delete=models.SET_NULL, null=True, related_name="shares")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    version = models.PositiveIntegerField()
    content = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("army", "kind", "version"), name="one_link_a_version")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.army_id}, {self.version}"
