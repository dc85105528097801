"""Laws that every game keeps, tried on random games of all games there are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice import D6, Die
from companion.game import AnyGame, Ask, Command, IllegalCommand, Msg, Over, Roll, msg, step
from companion.games import discover
from companion.table.log.codec import decode, encode, plain
from companion.words import LANGUAGES, Words
from tests.games.playing import Moment, hands, open_offers, options_of, playout, seats_of

FOUND = discover()
GAMES = FOUND.games
WORDS = Words(FOUND.words)
OURS = "companion.games."
LINE = 46  # characters that fit the Line at every size of the page
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def random_games(examples: int = 12) -> Callable[[Callable[..., None]], Any]:
    def wrapped(test: Callable[..., None]) -> Any:
        seeded = given(seed=st.integers(0, 2**32))(test)
        return every_game(settings(max_examples=examples, deadline=None, derandomize=True)(seeded))

    return wrapped


def opened(game: AnyGame, luck: Random) -> Any:
    return game.start(seats_of(game, luck), options_of(game, luck))


def moments(game: AnyGame, seed: int) -> Iterator[Moment]:
    luck = Random(seed)
    return playout(game, opened(game, luck), luck)


def last_state(game: AnyGame, seed: int) -> Any:
    """The state in which a random game is over."""
    state = opened(game, Random(seed))
    for moment in moments(game, seed):
        state = moment.state
        for command in moment.commands:
            state = step(game, state, moment.ask.seat, command)
    return state


def reason(game: AnyGame, state: Any, seat: int, command: Command) -> Msg:
    """Why the command is refused; the state must be the same after it."""
    before = repr(state)
    with pytest.raises(IllegalCommand) as refusal:
        step(game, state, seat, command)
    assert repr(state) == before
    return refusal.value.reason


def say_all(said: Msg) -> dict[str, str]:
    sentences: dict[str, str] = {language: WORDS.say(said, language) for language in LANGUAGES}
    for sentence in sentences.values():
        assert sentence.strip() == sentence != ""
        assert "{" not in sentence
        assert "}" not in sentence
    return sentences


@every_game
def test_a_game_has_its_page_and_its_tests(game: AnyGame) -> None:
    package = type(game).__module__.rpartition(".")[0]
    assert FOUND.plugins[game.id].page.has("table.html")
    if package.startswith(OURS):
        assert (Path(__file__).parent / package.removeprefix(OURS) / "test_rules.py").is_file()


@every_game
def test_dice_with_faces_of_their_own_are_drawn(game: AnyGame) -> None:
    page = FOUND.plugins[game.id].page
    for kind in game.kinds:
        if kind != D6:
            symbols = page.text("symbols.svg")
            assert [face for face in kind.faces if f'id="{face}"' not in symbols] == []


@every_game
def test_a_game_says_its_name_its_options_and_its_faces(game: AnyGame) -> None:
    for key in ("name", "about"):
        say_all(msg(f"{game.id}.{key}"))
    for option in game.options:
        say_all(option.text)
        for value in option.values:
            say_all(msg(f"{option.text.key}.{value}"))
    for kind in game.kinds:
        for face in kind.faces:
            say_all(msg(f"face.{kind.id}.{face}"))


@every_game
def test_a_games_words_are_the_same_keys_in_every_language_and_bear_its_name(game: AnyGame) -> None:
    words = FOUND.plugins[game.id].words
    assert set(words) == set(LANGUAGES)
    assert len({frozenset(templates) for templates in words.values()}) == 1
    own = (f"{game.id}.", *(f"face.{kind.id}." for kind in game.kinds))
    assert all(key.startswith(own) for templates in words.values() for key in templates)


@every_game
def test_a_game_starts_with_its_default_options(game: AnyGame) -> None:
    options = {option.name: option.default for option in game.options}
    assert isinstance(game.ask(game.start(game.seats.usual, options)), Ask)
    assert game.seats.least <= game.seats.usual
    for option in game.options:
        if option.values:
            assert option.default in option.values
        else:
            assert isinstance(option.default, int)
            assert option.least <= option.default <= option.most


@every_game
def test_verbs_tell_commands_apart(game: AnyGame) -> None:
    verbs = [command.verb for command in game.commands]
    assert len(set(verbs)) == len(verbs)
    assert "" not in verbs


@random_games(40)
def test_something_is_awaited_until_the_game_is_over_and_it_ends(game: AnyGame, seed: int) -> None:
    for moment in moments(game, seed):
        assert (moment.ask.need is None) != (not moment.ask.offers)
    over = game.ask(last_state(game, seed))
    assert isinstance(over, Over)
    assert over.places
    assert all(over.places)


@random_games()
def test_every_seat_has_one_place_in_the_end(game: AnyGame, seed: int) -> None:
    over = game.ask(last_state(game, seed))
    assert isinstance(over, Over)
    seats = seats_of(game, Random(seed))
    assert sorted(seat for place in over.places for seat in place) == list(range(seats))


@random_games()
def test_nothing_is_legal_when_the_game_is_over(game: AnyGame, seed: int) -> None:
    state = last_state(game, seed)
    for moment in moments(game, seed):
        assert reason(game, state, moment.ask.seat, moment.commands[0]) == msg("table.refused.over")


@random_games()
def test_a_state_is_a_frozen_value_that_apply_never_changes(game: AnyGame, seed: int) -> None:
    for moment in moments(game, seed):
        before, mark = repr(moment.state), hash(moment.state)
        once = step(game, moment.state, moment.ask.seat, moment.commands[0])
        again = step(game, moment.state, moment.ask.seat, moment.commands[0])
        assert (repr(moment.state), hash(moment.state)) == (before, mark)
        assert once == again
        assert hash(once) == hash(again)


def told(game: AnyGame, state: Any, ask: Ask | Over) -> Iterator[Msg]:
    """What may stand on the Line at this moment."""
    yield ask.reason if isinstance(ask, Over) else ask.text
    for news in game.news(state):
        yield news.text


@random_games()
def test_all_that_is_said_can_be_said_in_every_language(game: AnyGame, seed: int) -> None:
    for moment in moments(game, seed):
        seats = range(seats_of(game, Random(seed)))
        said = [line.text for seat in seats for line in game.score(moment.state, seat)]
        for offer in (*moment.ask.offers, *asked_empty(moment).offers):
            said += [text for text in (offer.text, offer.note, offer.blocked) if text is not None]
        for text in said:
            say_all(text)


@random_games(40)
def test_what_may_stand_on_the_line_fits_it(game: AnyGame, seed: int) -> None:
    end = last_state(game, seed)
    lines = list(told(game, end, game.ask(end)))
    for moment in moments(game, seed):
        lines += told(game, moment.state, moment.ask)
        lines += told(game, moment.state, asked_empty(moment))
    for sentences in map(say_all, lines):
        for sentence in sentences.values():
            assert len(sentence) <= LINE, sentence


def asked_empty(moment: Moment) -> Ask:
    ask = moment.game.ask(moment.state)
    assert isinstance(ask, Ask)
    return ask


@random_games()
def test_a_view_is_json_for_every_viewer(game: AnyGame, seed: int) -> None:
    states = [*(moment.state for moment in moments(game, seed)), last_state(game, seed)]
    for state in states:
        for viewer in (None, *range(seats_of(game, Random(seed)))):
            view = plain(game.view(state, viewer))
            assert json.loads(json.dumps(view)) == view


@random_games()
def test_commands_survive_json(game: AnyGame, seed: int) -> None:
    for moment in moments(game, seed):
        for command in moment.commands:
            body = json.loads(json.dumps(encode(command)))
            assert decode(body, game.commands) == command


def wrong(game: AnyGame, roll: Roll) -> Iterator[Roll]:
    """Rolls that are nearly this one: one die too many, one too few, a strange kind, face, colour."""
    first, *rest = roll.dice
    yield Roll((*roll.dice, first))
    yield Roll(tuple(rest))
    yield Roll((Die("no such kind", first.face, first.colour), *rest))
    yield Roll((Die(first.kind, "no such face", first.colour), *rest))
    for kind in game.kinds:
        if kind.id != first.kind:
            yield Roll((Die(kind.id, kind.faces[0], first.colour), *rest))
    if first.colour is not None:
        yield Roll((Die(first.kind, first.face, "no such colour"), *rest))


@random_games()
def test_wrong_dice_are_refused_and_change_nothing(game: AnyGame, seed: int) -> None:
    for moment in moments(game, seed):
        command = moment.commands[0]
        if not isinstance(command, Roll):
            some = Roll((Die(game.kinds[0].id, game.kinds[0].faces[0]),))
            assert reason(game, moment.state, moment.ask.seat, some) == msg("table.refused.no_throw")
            continue
        for roll in wrong(game, command):
            say_all(reason(game, moment.state, moment.ask.seat, roll))


@random_games()
def test_an_open_offer_can_be_carried_out_and_a_blocked_one_is_refused_with_its_reason(
    game: AnyGame, seed: int
) -> None:
    luck = Random(seed)
    for moment in moments(game, seed):
        pick = moment.ask.pick
        strange = [] if pick is None else [("no such item",)]
        tried = [(), *strange] + [hand for hand, _ in zip(hands(pick, luck), range(3), strict=False)]
        for hand in tried:
            ask = game.ask(moment.state, hand)
            assert isinstance(ask, Ask)
            for offer in ask.offers:
                if offer.blocked is not None:
                    say_all(offer.blocked)
                    assert reason(game, moment.state, offer.seat, offer.commands[0]) == offer.blocked
                    continue
                state = moment.state
                for command in offer.commands:
                    state = step(game, state, offer.seat, command)


@random_games()
def test_what_is_not_in_the_pick_cannot_be_chosen(game: AnyGame, seed: int) -> None:
    for moment in moments(game, seed):
        ask = game.ask(moment.state, ("no such item",))
        chosen = [offer for offer in open_offers(ask) if offer.commands[0].hand]
        assert not chosen


@random_games()
def test_a_pick_over_dice_names_dice_of_the_roll_each_once(game: AnyGame, seed: int) -> None:
    lying = 0
    for moment in moments(game, seed):
        command, pick = moment.commands[0], moment.ask.pick
        if isinstance(command, Roll):
            assert moment.ask.need is not None
            lying = len(command.dice) + (lying if moment.ask.need.beside else 0)
        if pick is not None:
            dice = [item.die for item in pick.pool if item.die is not None]
            assert len(set(dice)) == len(dice)
            assert set(dice) <= set(range(lying))
            assert 0 <= pick.least <= pick.most <= len(pick.pool)


@random_games()
def test_another_seat_cannot_act(game: AnyGame, seed: int) -> None:
    for moment in moments(game, seed):
        command = moment.commands[0]
        if not isinstance(command, Roll):
            assert reason(game, moment.state, -1, command) == msg("table.refused.not_offered")
