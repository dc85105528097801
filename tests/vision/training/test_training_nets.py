"""Training: what is stopped goes on, and what is written the eye can read."""

from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs torch: pip install -e .[train]")
pytest.importorskip("PIL", reason="training needs Pillow: pip install -e .[train]")
pytest.importorskip("onnx", reason="nets are written with onnx: pip install -e .[train]")

import torch

from tests.vision.posed import FACE
from vision.detect.finder import Finder, square_corners
from vision.detect.rectify import CONTEXT_PX
from vision.detect.second_opinion import SecondOpinion, dihedral_views
from vision.detect.tilt import TiltNet
from vision.recognise.embedding import DIMENSIONS, INPUT_PX, Embedder
from vision.training import embedding, masks, patches, second_opinion, tilt
from vision.training import finder as training
from vision.training.export import export_embedding, export_finder, export_second_opinion, export_tilt
from vision.training.finder import train
from vision.training.labels import PICTURE_PX, Label, label_rows
from vision.training.net import FinderNet as Net
from vision.training.run import Plan, Run
from vision.training.sources import Source, load_labelled

NOWHERE = (0.0,) * 8


def silent(line: str) -> None:
    pass


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    monkeypatch.setattr(training, "BATCH_SIZE", 2)
    monkeypatch.setattr(second_opinion, "BATCH_SIZE", 2)
    monkeypatch.setattr(tilt, "BATCH_SIZE", 2)
    monkeypatch.setattr(patches, "SHUFFLE_POOL", 4)
    folder = tmp_path / "scenes"
    folder.mkdir()
    picture = np.random.default_rng(0).integers(0, 255, (PICTURE_PX, PICTURE_PX, 3), np.uint8)
    cv2.imwrite(str(folder / "000000.jpg"), picture)
    np.save(
        folder / "000000.npy", label_rows([Label(220, 220, 40, 0.1, 3, 1.0, 0.0, NOWHERE, (0.1, 0.2)).row])
    )
    return Source(folder)


def test_a_stopped_training_goes_on_where_it_was(source: Source, tmp_path: Path) -> None:
    kept = tmp_path / "finder.pt"
    assert train(kept, [source], Plan(1, 10, 5), silent) == 1
    first = torch.load(kept, weights_only=True)
    resumed = Run.resume(kept, Net())
    assert resumed.done == 1
    for name, weights in resumed.net.state_dict().items():
        assert torch.equal(weights, first["net"][name])
    assert len(resumed.optimiser.state_dict()["state"]) == len(list(resumed.net.parameters()))
    assert train(kept, [source], Plan(2, 10, 5), silent) == 2
    assert torch.load(kept, weights_only=True)["done"] == 2


def test_a_training_without_time_keeps_what_it_has(source: Source, tmp_path: Path) -> None:
    assert train(tmp_path / "finder.pt", [source], Plan(5, 10, 0), silent) == 0
    assert (tmp_path / "finder.pt").exists()


def test_labels_without_their_picture_are_named(tmp_path: Path) -> None:
    np.save(tmp_path / "lost.npy", label_rows([]))
    with pytest.raises(FileNotFoundError, match=r"lost\.jpg is missing"):
        load_labelled(tmp_path / "lost.npy")


def test_the_eye_reads_the_net_that_is_written_as_it_was_trained(tmp_path: Path) -> None:
    run = Run.resume(tmp_path / "finder.pt", Net())
    run.save()
    export_finder(tmp_path / "finder.pt", tmp_path / "finder.onnx")
    picture = np.random.default_rng(0).integers(0, 255, (64, 96, 3), np.uint8)
    shown = (torch.from_numpy(picture.transpose(2, 0, 1)[None]).float() - 128) / 64
    with torch.no_grad():
        meant = run.mean(shown)[0].numpy()
    assert np.abs(Finder(tmp_path / "finder.onnx")._output(picture) - meant).max() < 1e-3


def test_the_second_opinion_goes_on_too_and_the_eye_reads_it(source: Source, tmp_path: Path) -> None:
    kept = tmp_path / "closer.pt"
    assert second_opinion.train(kept, [source], Plan(1, 9, 5), silent) == 1
    assert second_opinion.train(kept, [source], Plan(2, 9, 5), silent) == 2
    export_second_opinion(kept, tmp_path / "closer.onnx")
    patch = np.random.default_rng(2).integers(0, 255, (CONTEXT_PX, CONTEXT_PX, 3), np.uint8)
    told = SecondOpinion(tmp_path / "closer.onnx").log_probabilities([patch, patch])
    assert np.exp(told).sum(axis=1) == pytest.approx(1, abs=0.5)  # the mean of eight looks
    run = Run.resume(kept, second_opinion.SecondOpinionNet())
    views = torch.from_numpy(np.stack(list(dihedral_views(patch))).transpose(0, 3, 1, 2))
    with torch.no_grad():
        meant = torch.log_softmax(run.mean((views.float() - 128) / 64), 1).mean(0).numpy()
    assert np.abs(told - meant).max() < 5e-3


