"""Buttons and lamps on gpiozero, real or mock pins; the only importer of gpiozero.

It falls back to nothing: pins that cannot be had are a PanelTrouble.

    STOP, REROLL, UNDO   a pin each; the other side of the button to ground (or 3.3 V, as configured)
    lamps                from left to right; a pin through a resistor to an LED, or three pins to an RGB LED
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple, get_args

from gpiozero import PWMLED, RGBLED, Button, GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.config import PanelConfig
from companion.game import Msg, msg
from companion.table.shown.snapshot import KeyName
from hardware.follow import Follower, Report, Wait, Writer
from hardware.keys import Keys, Press
from hardware.lights import WHITE, appearance, duties, duty, level

NAMES: tuple[KeyName, ...] = get_args(KeyName)
CHIPS = Path("/sys/bus/gpio/devices")
PI_PINS = (b"raspberrypi,rp1-gpio", b"brcm,bcm2711-gpio", b"brcm,bcm2835-gpio")  # Pi 5; Pi 4; older
PATIENCE_SECONDS = 0.3  # seconds that each thread gets to end


class PanelTrouble(Exception):  # noqa: N818 (what happened)
    """There are no pins to be had; `msg` says why in the player's words, the text in the log's."""

    def __init__(self, why: Msg, text: str) -> None:
        super().__init__(text)
        self.msg = why


class LampLight(NamedTuple):
    """A lamp as it shines now: its name, how bright from 0 to 1, its colour as #rrggbb."""

    name: str
    bright: float
    colour: str


class SimPin(MockPWMPin):  # type: ignore[misc]
    """gpiozero's mock pin, which remembers all it ever was, made to forget: the box runs for weeks."""

    def _change_state(self, value: float | bool) -> bool:
        changed = bool(super()._change_state(value))
        del self.states[:-32]
        return changed


class Lamp:
    """One lamp: an LED on one pin, or red, green and blue on three."""

    def __init__(self, name: str, device: Any, brightness: float) -> None:
        self.name = name
        self.device = device
        self._brightness = brightness

    def shine(self, bright: float, colour: str) -> None:
        """Shine; a lamp of one pin has its own colour."""
        bright *= self._brightness
        self.device.value = duties(colour, bright) if isinstance(self.device, RGBLED) else duty(bright)

    def light(self) -> LampLight:
        """As its pins are now."""
        value = self.device.value
        return LampLight(
            self.name, *(appearance(value) if isinstance(value, tuple) else (level(value), WHITE))
        )


class Panel:
    """The box's buttons and lamps. `start` wires them to a table; until then they only exist."""

    def __init__(self, config: PanelConfig, factory: Any, virtual: bool) -> None:
        self._config = config
        self._factory = factory
        self._virtual = virtual
        self._buttons = _buttons(config, factory)
        self._lamps = _lamps(config, factory)
        self._looked_at = Lock()  # lamps are looked at by the page until they are closed
        self._keys: Keys | None = None
        self._writer = Writer(self._lamps)
        self._follower: Follower | None = None

    def start(self, wait: Wait, press: Press, report: Report, width: float = 1280.0) -> None:
        """Follow what `wait(after, timeout)` gives, `press` keys, `report` trouble (None: well again).

        `width` is that of the eye's pictures in pixels, to know which lamp is above a die.
        """
        self._keys = keys = Keys(press, self._config.debounce)
        for name, button in self._buttons.items():
            button.when_pressed = _caller(keys.pressed, name)
            button.when_released = _caller(keys.released, name)
        self._follower = Follower(self._writer, len(self._lamps), wait, self._with_buttons(report), width)
        for thread in (keys, self._writer, self._follower):
            thread.start()
        if (down := self._down()) is not None:
            report(down)

    def _with_buttons(self, report: Report) -> Report:
        """Lamps that are well again don't hide a button that is stuck."""
        return lambda trouble: report(trouble or self._down())

    def _down(self) -> Msg | None:
        for name, button in self._buttons.items():
            if button.is_pressed:
                return msg("panel.button_down", button=name.upper())
        return None

    def lamps(self) -> tuple[LampLight, ...]:
        """The lamps from left to right, as their pins are now; none once closed."""
        with self._looked_at:
            return tuple(lamp.light() for lamp in self._lamps)

    def press(self, name: str) -> None:
        """Press and let go a button of a virtual panel; ValueError for others, and for unknown names."""
        if not self._virtual:
            raise ValueError("only a virtual panel (--panel sim) can be pressed from here; press the button")
        key = next((key for key in NAMES if key == name), None)
        if key is None:
            raise ValueError(f"button must be one of {', '.join(NAMES)}, got {name!r}")
        pin = self._buttons[key].pin
        down, up = pin.drive_low, pin.drive_high
        if self._config.button_closes_to == "3v3":
            down, up = up, down
        down()
        up()

    def close(self) -> None:
        """Lamps off, pins free. What hangs is left to the process's end."""
        if self._follower is not None and self._keys is not None:
            self._follower.stop(PATIENCE_SECONDS)
            self._keys.stop(PATIENCE_SECONDS)
            if not self._writer.stop(PATIENCE_SECONDS):
                return
        closer = Thread(target=self._free, name="panel-close", daemon=True)
        closer.start()
        closer.join(PATIENCE_SECONDS)

    def _free(self) -> None:
        with self._looked_at:
            lamps, self._lamps = self._lamps, ()
        for device in (*self._buttons.values(), *(lamp.device for lamp in lamps)):
            device.close()
        self._factory.close()


