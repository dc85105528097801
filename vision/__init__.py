"""The eye: from pictures of the tray to Readings.

Of the companion it knows the nouns in `companion.dice` and nothing else.
"""
