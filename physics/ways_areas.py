"""Obstacles as Shapely areas: many rounded outlines at once. Inches."""

import numpy as np
import shapely

from physics.ways_outlines import Corners, Floats, Ints

_STEP = 0.16
"""Radians between points of an arc: chords miss an arc of 2 in by 0.006 in."""


def area_of_obstacles(start: tuple[float, float], discs: Floats, corners: Corners, owners: Ints) -> shapely.Geometry:
    """The union of the obstacles of these numbers (discs first, then polygons), `start` being the origin."""
    origin = np.asarray(start)
    which = owners[owners < len(discs)]
    turns = np.arange(0.0, 2.0 * np.pi, _STEP)
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    rings = (discs[which, :2] - origin)[:, None, :] + circle[None] * discs[which, 2][:, None, None]
    rounds = shapely.polygons(rings) if len(which) else np.zeros(0, dtype=object)
    rest = owners[owners >= len(discs)] - len(discs)
    return shapely.union_all(np.concatenate([rounds, _rounded(origin, corners, rest)]))


def _rounded(origin: Floats, corners: Corners, which: Ints) -> Floats:
    """Polygons grown by their radii."""
    kept = np.isin(corners.owners, which)
    at = corners.at[kept] - origin
    if len(at) == 0:
        return np.zeros(0, dtype=object)
    first, last = _angles(at - (corners.before[kept] - origin)), _angles(corners.after[kept] - origin - at)
    lonely = (corners.after[kept] == corners.at[kept]).all(axis=1)
    turn = np.where(lonely, 2.0 * np.pi, np.mod(last - first, 2.0 * np.pi))
    parts = np.where(corners.radii[kept] > 0.0, np.ceil(turn / _STEP).astype(np.int64), 0)
    corner = np.repeat(np.arange(len(at)), parts + 1)
    k = np.arange(len(corner)) - np.repeat(np.cumsum(parts + 1) - (parts + 1), parts + 1)
    angle = first[corner] + turn[corner] * k / np.maximum(parts, 1)[corner]
    out = np.stack([np.cos(angle), np.sin(angle)], axis=1) * corners.radii[kept][corner, None]
    _, owner = np.unique(corners.owners[kept][corner], return_inverse=True)
    return shapely.polygons(shapely.linearrings(at[corner] + out, indices=owner))


def _angles(edges: Floats) -> Floats:
    """The directions in which edges look outwards."""
    return np.arctan2(-edges[:, 0], edges[:, 1])
