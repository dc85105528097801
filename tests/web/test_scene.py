"""The pure parts: lamps, the chart, modes; and that every word a template says is there."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from companion.dice import D6, DieSpec
from companion.game import Ask, Line, Need, Over, msg
from companion.games import discover
from companion.table.log.entries import Source
from companion.table.shown.snapshot import Light, Mark
from companion.words import LANGUAGES
from tests.games.dizzle import pages as dizzle
from tests.web import states
from tests.web.fakes import words
from web.chart import apart, chart
from web.scene import LAMPS, SIGNS, Scene, lamp_above, lamps, scene
from web.viewer import Mode

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.parametrize("light", get_args(Light))
def test_every_light_has_a_sign_and_a_pattern_of_its_own(light: Light) -> None:
    shown = replace(states.move(), light=light)
    assert len(lamps(shown)) == LAMPS
    assert (WEB / "static/sprite.svg").read_text().count(f'id="{SIGNS[light]}"') == 1
    others = {lamps(replace(shown, light=other)) for other in get_args(Light) if other != light}
    assert lamps(shown) not in others or light in (
        "move",
        "look",
    )  # a look without an unsure die is in the middle


def test_the_lamp_above_the_unsure_die_shines() -> None:
    shown = states.unsure()  # five dice, the last is unsure
    assert lamp_above(shown) == 10
    assert lamps(shown)[9:12] == ("half", "on", "half")


def test_a_mode_says_itself_as_an_address() -> None:
    assert Mode().query == ""
    assert Mode(fix=3).query == "?fix=3"
    assert Mode(entered=("human4", "doctor")).query == "?enter=human4%2Cdoctor"
    assert Mode(live=True).query == "?live=1"


def test_for_dice_of_any_kind_the_faces_of_all_of_them_can_be_typed() -> None:
    shown = states.ready()
    assert isinstance(shown.ask, Ask)
    one_kind = scene(shown, discover().games, Mode(entered=("6", "doctor")))
    assert one_kind.entered == ("doctor",)
    assert set(one_kind.enterable.values()) == {"dalek"}
    mixed = replace(shown, ask=replace(shown.ask, need=Need((DieSpec(),) * 6)))
    it = scene(mixed, discover().games, Mode(entered=("6", "doctor")))
    assert it.entered == ("6", "doctor")
    assert [it.enterable[face] for face in it.entered] == ["d6", "dalek"]


def test_more_dice_than_needed_are_not_entered() -> None:
    it = scene(states.ready(), discover().games, Mode(entered=("human4",) * 9))
    assert it.stage == "enter"
    assert len(it.entered) == it.needed == 6


def test_the_chart_runs_from_nought_to_each_total() -> None:
    it = scene(states.over(), discover().games, Mode())
    plot = chart(it)
    assert [len(line.points.split()) for line in plot.lines] == [len(s) + 1 for s in it.shown.scores]
    goal = [y for y, _, is_goal in plot.grid if is_goal]
    assert len(goal) == 1
    winner = plot.lines[it.over.places[0][0]] if it.over else None
    assert winner
    assert float(winner.points.split()[-1].split(",")[1]) < goal[0]


def test_a_chart_of_a_match_without_rounds_can_be_drawn() -> None:
    shown = replace(states.first(), ask=Over(((0, 1, 2, 3),), msg("dalek-dice.over")), scores=((),) * 4)
    assert len(chart(scene(shown, discover().games, Mode())).lines) == 4
    one = replace(shown, scores=((Line(msg("x"), 5),), (), (), ()))
    assert chart(scene(one, discover().games, Mode())).lines[0].points == "48.0,226.0 470.0,208.8"


def test_badges_of_equal_scores_stand_apart() -> None:
    placed = apart([100.0, 100.0, 90.0, 300.0])
    gaps = sorted(placed)
    assert all(b - a >= 30 for a, b in pairwise(gaps))
    assert placed[3] == 300.0


def said_by_templates() -> set[str]:
    text = "\n".join(path.read_text() for path in (WEB / "templates").rglob("*.html"))
    return {f"page.{key}" for key in re.findall(r"""\bt\(\s*["']([\w.]+[\w])["']\s*[,)]""", text)}


def test_every_word_of_the_templates_is_there_in_both_languages() -> None:
    said = said_by_templates()
    assert len(said) > 60
    for language in ("es", "en"):
        assert said - words().keys(language) == set()


def test_every_game_of_ours_has_a_picture_for_the_first_screen() -> None:
    assert all(plugin.page.has("art.svg") for plugin in discover().plugins.values())


def test_every_face_of_ordinary_dice_has_a_drawing() -> None:
    sprite = (WEB / "static/sprite.svg").read_text()
    assert all(f'id="d6-{face}"' in sprite for face in D6.faces)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def tokens(theme: str) -> dict[str, str]:
    css = (WEB / "static/tokens.css").read_text()
    night, day = css.split(':root[data-theme="light"] {')[:2]
    found = dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{6})\b", night))
    if theme == "day":
        found |= dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{6})\b", day))
    found |= dict(re.findall(r"(--p\d):\s*(#[0-9a-f]{6})", css))
    return found


@pytest.mark.parametrize("theme", ["night", "day"])
def test_scores_and_text_stand_out_enough(theme: str) -> None:
    t = tokens(theme)
    for back in ("--ground", "--panel", "--panel-2"):
        assert contrast(t["--ink"], t[back]) >= 7
        assert contrast(t["--ink-2"], t[back]) >= 4.5
    for side in ("--us", "--them"):
        assert contrast(t[side], t["--ground"]) >= 4.5
    fills = [v for k, v in tokens("night").items() if k.startswith("--f-")] + [
        t[f"--p{n}"] for n in range(1, 9)
    ]
    assert all(contrast(t["--pip"], fill) >= 4.5 for fill in fills)
    assert contrast(t["--rule"], t["--ground"]) >= 3


def test_lines_that_are_rounds_make_a_curve_and_others_a_table() -> None:
    rounds = Scene(states.STATES["over"](), None, Mode(), "over")
    assert rounds.by_round

    sheet = dizzle.shown(dizzle.played(dizzle.started(2, "level-4"), 99, Random(3)))
    scored = Scene(sheet, None, Mode(), "over")
    assert not scored.by_round
    assert [sum(points[seat] or 0 for _, points in scored.parts) for seat in (0, 1)] == list(sheet.totals)
    assert len(scored.parts) == len(sheet.scores[0])


@pytest.mark.parametrize("said", [*get_args(Mark), *get_args(Source)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_can_be_said_of_a_die_has_words(said: str, language: str) -> None:
    if said != "free":  # that is said by saying nothing
        assert words().say(msg(f"page.die.{said}", percent=99), language)
