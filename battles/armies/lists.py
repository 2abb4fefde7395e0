"""The only writer of army lists: made, changed, undone, deleted, taken into battle. Nothing is written over unseen."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ..rules.army_list import ArmyList as Army
from ..rules.catalogue import catalogue
from ..rules.evaluation import evaluate
from . import operations
from .draft import MOST_UNITS, Draft
from .models import ArmyList, Fielding, Revision, Share
from .operations import Gone, Operation, Path

MOST_LISTS = 300
MOST_LINKS = 100
KEPT_DELETED = timedelta(days=30)


class NoSuchArmy(LookupError):
    """There is no such army for that size of battle."""


class NotReady(Exception):
    """A list that cannot take the field yet: `faults`, or `catalogue` where it was chosen from an older one."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class TooMany(Exception):
    """More lists, or more units in one, than anybody plays with."""


class Conflict(Exception):
    """A change of what somebody else has changed since: both are kept until the owner has chosen."""

    def __init__(self, *, base: Draft, now: Draft, wanted: tuple[Operation, ...], paths: tuple[Path, ...]) -> None:
        self.base, self.now, self.wanted, self.paths = base, now, wanted, paths
        super().__init__(paths)


@dataclass
class Ids:
    """Ids that no unit or body of this list has ever had."""

    made: int

    def next(self, letter: str) -> str:
        self.made += 1
        return f"{letter}{self.made}"


@dataclass(frozen=True, slots=True)
class Moment:
    """What a change starts from: the list as its author saw it and as it is now.

    `lost` is an older version, from which what was removed meanwhile can be brought back.
    """

    base: Draft
    now: Draft
    ids: Ids
    lost: Draft | None = None


Change = Callable[[Moment], Iterable[Operation]]


# reading


def lists_of(owner: uuid.UUID) -> list[ArmyList]:
    """The lists of an owner, the last changed first."""
    return list(ArmyList.objects.filter(owner=owner, deleted=None).order_by("-changed"))


def deleted_of(owner: uuid.UUID) -> list[ArmyList]:
    """What was deleted in the last 30 days; what is older is gone for good."""
    ArmyList.objects.filter(owner=owner, deleted__lt=timezone.now() - KEPT_DELETED).delete()
    return list(ArmyList.objects.filter(owner=owner, deleted__isnull=False).order_by("-deleted"))


def draft_of(row: ArmyList) -> Draft:
    return Draft.from_json(row.content)


def ids_of(draft: Draft) -> int:
    """How many ids a draft has used: a list like it goes on from there."""
    return max((int(each.id[1:]) for each in (*draft.units, *draft.bodies)), default=0)


def starter(*, starter_id: str, preset: str, language: str) -> Army:
    """A starter army made for that preset, with the names of a language."""
    found = catalogue().starters.get(starter_id)
    if found is None or found.preset != preset:
        raise NoSuchArmy(starter_id)
    return found.army(language)


# writing


@transaction.atomic
def create(draft: Draft, *, owner: uuid.UUID, made: int = 0, credit: Mapping[str, str] | None = None) -> ArmyList:
    """A new list of that content; `made` is how many ids its units and bodies have used, `credit` whom it is after."""
    if ArmyList.objects.filter(owner=owner).count() >= MOST_LISTS:
        raise TooMany
    content = draft.to_json()
    row = ArmyList.objects.create(owner=owner, content=content, made=made, credit=dict(credit or {}))
    Revision.objects.create(army=row, number=0, kind=Revision.Kind.START, content=content)
    return row


@transaction.atomic
def change(
    key: str,
    *,
    owner: uuid.UUID,
    wanted: Change,
    seen: int,
    press: str | None = None,
    mine: Collection[str] = (),
    lost: int | None = None,
) -> ArmyList:
    """Do what the owner wants to the list that was `seen` at that version.

    What others have changed since is kept; Conflict where both changed the same. A known press is not done again;
    `mine` are presses of the same page since then: what they changed is no news to it.
    """
    row = _locked(key, owner)
    if press and row.revisions.filter(key=press).exists():
        return row
    now, ids = draft_of(row), Ids(row.made)
    base = now if seen >= row.version else _base(row, seen, mine)
    gone = Draft.from_json(row.revisions.get(number=lost).content) if lost is not None else None
    steps = tuple(wanted(Moment(base, now, ids, gone)))
    if paths := overlaps(base, now, steps):
        raise Conflict(base=base, now=now, wanted=steps, paths=paths)
    after = operations.apply(now, tuple(step for step in steps if not _already(now, step)))
    if len(after.units) > MOST_UNITS:
        raise TooMany
    row.made = ids.made
    return _record(row, now, after, kind=Revision.Kind.CHANGE, steps=steps, press=press)


