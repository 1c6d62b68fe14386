"""Clause proximity.enter (skirmish): the zone of an unengaged model, cut by walls and by height. Inches.

Along a leg the times at which a mover is nearer to an owner than the zone's radius are one interval; a wall hides
the owner while the shortest line between the two bases crosses it. That changes only at times that are roots of
polynomials, so the interval is cut there and each part decided at its middle: exact, not sampled.
"""

import math
from collections.abc import Callable, Iterable
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as PlanPoint

from physics.carried import ShortestLine
from physics.contact import Nearest, clearance, nearest
from physics.roots import product, roots_between
from physics.shapes import Shape, difference
from physics.sweep import Interval, Leg, closer_than, point_inside, union
from physics.tolerance import TOLERANCE, is_closer, is_within
from physics.vectors import Point, cross, lerp, subtract
from rules.engagement import is_engaged
from rules.obstruction import is_on_edge
from rules.oval_zones import is_curved, turning_times
from rules.table import Model, Table
from rules.terrain import Feature

_ASIDE = 1e-5
"""Inches by which a piece of a wall is out of the way, to be left out: ten times the tolerance."""


def walls_of(table: Table, owner: Model) -> list[Feature]:
    """The solid features near an owner that its zone does not pass: from its surface or below to its top or above."""
    if table.models.get(owner.id) is not owner:
        return _walls_of(table, owner)
    key = ("walls of", owner.id)
    if key not in table.known:
        table.known[key] = _walls_of(table, owner)
    return list(table.known[key])


def _walls_of(table: Table, owner: Model) -> list[Feature]:
    radius = table.number("proximity.radius")
    near = {p.owner.id: p.owner for p in table.terrain.solids.near(owner.footprint, radius) if isinstance(p.owner, Feature)}
    return [f for f in near.values() if is_wall_for(f, owner)]


def is_wall_for(feature: Feature, owner: Model) -> bool:
    """Whether a feature starts at or below the owner's surface and rises to its top or higher."""
    return is_within(feature.bottom, owner.elevation) and is_within(owner.head, feature.top)


def reaches_height(table: Table, owner: Model, elevation: float) -> bool:
    """Whether a zone reaches a model at an elevation: at most proximity.height up or down."""
    return is_within(abs(elevation - owner.elevation), table.number("proximity.height"))


def has_zone(table: Table, owner: Model) -> bool:
    """Whether a model has a zone: an engaged one has none."""
    return not is_engaged(table, owner)


def is_hidden(line: Nearest, walls: list[Feature]) -> bool:
    """Whether the shortest line between two bases crosses a wall (more than touches it); of bases that meet it has none."""
    return line.clearance > TOLERANCE and any(_crosses(line.here, line.there, wall) for wall in walls)


def _crosses(a: Point, b: Point, wall: Feature) -> bool:
    length = math.dist(a, b)
    if length <= TOLERANCE:
        return False
    pieces = wall.footprint.pieces
    if any(_is_long(point_inside(a, b, p.points, p.radius - TOLERANCE), length) for p in pieces):
        return True
    return len(pieces) > 1 and any(_runs_on_seam(a, b, p, wall) for p in pieces)


def _runs_on_seam(a: Point, b: Point, piece: Shape, wall: Feature) -> bool:
    """Whether a line runs where two convex pieces of a wall meet, which is inside the wall, and not on its outer edge."""
    part = point_inside(a, b, piece.points, piece.radius + 2.0 * TOLERANCE)
    if part is None or not _is_long(part, math.dist(a, b)):
        return False
    middle = lerp(a, b, (part[0] + part[1]) / 2.0)
    return not any(is_on_edge(middle, edge) for edge in wall.footprint.edges)


def _is_long(part: Interval | None, length: float) -> bool:
    return part is not None and (part[1] - part[0]) * length > TOLERANCE


def in_zone(table: Table, mover: Model, owner: Model) -> bool:
    """Whether a model on the table stands in the zone of an enemy."""
    return table.are_enemies(mover, owner) and has_zone(table, owner) and in_reach(table, mover, owner)


def in_reach(table: Table, mover: Model, owner: Model) -> bool:
    """Whether a model is where the zone of another one would be, by distance, height and walls."""
    if not reaches_height(table, owner, mover.elevation):
        return False
    if not is_closer(clearance(owner.footprint, mover.footprint), table.number("proximity.radius")):
        return False
    walls = walls_of(table, owner)
    return not (walls and is_hidden(nearest(owner.footprint, mover.footprint), walls))


