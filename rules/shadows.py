"""Where a model's links begin to be cut: the curves between what can be seen from a linked model and what cannot.

Behind an obstacle that is a ray from the linked model past a corner. At a gap that is too narrow it is the rays past
the ends of its shortest lines, and the curve on which a base just reaches those lines (a conchoid). Inches.
"""

import math
from collections.abc import Sequence

import numpy as np

from physics.contact import depth_of_point
from physics.curves import segments_meet_circles
from physics.screens import Floats, Screens
from physics.shapes import Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point

_CLEAR = 4.0 * TOLERANCE
"""Inches by which a line keeps clear of the shortest line of a gap (which cuts what comes within three tolerances)."""
_AT_END = 1e-5
"""Inches within which a corner is the end of a gap's line."""
_STEPS = 20
"""Parts into which the edge of a gap is cut to look for where a base that reaches it meets something else."""


def rays_past(at: Point, screens: Screens, far: float, gap_ends: Floats) -> Floats:
    """The rays from a point past the corners and round sides of what hides something from it (rows of two points).

    Each begins where it touches and is `far` inches long. Where the line of a narrow gap ends at such a corner, there
    is another ray beside it, which just keeps clear of that line.
    """
    corners = [_silhouette(at, s) for s in screens.shapes if len(s.points) > 1 and s.radius <= 0.0]
    rounds = [Shape((p,), s.radius) for s in screens.shapes if s.radius > 0.0 for p in s.points]
    tangents = [np.array(tangent_ends(at, disc)).reshape(-1, 2) for disc in rounds]
    ends = _visible(at, np.concatenate([np.zeros((0, 2)), *corners, *tangents]), screens)
    if len(gap_ends) and len(ends):
        off = np.hypot(ends[:, 0, None] - gap_ends[:, 0], ends[:, 1, None] - gap_ends[:, 1])
        discs = [Shape(((float(x), float(y)),), _CLEAR) for x, y in ends[(off < _AT_END).any(axis=1)]]
        beside = [t for disc in discs for t in tangent_ends(at, disc)]
        ends = np.concatenate([ends, _visible(at, np.array(beside).reshape(-1, 2), screens)])
    d = ends - at
    return np.concatenate([ends, ends + d * (far / np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-9))[:, None]], axis=1)


def rays_from_rim(at: Point, radius: float, gaps: Screens, far: float) -> Floats:
    """The rays from a base's middle through the spots of its rim at which it comes out of a narrow gap that it stands
    in: on one side of them the lines from its rim cross the gap, on the other they do not."""
    near = [g for g in gaps.shapes if depth_of_point(at, g.points)[0] <= radius]
    sides = [s for g in near for a, b in _edges(g) for s in ((a, b), (b, a))[: 1 if len(g.points) > 2 else 2]]
    if not sides:
        return np.zeros((0, 4))
    a, b = np.array([s[0] for s in sides]), np.array([s[1] for s in sides])
    out = np.stack([b[:, 1] - a[:, 1], a[:, 0] - b[:, 0]], axis=1)
    out *= _CLEAR / np.hypot(out[:, 0], out[:, 1])[:, None]
    ends = segments_meet_circles(np.concatenate([a + out, b + out], axis=1), np.array([(*at, radius)]), _CLEAR)
    return np.concatenate([ends, ends + (ends - at) * (far / max(radius, 1e-9))], axis=1)


def _visible(at: Point, ends: Floats, screens: Screens) -> Floats:
    ends = ends[np.hypot(ends[:, 0] - at[0], ends[:, 1] - at[1]) > 1e-9]
    return ends[~screens.cut(np.broadcast_to(np.array(at), ends.shape), ends)]


def _silhouette(at: Point, shape: Shape) -> Floats:
    """The corners of a convex polygon that a line from a point can touch without entering it."""
    corners = np.array(shape.points)
    if len(corners) < 3:
        return corners
    before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    d = corners - at
    one = d[:, 0] * (before[:, 1] - at[1]) - d[:, 1] * (before[:, 0] - at[0])
    other = d[:, 0] * (after[:, 1] - at[1]) - d[:, 1] * (after[:, 0] - at[0])
    return np.asarray(corners[one * other >= -1e-12])


