"""The agenda and the standing answers."""

from __future__ import annotations

from .. import events as e
from ..battle import Battle
from ..pending import Secret
from ..values import changed
from .effect import Effects


def _agenda_set(battle: Battle, event: e.AgendaSet) -> Battle:
    do = event.agenda[0].do if event.agenda and isinstance(event.agenda[0], Secret) else None
    sealed = {side: content for side, content in battle.committed.items() if content.do == do}
    return changed(battle, agenda=event.agenda, spreading=event.spreading, committed=sealed)


def _answers_set(battle: Battle, event: e.AnswersSet) -> Battle:
    side = battle.sides[event.side]
    answers = changed(side.answers, cancel_checks=event.cancel_checks, reduce_casualties=event.reduce_casualties)
    return battle.with_side(changed(side, answers=answers))


def _draw_declined(battle: Battle, event: e.DrawDeclined) -> Battle:
    return changed(battle, offer=None)


EFFECTS: Effects = {
    e.AgendaSet: _agenda_set,
    e.AnswersSet: _answers_set,
    e.DrawDeclined: _draw_declined,
}
