from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.store import StoreTrouble
from companion.store.taught import TaughtFolder


def test_what_is_kept_comes_back_and_an_elder_one_makes_way(tmp_path: Path) -> None:
    folder = TaughtFolder(tmp_path / "taught")
    assert folder.names() == ()
    folder.write("dalek", b"one")
    folder.write("dalek", b"two")
    folder.write("animals", b"three")
    assert folder.names() == ("animals", "dalek")
    assert folder.read("dalek") == b"two"
    folder.remove("dalek")
    assert folder.names() == ("animals",)


def test_what_is_not_there_is_named_with_what_is(tmp_path: Path) -> None:
    folder = TaughtFolder(tmp_path)
    folder.write("animals", b"x")
    for ask in (folder.read, folder.remove):
        with pytest.raises(StoreTrouble, match="there is no taught set 'dalek', only: animals"):
            ask("dalek")


def test_a_disk_that_fails_leaves_the_elder_set_and_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = TaughtFolder(tmp_path)
    folder.write("dalek", b"one")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(StoreTrouble, match="No space left on device"):
            folder.write("dalek", b"two")
    assert folder.read("dalek") == b"one"
    assert list(tmp_path.iterdir()) == [tmp_path / "dalek.json"]


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "taught").write_text("a file in the way")
    with pytest.raises(StoreTrouble, match="was not kept"):
        TaughtFolder(tmp_path / "taught").write("dalek", b"one")


def test_names_outside_the_folder_are_not_found(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("x")
    folder = TaughtFolder(tmp_path / "taught")
    folder.write("dalek", b"one")
    with pytest.raises(StoreTrouble):
        folder.read("../secret")
    with pytest.raises(StoreTrouble):
        folder.remove("../secret")
    assert (tmp_path / "secret.json").exists()


def test_a_button_tapped_twice_keeps_the_set_once_and_whole(tmp_path: Path) -> None:
    kept = TaughtFolder(tmp_path / "taught")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: kept.write("letters", bytes([n]) * 50_000), range(60)))
    assert len(set(kept.read("letters"))) == 1
    assert [path.name for path in kept.path.iterdir()] == ["letters.json"]
