"""Sentences are made of keys and numbers, and a missing word is an error."""

from __future__ import annotations

import re

import pytest

from companion.game import msg
from companion.word_files import read_words
from companion.words import LANGUAGES, SLOT, Words, WordsError, best_language

PEAR = {
    "es": {"pear.have": "Hay {n} {n|pera|peras} en {where}"},
    "en": {"pear.have": "{n} {n|pear|pears} in {where}"},
}


def test_numbers_choose_between_one_and_many() -> None:
    words = Words([PEAR])
    assert words.say(msg("pear.have", n=1, where="casa"), "es") == "Hay 1 pera en casa"
    assert words.say(msg("pear.have", n=0, where="casa"), "es") == "Hay 0 peras en casa"
    assert words.say(msg("pear.have", n=3, where="house"), "en") == "3 pears in house"


def test_a_msg_within_a_msg_is_said_in_place() -> None:
    words = Words([{"es": {"a": "«{what}»", "b": "{n} soles"}}])
    assert words.say(msg("a", what=msg("b", n=2)), "es") == "«2 soles»"


@pytest.mark.parametrize(
    ("said", "language", "complaint"),
    [
        (msg("pear.lack"), "es", "no words for 'pear.lack' in 'es'"),
        (msg("pear.have", n=1), "es", "'pear.have' says 'where'"),
        (msg("pear.have", n="1", where=""), "es", "expected a whole number, got '1'"),
        (msg("pear.have", n=1, where=""), "fr", "language 'fr': expected one of es, en"),
    ],
)
def test_what_cannot_be_said_is_an_error_that_names_it(said: object, language: str, complaint: str) -> None:
    with pytest.raises(WordsError, match=re.escape(complaint)):
        Words([PEAR]).say(said, language)  # type: ignore[arg-type]


def test_two_sources_may_not_say_the_same_key_differently() -> None:
    Words([PEAR, PEAR])
    with pytest.raises(ValueError, match=r"'table\.refused\.over' \(en\) are there twice"):
        Words([{"en": {"table.refused.over": "Finished"}}])


def test_nested_tables_and_dotted_keys_are_the_same() -> None:
    assert read_words('[a]\nb.c = "1"\nd = "2"\n') == {"a.b.c": "1", "a.d": "2"}
    with pytest.raises(ValueError, match=r"words 'a\.b' must be text in quotes, got 3"):
        read_words("a.b = 3")
    for clash in ('a.b = "1"\na.b.c = "2"', 'a.b.c = "2"\na.b = "1"'):
        with pytest.raises(ValueError, match="stands in quotes"):
            read_words(clash)
    assert read_words('"a.b" = "1"\na.b.c = "2"') == {"a.b": "1", "a.b.c": "2"}


def test_the_house_says_the_same_things_in_every_language() -> None:
    words = Words()
    spanish, english = (words.keys(language) for language in LANGUAGES)
    assert spanish == english


def slots(template: str) -> set[str]:
    return {slot[0] for slot in SLOT.findall(template)}


def test_a_template_needs_the_same_arguments_in_every_language_and_has_no_stray_braces() -> None:
    words = Words()
    for key in words.keys("es"):
        assert slots(words.template(key, "es")) == slots(words.template(key, "en")), key
        for language in LANGUAGES:
            assert not set("{}") & set(SLOT.sub("", words.template(key, language))), key


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "es"),
        ("", "es"),
        ("*", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en-GB", "en"),
        ("EN-us, es;q=0.9", "en"),
        ("en;q=0.3, es;q=0.7", "es"),
        ("fr, en;q=0.2, es;q=0.4", "es"),
        ("fr, de;q=0.5", "en"),
        ("es;q=0, en;q=0.1", "en"),
        ("es;q=banana, en;q=0.1", "en"),
        (",;,", "es"),
    ],
)
def test_the_browsers_wish_names_the_language(header: str | None, language: str) -> None:
    assert best_language(header) == language
