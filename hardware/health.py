"""How the box is: the age of the last picture, temperature, power, throttling, disk.

Reads /sys and the disk, nothing else. What a machine does not tell is said to be unknown, never to be well.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from companion.game import Msg, msg

MAX_CELSIUS = 75.0  # °C; a Pi slows itself down from 80
MAX_PICTURE_SECONDS = 2.0  # seconds; the page shows no older picture as live
MIN_FREE_MEGABYTES = 200  # MB; a match is a few kB, but logs and updates need room too

UNDERVOLTED = 1 << 0
SLOWED = 1 << 1 | 1 << 2 | 1 << 3  # frequency capped, throttled, soft temperature limit
ONCE = 16  # the same bits, so much further up: it happened since the box was switched on


@dataclass(frozen=True)
class Check:
    """One thing about the box. `ok` None: this machine does not tell. `value` is in the unit of `text`."""

    name: str
    ok: bool | None
    text: Msg
    value: float | None = None


def checks(age: float | None, data: Path, sys: Path = Path("/sys")) -> tuple[Check, ...]:
    """All there is to know. `age`: seconds since the last picture, None if there was none."""
    throttled = throttled_bits(sys)
    alarm = undervoltage_alarm(sys)
    if alarm is None and throttled is not None:
        alarm = bool(throttled & UNDERVOLTED)
    return (
        camera(age),
        temperature(degrees(sys)),
        power(alarm),
        throttling(throttled),
        disk(megabytes_left(data)),
    )


def camera(age: float | None) -> Check:
    """From the age of the last picture."""
    if age is None:
        return Check("camera", False, msg("panel.camera_dark"))
    return Check("camera", age <= MAX_PICTURE_SECONDS, msg("panel.camera_age", tenths=round(age * 10)), age)


def temperature(celsius: float | None) -> Check:
    """From the processor's temperature."""
    if celsius is None:
        return Check("temperature", None, msg("panel.temperature_unknown"))
    return Check(
        "temperature", celsius < MAX_CELSIUS, msg("panel.temperature", degrees=round(celsius)), celsius
    )


def power(low: bool | None) -> Check:
    """From the alarm for too low a voltage."""
    if low is None:
        return Check("power", None, msg("panel.power_unknown"))
    return Check("power", not low, msg("panel.power_low" if low else "panel.power_good"))


def throttling(bits: int | None) -> Check:
    """From the firmware's bits, as `vcgencmd get_throttled` prints them."""
    if bits is None:
        return Check("throttling", None, msg("panel.throttle_unknown"))
    if bits & SLOWED:
        return Check("throttling", False, msg("panel.throttle_now"))
    if bits >> ONCE & SLOWED:
        return Check("throttling", True, msg("panel.throttle_once"))
    return Check("throttling", True, msg("panel.throttle_none"))


def disk(megabytes: int | None) -> Check:
    """From the room left where matches are kept."""
    if megabytes is None:
        return Check("disk", None, msg("panel.disk_unknown"))
    return Check("disk", megabytes >= MIN_FREE_MEGABYTES, msg("panel.disk", megabytes=megabytes), megabytes)


def degrees(sys: Path) -> float | None:
    """The processor's temperature in °C."""
    for zone in sorted(sys.glob("class/thermal/thermal_zone*")):
        if "cpu" in (_text(zone / "type") or ""):
            thousandths = _number(zone / "temp")
            return None if thousandths is None else thousandths / 1000
    return None


def undervoltage_alarm(sys: Path) -> bool | None:
    """Whether the Pi's own watch over its supply says that it is too low now."""
    for monitor in sorted(sys.glob("class/hwmon/hwmon*")):
        if _text(monitor / "name") == "rpi_volt":
            alarm = _number(monitor / "in0_lcrit_alarm")
            return None if alarm is None else alarm != 0
    return None


def throttled_bits(sys: Path) -> int | None:
    """The firmware's bits for too little power and too much heat, now and since it was switched on."""
    return _number(sys / "devices/platform/soc/soc:firmware/get_throttled", 16)


def megabytes_left(data: Path) -> int | None:
    """The room on the disk of `data`, or of the folder it will be made in."""
    there = next((p for p in (data, *data.parents) if p.exists()), data)
    try:
        return shutil.disk_usage(there).free // 1_000_000
    except OSError:
        return None


def _number(path: Path, base: int = 10) -> int | None:
    text = _text(path)
    try:
        return None if text is None else int(text, base)
    except ValueError:
        return None


def _text(path: Path) -> str | None:
    """What a file of /sys says; None if it is not there, or its device does not answer."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None
