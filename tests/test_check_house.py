"""The house rules are kept, and the checker finds what breaks them."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
Write = Callable[[str, str], Path]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The checker, over a house of its own in `tmp_path`."""
    spec = importlib.util.spec_from_file_location("check_house", ROOT / "tools" / "check_house.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    monkeypatch.setattr(made, "ROOT", tmp_path)
    (tmp_path / "Makefile").write_text("play:\ntest:\n", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    return made


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return written


def said(house: ModuleType, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = house.main()
    return code, capsys.readouterr().out


def test_a_house_in_order_is_passed(
    house: ModuleType, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write("web/page.py", '"""What it is for."""\n\nSAID = msg("table.fault.disk")\n')
    write(
        "README.md", "Say `make play`; see [the docs](docs/) and `web/page.py` and [home](https://x.y/z).\n"
    )
    assert said(house, capsys) == (0, "0 findings in 1 pages and 1 modules\n")


@pytest.mark.parametrize(
    ("name", "text", "finding"),
    [
        ("web/a.py", "X = 1\n", "web/a.py: a module opens with one sentence on what it is for"),
        ("web/a.py", '"""A."""\n' + "#\n" * 400, "web/a.py: 401 lines, the house allows 400: split it"),
        (
            "web/a.py",
            '"""A."""\ndef long():\n' + "    pass\n" * 50,
            "web/a.py:2: long has 51 lines, the house allows 50",
        ),
        ("web/a.py", '"""A."""\nmsg("no.such")\n', "web/a.py:2: no words for 'no.such' in 'es'"),
        ("README.md", "[gone](docs/gone.md)", "README.md: link to docs/gone.md, which is not there"),
        ("docs/a.md", "see `web/gone.py`", "docs/a.md: speaks of web/gone.py, which is not there"),
        ("docs/a.md", "see `tools/gone`", "docs/a.md: speaks of tools/gone, which is not there"),
        (
            "docs/a.md",
            "say `make bread`",
            "docs/a.md: speaks of `make bread`, which the Makefile doesn't know",
        ),
        ("docs/a.md", "word " * 23, "docs/a.md:1: 115 characters, the house allows 110: break the line"),
        ("web/README.md", "say `make bread`", "web/README.md: speaks of `make bread`"),
    ],
)
def test_what_breaks_a_rule_is_found(
    house: ModuleType, write: Write, capsys: pytest.CaptureFixture[str], name: str, text: str, finding: str
) -> None:
    write(name, text)
    code, out = said(house, capsys)
    assert code == 1
    assert finding in out


def test_a_table_and_the_address_of_a_link_may_be_wide(
    house: ModuleType, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write("docs/a.md", f"| {'word ' * 30}|\nsee [there](https://example.org/{'far/' * 30}) and on\n")
    assert said(house, capsys)[0] == 0


def test_a_docstring_does_not_make_a_function_long(
    house: ModuleType, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    body = '    """What.\n' + "    more\n" * 30 + '    """\n' + "    pass\n" * 40
    write("web/a.py", '"""A."""\ndef explained():\n' + body)
    assert said(house, capsys)[0] == 0
