"""Settings: one table of what can be set, and one TOML file that sets it.

Knows no room that obeys a setting, and opens nothing but that file.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

Value = bool | int | float | str | tuple[Any, ...]
Lamp = tuple[int, ...]


@dataclass(frozen=True)
class Setting:
    """One thing that can be set. `default` None: left out means automatic, or none.

    `fits` judges a value as TOML gives it, `read` turns it into ours, `expected` says what fits in words.
    """

    name: str
    default: Value | None
    expected: str
    help: str
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any] = lambda value: value


@dataclass(frozen=True)
class CameraConfig:
    """Where frames come from. What is None is left to the camera."""

    source: str
    width: int
    height: int
    fps: int
    rotation: int
    exposure: int | None
    gain: float | None
    focus: float | None
    white_balance: str
    silent: float


@dataclass(frozen=True)
class ReaderConfig:
    """How sure a die must be seen to count."""

    sure: float


@dataclass(frozen=True)
class PanelConfig:
    """Buttons and lamps. A lamp is one pin (one colour) or three (red, green, blue)."""

    kind: str
    stop_pin: int
    reroll_pin: int
    undo_pin: int
    button_closes_to: str
    debounce: float
    lamps: tuple[Lamp, ...]
    lamps_active_high: bool
    brightness: float


@dataclass(frozen=True)
class WebConfig:
    """Where the page is served, and to whom."""

    host: str
    port: int
    allowed_hosts: tuple[str, ...]
    streams: int


@dataclass(frozen=True)
class Config:
    """All settings, checked. `origin` is the file they came from, if any."""

    data: Path
    language: str
    camera: CameraConfig
    reader: ReaderConfig
    panel: PanelConfig
    web: WebConfig
    origin: Path | None = None


class ConfigError(Exception):
    """Everything that is wrong with a configuration, one sentence a problem."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_whole(value) or isinstance(value, float)


def _whole(name: str, default: int | None, bounds: tuple[int, int], unit: str, text: str) -> Setting:
    least, most = bounds
    expected = f"{least}–{most}" + (f" ({unit})" if unit else "")
    return Setting(name, default, expected, text, lambda v: _is_whole(v) and least <= v <= most)


def _number(name: str, default: float | None, bounds: tuple[float, float], unit: str, text: str) -> Setting:
    least, most = bounds
    expected = f"{least:g}–{most:g}" + (f" ({unit})" if unit else "")
    return Setting(name, default, expected, text, lambda v: _is_number(v) and least <= v <= most, float)


def _choice(name: str, default: str | int, choices: tuple[str | int, ...], text: str) -> Setting:
    expected = "one of " + ", ".join(json.dumps(c) for c in choices)
    return Setting(name, default, expected, text, lambda v: type(v) is type(choices[0]) and v in choices)


def _flag(name: str, default: bool, text: str) -> Setting:
    return Setting(name, default, "true or false", text, lambda v: isinstance(v, bool))


def _text(name: str, default: str | None, form: tuple[str, str], text: str) -> Setting:
    pattern, expected = form
    fits = re.compile(pattern).fullmatch
    return Setting(name, default, expected, text, lambda v: isinstance(v, str) and fits(v) is not None)


def _pin(name: str, default: int, text: str) -> Setting:
    return _whole(name, default, (2, 27), "BCM number", text)


def _are_lamps(value: object) -> bool:
    """Whether this is `[[16], [17, 27, 22]]` or the like; an empty list is a box without lamps."""
    return isinstance(value, list | tuple) and len(value) <= 15 and all(_is_lamp(lamp) for lamp in value)


def _is_lamp(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) in (1, 3)
        and all(_is_whole(p) and 2 <= p <= 27 for p in value)
    )


def _are_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(v, str) and v for v in value)


SOURCE = r"sim|picamera2|v4l2:\d{1,3}|clip:.+"
# libcamera's names of AwbMode, each at its number
WHITE_BALANCES = ("auto", "incandescent", "tungsten", "fluorescent", "indoor", "daylight", "cloudy")

