"""The wiring table in docs/hardware.md: what the settings' defaults say, on the header of a real board."""

from __future__ import annotations

import re
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from companion.config import SETTINGS, load
from companion.words import Words

DOC = (Path(__file__).parents[2] / "docs" / "hardware.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| (?P<part>[^|]+) \| `(?P<setting>panel\.\w+)` \| (?P<gpio>\d+) \| (?P<header>\d+) \|.*", re.M
)


def wired() -> list[tuple[str, int]]:
    panel = load(env={"HOME": "/"}).panel
    buttons = [(f"panel.{name}_pin", getattr(panel, f"{name}_pin")) for name in ("stop", "reroll", "undo")]
    return buttons + [("panel.lamps", pin) for lamp in panel.lamps for pin in lamp]


def test_the_table_is_wired_as_the_defaults_are() -> None:
    assert [(row["setting"], int(row["gpio"])) for row in ROW.finditer(DOC)] == wired()


def test_each_pin_is_at_that_place_of_the_header() -> None:
    header = MockFactory().board_info.headers["J8"]
    places = {name: number for number, pin in header.pins.items() for name in pin.names}
    for row in ROW.finditer(DOC):
        assert places[f"GPIO{row['gpio']}"] == int(row["header"]), row["part"]


def test_what_is_called_ground_is_ground() -> None:
    header = MockFactory().board_info.headers["J8"]
    numbers = {int(n) for n in re.findall(r"ground \((\d+)\)", DOC)}
    assert numbers
    assert {header.pins[n].name for n in numbers} == {"GND"}
    assert header.pins[17].name == "3V3"


def test_settings_the_doc_names_exist() -> None:
    named = set(re.findall(r"`((?:camera|panel|web|reader)\.\w+)", DOC))
    assert named <= {s.name for s in SETTINGS}
    bare = set(re.findall(r"`(\w+) = ", DOC))
    assert bare <= {s.name.rpartition(".")[2] for s in SETTINGS}


def test_what_the_page_is_said_to_say_it_says() -> None:
    words = Words()
    said = {words.template(key, "en") for key in words.keys("en")}
    for line in (
        "No camera found: check the cable",
        "Another program uses the camera",
        "The camera gives no pictures",
    ):
        assert line in DOC
        assert line in said
