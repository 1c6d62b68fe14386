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
    return area_footprint(whole)


def area_footprint(area: shapely.Geometry) -> Footprint:
    """The footprint of any area, with holes or without."""
    parts = [part for part in shapely.get_parts(area).tolist() if part.area > 1e-9]
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
    pieces = {k: piece.points for k, piece in enumerate(_triangles(Polygon(ring)))}
    owner = {edge: k for k, piece in pieces.items() for edge in _edges_of(piece)}
    for a, b in list(owner):
        one, other = owner.get((a, b)), owner.get((b, a))
        if one is None or other is None:
            continue
        joined = _joined(pieces[one], pieces[other], a, b)
        if joined is not None:
            del pieces[other], owner[a, b], owner[b, a]
            pieces[one] = joined
            owner.update((edge, one) for edge in _edges_of(joined))
    return tuple(Shape(piece) for piece in pieces.values())


def overlapping_pieces(ring: tuple[Point, ...], by: float) -> tuple[Shape, ...]:
    """The convex pieces of an anticlockwise simple polygon, each so many inches into those beside it.

    At corners that turn inwards they may be over the outline by as much.
    """
    pieces = convex_pieces(ring)
    if len(pieces) == 1:
        return pieces
    area = Polygon(ring)
    wider = (Polygon(p.points).buffer(by, join_style="mitre").intersection(area).convex_hull for p in pieces)
    return tuple(polygon(tuple((float(x), float(y)) for x, y in w.exterior.coords[:-1])) for w in wider)


def _triangles(area: Polygon) -> list[Shape]:
    """An area as triangles, each anticlockwise."""
    corners = shapely.get_coordinates(shapely.constrained_delaunay_triangles(area)).reshape(-1, 4, 2)[:, :3]
    along, up = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    is_clockwise = along[:, 0] * up[:, 1] < along[:, 1] * up[:, 0]
    corners[is_clockwise] = corners[is_clockwise, ::-1]
    return [Shape(((ax, ay), (bx, by), (cx, cy))) for (ax, ay), (bx, by), (cx, cy) in corners.tolist()]


def _edges_of(ring: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def _joined(one: tuple[Point, ...], other: tuple[Point, ...], a: Point, b: Point) -> tuple[Point, ...] | None:
    """Two convex rings as one across the edge from a to b of the first, or None when that is not convex.

    Only the corners at a and b can turn the wrong way, and joining more never mends them: each edge is tried once.
    """
    i, j = one.index(b), other.index(a)
    rest_one = one[i:] + one[:i]  # from b round to a
    rest_other = other[j:] + other[:j]  # from a round to b
    before_a, after_a, before_b, after_b = rest_one[-2], rest_other[1], rest_other[-2], rest_one[1]
    turns = (cross(subtract(a, before_a), subtract(after_a, a)), cross(subtract(b, before_b), subtract(after_b, b)))
    return rest_one[:-1] + rest_other[:-1] if min(turns) >= -1e-12 else None


def area_of(shape: Shape) -> shapely.Geometry:
    """A shape as a Shapely area; arcs are chords off by at most 2e-7 in, and a disc's halves are equal."""
    return Polygon(shape.outline(2e-7))
