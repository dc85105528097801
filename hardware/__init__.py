"""The box: buttons, lamps, its health, and its word with systemd.

It refuses to know games and languages: what it says is a Msg. Only `panel` knows pins.
"""
