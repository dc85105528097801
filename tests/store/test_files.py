"""A file is the elder one or the new one, whole, at whatever moment the disk fails or the plug is pulled."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from companion.store.files import remove_file, sync_folder, write_file
from tests.programs import need

IMPORTS = "from pathlib import Path; from companion.store.files import write_file; import os"


class Disk:
    """The calls that reach the disk, in order; the one numbered `fails` fails and is not done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: int = -1, code: int = errno.ENOSPC) -> None:
        self.calls: list[tuple[str, str]] = []
        self._fails, self._code = fails, code
        for name in ("fsync", "replace", "unlink"):
            monkeypatch.setattr(os, name, self._watched(name, getattr(os, name)))

    def _watched(self, name: str, real: Callable[..., None]) -> Callable[..., None]:
        def call(what: int | Path, *more: object, **options: object) -> None:
            path = os.readlink(f"/proc/self/fd/{what}") if isinstance(what, int) else str(what)
            self.calls.append((name, Path(path).name))
            if len(self.calls) - 1 == self._fails:
                raise OSError(self._code, os.strerror(self._code))
            real(what, *more, **options)

        return call


def test_the_new_file_is_on_the_disk_before_it_is_named_and_its_name_before_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "folder" / "tray.npz"
    path.parent.mkdir()
    disk = Disk(monkeypatch)
    write_file(path, b"new")
    assert disk.calls[:3] == [
        ("fsync", "new-tray.npz.part"),
        ("replace", "new-tray.npz.part"),
        ("unlink", "new-tray.npz.part"),
    ]
    assert disk.calls[3:] == [("fsync", "folder")]
    assert path.read_bytes() == b"new"


def test_the_kernel_sees_the_same_order(tmp_path: Path) -> None:
    need("strace", "tools/setup tracing")
    path, trace = tmp_path / "tray.npz", tmp_path / "trace"
    code = f"{IMPORTS}; write_file(Path({str(path)!r}), b'x')"
    subprocess.run(
        [
            "strace",
            "-y",
            "-o",
            trace,
            "-e",
            "trace=write,fsync,rename,renameat,renameat2",
            sys.executable,
            "-c",
            code,
        ],
        check=True,
    )
    seen = [line.split("(")[0] for line in trace.read_text().splitlines() if str(tmp_path) in line]
    assert [name.rstrip("at2") for name in seen] == ["write", "fsync", "rename", "fsync"]


@pytest.mark.parametrize("fails", range(4))
def test_whatever_call_fails_one_of_the_two_is_there_whole_and_nothing_else(
    fails: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dalek.json"
    path.write_bytes(b"elder")
    with monkeypatch.context() as patch:
        disk = Disk(patch, fails)
        with pytest.raises(OSError, match="No space left"):
            write_file(path, b"new")
        replaced = ("replace", "new-dalek.json.part") in disk.calls[:fails]
    assert path.read_bytes() == (b"new" if replaced else b"elder")
    left = set(os.listdir(tmp_path)) - {"dalek.json"}
    assert left == (set() if disk.calls[fails][0] != "unlink" or replaced else {"new-dalek.json.part"})
    write_file(path, b"newer")
    assert os.listdir(tmp_path) == ["dalek.json"]


def test_a_disk_that_takes_only_a_part_of_it_leaves_the_elder_file(tmp_path: Path) -> None:
    path = tmp_path / "dalek.json"
    path.write_bytes(b"elder")
    code = (
        f"{IMPORTS}, resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        f"write_file(Path({str(path)!r}), b'x' * 1000)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "File too large" in done.stderr
    assert path.read_bytes() == b"elder"
    assert os.listdir(tmp_path) == ["dalek.json"]


def test_a_part_that_a_pulled_plug_left_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "new-dalek.json.part").write_bytes(b"hal")
    write_file(tmp_path / "dalek.json", b"whole")
    assert os.listdir(tmp_path) == ["dalek.json"]


def test_a_file_system_that_cannot_sync_folders_is_written_to_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Disk(monkeypatch, 3, errno.EINVAL)
    write_file(tmp_path / "dalek.json", b"new")
    assert (tmp_path / "dalek.json").read_bytes() == b"new"


def test_what_is_removed_and_what_was_renamed_is_known_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one").write_bytes(b"1")
    disk = Disk(monkeypatch)
    remove_file(tmp_path / "one")
    sync_folder(tmp_path)
    assert disk.calls == [("unlink", "one"), ("fsync", tmp_path.name), ("fsync", tmp_path.name)]


def test_many_who_write_one_file_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "tray.npz"
    texts = [bytes([65 + n]) * 200_000 for n in range(4)]
    wrong: list[OSError] = []

    def write(text: bytes) -> None:
        try:
            for _ in range(10):
                write_file(path, text)
        except OSError as error:
            wrong.append(error)

    threads = [Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert path.read_bytes() in texts
    assert os.listdir(tmp_path) == ["tray.npz"]
