"""The tangents and arcs by which a shortest way goes, joined into one graph, and the least way to each of its nodes.

A node is a point at which a leg touches a circle. Along each circle nodes and fences (where something else comes
over the circle) lie in order of angle; neighbours with no fence between are joined by an arc. What lies inside an
obstacle needs no test: no leg and no arc from the start leads there. Inches and radians.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from physics.boxes import Box
from physics.ways_outlines import SLACK, Bools, Floats, Ints, Outlines
from physics.ways_sight import Legs, first_hits, is_between, is_clear, legs_between
from physics.ways_tangents import Tangents, Touches, tangents_of

LIMITED: Final = -10
"""What ends a ray, from here down and like -1, is the allowance."""
TURN: Final = 8.0
"""Radians between the keys of one circle and the next: more than a whole turn."""
_FENCE = 1e-8
"""Radians past the ends of a wedge at which its fences stand: more than the rounding of touches at its ends."""


@dataclass(frozen=True)
class RayEnds:
    """How far rays go (inches): to `limit` for the allowance alone, and to `hit` at most for what is in their way.

    `what` names what was passed over on the way to the limit (below nought: the allowance ends it), `wall` the same
    up to the hit and what is hit (nought or more, unless it is to bend no outline: `LIMITED` and below).
    """

    limit: Floats
    what: Ints
    hit: Floats
    wall: Ints


class Sight(Protocol):
    """What legs cost, and where rays end; the legs are seen from the start, circles are numbers (-1: the start)."""

    @property
    def is_same_both_ways(self) -> bool:
        """Whether a leg costs the same in both directions."""

    def is_arc(self, at: Floats, circle: Ints) -> Bools:
        """Whether ways can go along circles at points on them."""

    def costs(self, start: Floats, end: Floats, tail: Ints, head: Ints) -> Floats:
        """What each leg from start to end costs, infinite when it is not free."""

    def rays(self, legs: Legs, circle: Ints, left: Floats) -> "RayEnds":
        """How far each ray goes for at most `left`, and what ends it; legs go on beyond that, to see what lies there."""


@dataclass(frozen=True)
class FlatSight:
    """On flat ground a leg costs its length, and rays end at obstacles."""

    outlines: Outlines

    @property
    def is_same_both_ways(self) -> bool:
        """Unless something can be left and not entered."""
        return not self.outlines.has_left

    def is_arc(self, at: Floats, circle: Ints) -> Bools:
        """Everywhere."""
        return np.full(len(at), len(circle) == len(at))

    def costs(self, start: Floats, end: Floats, tail: Ints, head: Ints) -> Floats:
        """The length of each leg, infinite when it is not free."""
        assert len(tail) == len(head)
        legs = legs_between(start, end)
        return np.where(is_clear(legs, self.outlines), legs.length, np.inf)

    def rays(self, legs: Legs, circle: Ints, left: Floats) -> "RayEnds":
        """How far each ray goes, and the obstacle that ends it."""
        assert len(circle) == len(left)
        hit, wall = first_hits(legs, self.outlines)
        hit = np.where(wall < 0, np.inf, hit)
        return RayEnds(left, np.full(len(left), -1), hit, wall)


@dataclass(frozen=True)
class Network:
    """Nodes (0 is the start), each on a circle at an angle from where the circle's wedge begins.

    `order` are the entries of all circles sorted by `keys` (circle * TURN + angle): the number of a node, or -1 for
    a fence. `partner` is the other end of a node's tangent. `distance` is infinite and `before` negative for nodes
    out of reach.
    """

    outlines: Outlines
    box: Box
    circle: Ints
    angle: Floats
    at: Floats
    partner: Ints
    keys: Floats
    order: Ints
    distance: Floats
    before: Ints
    sight: Sight


def base_angles(outlines: Outlines) -> Floats:
    """The direction from which the angles of each circle are counted (radians)."""
    return np.arctan2(outlines.wedge_from[:, 1], outlines.wedge_from[:, 0])


def angles_on(outlines: Outlines, circle: Ints, normal: Floats) -> Floats:
    """The angles of normals from where each circle's wedge begins: from just below nought to a whole turn."""
    turned = np.arctan2(normal[:, 1], normal[:, 0]) - base_angles(outlines)[circle]
    return np.mod(turned + _FENCE / 2.0, 2.0 * np.pi) - _FENCE / 2.0


