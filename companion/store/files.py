"""One safe way to write a file: whatever fails and whenever, the elder file or the new one is there whole."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_file(path: Path, data: bytes) -> None:
    """Keep `data` at `path`; when this returns, no plug that is pulled brings the elder file back.

    OSError: it could not be kept. Writers of one folder take turns, in other threads and processes too.
    """
    with _folder_held(path.parent) as folder:
        part = path.with_name(f"new-{path.name}.part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        _sync(folder)


def remove_file(path: Path) -> None:
    """Remove a file for good, or OSError."""
    with _folder_held(path.parent) as folder:
        path.unlink()
        _sync(folder)


def sync_folder(path: Path) -> None:
    """Have the disk know which files are in a folder, after they were renamed."""
    with _folder_held(path) as folder:
        _sync(folder)


@contextmanager
def _folder_held(path: Path) -> Iterator[int]:
    folder = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield folder
    finally:
        os.close(folder)


def _sync(folder: int) -> None:
    try:
        os.fsync(folder)
    except OSError as error:
        if (
            error.errno != errno.EINVAL
        ):  # what the file system of a network or a stick says that knows no such thing
            raise
