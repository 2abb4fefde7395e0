"""Druzhina: the rules of the game (rules), army lists (armies) and battles being played (live)."""