def build_network(
    outlines: Outlines, box: Box, allowance: float, sight: Sight, tangents: Tangents | None = None
) -> Network:
    """The graph of everything within the allowance of the start, searched from the start.

    `tangents` are its legs where they are known: those at whose ends ways can bend.
    """
    tangents = tangents_of(outlines, box, allowance) if tangents is None else tangents
    first, first_cost, ones, others, there, back = _free_legs(tangents, sight)
    round_circles = np.flatnonzero((outlines.wedge_from == 0.0).all(axis=1))
    count_first, count_tangents, count_round = len(first.circle), len(ones.circle), len(round_circles)
    touches = (first.circle, ones.circle, others.circle)
    circle = np.concatenate([[-1], *touches, round_circles, round_circles])
    normal = np.concatenate([first.normal, ones.normal, others.normal])
    angle = np.concatenate([
        [0.0],
        angles_on(outlines, circle[1 : len(normal) + 1], normal),
        np.zeros(count_round),
        np.full(count_round, 2.0 * np.pi),
    ])  # fmt: skip
    east = outlines.centres[round_circles] + np.stack([outlines.radii[round_circles], np.zeros(count_round)], axis=1)
    at = np.concatenate([[[0.0, 0.0]], first.at, ones.at, others.at, east, east])
    start_one = 1 + count_first
    start_other = start_one + count_tangents
    start_round = start_other + count_tangents
    partner = np.concatenate([
        [-1],
        np.zeros(count_first, np.int64),
        np.arange(start_other, start_round),
        np.arange(start_one, start_other),
        np.full(2 * count_round, -1),
    ]).astype(np.int64)  # fmt: skip
    first_of_round = np.zeros(len(circle))
    first_of_round[start_round : start_round + count_round] = 0.6 * _FENCE
    keys, order = _entries(outlines, box, circle, angle - first_of_round)
    a, b, arc = _arcs(outlines, circle, angle, order, sight)
    one, other = np.arange(start_one, start_other), np.arange(start_other, start_round)
    first_round, last_round = np.arange(start_round, len(circle)).reshape(2, count_round)
    tails = np.concatenate([np.zeros(count_first, np.int64), one, other, first_round, last_round, a, b])
    heads = np.concatenate([np.arange(1, start_one), other, one, last_round, first_round, b, a])
    weights = np.concatenate([first_cost, there, back, np.zeros(2 * count_round), arc, arc])
    distance, before = _search(len(circle), tails, heads, weights, allowance)
    return Network(outlines, box, circle, angle, at, partner, keys, order, distance, before, sight)


def _free_legs(tangents: Tangents, sight: Sight) -> tuple[Touches, Floats, Touches, Touches, Floats, Floats]:
    """The legs that are free: those from the start with what they cost, and those between circles, there and back."""
    first, ones, others = tangents.first, tangents.ones, tangents.others
    # All of them in one question: each costs more for itself than for the legs in it.
    starts, ends = [np.zeros_like(first.at), ones.at], [first.at, others.at]
    tails, heads = [np.full(len(first.circle), -1), ones.circle], [first.circle, others.circle]
    if not sight.is_same_both_ways:
        starts.append(others.at)
        ends.append(ones.at)
        tails.append(others.circle)
        heads.append(ones.circle)
    costs = sight.costs(*(np.concatenate(parts) for parts in (starts, ends, tails, heads)))
    cuts = np.cumsum([len(first.circle), len(ones.circle)])
    cost, there, back = np.split(costs, cuts)
    back = there if sight.is_same_both_ways else back
    from_start, between = np.isfinite(cost), np.isfinite(there) | np.isfinite(back)
    return (
        first.only(from_start), cost[from_start],
        ones.only(between), others.only(between), there[between], back[between],
    )  # fmt: skip


def _search(count: int, tails: Ints, heads: Ints, weights: Floats, allowance: float) -> tuple[Floats, Ints]:
    """Dijkstra from node 0: inches to each node, and the node before it."""
    real = np.isfinite(weights)
    if not real.all():
        tails, heads, weights = tails[real], heads[real], weights[real]
    weights = np.maximum(weights, 1e-12)  # a sparse graph takes an edge of no length for none
    graph = csr_array((weights, (tails, heads)), shape=(count, count))
    distance, before = dijkstra(graph, indices=0, return_predecessors=True, limit=allowance + SLACK)
    return distance, before.astype(np.int64)


def _entries(outlines: Outlines, box: Box, circle: Ints, angle: Floats) -> tuple[Floats, Ints]:
    """Nodes and fences along all circles, in order: their keys, and the node's number or -1."""
    fence_circle, fence_angle = _fences(outlines, box)
    keys = np.concatenate([circle[1:] * TURN + angle[1:], fence_circle * TURN + fence_angle])
    which = np.concatenate([np.arange(1, len(circle)), np.full(len(fence_circle), -1)])
    order = np.argsort(keys, kind="stable")
    return keys[order], which[order]


def _arcs(
    outlines: Outlines, circle: Ints, angle: Floats, order: Ints, sight: Sight
) -> tuple[Ints, Ints, Floats]:
    """The pairs of nodes that are neighbours on a circle with no fence between, and the inches of the arc."""
    a, b = order[:-1], order[1:]
    joined = (a >= 0) & (b >= 0) & (circle[a] == circle[b])
    a, b = a[joined], b[joined]
    if not sight.is_same_both_ways:
        middle = (angle[a] + angle[b]) / 2.0 + base_angles(outlines)[circle[a]]
        out = np.stack([np.cos(middle), np.sin(middle)], axis=1) * outlines.radii[circle[a], None]
        kept = sight.is_arc(outlines.centres[circle[a]] + out, circle[a])
        a, b = a[kept], b[kept]
    return a, b, (angle[b] - angle[a]) * outlines.radii[circle[a]]