def zone_times(table: Table, leg: Leg, mover: Shape, owner: Model) -> list[Interval]:
    """The parts of a leg on which a carried base is in the zone of an owner, walls seen, heights not."""
    inside = closer_than(leg, mover, owner.footprint, table.number("proximity.radius"))
    if inside is None:
        return []
    walls = walls_of(table, owner)
    if not walls:
        return [inside]
    pieces = _pieces_between(leg, mover, owner.footprint, walls, inside)
    if not pieces:
        return [inside]
    line_at = _line_between(owner.footprint, mover, leg)
    times = [inside[0], *_hiding_times(leg, mover, owner.footprint, pieces, inside), inside[1]]
    seen = [(a, b) for a, b in pairwise(times) if b > a and not is_hidden(line_at((a + b) / 2.0), walls)]
    return union([*seen, *_seen_at_ends(leg, mover, owner, walls, inside)], 1e-12)


def _line_between(owner: Shape, mover: Shape, leg: Leg) -> Callable[[float], Nearest]:
    """The shortest line from an owner to a carried base, by the time of a leg."""
    if not is_curved(owner, mover):
        return lambda t: nearest(owner, mover.moved(leg.at(t)))
    line = ShortestLine(owner, mover)
    return lambda t: Nearest(*line.at(leg.at(t)))


def _seen_at_ends(leg: Leg, mover: Shape, owner: Model, walls: list[Feature], inside: Interval) -> list[Interval]:
    """The ends of a leg from which the owner is seen past a wall's very edge, hidden as it may be just before or after."""
    margin = 4.0 * TOLERANCE / max(leg.length, TOLERANCE)
    parts = []
    for t, part in ((0.0, (0.0, margin)), (1.0, (1.0 - margin, 1.0))):
        if inside[0] <= t <= inside[1] and not is_hidden(nearest(owner.footprint, mover.moved(leg.at(t))), walls):
            parts.append((max(part[0], inside[0]), min(part[1], inside[1])))
    return parts


def _hiding_times(leg: Leg, mover: Shape, owner: Shape, pieces: list[Shape], inside: Interval) -> list[float]:
    """All times within a part of a leg at which a piece of a wall may begin or cease to hide the owner, in order."""
    ends = np.array([p for piece in pieces for p in piece.points])
    edges = [e for piece in pieces for e in _edges_of(piece)]
    roots: list[float] = []
    if is_curved(owner, mover):
        roots = turning_times(ShortestLine(owner, mover), leg, pieces, inside)
        return sorted(t for t in (*roots, *(closer_than(leg, mover, owner) or ())) if inside[0] < t < inside[1])
    for core_owner, core_mover in _core_pairs(owner, mover):
        q0 = (leg.start[0] + core_mover[0] - core_owner[0], leg.start[1] + core_mover[1] - core_owner[1])
        d = subtract(leg.end, leg.start)
        for p in ends:
            v = (float(p[0]) - core_owner[0], float(p[1]) - core_owner[1])
            roots += _linear(cross(v, q0), cross(v, d))
        for a, b in edges:
            roots += _edge_times(core_owner, q0, d, (a, b), (mover.radius, owner.radius), inside)
        for piece in pieces:
            if piece.is_disc:
                roots += _tangent_times(core_owner, q0, d, piece, (mover.radius, owner.radius), inside)
    roots += _flat_times(leg, mover, owner, ends, edges)
    roots += closer_than(leg, mover, owner) or ()
    return sorted(t for t in roots if inside[0] < t < inside[1])


def _pieces_between(leg: Leg, mover: Shape, owner: Shape, walls: list[Feature], inside: Interval) -> list[Shape]:
    """The pieces of walls where the shortest line between two bases passes on a part of a leg: others hide nothing."""
    if mover.is_disc and owner.is_disc:
        fan = (owner.points[0], leg.at(inside[0]), leg.at(inside[1]))
        return [piece for wall in walls for piece in wall.footprint.pieces if not _is_beside(fan, piece)]
    boxes = (owner.box, mover.moved(leg.at(inside[0])).box, mover.moved(leg.at(inside[1])).box)
    left, bottom = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, top = max(b[2] for b in boxes), max(b[3] for b in boxes)
    pieces = (piece for wall in walls for piece in wall.footprint.pieces)
    return [p for p in pieces if p.box[0] <= right and p.box[2] >= left and p.box[1] <= top and p.box[3] >= bottom]


