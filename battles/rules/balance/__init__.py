"""Balance: the practice opponent against itself, and what comes of it: shares, values of units, one thing off.

Pure: battles come from a seed and a number, so that the same seed gives the same table however they are shared out.
"""
