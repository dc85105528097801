"""25 to Dice reckoned a second time, from the sheet file and the dice that really lie there, to compare.

Shares no code with the game, nor with what reads its sheets. Also how a plain person would move.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Square = tuple[int, int]
LETTERS = "ABCDEF"
STEPS = {">": (0, 1), "<": (0, -1), "^": (-1, 0), "v": (1, 0)}
SIGNS = {">": "→", "<": "←", "^": "↑", "v": "↓"}
Picking = Callable[[Sequence[str]], str]


@dataclass(frozen=True)
class Way:
    """What one inmate does with dice that show `die`: walks so, or leaves by the exit above (no path)."""

    who: str
    die: int
    path: tuple[Square, ...] = ()


@dataclass
class Inmate:
    status: str = "cell"
    trail: list[Square] = field(default_factory=list)
    points: int = 0


def places(text: str) -> dict[Square, str]:
    """A drawing's words by row and column, holes left out."""
    rows = text.strip().splitlines()
    words = {(r, c): word for r, row in enumerate(rows, 1) for c, word in enumerate(row.split(), 1)}
    return {square: word for square, word in words.items() if word != "."}


def next_to(square: Square, sign: str) -> Square:
    return (square[0] + STEPS[sign][0], square[1] + STEPS[sign][1])


