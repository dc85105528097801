"""Dizzle reckoned a second time, from the sheet file and what really lies there, to compare with the page.

Shares no code with the game, nor with what reads its sheets. Also how a plain person would choose.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Square = tuple[int, int]
STARS = {"A": (80, 70, 60, 50, 40, 30), "B": (90, 80, 70, 60, 50, 40)}


class Print:
    """What is printed on a sheet: `marks` are square → (number or 0, kind, colour)."""

    def __init__(self, text: str) -> None:
        self.data: Mapping[str, Any] = tomllib.loads(text)
        self.marks: dict[Square, tuple[int, str, str]] = {}
        self.begun: set[Square] = set()
        for row, line in enumerate(self.data["grid"].split("\n"), start=1):
            for col, word in enumerate(line.split(), start=1):
                if word == "X":
                    self.begun.add((row, col))
                elif word != ".":
                    self.marks[row, col] = self._mark(word)

    def _mark(self, word: str) -> tuple[int, str, str]:
        special = self.data.get("legend", {}).get(word[1:], {})
        return (0 if word[0] == "*" else int(word[0]), special.get("kind", ""), special.get("group", ""))

    def of(self, kind: str) -> dict[Square, str]:
        """Squares with this special, and its colour."""
        return {square: colour for square, (_, what, colour) in self.marks.items() if what == kind}

    def line(self, arrow: Mapping[str, int]) -> set[Square]:
        along = "row" if "row" in arrow else "col"
        reach = range(arrow.get("from", 1), arrow.get("to", 99) + 1)
        there = set(self.marks) | self.begun
        return {s for s in there if s[along == "col"] == arrow[along] and s[along == "row"] in reach}


def beside(square: Square) -> Iterator[Square]:
    row, col = square
    yield from ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))


@dataclass
class Pencil:
    """One player's sheet: crosses of their own, what blew up, the dice that lie on it, flags they got."""

    sheet: Print
    crosses: set[Square] = field(default_factory=set)
    burnt: set[Square] = field(default_factory=set)
    dice: dict[Square, int] = field(default_factory=dict)
    flags: dict[str, int] = field(default_factory=dict)
    out: bool = False

    def free(self, square: Square) -> bool:
        number, kind, colour = self.sheet.marks.get(square, (0, "", ""))
        shut = kind == "lock" and not any(
            at in self.crosses for at, other in self.sheet.of("key").items() if other == colour
        )
        return bool(number) and square not in self.crosses | self.burnt | set(self.dice) and not shut

    def around(self, squares: Iterable[Square]) -> set[Square]:
        return {near for square in squares for near in beside(square) if self.free(near)}

    @property
    def reach(self) -> set[Square]:
        """Where some die could lie now."""
        return self.around(self.dice) or self.around(self.crosses | self.sheet.begun)

    def places(self, pool: Iterable[int]) -> list[tuple[int, Square]]:
        """Every die and square that go together, in reading order."""
        values = set(pool)
        return [(self.sheet.marks[s][0], s) for s in sorted(self.reach) if self.sheet.marks[s][0] in values]

    def parts(self, *, solo: bool) -> dict[str, int]:
        data, sheet, crosses = self.sheet.data, self.sheet, self.crosses
        worth, full = data["points"], crosses | sheet.begun
        got = {"gems": sum(worth["gem"][colour] for at, colour in sheet.of("gem").items() if at in crosses)}
        puzzles: dict[str, set[Square]] = {}
        for at, colour in sheet.of("puzzle").items():
            puzzles.setdefault(colour, set()).add(at)
        got["puzzles"] = sum(worth["puzzle"][colour] for colour, them in puzzles.items() if them <= crosses)
        got["arrows"] = sum(arrow["points"] for arrow in data.get("arrow", ()) if sheet.line(arrow) <= full)
        got["flags"] = sum(self.flags.values())
        got["bombs"] = worth.get("bomb_exploded", 0) * len(self.burnt)
        got["piles"] = worth.get("pile", 0) * len(crosses & set(sheet.of("pile")))
        if "frame" in data:
            row, col = data["frame"]["row"], data["frame"]["col"]
            inside = {(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)}
            got["frame"] = worth["frame"] if inside <= full else 0
        if solo:
            got["bombs"] += worth["bomb_solo"] * len(crosses & set(sheet.of("bomb")))
        return got

    def stars(self) -> int:
        """The rating of a lonely game."""
        points = sum(self.parts(solo=True).values())
        return 1 + sum(points > least for least in STARS[self.sheet.data["rating_column"]])