def _base(row: ArmyList, seen: int, mine: Collection[str]) -> Draft:
    """What a page knew that showed a version and has sent these presses since."""
    base = Draft.from_json(row.revisions.get(number=seen).content)
    for revision in row.revisions.filter(number__gt=seen, key__in=mine, kind=Revision.Kind.CHANGE):
        for step in map(operations.from_json, revision.operations):
            try:
                base = step.to(base)
            except Gone:
                continue
    return base


@transaction.atomic
def become(key: str, *, owner: uuid.UUID, number: int, press: str | None = None) -> ArmyList:
    """Go back to a version, as a change that can be undone like any other."""
    row = _locked(key, owner)
    if press and row.revisions.filter(key=press).exists():
        return row
    then = Draft.from_json(row.revisions.get(number=number).content)
    return _record(row, draft_of(row), then, kind=Revision.Kind.CHANGE, steps=(), press=press)


@transaction.atomic
def label(key: str, *, owner: uuid.UUID, number: int, text: str) -> Revision:
    """Give a version a name, or take it away by none."""
    revision = _locked(key, owner).revisions.get(number=number)
    revision.label = text
    revision.save(update_fields=["label"])
    return revision


def version_of(row: ArmyList, number: int) -> Draft:
    """The list as it was at a version; Revision.DoesNotExist where there was none."""
    return Draft.from_json(row.revisions.get(number=number).content)


@transaction.atomic
def undo(key: str, *, owner: uuid.UUID, press: str | None = None) -> ArmyList:
    """Take back the last change that is not taken back yet; nothing at the beginning."""
    row = _locked(key, owner)
    if not row.undo_top or (press and row.revisions.filter(key=press).exists()):
        return row
    undone = row.revisions.get(number=row.undo_top)
    before = Draft.from_json(row.revisions.get(number=undone.number - 1).content)
    row.undo_top, row.redone = undone.parent, [undone.number, *row.redone]
    return _store(row, before, kind=Revision.Kind.UNDO, steps=undone.operations, press=press)


@transaction.atomic
def redo(key: str, *, owner: uuid.UUID, press: str | None = None) -> ArmyList:
    """Bring back what was undone last."""
    row = _locked(key, owner)
    if not row.redone or (press and row.revisions.filter(key=press).exists()):
        return row
    number, *rest = row.redone
    again = row.revisions.get(number=number)
    row.undo_top, row.redone = number, rest
    return _store(row, Draft.from_json(again.content), kind=Revision.Kind.REDO, steps=again.operations, press=press)


@transaction.atomic
def delete(key: str, *, owner: uuid.UUID) -> ArmyList:
    """Put a list away; `restore` brings it back for 30 days."""
    row = _locked(key, owner)
    row.deleted = timezone.now()
    row.save(update_fields=["deleted"])
    return row


@transaction.atomic
def restore(key: str, *, owner: uuid.UUID) -> ArmyList:
    row = _locked(key, owner, deleted=True)
    row.deleted = None
    row.save(update_fields=["deleted"])
    return row


def ready(row: ArmyList, *, size: int) -> Army:
    """The army that takes the field for a battle of that size; NotReady where the rules forbid it."""
    draft = draft_of(row)
    if draft.catalogue != catalogue().version:
        raise NotReady("catalogue")
    army = replace(draft, size=size).army()
    if not evaluate(army, catalogue()).lawful:
        raise NotReady("faults")
    return army


def own(key: str, *, owner: uuid.UUID) -> ArmyList:
    """A list that belongs to them; ArmyList.DoesNotExist for everybody else's."""
    return ArmyList.objects.get(pk=key, owner=owner, deleted=None)


