"""One companion a data folder: two that write into one match would hold each other's entries for stale."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from companion.store import StoreTrouble

LOCK = "cubilete.lock"


class FolderLock:
    """Holds the data folder from now on; the system lets go of it too, when the process ends in any way."""

    def __init__(self, folder: Path) -> None:
        """StoreTrouble if another companion has it, or if there can be no such folder."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / LOCK).open("a+", encoding="ascii")
        except OSError as error:
            what = f"cannot be used as the data folder ({error.strerror})"
            raise StoreTrouble(folder, what, "Name a folder that may be written to with --data") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = self._holder()
            self._file.close()
            what = f"is in use by another Cubilete{holder}"
            raise StoreTrouble(folder, what, "Stop that one, or name another folder with --data") from error
        with suppress(OSError):  # on a full disk the lock holds all the same, only nobody reads by whom
            self._file.truncate(0)
            self._file.write(f"{os.getpid()}\n")
            self._file.flush()

    def _holder(self) -> str:
        self._file.seek(0)
        text = self._file.read(20).strip()
        return f" (process {text})" if text.isdecimal() else ""

    def close(self) -> None:
        """Let go of the folder."""
        with suppress(OSError):  # what could not be written will not be now
            self._file.close()
