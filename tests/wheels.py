"""Builds a project's wheel and installs it into a folder of its own, as a stranger's game comes to a box."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
QUIET = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")


@dataclass(frozen=True)
class Installed:
    """A folder with installed games, and the copy of the project that they were built from."""

    folder: Path
    project: Path

    @property
    def env(self) -> dict[str, str]:
        """An environment in which Python finds the games."""
        return os.environ | {
            "PYTHONPATH": str(self.folder), "LC_ALL": "en_GB.UTF-8", "OPENCV_NUM_THREADS": "1",
        }  # fmt: skip

    def python(self, *words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        """Run Python with the games installed."""
        return _run(words, self.env, cwd)

    def own_tests(self) -> subprocess.CompletedProcess[str]:
        """Run the tests that the project brings, in its folder."""
        return self.python("-m", "pytest", "-p", "no:cacheprovider", "-rA", "tests", cwd=self.project)


def install_wheel(project: Path, to: Path) -> Installed:
    """The wheel of the project, built and installed below `to` without a network; nothing is left in it."""
    copy, wheels, folder = to / "project", to / "wheels", to / "installed"
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns("__pycache__"))
    env = dict(os.environ)
    for words in (
        ("wheel", *QUIET, "--no-build-isolation", "--wheel-dir", str(wheels), str(copy)),
        ("install", *QUIET, "--target", str(folder)),
    ):
        built = tuple(str(path) for path in wheels.glob("*.whl")) if words[0] == "install" else ()
        done = _run(("-m", "pip", *words, *built), env, to)
        assert done.returncode == 0, done.stdout + done.stderr
    return Installed(folder, copy)


def _run(words: tuple[str, ...], env: dict[str, str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False
    )
