"""From frames to Readings: what goes on in the tray, and what lies there once it lies still.

Refuses to know which camera gives the frames and who listens; of the companion it knows the dice alone.
"""
