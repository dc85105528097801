"""The settings: what they refuse, how they say it, and that the committed example is true."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import (
    SETTINGS,
    CameraConfig,
    ConfigError,
    PanelConfig,
    ReaderConfig,
    WebConfig,
    default_data,
    describe,
    load,
)

EXAMPLE = Path(__file__).parents[1] / "systemd" / "cubilete.toml"
ENV = {"HOME": "/home/ana"}


def problems(tmp_path: Path, text: str, **overrides: object) -> tuple[str, ...]:
    path = tmp_path / "c.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        load(path, overrides, ENV)
    return error.value.problems


def test_without_a_file_everything_is_at_its_default() -> None:
    config = load(env=ENV)
    assert config.data == Path("/home/ana/.local/share/cubilete")
    assert config.camera.source == "picamera2"
    assert config.camera.exposure is None
    assert config.panel.lamps[2] == (17, 27, 22)
    assert config.web.port == 8080


def test_every_default_fits_its_own_bounds() -> None:
    for setting in SETTINGS:
        assert setting.default is None or setting.fits(setting.default), setting.name


def test_the_table_and_the_config_have_the_same_settings() -> None:
    sections = {"camera": CameraConfig, "reader": ReaderConfig, "panel": PanelConfig, "web": WebConfig}
    named = {f"{name}.{f.name}" for name, kind in sections.items() for f in fields(kind)}
    assert named | {"data", "language"} == {s.name for s in SETTINGS}


def test_an_error_names_key_value_bounds_file_and_way_out(tmp_path: Path) -> None:
    (said,) = problems(tmp_path, "[camera]\nexposure = -5\n")
    path = tmp_path / "c.toml"
    assert said == f"camera.exposure must be 1–66000 (µs), got -5, in {path}; left out, it is automatic"


def test_all_errors_are_said_at_once(tmp_path: Path) -> None:
    text = 'language = "fr"\n[camera]\nfps = 0\nrotation = 45\n[web]\nport = 70000\n'
    said = problems(tmp_path, text)
    assert [s.split()[0] for s in said] == ["language", "camera.fps", "camera.rotation", "web.port"]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("[camera]\nexposre = 5\n", "did you mean camera.exposure?"),
        ("[web]\nexposure = 5\n", "did you mean camera.exposure?"),
        ("[camra]\n", "did you mean camera?"),
        ("zzz = 1\n", "`cubilete check-config` lists all there are"),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest_known_one(tmp_path: Path, text: str, hint: str) -> None:
    (said,) = problems(tmp_path, text)
    assert said.endswith(hint)


@pytest.mark.parametrize(
    "text",
    [
        "[camera]\nfps = 15.0\n",
        "[camera]\nfps = true\n",
        "[camera]\nrotation = false\n",
        "[camera]\nsilent = nan\n",
        "[camera]\nsilent = inf\n",
        '[camera]\nsource = "v4l2:"\n',
        '[camera]\nsource = "clip:"\n',
        '[camera]\nsource = "simulator"\n',
        "[panel]\nlamps = [[1]]\n",
        "[panel]\nlamps = [[4, 7]]\n",
        "[panel]\nlamps = [4, 7]\n",
        '[panel]\nlamps_active_high = "yes"\n',
        "[web]\nallowed_hosts = [1]\n",
        'camera = "sim"\n',
    ],
)
def test_a_value_of_the_wrong_sort_is_refused(tmp_path: Path, text: str) -> None:
    assert len(problems(tmp_path, text)) == 1


def test_two_users_of_one_pin_are_refused(tmp_path: Path) -> None:
    said = problems(tmp_path, "[panel]\nstop_pin = 6\nlamps = [[13], [4]]\n")
    assert said[0].startswith("pin 6 is used by panel.stop_pin and panel.reroll_pin")
    assert said[1].startswith("pin 13 is used by panel.undo_pin and lamp 1 of panel.lamps")


def test_what_is_typed_wins_over_the_file_and_none_is_not_typed(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text('[camera]\nsource = "v4l2:2"\n[web]\nport = 99\n')
    config = load(path, {"camera.source": "sim", "web.port": None}, ENV)
    assert (config.camera.source, config.web.port, config.origin) == ("sim", 99, path)


def test_a_wrong_value_that_was_typed_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    (said,) = problems(tmp_path, "", **{"web.port": 0})
    assert "on the command line" in said


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (None, "cannot be read"),
        (b"[web\n", "must be TOML"),
        (b"a = '\xff'", "must be UTF-8 text, got byte 0xff at 5"),
    ],
)
def test_a_file_that_is_none_is_said_to_be_so(tmp_path: Path, content: bytes | None, word: str) -> None:
    path = tmp_path / "c.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=word) as error:
        load(path)
    assert str(path) in str(error.value)


def test_data_is_where_systemd_says_else_where_the_user_keeps_data() -> None:
    assert default_data({"STATE_DIRECTORY": "/var/lib/cubilete:/x", **ENV}) == Path("/var/lib/cubilete")
    assert default_data({"XDG_DATA_HOME": "/data", **ENV}) == Path("/data/cubilete")
    assert default_data({"XDG_DATA_HOME": "not/absolute", **ENV}) == Path("/home/ana/.local/share/cubilete")
    assert load(None, {"data": "/elsewhere"}, ENV).data == Path("/elsewhere")


def test_a_described_config_reads_back_as_itself(tmp_path: Path) -> None:
    typed = {"web.port": 99, "panel.lamps": [[4], [7, 8, 9]], "camera.exposure": 8000, "data": 'a "b"'}
    config = load(None, typed, ENV)
    path = tmp_path / "c.toml"
    path.write_text(describe(config, ENV), encoding="utf-8")
    again = load(path, None, ENV)
    assert (again.web, again.panel, again.camera, again.data) == (
        config.web,
        config.panel,
        config.camera,
        config.data,
    )


def test_described_defaults_set_nothing_and_name_everything() -> None:
    text = describe(load(env=ENV), ENV)
    assert describe(env=ENV) == text
    live = [line for line in text.splitlines() if line and line[0] not in "#["]
    assert live == []
    for setting in SETTINGS:
        assert f"# {setting.name.rpartition('.')[2]} =" in text


def test_the_committed_example_is_true() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    config = load(EXAMPLE, None, ENV)
    assert describe(config, ENV) == text, "write it anew: describe(load(None, {'web.host': '0.0.0.0'}))"
    assert config.web.host == "0.0.0.0"  # a box is for the tablets around it


@given(st.one_of(st.integers(), st.floats(), st.text(), st.booleans(), st.lists(st.integers())))
def test_only_numbers_within_the_bounds_get_past_them(value: object) -> None:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0.5 <= value <= 30:
        assert load(None, {"camera.silent": value}, ENV).camera.silent == value
    else:
        with pytest.raises(ConfigError, match=r"silent must be 0\.5–30"):
            load(None, {"camera.silent": value}, ENV)
