from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.sources.frames import BadClip, BadPicture, Clip, Folder, Frame, Source, still


def picture(path: Path, width: int = 96, height: int = 72, value: int = 90) -> Path:
    image = np.full((height, width, 3), value, np.uint8)
    image[10:20, 30:60] = (200, 40, 20)
    assert cv2.imwrite(str(path), image)
    return path


def clip(path: Path, frames: int = 5) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (96, 72))
    assert writer.isOpened()
    for k in range(frames):
        writer.write(np.full((72, 96, 3), 40 * k + 20, np.uint8))
    writer.release()
    return path


def drained(source: Source) -> list[Frame]:
    return list(iter(source.read, None))


def test_a_still_is_frame_zero_with_its_pixels_in_bgr(tmp_path: Path) -> None:
    frame = still(picture(tmp_path / "ñandú.png"))
    assert (frame.number, frame.size, frame.image.dtype.name) == (0, (96, 72), "uint8")
    assert tuple(frame.image[15, 40]) == (200, 40, 20)


def test_a_grey_picture_becomes_one_of_three_channels(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((80, 80), 77, np.uint8))
    assert still(tmp_path / "grey.png").image.shape == (80, 80, 3)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("gone.jpg", None, "does not exist"),
        ("empty.jpg", b"", "is empty"),
        ("notes.txt", b"six and four", "is not a picture"),
        ("cut.png", b"\x89PNG\r\n\x1a\n\x00\x00", "is not a picture"),
    ],
)
def test_a_bad_picture_is_named_with_the_way_out(
    tmp_path: Path, name: str, content: bytes | None, says: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(BadPicture, match=says) as caught:
        still(tmp_path / name)
    assert name in str(caught.value)
    assert ";" in str(caught.value) or "," in str(caught.value)


def test_a_folder_given_as_a_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="is a folder"):
        still(tmp_path)


def test_a_picture_of_another_size_than_wanted_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="96×72, expected 640×480"):
        still(picture(tmp_path / "a.png"), size=(640, 480))


def test_a_picture_too_small_for_any_die_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="20×10"):
        still(picture(tmp_path / "a.png", 20, 10))


def test_a_folder_gives_its_pictures_by_name_and_nothing_else(tmp_path: Path) -> None:
    for value, name in ((30, "b.png"), (20, "a.PNG"), (40, "c.png")):
        picture(tmp_path / name, value=value)
    (tmp_path / "readme.txt").write_text("not a picture")
    frames = drained(Folder(tmp_path, fps=10))
    assert [int(f.image[0, 0, 0]) for f in frames] == [20, 30, 40]
    assert [f.number for f in frames] == [0, 1, 2]
    assert frames[2].at == pytest.approx(0.2)


def test_a_folder_of_mixed_sizes_is_refused_at_the_odd_one(tmp_path: Path) -> None:
    picture(tmp_path / "a.png")
    picture(tmp_path / "b.png", 100, 72)
    source = Folder(tmp_path)
    assert source.read() is not None
    with pytest.raises(BadPicture, match=r"b\.png is 100×72, expected 96×72"):
        source.read()


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="holds no picture"):
        Folder(tmp_path)
    with pytest.raises(BadPicture, match="is not a folder"):
        Folder(tmp_path / "nowhere")


def test_a_closed_folder_has_no_more_frames(tmp_path: Path) -> None:
    picture(tmp_path / "a.png")
    source = Folder(tmp_path)
    source.close()
    assert source.read() is None


def test_a_clip_gives_its_frames_in_order_then_none(tmp_path: Path) -> None:
    source = Clip(clip(tmp_path / "roll.avi"))
    frames = drained(source)
    source.close()
    assert [f.number for f in frames] == [0, 1, 2, 3, 4]
    assert [abs(int(f.image[30, 30, 1]) - 40 * k - 20) < 6 for k, f in enumerate(frames)] == [True] * 5
    assert source.fps == pytest.approx(10.0)
    assert frames[3].at == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "does not exist"), (b"", "is empty"), (b"this is no film at all", "is not a clip")],
)
def test_a_bad_clip_is_named_with_the_way_out(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "roll.mp4"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadClip, match=says) as caught:
        Clip(path)
    assert "roll.mp4" in str(caught.value)


def test_a_clip_cut_off_before_its_first_frame_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadClip):
        Clip(clip(tmp_path / "none.avi", frames=0)).read()


def test_a_folder_given_as_a_clip_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadClip, match="is a folder"):
        Clip(tmp_path)