def _fences(outlines: Outlines, box: Box) -> tuple[Ints, Floats]:
    """Where each circle passes into or out of another obstacle or the box, and the ends of its wedge."""
    base = base_angles(outlines)
    wedge = np.flatnonzero((outlines.wedge_from != 0.0).any(axis=1))
    a, b = outlines.wedge_from[wedge], outlines.wedge_to[wedge]
    width = np.arctan2(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], (a * b).sum(axis=1))
    widths = np.full(len(base), 2.0 * np.pi)
    widths[wedge] = np.maximum(width, 0.0)
    found = [_circle_fences(outlines), _edge_fences(outlines), _box_fences(outlines, box)]
    circle = np.concatenate([c for c, _ in found])
    angle = np.mod(np.concatenate([t for _, t in found]) - base[circle], 2.0 * np.pi)
    kept = angle <= widths[circle]
    return (
        np.concatenate([circle[kept], wedge, wedge]),
        np.concatenate([angle[kept], np.full(len(wedge), -_FENCE), widths[wedge] + _FENCE]),
    )


def _circle_fences(outlines: Outlines) -> tuple[Ints, Floats]:
    """Where each circle crosses the others (circle, direction)."""
    c, r, stops = outlines.centres, outlines.radii, outlines.stops
    dx = c[None, :, 0] - c[:, None, 0]
    dy = c[None, :, 1] - c[:, None, 1]
    d = np.hypot(dx, dy)
    crosses = (d < r[:, None] + stops[None, :]) & (d > np.abs(r[:, None] - stops[None, :]))
    if outlines.has_left:  # who goes along an arc may leave; who comes in so is stopped by the legs there
        crosses &= ~outlines.is_left[None, :]
    if outlines.has_floors:
        crosses &= outlines.floor[:, None] == outlines.floor[None, :]
    one, other = np.nonzero(crosses)
    gap = d[one, other]
    cosine = (r[one] ** 2 + gap**2 - stops[other] ** 2) / (2.0 * r[one] * gap)
    spread = np.arccos(np.clip(cosine, -1.0, 1.0))
    towards = np.arctan2(dy[one, other], dx[one, other])
    circle, crossed = np.concatenate([one, one]), np.concatenate([other, other])
    angle = np.concatenate([towards - spread, towards + spread])
    if outlines.has_sectors:
        at = c[circle] + r[circle, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        kept = ~outlines.is_sector[crossed] | is_between(outlines, crossed, at - c[crossed])
        return circle[kept], angle[kept]
    return circle, angle


def _edge_fences(outlines: Outlines) -> tuple[Ints, Floats]:
    """Where each circle crosses edges (circle, direction)."""
    out, a = outlines.edge_out, outlines.stop_a
    if len(a) == 0:
        return np.zeros(0, np.int64), np.zeros(0)
    height = outlines.centres @ out.T - (out * a).sum(axis=1)
    crosses = np.abs(height) < outlines.radii[:, None]
    if outlines.has_floors:
        crosses &= outlines.floor[:, None] == outlines.edge_floor[None, :]
    circle, edge = np.nonzero(crosses)
    h = height[circle, edge]
    n = out[edge]
    t = np.stack([-n[:, 1], n[:, 0]], axis=1)
    half = np.sqrt(outlines.radii[circle] ** 2 - h * h)
    length = ((outlines.stop_b[edge] - a[edge]) * t).sum(axis=1)
    foot = ((outlines.centres[circle] - a[edge]) * t).sum(axis=1)
    circles, angles = [], []
    for step in (half, -half):
        on = (foot + step >= 0.0) & (foot + step <= length)
        v = t[on] * step[on, None] - n[on] * h[on, None]
        circles.append(circle[on])
        angles.append(np.arctan2(v[:, 1], v[:, 0]))
    return np.concatenate(circles), np.concatenate(angles)


def _box_fences(outlines: Outlines, box: Box) -> tuple[Ints, Floats]:
    """Where each circle crosses the four lines of the box (circle, direction)."""
    left, bottom, right, top = box
    (x, y), r = outlines.centres.T, outlines.radii
    circles, angles = [], []
    lines = ((np.pi, x - left), (-np.pi / 2.0, y - bottom), (0.0, right - x), (np.pi / 2.0, top - y))
    for direction, gap in lines:
        on = np.flatnonzero(np.abs(gap + SLACK) < r)
        spread = np.arccos((gap[on] + SLACK) / r[on])
        circles += [on, on]
        angles += [direction - spread, direction + spread]
    return np.concatenate(circles), np.concatenate(angles)
