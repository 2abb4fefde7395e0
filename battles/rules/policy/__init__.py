"""The practice opponent: a pure policy over what one side may know; it rolls nothing and knows no secret.

`choose` answers whatever the engine may ask. Nothing is remembered between two calls: a position is all that it needs.
"""

from .choosing import asked, choose
from .fallback import lawful
from .temper import STEADY, Temper

__all__ = ["STEADY", "Temper", "asked", "choose", "lawful"]
