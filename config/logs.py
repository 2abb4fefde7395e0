"""Log lines: they name the battle and the number, and never a secret."""

import logging
import re

# Links to seats, to recovery and to spectators are keys: whoever has the address has the seat.
KEYS = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z0-9])[\w-]{20,}", re.ASCII)


class NameBattle(logging.Filter):
    """Put the battle and its number, where the record has them, in front of the message."""

    def filter(self, record: logging.LogRecord) -> bool:
        battle, number = getattr(record, "battle_id", None), getattr(record, "number", None)
        record.battle = ""
        if battle is not None:
            record.battle = f" [battle {battle}" + (f" number {number}]" if number is not None else "]")
        return True


class HideSecrets(logging.Filter):
    """Take keys out of the message: an address in an error line must not be a way into a seat."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = KEYS.sub("…", record.getMessage())
        record.args = None
        return True
