"""The unit and the installer: sound by systemd's own judgement, and harmless in a dry run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.programs import need

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "cubilete.service"
INSTALL = ROOT / "systemd" / "install"
PROGRAM = "/opt/cubilete/venv/bin/cubilete"
CHANGES = ("apt-get", "pip", "groupadd", "install", "udevadm", "systemctl", "useradd")


def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, **env}
    )


@pytest.fixture
def unit(tmp_path: Path) -> str:
    """The unit with a program that is there on this machine."""
    need("systemd-analyze", "tools/setup tracing")
    text = UNIT.read_text(encoding="utf-8")
    assert PROGRAM in text
    copy = tmp_path / "cubilete.service"
    copy.write_text(text.replace(PROGRAM, "/bin/true"), encoding="utf-8")
    return str(copy)


def test_systemd_finds_nothing_wrong_with_the_unit(unit: str) -> None:
    done = run("systemd-analyze", "verify", "--recursive-errors=yes", "--man=no", unit)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_service_is_exposed_no_more_than_3_of_10(unit: str) -> None:
    done = run("systemd-analyze", "security", "--offline=true", "--threshold=30", "--no-pager", unit)
    assert done.returncode == 0, done.stdout


def test_a_worse_unit_would_be_found_out(unit: str) -> None:
    path = Path(unit)
    path.write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")
    assert run("systemd-analyze", "security", "--offline=true", "--threshold=30", unit).returncode != 0


@pytest.fixture
def debian(tmp_path: Path) -> dict[str, str]:
    """A machine on which every program that would change it leaves a trace."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in CHANGES:
        stub = programs / name
        stub.write_text(f"#!/bin/sh\necho {name} >>{tmp_path}/changed\n")
        stub.chmod(0o755)
    shows = programs / "apt-cache"
    shows.write_text('#!/bin/sh\n[ "$2" != python3-picamera2 ] || [ -n "$PI" ]\n')
    shows.chmod(0o755)
    (tmp_path / "version").write_text("12.5\n")
    (tmp_path / "os-release").write_text('PRETTY_NAME="Test OS"\nID=debian\n')
    return {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "DEBIAN_VERSION": str(tmp_path / "version"),
        "OS_RELEASE": str(tmp_path / "os-release"),
        "PI": "1",
    }


def test_the_installer_is_sound_bash() -> None:
    for script in (INSTALL, ROOT / "tools" / "try-picamera2"):
        assert run("bash", "-n", str(script)).returncode == 0
        assert os.access(script, os.X_OK)


def test_a_dry_run_prints_every_step_and_changes_nothing(debian: dict[str, str], tmp_path: Path) -> None:
    done = run(str(INSTALL), "--dry-run", **debian)
    assert done.returncode == 0, done.stderr
    for step in (
        "python3-lgpio python3-picamera2",
        "venv --system-site-packages /opt/cubilete/venv",
        f"--upgrade {ROOT}",
        "cubilete.toml /etc/cubilete.toml",
        f"{PROGRAM} check-config /etc/cubilete.toml",
        "cubilete.service /etc/systemd/system/cubilete.service",
        "systemctl enable cubilete",
        "systemctl restart cubilete",
        "Nothing was changed.",
    ):
        assert step in done.stdout, step
    assert not (tmp_path / "changed").exists()


def test_a_machine_without_pi_parts_is_told_what_it_lacks(debian: dict[str, str]) -> None:
    done = run(str(INSTALL), "--dry-run", **{**debian, "PI": ""})
    assert "no python3-picamera2 on Test OS" in done.stdout
    assert (
        "no-install-recommends python3 python3-venv python3-numpy python3-gpiozero python3-lgpio\n"
        in done.stdout
    )


def test_another_system_is_refused_in_words(debian: dict[str, str], tmp_path: Path) -> None:
    done = run(str(INSTALL), "--dry-run", **{**debian, "DEBIAN_VERSION": str(tmp_path / "none")})
    assert done.returncode == 2
    assert "this needs Raspberry Pi OS or another Debian" in done.stderr


def test_only_root_may_install_for_real(debian: dict[str, str], tmp_path: Path) -> None:
    stub = tmp_path / "bin" / "id"
    stub.write_text("#!/bin/sh\necho 1000\n")
    stub.chmod(0o755)
    done = run(str(INSTALL), **debian)
    assert done.returncode == 2
    assert "sudo systemd/install" in done.stderr
    assert not (tmp_path / "changed").exists()


def test_help_and_unknown_arguments_are_answered(debian: dict[str, str]) -> None:
    assert "--dry-run" in run(str(INSTALL), "--help", **debian).stdout
    done = run(str(INSTALL), "--now", **debian)
    assert (done.returncode, "unknown argument: --now" in done.stderr) == (2, True)


def test_the_trial_of_picamera2_explains_itself() -> None:
    done = run(str(ROOT / "tools" / "try-picamera2"), "--help")
    assert done.returncode == 0
    assert "Needs root, mmdebstrap and the network" in done.stdout
