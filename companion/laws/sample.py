"""A game's plugin with random matches of it: what a law is tried on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from companion.game import AnyGame, Command, IllegalCommand, Msg, Over, step
from companion.laws.random_play import EndlessGame, Moment, playout, random_options, random_seats
from companion.plugin import Plugin
from companion.words import LANGUAGES, Words, WordsError

MATCHES = 40
FEW = 12  # matches, for laws that do much at each moment


class BrokenLaw(AssertionError):  # noqa: N818 (named as what happened)
    """A game does not keep a law; the text says what was done, what came of it and what was expected."""


def demand(kept: bool, otherwise: str) -> None:
    """BrokenLaw with this text, unless the law is kept."""
    if not kept:
        raise BrokenLaw(otherwise)


@dataclass(frozen=True)
class Match:
    """A random match from its start to its end."""

    seats: int
    options: Mapping[str, int | str]
    moments: tuple[Moment, ...]
    last: Any
    over: Over


class Sample:
    """A plugin, its words, and random matches of its game, played when the first law asks for them."""

    def __init__(self, plugin: Plugin, matches: int = MATCHES) -> None:
        self.plugin = plugin
        self._wanted = matches
        self._sentences: dict[Msg, dict[str, str]] = {}

    @property
    def game(self) -> AnyGame:
        return self.plugin.game

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        return tuple(_match(self.game, f"{self.game.id} {n}") for n in range(self._wanted))

    @property
    def few(self) -> tuple[Match, ...]:
        """The first of them."""
        return self.matches[:FEW]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All moments of the few."""
        return tuple(moment for match in self.few for moment in match.moments)

    @cached_property
    def words(self) -> Words:
        return Words([self.plugin.words])

    def sentences(self, text: Msg) -> dict[str, str]:
        """What the text says in each language; BrokenLaw if there is nothing, or a slot left empty."""
        if text not in self._sentences:
            self._sentences[text] = self._translate(text)
        return self._sentences[text]

    def _translate(self, text: Msg) -> dict[str, str]:
        sentences: dict[str, str] = {}
        for language in LANGUAGES:
            try:
                sentence = self.words.say(text, language)
            except WordsError as error:
                raise BrokenLaw(f"words.toml: {error.args[0]}") from error
            whole = sentence.strip() == sentence != "" and not {"{", "}"} & set(sentence)
            demand(
                whole, f"words.toml: {text.key!r} ({language}) says {sentence!r}; expected a plain sentence"
            )
            sentences[language] = sentence
        return sentences

    def refusal(self, state: Any, seat: int, command: Command) -> Msg:
        """Why the command is refused; BrokenLaw if it is carried out, or if that changes the state."""
        before = repr(state)
        try:
            step(self.game, state, seat, command)
        except IllegalCommand as refusal:
            demand(repr(state) == before, f"refusing {command!r} changed the state {before}")
            return refusal.reason
        raise BrokenLaw(f"{command!r} of seat {seat} is carried out in {state!r}; expected a refusal")

    def carry_out(self, state: Any, seat: int, commands: tuple[Command, ...]) -> None:
        """Carry out the commands of an open offer; BrokenLaw if one is refused."""
        for command in commands:
            try:
                state = step(self.game, state, seat, command)
            except IllegalCommand as refusal:
                raise BrokenLaw(
                    f"{commands!r} is an open offer, but {command!r} is refused: {refusal}"
                ) from refusal


def _match(game: AnyGame, seed: str) -> Match:
    luck = Random(seed)
    seats = random_seats(game, luck)
    options = random_options(game, luck)
    state = game.start(seats, options)
    moments = []
    try:
        for moment in playout(game, state, luck):
            moments.append(moment)
            for command in moment.commands:
                state = step(game, state, moment.seat, command)
    except (EndlessGame, IllegalCommand) as error:
        raise BrokenLaw(f"random match {seed!r}: {error}; the state is {state!r}") from error
    over = game.ask(state)
    if not isinstance(over, Over):
        raise BrokenLaw(f"random match {seed!r} ended at {over!r}")
    return Match(seats, options, tuple(moments), state, over)
