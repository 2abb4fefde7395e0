"""The battle notation, version 1 (N1 to N55): files in and out, and their adjudication. Pure, as all of the rules."""

from .adjudication import Verdict, adjudicate, bad_output
from .battle_file import FORMAT, BadFile, BattleFile
from .reading import read
from .setting import starting_morale
from .writing import battle_file, event, position

__all__ = [
    "FORMAT",
    "BadFile",
    "BattleFile",
    "Verdict",
    "adjudicate",
    "bad_output",
    "battle_file",
    "event",
    "position",
    "read",
    "starting_morale",
]
