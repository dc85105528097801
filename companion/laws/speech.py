"""Laws about words: all that a game says can be said, in every language, and fits where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.game import Ask, Msg, Over, msg
from companion.laws.sample import Match, Sample, demand
from companion.words import LANGUAGES

LINE_LENGTH = 46  # characters that fit the Line at every size of the page


def a_game_says_its_name_its_options_and_its_faces(sample: Sample) -> None:
    game = sample.game
    texts = [msg(f"{game.id}.{key}") for key in ("name", "about")]
    for option in game.options:
        texts += [option.text, *(msg(f"{option.text.key}.{value}") for value in option.values)]
    texts += [msg(f"face.{kind.id}.{face}") for kind in game.kinds for face in kind.faces]
    for text in texts:
        sample.sentences(text)


def its_words_are_the_same_keys_in_every_language_and_bear_its_name(sample: Sample) -> None:
    game, words = sample.game, sample.plugin.words
    demand(set(words) == set(LANGUAGES), f"words.toml has the tables {sorted(words)}, expected {LANGUAGES}")
    keys = [frozenset(words[language]) for language in LANGUAGES]
    lonely = frozenset.union(*keys) - frozenset.intersection(*keys)
    demand(not lonely, f"words.toml has {sorted(lonely)} in one language only")
    own = (f"{game.id}.", *(f"face.{kind.id}." for kind in game.kinds))
    foreign = sorted(key for key in keys[0] if not key.startswith(own))
    demand(not foreign, f"words.toml has {foreign}, which are faces of no die of this game")


def all_that_is_said_can_be_said_in_every_language(sample: Sample) -> None:
    for match in sample.few:
        for moment in match.moments:
            game, state = moment.game, moment.state
            for text in _on_buttons(moment.ask, game.ask(state)):
                sample.sentences(text)
            for line in (line for seat in range(match.seats) for line in game.score(state, seat)):
                sample.sentences(line.text)


def what_may_stand_on_the_line_fits_it(sample: Sample) -> None:
    for match in sample.matches:
        for text in _on_the_line(match):
            for language, sentence in sample.sentences(text).items():
                told = f"{text.key!r} ({language}) says {sentence!r}: {len(sentence)} characters"
                demand(len(sentence) <= LINE_LENGTH, f"{told}, {LINE_LENGTH} fit the Line")


def _on_buttons(*asks: Ask | Over) -> Iterator[Msg]:
    for offer in (offer for ask in asks if isinstance(ask, Ask) for offer in ask.offers):
        yield from (text for text in (offer.text, offer.note, offer.blocked) if text is not None)


def _on_the_line(match: Match) -> Iterator[Msg]:
    """All that may stand there at any moment of the match."""
    for moment in match.moments:
        yield from _line(moment.ask)
        yield from _line(moment.game.ask(moment.state))
        yield from _news(moment.game, moment.state)
    yield from _line(match.over)
    yield from _news(match.moments[-1].game, match.last)


def _line(ask: Ask | Over) -> Iterator[Msg]:
    yield ask.reason if isinstance(ask, Over) else ask.text


def _news(game: Any, state: Any) -> Iterator[Msg]:
    yield from (news.text for news in game.news(state))


LAWS = (
    a_game_says_its_name_its_options_and_its_faces,
    its_words_are_the_same_keys_in_every_language_and_bear_its_name,
    all_that_is_said_can_be_said_in_every_language,
    what_may_stand_on_the_line_fits_it,
)
"""In the order in which they are tried."""
