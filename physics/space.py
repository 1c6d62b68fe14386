"""The one place where Pymunk is asked, and the quarantine of what it does at the edge.

A Space finds, among many convex shapes, the few that a carried shape comes near: Pymunk's tree and its own thick
segment query, both with a margin, so that what Pymunk does with exact touching never decides anything. What it
returns is then judged by the closed forms of `contact` and `sweep`, with the one tolerance. Only what Pymunk finds
to overlap far more deeply than that is taken from it as it is (`first_met`). Tests of each trap are in
tests/physics/test_space.py.

Pymunk looks shapes up by their boxes as they were when they were added, and by the thin line of a thick segment (trap 6).
So each shape is added with a cushion, and put back to its true radius at once: its box in the tree stays wide enough
for every question that is no wider than the cushion, and Pymunk's own queries of the whole space miss nothing.
"""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final

import pymunk

from physics.contact import clearance
from physics.shapes import MANY, Shape
from physics.sweep import Leg, closer_than
from physics.tolerance import TOLERANCE

MARGIN: Final = 1e-4
"""Inches by which every question to Pymunk is made wider than what is asked: a hundred times the tolerance, and
far more than Pymunk's error (1e-9)."""
CUSHION: Final = 1.25
"""Inches by which boxes in the tree are wider than their shapes, where nothing else is said: a base of 60 mm fits in."""
_ALL: Final = pymunk.ShapeFilter()


@dataclass(frozen=True, slots=True)
class Piece:
    """A convex shape in the space, and whose it is: a terrain feature or a model."""

    owner: Hashable
    shape: Shape


