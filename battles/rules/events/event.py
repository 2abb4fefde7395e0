"""What every event has: the rule that made it happen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; `rule` is the id of the rule that made it happen."""

    event: ClassVar[str] = ""
    private: ClassVar[bool] = False
    rule: str
