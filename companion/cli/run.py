"""`cubilete run`: the companion itself, until it is told to stop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli import commands, parameters
from companion.run import app

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
    return app.run(config, overrides, seed=seed, open_page=open_page)