class Space:
    """Convex shapes, to be asked what is near. Built once, never changed. Inches.

    Questions no wider than its cushion are answered at once, wider ones shape by shape; a needless cushion costs a little.
    """

    def __init__(self, pieces: Iterable[Piece], cushion: float = CUSHION) -> None:
        self._space = pymunk.Space()
        self._cushion = cushion
        self._pieces: dict[pymunk.Shape, Piece] = {}
        self._without: dict[Hashable, pymunk.ShapeFilter] = {}
        for piece in pieces:
            self._pieces[_added(self._space, piece.shape, cushion)] = piece

    def in_box(self, box: tuple[float, float, float, float], margin: float = 0.0) -> list[Piece]:
        """The pieces whose boxes meet a box (left, bottom, right, top) grown by a margin."""
        grow = margin + MARGIN
        left, bottom, right, top = box[0] - grow, box[1] - grow, box[2] + grow, box[3] + grow
        found = [self._pieces[s] for s in self._space.bb_query(pymunk.BB(left, bottom, right, top), _ALL)]
        return [
            p for p in found
            if (b := p.shape.box)[0] <= right and b[2] >= left and b[1] <= top and b[3] >= bottom
        ]  # fmt: skip

    def near(self, shape: Shape, limit: float) -> list[Piece]:
        """The pieces within `limit` inches of a shape (to MARGIN more)."""
        width = shape.radius + limit + MARGIN
        if len(shape.points) == 1 and width <= self._cushion:
            found = [self._pieces[i.shape] for i in self._space.point_query(shape.points[0], width, _ALL)]
            return [p for p in found if len(p.shape.points) <= MANY or clearance(shape, p.shape) <= limit + MARGIN]
        found = self.in_box(shape.box, limit)
        if len(shape.points) > MANY or any(len(p.shape.points) > MANY for p in found):
            # Outlines of thousands of corners (ovals) are measured only where the discs round them come near.
            found = [p for p in found if _apart_at_least(shape, p.shape) <= limit + MARGIN]
        return [p for p in found if clearance(shape, p.shape) <= limit + MARGIN]

    def along(self, leg: Leg, mover: Shape, limit: float = 0.0) -> list[Piece]:
        """The pieces that a mover, carried along a leg, may come within `limit` inches of.

        A few more may be returned, none is left out: the thick segment is as wide as the mover's furthest point.
        """
        width = mover.reach + limit + MARGIN
        start, end, pieces = leg.start, leg.end, self._pieces
        if width > self._cushion:
            return self._along_by_box(leg, width)
        if start == end:
            return [pieces[i.shape] for i in self._space.point_query(start, width, _ALL)]
        return [pieces[i.shape] for i in self._space.segment_query(start, end, width, _ALL)]

    def _along_by_box(self, leg: Leg, width: float) -> list[Piece]:
        """The same for a segment that is thicker than the cushion: looked up by its own box, then shape by shape."""
        (ax, ay), (bx, by) = leg.start, leg.end
        area = pymunk.BB(min(ax, bx) - width, min(ay, by) - width, max(ax, bx) + width, max(ay, by) + width)
        found = self._space.bb_query(area, _ALL)
        if leg.start == leg.end:
            return [self._pieces[s] for s in found if s.point_query(leg.start).distance <= width]
        return [self._pieces[s] for s in found if s.segment_query(leg.start, leg.end, width) is not None]

    def first_met(self, leg: Leg, mover: Shape, besides: Hashable = None) -> tuple[Piece, float] | None:
        """The piece that a mover overlaps first on its way, and the fraction of the leg at which, or None.

        Touching is not overlapping; `besides` is an owner whose pieces are not in the way.
        """
        start, end, width = leg.start, leg.end, mover.radius - TOLERANCE / 2.0
        if len(mover.points) > 1 or mover.points[0] != (0.0, 0.0) or not 0.0 < width <= self._cushion or start == end:
            return self._first_by_closed_form(leg, mover, besides)
        others = _ALL if besides is None else self._without.get(besides) or self._filter(besides)
        # A disc that is smaller by half the tolerance touches without a hit, and what it misses nobody overlaps.
        hit = self._space.segment_query_first(start, end, width, others)
        if hit is None:
            return None
        piece = self._pieces[hit.shape]
        dx, dy, normal = end[0] - start[0], end[1] - start[1], hit.normal
        inwards = -(normal.x * dx + normal.y * dy)
        # Where it meets it, the grown outline holds a disc as wide as the mover: so it goes half so deep at the least.
        is_deep = (
            inwards * (1.0 - hit.alpha) > 2.0 * MARGIN
            and width * inwards * inwards > 2.0 * MARGIN * (dx * dx + dy * dy)
            and hit.alpha > 0.0
            and len(piece.shape.points) <= MANY
        )
        return (piece, hit.alpha) if is_deep else self._first_by_closed_form(leg, mover, besides)

    def _first_by_closed_form(self, leg: Leg, mover: Shape, besides: Hashable) -> tuple[Piece, float] | None:
        """The same, decided for each piece that comes near."""
        found = (
            (part[0], k, piece)
            for k, piece in enumerate(self.along(leg, mover))
            if (besides is None or piece.owner != besides) and (part := closer_than(leg, mover, piece.shape))
        )
        first = min(found, default=None, key=lambda f: f[:2])
        return None if first is None else (first[2], first[0])

    def _filter(self, owner: Hashable) -> pymunk.ShapeFilter:
        """Pymunk's filter for all pieces but those of an owner, which become a group."""
        self._without[owner] = own = pymunk.ShapeFilter(group=len(self._without) + 1)
        for shape, piece in self._pieces.items():
            if piece.owner == owner:
                shape.filter = own
        return own

    def touching(self, shape: Shape) -> list[Piece]:
        """The pieces that a shape touches or overlaps."""
        return [p for p in self.near(shape, 0.0) if clearance(shape, p.shape) <= TOLERANCE]

    def nearest(self, shape: Shape, limit: float) -> tuple[Piece, float] | None:
        """The nearest piece within `limit` inches and the clearance to it, or None."""
        found = [(clearance(shape, p.shape), k, p) for k, p in enumerate(self.near(shape, limit))]
        if not found:
            return None
        least = min(found, key=lambda f: f[:2])
        return least[2], least[0]


def _apart_at_least(one: Shape, other: Shape) -> float:
    """Inches between the discs round the boxes of two shapes: no more than between the shapes."""
    a, b = one.box, other.box
    apart = math.hypot(a[0] + a[2] - b[0] - b[2], a[1] + a[3] - b[1] - b[3]) / 2.0
    return apart - (math.hypot(a[2] - a[0], a[3] - a[1]) + math.hypot(b[2] - b[0], b[3] - b[1])) / 2.0


def _added(space: pymunk.Space, shape: Shape, cushion: float) -> pymunk.Shape:
    """A shape added to a space, with a box in its tree that is wider by a cushion."""
    body, radius = space.static_body, shape.radius
    added: pymunk.Circle | pymunk.Segment | pymunk.Poly
    if shape.is_disc:
        added = pymunk.Circle(body, radius + cushion, shape.points[0])
    elif len(shape.points) == 2:
        added = pymunk.Segment(body, shape.points[0], shape.points[1], radius + cushion)
    else:
        corners = shape.points
        if len(corners) > MANY:
            left, bottom, right, top = shape.box
            corners, radius = ((left, bottom), (right, bottom), (right, top), (left, top)), 0.0
        added = pymunk.Poly(body, list(corners), radius=radius + cushion)
    space.add(added)
    added.unsafe_set_radius(radius)  # the tree is not told, which is what is wanted
    return added
