"""Games are found by their entry points alone; a broken one keeps no other from being played."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint

from companion.dice import DieKind
from companion.games import GROUP, discover

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
