"""The panel on gpiozero's mock pins: presses in, light out, and no pins at all."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from threading import Event, current_thread
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.config import PanelConfig, load
from companion.game import msg
from companion.words import LANGUAGES, Words
from hardware import panel as panel_module
from hardware.panel import NAMES, Panel, PanelTrouble, open_panel, pin_chip
from tests.hardware.shows import PATIENCE_SECONDS, Table, until


def config(**changes: object) -> PanelConfig:
    typed = {"panel.kind": "sim", "panel.debounce": 0, **{f"panel.{k}": v for k, v in changes.items()}}
    return load(None, typed, {"HOME": "/"}).panel


@pytest.fixture
def table() -> Table:
    return Table()


def started(table: Table, panel: Panel | None) -> Panel:
    assert panel is not None
    panel.start(table.board.wait, table.pressed.append, table.said.append)
    return panel


@pytest.fixture
def panel(table: Table) -> Iterator[Panel]:
    made = started(table, open_panel(config()))
    yield made
    made.close()


def test_each_button_presses_its_own_key(panel: Panel, table: Table) -> None:
    for name in NAMES:
        panel.press(name)
    assert until(lambda: len(table.pressed) == 3)
    assert table.pressed == ["stop", "reroll", "undo"]


def test_a_button_held_down_presses_once(table: Table) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = started(table, Panel(config(), factory, virtual=True))
    factory.pin(5).drive_low()
    panel.press("undo")
    assert until(lambda: "undo" in table.pressed)
    factory.pin(5).drive_high()
    panel.press("reroll")
    assert until(lambda: "reroll" in table.pressed)
    assert table.pressed == ["stop", "undo", "reroll"]
    panel.close()


CHATTER_SECONDS = 0.5  # the longest there is, so that a busy machine does not tear a chatter apart


def test_a_button_held_through_chatter_and_let_go_with_a_bounce_is_one_press(table: Table) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = started(table, Panel(config(debounce=CHATTER_SECONDS), factory, virtual=True))
    pin = factory.pin(5)
    for _ in range(6):  # contacts that close
        pin.drive_low()
        pin.drive_high()
    pin.drive_low()
    assert until(lambda: table.pressed == ["stop"])
    time.sleep(CHATTER_SECONDS * 1.2)  # held
    for _ in range(6):  # contacts that open
        pin.drive_high()
        pin.drive_low()
    pin.drive_high()
    panel.press("undo")
    assert until(lambda: "undo" in table.pressed)
    assert table.pressed == ["stop", "undo"]
    time.sleep(CHATTER_SECONDS * 1.2)
    panel.press("stop")
    assert until(lambda: table.pressed == ["stop", "undo", "stop"])
    panel.close()


def test_no_driver_is_told_to_wait_for_a_button_to_be_steady(table: Table) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = started(table, Panel(config(debounce=0.05), factory, virtual=True))
    assert [factory.pin(number).bounce for number in (5, 6, 13)] == [None] * 3
    panel.close()


def test_buttons_to_3v3_work_the_other_way_round(table: Table) -> None:
    panel = started(table, open_panel(config(button_closes_to="3v3")))
    panel.press("reroll")
    assert until(lambda: table.pressed == ["reroll"])
    panel.close()


def test_a_button_that_is_down_from_the_start_is_reported_and_not_pressed(table: Table) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    made = Panel(config(), factory, virtual=True)
    factory.pin(6).drive_low()
    panel = started(table, made)
    assert table.said == [msg("panel.button_down", button="REROLL")]
    panel.press("stop")
    assert until(lambda: table.pressed == ["stop"])
    panel.close()


def test_what_is_shown_is_seen_on_the_pins(panel: Panel, table: Table) -> None:
    table.show("ready")
    assert until(lambda: all(lamp.bright > 0.95 for lamp in panel.lamps()))
    table.show("fault")
    assert until(lambda: panel.lamps()[2].colour == "#ff0000")
    assert [lamp.bright > 0 for lamp in panel.lamps()] == [True, False, True, False, True]
    assert [lamp.name for lamp in panel.lamps()] == [f"lamp {n}" for n in range(1, 6)]


def test_lamps_that_light_at_0_v_get_the_pins_turned_round(table: Table) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = started(table, Panel(config(lamps_active_high=False), factory, virtual=True))
    table.show("ready")
    assert until(lambda: all(lamp.bright > 0.95 for lamp in panel.lamps()))
    assert factory.pin(16).state == 0.0
    panel.close()


def test_lamps_are_no_brighter_than_set(table: Table) -> None:
    panel = started(table, open_panel(config(brightness=0.5)))
    table.show("ready")
    assert until(lambda: all(lamp.bright == pytest.approx(0.5, abs=0.02) for lamp in panel.lamps()))
    panel.close()


def test_closing_puts_the_lamps_out_and_frees_the_pins(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_module, "PATIENCE_SECONDS", PATIENCE_SECONDS)  # on a busy machine
    factory = MockFactory(pin_class=MockPWMPin)
    panel = started(table, Panel(config(), factory, virtual=True))
    table.show("ready")
    pin = factory.pin(16)
    assert until(lambda: pin.state > 0.9)
    panel.close()
    assert pin.state == 0
    assert panel.lamps() == ()
    again = started(Table(), Panel(config(), factory, virtual=True))  # pins that are reserved would refuse
    again.close()


def test_a_panel_leaves_no_pin_factory_behind(panel: Panel) -> None:
    assert gpiozero.Device.pin_factory is None


def test_two_panels_live_side_by_side(panel: Panel, table: Table) -> None:
    other_table = Table()
    other = started(other_table, open_panel(config()))
    other.press("stop")
    assert until(lambda: other_table.pressed == ["stop"])
    assert table.pressed == []
    other.close()


class HangingPin(MockPWMPin):  # type: ignore[misc]
    """A pin whose write hangs or fails, as a driver's may; only one number of them does."""

    number = 20
    hold = Event()
    fails = False
    entered = Event()

    def _set_state(self, value: float) -> None:
        if self.info.name == f"GPIO{self.number}" and current_thread().name == "panel-lamps":
            type(self).entered.set()
            type(self).hold.wait()
            if type(self).fails:
                raise OSError("the line is gone")
        super()._set_state(value)


