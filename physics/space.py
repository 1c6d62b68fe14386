"""The one place where Pymunk is asked, and the quarantine of what it does at the edge.

A Space finds, among many convex shapes, the few that a carried shape comes near: Pymunk's tree and its own thick
segment query, both with a margin, so that what Pymunk does with exact touching never decides anything. What it
returns is then judged by the closed forms of `contact` and `sweep`, with the one tolerance. Tests of each trap are
in tests/physics/test_space.py.
"""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final

import pymunk

from physics.contact import _MANY, clearance
from physics.shapes import Shape
from physics.sweep import Leg
from physics.tolerance import TOLERANCE
from physics.vectors import Point

MARGIN: Final = 1e-4
"""Inches by which every question to Pymunk is made wider than what is asked: a hundred times the tolerance, and
far more than Pymunk's error (1e-9)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A convex shape in the space, and whose it is: a terrain feature or a model."""

    owner: Hashable
    shape: Shape


class Space:
    """Convex shapes, to be asked what is near. Built once, never changed. Inches."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._space = pymunk.Space()
        self._pieces: dict[pymunk.Shape, Piece] = {}
        for piece in pieces:
            shape = _pymunk_shape(piece.shape, self._space.static_body)
            self._space.add(shape)
            self._pieces[shape] = piece

    def in_box(self, box: tuple[float, float, float, float], margin: float = 0.0) -> list[Piece]:
        """The pieces whose boxes meet a box (left, bottom, right, top) grown by a margin."""
        grow = margin + MARGIN
        area = pymunk.BB(box[0] - grow, box[1] - grow, box[2] + grow, box[3] + grow)
        return [self._pieces[s] for s in self._space.bb_query(area, pymunk.ShapeFilter())]

    def near(self, shape: Shape, limit: float) -> list[Piece]:
        """The pieces within `limit` inches of a shape (to MARGIN more)."""
        found = self.in_box(shape.box, limit)
        if len(shape.points) > _MANY or any(len(p.shape.points) > _MANY for p in found):
            # Outlines of thousands of corners (ovals) are measured only where the discs round them come near.
            found = [p for p in found if _apart_at_least(shape, p.shape) <= limit + MARGIN]
        return [p for p in found if clearance(shape, p.shape) <= limit + MARGIN]

    def along(self, leg: Leg, mover: Shape, limit: float = 0.0) -> list[Piece]:
        """The pieces that a mover, carried along a leg, may come within `limit` inches of.

        A few more may be returned, none is left out: the thick segment is as wide as the mover's furthest point.
        """
        (ax, ay), (bx, by) = leg.start, leg.end
        reach = mover.reach + limit + MARGIN
        left, right = (ax, bx) if ax <= bx else (bx, ax)
        bottom, top = (ay, by) if ay <= by else (by, ay)
        # Pymunk's own space-wide query looks shapes up by the thin line's box and misses some (trap 6).
        found = self._space.bb_query(
            pymunk.BB(left - reach, bottom - reach, right + reach, top + reach), pymunk.ShapeFilter()
        )
        if not found:
            return []
        pieces = self._pieces
        if ax == bx and ay == by:
            return [pieces[s] for s in found if s.point_query(leg.start).distance <= reach]
        return [pieces[s] for s in found if s.segment_query(leg.start, leg.end, reach) is not None]

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


def _pymunk_shape(shape: Shape, body: pymunk.Body) -> pymunk.Shape:
    if shape.is_disc:
        return pymunk.Circle(body, shape.radius, shape.points[0])
    if len(shape.points) == 2:
        return pymunk.Segment(body, shape.points[0], shape.points[1], shape.radius)
    if len(shape.points) > _MANY:
        left, bottom, right, top = shape.box
        corners: list[Point] = [(left, bottom), (right, bottom), (right, top), (left, top)]
        return pymunk.Poly(body, corners)
    return pymunk.Poly(body, list(shape.points), radius=shape.radius)
