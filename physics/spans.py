"""Where many straight legs lie inside many convex shapes, and which points do. Inches."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from physics.prisms import Pie
from physics.shapes import Shape
from physics.ways_outlines import SLACK, Bools, Floats, Ints
from physics.ways_sight import Legs

_GROUPS: Final = (1, 8)
"""Most corners of the shapes that are asked together (more: those above); each group costs as many calls."""
_SHARP: Final = 1e-6
"""Inches of a radius below which the corners of a polygon count as sharp: nobody can tell."""


@dataclass(frozen=True)
class Spans:
    """Where legs lie inside shapes: leg, shape, from and to (inches along the leg)."""

    leg: Ints
    shape: Ints
    begin: Floats
    end: Floats

    def only(self, which: Bools | Ints) -> "Spans":
        """Some of them."""
        return Spans(self.leg[which], self.shape[which], self.begin[which], self.end[which])

    def of_legs(self, legs: Ints, count: int) -> "Spans":
        """Those of some legs, which are numbered anew in that order; `count` legs there are in all."""
        number = np.full(count, -1, dtype=np.int64)
        number[legs] = np.arange(len(legs))
        found = self.only(number[self.leg] >= 0)
        return Spans(number[found.leg], found.shape, found.begin, found.end)


@dataclass(frozen=True)
class _Group:
    """Shapes of like kind: their numbers, corners (filled up with the first one) and radii, and a disc round each.

    `side` times a leg's forms is how far each middle lies to the leg's left.
    """

    which: Ints
    cores: Floats
    radii: Floats
    middle: Floats
    bound: Floats
    side: Floats


class Stack:
    """Convex shapes of all kinds, to be asked where legs lie inside of them."""

    def __init__(self, all_shapes: Sequence[Shape | Pie], grow: float) -> None:
        self._groups: list[_Group] = []
        shapes = [s if isinstance(s, Shape) else Shape((s.centre,), s.radius) for s in all_shapes]
        pies = [(k, s) for k, s in enumerate(all_shapes) if isinstance(s, Pie)]
        self._pies = np.zeros(len(shapes), dtype=bool)
        self._pies[[k for k, _ in pies]] = True
        self._sides = np.zeros((len(shapes), 4))
        for k, s in pies:
            self._sides[k] = (math.cos(s.low), math.sin(s.low), math.cos(s.high), math.sin(s.high))
        self._centres = np.array([s.points[0] for s in shapes]).reshape(-1, 2)
        sizes = np.array([len(s.points) for s in shapes], dtype=np.int64)
        is_sharp = (np.abs(np.array([s.radius for s in shapes]) + grow) < _SHARP) & (sizes > 1)
        kinds = np.searchsorted(_GROUPS, sizes) * 2 + is_sharp
        for kind in np.unique(kinds).tolist():
            which = np.flatnonzero(kinds == kind)
            width = int(sizes[which].max())
            some = [shapes[k] for k in which.tolist()]
            cores = np.array([[*s.points, *[s.points[0]] * (width - len(s.points))] for s in some])
            radii = np.array([s.radius + grow for s in some])
            middle = cores.mean(axis=1)
            bound = np.hypot(*(cores - middle[:, None]).transpose(2, 0, 1)).max(axis=1) + np.maximum(radii, 0.0)
            side = np.vstack([middle[:, 1], -middle[:, 0], -np.ones(len(middle))])
            self._groups.append(_Group(which, cores, radii, middle, bound, side))

    def spans(self, legs: Legs) -> Spans:
        """Where legs lie inside the shapes."""
        found = [self._spans_in(legs, group) for group in self._groups] if len(legs.length) else []
        if not found:
            none = np.zeros(0, np.int64)
            return Spans(none, none, np.zeros(0), np.zeros(0))
        spans = found[0] if len(found) == 1 else Spans(
            np.concatenate([s.leg for s in found]), np.concatenate([s.shape for s in found]),
            np.concatenate([s.begin for s in found]), np.concatenate([s.end for s in found]),
        )  # fmt: skip
        return self._within_pies(legs, spans) if self._pies.any() else spans

    def _within_pies(self, legs: Legs, spans: Spans) -> Spans:
        """Of spans in whole discs the part in the pies that these stand for."""
        begin, end = spans.begin.copy(), spans.end.copy()
        k = np.flatnonzero(self._pies[spans.shape])
        leg, shape = spans.leg[k], spans.shape[k]
        from_centre = legs.start[leg] - self._centres[shape]
        u = legs.along[leg]
        for x, y in ((self._sides[shape, 0], self._sides[shape, 1]), (-self._sides[shape, 2], -self._sides[shape, 3])):
            at = x * from_centre[:, 1] - y * from_centre[:, 0] - SLACK  # inside, to the left of the first side
            pace = x * u[:, 1] - y * u[:, 0]
            with np.errstate(divide="ignore", invalid="ignore"):
                cut = -at / pace
            begin[k] = np.where(pace > 0.0, np.maximum(begin[k], cut), begin[k])
            end[k] = np.where(pace < 0.0, np.minimum(end[k], cut), end[k])
            end[k] = np.where((pace == 0.0) & (at <= 0.0), -np.inf, end[k])
        kept = end - begin > 1e-9
        return Spans(spans.leg[kept], spans.shape[kept], begin[kept], end[kept])

    def covers(self, points: Floats) -> tuple[Ints, Ints]:
        """The pairs of a point and a shape that it lies in."""
        found = [self._covers_in(points, group) for group in self._groups]
        none = np.zeros(0, np.int64)
        point, shape = np.concatenate([none, *(p for p, _ in found)]), np.concatenate([none, *(s for _, s in found)])
        if not self._pies.any():
            return point, shape
        to = points[point] - self._centres[shape]
        x, y, u, v = self._sides[shape].T
        between = (x * to[:, 1] - y * to[:, 0] > SLACK) & (to[:, 0] * v - to[:, 1] * u > SLACK)
        kept = ~self._pies[shape] | between
        return point[kept], shape[kept]

    @staticmethod
    def _covers_in(points: Floats, group: _Group) -> tuple[Ints, Ints]:
        which, cores, radii, middle, bound = group.which, group.cores, group.radii, group.middle, group.bound
        dx = points[:, None, 0] - middle[None, :, 0]
        dy = points[:, None, 1] - middle[None, :, 1]
        point, shape = np.nonzero(dx * dx + dy * dy < bound * bound)
        if cores.shape[1] == 1 or len(point) == 0:
            return point, which[shape]
        a = cores[shape]
        edge = np.roll(a, -1, axis=1) - a
        to = points[point][:, None] - a
        size = np.hypot(edge[..., 0], edge[..., 1])
        outwards = to[..., 0] * edge[..., 1] - to[..., 1] * edge[..., 0]
        radius = radii[shape, None]
        inside = (outwards <= radius * size).all(axis=1)
        if (radii >= _SHARP).any():  # round corners: outside of the core, near enough to one of its edges
            share = (to * edge).sum(axis=2) / np.maximum(size * size, 1e-12)
            off = to - edge * np.clip(share, 0.0, 1.0)[..., None]
            is_near = (np.hypot(off[..., 0], off[..., 1]) < radius).any(axis=1)
            inside &= is_near | (outwards <= 0.0).all(axis=1)
        return point[inside], which[shape[inside]]

    @staticmethod
    def _spans_in(legs: Legs, group: _Group) -> Spans:
        which, cores, radii, middle, bound = group.which, group.cores, group.radii, group.middle, group.bound
        side = legs.forms @ group.side
        pairs = np.flatnonzero(np.abs(side) < bound)
        leg, shape = np.divmod(pairs, len(middle))
        foot = ((middle[shape] - legs.start[leg]) * legs.along[leg]).sum(axis=1)
        near = (foot > -bound[shape]) & (foot < legs.length[leg] + bound[shape])
        leg, shape = leg[near], shape[near]
        start, along = legs.start[leg], legs.along[leg]
        if cores.shape[1] > 1:  # most lines that pass near miss: all corners on one side, and far enough
            off = (cores[shape, :, 0] - start[:, None, 0]) * along[:, None, 1]
            off -= (cores[shape, :, 1] - start[:, None, 1]) * along[:, None, 0]
            low, high = off.min(axis=1), off.max(axis=1)
            hits = np.flatnonzero((low < radii[shape]) & (high > -radii[shape]))
            leg, shape, start, along = leg[hits], shape[hits], start[hits], along[hits]
        is_sharp = cores.shape[1] > 1 and abs(float(radii[0])) < _SHARP
        begin, end = (_inside_sharp if is_sharp else _inside)(start, along, cores[shape], radii[shape])
        begin, end = np.maximum(begin, 0.0), np.minimum(end, legs.length[leg])
        kept = end - begin > 1e-9
        return Spans(leg[kept], which[shape[kept]], begin[kept], end[kept])


def _inside_sharp(start: Floats, along: Floats, cores: Floats, radii: Floats) -> tuple[Floats, Floats]:
    """From where to where lines lie inside polygons whose edges are moved outwards (begin > end: nowhere)."""
    edge = np.roll(cores, -1, axis=1) - cores
    ex, ey = edge[..., 0], edge[..., 1]
    tx, ty = start[:, None, 0] - cores[..., 0], start[:, None, 1] - cores[..., 1]
    # Outwards of each edge: how far the start is, and how fast the line goes; both times the edge's length.
    height = tx * ey - ty * ex - radii[:, None] * np.hypot(ex, ey)
    pace = along[:, None, 0] * ey - along[:, None, 1] * ex
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = -height / pace
    begin = np.where(pace < 0.0, cut, -np.inf).max(axis=1)
    end = np.where(pace > 0.0, cut, np.inf).min(axis=1)
    outside = ((pace == 0.0) & (height >= 0.0) & ((ex != 0.0) | (ey != 0.0))).any(axis=1)
    return np.where(outside, np.inf, begin), end


def _inside(start: Floats, along: Floats, cores: Floats, radii: Floats) -> tuple[Floats, Floats]:
    """From where to where lines lie inside convex cores grown by radii (pairs, corners, 2); begin > end: nowhere.

    A line enters and leaves through the circle of a corner or an edge moved outwards; of all those the first and last.
    """
    tx, ty = cores[..., 0] - start[:, None, 0], cores[..., 1] - start[:, None, 1]
    ux, uy = along[:, None, 0], along[:, None, 1]
    radius = radii[:, None]
    foot, off = tx * ux + ty * uy, tx * uy - ty * ux
    room = radius * radius - off * off
    hit = room > 0.0
    half = np.sqrt(np.where(hit, room, 0.0))
    begin = np.where(hit, foot - half, np.inf).min(axis=1)
    end = np.where(hit, foot + half, -np.inf).max(axis=1)
    if cores.shape[1] == 1:
        return begin, end
    ex, ey = np.roll(cores[..., 0], -1, axis=1) - cores[..., 0], np.roll(cores[..., 1], -1, axis=1) - cores[..., 1]
    size = np.hypot(ex, ey)
    pace = ux * ey - uy * ex  # outwards of each edge, times its length; so is its height
    with np.errstate(divide="ignore", invalid="ignore"):
        at = (radius * size + tx * ey - ty * ex) / pace
        share = ((at * ux - tx) * ex + (at * uy - ty) * ey) / (size * size)
    on_edge = (share >= 0.0) & (share <= 1.0) & (pace != 0.0)
    begin = np.minimum(begin, np.where(on_edge, at, np.inf).min(axis=1))
    return begin, np.maximum(end, np.where(on_edge, at, -np.inf).max(axis=1))
