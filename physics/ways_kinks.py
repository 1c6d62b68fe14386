"""Where ways over a relief bend with nothing to be gone round there: kinks. Inches.

What is climbed or come down from is in the way of a base beside it: within half a base of its edge a way passes
straight and cannot bend. So where a leg that passes it is tangent to a circle just there, the way goes on straight as
far as the edge of that strip, and bends where the base is clear.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from physics.boxes import Box
from physics.relief_sight import FREE, PASSED, ReliefSight
from physics.ways_floors import with_spots
from physics.ways_outlines import Floats, Ints, Outlines
from physics.ways_sight import legs_between
from physics.ways_tangents import Tangents, Touches, is_in_box, joined, tangents_of

_SAME = 1e-5
"""Inches within which kinks count as one."""
_LEAST: Final = 1e-6
_MOST: Final = np.pi - 1e-6
"""Radians by which ways turn at kinks."""


def with_kinks(
    outlines: Outlines, box: Box, allowance: float, sight: ReliefSight
) -> tuple[Outlines, Tangents]:
    """The outlines with the kinks that ways from the start can lead to, and the legs at whose ends ways can bend."""
    tangents = tangents_of(outlines, box, allowance)
    room = sight.room_at(*tangents.ends)
    free, more = _with_ends(tangents, room, FREE), _kinks(outlines, tangents, room, box, allowance, sight)
    if more is outlines:
        return outlines, free
    new = tangents_of(more, box, allowance, len(outlines.radii))
    sight = replace(sight, floor_of=more.floor)
    return more, free.joined(_with_ends(new, sight.room_at(*new.ends), FREE))


def _with_ends(tangents: Tangents, room: Ints, wanted: int) -> Tangents:
    first, ones, others = (part == wanted for part in tangents.split(room))
    return tangents.only(first, ones & others)


def _kinks(
    outlines: Outlines, tangents: Tangents, room: Ints, box: Box, allowance: float, sight: ReliefSight
) -> Outlines:
    """The outlines with a kink past each strip that a free leg leads into."""
    start, tail, into = _legs_into_strips(tangents, room)
    if len(tail) == 0:
        return outlines
    legs = legs_between(start, into.at)
    spot, floor = sight.beyond(into.at, legs.along, into.circle, allowance)
    far = np.hypot(*(spot - into.at).T)
    kept = (floor >= 0) & is_in_box(spot, box) & (np.hypot(spot[:, 0], spot[:, 1]) <= allowance)
    kept &= np.hypot(start[:, 0], start[:, 1]) + legs.length + far <= allowance
    start, spot, floor, tail, into = start[kept], spot[kept], floor[kept], tail[kept], into.only(kept)
    # As if each kink were a circle of its own already, after those that there are.
    sight = replace(sight, floor_of=np.concatenate([sight.floor_of, floor]))
    own = len(sight.floor_of) - len(floor) + np.arange(len(floor))
    ends, circles = np.stack([start, spot]), np.stack([tail, own])
    costs = sight.costs(
        ends.reshape(-1, 2), ends[::-1].reshape(-1, 2), circles.ravel(), circles[::-1].ravel()
    )
    free = np.flatnonzero(np.isfinite(costs.reshape(2, -1)).any(axis=0))
    rows = np.concatenate([spot[free], into.normal[free], floor[free, None]], axis=1)
    free = free[np.unique(np.round(rows / _SAME), axis=0, return_index=True)[1]]
    if len(free) == 0:
        return outlines
    wedges = _wedges(legs.along[kept][free], into.normal[free])
    return with_spots(outlines, spot[free], floor[free], wedges)


def _wedges(along: Floats, normal: Floats) -> tuple[Floats, Floats]:
    """Between which normals ways bend at kinks: towards what the leg touched before, by less than a half turn."""
    aside = np.stack([along[:, 1], -along[:, 0]], axis=1)  # to the right
    is_left = (aside * normal).sum(axis=1) < 0.0  # the middle of the circle lies to the right: the way turns right
    first = np.where(is_left[:, None], -aside, aside)
    low, high = _turned(first, -_LEAST), _turned(first, _MOST)
    other_low, other_high = _turned(first, -_MOST), _turned(first, _LEAST)
    return np.where(is_left[:, None], other_low, low), np.where(is_left[:, None], other_high, high)


def _turned(vectors: Floats, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * vectors[:, 0] - s * vectors[:, 1], s * vectors[:, 0] + c * vectors[:, 1]], axis=1)


def _legs_into_strips(tangents: Tangents, room: Ints) -> tuple[Floats, Ints, Touches]:
    """The tangents that end in a strip: from where, from which circle (-1: the start), and their touch in the strip."""
    of_first, of_ones, of_others = tangents.split(room)
    a = np.flatnonzero(of_first == PASSED)
    b = np.flatnonzero((of_ones == FREE) & (of_others == PASSED))
    c = np.flatnonzero((of_ones == PASSED) & (of_others == FREE))
    parts = [tangents.first.only(a), tangents.others.only(b), tangents.ones.only(c)]
    start = np.concatenate([np.zeros((len(a), 2)), tangents.ones.at[b], tangents.others.at[c]])
    tail = np.concatenate([np.full(len(a), -1), tangents.ones.circle[b], tangents.others.circle[c]])
    return start, tail, joined(parts)
