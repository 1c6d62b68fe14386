"""What a point must go round: circles and straight edges, as arrays, seen from the start of the ways. Inches.

A base carried past obstacles is a point carried past obstacles that are larger by the base: every disc and every
corner becomes a circle, every edge a segment moved outwards. A corner is gone round only between the directions in
which its two edges look (its wedge); the rest of its circle lies along them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

SLACK: Final = 5e-7
"""Inches that obstacles are smaller by when asked whether they stop a leg: half the tolerance of the referee, so
that a corridor exactly as wide as the base is open, and nothing is that the referee would refuse."""


CIRCLES: Final = ("centres", "radii", "wedge_from", "wedge_to", "owners", "is_sector", "floor", "is_left")
"""What is known of each circle."""
EDGES: Final = ("edge_a", "edge_b", "edge_out", "edge_owners", "edge_depth", "edge_floor")
"""What is known of each edge."""


@dataclass(frozen=True)
class Outlines:
    """Circles and edges within the allowance of the start, which is the origin of all coordinates.

    `wedge_from` and `wedge_to` are the unit normals between which a circle can be gone round, anticlockwise; nought
    for a whole disc. `is_sector` marks circles that stop legs only within their wedge. `edge_a`, `edge_b` are the
    ends of edges at their full distance, `edge_out` their outward normals, `edge_depth` how far they were moved. An owner
    is the number of an obstacle: discs first, then polygons. Floors are surfaces one over another:
    what lies on different ones is not in each other's way. A disc that `is_left` can be left, but not entered.
    """

    centres: Floats
    radii: Floats
    wedge_from: Floats
    wedge_to: Floats
    owners: Ints
    edge_a: Floats
    edge_b: Floats
    edge_out: Floats
    edge_owners: Ints
    edge_depth: Floats
    is_sector: Bools
    floor: Ints
    edge_floor: Ints
    is_left: Bools

    @cached_property
    def has_left(self) -> bool:
        """Whether any circle may be left by who is inside, and stops only who comes in."""
        return bool(self.is_left.any())

    @cached_property
    def has_sectors(self) -> bool:
        """Whether any circle bounds a sector only, and is open elsewhere."""
        return bool(self.is_sector.any())

    @cached_property
    def has_floors(self) -> bool:
        """Whether there is more than one floor."""
        return bool(self.floor.any())

    @cached_property
    def stops(self) -> Floats:
        """The radii inside of which a leg is stopped."""
        return self.radii - SLACK

    @cached_property
    def stop_a(self) -> Floats:
        """Where edges that stop a leg begin."""
        return self.edge_a - SLACK * self.edge_out

    @cached_property
    def stop_b(self) -> Floats:
        """Where edges that stop a leg end."""
        return self.edge_b - SLACK * self.edge_out

    @cached_property
    def circle_forms(self) -> Floats:
        """(3, circles): a leg's (x, y, moment) times this is how far each centre lies to its left."""
        return _side_forms(self.centres)

    @cached_property
    def edge_forms(self) -> Floats:
        """(3, 2 x edges): a leg's (x, y, moment) times this is how far each edge's two ends lie to its left."""
        return _side_forms(np.concatenate([self.stop_a, self.stop_b]))

    @cached_property
    def edge_heights(self) -> Floats:
        """(3, edges): (x, y, 1) times this is how far a point lies outside of each edge that stops a leg."""
        return np.vstack([self.edge_out.T, -(self.edge_out * self.stop_a).sum(axis=1)])


def _side_forms(points: Floats) -> Floats:
    return np.vstack([points[:, 1], -points[:, 0], -np.ones(len(points))])


@dataclass(frozen=True)
class Corners:
    """All corners of the polygons of a board one after another; built once for many ways."""

    at: Floats
    after: Floats
    before: Floats
    owners: Ints
    radii: Floats


def corners_of(polygons: Sequence[Any], radius: float | Sequence[float] | Floats) -> Corners:
    """The corners of anticlockwise convex polygons, each kept at the radius (one for all, or one a polygon)."""
    count = len(polygons)
    if count == 0:
        none = np.zeros((0, 2))
        return Corners(none, none, none, np.zeros(0, np.int64), np.zeros(0))
    sizes = np.array([len(p) for p in polygons])
    at = np.concatenate([np.asarray(p, dtype=np.float64) for p in polygons])
    ends = np.cumsum(sizes)
    following = np.arange(1, len(at) + 1)
    following[ends - 1] = ends - sizes
    preceding = np.arange(-1, len(at) - 1)
    preceding[ends - sizes] = ends - 1
    radii = np.broadcast_to(np.asarray(radius, dtype=np.float64), count)
    return Corners(at, at[following], at[preceding], np.repeat(np.arange(count), sizes), np.repeat(radii, sizes))


