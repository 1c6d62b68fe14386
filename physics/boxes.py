"""Many boxes at once: which of them another box meets. Inches."""

from collections.abc import Sequence

import numpy as np

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


class Boxes:
    """Boxes in order, to be asked for those that are near."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self._boxes = np.array(boxes).reshape(-1, 4)

    def near(self, box: Box) -> list[int]:
        """The numbers of those that a box meets in more than an edge."""
        low, high = self._boxes[:, :2], self._boxes[:, 2:]
        meets = (low < (box[2], box[3])).all(axis=1) & (high > (box[0], box[1])).all(axis=1)
        found: list[int] = np.flatnonzero(meets).tolist()
        return found
