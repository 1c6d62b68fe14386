"""The legs that a shortest way can have between its first and its last: tangents to circles and between circles.

All of them at once, in closed form. A tangent touches a circle at `centre + radius * normal`; it is one that a
shortest way can use only where that normal lies in the circle's wedge. Inches and radians.
"""

from dataclasses import dataclass

import numpy as np

from physics.boxes import Box
from physics.ways_outlines import SLACK, Bools, Floats, Ints, Outlines

_WEDGE = 1e-9
"""Sine of the angle by which a touch may lie outside a wedge: rounding, where a way runs along an edge."""


@dataclass(frozen=True)
class Touches:
    """Points at which legs touch circles, with the unit normals there, and the length of each leg."""

    circle: Ints
    normal: Floats
    at: Floats
    length: Floats

    def only(self, which: Bools | Ints) -> "Touches":
        """Some of them."""
        return Touches(self.circle[which], self.normal[which], self.at[which], self.length[which])


@dataclass(frozen=True)
class Tangents:
    """The legs from the start that touch a circle, and those that touch two, from the one to the other."""

    first: Touches
    ones: Touches
    others: Touches

    @property
    def ends(self) -> tuple[Floats, Ints]:
        """All touches and their circles: of the first legs, then of the others at their one and at their other end."""
        parts = (self.first, self.ones, self.others)
        return np.concatenate([p.at for p in parts]), np.concatenate([p.circle for p in parts])

    def split(self, of_ends: np.ndarray) -> list[np.ndarray]:
        """What belongs to `ends`, by the three kinds."""
        return np.split(of_ends, np.cumsum([len(self.first.circle), len(self.ones.circle)]))

    def only(self, first: Bools, between: Bools) -> "Tangents":
        """Some of them."""
        return Tangents(self.first.only(first), self.ones.only(between), self.others.only(between))

    def joined(self, more: "Tangents") -> "Tangents":
        """These and more."""
        return Tangents(
            joined([self.first, more.first]), joined([self.ones, more.ones]), joined([self.others, more.others])
        )


def tangents_of(outlines: Outlines, box: Box, allowance: float, since: int = 0) -> Tangents:
    """The legs within a box that can be part of a way from the origin; with `since`, those of circles from that number on."""
    first = tangents_from(np.zeros(2), outlines)
    first = first.only((first.length <= allowance) & is_in_box(first.at, box) & (first.circle >= since))
    ones, others = tangents_between(outlines, allowance, since)
    inside = is_in_box(ones.at, box) & is_in_box(others.at, box)
    return Tangents(first, ones.only(inside), others.only(inside))


def is_in_box(points: Floats, box: Box) -> Bools:
    """Whether points lie in a box (left, bottom, right, top), its edge included."""
    left, bottom, right, top = box
    x, y = points[:, 0], points[:, 1]
    inside: Bools = (x >= left - SLACK) & (x <= right + SLACK) & (y >= bottom - SLACK) & (y <= top + SLACK)
    return inside


def is_in_wedge(outlines: Outlines, circle: Ints, normal: Floats) -> Bools:
    """Whether each normal looks away from both edges of the corner that its circle stands for."""
    a, b = outlines.wedge_from[circle], outlines.wedge_to[circle]
    after_a = a[:, 0] * normal[:, 1] - a[:, 1] * normal[:, 0] >= -_WEDGE
    before_b = normal[:, 0] * b[:, 1] - normal[:, 1] * b[:, 0] >= -_WEDGE
    return after_a & before_b


def tangents_from(point: Floats, outlines: Outlines) -> Touches:
    """The legs from a point to each circle that touch it in its wedge: none, one or two a circle."""
    d = outlines.centres - point
    size = np.hypot(d[:, 0], d[:, 1])
    circle = np.flatnonzero((size > 1e-12) & (size >= outlines.radii - 2.0 * SLACK))
    e = d[circle] / size[circle, None]
    radius = outlines.radii[circle]
    back = np.minimum(radius / size[circle], 1.0)
    aside = np.sqrt(1.0 - back * back)
    turned = np.stack([-e[:, 1], e[:, 0]], axis=1) * aside[:, None]
    normal = np.concatenate([turned, -turned]) - np.concatenate([e, e]) * np.concatenate([back, back])[:, None]
    circle = np.concatenate([circle, circle])
    length = np.sqrt(np.maximum(size[circle] ** 2 - outlines.radii[circle] ** 2, 0.0))
    at = outlines.centres[circle] + normal * outlines.radii[circle, None]
    touches = Touches(circle, normal, at, length)
    return touches.only(is_in_wedge(outlines, circle, normal))


def tangents_between(outlines: Outlines, allowance: float, since: int = 0) -> tuple[Touches, Touches]:
    """The legs that touch two circles, each once, that can be part of a way within the allowance from the origin."""
    count = len(outlines.radii)
    near = np.hypot(outlines.centres[:, 0], outlines.centres[:, 1]) - outlines.radii
    one, other = np.triu_indices(count, 1)
    if since:
        is_new = other >= since
        one, other = one[is_new], other[is_new]
    d = outlines.centres[other] - outlines.centres[one]
    size = np.hypot(d[:, 0], d[:, 1])
    within = np.minimum(near[one], near[other]) + size - outlines.radii[one] - outlines.radii[other] <= allowance
    kept = np.flatnonzero(within & (size > 1e-12))
    one, other, size = one[kept], other[kept], size[kept]
    e = d[kept] / size[:, None]
    found = [_tangents(outlines, one, other, e, size, side) for side in (1.0, -1.0)]
    ones, others = (joined([pair[k] for pair in found]) for k in (0, 1))
    first = np.minimum(_size(ones.at), _size(others.at))
    usable = first + ones.length <= allowance
    return ones.only(usable), others.only(usable)


def _tangents(
    outlines: Outlines, one: Ints, other: Ints, e: Floats, size: Floats, side: float
) -> tuple[Touches, Touches]:
    """The outer tangents (side 1: both circles on one hand) or the inner ones (side -1), two a pair."""
    radius, radius_there = outlines.radii[one], outlines.radii[other]
    over = radius - side * radius_there
    kept = np.flatnonzero(np.abs(over) <= size + SLACK)
    one, other, e, size, over = one[kept], other[kept], e[kept], size[kept], over[kept]
    along = np.clip(over / size, -1.0, 1.0)
    turned = np.stack([-e[:, 1], e[:, 0]], axis=1) * np.sqrt(1.0 - along * along)[:, None]
    straight = e * along[:, None]
    normal = np.concatenate([straight + turned, straight - turned])
    one, other = np.concatenate([one, one]), np.concatenate([other, other])
    kept = np.flatnonzero(is_in_wedge(outlines, one, normal))
    kept = kept[is_in_wedge(outlines, other[kept], side * normal[kept])]
    one, other, normal = one[kept], other[kept], normal[kept]
    at = outlines.centres[one] + normal * outlines.radii[one, None]
    there = outlines.centres[other] + normal * (side * outlines.radii[other, None])
    length = _size(there - at)
    return Touches(one, normal, at, length), Touches(other, side * normal, there, length)


def joined(parts: list[Touches]) -> Touches:
    """All of them."""
    return Touches(
        np.concatenate([t.circle for t in parts]),
        np.concatenate([t.normal for t in parts]),
        np.concatenate([t.at for t in parts]),
        np.concatenate([t.length for t in parts]),
    )


def _size(vectors: Floats) -> Floats:
    return np.hypot(vectors[:, 0], vectors[:, 1])
