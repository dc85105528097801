"""Says how what is differs from what should be, in the terms of the golden format.

Refuses to know any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.golden.adapter import Bag, Whole


def differences(expected: Mapping[str, Any], facts: Mapping[str, Any]) -> Iterator[str]:
    """One sentence for every key of `expected` that doesn't hold, unknown keys among them."""
    for key, value in expected.items():
        if key not in facts:
            yield f"unknown key {key!r}; known: {', '.join(sorted(facts))}"
        elif not holds(value, facts[key]):
            yield f"{key}: expected {value!r}, got {plain(facts[key])!r}"


def holds(expected: Any, fact: Any) -> bool:
    if isinstance(fact, Bag):
        return isinstance(expected, list) and _order(expected) == _order(fact.values)
    if isinstance(fact, Whole):
        return (
            isinstance(expected, Mapping)
            and set(expected) == set(fact.values)
            and holds(expected, fact.values)
        )
    if isinstance(fact, Mapping):
        return isinstance(expected, Mapping) and all(
            key in fact and holds(value, fact[key]) for key, value in expected.items()
        )
    if isinstance(fact, (list, tuple)):
        return (
            isinstance(expected, list)
            and len(expected) == len(fact)
            and all(holds(one, other) for one, other in zip(expected, fact, strict=True))
        )
    # true is not 1 here, as it is not in JSON
    return bool(expected == fact) and isinstance(expected, bool) == isinstance(fact, bool)


def plain(fact: Any) -> Any:
    """The fact without its marks, to be shown."""
    return fact.values if isinstance(fact, (Bag, Whole)) else fact


def _order(values: Any) -> list[str]:
    return sorted(repr(list(value) if isinstance(value, tuple) else value) for value in values)
