"""Dalek Dice: exterminate Humans, match them with Daleks, fear the third Doctor; rules in README.md."""

from companion.games.dalek_dice.bots import BOTS
from companion.games.dalek_dice.rules import GAME
from companion.plugin import Plugin, plugin

PLUGIN: Plugin = plugin(__name__, GAME, BOTS)
