"""The one error of the store: what happened to which file, what was expected, and the way out."""

from __future__ import annotations


class StoreTrouble(OSError):  # noqa: N818 -- a trouble, not an error of anybody's
    """The store could not do what was asked; nothing of it was done."""

    def __init__(self, place: object, what: str, way_out: str) -> None:
        super().__init__(f"{place}: {what}. {way_out}")
