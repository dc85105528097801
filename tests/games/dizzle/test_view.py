"""What the page gets to draw of Dizzle."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.dizzle.rules import GAME, LEVELS
from companion.games.dizzle.state import Drop, Reroll, State, Take
from tests.games.dizzle.moments import amid, before, play, printed, throw


def view(state: State, viewer: int | None = None) -> dict[str, Any]:
    seen = dict(GAME.view(state, viewer))
    assert json.loads(json.dumps(seen)) == seen
    return seen


def test_the_turn_is_told_as_players_count_it() -> None:
    seen = view(before(turn=3, players=3))
    assert (seen["turn"], seen["turns"], seen["round"], seen["rounds"]) == (4, 12, 2, 4)
    assert (seen["order"], seen["current"], seen["dice"]) == ([0, 1, 2], 0, 10)
    assert view(before(turn=5, players=3))["order"] == [2, 0, 1]


def test_a_match_that_is_over_has_no_current_seat_and_stays_at_its_last_turn() -> None:
    over = play(amid([6], players=1, turn=9), Drop())
    seen = view(over)
    assert (seen["phase"], seen["turn"], seen["round"], seen["current"]) == ("over", 10, 10, None)
    assert (seen["stars"], seen["places"], seen["solo"], seen["early"]) == (1, [[0]], True, False)
    assert (seen["legal"], seen["targets"], seen["jump"]) == ([], [], False)


def test_legal_cells_carry_value_and_letter_in_every_phase_that_chooses_cells() -> None:
    act = view(amid([1, 2, 6]), viewer=0)
    assert act["legal"] == [
        {"cell": [1, 2], "die": 2, "letter": "A"},
        {"cell": [2, 1], "die": 1, "letter": "B"},
        {"cell": [4, 6], "die": 2, "letter": "C"},
    ]
    assert act["targets"] == [[1, 2], [2, 1], [4, 6], [5, 5]]
    assert (act["viewer"], act["pool"]) == (0, [1, 2, 6])
    penalty = play(amid([6], {0: {"dice": [[3, 1], [2, 1]]}}), Reroll(), throw(6))
    assert view(penalty)["legal"] == [
        {"cell": [2, 1], "die": 1, "letter": "A"},
        {"cell": [3, 1], "die": 2, "letter": "B"},
    ]
    planet = play(amid([2], {0: {"dice": [[2, 1]]}}), Take(2, (3, 1)))
    assert view(planet)["legal"] == [{"cell": [3, 6], "die": 0, "letter": "A"}]
    assert view(play(amid([1, 2], players=1), Take(1, (2, 1))))["legal"] == []


def test_a_seat_shows_its_marks_dice_keys_and_how_far_it_has_come() -> None:
    own = {
        "crossed": [[1, 2], [1, 5], [2, 3], [4, 1]],
        "exploded": [[1, 3]],
        "dice": [[5, 5], [2, 5]],
        "flags": {"red": 6},
        "out": True,
    }
    (seat, other) = view(amid([6], {0: own}, current=1))["seats"]
    assert seat["crossed"] == own["crossed"]
    assert seat["exploded"] == [[1, 3]]
    assert seat["dice"] == [{"cell": [5, 5], "die": 4}, {"cell": [2, 5], "die": 2}]
    assert (seat["flags"], seat["keys"], seat["out"], seat["crosses"]) == ({"red": 6}, ["red"], True, 4)
    assert seat["score"]["total"] == 3 + 6 - 2
    assert seat["gems"] == {
        "blue": {"crossed": 1, "of": 1, "points": 3},
        "green": {"crossed": 0, "of": 1, "points": 0},
    }
    assert seat["puzzles"] == {"red": {"crossed": 1, "of": 2, "points": 0}}
    assert (seat["arrows"], seat["frame"]) == ([False, False], False)
    assert other["score"]["total"] == 0


def test_the_sheet_has_all_that_is_printed() -> None:
    sheet = view(before())["sheet"]
    cells = {tuple(cell["cell"]): cell for cell in sheet["cells"]}
    assert len(cells) == 6 * 5 - 3  # holes
    assert cells[1, 1] == {
        "cell": [1, 1],
        "number": None,
        "start": True,
        "kind": None,
        "group": None,
        "variant": 0,
    }
    assert cells[3, 6]["kind"] == "planet"
    assert cells[3, 6]["number"] is None
    assert [cells[cell]["variant"] for cell in ((1, 2), (4, 6))] == [0, 1]  # blue gem, green gem
    assert (
        cells[1, 5]["variant"] == cells[1, 6]["variant"] != cells[3, 3]["variant"] == cells[5, 3]["variant"]
    )
    assert sheet["arrows"] == [
        {"cells": [[1, 1], [1, 2], [1, 3], [1, 4]], "points": 8, "across": True, "end": [1, 4]},
        {"cells": [[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]], "points": 5, "across": False, "end": [5, 1]},
    ]
    assert sheet["frame"] == [[1, 3], [1, 4], [2, 3], [2, 4]]
    assert sheet["points"]["flag"] == {"red": [10, 6, 3, 1]}


@pytest.mark.parametrize("level", LEVELS)
def test_every_sheet_of_ours_has_its_whole_grid_in_the_view(level: str) -> None:
    state = GAME.start(2, {"sheet": level})
    sheet = view(state)["sheet"]
    assert {tuple(cell["cell"]) for cell in sheet["cells"]} == state.board.sheet.cells
    assert all(cell["start"] or cell["number"] or cell["kind"] == "planet" for cell in sheet["cells"])


def test_a_sheet_without_a_frame_has_none() -> None:
    seen = view(printed(2, "X 1 2\n", {}, {}))
    assert seen["sheet"]["frame"] == []
    assert seen["seats"][0]["frame"] is False
