"""How the guards of 25 to Dice move: patrol, trails, chase, capture; green completely, then blue."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game import Msg, News, msg
from companion.games.prison.prison import Guard, Prison, Question
from companion.games.prison.scoring import deduct, judge
from companion.games.prison.sheet import GUARDS
from companion.sheets import Cell

DIE_SIDES = 6
EVEN_SHARES = (2, 3, 6)  # numbers of trails that share the values of a die evenly (E17)


@dataclass(frozen=True)
class Walk:
    """What a guard does with its die: squares entered, whom it catches on the last, whose trails stop it."""

    route: tuple[Cell, ...]
    caught: str | None = None
    trails: tuple[str, ...] = ()


def free_trails(prison: Prison, who: int, square: Cell) -> tuple[str, ...]:
    """Inmates whose trail lies on the square and whom the other guard does not chase (E15)."""
    names = prison.trails_on.get(square, ())
    taken = prison.guards[1 - who].chasing
    return names if taken not in names else tuple(name for name in names if name != taken)


def walk(prison: Prison, who: int, die: int) -> Walk:
    """The walk of this guard as it is: along the trail it chases on, or along its loop."""
    chased = prison.guards[who].chasing
    return _patrol(prison, who, die) if chased is None else _chase(prison, who, die, chased)


def _patrol(prison: Prison, who: int, die: int) -> Walk:
    """To the next square ahead with the number, or to whom or what it meets before (E11, E12, E22)."""
    ahead = _ahead(prison, who, die)
    for done, square in enumerate(ahead, start=1):
        if square in prison.standing:
            return Walk(ahead[:done], caught=prison.standing[square])
        if trails := free_trails(prison, who, square):
            return Walk(ahead[:done], trails=trails)
    return Walk(ahead)


def _ahead(prison: Prison, who: int, die: int) -> tuple[Cell, ...]:
    """Squares of the loop to the next one that shows the die; none if no square shows it (E11)."""
    numbers, step = prison.numbers, prison.sheet.patrol[GUARDS[who]].step
    square = prison.guards[who].at
    squares: list[Cell] = []
    for _ in step:
        square = step[square]
        squares.append(square)
        if numbers[square] == die:
            return tuple(squares)
    return ()


def _chase(prison: Prison, who: int, die: int, chased: str) -> Walk:
    """Along the trail to the nearest square with the number, else one square (E13, E14, E16, E19)."""
    trail = prison.inmate(chased).trail
    latest = len(trail) - 1 - trail[::-1].index(prison.guards[who].at)
    ahead = trail[latest + 1 :]
    numbers = [prison.numbers[square] for square in ahead]
    reach = numbers.index(die) + 1 if die in numbers else 1
    for done, square in enumerate(ahead[:reach], start=1):
        if square in prison.standing:
            return Walk(ahead[:done], caught=prison.standing[square])
    return Walk(ahead[:reach])


def advance(prison: Prison) -> Prison:
    """After all guards of the queue have moved, or as far as a question or the end lets them (E24)."""
    while prison.queue and prison.question is None and prison.result is None:
        prison = move_first(prison)
    return judge(prison) if prison.result is None else replace(prison, queue=())


def move_first(prison: Prison) -> Prison:
    """The first guard of the queue moves; trails underfoot come first (E20)."""
    who, die = prison.queue[0]
    guard = prison.guards[who]
    if guard.chasing is None and (trails := free_trails(prison, who, guard.at)):
        if len(trails) > 1:
            return _ask_for_die(prison, who, trails)
        prison = start_chase(prison, who, trails[0])
    return _finish_walk(prison, who, walk(prison, who, die), die)


def _finish_walk(prison: Prison, who: int, gone: Walk, die: int) -> Prison:
    """The prison after this walk of the first guard of the queue."""
    queue = prison.queue[1:]
    if not gone.route:
        news = News(msg("25-to-dice.news.stays", guard=guard_name(who), die=die), "calm")
        return replace(prison, queue=queue, news=(*prison.news, news))
    chased = prison.guards[who].chasing
    prison = replace(prison, guards=prison.guards_with(who, Guard(gone.route[-1], chased)), queue=queue)
    if chased is not None:
        prison = deduct(prison, chased, gone.route)
    if gone.caught is not None:
        return capture(prison, who, gone.caught)
    if len(gone.trails) > 1:
        return _ask_for_die(prison, who, gone.trails)
    return start_chase(prison, who, gone.trails[0]) if gone.trails else prison


def _ask_for_die(prison: Prison, who: int, trails: tuple[str, ...]) -> Prison:
    prison = replace(prison, question=Question(who, trails))
    news = msg("25-to-dice.news.trails", guard=guard_name(who), n=len(trails))
    return prison.with_news(News(news, "calm"))


def start_chase(prison: Prison, who: int, name: str) -> Prison:
    """The guard starts to chase; the square where it starts counts as crossed (E33)."""
    at = prison.guards[who].at
    prison = deduct(prison.with_guard(who, Guard(at, name)), name, (at,))
    news = msg("25-to-dice.news.chases", guard=guard_name(who), inmate=name)
    return prison.with_news(News(news, "calm"))


def capture(prison: Prison, who: int, name: str) -> Prison:
    """The inmate is out of the game, its trail erased; no die is lost (E18)."""
    inmate = prison.inmate(name)
    prison = deduct(prison, name, inmate.trail)
    out = replace(prison.inmate(name), status="captured", trail=())
    prison = prison.with_inmate(name, out).unchased(name)
    news = msg("25-to-dice.news.caught", guard=guard_name(who), inmate=name)
    return judge(prison.with_news(News(news, "bad")))


def answer(between: tuple[str, ...], die: int) -> str | None:
    """Whom the die picks, or None when it has to be thrown again (E17)."""
    n = len(between)
    if n in EVEN_SHARES:
        return between[(die - 1) * n // DIE_SIDES]
    return between[die - 1] if die <= n else None


def pick_trail(prison: Prison, question: Question, die: int) -> Prison:
    """The question answered by a die, and the guards on their way again."""
    name = answer(question.between, die)
    if name is None:
        return prison.with_news(News(msg("25-to-dice.news.again", die=die), "calm"))
    return advance(resolve(prison, question, name))


def resolve(prison: Prison, question: Question, name: str) -> Prison:
    """The guard that stood on several trails chases this inmate; nobody has moved on yet."""
    return start_chase(replace(prison, question=None), question.guard, name)


def guard_name(who: int) -> Msg:
    return msg(f"25-to-dice.guard.{GUARDS[who]}")
