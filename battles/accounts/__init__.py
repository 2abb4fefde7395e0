"""Accounts: the same lists and battles on every device of a player. Nobody needs one."""
