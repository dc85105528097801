"""The empty tray: its floor and its light, what in a picture differs from it, and whether that is still true.

Refuses to know dice, faces, clocks and games: what lies on the floor is a foreign thing, whatever it is.
"""
