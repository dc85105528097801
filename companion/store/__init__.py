"""Where matches, players, settings and taught dice are kept; the only room that speaks SQL.

Refuses to know rules and pictures: a log is a list of plain JSON values here, a taught set a file.
"""

from companion.store.sqlite import SqliteStore
from companion.store.trouble import StoreTrouble

__all__ = ["SqliteStore", "StoreTrouble"]
