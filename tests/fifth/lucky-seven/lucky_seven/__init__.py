"""Lucky Seven: two dice, keep one if you like and throw the other once more; nearest to seven scores most."""

from companion.plugin import Plugin, plugin
from lucky_seven.bots import BOTS
from lucky_seven.rules import GAME

PLUGIN: Plugin = plugin(__name__, GAME, BOTS)
