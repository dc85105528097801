"""`cubilete play --bots`: figures that add up, the same with the same seed, errors with a way out."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.__main__ import main
from companion.cli import play as play_command
from companion.cli.match_statistics import spread
from companion.game import Command, Option, msg
from companion.games import Found, discover
from companion.games.dalek_dice.bots import BOTS
from companion.games.dalek_dice.commands import Again, Stop
from companion.games.dalek_dice.rules import GAME
from companion.games.dalek_dice.state import State
from companion.laws.contest import Contest, SimulationError, play, prove
from companion.table.log.entries import Acted

SHORT = ("play", "--bots", "dalek-dice", "--option", "target=20")
OPTIONS: dict[str, int | str] = {"target": 20, "dice": "dalek"}


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*SHORT, *words]) == 0
    return capsys.readouterr().out


def contest(**bots_by_name: Any) -> Contest:
    return Contest(GAME, tuple(bots_by_name.items()), OPTIONS)


def test_the_table_tells_seats_bots_scores_and_length(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "--strength", "simple,strong", "--players", "3", "--matches", "6", "--check")
    assert "3 at the table, 6 matches, seed 1; target=20" in out
    assert re.search(r"^1 +simple +\d", out, re.M)
    assert re.search(r"^2 +strong +\d", out, re.M)
    assert re.search(r"^3 +simple +\d", out, re.M)
    assert re.search(r"^all +simple +\d", out, re.M)
    assert re.search(r"^ +moves +\d", out, re.M)
    assert "each log folds to what was played" in out


def test_json_figures_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, "--json", "--matches", "10", "--players", "2"))
    assert told["matches"] == 10
    assert sum(seat["wins"] for seat in told["seats"]) + max(s["shared"] for s in told["seats"]) == 10
    assert told["bots"][0]["played"] == 20
    assert sum(told["ends"].values()) == 10
    scores = told["seats"][0]["scores"]
    assert scores["least"] <= scores["mean"] <= scores["most"]
    assert scores["quantiles"] == sorted(scores["quantiles"])


def test_equal_seeds_print_equal_figures(capsys: pytest.CaptureFixture[str]) -> None:
    def figures(seed: str) -> Any:
        told = json.loads(printed(capsys, "--json", "--matches", "5", "--seed", seed))
        return {key: value for key, value in told.items() if key not in ("steps_a_second", "seed")}

    assert figures("4") == figures("4") != figures("5")


def test_progress_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT, "--matches", "3", "--json"]) == 0
    said = capsys.readouterr()
    assert "… 3 of 3 matches" in said.err
    assert len(said.out.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--bots", "chess"], "no bots play 'chess', expected one of "),
        (["--strength", "weak"], "dalek-dice has no bot 'weak', expected some of simple, strong"),
        (["--strength", "simple,strong", "--players", "1"], "2 bots want to play, got --players 1"),
        (["--players", "0"], "1 bots want to play, got --players 0"),
        (["--option", "speed=3"], "--option 'speed=3': dalek-dice knows target=…, dice=…"),
        (["--option", "target"], "--option 'target': dalek-dice knows"),
        (["--option", "target=many"], "--option target must be a whole number from 1 to 999, got 'many'"),
        (["--option", "target=0"], "dalek-dice: "),
        (["--option", "dice=glass"], "dalek-dice: "),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_way_out(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHORT, *words]) == 2
    said = capsys.readouterr()
    assert complaint in said.err
    assert said.out == ""


def test_a_number_of_matches_is_at_least_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT, "--matches", "0"]) == 2
    assert "expected a number of matches from 1 to 9999999, got '0'" in capsys.readouterr().err


def test_a_sheet_may_be_one_of_ours_or_a_file(tmp_path: Path) -> None:
    option = Option("sheet", msg("sheet"), default="ours", values=("ours",), sheets="some-sheet/1")
    mine = tmp_path / "mine.toml"
    mine.write_text("a sheet", encoding="utf-8")
    assert play_command._value(option, "ours") == "ours"
    assert play_command._value(option, str(mine)) == "a sheet"
    with pytest.raises(play_command.ContestError, match="'other' is none of ours, and no file"):
        play_command._value(option, "other")


@dataclass(frozen=True)
class Always:
    """A bot that always does the same."""

    commands: tuple[Command, ...]

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        return self.commands


def test_a_bot_that_does_what_is_not_offered_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stubborn = {"strong": Always((Stop(), Again()))}
    found = Found({"dalek-dice": replace(discover().plugins["dalek-dice"], bots=stubborn)}, {})
    monkeypatch.setattr(play_command, "discover", lambda: found)
    assert main([*SHORT, "--matches", "1"]) == 1
    assert "dalek-dice: bot 'strong' did Stop(), which is refused" in capsys.readouterr().err


def test_a_log_that_tells_another_match_is_found_out() -> None:
    met = contest(strong=BOTS["strong"])
    played = play(met, "1")
    prove(met, played)
    with pytest.raises(SimulationError, match="the fold of the log is"):
        prove(met, replace(played, log=played.log[:-1]))
    with pytest.raises(SimulationError, match="cannot be folded"):
        prove(met, replace(played, log=(played.log[0], *played.log[2:])))


def test_a_press_that_is_no_single_offer_is_found_out() -> None:
    """Keeping and stopping in two presses is legal, in one press of three commands no button does it."""
    met = contest(strong=BOTS["strong"])
    played = play(met, "1")
    throw, first = played.log[1], played.log[2]
    assert isinstance(first, Acted)
    torn = (Acted(0, first.commands[:1]), Acted(0, first.commands[1:]))
    prove(met, replace(played, log=(played.log[0], throw, *torn, *played.log[3:])))
    at = next(n for n in range(3, len(played.log)) if isinstance(played.log[n], Acted))
    glued = Acted(0, (*played.log[at].commands, Again()))  # type: ignore[attr-defined]
    with pytest.raises(SimulationError):
        prove(met, replace(played, log=(*played.log[:at], glued, *played.log[at + 1 :])))


def test_quantiles_are_values_that_occurred() -> None:
    found = spread([3, 1, 2, 4])
    assert (found.mean, found.least, found.most) == (2.5, 1, 4)
    assert found.quantiles == (1, 2, 3, 4, 4)


def test_one_alone_neither_wins_nor_shares(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "--players", "1", "--matches", "2")
    assert re.search(r"^1 +strong +– +– +\d", out, re.M)
