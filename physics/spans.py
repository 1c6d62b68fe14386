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

_GROUPS: Final = (1, 4, 8, 48, 4096)


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


class Stack:
    """Convex shapes of all kinds, to be asked where legs lie inside of them."""

    def __init__(self, all_shapes: Sequence[Shape | Pie], grow: float) -> None:
        self._groups: list[tuple[Ints, Floats, Floats, Floats, Floats]] = []
        shapes = [s if isinstance(s, Shape) else Shape((s.centre,), s.radius) for s in all_shapes]
        pies = [(k, s) for k, s in enumerate(all_shapes) if isinstance(s, Pie)]
        self._pies = np.zeros(len(shapes), dtype=bool)
        self._pies[[k for k, _ in pies]] = True
        self._sides = np.zeros((len(shapes), 4))
        for k, s in pies:
            self._sides[k] = (math.cos(s.low), math.sin(s.low), math.cos(s.high), math.sin(s.high))
        self._centres = np.array([s.points[0] for s in shapes]).reshape(-1, 2)
        sizes = np.array([len(s.points) for s in shapes], dtype=np.int64)
        least = 0
        for most in _GROUPS:
            which = np.flatnonzero((sizes > least) & (sizes <= most))
            least = most
            if len(which) == 0:
                continue
            width = int(sizes[which].max())
            some = [shapes[k] for k in which.tolist()]
            cores = np.array([[*s.points, *[s.points[0]] * (width - len(s.points))] for s in some])
            radii = np.array([s.radius + grow for s in some])
            middle = cores.mean(axis=1)
            bound = np.hypot(*(cores - middle[:, None]).transpose(2, 0, 1)).max(axis=1) + np.maximum(radii, 0.0)
            self._groups.append((which, cores, radii, middle, bound))

    def spans(self, legs: Legs) -> Spans:
        """Where legs lie inside the shapes."""
        found = [self._spans_in(legs, group) for group in self._groups] if len(legs.length) else []
        if not found:
            none = np.zeros(0, np.int64)
            return Spans(none, none, np.zeros(0), np.zeros(0))
        spans = Spans(
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
        return np.concatenate([none, *(p for p, _ in found)]), np.concatenate([none, *(s for _, s in found)])

    @staticmethod
    def _covers_in(points: Floats, group: tuple[Ints, Floats, Floats, Floats, Floats]) -> tuple[Ints, Ints]:
        which, cores, radii, middle, bound = group
        dx = points[:, None, 0] - middle[None, :, 0]
        dy = points[:, None, 1] - middle[None, :, 1]
        point, shape = np.nonzero(dx * dx + dy * dy <= bound * bound)
        if cores.shape[1] > 1:
            # Prisms have no rounded corners unless they are discs: their few radii count as wider edges here.
            a = cores[shape]
            edge = np.roll(a, -1, axis=1) - a
            to = points[point][:, None] - a
            size = np.hypot(edge[..., 0], edge[..., 1])
            inside = (to[..., 0] * edge[..., 1] - to[..., 1] * edge[..., 0] <= radii[shape, None] * size).all(axis=1)
            point, shape = point[inside], shape[inside]
        return point, which[shape]

    @staticmethod
    def _spans_in(legs: Legs, group: tuple[Ints, Floats, Floats, Floats, Floats]) -> Spans:
        which, cores, radii, middle, bound = group
        forms = legs.forms
        side = forms @ np.vstack([middle[:, 1], -middle[:, 0], -np.ones(len(middle))])
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
        begin, end = _inside(start, along, cores[shape], radii[shape])
        begin, end = np.maximum(begin, 0.0), np.minimum(end, legs.length[leg])
        kept = end - begin > 1e-9
        return Spans(leg[kept], which[shape[kept]], begin[kept], end[kept])


def _inside(start: Floats, along: Floats, cores: Floats, radii: Floats) -> tuple[Floats, Floats]:
    """From where to where lines lie inside rounded convex cores (pairs, corners, 2); begin > end: nowhere."""
    to = cores - start[:, None]
    ux, uy = along[:, None, 0], along[:, None, 1]
    foot = to[..., 0] * ux + to[..., 1] * uy
    off = to[..., 0] * uy - to[..., 1] * ux
    radius = np.maximum(radii, 0.0)[:, None]
    room = radius * radius - off * off
    half = np.sqrt(np.maximum(room, 0.0))
    hit = room > 0.0
    begin = np.where(hit, foot - half, np.inf).min(axis=1)
    end = np.where(hit, foot + half, -np.inf).max(axis=1)
    if cores.shape[1] == 1:
        return begin, end
    edge = np.roll(cores, -1, axis=1) - cores
    size = np.hypot(edge[..., 0], edge[..., 1])
    is_edge = size > 0.0
    t = edge / np.where(is_edge, size, 1.0)[..., None]
    height = -(to[..., 0] * t[..., 1] - to[..., 1] * t[..., 0])  # of the start, outwards of each edge
    climb = ux * t[..., 1] - uy * t[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        # The core moved by a negative radius, or as it is: half planes.
        level = np.minimum(radii, 0.0)[:, None]
        cut = (level - height) / climb
        low = np.where(is_edge & (climb < 0.0), cut, -np.inf).max(axis=1)
        high = np.where(is_edge & (climb > 0.0), cut, np.inf).min(axis=1)
        outside = (is_edge & (climb == 0.0) & (height >= level)).any(axis=1)
        one, other = (-radius - height) / climb, (radius - height) / climb
        slab_low = np.where(climb == 0.0, np.where(np.abs(height) < radius, -np.inf, np.inf), np.minimum(one, other))
        slab_high = np.where(climb == 0.0, np.where(np.abs(height) < radius, np.inf, -np.inf), np.maximum(one, other))
        pace = ux * t[..., 0] + uy * t[..., 1]
        at = -(to[..., 0] * t[..., 0] + to[..., 1] * t[..., 1])
        one, other = -at / pace, (size - at) / pace
        inside = (at > 0.0) & (at < size)
        strip_low = np.where(pace == 0.0, np.where(inside, -np.inf, np.inf), np.minimum(one, other))
        strip_high = np.where(pace == 0.0, np.where(inside, np.inf, -np.inf), np.maximum(one, other))
    low_strip, high_strip = np.maximum(slab_low, strip_low), np.minimum(slab_high, strip_high)
    real = is_edge & (low_strip < high_strip) & (radius > 0.0)
    begin = np.minimum(begin, np.where(real, low_strip, np.inf).min(axis=1))
    end = np.maximum(end, np.where(real, high_strip, -np.inf).max(axis=1))
    solid = ~outside & (low < high)
    return np.where(solid, np.minimum(begin, low), begin), np.where(solid, np.maximum(end, high), end)
