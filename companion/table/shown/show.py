"""Makes of the desk the one value that page, lamps and voice follow.

Pure. Refuses to know languages, pixels of the page and pins; what it says are Msgs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.game import NO_PROGRESS, Ask, Item, Msg, Over, face_name, msg
from companion.table.log.match import Match, head
from companion.table.log.moves import Rolled
from companion.table.shown.keys import keys
from companion.table.shown.snapshot import Light, LyingDie, Mark, Query, Shown, ShownDie
from companion.table.table_state import Desk
from companion.table.tray import hands
from companion.table.tray.die_identity import Lying
from companion.table.tray.judge import Practice, Wrong, read

GRAVE = (
    "camera",
    "reader",
    "disk",
    "match",
    "bot",
)  # a table cannot go on as if nothing were wrong with these


def show(desk: Desk, number: int) -> Shown:
    """What is to be seen of the desk."""
    match, ask = desk.match, desk.ask
    return Shown(
        number=number,
        ply=desk.ply,
        light=light(desk),
        line=line(desk),
        match=head(match, desk.number) if match else None,
        seat=ask.seat if isinstance(ask, Ask) else None,
        ask=_meant(desk, ask),
        keys=keys(desk),
        dice=dice(desk),
        held=tuple(desk.swap(one) for one in desk.held if one in hands.choosable(desk.pick)),
        query=query(desk),
        about=desk.about,
        complaint=complaint(desk),
        tray=desk.tray.state,
        lying=tuple(_lying(desk, die) for die in desk.tray.lying),
        scores=match.scores if match else (),
        totals=match.totals if match else (),
        news=match.game.news(match.state) if match else (),
        view=view(desk),
        progress=match.game.progress(match.state) if match else NO_PROGRESS,
        faults=tuple(text for _, text in desk.faults),
    )


def _meant(desk: Desk, ask: Ask | Over | None) -> Ask | Over | None:
    """The Ask with the dice that its places mean."""
    if not isinstance(ask, Ask) or not ask.spent:
        return ask
    forced, spent = (tuple(sorted(desk.dice_of(places))) for places in (ask.forced, ask.spent))
    pick = ask.pick and replace(ask.pick, pool=tuple(_item(desk, item) for item in ask.pick.pool))
    return replace(ask, pick=pick, forced=forced, spent=spent)


def _item(desk: Desk, item: Item) -> Item:
    return item if item.die is None else replace(item, die=desk.meant[item.die])


def light(desk: Desk) -> Light:
    """The state of the Line and of the lamps."""
    if _grave(desk):
        return "fault"
    if desk.tray.state == "rolling":
        return "rolling"
    if complaint(desk) or desk.asked:
        return "look"
    if desk.match is None:
        return "idle"
    if isinstance(desk.ask, Over):
        return _ending(desk.match)
    if desk.flash is not None and desk.flash.mood != "calm":
        return desk.flash.mood
    return "ready" if desk.need else "move"


def _ending(match: Match) -> Light:
    """A match that is over was won, unless its news say only that it was lost."""
    moods = {news.mood for news in match.game.news(match.state)}
    return "bad" if "bad" in moods and "win" not in moods else "win"


def line(desk: Desk) -> Msg:
    """The one line: trouble first, then what rolls, what is doubtful, what to do.

    What just happened is news, and stands beside it: a table that waits for somebody says for what.
    """
    grave = _grave(desk)
    if grave:
        return grave[0]
    if desk.tray.state == "rolling":
        return msg("table.line.rolling")
    trouble = _trouble(desk)
    if trouble is not None:
        return trouble
    if desk.match is None or desk.ask is None:
        return msg("table.line.idle")
    if isinstance(desk.ask, Over):
        return _result(desk.match, desk.ask)
    return desk.notice or _practice(desk) or _swept(desk) or _owed(desk) or _for_bot(desk) or desk.ask.text


def _grave(desk: Desk) -> list[Msg]:
    """The faults that keep people from playing; of the others the set-up page tells."""
    return [text for part, text in desk.faults if part in GRAVE]


def _trouble(desk: Desk) -> Msg | None:
    return question(desk, desk.asked) if desk.asked else complaint(desk)


def question(desk: Desk, die: Lying) -> Msg:
    """What is asked about a die that could not be read."""
    if die.seen.status not in ("unsure", "ok"):  # ok: surely seen, but no face that the game knows
        return msg(f"table.query.{die.seen.status}")
    face, _ = desk.guesses(die)[desk.proposed(die)]
    return msg("table.query.unsure", face=face_name(die.seen.kind, face))


def complaint(desk: Desk) -> Msg | None:
    """What is wrong with the dice in the tray."""
    if isinstance(desk.verdict, Wrong):
        return desk.verdict.text
    return _turned(desk)


def _turned(desk: Desk) -> Msg | None:
    if desk.turned is None or desk.match is None:
        return None
    place, die = desk.turned
    if die.id not in desk.tray.owed:
        return msg("table.complaint.turned")
    was = desk.match.rolled[place].thrown.die
    return msg("table.complaint.owed", die=face_name(was.kind, was.face))


def _practice(desk: Desk) -> Msg | None:
    if not isinstance(desk.verdict, Practice):
        return None
    return msg("table.line.practice_tap" if desk.pick else "table.line.practice")


def _swept(desk: Desk) -> Msg | None:
    """All dice were taken up at once, and nothing is chosen yet."""
    return msg("table.line.swept") if desk.swept and desk.pick and not desk.hand else None


def _for_bot(desk: Desk) -> Msg | None:
    """People throw the dice for a bot."""
    if desk.match is None or desk.asked_for is None or desk.need is None:
        return None
    seat = desk.asked_for.seat
    if not desk.match.bot(seat):
        return None
    return msg("table.line.throw_for", n=len(desk.need.throw), name=desk.match.first.seats[seat])


def _owed(desk: Desk) -> Msg | None:
    """A die of the roll that has to come back into the tray."""
    if desk.owed is None or desk.match is None:
        return None
    die = desk.match.rolled[desk.owed].thrown.die
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


def query(desk: Desk) -> Query | None:
    """The question about the die that could not be read."""
    die = desk.asked
    if die is None:
        return None
    seen = die.seen
    return Query(
        desk.place(die), seen.status, seen.kind, desk.guesses(die), desk.proposed(die), seen.box, desk.frame
    )


def dice(desk: Desk) -> tuple[ShownDie, ...]:
    """The dice of the throw in progress, or else of the roll; dice thrown for practice or to it come after.

    Dice that are out of play are left out, unless one can be chosen all the same.
    """
    pending = tuple(_pending(desk, die) for die in desk.tray.thrown)
    if desk.need is not None and pending and not desk.need.beside:
        return pending
    can = desk.dice_of(hands.choosable(desk.pick))
    roll = _roll(desk)
    shown = (_rolled(desk, die, one, die in can) for die, one in roll if die in can or die not in desk.spent)
    return (*shown, *pending)


def _roll(desk: Desk) -> tuple[tuple[int, Rolled], ...]:
    """The dice of the roll by their places; once a new roll is due only those of its last throw."""
    roll = tuple(enumerate(desk.match.rolled if desk.match else ()))
    if desk.need is None or desk.need.beside:
        return roll
    return tuple((place, one) for place, one in roll if one.throw == roll[-1][1].throw)


def _rolled(desk: Desk, place: int, one: Rolled, choosable: bool) -> ShownDie:
    die = one.thrown
    mark, of = _mark(desk, place), die.die
    return ShownDie(place, of.kind, of.face, die.sure, die.source, mark, choosable, of.colour)


def _mark(desk: Desk, place: int) -> Mark:
    if isinstance(desk.ask, Ask) and place in desk.dice_of(desk.ask.forced):
        return "forced"
    if place == desk.owed:
        return "owed"
    return "held" if place in desk.dice_of(desk.held) else "free"


def _pending(desk: Desk, die: Lying) -> ShownDie:
    one = read(die)
    mark: Mark = "free" if die.told or die.seen.status == "ok" else "unsure"
    if isinstance(desk.verdict, Practice):
        mark = "practice"
    return ShownDie(-1, one.die.kind, one.die.face, one.sure, one.source, mark, colour=one.die.colour)


def _lying(desk: Desk, die: Lying) -> LyingDie:
    seen = die.seen
    status = "ok" if die.told else seen.status
    moved = die.id not in desk.tray.baseline
    stays = die.id in desk.tray.kept - desk.tray.ids(desk.spent)  # what is spent may as well be put away
    return LyingDie(seen.kind, die.told or seen.face, status, seen.sure, seen.box, seen.quad, moved, stays)


def view(desk: Desk) -> Any:
    """What the game shows, with the dice in the hand kept as far as that is a choice and no ending."""
    if desk.match is None:
        return None
    state, hand = _preview(desk)
    return desk.match.game.view(state, None, hand)


def _preview(desk: Desk) -> tuple[Any, tuple[str, ...]]:
    """The state with the choice in the hand made, or the state as it is and the hand beside it."""
    match, ask = desk.match, desk.ask
    assert match is not None
    as_it_is = match.state, desk.hand
    offers = ask.offers if isinstance(ask, Ask) and desk.hand else ()
    mine = [one for one in offers if one.blocked is None and one.commands[0].hand == desk.hand]
    # only a choice that decisions follow is shown as made; of several squares for a die none is yet chosen
    if len({one.commands[0] for one in mine}) != 1 or all(len(one.commands) == 1 for one in mine):
        return as_it_is
    offer = mine[0]
    after = match.game.apply(match.state, offer.seat, offer.commands[0])
    then = match.game.ask(after)
    return (after, ()) if isinstance(then, Ask) and then.seat == offer.seat else as_it_is
