"""The arcs of a way as straight legs outside of them. Inches and radians.

Chords would lie inside the true arc, where the referee refuses them. The corners handed out are those of a polygon
that touches the arc, at both its ends and between.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from physics.ways_network import Network, base_angles
from physics.ways_outlines import Outlines

_WIDEST = 0.6
"""Radians of an arc that one corner may stand for."""
_MOST = 160
"""Corners for one arc, at most."""
_NARROW = 0.02
"""Inches of room beside an arc below which the legs must touch it exactly there."""


@dataclass(frozen=True)
class Bend:
    """A way along a circle, from a direction as seen from its middle, turning by so much (anticlockwise positive)."""

    circle: int
    start: float
    turn: float


def bends_of(network: Network, node: int, circle: int, angle: float) -> list[Bend]:
    """The arcs of the shortest way from the start to a node and on along its circle to an angle, the first one first."""
    base = base_angles(network.outlines)
    bends: list[Bend] = []
    ahead, turn = angle, angle - float(network.angle[node])
    while True:
        before = int(network.before[node])
        if network.partner[node] == before:
            bends.append(Bend(circle, float(base[circle]) + ahead - turn, turn))
            if before == 0:
                return bends[::-1]
            circle, ahead, turn = int(network.circle[before]), float(network.angle[before]), 0.0
        else:
            step = float(network.angle[node] - network.angle[before])
            turn += step if abs(step) < 2.0 * math.pi - 1e-6 else 0.0
        node = before


def waypoints_round(
    bends: list[Bend], outlines: Outlines, error: float, is_narrow: bool
) -> list[tuple[float, float]]:
    """The corners of legs round all bends, together longer than the arcs by at most `error` inches.

    Where it is narrow, legs touch the arcs at the places where something else is close to them.
    """
    bent = sum(abs(bend.turn) * float(outlines.radii[bend.circle]) for bend in bends)
    found: list[tuple[float, float]] = []
    for bend in bends:
        stops = [0.0, *(_narrow_places(bend, outlines) if is_narrow else ()), bend.turn]
        for one, other in pairwise(stops):
            found += _corners(bend, outlines, one, other, error / max(bent, 1e-9))
    return found


def _corners(bend: Bend, outlines: Outlines, one: float, other: float, error: float) -> list[tuple[float, float]]:
    """Corners from one turn to another; each inch of arc may grow by `error`."""
    radius = float(outlines.radii[bend.circle])
    x, y = outlines.centres[bend.circle]
    turn = other - one
    if radius <= 0.0:
        return [(float(x), float(y))]
    # A corner over an angle t is longer than the arc by r t^3 / 12, that is t^2 / 12 for each inch.
    step = min(_WIDEST, math.sqrt(12.0 * error * 0.9))
    parts = min(_MOST, max(1, math.ceil(abs(turn) / step)))
    half = turn / parts / 2.0
    out = radius / math.cos(half)
    angles = [bend.start + one + half * (2 * k + 1) for k in range(parts)]
    return [(float(x) + out * math.cos(a), float(y) + out * math.sin(a)) for a in angles]


def _narrow_places(bend: Bend, outlines: Outlines) -> list[float]:
    """The turns, in order, at which another obstacle is close to the arc."""
    at, radius = outlines.centres[bend.circle], float(outlines.radii[bend.circle])
    d = outlines.centres - at
    gap = np.hypot(d[:, 0], d[:, 1]) - outlines.radii - radius
    facing = d[(np.abs(gap) < _NARROW)]
    directions = list(np.arctan2(facing[:, 1], facing[:, 0]))
    if len(outlines.edge_a):
        height = ((at - outlines.edge_a) * outlines.edge_out).sum(axis=1) - radius
        facing = -outlines.edge_out[np.abs(height) < _NARROW]
        directions += list(np.arctan2(facing[:, 1], facing[:, 0]))
    sign = 1.0 if bend.turn >= 0.0 else -1.0
    turns = [sign * (((float(a) - bend.start) * sign) % (2.0 * math.pi)) for a in directions]
    return sorted((t for t in turns if 1e-9 < abs(t) < abs(bend.turn) - 1e-9), key=abs)
