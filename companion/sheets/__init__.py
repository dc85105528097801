"""Printed sheets as data: the sheets we bring, how a sheet file is read, and whether it can be played.

Refuses to know the rules of play, matches, and whose sheet it is.
"""
