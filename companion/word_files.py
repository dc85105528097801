"""Reads files of words: TOML in which nested tables are dotted keys, and every value is a text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any


def read_words(text: str) -> dict[str, str]:
    """All words of a file by their dotted keys; ValueError says what is wrong, and what to write instead."""
    try:
        return dict(_flat(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        if "overwrite" not in str(error):
            raise
        way_out = 'a name with words below it stands in quotes: "option.mode" = beside option.mode.short ='
        raise ValueError(f"{error}; {way_out}") from error


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{key}.")
        elif isinstance(value, str):
            yield key, value
        else:
            raise ValueError(f"words {key!r} must be text in quotes, got {value!r}")
