"""diZe: one player against zombies, twenty dice that change sides; rules Z1 to Z22 in README.md.

Refuses to know who plays, how dice are seen, and in what language anything is said.
"""

from companion.games.dize.bots import BOTS
from companion.games.dize.rules import GAME
from companion.plugin import Plugin, plugin

PLUGIN: Plugin = plugin(__name__, GAME, BOTS)
