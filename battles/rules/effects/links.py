"""What reviews do to links."""

from __future__ import annotations

from typing import Any

from .. import events as e
from ..battle import Battle
from ..values import changed
from .effect import Effects


def _link(battle: Battle, id_: str, **changes: Any) -> Battle:
    return changed(battle, links={**battle.links, id_: changed(battle.links[id_], **changes)})


def _link_reviewed(battle: Battle, event: e.LinkReviewed) -> Battle:
    return _link(battle, event.link, gap_accepted=event.values) if event.choice == "accept_worst" else battle


def _link_gone(battle: Battle, event: e.LinkDissolved | e.LinkEnded) -> Battle:
    return changed(battle, links={id_: link for id_, link in battle.links.items() if id_ != event.link})


def _link_excluded(battle: Battle, event: e.LinkExcluded) -> Battle:
    link = battle.links[event.link]
    back = tuple(id_ for id_ in link.returning if id_ not in event.units)
    return _link(battle, event.link, out=(*link.out, *event.units), returning=back)


def _link_rejoined(battle: Battle, event: e.LinkRejoined) -> Battle:
    back = tuple(id_ for id_ in battle.links[event.link].returning if id_ != event.unit)
    return _link(battle, event.link, suspended=False, returning=back)


def _link_suspended(battle: Battle, event: e.LinkSuspended) -> Battle:
    return _link(battle, event.link, suspended=True)


EFFECTS: Effects = {
    e.LinkReviewed: _link_reviewed,
    e.LinkDissolved: _link_gone,
    e.LinkEnded: _link_gone,
    e.LinkExcluded: _link_excluded,
    e.LinkRejoined: _link_rejoined,
    e.LinkSuspended: _link_suspended,
}