@pytest.fixture
def hanging() -> Iterator[type[HangingPin]]:
    class Pin(HangingPin):
        hold = Event()
        entered = Event()

    yield Pin
    Pin.hold.set()


def test_a_pin_that_hangs_delays_no_press_and_no_score(table: Table, hanging: type[HangingPin]) -> None:
    panel = started(table, Panel(config(), MockFactory(pin_class=hanging), virtual=True))
    table.show("ready")
    assert hanging.entered.wait(20)
    panel.press("stop")
    assert until(lambda: table.pressed == ["stop"])
    for light in ("move", "good", "win") * 20:
        table.show(light)
    assert len(panel.lamps()) == 5
    assert until(lambda: msg("panel.lamp_stuck", lamp=2) in table.said)
    panel.close()  # comes back, though the pin still hangs


def test_a_pin_that_fails_is_reported_and_the_others_shine(table: Table, hanging: type[HangingPin]) -> None:
    hanging.fails = True
    hanging.hold.set()
    panel = started(table, Panel(config(), MockFactory(pin_class=hanging), virtual=True))
    table.show("ready")
    assert until(lambda: [lamp.bright > 0.9 for lamp in panel.lamps()] == [True, False, True, True, True])
    assert until(lambda: table.said == [msg("panel.lamp_failed", lamp=2)])
    panel.close()


def test_a_virtual_panel_forgets_what_its_pins_were(panel: Panel) -> None:
    lamp = panel._lamps[0]
    for i in range(1000):
        lamp.shine(i % 2, "#ffffff")
    assert len(lamp.device.pin.states) <= 32


