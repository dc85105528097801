"""Who may sit down, and with which options."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import IllegalCommand, msg
from companion.table.log.seating import match_title, option_values, seat_names
from tests.toy.rules import TOY


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ((), msg("table.refused.few_seats", got=0, least=1)),
        (("A", "B", "C", "D"), msg("table.refused.many_seats", got=4, most=3)),
        (("Ana", "  "), msg("table.refused.no_name", n=2)),
        (("A" * 25,), msg("table.refused.long_name", name="A" * 25, most=24)),
        (("Ana", "ana"), msg("table.refused.same_name", name="Ana")),
    ],
)
def test_seats_are_refused_with_value_and_bound(names: tuple[str, ...], reason: Any) -> None:
    with pytest.raises(IllegalCommand) as refused:
        seat_names(TOY, names)
    assert refused.value.reason == reason


def test_names_lose_stray_blanks() -> None:
    assert seat_names(TOY, (" Ana  María ", "Teo")) == ("Ana María", "Teo")


def test_a_title_may_be_empty_but_not_endless() -> None:
    assert match_title(" Sunday ") == "Sunday"
    with pytest.raises(IllegalCommand, match="long_title"):
        match_title("x" * 61)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"pace": 1}, "no_option"),
        ({"rounds": 0}, "option"),
        ({"rounds": 6}, "option"),
        ({"rounds": "2"}, "option"),
        ({"rounds": True}, "option"),
        ({"mode": "solo"}, "option_values"),
    ],
)
def test_options_are_refused_with_their_bounds(given: dict[str, Any], key: str) -> None:
    with pytest.raises(IllegalCommand) as refused:
        option_values(TOY, given)
    assert refused.value.reason.key == f"table.refused.{key}"


def test_options_not_given_are_at_their_default() -> None:
    assert option_values(TOY, {"mode": "coop"}) == {
        "rounds": 1,
        "mode": "coop",
        "most": 3,
        "sheet": "level-1",
    }
