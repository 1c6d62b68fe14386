"""Many lines or points against many convex shapes at once: which lines are cut, how far the points are off. Inches.

The same answers as `sweep.closer_than` and `contact.clearance` give for one line or point and one shape, in numpy.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from physics.contact import depth_of_point
from physics.shapes import Shape
from physics.sweep import point_inside
from physics.tolerance import TOLERANCE

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_MANY = 200
"""Corners from which a shape is worked on by itself: ovals as they are, with thousands."""
_AT_ONCE = 250_000
"""Pairs of a line and an edge worked on at a time: what stays in the processor's cache, more or less."""


class Edges:
    """The edges of convex polygons, one after another, with their outward normals."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.a = np.array([p for s in shapes for p in s.points]).reshape(-1, 2)
        self.b = np.array([p for s in shapes for p in (*s.points[1:], s.points[0])]).reshape(-1, 2)
        self.starts = np.cumsum([0, *(len(s.points) for s in shapes[:-1])]) if shapes else np.zeros(0, dtype=np.int64)
        d = self.b - self.a
        size = np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-300)
        self.n = np.stack([d[:, 1] / size, -d[:, 0] / size], axis=1)
        self.off = (self.a * self.n).sum(axis=1)

    def __len__(self) -> int:
        return len(self.a)

    def depths(self, points: Floats) -> Floats:
        """Signed inches of each point (a row) outside the line of each edge (a column)."""
        return np.asarray(points @ self.n.T - self.off)


class Screens:
    """Convex shapes that cut lines, each grown by `limit` inches: a line is cut where it comes closer than that."""

    def __init__(self, shapes: Sequence[Shape], limit: float = 0.0) -> None:
        self.shapes, self.limit = tuple(shapes), limit
        self._few = [s for s in shapes if len(s.points) <= _MANY]
        self._many = [s for s in shapes if len(s.points) > _MANY]

    @cached_property
    def _discs(self) -> Floats:
        return np.array([(*s.points[0], s.radius) for s in self._few if s.is_disc]).reshape(-1, 3)

    @cached_property
    def _sharp(self) -> Edges:
        """Polygons that are cut by what comes inside them."""
        return Edges([s for s in self._few if len(s.points) > 2 and s.radius + self.limit <= TOLERANCE])

    @cached_property
    def _full(self) -> Edges:
        """Polygons that are cut by what comes near them, or inside."""
        return Edges([s for s in self._few if len(s.points) > 2 and s.radius + self.limit > TOLERANCE])

    @cached_property
    def _thick(self) -> tuple[Edges, Floats]:
        """The edges that are cut by what comes near them, and how near that is."""
        shapes = [s for s in self._few if len(s.points) > 1 and s.radius + self.limit > TOLERANCE]
        return Edges(shapes), np.array([s.radius + self.limit - TOLERANCE for s in shapes for _ in s.points])

    @cached_property
    def _rings(self) -> tuple[Edges, Floats]:
        """The edges of all polygons, and their radii, one for each polygon."""
        shapes = [s for s in self._few if len(s.points) > 1]
        return Edges(shapes), np.array([s.radius for s in shapes])

    @cached_property
    def _solids(self) -> Edges:
        return Edges([s for s in self._few if len(s.points) > 2])

    def near(self, box: tuple[float, float, float, float]) -> "Screens":
        """Those whose boxes meet a box (left, bottom, right, top)."""
        grow = self.limit + 0.01
        found = [
            s
            for s in self.shapes
            for left, bottom, right, top in [s.box]
            if left <= box[2] + grow and right >= box[0] - grow and bottom <= box[3] + grow and top >= box[1] - grow
        ]
        return Screens(found, self.limit) if len(found) < len(self.shapes) else self

    def cut(self, starts: Floats, ends: Floats) -> Bools:
        """Which of the lines pass through any of the shapes (touching one is not passing through it)."""
        found = np.zeros(len(starts), dtype=np.bool_)
        if not self.shapes:
            return found
        step = max(1, _AT_ONCE // max(1, len(self._sharp), 2 * len(self._thick[0])))
        for k in range(0, len(starts), step):
            found[k : k + step] = self._cut(starts[k : k + step], ends[k : k + step])
        return found

    def _cut(self, starts: Floats, ends: Floats) -> Bools:
        found = np.zeros(len(starts), dtype=np.bool_)
        if len(self._discs):
            gaps = _apart_from_points(starts, ends, self._discs[:, :2])
            found |= (gaps < self._discs[:, 2] + self.limit - TOLERANCE).any(axis=1)
        if len(self._sharp):
            found |= _clipped(starts, ends, self._sharp, TOLERANCE)
        if len(self._thick[0]):
            found |= _passed(starts, ends, *self._thick)
        if len(self._full):
            found |= _clipped(starts, ends, self._full, 0.0)
        for shape in self._many:
            found |= self._cut_by_many(starts, ends, shape)
        return found

    def _cut_by_many(self, starts: Floats, ends: Floats, shape: Shape) -> Bools:
        left, bottom, right, top = Shape(shape.points, shape.radius + max(0.0, self.limit)).box
        low, high = np.minimum(starts, ends), np.maximum(starts, ends)
        near = (low[:, 0] < right) & (high[:, 0] > left) & (low[:, 1] < top) & (high[:, 1] > bottom)
        radius = shape.radius + self.limit - TOLERANCE
        for k in np.flatnonzero(near):
            near[k] = point_inside(_point(starts[k]), _point(ends[k]), shape.points, radius) is not None
        return near

    def apart(self, points: Floats) -> Floats:
        """Signed inches from each point to the nearest of the shapes (nought or less inside; `limit` left aside)."""
        step = max(64, _AT_ONCE // max(1, 4 * len(self._rings[0]), 4 * len(self._discs)))
        parts = [self._apart(points[k : k + step]) for k in range(0, len(points), step)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _apart(self, points: Floats) -> Floats:
        best = np.full(len(points), np.inf)
        if len(self._discs):
            d = points[:, None, :] - self._discs[None, :, :2]
            best = np.minimum(best, (np.hypot(d[..., 0], d[..., 1]) - self._discs[:, 2]).min(axis=1))
        rings, radii = self._rings
        if len(rings):
            gaps = _apart_from_points(rings.a, rings.b, points).T
            best = np.minimum(best, (np.minimum.reduceat(gaps, rings.starts, axis=1) - radii).min(axis=1))
        if len(self._solids):
            depth = np.maximum.reduceat(self._solids.depths(points), self._solids.starts, axis=1).min(axis=1)
            best = np.where(depth < 0.0, np.minimum(best, depth), best)
        for shape in self._many:
            best = np.minimum(best, [depth_of_point(_point(p), shape.points)[0] - shape.radius for p in points])
        return best


def _point(row: Floats) -> tuple[float, float]:
    return float(row[0]), float(row[1])


def _clipped(starts: Floats, ends: Floats, edges: Edges, inwards: float) -> Bools:
    """Which lines have a part inside a polygon whose edges are moved inwards: half planes, one an edge."""
    here = edges.depths(starts) + inwards
    slope = edges.depths(ends) + inwards - here
    with np.errstate(divide="ignore", invalid="ignore"):
        at = -here / slope
    low = np.maximum.reduceat(np.where(slope < 0.0, at, 0.0), edges.starts, axis=1)
    high = np.where(slope > 0.0, at, np.where((slope == 0.0) & (here >= 0.0), -1.0, 1.0))
    high = np.minimum.reduceat(high, edges.starts, axis=1)
    return np.asarray((np.maximum(low, 0.0) < np.minimum(high, 1.0)).any(axis=1))


def _apart_from_points(starts: Floats, ends: Floats, points: Floats) -> Floats:
    """Inches between lines (rows) and points (columns)."""
    d = ends - starts
    size = np.maximum((d * d).sum(axis=1), 1e-300)[:, None]
    ex, ey = points[None, :, 0] - starts[:, 0, None], points[None, :, 1] - starts[:, 1, None]
    t = np.clip((ex * d[:, 0, None] + ey * d[:, 1, None]) / size, 0.0, 1.0)
    return np.asarray(np.hypot(ex - t * d[:, 0, None], ey - t * d[:, 1, None]))


def _passed(starts: Floats, ends: Floats, edges: Edges, limits: Floats) -> Bools:
    """Which lines come nearer to any of the edges than its limit (inches). Only pairs whose boxes meet are measured."""
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    least = np.minimum(edges.a, edges.b) - limits[:, None]
    most = np.maximum(edges.a, edges.b) + limits[:, None]
    near = (low[:, 0, None] <= most[:, 0]) & (high[:, 0, None] >= least[:, 0])
    near &= (low[:, 1, None] <= most[:, 1]) & (high[:, 1, None] >= least[:, 1])
    i, j = np.nonzero(near)
    found = np.zeros(len(starts), dtype=np.bool_)
    found[i[_apart_of_pairs(starts[i], ends[i], edges.a[j], edges.b[j]) < limits[j]]] = True
    return found


def _apart_of_pairs(p: Floats, q: Floats, a: Floats, b: Floats) -> Floats:
    """Inches between segments from p to q and from a to b, row by row: nought where they cross."""
    crossed = (_turn(p, q, a) * _turn(p, q, b) < 0.0) & (_turn(a, b, p) * _turn(a, b, q) < 0.0)
    ends = np.minimum(_foot(p, q, a), _foot(p, q, b))
    return np.where(crossed, 0.0, np.minimum(ends, np.minimum(_foot(a, b, p), _foot(a, b, q))))


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    return np.asarray((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0]))


def _foot(a: Floats, b: Floats, c: Floats) -> Floats:
    """Inches from the points c to the segments from a to b, row by row."""
    d, e = b - a, c - a
    t = np.clip((d * e).sum(axis=1) / np.maximum((d * d).sum(axis=1), 1e-300), 0.0, 1.0)
    off = e - d * t[:, None]
    return np.asarray(np.hypot(off[:, 0], off[:, 1]))
