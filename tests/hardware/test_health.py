"""How the box is, read from a copy of what a Pi's /sys looks like, and from a machine that tells nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import msg
from companion.words import LANGUAGES, Words
from hardware import health
from hardware.health import checks, degrees, megabytes_left, throttled_bits, undervoltage_alarm


def put(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """/sys of a Pi that is well."""
    put(tmp_path, "class/thermal/thermal_zone0/type", "cpu-thermal\n")
    put(tmp_path, "class/thermal/thermal_zone0/temp", "48312\n")
    put(tmp_path, "class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    put(tmp_path, "devices/platform/soc/soc:firmware/get_throttled", "0\n")
    return tmp_path


def ok(sys: Path, age: float | None = 0.1) -> dict[str, bool | None]:
    return {check.name: check.ok for check in checks(age, sys, sys)}


def test_a_pi_that_is_well_is_said_to_be_well(pi: Path) -> None:
    assert ok(pi) == dict.fromkeys(("camera", "temperature", "power", "throttling", "disk"), True)
    assert degrees(pi) == 48.312


def test_a_machine_that_tells_nothing_is_not_said_to_be_well(tmp_path: Path) -> None:
    assert ok(tmp_path) == {
        "camera": True,
        "temperature": None,
        "power": None,
        "throttling": None,
        "disk": True,
    }


def test_no_picture_or_an_old_one_is_not_well(pi: Path) -> None:
    assert ok(pi, None)["camera"] is False
    assert ok(pi, 2.5)["camera"] is False
    assert health.camera(2.54).text == msg("panel.camera_age", tenths=25)


def test_heat_is_seen(pi: Path) -> None:
    put(pi, "class/thermal/thermal_zone0/temp", "76000\n")
    assert ok(pi)["temperature"] is False


def test_too_low_a_voltage_is_seen_by_either_of_its_two_signs(pi: Path) -> None:
    put(pi, "class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert ok(pi)["power"] is False
    (pi / "class/hwmon/hwmon1/in0_lcrit_alarm").unlink()
    assert ok(pi)["power"] is True
    put(pi, "devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert ok(pi)["power"] is False


@pytest.mark.parametrize(
    ("bits", "well", "text"),
    [
        (0x0, True, "throttle_none"),
        (0x4, False, "throttle_now"),
        (0x50005, False, "throttle_now"),
        (0x40000, True, "throttle_once"),
        (0x10000, True, "throttle_none"),
    ],
)
def test_throttling_now_is_bad_and_throttling_once_is_told(bits: int, well: bool, text: str) -> None:
    check = health.throttling(bits)
    assert (check.ok, check.text) == (well, msg(f"panel.{text}"))


@pytest.mark.parametrize("garbage", ["", "soon\n", "\x00"])
def test_what_is_no_number_is_unknown(pi: Path, garbage: str) -> None:
    put(pi, "class/thermal/thermal_zone0/temp", garbage)
    put(pi, "class/hwmon/hwmon1/in0_lcrit_alarm", garbage)
    put(pi, "devices/platform/soc/soc:firmware/get_throttled", garbage)
    assert (degrees(pi), undervoltage_alarm(pi), throttled_bits(pi)) == (None, None, None)


def test_the_room_on_the_disk_is_known_before_the_folder_is_made(tmp_path: Path) -> None:
    assert megabytes_left(tmp_path / "not" / "yet") == megabytes_left(tmp_path)
    assert health.disk(199).ok is False
    assert health.disk(None).ok is None


def test_every_check_has_words(pi: Path, tmp_path: Path) -> None:
    words = Words()
    said = [
        *checks(None, pi, pi),
        *checks(0.1, tmp_path / "x", tmp_path / "x"),
        *(health.throttling(bits) for bits in (4, 0x40000)),
        health.power(True),
        health.disk(None),
    ]
    for language in LANGUAGES:
        assert all(words.say(check.text, language) for check in said)
