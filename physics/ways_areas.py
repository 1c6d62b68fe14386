"""Obstacles as Shapely areas: many rounded outlines at once. Inches."""

import numpy as np
import shapely

from physics.ways_outlines import Corners, Floats, Ints

_SAG = 0.006
"""Inches that chords may miss an arc by."""


def areas_of_obstacles(discs: Floats, corners: Corners, sectors: Floats, owners: Ints) -> Floats:
    """The obstacles of these numbers (discs first, then polygons, sectors last), each as an area of its own."""
    which = owners[owners < len(discs)]
    rest = owners[owners >= len(discs)] - len(discs)
    areas = [_rounds(discs[which]), _rounded(corners, rest)]
    if len(sectors):
        areas.append(np.array([_sector(row) for row in sectors], dtype=object))
    return np.concatenate(areas)


def _sector(row: Floats) -> shapely.Geometry:
    x, y, radius, low, high = row
    angles = np.linspace(low, high, int(_steps(radius, high - low)) + 2)
    rim = np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)
    return shapely.Polygon([(x, y), *rim])


def _steps(radii: Floats | float, turns: Floats | float) -> Ints:
    """Into how many chords arcs of these radii and turns are cut."""
    parts: Ints = np.ceil(np.sqrt(radii / (8.0 * _SAG)) * turns).astype(np.int64)
    return parts


def _along(parts: Ints) -> tuple[Ints, Ints]:
    """Numbers from nought to each count, one after another, and whose each is."""
    whose = np.repeat(np.arange(len(parts)), parts + 1)
    return whose, np.arange(len(whose)) - np.repeat(np.cumsum(parts + 1) - (parts + 1), parts + 1)


def _rounds(discs: Floats) -> Floats:
    if len(discs) == 0:
        return np.zeros(0, dtype=object)
    parts = np.maximum(_steps(discs[:, 2], 2.0 * np.pi), 6)
    whose, k = _along(parts)
    angle = 2.0 * np.pi * k / parts[whose]
    out = np.stack([np.cos(angle), np.sin(angle)], axis=1) * discs[whose, 2, None]
    areas: Floats = shapely.polygons(shapely.linearrings(discs[whose, :2] + out, indices=whose))
    return areas


def _rounded(corners: Corners, which: Ints) -> Floats:
    """Polygons grown by their radii."""
    kept = np.isin(corners.owners, which)
    at = corners.at[kept]
    if len(at) == 0:
        return np.zeros(0, dtype=object)
    first, last = _angles(at - corners.before[kept]), _angles(corners.after[kept] - at)
    lonely = (corners.after[kept] == corners.at[kept]).all(axis=1)
    turn = np.where(lonely, 2.0 * np.pi, np.mod(last - first + 1e-9, 2.0 * np.pi) - 1e-9)
    parts = np.maximum(_steps(corners.radii[kept], turn), 0)
    corner, k = _along(parts)
    angle = first[corner] + turn[corner] * k / np.maximum(parts, 1)[corner]
    out = np.stack([np.cos(angle), np.sin(angle)], axis=1) * corners.radii[kept][corner, None]
    _, owner = np.unique(corners.owners[kept][corner], return_inverse=True)
    areas: Floats = shapely.polygons(shapely.linearrings(at[corner] + out, indices=owner))
    return areas


def _angles(edges: Floats) -> Floats:
    """The directions in which edges look outwards."""
    angles: Floats = np.arctan2(-edges[:, 0], edges[:, 1])
    return angles
