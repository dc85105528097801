"""25 to Dice: six inmates break out, two guards patrol and chase; by the rules E1 to E39."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

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
from companion.games.prison.asks import inmates_ask
from companion.games.prison.guards import DIE_SIDES, answer, guard_name
from companion.games.prison.hand import Done, Spend
from companion.games.prison.match import State, apply_command
from companion.games.prison.moves import Escape, Move, Substitute
from companion.games.prison.odds import advice
from companion.games.prison.outcome import places, reason
from companion.games.prison.prison import BLUE, GREEN, Prison, new_prison
from companion.games.prison.sheet import GUARDS, INMATES, EscapeSheet
from companion.games.prison.sheet_format import SHEETS
from companion.games.prison.view import View, view_of
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
        prison = new_prison(sheet_from(str(options["sheet"])), scoring=mode == "points")
        return State(seats, mode, dice, (prison,) * (seats if mode == "points" else 1))

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        phase = state.phase
        if phase == "over":
            return Over(places(state), reason(state))
        if phase == "inmates":
            return inmates_ask(state.seat, state.prisons[state.turn], hand)
        if phase == "guards":
            return guards_asked(state)
        if phase == "throw":
            n = state.prisons[state.turn].owned
            text = msg("25-to-dice.throw.inmates", n=n)
            return Ask(state.seat, text, need=Need((DieSpec(D6.id),) * n))
        text = msg("25-to-dice.throw.pick", odds=decided_by(state.prisons[state.at_work]))
        return Ask(state.seat, text, need=Need((DieSpec(D6.id),)))

    def apply(self, state: State, seat: int, command: Command) -> State:
        return apply_command(state, command)

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
        """What happened, on whose sheet if there are several; the end first, as the Line has room for one."""
        if len(state.prisons) == 1:
            events = state.prisons[0].news
        else:
            events = tuple(
                replace(news, seat=seat) for seat, prison in enumerate(state.prisons) for news in prison.news
            )
        return (*events[::-1], *state.news) if state.over else (*events, *state.news)

    def progress(self, state: State) -> Progress:
        return Progress(state.round, state.sheet.rounds)

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> View:
        return view_of(state, viewer, hand)

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return () if state.over else advice(state, hand)


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
    guard = guard_name(BLUE if state.green_done else GREEN)
    text = msg("25-to-dice.throw.guard", guard=guard)
    return Ask(state.seat, text, need=Need((DieSpec(D6.id),)))


def decided_by(prison: Prison) -> str:
    """Which values of a die pick whom (E17): `1–3 A, 4–6 B`."""
    question = prison.question
    assert question is not None
    values: dict[str, list[int]] = {name: [] for name in question.between}
    for die in range(1, DIE_SIDES + 1):
        if (name := answer(question.between, die)) is not None:
            values[name].append(die)
    spans = {name: "–".join(map(str, sorted({dice[0], dice[-1]}))) for name, dice in values.items()}
    return ", ".join(f"{span} {name}" for name, span in spans.items())


def _status(name: str, status: str) -> Msg:
    return msg("25-to-dice.score.inmate", inmate=name, status=msg(f"25-to-dice.status.{status}"))


GAME: Game[State] = TwentyFiveToDice()
