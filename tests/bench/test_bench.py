"""That every section of the bench runs, and that what is written keeps what was not measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic, sleep

import cv2
import numpy as np
import pytest

from companion.dice import D6, Seen
from tests.bench import __main__ as bench
from tests.bench import page, photos, sheet
from tests.bench.alone import SectionFailedError, run
from tests.bench.box import followed, running
from tests.bench.figures import Effort, Found, Table, quantile
from tests.bench.photos import Shot, made_small, read_renders
from tests.bench.player import Player
from tests.bench.sections import SECTIONS, Section

TITLES = {section.name: section for section in SECTIONS}
RULES = TITLES["rules"]


def found(figure: str) -> Found:
    return Found("On what.", (Table(("", "figure"), (("row", figure),)),), ("It says.",))


@pytest.mark.parametrize("name", TITLES)
def test_a_section_in_its_smallest_form_gives_figures(name: str) -> None:
    got = TITLES[name].measure(Effort(small=True, until=monotonic() + 120))
    assert got.tables
    assert got.says
    assert all(len(row) == len(table.head) for table in got.tables for row in table.rows)
    assert any(cell[:1].isdigit() for table in got.tables for row in table.rows for cell in row)
    assert Found.of(got.plain()) == got


def test_a_follower_that_came_before_the_match_hears_of_it_too() -> None:
    with running(seed=3) as box, followed(box.origin) as arrivals:
        assert soon(lambda: bool(arrivals))
        Player(box, Random(3)).begin()
        assert soon(lambda: arrivals[-1].number >= box.shown.number)


def soon(so: Callable[[], bool]) -> bool:
    """Whether that comes true while there is patience."""
    end = monotonic() + 20
    while not so() and monotonic() < end:
        sleep(0.01)
    return so()


def test_all_sections_together_stay_below_three_quarters_of_an_hour() -> None:
    assert sum(section.seconds for section in SECTIONS) <= 45 * 60


def test_sections_not_run_keep_their_last_figures_and_their_date() -> None:
    kill = TITLES["kill"]
    texts = {
        "rules": page.measured(RULES, found("1"), "2026-01-01 10:00 on this", 3),
        "kill": page.measured(kill, found("2"), "2026-02-02 10:00 on that", 4),
    }
    order = [section.name for section in SECTIONS]
    first = page.kept(page.written(texts, order))
    assert first == texts
    again = page.written(first | {"rules": page.measured(RULES, found("3"), "2026-03-03 on this", 3)}, order)
    assert page.kept(again)["kill"] == texts["kill"]
    assert "2026-02-02" in again
    assert "2026-01-01" not in again
    assert again.index("## Killed") < again.index("## Rules")


def test_a_section_that_fails_says_so_above_its_last_figures() -> None:
    before = page.measured(RULES, found("1"), "2026-01-01 10:00 on this", 3)
    once = page.failed(RULES, "not done within 5 s", "2026-01-02 10:00 on this", before)
    assert once.startswith(
        f"## {RULES.title}\n\n> **The run of 2026-01-02 10:00 failed:** not done within 5 s\n"
    )
    assert before.partition("\n")[2].strip() in once
    twice = page.failed(RULES, "no luck", "2026-01-03 10:00 on this", once)
    assert "2026-01-02" not in twice
    assert "no luck" in page.failed(RULES, "no luck", "2026-01-03", None)


def test_a_broken_promise_is_written_beside_the_figures() -> None:
    broken = Found("On what.", (), (), ("two were lost",))
    assert "> **Not as promised:** two were lost" in page.measured(RULES, broken, "today on this", 1)


def test_a_section_alone_is_ended_at_its_bound() -> None:
    with pytest.raises(SectionFailedError, match="not done within 0 s"):
        run(replace(TITLES["eye"], seconds=0), small=True)


def test_a_section_that_cannot_run_makes_the_exit_code_non_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "page.md"
    monkeypatch.setattr(bench, "SECTIONS", (Section("rules", "Rules", 15), Section("nothing", "Nothing", 15)))
    assert bench.main(["--small", "--to", str(written), "rules"]) == 0
    assert bench.main(["--small", "--to", str(written)]) == 1
    assert "steps a second" in written.read_text(encoding="utf-8")
    assert "failed:" in written.read_text(encoding="utf-8")


def test_a_quantile_is_one_of_the_values_and_none_of_nothing_is_refused() -> None:
    values = [float(v) for v in range(1, 21)]
    assert (quantile(values, 0.5), quantile(values, 0.95), quantile(values, 1.0)) == (10, 19, 20)
    assert quantile([7.0], 0.5) == 7
    with pytest.raises(ValueError, match="nothing was measured"):
        quantile([], 0.5)


def seen(face: str, sure: float) -> Seen:
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return Seen(D6.id, face, "ok", sure, ((face, sure),), (0, 0, 1, 1), quad)


def test_of_two_dice_read_alike_where_one_lies_the_surer_one_is_right() -> None:
    entry = {"dice": [{"value": 4}, {"value": 6}]}
    judged = Shot(entry, (seen("4", 0.6), seen("6", 0.7), seen("4", 0.9)), False, 0.0).judged
    assert [(die.face, die.sure, right) for die, right in judged] == [
        ("4", 0.9, True),
        ("6", 0.7, True),
        ("4", 0.6, False),
    ]


def test_a_photograph_is_read_again_from_far_away_if_it_was_near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "PHOTOS", photos.RENDERS)
    near, effort = read_renders()[0], Effort(small=True, until=monotonic() + 60)
    far = made_small(effort, 24, near)
    assert far is not None
    assert far.exact
    assert all(0.8 < np.hypot(*np.subtract(*die.quad[:2])) / 24 < 1.25 for die in far.seen)
    assert made_small(effort, 500, near) is None
    assert made_small(effort, 24, replace(near, seen=())) is None


def test_a_sheet_holds_all_tiles_in_rows_and_there_is_none_of_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "FOLDER", tmp_path / "new")
    sheet.kept("none.jpg", [], wide=3)
    assert not (tmp_path / "new").exists()
    sheet.kept("some.jpg", [np.full((20, 30, 3), 250, np.uint8)] * 4, wide=3)
    kept = cv2.imread(str(tmp_path / "new" / "some.jpg"))
    assert kept.shape == (40, 90, 3)
    assert (kept[24:36, 4:26].min(), kept[24:36, 34:].max()) == (
        pytest.approx(250, abs=8),
        pytest.approx(0, abs=8),
    )
