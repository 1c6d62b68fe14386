"""A ranked block: the places of its models and its outline follow from one pose. Inches and radians."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

from physics.shapes import Shape
from physics.vectors import Point


def block_places(at: Point, facing: float, files: int, count: int, front: float, depth: float) -> list[Point]:
    """The middles of the bases of a block, by rank, then by file from its own left.

    `at` is the middle of its front edge; front and depth are those of one base. An incomplete last rank is centred.
    """
    ahead = (math.cos(facing), math.sin(facing))
    left = (-ahead[1], ahead[0])
    places: list[Point] = []
    for k in range(count):
        rank, file = divmod(k, files)
        in_rank = min(files, count - rank * files)
        back = -(rank + 0.5) * depth
        aside = ((in_rank - 1) / 2.0 - file) * front
        places.append((at[0] + ahead[0] * back + left[0] * aside, at[1] + ahead[1] * back + left[1] * aside))
    return places


def block_outline(at: Point, facing: float, files: int, count: int, front: float, depth: float) -> tuple[Shape, ...]:
    """The bases of a block as rectangles: its full ranks are one, an incomplete last rank another, with its notches."""
    full, rest = divmod(count, files)
    parts = [(0, full, files)] if full else []
    parts += [(full, full + 1, rest)] if rest else []
    return tuple(
        Shape(
            tuple(
                block_point(at, facing, aside * wide * front / 2.0, back * depth)
                for aside, back in ((1, -first), (1, -last), (-1, -last), (-1, -first))
            )
        )
        for first, last, wide in parts
    )


def block_point(at: Point, facing: float, left: float, ahead: float) -> Point:
    """The point some inches to the left of a pose and ahead of it."""
    cos, sin = math.cos(facing), math.sin(facing)
    return (at[0] + cos * ahead - sin * left, at[1] + sin * ahead + cos * left)


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who goes where: for each start the number of its end; the longest way (inches) and whose it is."""

    ends: tuple[int, ...]
    longest: float
    worst: int


def bottleneck_assignment(starts: Sequence[Point], ends: Sequence[Point]) -> Assignment:
    """The pairing of as many starts as ends whose longest straight way is the shortest possible, inches.

    Exact: the answer is one of the distances, found by halving among them with a perfect matching as the test. Of
    all pairings with that longest way, the one with the least sum is taken.
    """
    a, b = np.asarray(starts, dtype=float), np.asarray(ends, dtype=float)
    ways = np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])
    lengths = np.unique(ways)
    low = int(np.searchsorted(lengths, max(ways.min(axis=0).max(), ways.min(axis=1).max())))
    high = len(lengths) - 1
    while low < high:
        middle = (low + high) // 2
        if _has_perfect_matching(ways <= lengths[middle]):
            high = middle
        else:
            low = middle + 1
    limit = float(lengths[low])
    _, chosen = linear_sum_assignment(np.where(ways <= limit, ways, 1e3 * (1.0 + float(lengths[-1])) * len(a)))
    taken = ways[np.arange(len(a)), chosen]
    worst = int(taken.argmax())
    return Assignment(tuple(int(k) for k in chosen), float(taken[worst]), worst)


def _has_perfect_matching(allowed: np.ndarray) -> bool:
    return bool((maximum_bipartite_matching(csr_matrix(allowed), perm_type="column") >= 0).all())
