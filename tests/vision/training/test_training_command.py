"""The command that makes the nets: it speaks before anything big is installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vision.training import __main__ as command
from vision.training.progress import REPORT_EVERY_BATCHES, Progress

ROOT = Path(__file__).parents[3]


def test_help_needs_nothing_installed() -> None:
    code = (
        "import sys; sys.modules.update(torch=None, PIL=None);"
        "from vision.training.__main__ import main; main(['--help'])"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert "--photos" in told.stdout


@pytest.mark.parametrize("lacking", ["torch", "pillow", "onnx"])
def test_a_missing_package_is_named_with_what_brings_it(
    lacking: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packages = {module: name for module, name in command.PACKAGES.items() if name == lacking}
    monkeypatch.setattr(command, "PACKAGES", packages)
    monkeypatch.setattr(command, "find_spec", lambda module: None)
    with pytest.raises(SystemExit) as ended:
        command.main([])
    assert ended.value.code == 2
    assert f"{lacking} missing: pip install -e .[train]" in capsys.readouterr().err


def test_a_missing_compiler_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit):
        command.main([])
    told = capsys.readouterr().err
    assert "gcc missing: apt install gcc" in told
    assert "pip install -e .[train]" in told


def test_progress_is_told_now_and_then() -> None:
    lines: list[str] = []
    progress = Progress(lines.append, "heat", 200)
    for done in range(1, 2 * REPORT_EVERY_BATCHES + 2):
        progress.add(done, [1.0])
    assert len(lines) == 2
    assert lines[0].startswith(f"{REPORT_EVERY_BATCHES}/200  heat [1.]")
