"""`turn`: the sequence of play as one table, and the one way of a command through the rules.

`decide` says what a command makes happen; it may refuse and roll. `apply.replay` folds its events and does neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import activation, combat, deployment, hirelings, initiative, links, morale, orders, truce, victory
from .battle import Battle
from .chronicle import Chronicle
from .commands import (
    AnswerDraw,
    Attack,
    CancelChecks,
    Command,
    Deploy,
    EndActivation,
    Enter,
    HirelingCheck,
    HirelingFate,
    HirelingModifier,
    HirelingTerms,
    Move,
    OfferDraw,
    PlaceOrders,
    ReduceCasualties,
    Resign,
    ReviewLink,
    SetAnswers,
    Special,
    SpendInitiative,
    Stand,
    TakeBack,
    Turn,
)
from .dice import Dice
from .events import Activated, ChredaBegan, Event, TurnBegan
from .pending import Activation, Batch, Hirelings, Review, Run, Secret, Step, Volley, Wave, pending, waits
from .refusals import Refused


def _begin_turn(chronicle: Chronicle) -> None:
    """`turn.preparatory`: a new turn; what was done in the last one is forgotten."""
    battle = chronicle.battle
    chronicle.done(*(Run(name) for name, _ in SEQUENCE))
    chronicle.tell(TurnBegan(turn=battle.turn + (battle.chreda != "deployment")))


def _tactics(chronicle: Chronicle) -> None:
    """`turn.tactics`: groups activate in initiative order."""
    chronicle.done()
    if chronicle.battle.chreda != "tactics":
        chronicle.tell(ChredaBegan(rule="turn.tactics", chreda="tactics"))


def _next_group(chronicle: Chronicle) -> None:
    """`initiative.order`: the next group begins its activation; contagion at its start comes first (R36)."""
    waiting = initiative.still_to_act(chronicle.battle)
    if not waiting:
        chronicle.done()
        return
    group = waiting[0]
    units = chronicle.battle.group_units(group)
    chronicle.tell(Activated(group=group, units=units))
    chronicle.first(*morale.at_activation(chronicle.battle, units), Activation(group, units))


# The sequence of a turn, as the rulebook has it; each step takes itself off the agenda when it is over.
SEQUENCE: tuple[tuple[str, Callable[[Chronicle], None]], ...] = (
    # I. preparatory chreda
    ("fires", combat.run_fires),
    ("reserves", deployment.open_entries),
    ("recovery", morale.open_recoveries),
    ("links", links.open_reviews),
    ("exhaustion", morale.run_exhaustion),
    ("count", victory.run_count),
    ("orders", orders.open_orders),
    # II. initiative chreda
    ("roll", initiative.roll),
    ("will", initiative.open_spending),
    ("exhaustion", morale.run_exhaustion),
    ("count", victory.run_count),
    ("expiry", initiative.expire),
    # III. tactics chreda
    ("tactics", _tactics),
    ("groups", _next_group),
    ("power_shots", combat.run_deferred),
    ("end_of_turn", victory.run_end_of_turn),
)
OPENS_WITH = {"preparatory": "fires", "initiative": "roll", "tactics": "tactics"}

RUNS: Mapping[str, Callable[[Chronicle], None]] = {
    **dict(SEQUENCE),
    "edge": deployment.roll_edge,
    "begin_turn": _begin_turn,
}

REVEALS: Mapping[str, Callable[[Chronicle], None]] = {
    "deploy": deployment.reveal,
    "enter": deployment.reveal_entries,
    "place_orders": orders.reveal,
    "spend_initiative": initiative.reveal_spending,
}


def opening(battle: Battle) -> tuple[Step, ...]:
    """N5, N6: the agenda of a position that starts at its chreda."""
    if battle.chreda == "deployment":
        return Secret("deploy", ("red", "blue")), Run("edge"), Run("begin_turn")
    names = [name for name, _ in SEQUENCE]
    rest = tuple(Run(name) for name in names[names.index(OPENS_WITH[battle.chreda]) :])
    if battle.active is None:
        return rest
    return Activation(battle.active, battle.group_units(battle.active)), *rest


def begin(battle: Battle, dice: Dice) -> tuple[Event, ...]:
    """N6: run a position to its first decision."""
    chronicle = Chronicle(battle, dice)
    _advance(chronicle)
    return chronicle.close()


def decide(battle: Battle, side: str, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What a side's command makes happen, up to the next decision; raises Refused and then nothing has happened."""
    if battle.result is not None:
        raise Refused("battle.end", "battle_over")
    chronicle = Chronicle(battle, dice)
    if not _anytime(chronicle, side, command):
        _refuse_out_of_turn(battle, side, command)
        _obey(chronicle, side, command)
        _advance(chronicle)
    return chronicle.close()


