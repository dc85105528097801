"""The one game that only tests play: a folder like any game's, with what ours have not all in one."""

from __future__ import annotations

from companion.plugin import Plugin, plugin
from tests.toy.rules import TOY

PLUGIN: Plugin = plugin(__name__, TOY, {})