def _is_beside(fan: tuple[Point, Point, Point], piece: Shape) -> bool:
    """Whether a piece is surely outside of a triangle: of the lines between two round bases, which join their middles."""
    left, bottom, right, top = piece.box
    xs, ys = [p[0] for p in fan], [p[1] for p in fan]
    if max(xs) < left - _ASIDE or min(xs) > right + _ASIDE or max(ys) < bottom - _ASIDE or min(ys) > top + _ASIDE:
        return True
    if any(_are_parted(fan[k - 1], fan[k], (fan[k - 2],), piece.points, piece.radius) for k in range(3)):
        return True
    return any(_are_parted(a, b, piece.points, fan, piece.radius) for a, b in _edges_of(piece))


def _are_parted(a: Point, b: Point, some: Iterable[Point], others: Iterable[Point], apart: float) -> bool:
    """Whether a line parts some points, on it or to one side, from others that are further from it than `apart`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    c, room = a[0] * dy - a[1] * dx, (apart + _ASIDE) * math.hypot(dx, dy)
    far = [x * dy - y * dx - c for x, y in others]
    if min(far) > room:
        return all(x * dy - y * dx - c <= 1e-9 for x, y in some)
    return max(far) < -room and all(x * dy - y * dx - c >= -1e-9 for x, y in some)


def _edges_of(piece: Shape) -> list[tuple[Point, Point]]:
    return [] if piece.is_disc else list(zip(piece.points, piece.points[1:] + piece.points[:1], strict=True))


def _core_pairs(owner: Shape, mover: Shape) -> list[tuple[Point, Point]]:
    """The pairs of corners whose line can be the shortest one between two outlines."""
    return [(o, m) for o in owner.points for m in mover.points]


def _linear(at: float, slope: float) -> list[float]:
    return [-at / slope] if abs(slope) > 1e-15 else []


def _edge_times(
    core: Point, q0: Point, d: Point, edge: tuple[Point, Point], radii: tuple[float, float], inside: Interval
) -> list[float]:
    """When an end of the line between two round bases lies on the line of an edge: roots of a quartic.

    The mover's end is core + q (1 - m/|q|), the owner's core + q o/|q|, with q = q0 + t d; `radii` are m and o.
    """
    a, b = edge
    n = (b[1] - a[1], a[0] - b[0])
    h = n[0] * (a[0] - core[0]) + n[1] * (a[1] - core[1])
    nq = (n[0] * d[0] + n[1] * d[1], n[0] * q0[0] + n[1] * q0[1])
    size, low, high = math.hypot(*n), nq[1] + nq[0] * inside[0], nq[1] + nq[0] * inside[1]
    mover_meets = min(low, high) - radii[0] * size <= h <= max(low, high) + radii[0] * size
    mover_meets = mover_meets and _comes_by(edge, core, q0, d, radii[0], inside)
    owner_meets = abs(h) <= radii[1] * size
    if not mover_meets and not owner_meets:
        return []
    qq, along = _square(q0, d), product(nq, nq)
    roots: list[float] = []
    if mover_meets:
        short = (nq[0], nq[1] - h)
        one = product(qq, product(short, short))
        for k in range(3):
            one[k + 2] -= radii[0] ** 2 * along[k]
        roots += roots_between(one, *inside)
    if owner_meets:
        roots += roots_between([radii[1] ** 2 * along[k] - h * h * qq[k] for k in range(3)], *inside)
    return roots


def _comes_by(
    edge: tuple[Point, Point], core: Point, q0: Point, d: Point, radius: float, inside: Interval
) -> bool:
    """Whether the mover, a disc round core + q0 + t d, may reach an edge on a part of its leg: whether their boxes meet."""
    room = radius + _ASIDE
    for k in (0, 1):
        one, other = core[k] + q0[k] + d[k] * inside[0], core[k] + q0[k] + d[k] * inside[1]
        if max(edge[0][k], edge[1][k]) < min(one, other) - room or min(edge[0][k], edge[1][k]) > max(one, other) + room:
            return False
    return True


def _square(q0: Point, d: Point) -> tuple[float, float, float]:
    """|q0 + t d|² as a polynomial in t."""
    return (d[0] * d[0] + d[1] * d[1], 2.0 * (q0[0] * d[0] + q0[1] * d[1]), q0[0] * q0[0] + q0[1] * q0[1])


def _tangent_times(
    core: Point, q0: Point, d: Point, wall: Shape, radii: tuple[float, float], inside: Interval
) -> list[float]:
    """When the line from the core touches a round wall, cross(v, q)² = r² |q|², or an end of it lies on its rim.

    The ends are as in `_edge_times`; for the mover's, |q| (|q|² + k - 2 v·q) = 2 m (|q|² - v·q), squared.
    """
    v = subtract(wall.points[0], core)
    side = (cross(v, d), cross(v, q0))
    squared, qq = product(side, side), _square(q0, d)
    vq = (0.0, v[0] * d[0] + v[1] * d[1], v[0] * q0[0] + v[1] * q0[1])
    least = v[0] ** 2 + v[1] ** 2 - wall.radius**2
    long = (qq[0], qq[1] - 2.0 * vq[1], qq[2] - 2.0 * vq[2] + least + radii[0] ** 2)
    short = (qq[0], qq[1] - vq[1], qq[2] - vq[2])
    mover = product(qq, product(long, long))
    for k, value in enumerate(product(short, short)):
        mover[k + 2] -= 4.0 * radii[0] ** 2 * value
    aim = product(vq[1:], vq[1:])
    owner = [qq[k] * (least + radii[1] ** 2) ** 2 - 4.0 * radii[1] ** 2 * aim[k] for k in range(3)]
    tangent = [squared[k] - wall.radius**2 * qq[k] for k in range(3)]
    return [t for poly in (tangent, mover, owner) for t in roots_between(poly, *inside)]


def _flat_times(
    leg: Leg, mover: Shape, owner: Shape, ends: np.ndarray, edges: list[tuple[Point, Point]]
) -> list[float]:
    """For bases with straight sides: when the nearest pair passes from a corner to a side, and a side's line a wall."""
    if mover.is_disc and owner.is_disc:
        return []
    core = difference(owner, mover).points
    d = subtract(leg.end, leg.start)
    times: list[float] = []
    for k in range(len(core)):
        a, b = core[k], core[(k + 1) % len(core)]
        along = subtract(b, a)
        size = math.hypot(*along)
        if size <= 0.0:
            continue
        u = (along[0] / size, along[1] / size)
        for corner in (a, b):
            times += _linear(
                u[0] * (leg.start[0] - corner[0]) + u[1] * (leg.start[1] - corner[1]), u[0] * d[0] + u[1] * d[1]
            )
        for p in (*owner.points, *mover.points):
            for e in ends:
                v = (float(e[0]) - p[0], float(e[1]) - p[1])
                times += _linear(u[0] * (leg.start[0] - v[0]) + u[1] * (leg.start[1] - v[1]), u[0] * d[0] + u[1] * d[1])
    for p in mover.points:
        for a, b in edges:
            n = (b[1] - a[1], a[0] - b[0])
            at = (leg.start[0] + p[0] - a[0], leg.start[1] + p[1] - a[1])
            times += _linear(n[0] * at[0] + n[1] * at[1], n[0] * d[0] + n[1] * d[1])
    return times


