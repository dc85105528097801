"""What a face shows: pips or a taught drawing, and how surely.

Refuses to know trays: whether a face lies on a die, and where it was found, is no matter here.
"""
