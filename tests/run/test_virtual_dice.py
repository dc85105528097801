"""What the games bring of their dice for the virtual tray, and what is said where it is not enough."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest

from companion.dice import D6, DieKind
from companion.game import AnyGame
from companion.games import dalek_dice
from companion.plugin import Page, Plugin
from companion.run.virtual_dice import virtual_dice

(DALEK,) = (kind for kind in dalek_dice.PLUGIN.game.kinds if kind != D6)


@dataclass(frozen=True)
class Dice:
    """What the virtual tray looks at of a game."""

    id: str
    kinds: tuple[DieKind, ...]


def plugin(folder: Path, *kinds: DieKind) -> Plugin:
    """A game that is played with these dice, its page in this folder."""
    game = cast("AnyGame", Dice("mine", (D6, *kinds)))
    return replace(dalek_dice.PLUGIN, game=game, page=Page(folder))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The faces of the Dalek dice, without a word on how they lie."""
    faces = Path(dalek_dice.__file__).parent / "page" / "faces"
    shutil.copytree(faces, tmp_path / "faces")
    (tmp_path / "faces" / "opposite.txt").unlink()
    return tmp_path


def test_the_dalek_dice_lie_as_their_game_says() -> None:
    dice = virtual_dice([dalek_dice.PLUGIN])
    assert dice.missing == {}
    assert [(model.kind, model.sides) for model in dice.models] == [
        ("dalek", ("human2", "dalek2", "human4", "dalek3", "doctor", "exterminate"))
    ]
    assert set(dice.models[0].masks) == set(DALEK.faces)


def test_without_pairs_the_order_of_the_faces_decides_what_lies_opposite(page: Path) -> None:
    (model,) = virtual_dice([plugin(page, DALEK)]).models
    assert set(model.sides[4:]) == {DALEK.faces[0], DALEK.faces[-1]}


def test_dice_that_cannot_be_laid_keep_no_others_from_it(page: Path) -> None:
    octahedron = DieKind("d8", tuple("12345678"))
    bare = DieKind("cats", tuple("abcdef"))
    dice = virtual_dice([plugin(page, octahedron, DALEK, bare)])
    assert [model.kind for model in dice.models] == ["dalek"]
    assert "game 'mine': dice 'd8' have 8 faces" in dice.missing["d8"]
    assert "game 'mine': dice 'cats' have no drawing of a, b, c, d, e, f" in dice.missing["cats"]


def test_a_kind_that_two_games_play_with_needs_to_be_drawn_by_one(page: Path, tmp_path: Path) -> None:
    dice = virtual_dice([plugin(tmp_path / "nothing", DALEK), plugin(page, DALEK)])
    assert ([model.kind for model in dice.models], dict(dice.missing)) == (["dalek"], {})


def test_a_line_of_opposite_faces_that_is_no_pair_is_named(page: Path) -> None:
    (page / "faces" / "opposite.txt").write_text("human2 dalek2\nhuman4\n")
    dice = virtual_dice([plugin(page, DALEK)])
    assert "faces/opposite.txt: a line must name two faces, got 'human4'" in dice.missing["dalek"]