def test_what_is_shown_of_a_picture_is_its_clear_faces_and_places_without_any() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (PICTURE_PX, PICTURE_PX, 3), np.uint8)
    clear, leaning = (
        Label(200, 200, 40, 0.1, 3, 1.0, 0.0, NOWHERE),
        Label(300, 300, 40, 0.1, 5, 1.0, 30, NOWHERE),
    )
    buried, plain = (
        Label(100, 300, 40, 0.1, 6, 0.4, 0.0, NOWHERE),
        Label(300, 100, 40, 0.1, 0, 1.0, 0.0, NOWHERE),
    )
    rows = label_rows([label.row for label in (clear, leaning, buried, plain)])
    seen = [spot for seed in range(40) for spot in second_opinion.sample_spots(Random(seed), picture, rows)]
    assert {spot.value for spot in seen} == {0, 3}
    free = [spot for spot in seen if (spot.x, spot.y) not in ((200, 200), (300, 100))]
    assert len(free) > 10
    for spot in free:
        assert all(np.hypot(spot.x - row[0], spot.y - row[1]) > 0.6 * 40 for row in rows)


def test_how_far_faces_are_turned_away_is_learned_too_and_the_eye_reads_it(
    source: Source, tmp_path: Path
) -> None:
    kept = tmp_path / "tilt.pt"
    assert tilt.train(kept, source, Plan(1, 9, 5), silent) == 1
    assert tilt.train(kept, source, Plan(2, 9, 5), silent) == 2
    export_tilt(kept, tmp_path / "tilt.onnx")
    picture = np.random.default_rng(2).integers(0, 255, (300, 300, 3), np.uint8)
    told = TiltNet(tmp_path / "tilt.onnx").tilts(picture, [FACE, FACE, FACE])
    assert told.shape == (3, 2)
    assert np.abs(told - told[0]).max() < 1e-5


@pytest.mark.parametrize("seed", range(12))
def test_however_a_face_is_cut_it_is_turned_away_as_far(seed: int) -> None:
    picture = np.random.default_rng(0).integers(0, 255, (PICTURE_PX, PICTURE_PX, 3), np.uint8)
    row = Label(200, 220, 40, 0.4, 3, 1.0, 9.0, NOWHERE, (0.3, -0.1)).row
    ((_, away),) = tilt.sample_patches(Random(seed), picture, label_rows([row]), False)
    assert np.linalg.norm(away) == pytest.approx(np.hypot(0.3, 0.1), abs=1e-6)
    unknown = Label(200, 220, 40, 0.4, 3, 1.0, 9.0, NOWHERE).row
    assert list(tilt.sample_patches(Random(seed), picture, label_rows([unknown]), False)) == []


def test_a_face_is_cut_upright_into_the_middle() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.fillPoly(picture, [np.round(square_corners(90, 110, 40, 0.5)).astype(np.int32)], (255, 255, 255))
    patch = patches.Spot(90, 110, 40, 0.5, 3).cut(picture)
    inner = CONTEXT_PX // 4
    assert patch[inner + 2 : -inner - 2, inner + 2 : -inner - 2].min() > 200
    assert patch[: inner - 2].max() < 60


def test_a_coarse_patch_is_as_large_as_before_and_has_less_detail() -> None:
    board = (np.indices((CONTEXT_PX, CONTEXT_PX)).sum(0) // 2 % 2 * 200).astype(np.uint8)
    fine = np.repeat(board[:, :, None], 3, axis=2)
    for seed in range(20):
        seen = patches.downsample(Random(seed), fine)
        assert seen.shape == fine.shape
        assert seen.std() < 0.8 * fine.std()
        assert abs(float(seen.mean()) - fine.mean()) < 12


@pytest.mark.skipif(not masks.FONT_FOLDER.exists(), reason="custom faces are drawn with fonts")
def test_the_training_of_custom_faces_goes_on_too(tmp_path: Path) -> None:
    kept = tmp_path / "glyphs.pt"
    assert embedding.train(kept, Plan(1, 9, 5), silent) == 1
    assert embedding.train(kept, Plan(2, 9, 5), silent) == 2
    export_embedding(kept, tmp_path / "glyphs.onnx")
    told = Embedder(tmp_path / "glyphs.onnx").embeddings([np.full((56, 56, 3), 90, np.uint8)] * 3)
    assert told.shape == (3, DIMENSIONS)
    assert np.linalg.norm(told, axis=1) == pytest.approx(1, abs=1e-3)


def test_one_face_seen_twice_is_nearer_than_another_face() -> None:
    directions = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    right, wrong = torch.tensor([0, 0, 1, 1]), torch.tensor([0, 1, 0, 1])
    assert embedding.loss(directions, right) < embedding.loss(directions, wrong)


def test_a_batch_holds_some_views_of_every_face() -> None:
    blank = [
        np.full((masks.MASK_PX, masks.MASK_PX), k * 40, np.uint8) for k in range(embedding.FACES_PER_SET)
    ]
    views, owners = embedding.batch(Random(1), [blank, blank], {})
    assert len(views) == len(owners) == 2 * embedding.FACES_PER_SET * embedding.VIEWS_PER_FACE
    assert torch.bincount(owners).tolist() == [embedding.VIEWS_PER_FACE] * 2 * embedding.FACES_PER_SET


def test_photographed_letters_are_faces_of_their_own_in_a_batch() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (96, 96, 3), np.uint8)
    views, owners = embedding.batch(Random(1), [], {"A": [picture] * 5, "B": [picture] * 2})
    assert views.shape == (embedding.VIEWS_PER_FACE + 2, 3, INPUT_PX, INPUT_PX)
    assert len(set(owners[: embedding.VIEWS_PER_FACE].tolist())) == 1
    assert set(owners[: embedding.VIEWS_PER_FACE].tolist()).isdisjoint(
        owners[embedding.VIEWS_PER_FACE :].tolist()
    )