def _caller(tell: Callable[[KeyName], None], name: KeyName) -> Callable[[], None]:
    return lambda: tell(name)


def _buttons(config: PanelConfig, factory: Any) -> Mapping[KeyName, Any]:
    pins: Mapping[KeyName, int] = {
        "stop": config.stop_pin,
        "reroll": config.reroll_pin,
        "undo": config.undo_pin,
    }
    to_ground = config.button_closes_to == "ground"
    return {name: Button(pins[name], pull_up=to_ground, pin_factory=factory) for name in NAMES}


def _lamps(config: PanelConfig, factory: Any) -> tuple[Lamp, ...]:
    return tuple(
        Lamp(f"lamp {i}", _led(pins, config.lamps_active_high, factory), config.brightness)
        for i, pins in enumerate(config.lamps, 1)
    )


def _led(pins: tuple[int, ...], active_high: bool, factory: Any) -> Any:
    kind = RGBLED if len(pins) == 3 else PWMLED
    return kind(*pins, active_high=active_high, pin_factory=factory)


def open_panel(config: PanelConfig) -> Panel | None:
    """The panel of kind `config.kind`: None for none; PanelTrouble if the pins cannot be had."""
    if config.kind == "none":
        return None
    if config.kind == "sim":
        return Panel(config, MockFactory(pin_class=SimPin), virtual=True)
    return _real(config)


def _real(config: PanelConfig) -> Panel:
    """On the Pi's own pins. gpiozero would choose a driver by itself, and choose on when it fails."""
    chip = pin_chip()
    if chip is None:
        raise PanelTrouble(
            msg("panel.no_pins"), f"no Raspberry Pi pins under {CHIPS}; use --panel sim or none"
        )
    device = Path(f"/dev/gpiochip{chip}")
    if not os.access(device, os.R_OK | os.W_OK):
        text = f"{device} may not be opened; add this user to the group gpio (`sudo usermod -aG gpio $USER`)"
        raise PanelTrouble(msg("panel.forbidden"), text)
    try:
        error = import_module("lgpio").error
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as e:
        text = f"lgpio cannot be loaded ({e}); `sudo apt install python3-lgpio`"
        raise PanelTrouble(msg("panel.no_library"), text) from e
    try:
        return Panel(config, LGPIOFactory(chip=chip), virtual=False)
    except (GPIOZeroError, OSError, error) as e:
        text = f"the pins on {device} cannot be had ({e}); end other programs that use them"
        raise PanelTrouble(msg("panel.busy"), text) from e


def pin_chip(chips: Path = CHIPS) -> int | None:
    """The number of the gpiochip that has the 40-pin header: it differs between Pis and kernels."""
    for chip in sorted(chips.glob("gpiochip*")):
        for node in (chip / "of_node", chip / "device" / "of_node"):
            if _made_for(node / "compatible"):
                return int(chip.name.removeprefix("gpiochip"))
    return None


def _made_for(compatible: Path) -> bool:
    try:
        return any(name in PI_PINS for name in compatible.read_bytes().split(b"\0"))
    except OSError:
        return False
