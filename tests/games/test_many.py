"""A few of the thousands of random matches of `python -m tests.games.many`, and how it tells a broken one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import discover
from tests.games import many
from tests.games.conserved import LAWS

GAMES = discover().games
EACH = [(name, players) for name, game in GAMES.items() for players in many.players_of(game)]


def test_every_game_has_its_law() -> None:
    assert set(LAWS) == set(GAMES)


@pytest.mark.parametrize(("game", "players"), EACH)
def test_random_matches_keep_the_laws_and_fold_to_what_was_played(game: str, players: int) -> None:
    tally = many.some(game, players, ["a", "b"])
    assert tally.broken == ()
    assert tally.matches == 2
    assert tally.longest * 2 >= tally.steps > 0


def test_a_broken_law_is_told_with_the_seed_that_breaks_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_throw(state: Any) -> None:
        assert not state.turn.last, "a die was thrown"

    monkeypatch.setitem(LAWS, "dalek-dice", no_throw)
    tally = many.some("dalek-dice", 2, ["a", "b"])
    assert len(tally.broken) == 2
    assert "dalek-dice, 2 players, --only a:" in tally.broken[0]
    assert "a die was thrown" in tally.broken[0]


def test_the_table_says_how_many_were_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert many.main(["--games", "dalek-dice", "--players", "1,2", "--matches", "3", "--processes", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines[1:]] == [["dalek-dice", "1", "3"], ["dalek-dice", "2", "3"]]
    assert all(line.split()[-1] == "0" for line in lines[1:])


def test_a_game_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        many.main(["--games", "chess"])
    assert "no game 'chess'; there are 25-to-dice, dalek-dice" in capsys.readouterr().err
