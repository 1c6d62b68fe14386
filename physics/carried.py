"""The shortest line between two convex outlines of many corners, as ovals have, while one is carried. Inches.

The Minkowski difference of the two is made once; the line at any place of the mover is then one look at its edges.
"""

import math

import numpy as np
from numpy.typing import NDArray

from physics.shapes import Shape, core_of_difference
from physics.vectors import Point

Array = NDArray[np.float64]
_FLAT = 1e-11
"""Inches: two corners as far out as each other in a direction, to this, are the ends of an edge square to it."""


class ShortestLine:
    """The shortest line from a shape that stays to one that is carried without turning; `of_cores`: without their radii."""

    def __init__(self, stays: Shape, carried: Shape, of_cores: bool = False) -> None:
        self.radii = (0.0, 0.0) if of_cores else (stays.radius, carried.radius)
        self.stays, self.carried = np.array(stays.points), np.array(carried.points)
        self.core: Array = core_of_difference(stays, carried)
        self.along: Array = np.roll(self.core, -1, axis=0) - self.core
        self.size: Array = np.maximum((self.along**2).sum(axis=1), 1e-300)

    def at(self, place: Point) -> tuple[float, Point, Point]:
        """With the carried shape's origin moved to a place: the clearance (negative: they overlap) and the line's ends."""
        spot, outward = self._nearest(np.array(place))
        here, is_flat = _furthest(self.stays, outward)
        there, is_flat_there = _furthest(self.carried, -outward)
        if is_flat and not is_flat_there:
            here = spot + there
        else:
            there = here - spot
        there = there + np.array(place)
        here, there = here + outward * self.radii[0], there - outward * self.radii[1]
        clearance = float((there - here) @ outward)
        return clearance, (float(here[0]), float(here[1])), (float(there[0]), float(there[1]))

    def _nearest(self, place: Array) -> tuple[Array, Array]:
        """The point of the core's edge that is nearest to a place, and the direction there out of the core."""
        away = place - self.core
        side = (away[:, 0] * self.along[:, 1] - away[:, 1] * self.along[:, 0]) / np.sqrt(self.size)
        k = int(side.argmax())
        if side[k] > 0.0:
            share = np.clip((away * self.along).sum(axis=1) / self.size, 0.0, 1.0)
            spots = self.core + self.along * share[:, None]
            spot: Array = spots[int(((place - spots) ** 2).sum(axis=1).argmin())]
            gap = math.hypot(*(place - spot))
            if gap > 1e-9:
                return spot, (place - spot) / gap
        outward = np.array((self.along[k, 1], -self.along[k, 0])) / math.sqrt(self.size[k])
        return place - outward * side[k], outward


def _furthest(points: Array, direction: Array) -> tuple[Array, bool]:
    """The corner that is furthest in a direction, and whether others are as far."""
    reach = points @ direction
    k = int(reach.argmax())
    return points[k], bool((reach >= reach[k] - _FLAT).sum() > 1)
