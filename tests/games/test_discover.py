"""Games are found by their entry points alone; a broken one keeps no other from being played."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.dice import DieKind
from companion.games import GROUP, discover
from companion.plugin import Page
from tests.toy import PLUGIN as TOY

OTHER_DALEKS = DieKind("dalek", ("doctor", "human2"))
DIZE = discover().plugins["dize"]


class OtherDice(type(DIZE.game)):  # type: ignore[misc]
    """diZe with dice that another game has too, but with other faces."""

    id = "other-dice"
    kinds = (OTHER_DALEKS,)


CLASH = replace(DIZE, game=OtherDice())
OURS = ("25-to-dice", "dalek-dice", "dize", "dizzle")


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


GOOD = point("dalek-dice", "companion.games.dalek_dice:PLUGIN")


def test_our_games_come_by_the_same_door_in_order() -> None:
    found = discover()
    assert tuple(found.plugins) == OURS
    assert found.broken == {}
    assert all(plugin.id == name for name, plugin in found.plugins.items())
    assert [form.id for form in found.sheets.formats] == ["escape-sheet/1", "dizzle-sheet/1"]


def test_a_game_that_cannot_be_loaded_is_told_and_the_others_are_there() -> None:
    found = discover([point("snap", "no_such_package_anywhere:PLUGIN"), GOOD])
    assert list(found.plugins) == ["dalek-dice"]
    assert "no_such_package_anywhere:PLUGIN" in found.broken["snap"]
    assert "ModuleNotFoundError" in found.broken["snap"]


def test_what_is_no_plugin_is_told() -> None:
    found = discover([point("snap", "companion.games.dalek_dice:GAME")])
    assert "must be a companion.plugin.Plugin, got DalekDice" in found.broken["snap"]


def test_an_entry_point_named_after_another_game_is_told() -> None:
    found = discover([point("whist", "companion.games.dize:PLUGIN")])
    assert "holds the game 'dize'; name the entry point after it" in found.broken["whist"]


def test_of_two_games_of_one_id_the_first_is_kept() -> None:
    found = discover([GOOD, GOOD])
    assert list(found.plugins) == ["dalek-dice"]
    assert "two games 'dalek-dice'" in found.broken["dalek-dice"]


def test_dice_of_one_name_have_the_same_faces_in_all_games() -> None:
    found = discover([GOOD, point("other-dice", f"{__name__}:CLASH")])
    assert list(found.plugins) == ["dalek-dice"]
    assert "dice 'dalek' of 'other-dice' have the faces doctor, human2" in found.broken["other-dice"]


@pytest.mark.parametrize("drawing", ["toy/moon", "dize/zombie"])
def test_a_game_that_names_a_drawing_it_does_not_bring_is_told(
    drawing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "symbols.svg").write_text('<svg><symbol id="sun"></symbol></svg>')
    page = tmp_path / "table.html"
    monkeypatch.setattr(sys.modules[__name__], "DRAWN", replace(TOY, page=Page(tmp_path)), raising=False)
    ours = point("toy", f"{__name__}:DRAWN")
    page.write_text('{{ icon("toy/sun") }} {{ icon("cup") }} {{ icon("toy/" ~ it.view.sign) }}')
    assert discover([ours]).broken == {}
    page.write_text(f'{{{{ icon("toy/sun") }}}} {{{{ icon("{drawing}", "") }}}}')
    broken = discover([ours, GOOD])
    assert list(broken.plugins) == ["dalek-dice"]
    symbol = drawing.partition("/")[2]
    assert f"page/table.html draws icon('{drawing}')" in broken.broken["toy"]
    assert f'no <symbol id="{symbol}">; draw it there, as icon("toy/{symbol}")' in broken.broken["toy"]


def test_a_game_whose_page_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = replace(TOY, page=Page(tmp_path / "nowhere"))
    monkeypatch.setattr(sys.modules[__name__], "DRAWN", plugin, raising=False)
    broken = discover([point("toy", f"{__name__}:DRAWN"), GOOD])
    assert list(broken.plugins) == ["dalek-dice"]
    assert "the page of the game 'toy' cannot be read (" in broken.broken["toy"]