def _advance(chronicle: Chronicle) -> None:
    """Run the agenda until somebody has to decide."""
    while chronicle.battle.agenda and chronicle.battle.result is None:
        step = chronicle.battle.agenda[0]
        match step:
            case Activation():
                if not activation.run(chronicle, step):
                    return
            case _ if waits(chronicle.battle):
                return
            case Run(name=name):
                RUNS[name](chronicle)
            case Secret(do=do):
                REVEALS[do](chronicle)
                chronicle.unseal()
            case Batch():
                morale.run_batch(chronicle, step)
            case Volley():
                combat.run_volley(chronicle, step)
            case Wave():
                morale.run_wave(chronicle)
            case Hirelings():
                hirelings.run(chronicle, step)
            case Review():
                links.run_review(chronicle, step)
            case _:
                raise TypeError(f"no such step: {step!r}")


def _anytime(chronicle: Chronicle, side: str, command: Command) -> bool:
    """`battle.end`, N45: what a side may say while anything is pending."""
    match command:
        case Resign():
            truce.resign(chronicle, side)
        case OfferDraw():
            truce.offer(chronicle, side)
        case AnswerDraw():
            truce.answer(chronicle, side, command)
        case HirelingModifier():
            hirelings.set_modifier(chronicle, side, command)
        case SetAnswers():
            truce.set_answers(chronicle, side, command)
        case _:
            return False
    return True


ANSWERS: Mapping[type[Command], Callable[[Chronicle, str, Any], None]] = {
    Deploy: deployment.deploy,
    Enter: deployment.enter,
    PlaceOrders: orders.place,
    ReviewLink: links.answer,
    HirelingFate: hirelings.choose_fate,
    SpendInitiative: initiative.spend,
    CancelChecks: morale.cancel,
    ReduceCasualties: combat.reduce_casualties,
}
BY_REFEREE: Mapping[type[Command], Callable[[Chronicle, str, Any], None]] = {
    HirelingCheck: hirelings.call_check,
    HirelingTerms: hirelings.set_terms,
}
DEEDS: Mapping[type[Command], Callable[[Chronicle, str, Any], None]] = {
    Move: activation.move,
    Turn: activation.turn,
    Stand: activation.stand,
    TakeBack: activation.take_back,
    Special: activation.special,
    Attack: activation.attack,
    EndActivation: activation.end,
    **BY_REFEREE,
}


def _refuse_out_of_turn(battle: Battle, side: str, command: Command) -> None:
    """`turn.pending`, R80: an answer must be awaited from that side; nothing else goes while a decision is open."""
    awaited = pending(battle)
    if type(command) in ANSWERS:
        if not any(open_.side == side and open_.kind == command.do for open_ in awaited):
            raise Refused("turn.pending", "not_awaited", {"do": command.do})
    elif awaited:
        raise Refused("turn.pending", "decision_open", {"side": awaited[0].side, "kind": awaited[0].kind})


def _obey(chronicle: Chronicle, side: str, command: Command) -> None:
    """Hand the command to its rule; one that no rule of this ruleset knows is not awaited."""
    rule = ANSWERS.get(type(command)) or DEEDS.get(type(command))
    if rule is None:
        raise Refused("turn.pending", "not_awaited", {"do": command.do})
    rule(chronicle, side, command)
