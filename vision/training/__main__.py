"""The one command that makes the nets anew: `python -m vision.training`; stopped, it goes on where it was.

It starts without any of the tools that the stages need, to say which are missing.
"""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

MODELS = Path(__file__).parents[1] / "models"
PACKAGES = {"torch": "torch", "PIL": "pillow", "onnx": "onnx"}  # by module
EXAMPLES = """examples:
  pip install -e .[train] && python -m vision.training --photos ../shared/dice-photos
  python -m vision.training --minutes 110         at most so long; call it again to go on

stages: draw scenes, train the finder on them, label photographs with its help (MIT, CC BY and public domain
only, every second throw or so), train on, write finder.onnx; then the second opinion (closer.onnx), what
leans (tilt.onnx) and the embedding of custom faces (glyphs.onnx)

exit: 0 all is made, 2 a tool is missing, 3 there is more to do
"""


def parser_of_arguments() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = argparse.ArgumentParser(
        "python -m vision.training", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--work", type=Path, default=Path("build/training"), help="where scenes and checkpoints are kept"
    )
    parser.add_argument("--photos", type=Path, help="a folder as dice-photos; without it, scenes alone")
    parser.add_argument("--minutes", type=float, default=115, help="stop after so long (default: 115)")
    parser.add_argument("--models", type=Path, default=MODELS, help="where the nets are written")
    return parser


def missing_tools() -> list[str]:
    """What must be installed first, and how."""
    packages = [name for module, name in PACKAGES.items() if find_spec(module) is None]
    missing = [f"{' and '.join(packages)} missing: pip install -e .[train]"] if packages else []
    if shutil.which("gcc") is None:
        missing.append("gcc missing: apt install gcc libc6-dev (beside pip install -e .[train])")
    return missing


def say_line(line: str) -> None:
    """Say how it goes, at once even into a file."""
    print(line, flush=True)  # noqa: T201 (a command speaks)


def main(words: Sequence[str] | None = None) -> int:
    """Go through the stages as far as the time allows; 0 when all is made, 3 when there is more to do."""
    parser = parser_of_arguments()
    given = parser.parse_args(words)
    missing = missing_tools()
    if missing:
        parser.error("; ".join(missing))
    from vision.training.stages import Pipeline, Places  # needs what has just been looked for

    until = time.monotonic() + 60 * given.minutes
    return Pipeline(Places(given.work, given.models, given.photos), until, say_line).go()


if __name__ == "__main__":
    raise SystemExit(main())
