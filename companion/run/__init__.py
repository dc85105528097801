"""Wiring: builds every part of the box, hands each what it needs of the others, starts and stops them.

It knows all rooms but the command line. It refuses to decide what a room could decide itself.
"""
