"""What can be typed, and what is answered: help, exit codes, and errors that name the way out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.__main__ import main
from tests.boxed import COMMAND, ROOT, environment, typed

COMMANDS = (
    "run",
    "read",
    "watch",
    "replay",
    "games",
    "check-config",
    "sheets",
    "play",
    "teach",
    "taught",
    "doctor",
)


def test_the_version_is_that_of_the_package() -> None:
    done = typed("--version")
    assert (done.returncode, done.stdout) == (0, f"cubilete {__version__}\n")


def test_nothing_typed_is_answered_with_what_could_be() -> None:
    done = typed()
    assert done.returncode == 2
    assert done.stdout == ""
    for command in COMMANDS:
        assert re.search(rf"^  +{command}\b", done.stderr, re.M)
    assert "cubilete run --camera sim --panel sim" in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    said = capsys.readouterr().out
    assert re.search(rf"examples?:\n  cubilete {command}\b", said)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["dance"], "there is no command 'dance', expected one of run, read, watch"),
        (["read"], "missing argument 'PICTURE...'"),
        (["read", "--dice", "0", "a.jpg"], "expected a number of dice from 1 to 40, got '0'"),
        (["read", "--dice", "many", "a.jpg"], "expected a number of dice from 1 to 40, got 'many'"),
        (["watch", "a.mp4", "b.mp4"], "unexpected extra argument (b.mp4)"),
        (["sheets"], "a command is missing, expected one of check, list, show"),
        (["sheets", "burn"], "there is no command 'burn', expected one of check, list, show"),
        (["run", "--prt", "80"], "no such option '--prt'. Did you mean '--port'? `cubilete run --help`"),
        (
            ["teach", "cats", "--camera", "sim", "--pictures", "."],
            "--camera and --pictures exclude each other",
        ),
        (["doctor", "--camera", "sim", "--picture", "a.jpg"], "--camera and --picture exclude each other"),
        (["run", "--port", "web"], "'--port': expected a whole number, got 'web'"),
        (["run", "--seed", "-1"], "expected a whole number from 0 up, got '-1'"),
        (["run", "--seed", "9" * 30], "expected a whole number from 0 up"),
        (["replay", "a.jsonl", "--match", "first"], "'--match': expected a whole number, got 'first'"),
    ],
)
def test_what_makes_no_sense_is_refused_as_wrong_usage(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("cubilete: ")
    assert complaint in said
    assert "--help` shows what can be typed" in said
    assert said.count("\n") == 1


def test_the_games_are_listed_in_the_language_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    for language in ("es_ES.UTF-8", "en_GB.UTF-8"):
        monkeypatch.setenv("LC_ALL", language)
        assert main(["games"]) == 0
        said.append(capsys.readouterr().out)
    assert all(re.search(r"^dalek-dice +Dalek Dice +2\+ +\S", text, re.M) for text in said)
    assert said[0] != said[1]


def test_settings_are_printed_so_that_they_can_be_kept_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-config"]) == 0
    file = tmp_path / "cubilete.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check-config", str(file)]) == 0
    file.write_text("[web]\nport = 8090\n", encoding="utf-8")
    assert main(["check-config", str(file)]) == 0
    assert re.search(r"^port = 8090$", capsys.readouterr().out, re.M)


def test_all_that_is_wrong_with_the_settings_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "cubilete.toml"
    file.write_text('[camera]\nexposure = -5\nsorce = "sim"\n[web]\nport = "http"\n', encoding="utf-8")
    for words in (("check-config", file), ("run", "--config", file)):
        done = typed(*words)
        assert done.returncode == 2
        assert f"camera.exposure must be 1–66000 (µs), got -5, in {file}" in done.stderr
        assert "camera.sorce is no setting" in done.stderr
        assert "did you mean camera.source?" in done.stderr
        assert 'web.port must be 1–65535, got "http"' in done.stderr


def test_settings_that_cannot_be_read_name_their_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        done = typed("run", "--config", path)
        assert done.returncode == 2
        assert f"{path} cannot be read" in done.stderr
        assert "Traceback" not in done.stderr


def test_what_is_typed_is_judged_like_what_is_in_a_file() -> None:
    done = typed("run", "--camera", "webcam", "--panel", "leds", "--port", "70000")
    assert done.returncode == 2
    assert 'camera.source must be sim, picamera2, v4l2:N or clip:FILE, got "webcam"' in done.stderr
    assert 'panel.kind must be one of "gpio", "sim", "none", got "leds"' in done.stderr
    assert "web.port must be 1–65535, got 70000" in done.stderr


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("check-config",)])
def test_what_needs_no_eye_is_answered_without_loading_one(words: tuple[str, ...]) -> None:
    code = "import sys; from companion.__main__ import main; main(sys.argv[1:]); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, env=environment(), capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "companion.cli.main" in loaded
    assert not loaded & {"cv2", "numpy", "flask", "companion.cli.run"}


def test_ctrl_c_is_quiet_while_the_command_is_still_loaded() -> None:
    """Interrupted where most of the time goes: before the eye is loaded."""
    code = (
        "import os, signal, sys; sys.argv[1:] = ['read', 'a.jpg']\n"
        "from companion.__main__ import main\n"
        "def interrupt(event, args):\n"
        "    if event == 'import' and args[0] == 'cv2': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.addaudithook(interrupt)\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment(), capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("words", ["games", "--help", "--version"])
def test_output_that_cannot_be_written_is_said(words: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, words], cwd=ROOT, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert (
        done.stderr == "cubilete: the output cannot be written (No space left on device); free some space\n"
    )


def test_a_reader_who_has_had_enough_is_no_error() -> None:
    head = subprocess.run(
        f"{' '.join(COMMAND)} check-config | head -1", shell=True, cwd=ROOT, env=environment(),
        capture_output=True, text=True,
    )  # fmt: skip
    assert (head.returncode, head.stderr) == (0, "")
    assert head.stdout.startswith("# Settings of Cubilete")


def test_the_installed_command_is_the_same(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    log.write_text(json.dumps({"entry": "started"}), encoding="utf-8")
    script = Path(COMMAND[0]).with_name("cubilete")
    if not script.exists():
        pytest.skip("cubilete is not installed beside this Python")
    done = subprocess.run([script, "replay", log], env=environment(), capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(f"cubilete: {log}: entry 0")