SETTINGS: tuple[Setting, ...] = (
    _text("data", None, (r".+", "a folder"), "Where matches and taught dice are kept. Left out: "
          "$STATE_DIRECTORY (systemd sets it), else $XDG_DATA_HOME/cubilete, else ~/.local/share/cubilete."),
    _choice("language", "es", ("es", "en"), "The language of the voice, and of pages that wish no other."),
    _text("camera.source", "picamera2", (SOURCE, "sim, picamera2, v4l2:N or clip:FILE"),
          "picamera2: a Raspberry Pi camera. v4l2:0: the first USB webcam. clip:FILE: a film. "
          "sim: the virtual tray."),
    _whole("camera.width", 1280, (320, 4608), "pixels", "Width of a picture, before rotation."),
    _whole("camera.height", 960, (240, 2592), "pixels", "Height of a picture, before rotation."),
    _whole("camera.fps", 15, (1, 60), "frames a second", "How often a picture is taken."),
    _choice("camera.rotation", 0, (0, 90, 180, 270), "Turn pictures clockwise by this many degrees."),
    _whole("camera.exposure", None, (1, 66000), "µs", "Exposure time. Left out: the camera's own automatic."),
    _number("camera.gain", None, (1, 16), "times", "Sensor gain. Left out: the camera's own automatic."),
    _number("camera.focus", None, (0, 15), "dioptres: 1 / metres",
            "Fixed focus for cameras with a motor; 2.5 is 40 cm. Left out: autofocus where there is one."),
    _choice("camera.white_balance", WHITE_BALANCES[0], WHITE_BALANCES, "What light there is."),
    _number("camera.silent", 2.0, (0.5, 30), "seconds", "So long without a picture is a fault."),
    _number("reader.sure", 0.98, (0.5, 0.9999), "", "A die less likely to be read right is asked about."),
    _choice("panel.kind", "gpio", ("gpio", "sim", "none"),
            "gpio: buttons and lamps on the Pi's pins. sim: drawn on the page. none: no panel."),
    _pin("panel.stop_pin", 5, "The STOP button's pin."),
    _pin("panel.reroll_pin", 6, "The REROLL button's pin."),
    _pin("panel.undo_pin", 13, "The UNDO button's pin."),
    _choice("panel.button_closes_to", "ground", ("ground", "3v3"),
            "What a pressed button connects its pin to; the Pi's own resistor pulls the other way."),
    _number("panel.debounce", 0.05, (0, 0.5), "seconds", "Contacts may chatter this long and count once."),
    Setting("panel.lamps", ((16,), (20,), (17, 27, 22), (21,), (26,)),
            "a list of up to 15 lamps from left to right, each [pin] or [red, green, blue], pins 2–27",
            "Pins of the lamps, from left to right. One pin: a lamp of one colour. Three: red, green, blue.",
            _are_lamps, lambda lamps: tuple(tuple(lamp) for lamp in lamps)),
    _flag("panel.lamps_active_high", True, "true: a pin at 3.3 V lights its lamp. false: a pin at 0 V does."),
    _number("panel.brightness", 1.0, (0.05, 1), "", "How bright the lamps are at their brightest."),
    _text("web.host", "127.0.0.1", (r"\S+", "an address of this machine; 0.0.0.0 for all of them"),
          "Where the page is served. 127.0.0.1: on this machine only. 0.0.0.0: to the network too."),
    _whole("web.port", 8080, (1, 65535), "", "The page's port."),
    Setting("web.allowed_hosts", (), 'a list of names, like ["cubilete.local"]',
            "More names by which browsers may ask for the page, beside the machine's own name and addresses.",
            _are_texts, tuple),
    _whole("web.streams", 12, (1, 24), "", "How many pages may follow the table live at the same time."),
)  # fmt: skip


def load(
    path: Path | None = None,
    overrides: Mapping[str, object] | None = None,
    env: Mapping[str, str] = os.environ,
) -> Config:
    """The settings of `path`, then `overrides` (full names, as typed on the command line; None is not said).

    Raises ConfigError with everything that is wrong, at once.
    """
    said = _flat(_parse(path)) if path is not None else {}
    typed = {name: value for name, value in (overrides or {}).items() if value is not None}
    problems = [
        *(p for name, value in said.items() for p in _problems(name, value, f"in {path}")),
        *(p for name, value in typed.items() for p in _problems(name, value, "on the command line")),
    ]
    values = {s.name: s.default for s in SETTINGS} | said | typed
    if not problems:
        problems = _clashes(values, f"in {path}" if path else "in the defaults")
    if problems:
        raise ConfigError(tuple(problems))
    return _build(values, path, env)


