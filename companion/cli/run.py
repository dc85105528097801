"""`cubilete run`: the companion itself, until it is told to stop."""

from __future__ import annotations

import logging
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import click

from companion.cli import commands, parameters
from companion.cli.exit_codes import DONE, INTERRUPTED
from companion.cli.output import fail, say
from companion.config import load
from companion.run import process
from companion.run.app import Companion
from companion.store import StoreTrouble
from web.serve import ListenError

EXAMPLES = """examples:
  cubilete run --camera sim --panel sim           play on the virtual tray
  cubilete run --camera v4l2:0 --panel none       the first USB webcam, no buttons
  cubilete run --camera picamera2 --panel gpio    on a Raspberry Pi, as the service does
  cubilete run --config /etc/cubilete.toml --host 0.0.0.0
"""


@commands.command("run", EXAMPLES)
@parameters.camera
@click.option("--panel", metavar="KIND", help="sim, gpio or none")
@click.option("--data", metavar="DIR", type=Path, help="where matches and taught dice are kept")
@click.option("--config", metavar="FILE", type=Path, help="settings (cubilete check-config prints all)")
@click.option("--host", metavar="HOST", help="address to serve the page on; 0.0.0.0 for the whole network")
@click.option("--port", metavar="PORT", type=parameters.ANY_NUMBER, help="port to serve the page on")
@click.option(
    "--seed", metavar="N", type=parameters.SEED, help="luck of the virtual tray: the same throws again"
)
@click.option("--open", "open_page", is_flag=True, help="open the page in this machine's browser")
def command(config: Path | None, seed: int | None, open_page: bool, **settings: Any) -> int:
    """Run with these settings over those of the file."""
    overrides = {
        "camera.source": settings["camera"],
        "panel.kind": settings["panel"],
        "data": None if settings["data"] is None else str(settings["data"]),
        "web.host": settings["host"],
        "web.port": settings["port"],
    }
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    companion = Companion(load(config, overrides), seed, announce=say)
    try:
        companion.start()
    except (StoreTrouble, ListenError) as error:
        return process.end(fail(error), companion.left)
    except KeyboardInterrupt:
        return process.end(INTERRUPTED, companion.left)
    over = process.stop_signal()
    _welcome(companion, open_page)
    process.wait_for(over, companion)
    return process.end(DONE, companion.stop())


def _welcome(companion: Companion, open_page: bool) -> None:
    """Say where the page is. The code is for other devices, which may look but not touch without it."""
    say(f"Cubilete is ready: {companion.address}")
    say(f"Other devices are paired with the code {companion.code}. Ctrl-C stops.")
    if open_page and has_screen():
        threading.Thread(target=webbrowser.open, args=(companion.address,), daemon=True).start()


def has_screen() -> bool:
    """Without one a browser would be one for text, in this very terminal."""
    return sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
