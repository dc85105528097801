"""The virtual tray: dice thrown in a small physics of our own, drawn as an overhead camera would see them.

Refuses to know readers, games and pages. Whoever reads its frames gets pixels; its truth is for tests alone.
"""

from vision.sim.die_model import D6_MODEL, DieModel
from vision.sim.look import Look
from vision.sim.teach import teach_pictures
from vision.sim.tray import VirtualTray
from vision.sim.truth import Lying, Truth

__all__ = ["D6_MODEL", "DieModel", "Look", "Lying", "Truth", "VirtualTray", "teach_pictures"]
