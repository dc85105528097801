"""What anybody may wish of the session: the messages of its one inbox.

The camera says `Sight`, people say the rest. A wish about the running match carries the `ply` at which
it was made (`Shown.ply`); the session refuses it when the match has moved on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.dice import Reading
from companion.game import Msg
from companion.table.shown.snapshot import KeyName, Shown


@dataclass(frozen=True)
class Wish:
    """Something wished of the session."""


@dataclass(frozen=True)
class Sight(Wish):
    """The eye saw this."""

    reading: Reading


@dataclass(frozen=True)
class Fault(Wish):
    """A part (`camera`, `panel`, `reader`, `disk`) is in trouble, or, with `text` None, well again."""

    part: str
    text: Msg | None


@dataclass(frozen=True)
class Press(Wish):
    """A key was pressed. `ply` None: a button on the box, which always means the match as it is now.

    `die`: the die that the keys were about for who pressed it (`Shown.about`; None: no die), so that a
    second press cannot answer the next question, nor a press one that came up under the finger.
    """

    key: KeyName
    ply: int | None = None
    die: int | None = None


def by_button(key: KeyName, seen: Shown | None) -> Press:
    """A button of the box was pressed by somebody who saw this."""
    return Press(key, die=seen.about if seen else None)


@dataclass(frozen=True)
class Toggle(Wish):
    """Take an item, a die by its place in the roll or else its name, into the hand, or put it back."""

    item: int | str
    ply: int


@dataclass(frozen=True)
class Take(Wish):
    """Take offer number `offer` of the present Ask (`Shown.ask.offers`), for buttons of a page of its own."""

    offer: int
    ply: int


@dataclass(frozen=True)
class Answer(Wish):
    """Die `die`, which is asked about (`Shown.about`), shows `face`; None: that is no die."""

    face: str | None
    ply: int
    die: int


@dataclass(frozen=True)
class Correct(Wish):
    """Die `index` of the last roll was misread: it shows `face`."""

    index: int
    face: str
    ply: int


@dataclass(frozen=True)
class Enter(Wish):
    """The dice of the throw that is awaited, typed in by hand."""

    faces: tuple[str, ...]
    ply: int


@dataclass(frozen=True)
class Begin(Wish):
    """Start a match. `bots`: for each seat the strength of the bot that plays it, "" for a person."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, int | str]
    name: str = ""
    bots: tuple[str, ...] = ()


@dataclass(frozen=True)
class Resume(Wish):
    """Put a kept match on the table."""

    match: int


@dataclass(frozen=True)
class Leave(Wish):
    """Take the match off the table; it is kept and can be resumed."""


@dataclass(frozen=True)
class Abandon(Wish):
    """End a match for good, without a winner."""

    match: int


@dataclass(frozen=True)
class Rename(Wish):
    """Give a match a name."""

    match: int
    name: str


@dataclass(frozen=True)
class Reply:
    """The session's answer to a wish: `refusal` None means that it is done and on disk."""

    number: int
    ply: int
    refusal: Msg | None = None
