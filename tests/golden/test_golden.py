"""All golden files in `data/` hold; and the runner itself lets nothing pass that it should not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden.__main__ import main
from tests.golden.adapter import Bag, RefusedError, Whole
from tests.golden.compare import differences
from tests.golden.run import refused, run_case, run_file

DATA = Path(__file__).with_name("data")
FILES = sorted(DATA.rglob("*.jsonl"))
FRESH = {"turn": {"kept": {}, "dice_left": 10}}
ROLL = {
    "roll": [
        "human4",
        "human4",
        "human2",
        "human2",
        "human2",
        "dalek3",
        "dalek3",
        "dalek2",
        "dalek2",
        "dalek2",
    ]
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_cases_and_all_steps_of_a_golden_file_hold(path: Path) -> None:
    outcomes = list(run_file(path))
    lines = path.read_text(encoding="utf-8").splitlines()
    setups = sum(set(json.loads(line)) == {"given"} for line in lines)
    assert [outcome for outcome in outcomes if outcome.failure is not None] == []
    assert len(outcomes) == len(lines) - setups


def case(given: Any = FRESH, when: Any = (), then: Any = None, **more: Any) -> dict[str, Any]:
    return {"id": "x", "rule": "D1", "given": given, "when": list(when), "then": then, **more}


def failure(*args: Any, **more: Any) -> str:
    return run_case(case(*args, **more), DATA / "x.jsonl") or ""


def test_a_case_that_holds_passes() -> None:
    assert failure(FRESH, [ROLL], {"phase": "keep", "points": None, "over": False}) == ""


@pytest.mark.parametrize(
    ("then", "complaint"),
    [
        ({"phase": "roll"}, "phase: expected 'roll', got 'keep'"),
        ({"phase": "keep", "dice_left": 9}, "dice_left: expected 9, got 10"),
        ({"doctors": False}, "doctors: expected False, got 0"),
        ({"keepable": {"human4": 2}}, "keepable: expected"),
        ({"colour": "red"}, "unknown key 'colour'"),
        ({}, "`then` names nothing"),
        ({"illegal": True}, "should be refused"),
    ],
)
def test_every_key_of_then_is_compared_and_a_strange_one_fails(then: Any, complaint: str) -> None:
    assert complaint in failure(FRESH, [ROLL], then)


@pytest.mark.parametrize("illegal", [True, False])
@pytest.mark.parametrize(
    ("given", "when", "complaint"),
    [
        (FRESH, [{"fly": True}], "unknown step 'fly'"),
        (FRESH, [ROLL | {"keep": []}], "a step is one verb"),
        (FRESH, [{"again": 1}], "again takes true"),
        (FRESH, [{"roll": 3}], "dice are a list"),
        ({"turn": {"kept": {}, "dice_left": 10, "moon": 1}}, [ROLL], "unknown key moon in turn"),
        (FRESH | {"moon": 1}, [ROLL], "unknown key moon in given"),
        ({"game": {"players": 2, "moon": 1}}, [ROLL], "unknown key moon in game"),
        ({"moon": 1}, [ROLL], "no game here has a set-up with the keys ['moon']"),
        ({"turn": {"kept": [], "dice_left": 10}}, [ROLL], "crashed: AttributeError"),
    ],
)
def test_a_word_that_nobody_knows_fails_even_where_a_refusal_is_expected(
    illegal: bool, given: Any, when: Any, complaint: str
) -> None:
    assert complaint in failure(given, when, {"illegal": True} if illegal else {"phase": "keep"})


@pytest.mark.parametrize(
    "given",
    [
        {"game": {"players": 0, "scores": [], "turns_played": 0}},
        {"game": {"scores": [1]}},
        {"game": {"players": True, "scores": [0]}},
        {"game": {"players": 2, "scores": [10], "turns_played": 2}},
        {"game": {"players": 2, "scores": [10, -5], "turns_played": 2}},
        {"game": {"players": 2, "scores": [10, 5], "turns_played": -1}},
        {"game": {"players": 2, "scores": [10, 5], "turns_played": 1}},
        {"game": {"players": 2, "scores": [10, 5], "turns_played": 2, "target": 0}},
        {"turn": {"kept": {"human4": 3}, "dice_left": 8}},
        {"turn": {"kept": {"human3": 1}, "dice_left": 9}},
        {"turn": {"kept": {"human2": -1}, "dice_left": 10}},
        {"turn": {"kept": {"human2": 10}, "dice_left": 0}},
        {"turn": {"kept": {"doctor": 3}, "dice_left": 7}},
        {"turn": {"kept": {"exterminate": 3}, "dice_left": 7}},
        {"turn": {"kept": {"human2": "1"}, "dice_left": 9}},
        {"turn": {"kept": {}}},
    ],
)
def test_an_impossible_set_up_is_refused(given: Any) -> None:
    assert failure(given, [], {"illegal": True}) == ""
    assert "refused, but should be legal" in failure(given, [], {"phase": "roll"})


def test_a_possible_set_up_is_not_refused() -> None:
    assert failure(FRESH, [], {"illegal": True}) == "the set-up should be refused"


@pytest.mark.parametrize(
    "when",
    [
        [{"roll": ["human4"] * 9}],
        [{"roll": ["human4"] * 11}],
        [{"roll": ["human3"] * 10}],
        [ROLL, {"keep": ["human4"] * 3}],
        [ROLL, {"keep": ["doctor"]}],
        [ROLL, {"keep": ["human4"]}, {"stop": True}, {"again": True}],
        [ROLL, {"keep": ["human4"]}, {"stop": True}, ROLL],
        [{"stop": True}],
    ],
)
def test_an_illegal_last_step_is_refused_and_changes_nothing(when: Any) -> None:
    assert failure(FRESH, when, {"illegal": True}) == ""


def test_an_illegal_step_before_the_last_is_a_failure() -> None:
    assert "refused, but should be legal" in failure(
        FRESH, [{"stop": True}, {"stop": True}], {"illegal": True}
    )


def test_ordinary_dice_are_said_by_numbers() -> None:
    when = [{"roll": [1, 2, 3, 4, 5, 6, 6, 2, 2, 2]}, {"keep": [4, 3, 5]}]
    assert (
        failure(FRESH, when, {"humans": 4, "daleks": 5, "doctors": 1, "exterminates": 1, "dice_left": 5})
        == ""
    )


def test_a_match_goes_on_by_turns() -> None:
    given = {"game": {"players": 2, "scores": [50, 58], "turns_played": 11, "target": 60}}
    when = [ROLL, {"keep": ["human4", "dalek2", "dalek2"]}, {"stop": True}]
    then = {
        "game_over": True,
        "winners": [1],
        "scores": [50, 62],
        "turns_played": 12,
        "current": 0,
        "round": 6,
    }
    assert failure(given, when, then) == ""


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (case(then={"phase": "roll"}, moon=1), "unknown key moon in the case"),
        ({"id": "x", "given": FRESH, "when": []}, "the case lacks then"),
        (case(when=[3], then={"phase": "roll"}), "crashed: TypeError"),
    ],
)
def test_a_broken_case_fails(broken: Any, complaint: str) -> None:
    assert complaint in (run_case(broken, DATA / "x.jsonl") or "")


def test_bags_have_no_order_wholes_no_more_and_tables_may_have_more() -> None:
    facts = {"bag": Bag((1, 2, 2)), "whole": Whole({"a": 1}), "table": {"a": 1, "b": [1, 2]}, "list": (1, 2)}
    good = {"bag": [2, 1, 2], "whole": {"a": 1}, "table": {"b": [1, 2]}, "list": [1, 2]}
    assert list(differences(good, facts)) == []
    for key, value in {"bag": [1, 2], "whole": {}, "table": {"c": 1}, "list": [2, 1]}.items():
        assert len(list(differences(good | {key: value}, facts))) == 1


class Leaky:
    """A position that changes although it refuses."""

    def __init__(self) -> None:
        self.steps = 0

    def step(self, step: Any) -> Leaky:
        self.steps += 1
        raise RefusedError("no")

    def facts(self) -> dict[str, Any]:
        return {"steps": self.steps}


def test_a_refusal_that_changes_something_is_a_failure() -> None:
    assert "changed something" in str(refused(Leaky(), {"x": 1}))


def written(folder: Path, *lines: Any) -> Path:
    path = folder / "t.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_a_transcript_is_one_test_a_step_and_what_is_not_reached_has_failed(tmp_path: Path) -> None:
    good, bad = (
        {"step": ROLL, "state": {"phase": "keep"}},
        {"step": {"stop": True}, "state": {"phase": "over"}},
    )
    outcomes = list(run_file(written(tmp_path, {"given": FRESH}, good, bad, good)))
    assert [outcome.failure is None for outcome in outcomes] == [True, False, False]
    assert "refused" in str(outcomes[1].failure)
    assert "not reached" in str(outcomes[2].failure)


def test_every_key_of_a_transcripts_state_is_compared(tmp_path: Path) -> None:
    line = {"step": ROLL, "state": {"phase": "keep", "moon": 1}}
    (outcome,) = run_file(written(tmp_path, {"given": FRESH}, line))
    assert "unknown key 'moon'" in str(outcome.failure)


def test_a_transcript_of_a_game_that_is_not_here_says_so(tmp_path: Path) -> None:
    (outcome,) = run_file(written(tmp_path, {"given": {"moon": 1}}, {"step": {}, "state": {}}))
    assert "no game here has a set-up with the keys ['moon']" in str(outcome.failure)


@pytest.mark.parametrize("content", ["", "[1]\n", "not json\n"])
def test_a_file_without_cases_is_a_failure(tmp_path: Path, content: str) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text(content, encoding="utf-8")
    (outcome,) = run_file(path)
    assert outcome.failure is not None


def test_the_command_counts_and_its_exit_code_says_whether_all_passed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(DATA / "dalek-dice.jsonl")]) == 0
    assert capsys.readouterr().out == "35 passed, 0 failed\n"
    assert main([str(written(tmp_path, case(then={"phase": "over"})))]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("FAILED t.jsonl::x: phase:")
    assert out[-1] == "0 passed, 1 failed"


def test_nothing_run_is_not_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert main([str(tmp_path / "nowhere.jsonl")]) == 1
    assert main([str(written(tmp_path, {"given": FRESH}))]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 0 failed"
