"""The Dalek dice as the virtual tray has them, of the files that their game brings."""

from __future__ import annotations

from companion.dice import DieKind
from companion.games.dalek_dice import PLUGIN
from companion.run.virtual_dice import virtual_dice

DICE = virtual_dice([PLUGIN]).models
(DALEK_MODEL,) = DICE
# in the order in which luck picks faces for scenes: figures and pictures hang on it
DALEK = DieKind(DALEK_MODEL.kind, ("human2", "human4", "dalek2", "dalek3", "doctor", "exterminate"))
