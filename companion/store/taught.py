"""The taught sets of this household: a folder with a file a kind of dice; what is kept is kept whole."""

from __future__ import annotations

from pathlib import Path

from companion.store.files import remove_file, write_file
from companion.store.trouble import StoreTrouble

TAIL = ".json"
WAY_OUT = "Check the folder, its owner and the disk"


class TaughtFolder:
    """Files by the name of their kind. Any thread may call; a StoreTrouble means that nothing was changed."""

    def __init__(self, path: Path) -> None:
        self.path = path

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
        """Keep it in place of an elder one."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_file(self.file(name), data)
        except OSError as error:
            raise StoreTrouble(
                self.file(name), f"was not kept ({error.strerror or error})", WAY_OUT
            ) from error

    def remove(self, name: str) -> None:
        """Keep it no more."""
        self.read(name)
        try:
            remove_file(self.file(name))
        except OSError as error:
            raise StoreTrouble(self.file(name), f"cannot be removed ({error.strerror})", WAY_OUT) from error
