"""The points of a match round by round as a drawing: pure numbers for an SVG."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

from web.scene import Scene

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 260, 48, 470, 20, 226  # flat: so it is large in the flat boxes it gets


@dataclass(frozen=True)
class Curve:
    """One seat's points: corners as SVG writes them, and where its badge stands."""

    seat: int
    letter: str
    points: str
    x: float
    y: float


@dataclass(frozen=True)
class Plot:
    height: int
    grid: tuple[tuple[float, int, bool], ...]  # y, points, whether this is the target
    rounds: tuple[tuple[float, int], ...]  # x, number
    lines: tuple[Curve, ...]


def chart(it: Scene) -> Plot:
    """The drawing of all seats' points."""
    runs = [tuple(accumulate((line.points for line in lines), initial=0)) for lines in it.shown.scores]
    most = max((max(run) for run in runs), default=0)
    top, rounds = max(most, it.target or 0, 1), max((len(run) - 1 for run in runs), default=0)

    def x_of(n: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * n / max(rounds, 1), 1)

    def y_of(points: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * points / top, 1)

    lines = tuple(
        Curve(
            seat=seat,
            letter=it.rows[seat].name[:1].upper() if seat < len(it.rows) else "?",
            points=" ".join(f"{x_of(n)},{y_of(points)}" for n, points in enumerate(run)),
            x=x_of(len(run) - 1) + 22,
            y=y,
        )
        for (seat, run), y in zip(enumerate(runs), apart([y_of(run[-1]) for run in runs]), strict=True)
    )
    every = max(1, -(-rounds // 10))
    return Plot(
        height=HEIGHT,
        grid=tuple((y_of(points), points, points == it.target) for points in _marks(top, it.target)),
        rounds=tuple((x_of(n), n) for n in range(every, rounds + 1, every)),
        lines=lines,
    )


def apart(heights: list[float], least: float = 30) -> list[float]:
    """The same heights, moved as little upwards as keeps badges from covering each other."""
    placed = list(heights)
    order = sorted(range(len(heights)), key=lambda n: -heights[n])
    for below, above in pairwise(order):
        placed[above] = min(placed[above], placed[below] - least)
    return placed


def _marks(top: int, target: int | None) -> tuple[int, ...]:
    """Round numbers up to `top` for the left edge, and the target in any case."""
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500) if top / s <= 4), top)
    marks = {
        n for n in range(0, top + 1, step) if target is None or n == target or abs(n - target) > step / 3
    }
    return tuple(sorted(marks | ({target} if target else set())))
