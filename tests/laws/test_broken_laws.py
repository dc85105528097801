"""A game that breaks a law is told which, and what it did."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.dice import DieKind
from companion.game import Ask, Command, News, Offer, Over, Roll, msg
from companion.games import discover
from companion.games.dizzle.state import POOL as DEALT
from companion.laws import LAWS, BrokenLaw, Law, Sample
from companion.plugin import Page, Plugin

GOOD = discover().plugins["dalek-dice"]
LAW: dict[str, Law] = {law.__name__: law for law in LAWS}
NEVER_SAID = "dalek-dice.never.written"


class Changed:
    """Dalek Dice, but for what is given otherwise."""

    def __init__(self, **otherwise: Any) -> None:
        vars(self).update(otherwise)

    def __getattr__(self, name: str) -> Any:
        return getattr(GOOD.game, name)


def changed(**otherwise: Any) -> Plugin:
    return replace(GOOD, game=Changed(**otherwise))


def asked(state: Any, hand: tuple[str, ...] = ()) -> Ask | Over:
    return GOOD.game.ask(state, hand)


def without_words_for_a_throw(state: Any, hand: tuple[str, ...] = ()) -> Ask | Over:
    ask = asked(state, hand)
    return replace(ask, text=msg(NEVER_SAID)) if isinstance(ask, Ask) else ask


def with_both(state: Any, hand: tuple[str, ...] = ()) -> Ask | Over:
    ask = asked(state, hand)
    if isinstance(ask, Over) or ask.need is None:
        return ask
    return replace(ask, offers=(Offer(ask.seat, (GOOD.game.commands[3](),), ask.text, "main"),))


def without_offers(state: Any, hand: tuple[str, ...] = ()) -> Ask | Over:
    ask = asked(state, hand)
    return replace(ask, offers=()) if isinstance(ask, Ask) else ask


def without_the_last_seat(state: Any, hand: tuple[str, ...] = ()) -> Ask | Over:
    ask = asked(state, hand)
    return replace(ask, places=ask.places[:-1]) if isinstance(ask, Over) else ask


def with_any_hand(state: Any, hand: tuple[str, ...] = ()) -> Ask | Over:
    """What the hand holds is not looked at."""
    ask = asked(state, hand)
    if isinstance(ask, Over) or not any(offer.blocked for offer in ask.offers):
        return ask
    return replace(ask, offers=tuple(replace(offer, blocked=None) for offer in ask.offers))


@dataclass(frozen=True)
class Lists:
    """A view of what is no plain value."""

    faces: frozenset[str] = frozenset({"doctor"})


class Lazy:
    """A bot that always stops, whether that is offered or not."""

    def decide(self, state: Any, seat: int, luck: Random, /) -> tuple[Command, ...]:
        return (GOOD.game.commands[3](),)


DIZZLE = discover().plugins["dizzle"]


class Forgetful:
    """Dizzle that knows no dice but the last ones, once some were thrown beside others."""

    def __getattr__(self, name: str) -> Any:
        return getattr(DIZZLE.game, name)

    def ask(self, state: Any, hand: tuple[str, ...] = ()) -> Ask | Over:
        ask = DIZZLE.game.ask(state, hand)
        beside = len(state.roll) > DEALT[len(state.seats)]
        return replace(ask, spent=()) if isinstance(ask, Ask) and ask.need is None and beside else ask


def without(key: str) -> Plugin:
    words = {
        language: {one: text for one, text in templates.items() if language == "es" or one != key}
        for language, templates in GOOD.words.items()
    }
    return replace(GOOD, words=words)


CASES: tuple[tuple[str, Plugin, str], ...] = (
    ("a_game_has_its_page", replace(GOOD, page=Page(Path("nowhere"))), "page/table.html is missing"),
    (
        "dice_with_faces_of_their_own_are_drawn",
        changed(kinds=(DieKind("dalek", ("doctor", "tardis")),)),
        "no <symbol> with id ['tardis']",
    ),
    (
        "a_game_starts_with_its_default_options",
        changed(options=(replace(GOOD.game.options[0], default=0), GOOD.game.options[1])),
        "option 'target': its default 0 is not allowed",
    ),
    ("verbs_tell_commands_apart", changed(commands=(Roll, Roll)), "two commands have the same verb"),
    (
        "its_words_are_the_same_keys_in_every_language_and_bear_its_name",
        without("dalek-dice.about"),
        "['dalek-dice.about'] in one language only",
    ),
    (
        "a_game_says_its_name_its_options_and_its_faces",
        without("dalek-dice.name"),
        "'dalek-dice.name' in 'en'",
    ),
    ("what_may_stand_on_the_line_fits_it", changed(ask=without_words_for_a_throw), NEVER_SAID),
    (
        "what_may_stand_on_the_line_fits_it",
        changed(news=lambda state: (News(msg("dalek-dice.throw", n=10**40), "calm"),)),
        "46 fit the Line",
    ),
    (
        "something_is_awaited_until_the_game_is_over_and_it_ends",
        changed(ask=with_both),
        "a throw or a decision, and never both",
    ),
    (
        "something_is_awaited_until_the_game_is_over_and_it_ends",
        changed(ask=without_offers),
        "awaits nothing that can be done",
    ),
    ("every_seat_has_one_place_in_the_end", changed(ask=without_the_last_seat), "each once"),
    ("a_view_is_json_for_every_viewer", changed(view=lambda *_: Lists()), "frozenset"),
    ("what_is_not_in_the_pick_cannot_be_chosen", changed(ask=with_any_hand), "no such item"),
    (
        "dice_thrown_anew_stay_spent_while_their_roll_goes_on",
        replace(DIZZLE, game=Forgetful()),
        "counted on behind those of before",
    ),
    (
        "a_game_has_a_simple_and_a_strong_bot",
        replace(GOOD, bots={"simple": GOOD.bots["simple"]}),
        "expected ('simple', 'strong')",
    ),
    (
        "a_bot_plays_a_match_to_its_end_and_the_log_proves_it",
        replace(GOOD, bots={"simple": Lazy()}),
        "bot 'simple' did Stop(), which is refused",
    ),
    (
        "a_bot_finds_its_way_wherever_a_random_game_has_led",
        replace(GOOD, bots={"simple": Lazy()}),
        "(Stop(),) is no open offer",
    ),
)


@pytest.mark.parametrize(("law", "plugin", "told"), CASES, ids=[f"{law}-{told}" for law, _, told in CASES])
def test_it_is_told(law: str, plugin: Plugin, told: str) -> None:
    with pytest.raises(BrokenLaw) as broken:
        LAW[law](Sample(plugin, matches=3))
    assert told in str(broken.value)


def test_an_unbroken_game_is_not_complained_of() -> None:
    for plugin in (GOOD, DIZZLE):
        sample = Sample(plugin, matches=1)
        for name in {law for law, _, _ in CASES}:
            LAW[name](sample)