def test_an_unknown_button_is_refused_with_the_known_ones(panel: Panel) -> None:
    with pytest.raises(ValueError, match="must be one of stop, reroll, undo, got 'start'"):
        panel.press("start")


def test_a_real_panel_is_not_pressed_from_the_page(table: Table) -> None:
    panel = Panel(config(), MockFactory(pin_class=MockPWMPin), virtual=False)
    with pytest.raises(ValueError, match="only a virtual panel"):
        panel.press("stop")
    panel.close()


def test_no_panel_is_no_panel() -> None:
    assert open_panel(config(kind="none")) is None


def test_a_machine_without_pins_says_so_and_uses_no_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(panel_module, "pin_chip", lambda: None)
    with pytest.raises(PanelTrouble, match="use --panel sim or none") as error:
        open_panel(config(kind="gpio"))
    assert error.value.msg == msg("panel.no_pins")


def test_pins_that_may_not_be_opened_are_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_module, "pin_chip", lambda: 0)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PanelTrouble, match="group gpio") as error:
        open_panel(config(kind="gpio"))
    assert error.value.msg == msg("panel.forbidden")


@pytest.mark.parametrize("broken", ["missing", "busy"])
def test_pins_whose_driver_is_missing_or_refuses_are_said_to_be_so(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    class LgpioError(Exception):
        pass

    class Lgpio:
        error = LgpioError

    class Driver:
        @staticmethod
        def LGPIOFactory(chip: int) -> Any:  # noqa: N802
            raise LgpioError(f"GPIO busy on chip {chip}")

    monkeypatch.setattr(panel_module, "pin_chip", lambda: 0)
    monkeypatch.setattr(os, "access", lambda *_: True)
    import sys

    monkeypatch.setitem(sys.modules, "lgpio", None if broken == "missing" else Lgpio)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", Driver)
    with pytest.raises(PanelTrouble) as error:
        open_panel(config(kind="gpio"))
    assert error.value.msg == msg("panel.no_library" if broken == "missing" else "panel.busy")


@pytest.mark.parametrize(
    ("model", "chips", "expected"),
    [
        ("Pi 4", {0: b"brcm,bcm2711-gpio\0", 1: b"raspberrypi,firmware-gpio\0"}, 0),
        ("Pi 5, first kernels", {0: b"brcm,brcmstb-gpio\0", 4: b"raspberrypi,rp1-gpio\0"}, 4),
        ("Pi 5", {0: b"raspberrypi,rp1-gpio\0", 11: b"brcm,brcmstb-gpio\0"}, 0),
        ("Zero 2", {0: b"brcm,bcm2835-gpio\0", 1: b"raspberrypi,firmware-gpio\0"}, 0),
        ("a laptop", {0: b"intel,gpio\0", 1: None}, None),
        ("none", {}, None),
    ],
)
def test_the_chip_with_the_header_is_found_by_what_it_is(
    tmp_path: Path, model: str, chips: dict[int, bytes | None], expected: int | None
) -> None:
    for number, compatible in chips.items():
        node = tmp_path / f"gpiochip{number}" / "of_node"
        node.mkdir(parents=True)
        if compatible is not None:
            (node / "compatible").write_bytes(compatible)
    assert pin_chip(tmp_path) == expected, model


def test_every_trouble_has_words_that_fit_the_line() -> None:
    words = Words()
    troubles = [
        *(msg(f"panel.{key}") for key in ("no_pins", "forbidden", "no_library", "busy")),
        *(msg(f"panel.lamp_{key}", lamp=15) for key in ("stuck", "failed")),
        msg("panel.button_down", button="REROLL"),
    ]
    for language in LANGUAGES:
        assert all(len(words.say(trouble, language)) <= 46 for trouble in troubles)


def test_a_panel_that_shines_all_day_takes_no_more_memory(panel: Panel) -> None:
    def shine(times: int) -> None:
        for i in range(times):
            for lamp in panel._lamps:
                lamp.shine((i % 10) / 10, "#ffc94d")

    shine(200)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    shine(2000)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000
