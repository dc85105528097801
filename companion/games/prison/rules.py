"""25 to Dice: six inmates break out, two guards patrol and chase; by the rules E1 to E39.

Refuses to know who the players are, how dice are seen, and in what language anything is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.dice import D6, DieKind, DieSpec
from companion.game import (
    Ask,
    Command,
    Game,
    IllegalCommand,
    Line,
    Msg,
    Need,
    News,
    Option,
    Over,
    Progress,
    Roll,
    Seats,
    msg,
)
from companion.games.prison.guards import SIDES, answer, called
from companion.games.prison.hand import Done, Spend, asked
from companion.games.prison.match import State, applied
from companion.games.prison.moves import Escape, Move, Substitute
from companion.games.prison.odds import told
from companion.games.prison.prison import BLUE, GREEN, Prison, opened
from companion.games.prison.scoring import ranked, tally
from companion.games.prison.sheet import GUARDS, INMATES, EscapeSheet
from companion.games.prison.sheet_format import SHEETS
from companion.games.prison.view import sheet_view
from companion.sheets import OtherFormatError, SheetError

SHEET = "25-to-dice"  # the one we bring


class TwentyFiveToDice:
    """The rules as the table sees them."""

    id = "25-to-dice"
    rules = 1
    seats = Seats(least=1, most=6, usual=1)
    options: tuple[Option, ...] = (
        Option("mode", msg("25-to-dice.option.mode"), default="escape", values=("escape", "points")),
        Option("dice", msg("25-to-dice.option.dice"), default="colours", values=("colours", "one")),
        Option("sheet", msg("25-to-dice.option.sheet"), default=SHEET, values=(SHEET,), sheets=SHEETS.id),
    )
    kinds: tuple[DieKind, ...] = (D6,)
    commands: tuple[type[Command], ...] = (Roll, Move, Escape, Substitute, Spend, Done)

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        mode, dice = str(options["mode"]), str(options["dice"])
        prison = opened(sheet_from(str(options["sheet"])), scoring=mode == "points")
        return State(seats, mode, dice, (prison,) * (seats if mode == "points" else 1))

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        phase = state.phase
        if phase == "over":
            return Over(places(state), reason(state))
        if phase == "inmates":
            return asked(state.seat, state.prisons[state.turn], hand)
        if phase == "guards":
            return guards_asked(state)
        if phase == "throw":
            n = state.prisons[state.turn].owned
            text = msg("25-to-dice.throw.inmates", n=n)
            return Ask(state.seat, text, need=Need((DieSpec(D6.id),) * n))
        text = msg("25-to-dice.throw.pick", odds=decided_by(state.prisons[state.at_work]))
        return Ask(state.seat, text, need=Need((DieSpec(D6.id),)))

    def apply(self, state: State, seat: int, command: Command) -> State:
        return applied(state, command)

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        """Escapes, one each; in a match for points what each inmate has scored."""
        prison = state.sheet_of(seat)
        pairs = list(zip(INMATES, prison.inmates, strict=True))
        if state.mode == "escape":
            return tuple(Line(_status(name, i.status), 1) for name, i in pairs if i.status == "escaped")
        return tuple(
            Line(_status(name, inmate.status), inmate.points)
            for name, inmate in pairs
            if inmate.points or inmate.status in ("escaped", "captured")
        )

    def news(self, state: State) -> tuple[News, ...]:
        """What happened, on which sheet if there are several; the end first, as the Line has room for one."""
        if len(state.prisons) == 1:
            events = state.prisons[0].told
        else:
            events = tuple(
                News(msg("25-to-dice.news.sheet", n=place, what=news.text), news.mood)
                for place, prison in enumerate(state.prisons, start=1)
                for news in prison.told
            )
        return (*events[::-1], *state.told) if state.over else (*events, *state.told)

    def progress(self, state: State) -> Progress:
        return Progress(state.round, state.sheet.rounds)

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> Mapping[str, Any]:
        """What the page draws: the match, and on top level the sheet that matters now.

        - `mode` escape or points, `dice_mode` colours or one; `phase` guards, pick, throw, inmates or over;
          `round` of `rounds`; `to_win`, `to_lose`: escapes and captures that end it (mode escape)
        - `seat` who acts, `decider` who has the last word this round (mode escape, else None)
        - `sheet` whose sheet the top level shows: the viewer's, else the one at work (mode points);
          0 in mode escape
        - all of that sheet: see `view.sheet_view`
        - `sheets` one such mapping for each sheet, in the order of seats (just one in mode escape)
        - `ranking` seats in places as things stand (mode points)
        """
        scored = state.mode == "points"
        shown = (state.at_work if viewer is None else viewer) if scored else 0
        sheets = [sheet_view(prison) for prison in state.prisons]
        return sheets[shown] | {
            "mode": state.mode,
            "dice_mode": state.dice,
            "phase": state.phase,
            "round": state.round,
            "rounds": state.sheet.rounds,
            "to_win": state.sheet.escapes_to_win,
            "to_lose": state.sheet.captures_to_lose,
            "seat": state.seat,
            "decider": None if scored else state.seat,
            "sheet": shown,
            "sheets": sheets,
            "ranking": [list(place) for place in places(state)] if scored else [],
        }

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return () if state.over else told(state, hand)


def sheet_from(value: str) -> EscapeSheet:
    """The sheet we bring of this name, or the sheet whose whole text this is."""
    try:
        return SHEETS.shipped(value) if value == SHEET else SHEETS.read(value)
    except OtherFormatError as error:
        raise IllegalCommand(msg("25-to-dice.refused.not_a_prison")) from error
    except SheetError as error:
        raise IllegalCommand(msg("25-to-dice.refused.sheet", why=error.problems[0])) from error


def guards_asked(state: State) -> Ask:
    """Green and blue at once where colours tell them apart, else one after the other."""
    if state.dice == "colours":
        both = tuple(DieSpec(D6.id, colour) for colour in GUARDS)
        return Ask(state.seat, msg("25-to-dice.throw.guards"), need=Need(both))
    guard = called(BLUE if state.green_done else GREEN)
    text = msg("25-to-dice.throw.guard", guard=guard)
    return Ask(state.seat, text, need=Need((DieSpec(D6.id),)))


def decided_by(prison: Prison) -> str:
    """Which values of a die pick whom (E17): `1–3 A, 4–6 B`."""
    question = prison.question
    assert question is not None
    values: dict[str, list[int]] = {name: [] for name in question.between}
    for die in range(1, SIDES + 1):
        if (name := answer(question.between, die)) is not None:
            values[name].append(die)
    spans = {name: "–".join(map(str, sorted({dice[0], dice[-1]}))) for name, dice in values.items()}
    return ", ".join(f"{span} {name}" for name, span in spans.items())


def places(state: State) -> tuple[tuple[int, ...], ...]:
    """Won or lost together; or by escapes, points and tie-breaks (E35 to E37)."""
    if state.mode == "escape":
        return (tuple(range(state.seats)),)
    return ranked([tally(prison) for prison in state.prisons])


def reason(state: State) -> Msg:
    """How it ended."""
    if state.mode == "points":
        best = tally(state.prisons[places(state)[0][0]])
        return msg("25-to-dice.over.points", n=best.escaped, points=best.total)
    (prison,) = state.prisons
    if prison.result == "won":
        return msg("25-to-dice.over.won", n=prison.count("escaped"))
    captured = prison.count("captured")
    nobody_left = captured + prison.count("escaped") == len(prison.inmates)
    if captured >= state.sheet.captures_to_lose or nobody_left:
        return msg("25-to-dice.over.lost", n=captured)
    return msg("25-to-dice.over.late", n=state.round)


def _status(name: str, status: str) -> Msg:
    return msg("25-to-dice.score.inmate", inmate=name, status=msg(f"25-to-dice.status.{status}"))


GAME: Game[State] = TwentyFiveToDice()
