"""Points of 25 to Dice: what an escape, a chase and a capture score, when a sheet is finished, who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.game import News, msg
from companion.games.prison.prison import Inmate, Prison
from companion.sheets import Cell


@dataclass(frozen=True)
class Tally:
    """What decides between sheets, in this order (E35, E36)."""

    escaped: int
    total: int
    captured: int
    best: int
    substitutions: int
    squares: int

    @property
    def rank(self) -> tuple[int, ...]:
        """Higher is better."""
        return (self.escaped, self.total, -self.captured, self.best, -self.substitutions, -self.squares)


def tally(prison: Prison) -> Tally:
    points = [inmate.points for inmate in prison.inmates]
    return Tally(
        escaped=prison.count("escaped"),
        total=sum(points),
        captured=prison.count("captured"),
        best=max(points),
        substitutions=len(prison.spent),
        squares=len(prison.scored),
    )


def rank_seats(tallies: Sequence[Tally]) -> tuple[tuple[int, ...], ...]:
    """Seats in places, best first; who ties in everything shares a place (E37)."""
    ranks = [one.rank for one in tallies]
    return tuple(
        tuple(seat for seat, other in enumerate(ranks) if other == rank)
        for rank in sorted(set(ranks), reverse=True)
    )


def unscored_sum(prison: Prison, squares: Sequence[Cell]) -> int:
    """The numbers, as they are now, of those of the squares that are not yet scored, each once (E29, E38)."""
    return sum(prison.numbers[square] for square in set(squares) - prison.scored)


def deduct(prison: Prison, name: str, squares: Sequence[Cell]) -> Prison:
    """These squares cost the inmate their numbers and are scored (E30, E31, E33)."""
    return _score(prison, name, squares, -unscored_sum(prison, squares)) if prison.scoring else prison


def credit(prison: Prison, name: str, squares: Sequence[Cell], exit_value: int) -> Prison:
    """An escape brings the numbers of the trail and the exit's value (E28)."""
    points = unscored_sum(prison, squares) + exit_value
    return _score(prison, name, squares, points) if prison.scoring else prison


def _score(prison: Prison, name: str, squares: Sequence[Cell], points: int) -> Prison:
    inmate = prison.inmate(name)
    after = Inmate(inmate.status, inmate.trail, inmate.points + points)
    return replace(prison, inmates=prison.inmates_with(name, after), scored=prison.scored.union(squares))


def judge(prison: Prison) -> Prison:
    """The sheet with its result, if escapes or captures have ended it: at once (E24), but a scored sheet
    only when no guard has still to move (E27)."""
    escaped, captured, sheet = prison.count("escaped"), prison.count("captured"), prison.sheet
    everybody = escaped + captured == len(prison.inmates)
    if prison.scoring:
        return finish(prison) if everybody and not prison.queue else prison
    if escaped >= sheet.escapes_to_win:
        return replace(prison, result="won").with_news(News(msg("25-to-dice.news.won", n=escaped), "win"))
    if captured >= sheet.captures_to_lose or everybody:
        return replace(prison, result="lost").with_news(News(msg("25-to-dice.news.lost", n=captured), "bad"))
    return prison


def finish(prison: Prison) -> Prison:
    """A scored sheet at its end."""
    news = msg("25-to-dice.news.finished", points=tally(prison).total)
    return replace(prison, result="finished").with_news(News(news, "good"))


def time_out(prison: Prison) -> Prison:
    """After the last round: lost without the escapes, or a scored sheet at its end (E25, E34)."""
    if prison.result:
        return prison
    if prison.scoring:
        return finish(prison)
    return replace(prison, result="lost").with_news(News(msg("25-to-dice.news.late"), "bad"))
