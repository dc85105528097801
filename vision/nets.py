"""The small nets in `vision/models`, run by OpenCV: pictures in, what a net answers out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from vision.arrays import Floats, Image

MODELS = Path(__file__).with_name("models")
GREY = (128, 128, 128)  # what nets take for 0
CONTRAST = 1 / 64  # by which grey levels from that are scaled


class Net:
    """A net, ready to answer; any thread may ask."""

    def __init__(self, model: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))
        self._lock = Lock()

    def answer(self, batch: Floats) -> Floats:
        """What it answers to a batch (pictures, channels, rows, columns)."""
        with self._lock:
            self._net.setInput(batch)
            return np.array(self._net.forward(), np.float32)  # a copy: the net may use the memory again

    def answer_to(self, pictures: Sequence[Image]) -> Floats:
        """The same for pictures, all of one size."""
        return self.answer(np.asarray(cv2.dnn.blobFromImages(pictures, CONTRAST, mean=GREY), np.float32))
