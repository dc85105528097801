"""Set-up: pip is found where Python has none, a wheel holds all of the rooms, errors say the way out."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("companion", "vision", "hardware", "web")


@pytest.fixture
def fetch_pip() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fetch_pip", ROOT / "tools" / "fetch_pip.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_newest_finished_pip_is_taken(fetch_pip: ModuleType) -> None:
    names = ("pip-9.0-py3-none-any.whl", "pip-24.3.1-py3-none-any.whl", "pip-25.0b1-py3-none-any.whl")
    page = "".join(f'<a href="/x/{name}#sha256={n}{"a" * 63}">' for n, name in enumerate(names))
    assert fetch_pip.newest(page) == (f"/x/{names[1]}#sha256=1{'a' * 63}", "1" + "a" * 63)
    with pytest.raises(ValueError, match="lists no pip"):
        fetch_pip.newest('<a href="/x/pip-1.0.tar.gz">')


@pytest.fixture
def index(tmp_path: Path) -> Iterator[str]:
    """The address of a package index that serves `tmp_path`."""
    serve = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_pip_that_is_not_what_the_index_says_is_refused(
    fetch_pip: ModuleType, index: str, tmp_path: Path
) -> None:
    name, good = "pip-1.0-py3-none-any.whl", b"a wheel"
    (tmp_path / "pip").mkdir()
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / name).write_bytes(good)
    page = tmp_path / "pip" / "index.html"
    page.write_text(f'<a href="../files/{name}#sha256={hashlib.sha256(good).hexdigest()}">', encoding="utf-8")
    assert fetch_pip.fetched({"PIP_INDEX_URL": index}) == (name, good)
    page.write_text(f'<a href="../files/{name}#sha256={"0" * 64}">', encoding="utf-8")
    with pytest.raises(ValueError, match="is not what the index says"):
        fetch_pip.fetched({"PIP_INDEX_URL": f"{index}/"})


def test_who_builds_on_the_house_or_its_eye_gets_its_types() -> None:
    assert all((ROOT / room / "py.typed").is_file() for room in ("companion", "vision"))


def test_a_wheel_holds_every_file_of_the_rooms() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    patterns = (*settings["package-data"]["*"], "*.py")
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()]
    ours = [path for path in files if "__pycache__" not in path.parts]
    assert len(ours) > 100
    left_out = [path for path in ours if not any(fnmatch(path.name, pattern) for pattern in patterns)]
    assert left_out == []
    assert all(name.rstrip("*") in ROOMS for name in settings["packages"]["find"]["include"])


def test_make_alone_says_what_there_is() -> None:
    done = subprocess.run(
        ["make"], cwd=ROOT, capture_output=True, text=True, env=os.environ | {"MAKEFLAGS": ""}
    )
    assert done.returncode == 0
    for target in ("play", "test", "check", "bench", "clean"):
        assert f"  make {target} " in done.stdout


@pytest.mark.parametrize(
    ("python", "complaint"),
    [
        ("/no/python", "no /no/python here; install Python 3.11 or newer"),
        ("old", "is Python 3.9.2, Cubilete needs 3.11 or newer"),
    ],
)
def test_a_python_that_will_not_do_is_said(python: str, complaint: str, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.9.2\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "setup").write_bytes((ROOT / "tools" / "setup").read_bytes())
    chosen = str(old) if python == "old" else python
    done = subprocess.run(
        ["sh", tools / "setup", "run"], capture_output=True, text=True, env=os.environ | {"PYTHON": chosen}
    )
    assert done.returncode == 1
    assert complaint in done.stderr
    assert not (tmp_path / ".venv").exists()
