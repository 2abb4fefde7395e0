"""Log lines: they name the battle and the number, and never a key."""

import logging
import re

# Keys have 32 characters (links to seats, to recovery, to watching; sessions) or 64 (forms): whoever has one is in.
KEY = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z0-9])(?:[\w-]{32}|[\w-]{64})(?![\w-])", re.ASCII)


class Line(logging.Formatter):
    """`time LEVEL logger [battle 7 number 41]: message`, and the traceback, all without keys."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}{battle}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        battle, number = getattr(record, "battle_id", None), getattr(record, "number", None)
        record.battle = ""
        if battle is not None:
            record.battle = f" [battle {battle}]" if number is None else f" [battle {battle} number {number}]"
        return KEY.sub("…", super().format(record))
