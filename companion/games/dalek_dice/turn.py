"""A turn of Dalek Dice: what it has kept, what a roll and a choice make of it, what it is worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from companion.dice import DieKind
from companion.game import Item, Msg, msg

Phase = Literal["roll", "keep", "decide", "over"]
End = Literal["doctor", "exterminate", "no dice", "stop"]

DICE_COUNT = 10
ENDING_COUNT = 3  # that many Doctors, or Exterminates, end a turn
NO_DICE_BONUS = 5  # for a turn that leaves no die
HUMAN_POINTS = {"human2": 2, "human4": 4}
DALEK_POINTS = {"dalek2": 2, "dalek3": 3}
KEEPABLE_FACES = frozenset(HUMAN_POINTS) | frozenset(DALEK_POINTS)
DALEK = DieKind("dalek", ("doctor", "exterminate", "human2", "human4", "dalek2", "dalek3"))
FACE_MEANINGS = {face: face for face in DALEK.faces} | {  # D17: what the faces of ordinary dice stand for
    "1": "doctor",
    "2": "human2",
    "3": "dalek3",
    "4": "human4",
    "5": "dalek2",
    "6": "exterminate",
}


@dataclass(frozen=True)
class Turn:
    """One player's go: what earlier rolls kept and left to roll, the last roll, and what of it is kept.

    `forced` are places in `last`: the one Doctor, the one Exterminate that a roll keeps by rule (D2).
    """

    kept: tuple[str, ...] = ()
    to_roll: int = DICE_COUNT
    last: tuple[str, ...] = ()
    forced: tuple[int, ...] = ()
    taken: tuple[str, ...] = ()
    phase: Phase = "roll"
    end: End | None = None

    @cached_property
    def new(self) -> tuple[str, ...]:
        """What this very roll added to the kept dice."""
        return tuple(self.last[place] for place in self.forced) + self.taken

    @cached_property
    def count(self) -> Counter[str]:
        """All kept dice by face."""
        return Counter(self.kept + self.new)

    @cached_property
    def dice_left(self) -> int:
        return self.to_roll - len(self.new)

    @cached_property
    def humans(self) -> int:
        return sum([value * self.count[face] for face, value in HUMAN_POINTS.items()])

    @cached_property
    def daleks(self) -> int:
        return sum([value * self.count[face] for face, value in DALEK_POINTS.items()])

    @cached_property
    def pool(self) -> tuple[Item, ...]:
        """The dice of this roll that may be kept by choice."""
        if self.phase != "keep":
            return ()
        return tuple(Item(face, place) for place, face in enumerate(self.last) if face in KEEPABLE_FACES)

    @cached_property
    def worth(self) -> int:
        """The points of the turn as it stands, were it to end now."""
        if self.count["doctor"] >= ENDING_COUNT:
            return 0
        bonus = 0 if self.dice_left else NO_DICE_BONUS
        if self.count["exterminate"] >= ENDING_COUNT:
            return 2 * self.humans + bonus
        return self.humans + bonus if self.daleks >= self.humans else 0


def roll(turn: Turn, faces: tuple[str, ...]) -> Turn:
    """One Doctor and one Exterminate of the roll are kept by rule; a third Doctor ends the turn (D2, D6)."""
    forced = tuple(sorted(faces.index(face) for face in ("doctor", "exterminate") if face in faces))
    after = replace(turn, last=faces, forced=forced, phase="keep")
    return end_turn(after, "doctor") if after.count["doctor"] >= ENDING_COUNT else after


def keep(turn: Turn, faces: tuple[str, ...]) -> Turn:
    """After keeping these the turn is over with the third Exterminate or the last die, else to be decided."""
    after = replace(turn, taken=faces, phase="decide")
    if after.count["exterminate"] >= ENDING_COUNT:
        return end_turn(after, "exterminate")
    return after if after.dice_left else end_turn(after, "no dice")


def end_turn(turn: Turn, end: End) -> Turn:
    """The turn over, for this reason."""
    return replace(turn, phase="over", end=end)


def reroll(turn: Turn) -> Turn:
    """The turn with all that is kept put aside, the rest to be rolled."""
    return Turn(turn.kept + turn.new, turn.dice_left)


def objection(turn: Turn, hand: tuple[str, ...]) -> Msg | None:
    """Why these dice cannot be kept, or None (D3, D4)."""
    pool = [item.name for item in turn.pool]
    if any(hand.count(face) > pool.count(face) for face in set(hand)):
        return msg("dalek-dice.blocked.foreign")
    return None if hand or turn.forced else msg("dalek-dice.blocked.one")
