"""`cubilete doctor`: looks through the camera, or at a picture, and says what to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import click

from companion.cli import commands, parameters
from companion.cli.exit_codes import DONE, FAILED
from companion.cli.output import fail, language, put, say
from companion.config import load
from companion.dice import D6, Quad
from companion.game import msg
from companion.run.eye_setup import SIM, source_of
from companion.store.files import write_file
from companion.words import Words
from vision.check.doctor import Finding, annotate, examine, log_row_levels
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.sources.frames import BadClip, BadPicture, Frame, Source, still
from vision.sources.live import CameraTrouble
from vision.teach.picture_folder import EmptyPicture
from vision.watch.worker import jpeg

EXAMPLES = """examples:
  cubilete doctor                                 look through the camera of the settings
  cubilete doctor --camera v4l2:0 --empty empty.jpg
  cubilete doctor --picture roll.jpg --out marked.jpg --json

exit code 0 if all is well, 1 if something is to be changed; glare is ringed in the marked picture
"""
WARMING = 8  # pictures in which a camera finds its exposure
LOOKED = 24  # pictures that are compared for flicker
MISSED = ("size",)  # checks that somebody should know were not made
TROUBLES = (BadPicture, BadClip, CameraTrouble)


@dataclass(frozen=True)
class DoctorWish:
    """What was typed. `out` is where the picture goes in which all is marked."""

    camera: str | None = None
    picture: Path | None = None
    empty: Path | None = None
    out: Path = Path("doctor.jpg")
    config: Path | None = None
    json: bool = False
    language: str = "en"


@commands.command("doctor", EXAMPLES)
@parameters.camera
@click.option("--picture", metavar="FILE", type=Path, help="a picture instead")
@click.option("--empty", metavar="FILE", type=Path, help="a picture of the tray with nothing in it")
@click.option(
    "--out",
    metavar="FILE",
    type=Path,
    default=Path("doctor.jpg"),
    help="where the marked picture goes (doctor.jpg)",
)
@click.option("--config", metavar="FILE", type=Path, help="settings of the camera")
@click.option("--json", is_flag=True, help="one line of JSON")
def command(**typed: Any) -> int:
    """Examine what was named."""
    parameters.check_exclusive(camera=typed["camera"], picture=typed["picture"])
    return doctor(DoctorWish(**typed, language=language()))


def doctor(wish: DoctorWish) -> int:
    """Examine; exit code 0 if all is well, 1 if something is to be changed or nothing could be seen."""
    try:
        frames = [still(wish.picture)] if wish.picture else _looked(wish)
        findings = _findings(wish, frames)
        _keep(wish.out, frames[-1], findings)
    except TROUBLES as error:
        return fail(error)
    except OSError as error:
        return fail(f"{wish.out} cannot be written ({error.strerror}); name another file: --out FILE")
    _tell(wish, findings)
    return DONE if _well(findings) else FAILED


def _well(findings: Sequence[Finding]) -> bool:
    return all(one.verdict in ("ok", "unknown") for one in findings)


def _looked(wish: DoctorWish) -> list[Frame]:
    """Some pictures of the camera, one after the other."""
    config = load(wish.config, {"camera.source": wish.camera})
    source: Source = VirtualTray() if config.camera.source == SIM else source_of(config)
    try:
        taken = [source.read() for _ in range(WARMING + LOOKED)]
    finally:
        source.close()
    frames = [frame for frame in taken if frame is not None]
    if not frames:
        raise BadClip(f"{config.camera.source} gives no picture; try another one: --camera SOURCE")
    return frames[WARMING:] or frames


def _findings(wish: DoctorWish, frames: Sequence[Frame]) -> tuple[Finding, ...]:
    """All checks, with the dice that are read in the last picture."""
    last = frames[-1]
    name = wish.picture or "the camera"
    tray = EmptyPicture(wish.empty).tray_of(last.size, name) if wish.empty else None
    seen = Reader((D6,), tray).read(last.image)
    dice: list[Quad] = [die.quad for die in seen if die.status in ("ok", "unsure")]
    empty = still(wish.empty).image if wish.empty else None
    return examine(last.image, dice, empty, [log_row_levels(frame.image) for frame in frames])


def _keep(path: Path, frame: Frame, findings: Sequence[Finding]) -> None:
    """The picture in which all is marked."""
    write_file(path, jpeg(annotate(frame.image, findings)))


def _tell(wish: DoctorWish, findings: Sequence[Finding]) -> None:
    """Each finding in a line, or all in one of JSON."""
    words = Words(())
    texts = [words.say(msg(f"eye.doctor_{one.what}_{one.verdict}"), wish.language)
             if one.value is not None or one.what in MISSED else "" for one in findings]  # fmt: skip
    if wish.json:
        checks = [_plain(one, text) for one, text in zip(findings, texts, strict=True)]
        put({"checks": checks, "ok": _well(findings), "picture": str(wish.out)})
        return
    for one, text in zip(findings, texts, strict=True):
        if one.value is not None:
            mark = "ok " if one.verdict == "ok" else "BAD"
            say(f"{mark} {text:36} {one.what} {one.value:.3g}, good {_range(one)}")
        elif text:
            say(f"  ? {text}")
    say(f"marked in {wish.out}")


def _range(one: Finding) -> str:
    least, most = one.good
    return f"up to {most:g}" if least == 0 else f"{least:g}–{most:g}" if isfinite(most) else f"from {least:g}"


def _plain(one: Finding, text: str) -> dict[str, object]:
    least, most = one.good
    return {
        "what": one.what,
        "verdict": one.verdict,
        "value": None if one.value is None else round(one.value, 4),
        "good": [least, most if isfinite(most) else None],
        "rings": [[round(v, 1) for v in ring] for ring in one.rings],
        "text": text,
    }
