"""The golden words of 25 to Dice: what cannot be is refused, what nobody knows is a failure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.golden.run import run_case

FILE = Path(__file__).parents[2] / "golden/data/x.jsonl"
MINI = {"sheet": "mini-prison"}


def failure(given: Any, when: Any = (), then: Any = None) -> str:
    case = {"id": "x", "rule": "E1", "given": given, "when": list(when), "then": then or {"illegal": True}}
    return run_case(case, FILE) or ""


@pytest.mark.parametrize(
    "given",
    [
        {"co_op": {"players": 7, "round": 1}},
        {"co_op": {"players": 2, "round": 16}},
        MINI | {"phase": "over"},
        MINI | {"dice": [7]},
        MINI | {"dice": [1] * 7},
        MINI | {"exits": {"9": 1}},
        MINI | {"inmates": {"A": {"status": "grid", "route": []}}},
        MINI | {"inmates": {"A": {"status": "grid", "route": [[9, 9]]}}},
        MINI | {"guards": {"green": {"at": [9, 9]}}},
        MINI | {"guards": {"green": {"at": [1, 1], "chasing": "A"}}},
        {"rank": [{"escaped": 1}]},
    ],
)
def test_an_impossible_set_up_is_refused(given: Any) -> None:
    assert failure(given) == ""


@pytest.mark.parametrize(
    ("given", "when", "complaint"),
    [
        (MINI | {"moon": 1}, [], "unknown key moon in given"),
        (MINI, [{"fly": 1}], "unknown step 'fly'"),
        (MINI, [{"guards": "11"}], "dice are numbers"),
        (MINI | {"phase": "inmates"}, [{"done": 1}], "done takes true"),
        ({"sheet_file": "dizzle-level-1"}, [], "a sheet of another game"),
        (MINI, [], "the set-up should be refused"),
    ],
)
def test_a_word_that_nobody_knows_fails_even_where_a_refusal_is_expected(
    given: Any, when: Any, complaint: str
) -> None:
    assert complaint in failure(given, when)


@pytest.mark.parametrize("when", [[{"throw": [1]}], [{"pick": 1}], [{"done": True}], [{"guards": [1]}]])
def test_a_step_of_another_phase_is_refused(when: Any) -> None:
    assert failure(MINI | {"phase": "guards"}, when) == ""


def test_ranked_sheets_share_a_place_and_are_finished() -> None:
    same = {"escaped": 1, "total": 2, "captured": 0, "best": 2, "substitutions": 0, "squares": 3}
    assert failure({"rank": [same, same]}, [], {"winners": [0, 1]}) == ""
    assert failure({"rank": [same]}, [{"done": True}]) == ""
