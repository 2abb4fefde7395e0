"""The baseline of the click benchmark: one number, sent and shown the way that a battle sends and shows its panels.

A form posted by htmx with its CSRF token, through the same middleware on Daphne, stored as a row of a SQLite file in a
transaction, told after the commit through the channel layer to every socket, which shows the number. Nothing else of
ours: no rules, no seats, no panels.
"""
