"""Dizzle: take dice in turn, fill a sheet, stay in longer than the others; rules L1 to L27 in README.md.

Refuses to know who the players are, how dice are seen, and in what language anything is said.
"""

from companion.games.dizzle.bots import BOTS
from companion.games.dizzle.rules import GAME
from companion.games.dizzle.sheet_format import SHEETS
from companion.plugin import Plugin, plugin

PLUGIN: Plugin = plugin(__name__, GAME, BOTS, SHEETS)
