"""The shortest shift that takes a body out of places where it may not be. Closed forms; inches.

Where the body's shift may not end is a union of convex outlines, polygons made rounder by a radius. The shortest way
out ends at the nearest point of one outline's edge, or where two edges (or an edge and the room's side) cross.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from physics.contact import depth_of_point
from physics.shapes import MANY, Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]


def shortest_shift(forbidden: Sequence[Shape], room: Box) -> Point | None:
    """The shortest vector to a point in the room (left, bottom, right, top) that is inside no forbidden outline, or None.

    On an outline's edge is outside it.
    """
    outlines = [_fewer_corners(s) for s in forbidden]
    edges = _Edges.of(outlines, room)
    spots = np.concatenate([np.zeros((1, 2)), edges.feet(), edges.crossings()])
    spots = spots[_is_in(spots, room)]
    for k in np.argsort(np.hypot(spots[:, 0], spots[:, 1]), kind="stable"):
        spot = (float(spots[k, 0]), float(spots[k, 1]))
        if all(depth_of_point(spot, s.points)[0] >= s.radius - TOLERANCE / 2.0 for s in outlines):
            return spot
    return None


def _is_in(spots: Array, room: Box) -> NDArray[np.bool_]:
    left, bottom, right, top = room
    x, y = spots[:, 0], spots[:, 1]
    slack = TOLERANCE / 2.0
    inside: NDArray[np.bool_] = (x >= left - slack) & (x <= right + slack) & (y >= bottom - slack) & (y <= top + slack)
    return inside


def _fewer_corners(shape: Shape) -> Shape:
    """An outline of very many corners (of an oval) as one of few round it, some thousandths of an inch larger."""
    if len(shape.points) <= MANY:
        return shape
    step = math.ceil(len(shape.points) / MANY)
    kept = shape.points[::step]
    off = max(depth_of_point(p, kept)[0] for p in shape.points)
    return Shape(kept, shape.radius + max(0.0, off))


@dataclass(frozen=True)
class _Edges:
    """The straight and the round parts of all outlines: segments by their ends, circles by centre and radius."""

    starts: Array
    ends: Array
    centres: Array
    radii: Array

    @staticmethod
    def of(outlines: Sequence[Shape], room: Box) -> "_Edges":
        left, bottom, right, top = room
        corners = ((left, bottom), (right, bottom), (right, top), (left, top))
        segments: list[tuple[Point, Point]] = list(zip(corners, corners[1:] + corners[:1], strict=True))
        circles: list[tuple[float, float, float]] = []
        for s in outlines:
            circles += [(x, y, s.radius) for x, y in s.points]
            for (ax, ay), (bx, by) in zip(s.points, s.points[1:] + s.points[:1], strict=True):
                size = math.hypot(bx - ax, by - ay)
                if size > 0.0:
                    nx, ny = (by - ay) / size * s.radius, -(bx - ax) / size * s.radius
                    segments.append(((ax + nx, ay + ny), (bx + nx, by + ny)))
        ends = np.asarray(segments, dtype=float)
        rounds = np.asarray(circles, dtype=float).reshape(-1, 3)
        return _Edges(ends[:, 0], ends[:, 1], rounds[:, :2], rounds[:, 2])

    def feet(self) -> Array:
        """The points of the parts that are nearest to the origin."""
        step = self.ends - self.starts
        size = np.maximum((step * step).sum(axis=1), 1e-30)
        t = np.clip(-(self.starts * step).sum(axis=1) / size, 0.0, 1.0)
        far = np.hypot(self.centres[:, 0], self.centres[:, 1])
        out = 1.0 - self.radii / np.where(far > 1e-12, far, np.inf)
        return np.concatenate([self.starts + step * t[:, None], self.centres * out[:, None]])

    def crossings(self) -> Array:
        """The points where two parts meet."""
        return np.concatenate([self._straight(), self._mixed(), self._round()])

    def _straight(self) -> Array:
        a, d = self.starts, self.ends - self.starts
        turn = d[:, None, 0] * d[None, :, 1] - d[:, None, 1] * d[None, :, 0]
        off = a[None, :, :] - a[:, None, :]
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (off[..., 0] * d[None, :, 1] - off[..., 1] * d[None, :, 0]) / turn
            u = (off[..., 0] * d[:, None, 1] - off[..., 1] * d[:, None, 0]) / turn
        i, j = np.nonzero((t >= -1e-12) & (t <= 1.0 + 1e-12) & (u >= -1e-12) & (u <= 1.0 + 1e-12))
        spots: Array = a[i] + d[i] * t[i, j][:, None]
        return spots

    def _mixed(self) -> Array:
        a, d = self.starts[:, None, :], (self.ends - self.starts)[:, None, :]
        e = a - self.centres[None, :, :]
        size = np.maximum((d * d).sum(axis=2), 1e-30)
        half = (e * d).sum(axis=2) / size
        room = half * half - ((e * e).sum(axis=2) - self.radii[None, :] ** 2) / size
        root = np.sqrt(np.maximum(room, 0.0))
        spots = []
        for t in (-half - root, -half + root):
            i, j = np.nonzero((room >= 0.0) & (t >= -1e-12) & (t <= 1.0 + 1e-12))
            spots.append(self.starts[i] + (self.ends - self.starts)[i] * t[i, j][:, None])
        return np.concatenate(spots)

    def _round(self) -> Array:
        c, r = self.centres, self.radii
        off = c[None, :, :] - c[:, None, :]
        apart = np.hypot(off[..., 0], off[..., 1])
        with np.errstate(divide="ignore", invalid="ignore"):
            along = (apart**2 + r[:, None] ** 2 - r[None, :] ** 2) / (2.0 * apart)
        aside = r[:, None] ** 2 - along**2
        i, j = np.nonzero(np.isfinite(along) & (aside >= 0.0) & (np.arange(len(c))[:, None] < np.arange(len(c))[None, :]))
        unit = off[i, j] / apart[i, j][:, None]
        foot = c[i] + unit * along[i, j][:, None]
        side = np.stack([-unit[:, 1], unit[:, 0]], axis=1) * np.sqrt(aside[i, j])[:, None]
        return np.concatenate([foot + side, foot - side])
