"""Why the rules say no, as a sentence for each reason code; the rule is named behind it by its short title."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop, override

from battles.rules.refusals import Facts

from .wording import arc_name, do_name, ground_name, order_name, rule_title, to_rule, variant_name, weapon_name

# Codes are unique over the rules where their sentence is the same; `rule:reason` wins where it is not.
SENTENCES: dict[str, str] = {
    # deployment and entry
    "nobody_on_the_map": gettext_noop("At least one unit must stand on the map."),
    "not_yours_to_place": gettext_noop("That unit is not yours to place now."),
    "placed_and_in_reserve": gettext_noop("A unit is either placed or kept in reserve."),
    "unit_not_placed": gettext_noop("Every unit must be placed."),
    "not_in_reserve": gettext_noop("That unit is not in reserve."),
    "hex_taken": gettext_noop("Hex {hex} is taken: one unit in a hex."),
    "ground_closed": gettext_noop("That kind of unit may not enter the ground of {hex}."),
    "outside_rows": gettext_noop("Hex {hex} is outside the rows that you may use."),
    "off_the_map": gettext_noop("That hex is not on the map."),
    "unknown_facing": gettext_noop("A facing is one of the six sides of a hex."),
    # links
    "in_two_links": gettext_noop("A unit belongs to at most one link."),
    "link_apart": gettext_noop("The units of a link must be placed together."),
    "link_partly_in_reserve": gettext_noop("A link is wholly placed or wholly in reserve."),
    "link_id_taken": gettext_noop("That name of a link is taken."),
    "link_of_two_kinds": gettext_noop("A link is of one kind: walkers, vehicles or squads."),
    "link_size": gettext_noop("A link has two or three machines, or two to five squads."),
    "no_hirelings_in_links": gettext_noop("Hirelings form no links."),
    "not_asked": gettext_noop("That is not asked about this link now."),
    "unknown_choice": gettext_noop("There is no such choice."),
    "not_a_member": gettext_noop("Only active members of the link can be excluded."),
    "still_apart": gettext_noop("The units that are left would not be together."),
    "one_left": gettext_noop("One unit is no link: dissolve it instead."),
    # hirelings
    "never_fights": gettext_noop("They never fight while there is a way out."),
    "never_checks": gettext_noop("They fight to the death and never check."),
    "checks_no_more": gettext_noop("That company checks no more."),
    "unknown_company": gettext_noop("There is no such company."),
    "unknown_fate": gettext_noop("They flee or they surrender."),
    "unknown_terms": gettext_noop("There are no such terms of service."),
    "only_mercenaries": gettext_noop("Only mercenaries serve on terms."),
    "modifier_too_large": gettext_noop("The referee adds or takes two at most."),
    # waiting and turns
    "not_awaited": gettext_noop("The battle does not wait for that answer now ({do})."),
    "decision_open": gettext_noop("Another decision is open and must be answered first."),
    "nobody_active": gettext_noop("Nobody is to act now."),
    "not_active": gettext_noop("It is not the turn of that unit."),
    "already_done": gettext_noop("That unit has finished its activation."),
    "not_a_side": gettext_noop("Only the two sides may do that."),
    "unknown_unit": gettext_noop("There is no such unit."),
    "unknown_group": gettext_noop("There is no such group."),
    "battle_over": gettext_noop("The battle is over."),
    "unknown_answer": gettext_noop("There is no such standing answer."),
    "no_offer": gettext_noop("Nobody has offered a draw."),
    "nothing_together": gettext_noop("Nobody of the link can do that now."),
    "offered_this_turn": gettext_noop("You have offered a draw this turn; you may again in the next turn."),
    "offered_already": gettext_noop("Your offer is still open; the other side answers it."),
    # orders
    "no_order": gettext_noop("The unit has no order this turn."),
    "no_order_for_group": gettext_noop("That group gets no order."),
    "order_missing": gettext_noop("Every group needs an order."),
    "unknown_order": gettext_noop("There is no such order."),
    "other_order": gettext_noop("That needs the special order."),
    "unknown_variant": gettext_noop("There is no such special action."),
    "variant_used": gettext_noop("The special action of this turn has been chosen."),
    "no_movement": gettext_noop("With its order the unit does not move."),
    "no_attack": gettext_noop("With its order the unit does not attack."),
    "attacked_already": gettext_noop("After its first attack a unit does not move or turn any more."),
    "free_turn_used": gettext_noop("The one free turn has been made."),
    "stood_for_a_dash": gettext_noop("It has got up for a dash."),
    "turned_already": gettext_noop("It has turned already: no dash any more."),
    "whole_turn": gettext_noop("Inspiration takes the whole turn: the unit has already acted."),
    "inspired_already": gettext_noop("The druzhina has been inspired once in this battle."),
    "not_a_commander": gettext_noop("Only a prince or a voivode inspires."),
    "ranged_only": gettext_noop("A power shot needs a ranged weapon."),
    # initiative and morale
    "cannot_be_improved": gettext_noop("That group cannot be improved: it routs or is hired."),
    "negative_points": gettext_noop("Points cannot be negative."),
    "beyond_the_pool": gettext_noop("{points} points are more than the {pool} in the pool."),
    "not_offered": gettext_noop("That check is not offered."),
    "must_retreat": gettext_noop("The unit is shaken: it must retreat first."),
    "retreat_out_of_reach": gettext_noop("From there its retreat would be out of reach."),
    "failed_to_stand": gettext_noop("It has failed to get up: no attack."),
    # movement
    "already_there": gettext_noop("The unit stands there already."),
    "may_not_leave": gettext_noop("The unit may not leave the map."),
    "no_facing": gettext_noop("Squads have no facing."),
    "same_facing": gettext_noop("It faces that way already."),
    "too_far": gettext_noop("That is too far for the points left."),
    "prone": gettext_noop("The walker is prone: it must get up first."),
    "not_prone": gettext_noop("The walker is not prone."),
    "too_slow": gettext_noop("Getting up costs two points; the walker has fewer."),
    "tried_already": gettext_noop("It has tried to get up in this activation."),
    "nothing_to_take_back": gettext_noop(
        "There is nothing to take back: a move stands once a die has fallen, an attack was made or a question asked."
    ),
    "way_not_free": gettext_noop("The way is not free."),
    # attacks
    "unknown_weapon": gettext_noop("The unit carries no such weapon."),
    "weapon_lost": gettext_noop("{weapon} is lost."),
    "weapon_used": gettext_noop("{weapon} has been used this turn."),
    "shots_of_the_weapon": gettext_noop("A machine fires all shots of its weapon."),
    "no_such_target": gettext_noop("There is no such target on the map."),
    "own_unit": gettext_noop("That is one of your own."),
    "weapon_not_at_machines": gettext_noop("{weapon} does nothing to machines."),
    "weapon_not_at_squads": gettext_noop("{weapon} may not be aimed at squads."),
    "out_of_range": gettext_noop("Out of range: {distance} hexes, it reaches {range}."),
    "out_of_arc": gettext_noop("Outside the arc of {weapon}."),
    "hill_blocks": gettext_noop("Behind a hill."),
    "cover_blocks": gettext_noop("Behind {hexes} hexes of woods and houses."),
    "special_weapon_used": gettext_noop("{weapon} has been used this turn."),
    "special_weapon_once": gettext_noop("{weapon} fires once a turn."),
    "no_shots": gettext_noop("At least one shot."),
    "attacks_spent": gettext_noop("Attacks left to the squad: {left}."),
    "one_volley": gettext_noop("One volley at a target with each weapon."),
    "roll_not_cancellable": gettext_noop("Hit {shot} cannot be cancelled."),
    "too_many_cancelled": gettext_noop("{slots} may be cancelled, not {named}."),
    # rams
    "cannot_move": gettext_noop("The unit cannot move."),
    "no_turn_first": gettext_noop("A ram goes straight ahead, without a turn."),
    "only_walkers": gettext_noop("Only walkers ram."),
}
PER_RULE: dict[str, str] = {
    "combat.ram:no_such_target": gettext_noop("There is no enemy to ram."),
    "combat.ram:too_far": gettext_noop("The target is too far for a ram."),
    "combat.ram:way_not_free": gettext_noop("The way to the target is not straight and free."),
    "move.undo:hex_taken": gettext_noop("Where it stood somebody else stands now."),
}


def refusal_sentence(rule: str, reason: str, facts: Facts, language: str) -> SafeString:
    """What a refused command is answered with: the reason, and the rule by its title, which shows it."""
    with override(language):
        return format_html("{} ({})", sentence(rule, reason, facts), to_rule(rule, rule_title(rule)))


def sentence(rule: str, reason: str, facts: Facts) -> str:
    """The reason in the present language."""
    found = PER_RULE.get(f"{rule}:{reason}") or SENTENCES.get(reason)
    if found is None:
        return gettext("The rule “%(rule)s” does not allow it.") % {"rule": rule_title(rule)}
    return gettext(found).format_map(_Told(facts))


class _Told(dict[str, object]):
    """The facts of a refusal in words; a missing one is a dash, never an error."""

    def __init__(self, facts: Facts) -> None:
        words = {"weapon": weapon_name, "do": do_name, "arc": arc_name, "order": order_name, "variant": variant_name,
                 "ground": ground_name}  # fmt: skip
        super().__init__({key: words[key](str(value)) if key in words else value for key, value in facts.items()})

    def __missing__(self, key: str) -> str:
        return "—"
