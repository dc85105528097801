"""Makes of the table the one value that page, lamps and voice follow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.game import NO_PROGRESS, Ask, Item, Msg, Over, face_name, msg
from companion.table.log.match import Match, head
from companion.table.log.moves import RollDie
from companion.table.shown.keys import keys
from companion.table.shown.snapshot import Light, LyingDie, Mark, Query, Shown, ShownDie
from companion.table.table_state import TableState
from companion.table.tray import hands
from companion.table.tray.die_identity import TrayDie
from companion.table.tray.judge import Practice, Wrong, thrown_die

GRAVE_PARTS = ("camera", "reader", "disk", "match", "bot")  # with one in trouble a table cannot go on


def show(table: TableState, number: int) -> Shown:
    """What is to be seen of the table."""
    match, ask = table.match, table.ask
    return Shown(
        number=number,
        ply=table.ply,
        light=light(table),
        line=line(table),
        match=head(match, table.number) if match else None,
        kinds=tuple(kind.id for kind in match.game.kinds) if match else (),
        seat=ask.seat if isinstance(ask, Ask) else None,
        ask=_meant(table, ask),
        keys=keys(table),
        dice=dice(table),
        held=tuple(table.swap(one) for one in table.held if one in hands.choosable(table.pick)),
        query=query(table),
        about=table.about,
        complaint=complaint(table),
        tray=table.tray.state,
        lying=tuple(_lying(table, die) for die in table.tray.lying),
        scores=match.scores if match else (),
        totals=match.totals if match else (),
        news=match.game.news(match.state) if match else (),
        view=view(table),
        progress=match.game.progress(match.state) if match else NO_PROGRESS,
        faults=tuple(text for _, text in table.faults),
    )


def _meant(table: TableState, ask: Ask | Over | None) -> Ask | Over | None:
    """The Ask with the dice that its places mean."""
    if not isinstance(ask, Ask) or not ask.spent:
        return ask
    forced, spent = (tuple(sorted(table.dice_of(places))) for places in (ask.forced, ask.spent))
    pick = ask.pick and replace(ask.pick, pool=tuple(_item(table, item) for item in ask.pick.pool))
    return replace(ask, pick=pick, forced=forced, spent=spent)


def _item(table: TableState, item: Item) -> Item:
    return item if item.die is None else replace(item, die=table.dice_by_place[item.die])


def light(table: TableState) -> Light:
    """The state of the Line and of the lamps."""
    if _grave(table):
        return "fault"
    if table.tray.state == "rolling":
        return "rolling"
    if complaint(table) or table.doubtful_die:
        return "look"
    if table.match is None:
        return "idle"
    if isinstance(table.ask, Over):
        return _ending(table.match)
    if table.flash is not None and table.flash.mood != "calm":
        return table.flash.mood
    return "ready" if table.need else "move"


def _ending(match: Match) -> Light:
    """A match that is over was won, unless its news say only that it was lost."""
    moods = {news.mood for news in match.game.news(match.state)}
    return "bad" if "bad" in moods and "win" not in moods else "win"


def line(table: TableState) -> Msg:
    """The one line: trouble first, then what rolls, what is doubtful, what to do.

    What just happened is news, and stands beside it: a table that waits for somebody says for what.
    """
    grave = _grave(table)
    if grave:
        return grave[0]
    if table.tray.state == "rolling":
        return msg("table.line.rolling")
    trouble = _trouble(table)
    if trouble is not None:
        return trouble
    if table.match is None or table.ask is None:
        return msg("table.line.idle")
    if isinstance(table.ask, Over):
        return _result(table.match, table.ask)
    return (
        table.notice
        or _practice(table)
        or _roll_taken_up(table)
        or _owed(table)
        or _for_bot(table)
        or table.ask.text
    )


def _grave(table: TableState) -> list[Msg]:
    """The faults that keep people from playing; of the others the set-up page tells."""
    return [text for part, text in table.faults if part in GRAVE_PARTS]


def _trouble(table: TableState) -> Msg | None:
    return question(table, table.doubtful_die) if table.doubtful_die else complaint(table)


def question(table: TableState, die: TrayDie) -> Msg:
    """What is asked about a die that could not be read."""
    if die.seen.status not in ("unsure", "ok"):  # ok: surely seen, but no face that the game knows
        return msg(f"table.query.{die.seen.status}")
    face, _ = table.guesses(die)[table.proposed(die)]
    return msg("table.query.unsure", face=face_name(die.seen.kind, face))


def complaint(table: TableState) -> Msg | None:
    """What is wrong with the dice in the tray."""
    if isinstance(table.verdict, Wrong):
        return table.verdict.text
    return _turned(table)


def _turned(table: TableState) -> Msg | None:
    if table.turned is None or table.match is None:
        return None
    place, die = table.turned
    if die.id not in table.tray.owed:
        return msg("table.complaint.turned")
    was = table.match.roll[place].thrown.die
    return msg("table.complaint.owed", die=face_name(was.kind, was.face))


def _practice(table: TableState) -> Msg | None:
    if not isinstance(table.verdict, Practice):
        return None
    return msg("table.line.practice_tap" if table.pick else "table.line.practice")


def _roll_taken_up(table: TableState) -> Msg | None:
    """All dice were taken up at once, and nothing is chosen yet."""
    return msg("table.line.swept") if table.roll_taken_up and table.pick and not table.hand else None


def _for_bot(table: TableState) -> Msg | None:
    """People throw the dice for a bot."""
    if table.match is None or table.asked_for is None or table.need is None:
        return None
    seat = table.asked_for.seat
    if not table.match.bot(seat):
        return None
    return msg("table.line.throw_for", n=len(table.need.throw), name=table.match.first.seats[seat])


def _owed(table: TableState) -> Msg | None:
    """A die of the roll that has to come back into the tray."""
    if table.owed is None or table.match is None:
        return None
    die = table.match.roll[table.owed].thrown.die
    return msg("table.line.owed", die=face_name(die.kind, die.face))


def _result(match: Match, over: Over) -> Msg:
    """Who won; where all share one place there is nobody to name, and the game says how it ended."""
    seats, first = match.first.seats, over.places[0]
    if len(first) == len(seats):
        return over.reason
    points = match.totals[first[0]]
    if len(first) == 1:
        return msg("table.line.won", name=seats[first[0]], points=points)
    return msg("table.line.shared", names=", ".join(seats[seat] for seat in first), points=points)


def query(table: TableState) -> Query | None:
    """The question about the die that could not be read."""
    die = table.doubtful_die
    if die is None:
        return None
    seen = die.seen
    return Query(
        table.place(die),
        seen.status,
        seen.kind,
        table.guesses(die),
        table.proposed(die),
        seen.box,
        table.frame,
    )


def dice(table: TableState) -> tuple[ShownDie, ...]:
    """The dice of the throw in progress, or else of the roll; dice thrown for practice or to it come after.

    Dice that are out of play are left out, unless one can be chosen all the same.
    """
    pending = tuple(_pending(table, die) for die in table.tray.thrown)
    if table.need is not None and pending and not table.need.beside:
        return pending
    can = table.dice_of(hands.choosable(table.pick))
    roll = _roll(table)
    shown = (
        _rolled(table, die, one, die in can) for die, one in roll if die in can or die not in table.spent
    )
    return (*shown, *pending)


def _roll(table: TableState) -> tuple[tuple[int, RollDie], ...]:
    """The dice of the roll by their places; once a new roll is due only those of its last throw.

    When all is over nothing says any more what is spent: those are left out that were when dice came last.
    """
    if table.match is None:
        return ()
    roll = tuple(enumerate(table.match.roll))
    if isinstance(table.ask, Over):
        return tuple((place, one) for place, one in roll if place not in table.match.gone)
    if table.need is None or table.need.beside:
        return roll
    return tuple((place, one) for place, one in roll if one.throw == roll[-1][1].throw)


def _rolled(table: TableState, place: int, one: RollDie, choosable: bool) -> ShownDie:
    die = one.thrown
    mark, of = _mark(table, place), die.die
    return ShownDie(place, of.kind, of.face, die.sure, die.source, mark, choosable, of.colour)


def _mark(table: TableState, place: int) -> Mark:
    if isinstance(table.ask, Ask) and place in table.dice_of(table.ask.forced):
        return "forced"
    if place == table.owed:
        return "owed"
    return "held" if place in table.dice_of(table.held) else "free"


def _pending(table: TableState, die: TrayDie) -> ShownDie:
    one = thrown_die(die)
    mark: Mark = "free" if die.named_face or die.seen.status == "ok" else "unsure"
    if isinstance(table.verdict, Practice):
        mark = "practice"
    return ShownDie(-1, one.die.kind, one.die.face, one.sure, one.source, mark, colour=one.die.colour)


def _lying(table: TableState, die: TrayDie) -> LyingDie:
    seen = die.seen
    status = "ok" if die.named_face else seen.status
    moved = die.id not in table.tray.baseline
    face = die.named_face or seen.face
    stays = table.tray.keepers - table.tray.ids(table.spent)  # what is spent may as well be put away
    return LyingDie(seen.kind, face, status, seen.sure, seen.box, seen.quad, moved, die.id in stays)


def view(table: TableState) -> Any:
    """What the game shows, with the dice in the hand kept as far as that is a choice and no ending."""
    if table.match is None:
        return None
    state, hand = _preview(table)
    return table.match.game.view(state, None, hand)


def _preview(table: TableState) -> tuple[Any, tuple[str, ...]]:
    """The state with the choice in the hand made, or the state as it is and the hand beside it."""
    match, ask = table.match, table.ask
    assert match is not None
    as_it_is = match.state, table.hand
    offers = ask.offers if isinstance(ask, Ask) and table.hand else ()
    mine = [one for one in offers if one.blocked is None and one.commands[0].hand == table.hand]
    # only a choice that decisions follow is shown as made; of several squares for a die none is yet chosen
    if len({one.commands[0] for one in mine}) != 1 or all(len(one.commands) == 1 for one in mine):
        return as_it_is
    offer = mine[0]
    after = match.game.apply(match.state, offer.seat, offer.commands[0])
    then = match.game.ask(after)
    return (after, ()) if isinstance(then, Ask) and then.seat == offer.seat else as_it_is
