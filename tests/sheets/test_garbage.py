"""Whatever is in a file, it is a sheet or a SheetError; nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.sheets import SheetError
from tests.sheets.formats import SHEETS, from_data

TEXTS = [SHEETS.text_of(name) for name in SHEETS.names]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
KEYS = (
    "name", "level", "rating_column", "grid", "frame", "legend", "points", "arrow", "exits", "cells",
    "rounds", "escapes_to_win", "captures_to_lose", "patrol",
)  # fmt: skip


def refused(reading: Callable[[], object]) -> bool:
    """Whether it is refused, as it should be: with problems in letters that can be printed."""
    said: tuple[str, ...] | None = None
    try:
        reading()
    except SheetError as error:
        said = error.problems
    assert said is None or (said and all(problem.isprintable() for problem in said))
    return said is not None


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_garbage_is_no_sheet(text: str) -> None:
    assert refused(lambda: SHEETS.read(text))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 10**6), st.integers(1, 4))
def test_a_file_with_letters_changed_is_read_or_refused(text: str, luck: int, changes: int) -> None:
    rng = random.Random(luck)
    for _ in range(changes):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice('123456.X*gP ={}[]"\n0-é') + text[at + rng.randrange(3) :]
    refused(lambda: SHEETS.read(text))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SHEETS.ids), st.dictionaries(st.sampled_from(KEYS), JSON, min_size=1))
def test_data_of_any_shape_are_read_or_refused(format_: str, data: dict[str, object]) -> None:
    base = {"grid": "X 1 2\n3 4 5"} if "dizzle" in format_ else {"grid": "1 2 3\n4 5 6"}
    refused(lambda: from_data({"format": format_} | base | data))


@settings(max_examples=150, deadline=None)
@given(JSON, JSON, JSON)
def test_tables_of_any_shape_are_read_or_refused(one: object, two: object, three: object) -> None:
    dizzle = {
        "name": "n", "grid": "X 1g 2\n3 4 5", "frame": {"row": one, "col": two}, "legend": {"g": one},
        "points": {"gem": two, "flag": three, "puzzle": {"red": one}},
        "arrow": [one, {"row": two, "points": 3}],
    }  # fmt: skip
    patrol = {"start": one, "arrows": two, "path": three}
    escape = {
        "name": "n", "grid": "1 2 3\n4 5 6", "exits": [one, two], "cells": {"A": three},
        "patrol": {"green": patrol, "blue": patrol | {"start": [1, 1], "arrows": "> > v\n^ < <"}},
    }  # fmt: skip
    for data in (dizzle, escape):
        refused(partial(from_data, data))
