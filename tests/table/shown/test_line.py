"""The law of the Line: a table that waits for somebody says for what, in every game and at every moment."""

from __future__ import annotations

from random import Random

import pytest

from companion.game import AnyGame, Ask, Msg
from companion.games import discover
from companion.table.bots import Bots
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Begin, Wish
from companion.words import Words
from tests.table.table import laid
from tests.table.test_games import TABLES, Thrower, fumble, named

BUSY = ("rolling", "look", "fault")  # the Line is about the dice or the box themselves
PASSING = {  # what the Line says of a gesture; each names what to do, or takes the place of the words that do
    "table.line.practice",
    "table.line.practice_tap",
    "table.line.not_chosen",
    "table.line.swept",
    "table.line.owed",
    "table.line.throw_for",
}
THROWING = {"es": ("tira",), "en": ("throw", "roll")}
WORDS = Words(discover().words)


def says_what_to_do(shown: Shown) -> None:
    """While something is awaited the Line is that of the Ask, and a throw that is due is called one."""
    if not isinstance(shown.ask, Ask) or shown.light in BUSY:
        return
    if shown.line.key not in PASSING:
        assert shown.line == shown.ask.text
    assert shown.line == shown.ask.text or shown.line not in [news.text for news in shown.news]
    if shown.ask.need is not None and shown.line.key not in PASSING - {"table.line.throw_for"}:
        calls_for_a_throw(shown.line)


def calls_for_a_throw(line: Msg) -> None:
    for language, verbs in THROWING.items():
        said = WORDS.say(line, language).lower()
        assert any(verb in said for verb in verbs), f"{said!r} does not say that dice are to be thrown"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_the_line_says_what_to_do_whenever_a_person_is_waited_for(
    game: AnyGame, seats: int, seed: int
) -> None:
    luck = Random(seed)
    with laid() as table:
        table.do(Begin(game.id, tuple("ABCDEF"[:seats]), {}))
        thrower = Thrower(table, game, luck)
        for _ in range(200):
            shown = table.shown
            if not isinstance(shown.ask, Ask):
                break
            if shown.ask.need:
                thrower.throw(shown.ask.need)
            else:
                fumble(thrower, shown, shown.ask)
        for shown in table.feed.every:
            says_what_to_do(shown)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_the_line_says_what_to_throw_for_a_robot(game: AnyGame, seats: int) -> None:
    with laid(bots=Bots(discover().bots, Random(2))) as table:
        table.do(Begin(game.id, tuple("ABCDEF"[:seats]), {}, bots=("simple",) * seats))
        thrower = Thrower(table, game, Random(2))
        for _ in range(60):
            ask = table.shown.ask
            if isinstance(ask, Ask) and ask.need:
                thrower.throw(ask.need)
            table.do(Wish())
        for shown in table.feed.every:
            says_what_to_do(shown)