def _normals(a: Floats, b: Floats) -> Floats:
    """The unit normals to the right of the ways from a to b: outwards of an anticlockwise outline."""
    d = b - a
    size = np.hypot(d[:, 0], d[:, 1])
    size[size == 0.0] = np.inf  # a polygon of one corner: no edge, a whole disc
    return np.stack([d[:, 1], -d[:, 0]], axis=1) / size[:, None]


def outlines_near(
    start: tuple[float, float],
    allowance: float,
    discs: Floats,
    corners: Corners,
    sectors: Floats,
    is_counted: Bools | None = None,
) -> Outlines:
    """The outlines of discs (x, y, radius) and polygons of which some part lies within the allowance of the start.

    `sectors` are rows of x, y, radius and two directions; their straight sides are among the corners. What is hidden
    by others on the same floor is still there: see `without_hidden`.
    """
    found = _without_sectors(start, allowance, discs, corners, is_counted)
    if len(sectors) == 0:
        return found
    at = sectors[:, :2] - np.asarray(start)
    count = len(discs) + (int(corners.owners.max()) + 1 if len(corners.owners) else 0) - len(sectors)
    owners = count + np.arange(len(sectors))
    near = np.hypot(at[:, 0], at[:, 1]) - sectors[:, 2] <= allowance
    if is_counted is not None:
        near &= is_counted[owners]
    low, high = (np.stack([np.cos(sectors[near, k]), np.sin(sectors[near, k])], axis=1) for k in (3, 4))
    return replace(
        found,
        centres=np.concatenate([found.centres, at[near]]),
        radii=np.concatenate([found.radii, sectors[near, 2]]),
        wedge_from=np.concatenate([found.wedge_from, low]),
        wedge_to=np.concatenate([found.wedge_to, high]),
        owners=np.concatenate([found.owners, owners[near]]),
        is_sector=np.concatenate([found.is_sector, np.ones(int(near.sum()), dtype=bool)]),
        floor=np.zeros(len(found.floor) + int(near.sum()), dtype=np.int64),
        is_left=np.concatenate([found.is_left, np.zeros(int(near.sum()), dtype=bool)]),
    )


def without_hidden(outlines: Outlines) -> Outlines:
    """The outlines without the circles that lie inside of others, and the sharp corners beside an edge inside of it.

    Where there are no sectors nothing is hidden that the search would not find out by itself.
    """
    if not outlines.has_sectors:
        return outlines
    solid = np.flatnonzero(~outlines.is_sector & ~outlines.is_left & (outlines.radii > 0.0))
    if len(solid) == 0:
        return outlines
    d = outlines.centres[:, None, :] - outlines.centres[None, solid, :]
    depth = outlines.stops[None, solid] - outlines.radii[:, None] - np.hypot(d[..., 0], d[..., 1])
    hidden: Bools = np.asarray((depth > 0.0).any(axis=1))
    sharp = np.flatnonzero((outlines.radii <= 0.0) & ~hidden)
    deep = outlines.edge_depth > 0.0
    if len(sharp) and deep.any():
        a, out = outlines.stop_a[deep], outlines.edge_out[deep]
        along = np.stack([-out[:, 1], out[:, 0]], axis=1)
        at = outlines.centres[sharp]
        height = at @ out.T - (a * out).sum(axis=1)
        foot = at @ along.T - (a * along).sum(axis=1)
        length = ((outlines.stop_b[deep] - a) * along).sum(axis=1)
        # What is nearer to an edge than its obstacle is to be kept away is in the obstacle, on either side of it.
        inside = (height < 0.0) & (height > -1.99 * outlines.edge_depth[deep]) & (foot > 0.0) & (foot < length)
        hidden[sharp[inside.any(axis=1)]] = True
    return with_circles(outlines, ~hidden & ~_in_sectors(outlines))


def with_circles(outlines: Outlines, kept: Bools) -> Outlines:
    """The outlines with some of their circles."""
    return replace(outlines, **{name: getattr(outlines, name)[kept] for name in CIRCLES})


def _in_sectors(outlines: Outlines) -> Bools:
    """Which sharp corners lie inside of sectors."""
    pies = np.flatnonzero(outlines.is_sector)
    d = outlines.centres[:, None, :] - outlines.centres[None, pies, :]
    a, b = outlines.wedge_from[pies], outlines.wedge_to[pies]
    after = a[:, 0] * d[..., 1] - a[:, 1] * d[..., 0] > 1e-6
    before = d[..., 0] * b[:, 1] - d[..., 1] * b[:, 0] > 1e-6
    inside = after & before & (np.hypot(d[..., 0], d[..., 1]) < outlines.radii[pies] - 1e-6)
    found: Bools = inside.any(axis=1) & (outlines.radii <= 0.0)
    return found


