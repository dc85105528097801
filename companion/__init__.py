"""The companion: rules of the games, the table that plays them, its memory and its words."""

__version__ = "0.1.0"
