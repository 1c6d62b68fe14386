"""Footprints and areas: outlines of any form, the convex pieces that stand for them, polygon algebra. Inches."""

import math
from dataclasses import dataclass
from functools import cached_property

import shapely
from shapely.geometry import LineString, Polygon

from physics.shapes import Shape, disc, polygon
from physics.vectors import Point, cross, subtract


@dataclass(frozen=True)
class Footprint:
    """The outline of a feature as convex pieces whose union it is, with the edges between corners in order.

    Pymunk takes the hull of a concave outline without a word (trap 7), so it is always given the pieces.
    """

    pieces: tuple[Shape, ...]
    rings: tuple[tuple[Point, ...], ...] = ()

    @cached_property
    def area(self) -> shapely.Geometry:
        """The outline as a Shapely area; arcs are chords off by at most 1e-5 in."""
        return shapely.union_all([Polygon(piece.outline(1e-5)) for piece in self.pieces])

    @cached_property
    def edges(self) -> tuple[tuple[Point, Point], ...]:
        """The straight edges of its outline, anticlockwise; a disc has none."""
        return tuple((a, b) for ring in self.rings for a, b in zip(ring, ring[1:] + ring[:1], strict=True) if a != b)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The least rectangle round it: (left, bottom, right, top)."""
        boxes = [piece.box for piece in self.pieces]
        return (
            min(b[0] for b in boxes),
            min(b[1] for b in boxes),
            max(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )


def circle_footprint(at: Point, radius: float) -> Footprint:
    """A disc: one piece, and no straight edges."""
    return Footprint((disc(radius, at),))


def polygon_footprint(points: tuple[Point, ...]) -> Footprint:
    """A simple polygon of any form, its corners in either order."""
    ring = polygon(points).points
    return Footprint(convex_pieces(ring), (ring,))


def wall_footprint(line: tuple[Point, ...], thickness: float, cuts: tuple[tuple[Point, Point], ...] = ()) -> Footprint:
    """A wall along a line: flat ends, mitred corners; `cuts` are the stretches of its line that are open."""
    whole = LineString(line).buffer(thickness / 2.0, cap_style="flat", join_style="mitre", mitre_limit=4.0)
    for a, b in cuts:
        size = math.dist(a, b)
        ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
        nx, ny = -uy * thickness, ux * thickness
        hole = Polygon([(a[0] - nx, a[1] - ny), (b[0] - nx, b[1] - ny), (b[0] + nx, b[1] + ny), (a[0] + nx, a[1] + ny)])
        whole = whole.difference(hole)
    parts = [part for part in shapely.get_parts(whole).tolist() if part.area > 1e-9]
    pieces: list[Shape] = []
    rings: list[tuple[Point, ...]] = []
    for part in parts:
        ring = polygon(tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1])).points
        ring = _without_straight_corners(ring)
        if part.interiors:  # a closed wall: keep the courtyard by cutting the area into triangles
            pieces.extend(_triangles(part))
            rings.append(ring)
            rings.extend(tuple((float(x), float(y)) for x, y in hole.coords[:-1]) for hole in part.interiors)
        else:
            pieces.extend(convex_pieces(ring))
            rings.append(ring)
    return Footprint(tuple(pieces), tuple(rings))


def _without_straight_corners(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(
        p
        for k, p in enumerate(ring)
        if abs(cross(subtract(p, ring[k - 1]), subtract(ring[(k + 1) % len(ring)], p))) > 1e-12
    )


def is_convex(ring: tuple[Point, ...]) -> bool:
    """Whether an anticlockwise ring of corners turns left, or not at all, at each of them."""
    count = len(ring)
    return all(
        cross(subtract(ring[k], ring[k - 1]), subtract(ring[(k + 1) % count], ring[k])) >= -1e-12 for k in range(count)
    )


def convex_pieces(ring: tuple[Point, ...]) -> tuple[Shape, ...]:
    """An anticlockwise simple polygon split into convex ones (triangles, joined again while they stay convex)."""
    if is_convex(ring):
        return (Shape(ring),)
    pieces = [piece.points for piece in _triangles(Polygon(ring))]
    while True:
        joined = _join_a_pair(pieces)
        if joined is None:
            return tuple(Shape(piece) for piece in pieces)
        pieces = joined


def _triangles(area: Polygon) -> list[Shape]:
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(area)).tolist()
    return [polygon(tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1])) for part in parts]


def _join_a_pair(pieces: list[tuple[Point, ...]]) -> list[tuple[Point, ...]] | None:
    for i, one in enumerate(pieces):
        for j in range(i + 1, len(pieces)):
            joined = _joined(one, pieces[j])
            if joined is not None:
                return [*pieces[:i], *pieces[i + 1 : j], *pieces[j + 1 :], joined]
    return None


def _joined(one: tuple[Point, ...], other: tuple[Point, ...]) -> tuple[Point, ...] | None:
    """The two as one convex ring across an edge they share, or None."""
    for i, a in enumerate(one):
        b = one[(i + 1) % len(one)]
        for j, c in enumerate(other):
            if c == b and other[(j + 1) % len(other)] == a:
                rest_one = one[i + 1 :] + one[: i + 1]  # from b round to a
                rest_other = other[j + 1 :] + other[: j + 1]  # from a round to b
                ring = rest_one[:-1] + rest_other[:-1]
                return ring if is_convex(ring) else None
    return None


def area_of(shape: Shape) -> shapely.Geometry:
    """A shape as a Shapely area; arcs are chords off by at most 2e-7 in, and a disc's halves are equal."""
    return Polygon(shape.outline(2e-7))
