"""All sections of the bench, in the order of the page, with the seconds each may take.

Refuses to know what they measure: each is the module of its name, imported only where it runs, so that one
that cannot even be imported fails alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from tests.bench.figures import Effort, Found


@dataclass(frozen=True)
class Section:
    """One part of the bench: what it is about, and the seconds it may take at most.

    `as_is`: numpy and OpenCV take threads as they do in play; else one, so that a thread's CPU time is all.
    """

    name: str
    title: str
    seconds: int
    as_is: bool = False

    def measure(self, effort: Effort) -> Found:
        """What its module measures."""
        measure = cast(Callable[[Effort], Found], import_module(f"tests.bench.{self.name}").measure)
        return measure(effort)


SECTIONS = (
    Section("latency", "From dice at rest to the page", 190, as_is=True),
    Section("reading", "Reading a picture", 70),
    Section("frames", "Every frame: the virtual tray and what moves in it", 40),
    Section("whole", "The whole companion: idle, memory, start", 90, as_is=True),
    Section("eye", "How well the eye reads", 360),
    Section("films", "Films: rest, hands, throws", 240),
    Section("photos", "Strangers' photographs", 420),
    Section("sureness", "How sure, how right", 480),
    Section("taught", "Taught dice", 380),
    Section("unknown", "What is no die of the set", 300),
    Section("kill", "Killed at random points of a game", 80),
    Section("rules", "Rules", 40),
)