def with_sectors(corners: Corners, sectors: Floats) -> Corners:
    """The corners, and after them those of the triangles that sectors (x, y, radius, two directions) are made on."""
    if len(sectors) == 0:
        return corners
    first = int(corners.owners.max()) + 1 if len(corners.owners) else 0
    rims = [sectors[:, :2] + sectors[:, 2, None] * np.stack([np.cos(a), np.sin(a)], axis=1) for a in sectors[:, 3:].T]
    triangles = corners_of(list(np.stack([sectors[:, :2], *rims], axis=1)), 0.0)
    return Corners(
        np.concatenate([corners.at, triangles.at]),
        np.concatenate([corners.after, triangles.after]),
        np.concatenate([corners.before, triangles.before]),
        np.concatenate([corners.owners, triangles.owners + first]),
        np.concatenate([corners.radii, triangles.radii]),
    )


def _without_sectors(
    start: tuple[float, float], allowance: float, discs: Floats, corners: Corners, is_counted: Bools | None
) -> Outlines:
    origin = np.asarray(start)
    disc_at = discs[:, :2] - origin
    near = np.hypot(disc_at[:, 0], disc_at[:, 1]) - discs[:, 2] <= allowance
    disc_owners = np.arange(len(discs))
    owners = corners.owners + len(discs)
    at, after = corners.at - origin, corners.after - origin
    near_edge = distance_to_segments(at, after) - corners.radii <= allowance
    is_left = np.zeros(len(discs), dtype=bool)
    if is_counted is not None:
        is_left = ~is_counted[disc_owners]
        near_edge &= is_counted[owners]
    near_corner = near_edge & (np.hypot(at[:, 0], at[:, 1]) - corners.radii <= allowance)
    out_after = _normals(at[near_edge], after[near_edge])
    picked = near_corner[near_edge]
    before = corners.before[near_corner] - origin
    whole = np.zeros((int(near.sum()), 2))
    is_edge = (out_after != 0.0).any(axis=1)
    moved = out_after * corners.radii[near_edge][:, None]
    cut_a, cut_b = _sharp_cuts(corners, near_edge, out_after)
    return Outlines(
        np.concatenate([disc_at[near], at[near_corner]]),
        np.concatenate([discs[near, 2], corners.radii[near_corner]]),
        np.concatenate([whole, _normals(before, at[near_corner])]),
        np.concatenate([whole, out_after[picked]]),
        np.concatenate([disc_owners[near], owners[near_corner]]),
        (at[near_edge] + moved + cut_a)[is_edge],
        (after[near_edge] + moved - cut_b)[is_edge],
        out_after[is_edge],
        owners[near_edge][is_edge],
        corners.radii[near_edge][is_edge],
        np.zeros(int(near.sum() + near_corner.sum()), dtype=bool),
        np.zeros(int(near.sum() + near_corner.sum()), dtype=np.int64),
        np.zeros(int(is_edge.sum()), dtype=np.int64),
        np.concatenate([is_left[near], np.zeros(int(near_corner.sum()), dtype=bool)]),
    )


def _sharp_cuts(corners: Corners, which: Bools, out: Floats) -> tuple[Floats, Floats]:
    """What edges between corners of no radius are shorter by, at either end, so that no corner sticks out.

    They are moved inwards by SLACK when they stop a leg, and must still meet there, not cross.
    """
    none = np.zeros_like(out)
    if (corners.radii[which] > 0.0).all():
        return none, none
    along = np.stack([-out[:, 1], out[:, 0]], axis=1)
    at, after = corners.at[which], corners.after[which]
    back, ahead = _normals(corners.before[which], at), _normals(after, _after_next(corners)[which])
    size = np.hypot(*(after - at).T)
    is_sharp = corners.radii[which] <= 0.0
    cuts = []
    for other in (back, ahead):
        # Between outward normals n and m the interior angle's half has the cotangent |n x m| / (1 + n . m).
        turn = np.abs(out[:, 0] * other[:, 1] - out[:, 1] * other[:, 0])
        cut = SLACK * turn / np.maximum(1.0 + (out * other).sum(axis=1), 1e-9)
        cuts.append(along * np.where(is_sharp, np.minimum(cut, size / 3.0), 0.0)[:, None])
    return cuts[0], cuts[1]


def _after_next(corners: Corners) -> Floats:
    """The corner after the next of each corner."""
    position = np.arange(len(corners.at))
    _, first, count = np.unique(corners.owners, return_index=True, return_counts=True)
    of = np.searchsorted(first, position, side="right") - 1
    return corners.at[first[of] + (position - first[of] + 2) % count[of]]


def distance_to_segments(a: Floats, b: Floats) -> Floats:
    """From the origin to each segment."""
    d = b - a
    size = (d * d).sum(axis=1)
    size[size == 0.0] = 1.0
    t = np.clip(-(a * d).sum(axis=1) / size, 0.0, 1.0)
    spot = a + t[:, None] * d
    away: Floats = np.hypot(spot[:, 0], spot[:, 1])
    return away
