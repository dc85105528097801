"""25 to Dice: six inmates, two guards, dice that open the way out; rules in README.md."""

from companion.games.prison.bots import BOTS
from companion.games.prison.rules import GAME
from companion.games.prison.sheet_format import SHEETS
from companion.plugin import Plugin, plugin

PLUGIN: Plugin = plugin(__name__, GAME, BOTS, SHEETS)
