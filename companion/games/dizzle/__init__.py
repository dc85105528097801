"""Dizzle: take dice in turn, fill a sheet, stay in longer than the others; rules L1 to L27 in README.md."""

from companion.games.dizzle.bots import BOTS
from companion.games.dizzle.rules import GAME
from companion.games.dizzle.sheet_format import SHEETS
from companion.plugin import Plugin, plugin

PLUGIN: Plugin = plugin(__name__, GAME, BOTS, SHEETS)