class Round:
    """The table of one match: sheets, the pool, whose go it is."""

    def __init__(self, text: str, seats: int) -> None:
        self.sheet = Print(text)
        self.pencils = [Pencil(self.sheet) for _ in range(seats)]
        self.struck: Counter[str] = Counter()
        self.pool: Counter[int] = Counter()
        self.turn = self.seat = 0
        self.rockets: list[tuple[int, list[Square]]] = []
        self.last = False

    @property
    def solo(self) -> bool:
        return len(self.pencils) == 1

    @property
    def mine(self) -> Pencil:
        return self.pencils[self.seat]

    @property
    def dice(self) -> int:
        return {1: 8, 2: 7, 3: 10, 4: 13}[len(self.pencils)]

    @property
    def over(self) -> bool:
        full = any(all(at in p.crosses | p.burnt for at in self.sheet.marks) for p in self.pencils)
        return self.turn == (10 if self.solo else 12) or full

    @property
    def places(self) -> list[tuple[int, Square]]:
        return self.mine.places(self.pool.elements())

    def thrown(self, faces: Sequence[int]) -> None:
        self.pool = Counter(faces)
        self.begin()

    def begin(self) -> None:
        """A go begins; who has no square left, whatever the dice, is out at once."""
        if not self.mine.reach:
            self.leave()

    def again(self, faces: Sequence[int]) -> None:
        """The pool thrown again: with nothing that fits, and nothing to give back, the go is over."""
        self.pool = Counter(faces)
        if not self.places and not self.mine.dice:
            self.go_on()

    def put(self, value: int, square: Square) -> None:
        assert (value, square) in self.places
        self.pool -= Counter([value])
        self.mine.dice[square] = value
        if not self.solo or not self.pool.total():
            self.go_on()

    def extra(self, faces: Sequence[int]) -> None:
        """Solo: what the two dice show leaves the pool."""
        self.pool -= Counter(faces)
        if self.pool.total():
            self.begin()
        else:
            self.end()

    def give_back(self, square: Square) -> None:
        self.pool[self.mine.dice.pop(square)] += 1
        self.go_on()

    def leave(self) -> None:
        self.mine.out = True
        self.go_on()

    def go_on(self) -> None:
        """To the next go, or to the end of the turn."""
        playing = [seat for seat, pencil in enumerate(self.pencils) if not pencil.out]
        if not self.pool.total() or not playing or self.last:
            self.end()
            return
        seats = len(self.pencils)
        self.seat = next(s for s in ((self.seat + n) % seats for n in range(1, seats + 1)) if s in playing)
        self.last = len(playing) == 1 and not self.solo
        self.begin()

    def end(self) -> None:
        """Crosses, bombs, flags; rockets wait for their choice."""
        start, seats = self.turn % len(self.pencils), len(self.pencils)
        covered = [set(pencil.dice) for pencil in self.pencils]
        for pencil, them in zip(self.pencils, covered, strict=True):
            pencil.crosses |= them
        bombs = {at for at in self.sheet.of("bomb") if any(at in them for them in covered)}
        for pencil in self.pencils:
            pencil.burnt |= bombs - pencil.crosses
        self._flags(covered)
        for seat in ((start + n) % seats for n in range(seats)):
            self.rockets += [
                (seat, self.planets(seat)) for at in self.sheet.of("rocket") if at in covered[seat]
            ]
        self.next_turn()

    def _flags(self, covered: Sequence[set[Square]]) -> None:
        for colour in sorted(set(self.sheet.of("flag").values())):
            cells = {at for at, other in self.sheet.of("flag").items() if other == colour}
            reached = [p for p, them in zip(self.pencils, covered, strict=True) if them & cells]
            reached = [p for p in reached if colour not in p.flags]
            left = self.sheet.data["points"]["flag"][colour][0 if self.solo else self.struck[colour] :]
            for pencil in reached:
                pencil.flags[colour] = left[0] if left else 0
            self.struck[colour] += len(reached)

    def planets(self, seat: int) -> list[Square]:
        return sorted(at for at in self.sheet.of("planet") if at not in self.pencils[seat].crosses)

    def land(self, seat: int, planet: Square) -> None:
        self.pencils[seat].crosses.add(planet)

    def next_turn(self) -> None:
        for pencil in self.pencils:
            pencil.dice, pencil.out = {}, False
        self.turn, self.pool, self.last = self.turn + 1, Counter(), False
        self.seat = self.turn % len(self.pencils)
