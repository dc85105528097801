"""Makes the nets that we ship, from drawings of our own and photographs that may be learned from.

Refuses to be part of the running companion: it needs torch, Pillow, a C compiler and hours.
"""