class Yard:
    """One sheet in play; `scoring` in a match for points."""

    def __init__(self, text: str, *, scoring: bool = False) -> None:
        self.scoring = scoring
        self.data: dict[str, Any] = tomllib.loads(text)
        self.numbers = {square: int(word) for square, word in places(self.data["grid"]).items()}
        self.exits = dict.fromkeys(self.data["exits"], 0)
        self.inmates = {letter: Inmate() for letter in LETTERS}
        self.guards = {who: tuple(self.data["patrol"][who]["start"]) for who in ("green", "blue")}
        self.chased: dict[str, str | None] = {"green": None, "blue": None}
        self.dice: Counter[int] = Counter()
        self.owned = len(LETTERS)
        self.scored: set[Square] = set()
        self.spare: set[int] = set()
        self.done: Counter[str] = Counter()

    # how it stands

    def count(self, status: str) -> int:
        return sum(inmate.status == status for inmate in self.inmates.values())

    @property
    def result(self) -> str | None:
        """Won or lost together (E24); for points, nobody left to play with (E27)."""
        if self.scoring:
            return None if self.count("cell") + self.count("grid") else "finished"
        if self.count("escaped") >= self.data["escapes_to_win"]:
            return "won"
        return "lost" if self.count("captured") >= self.data["captures_to_lose"] else None

    @property
    def standing(self) -> dict[Square, str]:
        return {each.trail[-1]: name for name, each in self.inmates.items() if each.status == "grid"}

    @property
    def total(self) -> int:
        return sum(inmate.points for inmate in self.inmates.values())

    # guards

    def free(self, who: str) -> list[str]:
        """Whose trails lie under this guard and are not chased by the other (E15)."""
        (other,) = {"green", "blue"} - {who}
        at, taken = self.guards[who], self.chased[other]
        return [name for name, each in self.inmates.items() if at in each.trail and name != taken]

    def begin(self, who: str, picking: Picking) -> None:
        """Chase one of the free trails here, if there is any (E12, E17, E20, E33)."""
        trails = self.free(who)
        if trails:
            self.done["chase"] += 1
            self.done["picked"] += len(trails) > 1
            self.chased[who] = quarry = picking(trails) if len(trails) > 1 else trails[0]
            self.pay(quarry, [self.guards[who]])

    def march(self, who: str, die: int, picking: Picking) -> None:
        """A guard's move."""
        if self.chased[who] is None:
            self.begin(who, picking)
        quarry = self.chased[who]
        for square in self.trail(who, die, quarry) if quarry else self.beat(who, die):
            self.guards[who] = square
            if quarry:
                self.pay(quarry, [square])
            if square in self.standing:
                self.catch(self.standing[square])
                return
            if not quarry and self.free(who):
                self.begin(who, picking)
                return

    def beat(self, who: str, die: int) -> list[Square]:
        """Along the loop to the next such number; nowhere if there is none left (E11)."""
        arrows = places(self.data["patrol"][who]["arrows"])
        square, squares = self.guards[who], []
        for _ in arrows:
            square = next_to(square, arrows[square])
            squares.append(square)
            if self.numbers[square] == die:
                return squares
        return []

    def trail(self, who: str, die: int, quarry: str) -> list[Square]:
        """Along the trail to the nearest such number, else one square (E13, E14)."""
        ahead: list[Square] = []
        for square in reversed(self.inmates[quarry].trail):
            if square == self.guards[who]:
                break
            ahead.insert(0, square)
        fits = [place for place, square in enumerate(ahead, 1) if self.numbers[square] == die]
        return ahead[: fits[0] if fits else 1]

    def catch(self, name: str) -> None:
        self.done["captured"] += 1
        self.pay(name, self.inmates[name].trail)
        self.gone(name, "captured")

    def gone(self, name: str, status: str) -> None:
        self.inmates[name].status, self.inmates[name].trail = status, []
        self.chased = {who: None if quarry == name else quarry for who, quarry in self.chased.items()}

    def pay(self, name: str, squares: Sequence[Square], sign: int = -1) -> None:
        """Squares count once, for whoever is the first (E28 to E31)."""
        fresh = set(squares) - self.scored
        self.inmates[name].points += sign * sum(self.numbers[square] for square in fresh)
        self.scored |= fresh

    # inmates

    def thrown(self, faces: Sequence[int]) -> None:
        assert len(faces) == self.owned
        self.dice = Counter(faces)

    def go(self, way: Way) -> None:
        """Walk, or leave by the exit above (E3 to E10)."""
        inmate = self.inmates[way.who]
        self.dice -= Counter({way.die: max(len(way.path), 1)})
        if way.path:
            self.done["set" if len(way.path) > 1 else "step"] += 1
            inmate.status, inmate.trail = "grid", inmate.trail + list(way.path)
            return
        self.done["escaped"] += 1
        column = inmate.trail[-1][1]
        self.pay(way.who, inmate.trail, +1)
        inmate.points += way.die
        self.exits[column] = way.die
        self.spare.add(column)
        self.owned -= 1
        self.gone(way.who, "escaped")

    def change(self, square: Square, column: int) -> None:
        """The number of an exit instead of a square's (E23)."""
        self.done["changed"] += 1
        self.spare.remove(column)
        self.numbers[square] = self.exits[column]

    def doors(self, name: str) -> list[Square]:
        """Where this inmate's next step can lead (E3, E4)."""
        trail = self.inmates[name].trail
        if not trail:
            return [(max(row for row, _ in self.numbers), self.data["cells"][name])]
        return [next_to(trail[-1], sign) for sign in STEPS if next_to(trail[-1], sign) in self.numbers]

    def walks(self, name: str, length: int) -> Iterator[tuple[Square, ...]]:
        """Ways of so many squares, all of them free, none of them twice (E6, E7)."""
        taken = {*self.standing, *self.guards.values()}
        walks: list[tuple[Square, ...]] = [(square,) for square in self.doors(name) if square not in taken]
        for _ in range(length - 1):
            longer = [(*walk, next_to(walk[-1], sign)) for walk in walks for sign in STEPS]
            walks = [w for w in longer if w[-1] in self.numbers.keys() - taken - set(w[:-1])]
        yield from walks

    def far(self, square: Square) -> int:
        """From a way out, as a plain person sees it."""
        open_ = [column for column, value in self.exits.items() if not value]
        return square[0] + min((abs(square[1] - column) for column in open_), default=0)

    def ways(self) -> Iterator[tuple[int, Way]]:
        """What brings somebody nearer to an exit, and how much nearer."""
        for name, inmate in self.inmates.items():
            if inmate.status in ("escaped", "captured"):
                continue
            here = inmate.trail[-1] if inmate.trail else None
            away = self.far(here) if here else 1 + self.far(self.doors(name)[0])
            for die, count in self.dice.items():
                if here and here[0] == 1 and self.exits.get(here[1]) == 0 and die not in self.exits.values():
                    yield 99, Way(name, die)
                for path in (path for n in range(1, min(count, 3) + 1) for path in self.walks(name, n)):
                    if self.numbers[path[-1]] == die and self.far(path[-1]) < away:
                        yield away - self.far(path[-1]), Way(name, die, path)

    def wise(self) -> Way | None:
        """The way that brings somebody furthest; nobody gains, then none."""
        found = list(self.ways())
        return max(found, key=lambda each: each[0])[1] if found else None


def route(yard: Yard, way: Way) -> str:
    """A walk as the page writes it, in arrows."""
    trail = yard.inmates[way.who].trail
    before = [trail[-1] if trail else next_to(way.path[0], "v"), *way.path]
    shifts = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(before, way.path, strict=False)]
    return "".join(SIGNS[sign] for shift in shifts for sign, step in STEPS.items() if step == shift)


def picked(between: Sequence[str], die: int) -> str | None:
    """Whom a die says: 2, 3 or 6 share its values; of 4 and 5 each has one, the rest again (E17)."""
    share = {2: 3, 3: 2}.get(len(between), 1)
    place = (die - 1) // share
    return between[place] if place < len(between) else None
