"""What was shown to teach a kind of dice, as one value and as one file: squared cuts of each face."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.arrays import Image
from vision.recognise.taught_set import TaughtSet, teach

FORMAT = "cubilete taught dice 1"
KIND_PATTERN = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
MAX_NAME_LETTERS = 40
FACE_COUNT = 2, 60  # least and most; letters of a whole alphabet are taught as one set
VIEW_COUNT = 1, 40  # least and most, of each face
CUT_PX = 16, 256  # least and most, of a cut's side
PNG = b"\x89PNG\r\n\x1a\n"


class BadAlbum(ValueError):  # noqa: N818 (named as BadPicture is)
    """A file or a wish that is no taught set; the text says what was expected and the way out."""


@dataclass(frozen=True, eq=False)
class Album:
    """A kind of dice and, for each of its faces in order, squared cuts; `edge` of the dice as a share of the
    pictures' width."""

    kind: str
    views: Mapping[str, tuple[Image, ...]]
    edge: float | None = None

    def __post_init__(self) -> None:
        check_kind(self.kind)
        check_faces(tuple(self.views))

    @property
    def faces(self) -> tuple[str, ...]:
        """The names of its faces."""
        return tuple(self.views)

    def taught_set(self) -> TaughtSet:
        """The set by which the eye reads such dice."""
        return teach(self.views, self.kind, self.edge)

    def to_json(self) -> bytes:
        """The file: JSON, the cuts as PNG in base64."""
        faces = [
            {"name": name, "views": [_png_text(cut) for cut in cuts]} for name, cuts in self.views.items()
        ]
        whole = {"format": FORMAT, "kind": self.kind, "edge": self.edge, "faces": faces}
        return json.dumps(whole, ensure_ascii=False, indent=1).encode()

    @staticmethod
    def from_json(data: bytes, source: str) -> Album:
        """The album in a file; BadAlbum names the `source` and what is wrong with it."""
        try:
            whole = json.loads(data)
            if whole["format"] != FORMAT:
                raise BadAlbum(f"its format is {str(whole['format'])[:40]!r}, expected {FORMAT!r}")
            views = {_face_name(face): tuple(_cut(text) for text in face["views"]) for face in whole["faces"]}
            if len(views) != len(whole["faces"]):
                raise BadAlbum("two of its faces have the same name")
            _check_view_counts(views)
            edge = None if whole["edge"] is None else float(whole["edge"])
            return Album(str(whole["kind"]), views, edge)
        except BadAlbum as bad:
            raise BadAlbum(f"{source} is no taught set ({bad}); export it again, or teach the dice") from bad
        except UnicodeDecodeError as bad:
            raise BadAlbum(
                f"{source} is no taught set (expected a file that was exported, got no text); "
                "export it again, or teach the dice"
            ) from bad
        except (KeyError, TypeError, ValueError, RecursionError) as bad:
            what = (
                f"expected the file that was exported, with {bad}" if isinstance(bad, KeyError) else str(bad)
            )
            raise BadAlbum(f"{source} is no taught set ({what}); export it again, or teach the dice") from bad


def check_kind(kind: str) -> str:
    """The name of a kind of dice, or BadAlbum."""
    if not KIND_PATTERN.fullmatch(kind):
        raise BadAlbum(f"a kind of dice is named with a to z, 0 to 9 and -, up to 40, got {kind[:60]!r}")
    return kind


def check_faces(faces: Sequence[str]) -> tuple[str, ...]:
    """The names of the faces of a kind, or BadAlbum."""
    least, most = FACE_COUNT
    if not least <= len(faces) <= most:
        raise BadAlbum(f"a taught set has {least} to {most} faces, got {len(faces)}; name them a,b,c")
    if len(set(faces)) < len(faces):
        twice = next(face for face in faces if faces.count(face) > 1)
        raise BadAlbum(f"face {twice!r} is named twice; each face is named once")
    for face in faces:
        if not (
            0 < len(face) <= MAX_NAME_LETTERS
            and face.isprintable()
            and face == face.strip()
            and "/" not in face
        ):
            raise BadAlbum(
                f"a face is named with 1 to {MAX_NAME_LETTERS} letters and no /, got {face[:60]!r}"
            )
    return tuple(faces)


def _check_view_counts(views: Mapping[str, tuple[Image, ...]]) -> None:
    least, most = VIEW_COUNT
    for face, cuts in views.items():
        if not least <= len(cuts) <= most:
            raise BadAlbum(f"face {face!r} has {len(cuts)} views, expected {least} to {most}")


def _face_name(face: Any) -> str:
    if not isinstance(face["name"], str):
        raise BadAlbum(f"a face is named {str(face['name'])[:40]}, expected a text")
    name: str = face["name"]
    return name


def _png_text(cut: Image) -> str:
    return b64encode(cv2.imencode(".png", cut)[1].tobytes()).decode()


def _cut(text: str) -> Image:
    """A cut as `_png_text` wrote it; its size is looked at first: a small file can be a huge picture."""
    data = b64decode(text, validate=True)
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    if not data.startswith(PNG) or width != height or not CUT_PX[0] <= width <= CUT_PX[1]:
        raise BadAlbum(f"a view is no PNG of {CUT_PX[0]}×{CUT_PX[0]} to {CUT_PX[1]}×{CUT_PX[1]}")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise BadAlbum("a view is a broken PNG")
    return np.asarray(image, np.uint8)
