"""The taught sets of this household: a folder with a file a kind of dice; what is kept is kept whole.

Refuses to know what is in such a file.
"""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock

from companion.store.trouble import StoreTrouble

TAIL = ".json"
WAY_OUT = "Check the folder, its owner and the disk"


class TaughtFolder:
    """Files by the name of their kind. Any thread may call; a StoreTrouble means that nothing was changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._turn = Lock()  # a button tapped twice writes twice

    def names(self) -> tuple[str, ...]:
        """The kinds that are kept."""
        return tuple(sorted(file.stem for file in self.path.glob(f"*{TAIL}") if file.is_file()))

    def file(self, name: str) -> Path:
        """Where a kind is kept, or would be."""
        return self.path / f"{name}{TAIL}"

    def read(self, name: str) -> bytes:
        """The file of a kind."""
        if name not in self.names():
            known = ", ".join(self.names()) or "none"
            raise StoreTrouble(self.path, f"there is no taught set {name!r}, only: {known}", "Teach the dice")
        try:
            return self.file(name).read_bytes()
        except OSError as error:
            raise StoreTrouble(self.file(name), f"cannot be read ({error.strerror})", WAY_OUT) from error

    def write(self, name: str, data: bytes) -> None:
        """Keep it in place of an elder one, which is there until the new one is wholly on the disk."""
        try:
            with self._turn:
                self._written(self.path / f"new-{name}.part", self.file(name), data)
            self._settle()
        except OSError as error:
            raise StoreTrouble(
                self.file(name), f"was not kept ({error.strerror or error})", WAY_OUT
            ) from error

    def _written(self, fresh: Path, kept: Path, data: bytes) -> None:
        """The data beside the elder file, then in its place."""
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            with fresh.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(kept)
        finally:
            fresh.unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        """Keep it no more."""
        self.read(name)
        try:
            self.file(name).unlink()
            self._settle()
        except OSError as error:
            raise StoreTrouble(self.file(name), f"cannot be removed ({error.strerror})", WAY_OUT) from error

    def _settle(self) -> None:
        """Have the disk know the folder itself, so that no plug that is pulled brings the old one back."""
        folder = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
