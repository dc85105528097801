"""The empty tray, once learned, is kept true: slow light is followed, other light learned, a bump is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

from companion.config import load
from companion.dice import D6, Die
from companion.run.eye_service import EyeService
from companion.run.eye_setup import EyeSetup, load_tray, save_tray
from companion.store.taught import TaughtFolder
from companion.table.shown_feed import ShownFeed
from companion.table.wishes import Fault, Wish
from companion.teaching.taught_sets import TaughtSets
from tests.vision import trays
from tests.vision.drawn import empty, face, lay
from tests.vision.posed import FINDER
from tests.vision.trays import moved_by
from vision.arrays import Corners, Image
from vision.background.camera_shift import camera_shift
from vision.background.floor import find_floor
from vision.background.tray import Tray, log_look
from vision.background.upkeep import MIN_REPEATS, Upkeep
from vision.read.reader import Reader
from vision.sim import Look, VirtualTray
from vision.sources.frames import Frame
from vision.watch.eye import UPKEEP_SECONDS, Eye

ANY_TRAY = [
    trays.Drawn(),
    trays.Drawn("round", felt=(40, 38, 36), wall=(84, 126, 168)),
    trays.Drawn("hexagon", felt=(90, 88, 86), print="logo"),
    trays.Drawn(felt=(42, 34, 112), print="checks", lean=0.1),
]
WITH_TABLE = [replace(tray, reach=0.31, print="") for tray in ANY_TRAY[:3]]
LAMP = Look()
OTHER_LAMP = replace(LAMP, ambient=0.75, light=1.2)  # another lamp of the room is on


def no_faces() -> tuple[Corners, ...]:
    return ()


def with_die(picture: Image, x: int = 330, y: int = 200, body: tuple[int, int, int] = (60, 88, 36)) -> Image:
    """A die that is hardly of another colour than the cloth."""
    return lay(picture, face(4, 48, body=body, ink=(30, 30, 30)), x, y, 40, 25)


def after_looks(known: Upkeep, *pictures: Image) -> Upkeep:
    """What is known after looks at an empty tray."""
    for picture in pictures:
        known = known.check_position(picture).check_empty(picture, no_faces)
    return known


def picture_under_lamp(tray: trays.Drawn, lamp: float, seed: int) -> Image:
    """The tray under a lamp that hangs elsewhere."""
    return trays.picture(replace(tray, lamp=lamp), seed)


def test_an_empty_tray_holds_no_things() -> None:
    things = Tray.from_empty(empty(seed=1)).things(empty(seed=2))
    assert not things.likely.any()
    assert not things.certain.any()


def test_a_lamp_turned_up_or_a_warmer_one_is_no_thing() -> None:
    warmer = np.clip(empty(seed=2) * np.array([0.85, 1.05, 1.3]), 0, 255).astype(np.uint8)
    assert not Tray.from_empty(empty(seed=1)).things(warmer).likely.any()


def test_a_soft_shadow_is_no_thing() -> None:
    x = np.linspace(-1, 1, 640)
    shade = 1 - 0.4 * np.exp(-((x * 4) ** 2))
    dimmed = (empty(seed=2) * shade[None, :, None]).astype(np.uint8)
    assert not Tray.from_empty(empty(seed=1)).things(dimmed).certain.any()


@pytest.mark.parametrize("body", [(225, 228, 230), (30, 30, 200), (190, 70, 30), (22, 22, 22)])
def test_a_die_of_any_colour_is_a_thing_where_it_lies(body: tuple[int, int, int]) -> None:
    picture = lay(empty(seed=2), face(5, 48, body=body, ink=(128, 128, 128)), 400, 200, 40, 20)
    likely = Tray.from_empty(empty(seed=1)).things(picture).likely
    ys, xs = np.nonzero(likely)
    assert abs(xs.mean() * 2 - 400) < 5
    assert abs(ys.mean() * 2 - 200) < 5


def test_a_tray_comes_back_from_its_file(tmp_path: Path) -> None:
    tray = Tray.from_empty(empty())
    tray.save(tmp_path / "tray.npz")
    kept = Tray.load(tmp_path / "tray.npz")
    assert kept.size == tray.size
    assert np.array_equal(kept.look, tray.look)
    assert np.array_equal(kept.floor, tray.floor)


def test_a_foreign_file_is_refused_by_name_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "tray.npz").write_bytes(b"not a tray")
    with pytest.raises(ValueError, match=r"tray\.npz .* again"):
        Tray.load(tmp_path / "tray.npz")


@pytest.mark.parametrize("tray", ANY_TRAY, ids=lambda tray: f"{tray.shape} {tray.print}".strip())
def test_the_floor_of_a_tray_of_any_shape_and_print_is_found(tray: trays.Drawn) -> None:
    floor, truth = find_floor(log_look(trays.picture(tray))) > 0, trays.floor(tray)[::2, ::2] > 0
    assert (floor & truth).sum() / (floor | truth).sum() > 0.88


# a bumped camera


@pytest.mark.parametrize("tray", WITH_TABLE, ids=lambda tray: tray.shape)
@pytest.mark.parametrize("by", [(6, -3), (-14, 9), (30, 20)])
def test_a_bumped_camera_is_noticed_and_its_way_known(tray: trays.Drawn, by: tuple[int, int]) -> None:
    known = Tray.from_empty(trays.picture(tray))
    now = with_die(trays.picture(tray, seed=1), body=(225, 228, 230))
    shift = camera_shift(known.look, log_look(moved_by(now, by)), known.floor)
    assert shift.verdict == "moved"
    assert shift.matrix is not None
    assert shift.matrix[:, 2] == pytest.approx((by[0] / 2, by[1] / 2), abs=1.0)


@pytest.mark.parametrize("by", [(8, -5), (-14, 9), (36, 20)])
def test_a_bump_is_noticed_where_walls_are_all_that_is_seen(by: tuple[int, int]) -> None:
    known = Tray.from_empty(trays.picture(ANY_TRAY[0]))
    seen = moved_by(trays.picture(ANY_TRAY[0], seed=1), by)
    assert camera_shift(known.look, log_look(seen), known.floor).verdict in ("moved", "lost")


@pytest.mark.parametrize("tray", ANY_TRAY[:3], ids=lambda tray: f"{tray.shape} {tray.print}".strip())
def test_dice_and_light_move_no_camera(tray: trays.Drawn) -> None:
    known = Tray.from_empty(trays.picture(tray))
    for lamp in (0.25, 0.1, -0.1):
        now = with_die(picture_under_lamp(tray, lamp, seed=2), body=(225, 228, 230))
        assert camera_shift(known.look, log_look(now), known.floor).verdict == "here"


def test_without_surroundings_nothing_is_claimed() -> None:
    known = Tray.from_empty(empty(seed=1))
    assert (
        camera_shift(known.look, log_look(moved_by(empty(seed=2), (30, 0))), known.floor).verdict == "unknown"
    )


def test_after_a_bump_the_tray_is_known_where_it_is_now() -> None:
    tray = WITH_TABLE[0]
    seen = moved_by(trays.picture(tray, seed=1), (20, -12))
    bumped = Upkeep.of(Tray.from_empty(trays.picture(tray))).check_position(seen)
    assert bumped.trouble == "moved"
    assert not bumped.tray.things(seen).any
    assert bumped.home.things(seen).any  # its quiet twin: as it was learned, the walls would be things
    back = bumped.check_position(trays.picture(tray, seed=2))
    assert back.trouble is None
    assert back.tray is back.home


def test_a_bumped_tray_is_learned_anew_once_it_is_empty_and_not_before() -> None:
    tray = WITH_TABLE[1]
    known = Upkeep.of(Tray.from_empty(trays.picture(tray)))
    bumped = [moved_by(trays.picture(tray, seed=n), (10, 6)) for n in range(3)]
    laid = [with_die(picture, body=(225, 228, 230)) for picture in bumped]
    assert after_looks(known, *laid).trouble == "moved"
    learned = after_looks(known, *bumped[:MIN_REPEATS])
    assert (learned.trouble, learned.version) == (None, 1)
    assert not learned.tray.things(bumped[2]).any
    assert learned.check_position(bumped[2]).trouble is None


def test_another_table_is_lost_and_nothing_is_learned_from_it() -> None:
    known = Upkeep.of(Tray.from_empty(trays.picture(ANY_TRAY[0])))
    turned = np.ascontiguousarray(trays.picture(ANY_TRAY[1])[::-1, 90:])
    elsewhere = np.asarray(cv2.resize(turned, trays.SIZE), np.uint8)
    lost = after_looks(known, *[elsewhere] * 3)
    assert (lost.trouble, lost.version) == ("lost", 0)


# the light


@pytest.mark.parametrize("tray", ANY_TRAY, ids=lambda tray: f"{tray.shape} {tray.print}".strip())
def test_light_that_goes_slowly_elsewhere_is_followed(tray: trays.Drawn) -> None:
    known = Upkeep.of(Tray.from_empty(trays.picture(tray)))
    for step in range(12):
        known = after_looks(known, picture_under_lamp(tray, 0.25 - 0.04 * step, seed=step))
    last = picture_under_lamp(tray, 0.25 - 0.04 * 11, seed=50)
    first = Tray.from_empty(trays.picture(tray))
    off = [np.abs(log_look(last) - one.look).mean() for one in (known.tray, first)]
    assert known.trouble is None
    assert known.blends + known.version > 8
    assert off[0] < 0.7 * off[1]


def test_a_die_of_the_cloths_colour_is_never_taken_for_the_tray() -> None:
    tray = trays.Drawn()
    known = Upkeep.of(Tray.from_empty(trays.picture(tray)))
    after = after_looks(known, *(with_die(trays.picture(tray, seed=n)) for n in range(6)))
    assert after.tray is known.tray
    assert after_looks(known, trays.picture(tray, seed=1)).tray is not known.tray


def test_a_face_that_only_the_net_sees_keeps_the_tray_as_it_is_and_print_of_the_cloth_does_not() -> None:
    tray = trays.Drawn()
    known = Upkeep.of(Tray.from_empty(trays.picture(tray)))
    faint = with_die(trays.picture(tray, seed=3), body=(66, 90, 38)).astype(float)
    faint = np.clip(faint * 0.5 + trays.picture(tray, seed=3) * 0.5, 0, 255).astype(np.uint8)
    corners: Corners = np.array([(312, 182), (348, 182), (348, 218), (312, 218)], float)
    assert known.check_empty(faint, lambda: (corners,)).tray is known.tray
    assert known.check_empty(trays.picture(tray, seed=3), lambda: (corners,)).tray is not known.tray


def test_a_lamp_switched_on_is_learned_when_the_tray_is_bare_and_not_with_a_die_in_it() -> None:
    known = Upkeep.of(Tray.from_empty(VirtualTray(3, look=LAMP).empty_picture()))
    later = VirtualTray(3, look=OTHER_LAMP)
    bare = [later.read() for _ in range(3)]
    learned = after_looks(known, *(frame.image for frame in bare if frame))
    later.lay([Die(D6.id, "3")])
    laid = later.read()
    assert laid is not None
    kept = after_looks(known, laid.image, laid.image, laid.image)
    assert learned.blends + learned.version > 0
    assert (kept.blends, kept.version) == (0, 0)


def test_a_hand_that_rests_in_the_tray_is_not_learned() -> None:
    table = VirtualTray(4)
    table.lay([Die(D6.id, "6")])
    known = Upkeep.of(Tray.from_empty(table.empty_picture()))
    table.sweep()
    held = 0
    while table.busy:
        frame = table.read()
        if frame is not None and table.truth().state == "hand" and frame.number % 3 == 0:
            after = known.check_empty(frame.image, no_faces).check_empty(frame.image, no_faces)
            held += not (after.blends or after.version)
            assert not (after.blends or after.version) or not known.tray.things(frame.image).any
    assert held > 3


# the eye does it by itself


def run_eye(eye: Eye, pictures: list[Image], begin: float = 0.0) -> Eye:
    """The eye after seeing each picture for a while."""
    at = begin
    for picture in pictures:
        for _ in range(6):
            at += UPKEEP_SECONDS
            eye.see(Frame(picture, 0, at))
    return eye


def test_an_eye_tells_of_a_bumped_camera_still_reads_and_learns_the_empty_tray_by_itself() -> None:
    table = VirtualTray(6)
    table.lay([Die(D6.id, "2"), Die(D6.id, "5")])
    frame = table.read()
    assert frame is not None
    empty_tray = table.empty_picture()
    eye = Eye(Reader((D6,), Tray.from_empty(empty_tray), finder=FINDER))
    assert run_eye(eye, [frame.image]).trouble is None
    bumped = moved_by(frame.image, (18, -10))
    assert run_eye(eye, [bumped], 20.0).trouble == "moved"
    assert sorted(die.face for die in eye.see(Frame(bumped, 0, 40.0)).dice) == ["2", "5"]
    assert run_eye(eye, [moved_by(empty_tray, (18, -10))], 41.0).trouble is None
    number, tray = eye.tray
    assert number == 1
    assert tray is eye.reader.tray


def test_an_eye_without_an_empty_tray_has_nothing_to_keep_true(tmp_path: Path) -> None:
    eye = run_eye(Eye(Reader((D6,), None, finder=FINDER)), [empty(seed=1), moved_by(empty(seed=2), (20, 0))])
    assert (eye.trouble, eye.tray) == (None, (0, None))


# and tells, and keeps it for another day


class Slides:
    """A source that shows each picture for some seconds of its own clock, and then waits."""

    def __init__(self, pictures: list[Image]) -> None:
        self._left = [picture for picture in pictures for _ in range(6)]
        self._number = 0
        self._closed = Event()

    def read(self) -> Frame | None:
        if self._number == len(self._left):
            self._closed.wait(60)
            return None
        self._number += 1
        return Frame(self._left[self._number - 1], self._number, self._number * UPKEEP_SECONDS)

    def close(self) -> None:
        self._closed.set()


def tray_faults(data: Path, pictures: list[Image], until: int) -> list[str | None]:
    """The faults that a running companion's eye has with its tray, the one kept in the data folder."""
    tray, _ = load_tray(data / "tray.npz")
    eye = Eye(Reader((D6,), tray, finder=FINDER))
    sets = TaughtSets(TaughtFolder(data / "taught"), ())
    sight = EyeService(
        load(None, {"data": str(data)}), ShownFeed(), EyeSetup(eye, sets, lambda: Slides(pictures))
    )
    faults: list[str | None] = []
    enough = Event()

    def tell(wish: Wish) -> None:
        if isinstance(wish, Fault) and wish.part == "tray":
            faults.append(wish.text.key if wish.text else None)
            if len(faults) == until:
                enough.set()

    sight.start(tell)
    assert enough.wait(60), faults
    assert any(sight.stop() for _ in range(20))  # a slow machine may still be at a look
    return faults


def test_a_bump_is_told_to_the_table_and_the_tray_learned_anew_is_kept_across_a_restart(
    tmp_path: Path,
) -> None:
    table = VirtualTray(6)
    table.lay([Die(D6.id, "2"), Die(D6.id, "5")])
    frame = table.read()
    assert frame is not None
    save_tray(Tray.from_empty(table.empty_picture()), tmp_path / "tray.npz")
    laid, bare = (moved_by(picture, (18, -10)) for picture in (frame.image, table.empty_picture()))
    assert tray_faults(tmp_path, [laid, bare], 2) == ["eye.tray_moved", None]
    tray, _ = load_tray(tmp_path / "tray.npz")
    assert tray is not None
    assert camera_shift(tray.look, log_look(laid), tray.floor).verdict == "here"


def test_a_bump_while_the_box_was_off_is_told_at_its_start(tmp_path: Path) -> None:
    table = VirtualTray(6)
    table.lay([Die(D6.id, "2"), Die(D6.id, "5")])
    frame = table.read()
    assert frame is not None
    save_tray(Tray.from_empty(table.empty_picture()), tmp_path / "tray.npz")
    assert tray_faults(tmp_path, [moved_by(frame.image, (18, -10))], 1) == ["eye.tray_moved"]