def _parse(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        problem = f"{path} cannot be read ({e.strerror}); `cubilete check-config` prints one to start from"
    except UnicodeDecodeError as e:
        byte = f"byte 0x{e.object[e.start]:02x} at {e.start}"
        problem = f"{path} must be UTF-8 text, got {byte}; save it as UTF-8"
    except tomllib.TOMLDecodeError as e:
        problem = f"{path} must be TOML, got: {e}; https://toml.io says how to write it"
    raise ConfigError((problem,))


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """`{"web": {"port": 1}}` as `{"web.port": 1}`."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        flat |= _flat(value, f"{name}.") if isinstance(value, Mapping) and value else {name: value}
    return flat


def _problems(name: str, value: object, where: str) -> list[str]:
    """What is wrong with one value: nothing, or one sentence."""
    setting = next((s for s in SETTINGS if s.name == name), None)
    if value == {} and name in _sections():
        return []
    if setting is None:
        return [f"{name} is no setting, {where}; {_nearest(name)}"]
    if setting.fits(value):
        return []
    return [f"{name} must be {setting.expected}, got {_toml(value)}, {where}; {_way_out(setting)}"]


def _sections() -> set[str]:
    return {s.name.rpartition(".")[0] for s in SETTINGS}


def _nearest(name: str) -> str:
    """The known setting that was probably meant, by its full name or by its last word in another section."""
    names = [s.name for s in SETTINGS]
    last = name.rpartition(".")[2]
    same = [n for n in names if n.rpartition(".")[2] == last]
    near = same or get_close_matches(name, [*names, *filter(None, _sections())], 1, 0.6)
    return f"did you mean {near[0]}?" if near else "`cubilete check-config` lists all there are"


def _way_out(setting: Setting) -> str:
    if setting.default is None:
        return "left out, it is automatic"
    return f"left out, it is {_toml(setting.default)}"


def _clashes(values: Mapping[str, Any], where: str) -> list[str]:
    """Pins that are given twice: a button and a lamp on one pin would fight."""
    users: dict[int, list[str]] = {}
    for key in ("stop_pin", "reroll_pin", "undo_pin"):
        users.setdefault(values[f"panel.{key}"], []).append(f"panel.{key}")
    for i, lamp in enumerate(values["panel.lamps"], 1):
        for pin in lamp:
            users.setdefault(pin, []).append(f"lamp {i} of panel.lamps")
    return [
        f"pin {pin} is used by {' and '.join(names)}, {where}; give each a pin of its own"
        for pin, names in users.items()
        if len(names) > 1
    ]


def _build(values: Mapping[str, Any], path: Path | None, env: Mapping[str, str]) -> Config:
    ours: dict[str, Any] = {
        s.name: None if values[s.name] is None else s.read(values[s.name]) for s in SETTINGS
    }
    data = Path(ours["data"]).expanduser() if ours["data"] else default_data(env)
    return Config(
        data=data,
        language=ours["language"],
        camera=CameraConfig(**_section(ours, "camera")),
        reader=ReaderConfig(**_section(ours, "reader")),
        panel=PanelConfig(**_section(ours, "panel")),
        web=WebConfig(**_section(ours, "web")),
        origin=path,
    )


def _section(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {k.removeprefix(f"{name}."): v for k, v in values.items() if k.startswith(f"{name}.")}


def default_data(env: Mapping[str, str]) -> Path:
    """Where data is kept when nobody says: systemd's state directory, else the user's data folder."""
    state = env.get("STATE_DIRECTORY", "").split(":")[0]
    if state:
        return Path(state)
    home = env.get("XDG_DATA_HOME", "")
    base = Path(home) if home.startswith("/") else Path(env.get("HOME") or Path.home()) / ".local" / "share"
    return base / "cubilete"


def describe(config: Config | None = None, env: Mapping[str, str] = os.environ) -> str:
    """All settings as TOML with comments: what is set is live, what is at its default is commented out."""
    values = _flat(asdict(config)) if config else {}
    lines = ["# Settings of Cubilete. What starts with # is at its default.", ""]
    section = ""
    for setting in SETTINGS:
        head, _, key = setting.name.rpartition(".")
        if head != section:
            section = head
            lines += [f"[{head}]"]
        default = default_data(env) if setting.name == "data" else setting.default
        value = values.get(setting.name)
        lines += [*_described(setting, key, None if value == default else value), ""]
    return "\n".join(lines)


def _described(setting: Setting, key: str, value: Value | Path | None) -> list[str]:
    about = [f"# {setting.help}", f"# {setting.expected}"]
    if value is not None:
        return [*about, f"{key} = {_toml(value)}"]
    return [*about, f"# {key} = {'' if setting.default is None else _toml(setting.default)}".rstrip()]


def _toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    if isinstance(value, bool | str | Path):
        return json.dumps(value if isinstance(value, bool) else str(value), ensure_ascii=False)
    return str(value)
