"""The page on one's own game: its examples run, its fragments are templates, its table is the contract."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from jinja2 import Environment

from companion.game import Game
from companion.word_files import read_words

PAGE = (Path(__file__).parents[1] / "docs" / "your-own-game.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def test_its_examples_run_one_after_another(tmp_path: Path) -> None:
    examples = blocks("python")
    assert len(examples) > 8
    script = tmp_path / "examples.py"
    script.write_text("\n".join(examples), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_its_fragments_are_templates_and_its_words_are_read() -> None:
    assert len(blocks("html")) == 2
    for fragment in blocks("html"):
        Environment(autoescape=True).parse(fragment)
    option, words = blocks("toml")
    assert set(read_words(option)) == {"option.mode", "option.mode.short", "option.mode.long"}
    flat = read_words(words)
    assert {key.split(".")[1] for key in flat} == {"name", "about", "throw"}


def test_its_table_is_the_contract_in_full() -> None:
    table = PAGE.split("## The contract")[1].split("###")[0]
    named = set(re.findall(r"^\| `(\w+)(?:\(.*?\))?` \|", table, re.M))
    facts = set(Game.__annotations__)
    functions = {name for name in vars(Game) if not name.startswith("_") and name not in facts}
    assert named == facts | functions


def test_a_wheel_is_made_of_a_folder_which_pip_knows_by_its_slash() -> None:
    assert re.findall(r"pip wheel --no-deps (\S+)$", PAGE, re.M) == ["./drop-dead"]


def test_its_lines_are_short_enough_to_be_read() -> None:
    assert [line for line in PAGE.splitlines() if len(line) > 100] == []
