"""A match of Dalek Dice: whose turn it is, what each seat has scored, and the turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.dalek_dice.turn import Turn


@dataclass(frozen=True)
class State:
    """The match: whose turn it is, the scores of each seat round by round, and the turn.

    `ended` is the turn that the last command ended, while that is news.
    """

    seat: int
    history: tuple[tuple[int, ...], ...]
    target: int
    dice: str
    turn: Turn = field(default_factory=Turn)
    ended: Turn | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(sum, self.history))

    @property
    def over(self) -> bool:
        """A complete round has been played and somebody has reached the target (D11)."""
        between_rounds = self.seat == 0 and not self.turn.last and not self.turn.kept
        return between_rounds and max(self.totals) >= self.target
