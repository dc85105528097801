"""Where matches, players, settings and taught dice are kept; the only room that speaks SQL.

Refuses to know rules: a log is a list of plain JSON values here.
"""

from companion.store.memory import MemoryStore
from companion.store.sqlite import SqliteStore
from companion.store.trouble import StoreTrouble

__all__ = ["MemoryStore", "SqliteStore", "StoreTrouble"]
