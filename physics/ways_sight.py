"""Which straight legs are free, and how far a ray goes: many at once, against circles and edges. Inches."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from physics.ways_outlines import SLACK, Bools, Floats, Ints, Outlines


@dataclass(frozen=True)
class Legs:
    """Straight legs from `start` along unit vectors `along` for `length` inches."""

    start: Floats
    along: Floats
    length: Floats

    @cached_property
    def forms(self) -> Floats:
        """(legs, 3): its direction and moment, which times an outline's forms say what lies to its left."""
        (px, py), (ux, uy) = self.start.T, self.along.T
        return np.stack([ux, uy, ux * py - uy * px], axis=1)

    @cached_property
    def end(self) -> Floats:
        """Where they end."""
        return self.start + self.along * self.length[:, None]

    def only(self, which: Bools | Ints) -> "Legs":
        """Some of the legs."""
        return Legs(self.start[which], self.along[which], self.length[which])


def legs_between(start: Floats, end: Floats) -> Legs:
    """The legs from points to points; one of no length looks along x."""
    d = end - start
    length = np.hypot(d[:, 0], d[:, 1])
    along = np.divide(d, length[:, None], out=np.tile([1.0, 0.0], (len(d), 1)), where=length[:, None] > 0.0)
    return Legs(start, along, length)


def is_clear(legs: Legs, outlines: Outlines) -> Bools:
    """Whether each leg enters no obstacle: keeping exactly at its edge is allowed."""
    clear = np.ones(len(legs.length), dtype=bool)
    if len(clear) == 0:
        return clear
    forms = legs.forms
    leg, _ = _circles_met(legs, forms, outlines)[:2]
    clear[leg] = False
    rest = np.flatnonzero(clear)
    if len(rest) and len(outlines.edge_a):
        leg, _ = _edges_crossed(legs.only(rest), forms[rest], outlines)
        clear[rest[leg]] = False
    return clear


def _circles_met(legs: Legs, forms: Floats, outlines: Outlines) -> tuple[Ints, Ints, Floats]:
    """The pairs of leg and circle of which the leg passes through the circle, and where it enters (inches)."""
    count = len(outlines.stops)
    if count == 0:
        none = np.zeros(0, np.int64)
        return none, none, np.zeros(0)
    side = forms @ outlines.circle_forms
    pairs = np.flatnonzero(np.abs(side) < outlines.stops)
    leg, circle = np.divmod(pairs, count)
    far = outlines.centres[circle] - legs.start[leg]
    u = legs.along[leg]
    foot = far[:, 0] * u[:, 0] + far[:, 1] * u[:, 1]
    off = side.ravel()[pairs]
    half = np.sqrt(outlines.stops[circle] ** 2 - off * off)
    enters = foot - half
    met = (enters < legs.length[leg]) & (foot + half > 0.0)
    if outlines.has_left:
        met &= ~outlines.is_left[circle] | (enters > -SLACK)
    if outlines.has_sectors:
        met &= _meets_arc(legs, outlines, leg, circle, enters, foot + half)
    return leg[met], circle[met], enters[met]


def _meets_arc(legs: Legs, outlines: Outlines, leg: Ints, circle: Ints, enters: Floats, leaves: Floats) -> Bools:
    """Whether a leg meets its circle where there is one: a sector's circle is open outside of its wedge."""
    met = ~outlines.is_sector[circle]
    k = np.flatnonzero(~met)
    for at in (enters[k], leaves[k]):
        out = legs.start[leg[k]] + legs.along[leg[k]] * at[:, None] - outlines.centres[circle[k]]
        on_leg = (at > 0.0) & (at < legs.length[leg[k]])
        met[k] |= on_leg & is_between(outlines, circle[k], out)
    return met


def is_between(outlines: Outlines, circle: Ints, out: Floats) -> Bools:
    """Whether directions from the middle of circles lie within their wedges."""
    a, b = outlines.wedge_from[circle], outlines.wedge_to[circle]
    after_a = a[:, 0] * out[:, 1] - a[:, 1] * out[:, 0] >= 0.0
    return after_a & (out[:, 0] * b[:, 1] - out[:, 1] * b[:, 0] >= 0.0)


def _edges_crossed(legs: Legs, forms: Floats, outlines: Outlines) -> tuple[Ints, Ints]:
    """The pairs of leg and edge that cross each other, from either side."""
    count = len(outlines.edge_a)
    left = (forms @ outlines.edge_forms) > 0.0
    ones = np.ones((len(legs.length), 1))
    out_start = (np.hstack([legs.start, ones]) @ outlines.edge_heights) > 0.0
    out_end = (np.hstack([legs.end, ones]) @ outlines.edge_heights) > 0.0
    crossed = (left[:, :count] != left[:, count:]) & (out_start != out_end)
    return np.divmod(np.flatnonzero(crossed), count)


def first_hits(legs: Legs, outlines: Outlines) -> tuple[Floats, Ints]:
    """How far each leg goes before it enters an obstacle, and which (-1: it goes to its end)."""
    far = legs.length.copy()
    owner = np.full(len(far), -1, dtype=np.int64)
    if len(far) == 0:
        return far, owner
    forms = legs.forms
    leg, circle, enters = _circles_met(legs, forms, outlines)
    what = outlines.owners[circle]
    if len(outlines.edge_a):
        edge_leg, edge = _edges_crossed(legs, forms, outlines)
        height = ((legs.start[edge_leg] - outlines.stop_a[edge]) * outlines.edge_out[edge]).sum(axis=1)
        fall = (legs.along[edge_leg] * outlines.edge_out[edge]).sum(axis=1)
        inwards = fall < 0.0
        leg = np.concatenate([leg, edge_leg[inwards]])
        enters = np.concatenate([enters, -height[inwards] / fall[inwards]])
        what = np.concatenate([what, outlines.edge_owners[edge[inwards]]])
    enters = np.maximum(enters, 0.0)
    np.minimum.at(far, leg, enters)
    is_first = (enters <= far[leg]) & (enters < legs.length[leg])
    owner[leg[is_first]] = what[is_first]
    return far, owner
