"""Battles being played: play.py is the one door in, panels.py the one door out."""
