#!/usr/bin/env python3
"""The door to every command. This file must parse on old Pythons, to be able to say that they are too old."""

import os
import sys

NEEDED = (3, 11)


def too_old(version):
    """The sentence for a Python that is too old, or None."""
    if tuple(version[:2]) >= NEEDED:
        return None
    return "Druzhina needs Python %d.%d or newer; this is Python %d.%d." % (NEEDED + tuple(version[:2]))


def main():
    sentence = too_old(sys.version_info)
    if sentence:
        sys.stderr.write(sentence + "\n")
        return 1
    from config import bootstrap

    bootstrap.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