def tangent_ends(at: Point, disc: Shape) -> list[Point]:
    """Where the two lines from a point that touch a disc go on to."""
    (cx, cy), r = disc.points[0], disc.radius
    d = math.hypot(cx - at[0], cy - at[1])
    if d <= r:
        return []
    base, turn = math.atan2(cy - at[1], cx - at[0]), math.asin(r / d)
    far = math.sqrt(d * d - r * r)
    return [(at[0] + far * math.cos(base + s * turn), at[1] + far * math.sin(base + s * turn)) for s in (1.0, -1.0)]


def spots_at_gaps(
    ats: Sequence[Point], screens: tuple[Screens, Screens], radius: float, circles: Floats, lines: Floats
) -> Floats:
    """Middles of bases that, seen from some points, just do not reach the shortest lines of a gap: where they meet
    other curves, and a row of them between. `screens` are the walls and the gaps."""
    rows = _seen_edges(ats, *screens)
    if not len(rows):
        return np.zeros((0, 2))
    near = radius - _CLEAR
    parts = np.linspace(0.0, 1.0, _STEPS + 1)
    row = _reaching(rows[:, None, :], parts[None, :], near)
    side = np.concatenate([_off_circles(row[:, :, None], circles), _off_lines(row[:, :, None], lines)], axis=-1)
    edge, step, curve = np.nonzero(side[:, :-1] * side[:, 1:] <= 0.0)
    met, start = rows[edge], side[edge, step, curve]
    low, high = parts[step], parts[step + 1]
    is_circle = curve < len(circles)
    rounds, straight = circles[curve[is_circle]], lines[curve[~is_circle] - len(circles)]
    here = np.zeros(len(met))
    for _ in range(34):
        middle = (low + high) / 2.0
        spots = _reaching(met, middle, near)
        here[is_circle], here[~is_circle] = _off_circles(spots[is_circle], rounds), _off_lines(spots[~is_circle], straight)
        is_before = here * start > 0.0
        low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
    return np.concatenate([row.reshape(-1, 2), _reaching(met, low, near), _reaching(met, high, near)])


def _seen_edges(ats: Sequence[Point], walls: Screens, gaps: Screens) -> Floats:
    """Rows of a point and the two ends of a gap's edge, where some of the edge is seen from the point past the walls."""
    edges = np.array([(*a, *b) for band in gaps.shapes for a, b in _edges(band)]).reshape(-1, 4)
    if not len(edges):
        return np.zeros((0, 6))
    # The edges of a band that lie on the faces between which it is are no way into it.
    edges = edges[walls.apart((edges[:, :2] + edges[:, 2:]) / 2.0) > _CLEAR]
    starts = np.repeat(np.array(ats), len(edges), axis=0)
    edges = np.tile(edges, (len(ats), 1))
    seen = np.zeros(len(edges), dtype=np.bool_)
    for part in (0.02, 0.5, 0.98):
        seen |= ~walls.cut(starts, edges[:, :2] + (edges[:, 2:] - edges[:, :2]) * part)
    return np.concatenate([starts, edges], axis=1)[seen]


def _edges(band: Shape) -> list[tuple[Point, Point]]:
    ends = band.points[1:] + band.points[:1] if len(band.points) > 2 else band.points[1:]
    return [(a, b) for a, b in zip(band.points, ends, strict=False) if math.dist(a, b) > 1e-9]


def _reaching(rows: Floats, part: Floats, radius: float) -> Floats:
    """The middle of a base whose edge meets a gap's edge at a part of its length (rows: from where, edge's ends)."""
    edge = rows[..., 2:4] + (rows[..., 4:6] - rows[..., 2:4]) * part[..., None]
    d = edge - rows[..., :2]
    return np.asarray(edge + d * (radius / np.maximum(np.hypot(d[..., 0], d[..., 1]), 1e-9))[..., None])


def _off_circles(spots: Floats, circles: Floats) -> Floats:
    return np.asarray(np.hypot(spots[..., 0] - circles[:, 0], spots[..., 1] - circles[:, 1]) - circles[:, 2])


def _off_lines(spots: Floats, lines: Floats) -> Floats:
    dx, dy = lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]
    turn = (spots[..., 0] - lines[:, 0]) * dy - (spots[..., 1] - lines[:, 1]) * dx
    return np.asarray(turn / np.maximum(np.hypot(dx, dy), 1e-300))
