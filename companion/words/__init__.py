"""Makes sentences of Msgs: a key and its numbers in, plain Spanish or English out.

Refuses to know who speaks, who listens and what the words mean for the game; a word that is missing is
an error here, never a key shown to a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Literal, cast, get_args

from companion.game import Msg
from companion.word_files import read_words

Language = Literal["es", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
SLOT = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")


class WordsError(LookupError):
    """There is no such template, or the Msg does not bring what its template says."""


class Words:
    """All templates of the house, and those of the games given as `extra`.

    Templates: `{n}` inserts the argument n (a Msg is said in place), `{n|die|dice}` chooses by n = 1 or not.
    """

    def __init__(self, extra: Iterable[Mapping[str, Mapping[str, str]]] = ()) -> None:
        self._templates: dict[str, dict[str, str]] = {lang: _house(lang) for lang in LANGUAGES}
        for words in extra:
            self._merge(words)

    def _merge(self, words: Mapping[str, Mapping[str, str]]) -> None:
        for language, templates in words.items():
            mine = self._in(language)
            for key, template in templates.items():
                if mine.setdefault(key, template) != template:
                    raise ValueError(f"words {key!r} ({language}) are there twice; rename one of them")

    def _in(self, language: str) -> dict[str, str]:
        try:
            return self._templates[language]
        except KeyError:
            raise WordsError(f"language {language!r}: expected one of {', '.join(LANGUAGES)}") from None

    def keys(self, language: str) -> frozenset[str]:
        """All keys that can be said in `language`."""
        return frozenset(self._in(language))

    def template(self, key: str, language: str) -> str:
        """The template of `key` as it is written."""
        try:
            return self._in(language)[key]
        except KeyError:
            raise WordsError(f"no words for {key!r} in {language!r}; add them there") from None

    def say(self, msg: Msg, language: str) -> str:
        """The sentence for `msg`, or WordsError."""

        def filled(slot: re.Match[str]) -> str:
            name, one, many = slot.groups()
            value = self._argument(msg, name)
            if one is None:
                return self.say(value, language) if isinstance(value, Msg) else str(value)
            if not isinstance(value, int):
                raise WordsError(f"{msg.key!r} counts {name!r}: expected a whole number, got {value!r}")
            return cast(str, one if value == 1 else many)

        return SLOT.sub(filled, self.template(msg.key, language))

    @staticmethod
    def _argument(msg: Msg, name: str) -> int | str | Msg:
        try:
            return msg.args[name]
        except KeyError:
            raise WordsError(f"{msg.key!r} says {name!r}, got only {sorted(msg.args)}; add it") from None


def best_language(header: str | None) -> Language:
    """The language for an Accept-Language header: the one liked best.

    Those who ask for neither get English; those who ask for nothing, Spanish.
    """
    liked = [(q, -place, tag) for place, (tag, q) in enumerate(_wishes(header or "")) if q > 0]
    for _, _, tag in sorted(liked, reverse=True):
        if tag in LANGUAGES:
            return tag
    return "en" if any(tag != "*" for _, _, tag in liked) else "es"


def _wishes(header: str) -> Iterator[tuple[str, float]]:
    """`es-ES,en;q=0.5` as (language, how much); what is no wish is passed over."""
    for part in header.split(","):
        tag, _, weight = part.strip().lower().partition(";")
        quality = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d*)?)\s*", weight or "q=1")
        if tag.strip() and quality:
            yield tag.strip().split("-")[0], float(quality[1])


def _house(language: str) -> dict[str, str]:
    return read_words(files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8"))
