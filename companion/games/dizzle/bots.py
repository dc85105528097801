"""Two players of Dizzle: a greedy one, and one that looks at what a sheet still promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from companion.game import Bot, Command
from companion.games.dizzle.board import Board
from companion.games.dizzle.odds import FACES
from companion.games.dizzle.placement import Seat
from companion.games.dizzle.scoring import points
from companion.games.dizzle.state import Drop, GiveBack, Placement, Planet, Reroll, State, Take
from companion.games.dizzle.valuation import Prospect, promise
from companion.sheets import Cell

LOOKAHEAD_DICE = 3  # that the strong one thinks ahead
STAY_CHANCE = {
    True: 0.6,
    False: 0.5,
}  # how likely a die of the pool is still there at the next go: alone, with others
DENIAL_WORTH = 0.25  # what it is worth to take the only die that the next player can use


class Greedy:
    """The cell that scores most at once; throws again unless more is likely lost than won."""

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        own = state.seats[seat]
        if state.phase == "planet":
            return (Planet(own.paper.planets[0]),)
        if state.phase == "penalty":
            return (GiveBack(min(sorted(own.cells), key=lambda cell: -self._worth(state, own.lift(cell)))),)
        if not state.legal:
            return (Reroll() if self._dares(state, own) else Drop(),)
        most = max(self._gain(state, own, cell) for cell, _ in state.legal)
        best = [place for place in state.legal if self._gain(state, own, place[0]) == most]
        cell, value = luck.choice(best)
        return (Take(value, cell),)

    def _gain(self, state: State, own: Seat, cell: Cell) -> float:
        return self._worth(state, own.place(cell, 0)) - self._worth(state, own)

    @staticmethod
    def _worth(state: State, own: Seat) -> float:
        """The points as if the turn ended now; a flag counts its first entry."""
        sheet = own.paper.board.sheet
        after = Seat(own.paper.cross(own.cells), flags=own.flags)
        circled = dict(own.flags)
        flags = sum(
            sheet.flag[group][0]
            for cell, group in own.paper.board.of("flag").items()
            if cell in own.cells and group not in circled
        )
        return points(after, state.solo).total + flags

    @staticmethod
    def _dares(state: State, own: Seat) -> bool:
        if not own.dice:
            return True
        numbers = {state.board.numbers[cell] for cell in own.targets}
        return bool((1 - len(numbers) / FACES) ** len(state.pool) < 0.5)


class Planner:
    """Takes what raises the promise of its sheet most, some dice ahead; weighs every risk in points."""

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        view = View.of(state, seat)
        own = state.seats[seat]
        if state.phase == "planet":
            done = own.paper.crosses
            return (Planet(max(own.paper.planets, key=lambda cell: view.worth(done | {cell}))),)
        done = own.paper.crosses | own.cells
        if state.phase == "penalty":
            return (GiveBack(max(sorted(own.cells), key=lambda cell: view.worth(done - {cell}))),)
        if state.legal:
            return (self._take(state, view, own),)
        return (Reroll() if self._dares(state, view, own) else Drop(),)

    def _take(self, state: State, view: View, own: Seat) -> Take:
        pool = Counter(state.values)
        wanted = _wanted(state)

        def total(place: Placement) -> float:
            cell, value = place
            denied = DENIAL_WORTH if value in wanted and pool[value] == 1 else 0.0
            return view.ahead(own.place(cell, 0), pool - Counter([value]), LOOKAHEAD_DICE - 1) + denied

        cell, value = max(state.legal, key=total)
        return Take(value, cell)

    @staticmethod
    def _dares(state: State, view: View, own: Seat) -> bool:
        """The mean gain of the best die that may come, against the least loss if none fits."""
        if not own.dice:
            return True
        now = view.worth(own.paper.crosses | own.cells)
        gains: dict[int, float] = {}
        for cell in own.targets:
            value = state.board.numbers[cell]
            gain = view.worth(own.paper.crosses | own.cells | {cell}) - now
            gains[value] = max(gain, gains.get(value, gain))
        mean, missing, n = 0.0, 1.0, len(state.pool)
        for rank, gain in enumerate(sorted(gains.values(), reverse=True), start=1):
            worse = (1 - rank / FACES) ** n
            mean, missing = mean + gain * (missing - worse), worse
        least = min(now - view.worth(own.paper.crosses | (own.cells - {cell})) for cell in own.cells)
        return mean > missing * least


def _wanted(state: State) -> frozenset[int]:
    """The values that the next player could place; none if nobody follows."""
    n = len(state.seats)
    following = ((state.current + k) % n for k in range(1, n))
    seat = next((seat for seat in following if not state.seats[seat].out), None)
    if seat is None:
        return frozenset()
    return frozenset(state.board.numbers[cell] for cell in state.seats[seat].targets)


@dataclass(frozen=True)
class View:
    """What one seat's marks would be worth to it in this state."""

    board: Board
    exploded: frozenset[Cell]
    prospect: Prospect
    stays: float

    @staticmethod
    def of(state: State, seat: int) -> View:
        paper = state.seats[seat].paper
        return View(state.board, paper.exploded, prospect(state, seat), STAY_CHANCE[state.solo])

    def worth(self, done: frozenset[Cell]) -> float:
        return promise(self.board, done, self.exploded, self.prospect)

    def ahead(self, own: Seat, pool: Counter[int], dice: int) -> float:
        """The worth of this seat's dice, and of the best to come, so far as they are likely to stay."""
        here = self.worth(own.paper.crosses | own.cells)
        if not dice:
            return here
        best = here
        for cell in own.targets:
            value = self.board.numbers[cell]
            if pool[value]:
                chance = 1 - (1 - self.stays) ** pool[value]
                then = self.ahead(own.place(cell, 0), pool - Counter([value]), dice - 1)
                best = max(best, here + chance * (then - here))
        return best


def prospect(state: State, seat: int) -> Prospect:
    """How many turns follow, what each flag would bring, what a cross on each bomb saves and spoils."""
    own, sheet, struck = state.seats[seat], state.board.sheet, dict(state.taken)
    circled = dict(own.flags)
    flags = tuple(
        (group, (entries[0 if state.solo else struck[group] :] or (0,))[0])
        for group, entries in sheet.flag.items()
        if group not in circled
    )
    bombs = tuple((cell, _bomb(state, seat, cell)) for cell in state.board.of("bomb"))
    return Prospect(state.turns - state.turn - 1, flags, bombs)


def _bomb(state: State, seat: int, cell: Cell) -> float:
    """Alone its points; else the loss that threatens, and what others lose by it, in equal parts."""
    if state.solo:
        return state.board.sheet.bomb_solo
    others = [other.paper for n, other in enumerate(state.seats) if n != seat]
    open_ = sum(cell not in paper.crossed | paper.exploded for paper in others)
    return -state.board.sheet.bomb_exploded * (open_ > 0) * (0.5 + open_ / len(others))


BOTS: Mapping[str, Bot[State]] = {"simple": Greedy(), "strong": Planner()}
