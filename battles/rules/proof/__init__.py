"""The proof: battles at random between all that may be hired, and what must hold after every command of them.

Pure as all of the rules, with chance as an argument. `fight.Fight` plays a battle and looks at it.
"""
