from __future__ import annotations

import json
import re
from base64 import b64encode
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.drawn import glyph
from vision.detect.rectify import FACE_PX
from vision.teach.album import Album, BadAlbum, check_faces, check_kind


def album() -> Album:
    return Album("letters", {name: (glyph(name, FACE_PX), glyph(name, FACE_PX)) for name in "AB"}, 0.06)


def changed(**parts: Any) -> bytes:
    return json.dumps(json.loads(album().to_json()) | parts).encode()


def test_an_album_comes_back_from_its_file_as_it_was() -> None:
    kept = Album.from_json(album().to_json(), "letters.json")
    assert (kept.kind, kept.faces, kept.edge) == ("letters", ("A", "B"), 0.06)
    for face, cuts in album().views.items():
        assert all(np.array_equal(one, other) for one, other in zip(kept.views[face], cuts, strict=True))
    assert kept.taught_set().match(glyph("B", FACE_PX)).guesses[0][0] == "B"


def test_the_same_album_makes_the_same_file() -> None:
    assert album().to_json() == album().to_json()


def png(width: int, height: int) -> str:
    return b64encode(cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))[1].tobytes()).decode()


FACES = json.loads(album().to_json())["faces"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Expecting value"),
        (b"\xff\xfe", "mine.json"),
        (b"[1]", "list indices"),
        (b"{}", "'format'"),
        (changed(format="other 7"), "its format is 'other 7', expected 'cubilete taught dice 1'"),
        (changed(kind="../evil"), "a kind of dice is named with a to z"),
        (changed(faces=FACES[:1]), "a taught set has 2 to 60 faces, got 1"),
        (changed(faces=[FACES[0], FACES[0]]), "two of its faces have the same name"),
        (changed(faces=[FACES[0], {"name": "B", "views": []}]), "face 'B' has 0 views, expected 1 to 40"),
        (changed(faces=[FACES[0], {"name": 7, "views": []}]), "a face is named 7, expected a text"),
        (changed(faces=[FACES[0], {"name": "B", "views": ["AAAA"]}]), "a view is no PNG"),
        (changed(faces=[FACES[0], {"name": "B", "views": [png(56, 40)]}]), "a view is no PNG"),
        (changed(faces=[FACES[0], {"name": "B", "views": [png(900, 900)]}]), "a view is no PNG"),
        (changed(edge="wide"), "could not convert"),
    ],
)  # fmt: skip
def test_what_is_no_album_is_refused_with_the_reason_and_the_way_out(data: bytes, why: str) -> None:
    with pytest.raises(BadAlbum, match=re.escape(why)) as bad:
        Album.from_json(data, "mine.json")
    assert str(bad.value).startswith("mine.json is no taught set")
    assert "export it again, or teach the dice" in str(bad.value)


@settings(deadline=None)
@given(st.binary(max_size=200), st.integers(0, 3000))
def test_no_broken_file_does_anything_but_say_so(junk: bytes, at: int) -> None:
    whole = album().to_json()
    try:
        Album.from_json(whole[:at] + junk + whole[at + len(junk) :], "x")
    except BadAlbum:
        return


@pytest.mark.parametrize("name", ["", "Dalek", "-x", "a b", "x" * 41, "a/b", "ñ"])
def test_a_kind_is_named_so_that_it_can_be_a_file(name: str) -> None:
    with pytest.raises(BadAlbum, match="a to z"):
        check_kind(name)


@pytest.mark.parametrize("faces", [("a",), ("a", "a"), ("a", ""), ("a", "b/c"), ("a", " b"), ("a", "b\n")])
def test_faces_are_named_once_and_readably(faces: tuple[str, ...]) -> None:
    with pytest.raises(BadAlbum):
        check_faces(faces)