def zone_outline(table: Table, owner: Model, mover_elevation: float | None = None) -> list[tuple[Point, ...]]:
    """The zone of a model as polygons to be drawn, cut by the walls that hide it; empty when it has none here."""
    elevation = owner.elevation if mover_elevation is None else mover_elevation
    if not has_zone(table, owner) or not reaches_height(table, owner, elevation):
        return []
    radius = table.number("proximity.radius")
    grown = (
        Polygon(owner.footprint.grown(radius).outline(0.01))
        if owner.footprint.radius > 0.0
        else Polygon(owner.footprint.points).buffer(radius)
    )
    shadows = [_shadow(owner.standing.at, wall, radius + owner.base.radius) for wall in walls_of(table, owner)]
    zone = grown.difference(shapely.union_all(shadows)) if shadows else grown
    parts = shapely.get_parts(zone).tolist()
    return [
        tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1]) for part in parts if isinstance(part, Polygon)
    ]


def _shadow(light: Point, wall: Feature, reach: float) -> shapely.Geometry:
    """What a wall hides from a point within reach: the wall itself and all behind it."""
    parts = []
    for piece in wall.footprint.pieces:
        near = Polygon(piece.outline(0.01)).intersection(PlanPoint(light).buffer(reach * 1.5))
        if near.is_empty:
            continue
        for part in shapely.get_parts(near).tolist():
            rim = list(part.exterior.coords)
            far = [_away(light, (x, y), reach * 4.0) for x, y in rim]
            quads = [
                LineString([a, b]).union(LineString([c, d])).convex_hull
                for a, b, c, d in zip(rim, rim[1:], far, far[1:], strict=False)
            ]
            parts.append(shapely.union_all([part, *quads]))
    return shapely.union_all(parts)


def _away(light: Point, p: Point, reach: float) -> Point:
    dx, dy = p[0] - light[0], p[1] - light[1]
    size = math.hypot(dx, dy) or 1.0
    return (p[0] + dx / size * reach, p[1] + dy / size * reach)