def fought(row: ArmyList, *, battle: str, side: str) -> None:
    """Note which version of a list a side took into a battle; picking again replaces it."""
    Fielding.objects.update_or_create(battle=battle, side=side, defaults={"army": row, "version": row.version})


@transaction.atomic
def hand_over(guest: uuid.UUID, owner: uuid.UUID) -> None:
    """The lists of a guest belong to somebody else from now on: the account that the guest has signed in to."""
    ArmyList.objects.filter(owner=guest).update(owner=owner)


@transaction.atomic
def forget(owner: uuid.UUID) -> None:
    """Delete all lists of an owner for good; their links say that they are gone."""
    Share.objects.filter(army__owner=owner).update(content={})
    ArmyList.objects.filter(owner=owner).delete()


# shared


@transaction.atomic
def share(key: str, *, owner: uuid.UUID, kind: Share.Kind) -> Share:
    """The link to this version for ever, or to the list as it is each time; the same for the same."""
    row = _locked(key, owner)
    snapshot = kind == Share.Kind.SNAPSHOT
    version = row.version if snapshot else 0
    content = row.content if snapshot else {}
    made, _ = Share.objects.get_or_create(army=row, kind=kind, version=version, defaults={"content": content})
    return made


@transaction.atomic
def unshare(token: str, *, owner: uuid.UUID) -> None:
    """From now on the link says that it leads nowhere."""
    found = Share.objects.select_for_update().get(token=token, army__owner=owner)
    found.army, found.content = None, {}
    found.save(update_fields=["army", "content"])


def shared(token: str) -> Draft | None:
    """What a link shows; None for what is deleted, Share.DoesNotExist for what never was."""
    found = Share.objects.select_related("army").get(token=token)
    if found.army is None or found.army.deleted is not None:
        return None
    return Draft.from_json(found.content) if found.kind == Share.Kind.SNAPSHOT else draft_of(found.army)


# how two changes of one list come together


def overlaps(base: Draft, now: Draft, steps: tuple[Operation, ...]) -> tuple[Path, ...]:
    """The paths that these steps want to change and that were changed since `base` to something else."""
    if base == now:
        return ()
    return tuple(
        path for step in steps for path in step.touches() if _changed(base, now, path) and not _already(now, step)
    )


def _changed(base: Draft, now: Draft, path: Path) -> bool:
    if path[0] == "unit" and path[-1] == "place":
        return now.unit(path[1]) is None or _neighbours(base, now, path[1]) != _neighbours(now, base, path[1])
    if path[0] == "unit" and now.unit(path[1]) is None:
        return True
    return operations.value_at(base, path) != operations.value_at(now, path)


def _neighbours(of: Draft, other: Draft, unit: str) -> str | None:
    """Who stands before a unit, of those that both know."""
    common = [each.id for each in of.units if other.unit(each.id)]
    at = common.index(unit) if unit in common else 0
    return common[at - 1] if at else None


def _already(now: Draft, step: Operation) -> bool:
    """Whether somebody has done just this."""
    match step:
        case operations.Remove(unit=id_):
            return now.unit(id_) is None
        case operations.RemoveBody(body=id_):
            return now.body(id_) is None
    try:
        return step.to(now) == now
    except Gone:
        return False


def _record(
    row: ArmyList, now: Draft, after: Draft, *, kind: Revision.Kind, steps: tuple[Operation, ...], press: str | None
) -> ArmyList:
    if after == now:  # nothing was changed: no revision, and nothing to redo is lost
        return row
    parent = row.undo_top
    row.undo_top, row.redone = row.version + 1, []
    return _store(row, after, kind=kind, steps=[operations.to_json(step) for step in steps], press=press, parent=parent)


def _store(
    row: ArmyList, after: Draft, *, kind: Revision.Kind, steps: list[object], press: str | None, parent: int = 0
) -> ArmyList:
    row.version += 1
    row.content = after.to_json()
    row.save()
    Revision.objects.create(
        army=row, number=row.version, kind=kind, parent=parent, operations=steps, content=row.content, key=press
    )
    return row


def _locked(key: str, owner: uuid.UUID, *, deleted: bool = False) -> ArmyList:
    return ArmyList.objects.select_for_update().get(pk=key, owner=owner, deleted__isnull=not deleted)
