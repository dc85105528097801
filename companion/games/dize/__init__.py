"""diZe: one player against zombies, twenty dice that change sides; rules Z1 to Z22 in README.md."""

from companion.games.dize.bots import BOTS
from companion.games.dize.rules import GAME
from companion.plugin import Plugin, plugin

PLUGIN: Plugin = plugin(__name__, GAME, BOTS)
