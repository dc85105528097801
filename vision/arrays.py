"""The array types that all rooms of the eye share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]  # BGR pixels: rows, columns, 3
Mask = NDArray[np.uint8]  # 0: not of it; rows, columns
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Corners = NDArray[np.float64]  # four points (x, y), clockwise as the picture shows them
