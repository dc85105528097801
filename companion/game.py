"""The interface of a game: what a game asks, what may be answered, and what it tells.

Frozen values and pure functions; luck and time come in from outside. Knows no particular game,
no table, no page, no language: words are keys (`Msg`), sentences are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from companion.dice import Die, DieKind, DieSpec

Button = Literal["main", "second", "pick"]
Mood = Literal["calm", "good", "bad", "win"]
MOODS: tuple[Mood, ...] = ("win", "bad", "good", "calm")  # of news, weightiest first
Words = Mapping[str, Mapping[str, str]]  # language -> key -> template


@dataclass(frozen=True)
class Msg:
    """Something to be said: a key into words and what goes into it; never a sentence."""

    key: str
    args: Mapping[str, int | str | Msg] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted(self.args.items(), key=lambda kv: kv[0]))))


def msg(key: str, **args: int | str | Msg) -> Msg:
    """`msg("dalek-dice.throw", n=7)`: a Msg without the ceremony."""
    return Msg(key, args)


def face_name(kind: str, face: str) -> Msg:
    """The name of a face of a die."""
    return msg(f"face.{kind}.{face}")


@dataclass(frozen=True)
class Command:
    """What a player does. Each game adds its own frozen subclasses, with plain values as fields.

    `verb` names the class in logs. `hand` is what must be in the hand for it to be legal: names of
    items of the Pick, in the order chosen; empty for commands that choose nothing.
    """

    verb: ClassVar[str] = ""

    @property
    def hand(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Roll(Command):
    """The one verb that the camera can say: these dice came to rest."""

    verb: ClassVar[str] = "roll"
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True)
class Need:
    """Which dice to throw now, one DieSpec a die.

    `beside`: the dice of earlier throws stay part of the roll, wherever they lie, and the new are counted
    on from them: a pool thrown again in part, extra dice thrown to it. Otherwise a throw is a new roll.
    """

    throw: tuple[DieSpec, ...]
    beside: bool = False


@dataclass(frozen=True)
class Item:
    """One thing that can be chosen. Items of equal `name` are interchangeable to the rules.

    `die` is the place in the roll where the item is a die (the last Roll, and with throws `beside` those
    before it, counted on), so that a hand or a tap on that die chooses it; None for squares and the like,
    which are chosen by name.
    """

    name: str
    die: int | None = None


@dataclass(frozen=True)
class Pick:
    """Choose among dice (or squares): tapped, or taken out of the tray by hand."""

    pool: tuple[Item, ...]
    least: int
    most: int


@dataclass(frozen=True)
class Offer:
    """Something that `seat` may do now.

    `commands` are carried out in order, as one decision. `blocked` says why it cannot be done yet.
    `note` is the small text under the button: what pressing it will bring. `points` is what the seat would
    score by it, for offers that end something. `short` stands for the text where
    there are many that differ by it only.
    """

    seat: int
    commands: tuple[Command, ...]
    text: Msg
    button: Button
    note: Msg | None = None
    blocked: Msg | None = None
    points: int | None = None
    short: str = ""


@dataclass(frozen=True)
class Ask:
    """What is awaited: a throw (`need`), a choice (`pick`), a decision (`offers`), and the one line to say.

    `forced`: places in the roll of dice that the rules keep, whatever the player chooses. `spent`: places of
    dice that are out of play (taken, removed, thrown anew; those that are to be thrown anew are spent in the
    Ask that needs the throw, so that the table knows what else has to stay where it lies). Of dice that show
    the same the game names any; the table finds out which of them a hand took.
    """

    seat: int
    text: Msg
    need: Need | None = None
    pick: Pick | None = None
    offers: tuple[Offer, ...] = ()
    forced: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()


@dataclass(frozen=True)
class Over:
    """The game is over: seats in places, best first; those who tie share a place."""

    places: tuple[tuple[int, ...], ...]
    reason: Msg


@dataclass(frozen=True)
class Line:
    """One line of a score: what for, how much. `round` numbers lines that are a round each, from 1."""

    text: Msg
    points: int
    round: int | None = None


@dataclass(frozen=True)
class Progress:
    """How far a match is; None where the game has no such thing.

    `round` is the one being played, from 1, or the last one played; `rounds` how many there are; `target`
    the points that end the match.
    """

    round: int | None = None
    rounds: int | None = None
    target: int | None = None


NO_PROGRESS = Progress()


@dataclass(frozen=True)
class News:
    """What just happened; the page prints it, lamps and voice follow its mood.

    `seat` is whose news it is, where the text doesn't say that itself.
    """

    text: Msg
    mood: Mood
    seat: int | None = None


def weightiest(news: Iterable[News]) -> News | None:
    """The news that matters most, by its mood; of equals the first."""
    return min(news, key=lambda one: MOODS.index(one.mood), default=None)


@dataclass(frozen=True)
class Option:
    """A choice made before the game starts: an integer in bounds, or one of `values`.

    `sheets` names a format of `companion.sheets`: then the whole text of such a sheet is a value as well, so
    that a log holds the sheet it was played on. `values` are the sheets we bring.
    """

    name: str
    text: Msg
    default: int | str
    least: int = 0
    most: int = 0
    values: tuple[str, ...] = ()
    sheets: str = ""


@dataclass(frozen=True)
class Seats:
    """How many players: from `least` to `most` (None: no limit); below `usual` it is practice."""

    least: int
    most: int | None
    usual: int


class IllegalCommand(Exception):  # noqa: N818 (named as what happened)
    """A command that the game does not offer now; `reason` is what the player is told."""

    def __init__(self, reason: Msg) -> None:
        super().__init__(f"{reason.key} {dict(reason.args)}")
        self.reason = reason


S = TypeVar("S")


class Game(Protocol[S]):
    """A game: facts, and pure functions of its own frozen state `S`.

    `hand` is what the player holds at the moment, names of items of the Pick in the order chosen:
    the offers in the answer are complete commands for that hand, or blocked with the reason why not.
    A command is legal when it is the first of an unblocked offer of `ask(state, command.hand)`,
    or a Roll of exactly the dice needed (`companion.table.legal` checks this, once, for all games).
    `apply` may therefore trust its command. `news` tells what the last command brought. `advice` says exact
    chances for whoever is to act, with that hand; it may take a second, and is asked for only on demand.
    `view` is a frozen dataclass of the game's own, of plain values: all that its part of the page draws.
    `start` raises IllegalCommand for a sheet that cannot be played.
    """

    id: str
    rules: int
    seats: Seats
    options: tuple[Option, ...]
    kinds: tuple[DieKind, ...]
    commands: tuple[type[Command], ...]

    def start(self, seats: int, options: Mapping[str, int | str]) -> S: ...
    def ask(self, state: S, hand: tuple[str, ...] = ()) -> Ask | Over: ...
    def apply(self, state: S, seat: int, command: Command) -> S: ...
    def score(self, state: S, seat: int) -> tuple[Line, ...]: ...
    def news(self, state: S) -> tuple[News, ...]: ...
    def progress(self, state: S) -> Progress: ...
    def view(self, state: S, viewer: int | None, hand: tuple[str, ...] = ()) -> Any: ...
    def advice(self, state: S, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]: ...


AnyGame = Game[Any]
S_contra = TypeVar("S_contra", contravariant=True)


class Bot(Protocol[S_contra]):
    """Decides for one seat. It sees what a player sees: the state and what is asked."""

    def decide(self, state: S_contra, seat: int, luck: Random, /) -> tuple[Command, ...]:
        """The commands of one decision, as an open offer of the game has them; never a throw."""
        ...


def step(game: Game[S], state: S, seat: int, command: Command) -> S:
    """The state after `command`, or IllegalCommand with the reason. What is not offered is not legal."""
    ask = game.ask(state, command.hand)
    if isinstance(ask, Over):
        raise IllegalCommand(msg("table.refused.over"))
    if isinstance(command, Roll):
        return game.apply(state, seat, _wanted(command, ask, game.kinds))
    offered = [o for o in ask.offers if o.commands[:1] == (command,) and o.seat == seat]
    if not offered:
        raise IllegalCommand(msg("table.refused.not_offered"))
    blocks = [o.blocked for o in offered if o.blocked is not None]
    if len(blocks) == len(offered):
        raise IllegalCommand(blocks[0])
    return game.apply(state, seat, command)


def _wanted(roll: Roll, ask: Ask, kinds: tuple[DieKind, ...]) -> Roll:
    """The roll itself, if its dice are just those that `ask` needs, with faces that such dice have."""
    if ask.need is None:
        raise IllegalCommand(msg("table.refused.no_throw"))
    if len(roll.dice) != len(ask.need.throw):
        raise IllegalCommand(msg("table.refused.count", need=len(ask.need.throw), got=len(roll.dice)))
    if not fits(ask.need, roll.dice, kinds):
        raise IllegalCommand(msg("table.refused.kind"))
    faces = {kind.id: kind.faces for kind in kinds}
    for die in roll.dice:
        if die.face not in faces[die.kind]:
            raise IllegalCommand(msg("table.refused.face", face=die.face))
    return roll


def fits(need: Need, dice: tuple[Die, ...], kinds: tuple[DieKind, ...]) -> bool:
    """Whether these dice are those wanted: kind for kind, and colour for colour, where they are named.

    A die of any kind is one of `kinds`, those of the game.
    """
    if not {die.kind for die in dice} <= {kind.id for kind in kinds}:
        return False
    left = list(dice)
    for spec in sorted(need.throw, key=lambda s: (s.kind is None, s.colour is None)):
        suits = (d for d in left if spec.kind in (None, d.kind) and spec.colour in (None, d.colour))
        match = next(suits, None)
        if match is None:
            return False
        left.remove(match)
    return not left
