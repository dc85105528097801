"""diZe as the table sees it; by the rules Z1 to Z22."""

from __future__ import annotations

from collections.abc import Mapping

from companion.dice import D6, DieKind
from companion.game import (
    NO_PROGRESS,
    Ask,
    Command,
    Game,
    Line,
    Msg,
    News,
    Option,
    Over,
    Progress,
    Roll,
    Seats,
    msg,
)
from companion.games.dize import asks, odds, turn
from companion.games.dize.news import news
from companion.games.dize.state import WIN_BONUS, Allocate, Choose, GiveUp, GoOn, State, Stop
from companion.games.dize.view import View, view_of
from companion.games.dize.zones import DICE, Zones


class Dize:
    """The rules as the table sees them."""

    id = "dize"
    rules = 1
    seats = Seats(least=1, most=1, usual=1)
    options: tuple[Option, ...] = (
        Option("zombies", msg("dize.option.zombies"), default=4, least=1, most=DICE - 1),
    )
    kinds: tuple[DieKind, ...] = (D6,)
    commands: tuple[type[Command], ...] = (Roll, Choose, Allocate, GoOn, Stop, GiveUp)

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        zombies = int(options["zombies"])
        return State(zombies, Zones(DICE - zombies, zombies))

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        return asks.ask(state, hand)

    def apply(self, state: State, seat: int, command: Command) -> State:
        match command:
            case Roll(dice):
                return turn.THROWS[state.phase](state, tuple(die.face for die in dice))
            case Choose(n):
                return turn.launch(state, n)
            case Allocate():
                return turn.allocate(state, command.heroes)
            case GoOn():
                return turn.go_on(state)
            case Stop():
                return turn.stop(state)
        return turn.give_up(state)

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        lines = (
            Line(msg("dize.score.start"), state.start),
            Line(msg("dize.score.executed"), state.zones.executed),
        )
        return (*lines, Line(msg("dize.score.won"), WIN_BONUS)) if state.result == "won" else lines

    def news(self, state: State) -> tuple[News, ...]:
        return news(state)

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        zones = state.zones
        match state.phase:
            case "choose":
                return odds.number_lines(zones)
            case "infection":
                return odds.infection_lines(zones)
            case "attack":
                return odds.attack_lines(zones)
            case "allocate":
                return allocation_advice(state, hand)
            case "decide":
                return odds.next_attack_lines(zones)
            case "bite":
                return odds.bite_lines(zones)
        return ()

    def progress(self, state: State) -> Progress:
        return NO_PROGRESS

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> View:
        return view_of(state, hand)


def allocation_advice(state: State, hand: tuple[str, ...]) -> tuple[Msg, ...]:
    """For the hand, if it can be taken; else for every number of heroes there may be."""
    fight = state.fight
    assert fight is not None
    if fight.objection(hand) is not None:
        return odds.hero_lines(state.zones, fight.most_in_hand - 1)
    return odds.next_attack_lines(state.zones.allocate(len(hand) - 1))


GAME: Game[State] = Dize()
