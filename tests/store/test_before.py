"""A data folder of the version before is opened by this one, and nothing in it is missing.

Everything is asked at the command line and at the page, as whoever brings the folder would.
"""

from __future__ import annotations

import gzip
import json
import re
import tarfile
import tomllib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.boxed import Box, box, typed

BEFORE = Path(__file__).parent / "before"
FACTS: dict[str, Any] = json.loads(gzip.decompress((BEFORE / "facts.json.gz").read_bytes()))
MATCHES: dict[str, dict[str, Any]] = FACTS["matches"]


def unpacked(folder: Path) -> Path:
    with tarfile.open(BEFORE / "data.tar.gz") as packed:
        packed.extractall(folder, filter="data")
    return folder


def holds(now: Any, before: Any) -> bool:
    """Whether all that was said before is still said; more may be."""
    if isinstance(before, dict):
        return isinstance(now, dict) and all(
            name in now and holds(now[name], it) for name, it in before.items()
        )
    if isinstance(before, list):
        return isinstance(now, list) and len(now) == len(before) and all(map(holds, now, before))
    return bool(now == before)


def replayed(*words: object) -> Any:
    done = typed("replay", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_the_folder_is_of_all_games_and_small() -> None:
    assert {match["game"] for match in MATCHES.values()} == {"dalek-dice", "dizzle", "dize", "25-to-dice"}
    assert {match["status"] for match in MATCHES.values()} == {"open", "finished", "abandoned"}
    assert sum(file.stat().st_size for file in BEFORE.iterdir() if file.is_file()) < 400_000


@pytest.mark.parametrize("number", MATCHES)
def test_its_matches_fold_to_the_same_views(number: str, tmp_path: Path) -> None:
    view = replayed(unpacked(tmp_path) / "cubilete.db", "--match", number)
    assert holds(view, MATCHES[number]["view"])


def test_its_saved_log_is_replayed() -> None:
    assert holds(replayed(BEFORE / "match-1.jsonl"), MATCHES["1"]["view"])


def test_its_settings_are_understood() -> None:
    file = BEFORE / "settings.toml"
    done = typed("check-config", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert holds(tomllib.loads(done.stdout), tomllib.loads(file.read_text(encoding="utf-8")))


def test_its_taught_set_is_known_and_can_be_handed_on(tmp_path: Path) -> None:
    data = unpacked(tmp_path)
    (line,) = (row for row in typed("taught", "list", "--data", data).stdout.splitlines() if "dalek " in row)
    assert "6 views" in line
    file = tmp_path / "handed-on.json"
    assert typed("taught", "export", "dalek", file, "--data", data).returncode == 0
    assert file.read_bytes() == (data / "taught" / "dalek.json").read_bytes()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A box on a copy of the folder, that has a camera which is not there."""
    with box(unpacked(tmp_path_factory.mktemp("data")), "--camera", "v4l2:99", "--panel", "none") as made:
        made.until("the camera is missed", lambda: len(made.faults()) > 0)
        yield made


def page(running: Box, path: str) -> str:
    status, body = running.get(path)
    assert status == 200
    return unescape(body.decode())


def test_a_box_misses_nothing_but_its_camera(running: Box) -> None:
    """Tray, taught dice, secret and table are as they were, or there would be a fault for each."""
    assert len(running.faults()) == 1
    assert "camera" in running.faults()[0].lower()
    assert "no empty tray is known" not in running.log
    assert "Traceback" not in running.log


def test_its_matches_are_listed_with_their_names_and_points(running: Box) -> None:
    cards = page(running, "/matches").split('<section class="card">')[1:]
    assert len(cards) == len(MATCHES)
    for number, match in MATCHES.items():
        (card,) = (card for card in cards if f"/matches/{number}" in card)
        assert match["name"] in card
        assert [int(points) for points in re.findall(r"<b>(-?\d+)</b>", card)] == match["totals"]
        assert all(name in card for name in match["seats"])
        assert len(re.findall("<time>", page(running, f"/matches/{number}"))) == match["moves"]


def test_its_players_and_sheets_are_offered(running: Box) -> None:
    assert all(name in page(running, "/") for name in FACTS["players"])
    assert "Short" in page(running, "/?game=dizzle")
    assert "Small" in page(running, "/?game=25-to-dice")


def test_the_match_on_its_table_goes_on(tmp_path: Path) -> None:
    match = MATCHES[str(FACTS["on_table"])]
    with box(unpacked(tmp_path), "--camera", "sim", "--panel", "none", "--seed", "2") as running:
        running.until("the match is there", lambda: ply(running) == match["moves"])
        running.post("/sim/throw", "")
        running.until("the throw counts", lambda: ply(running) > match["moves"] or answered(running))


def ply(running: Box) -> int:
    number: int = json.loads(running.get("/health")[1])["ply"]
    return number


def answered(running: Box) -> bool:
    """Answer what is asked about a die, if anything is, by its likeliest face; False: no throw yet."""
    form = re.search(r'<form class="ask" id="ask".*?</form>', page(running, "/table"), re.DOTALL)
    if form:
        fields = re.findall(r'name="(ply|die)" value="(\d+)"', form[0])
        fields += re.findall(r'name="(face)" value="(\w+)"', form[0])[:1]
        running.post("/table/answer", "&".join(f"{name}={value}" for name, value in fields))
    return False
