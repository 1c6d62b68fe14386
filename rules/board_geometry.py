"""From the terrain of a board file to Features: footprints, openings, ladders, and what can't be right about them."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import shapely
from shapely.geometry import LineString, Polygon

from physics.contact import nearest_on_segment
from physics.regions import Footprint, circle_footprint, polygon_footprint, wall_footprint
from physics.shapes import disc
from physics.vectors import Point, add, distance, lerp, rotate, scale, subtract, unit
from rules.board_errors import Problem
from rules.board_schema import (
    BlockPart,
    DeployPart,
    GapPart,
    ImpassablePart,
    LadderPart,
    OpeningPart,
    OutlinePart,
    SlopePart,
    TerrainPart,
    WallPart,
)
from rules.terrain import Feature, FeatureKind, Opening, Terrain

ON_EDGE = 0.1
"""Inches by which an opening or a ladder may be off the line or edge it belongs to: authors round to a tenth."""
SAME = 1e-6
"""Inches within which two corners are one."""
LEAST_AREA = 1e-3
"""Square inches below which a footprint is taken for a slip."""
MOST_CROSSINGS = 60
"""Pieces, more than its stretches, that a wall's line falls into where it crosses itself. A scribble of two hundred
points has thousands, and as many courtyards: it can't be meant, and takes seconds to build."""
LADDER_WIDTH = 0.1
"""Inches of a ladder's footprint, which is only drawn."""


class FeatureError(Exception):
    """What is wrong with one key of a feature, relative to its table."""

    def __init__(self, key: str, says: str) -> None:
        super().__init__(says)
        self.problem = Problem(key, says)


@dataclass(frozen=True)
class Edge:
    """A stretch that an opening can lie on: a straight line, or the arc of a circle (its middle and radius)."""

    start: Point
    end: Point
    middle: Point | None = None
    radius: float = 0.0

    def nearest(self, at: Point) -> Point:
        """The point of it nearest to a point."""
        if self.middle is None:
            return nearest_on_segment(at, self.start, self.end)
        return add(self.middle, scale(unit(subtract(at, self.middle)), self.radius))

    def ends(self, at: Point, width: float) -> tuple[Point, Point] | None:
        """The two ends of an opening about a point of it, or None where it does not fit."""
        if self.middle is None:
            size = distance(self.start, self.end)
            along = distance(self.start, at)
            low, high = (along - width / 2.0) / size, (along + width / 2.0) / size
            if low < -SAME or high > 1.0 + SAME:
                return None
            return lerp(self.start, self.end, max(0.0, low)), lerp(self.start, self.end, min(1.0, high))
        if width > 2.0 * self.radius:
            return None
        half = math.asin(width / 2.0 / self.radius)
        spoke = subtract(at, self.middle)
        return add(self.middle, rotate(spoke, -half)), add(self.middle, rotate(spoke, half))


def rect_corners(rect: tuple[float, float, float, float], angle_deg: float) -> tuple[Point, ...]:
    """The corners of a rect (x, y, width, depth), turned about its centre, anticlockwise."""
    x, y, width, depth = rect
    corners: tuple[Point, ...] = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    if angle_deg == 0.0:
        return corners
    middle = (x + width / 2.0, y + depth / 2.0)
    angle = math.radians(angle_deg)
    return tuple(add(middle, rotate(subtract(c, middle), angle)) for c in corners)


def polygon_corners(corners: list[Point]) -> tuple[Point, ...]:
    """The corners of a simple polygon, each once; FeatureError when edges cross or it has no area."""
    once = [c for k, c in enumerate(corners) if distance(c, corners[k - 1]) > SAME]
    if len(once) < 3:
        raise FeatureError("polygon", f"expected at least 3 different corners, found {max(1, len(once))}")
    area = Polygon(once)
    if not area.is_valid:
        raise FeatureError("polygon", "expected edges that neither cross nor touch one another")
    if area.area < LEAST_AREA:
        raise FeatureError("polygon", f"expected an area of at least {LEAST_AREA:g} square inches")
    return tuple(once)


def outline_footprint(part: OutlinePart) -> Footprint:
    """The footprint of a feature given by rect, polygon or circle."""
    if part.circle is not None:
        return circle_footprint(part.circle[:2], part.circle[2])
    return polygon_footprint(_corners(part))


def _corners(part: OutlinePart | DeployPart) -> tuple[Point, ...]:
    if part.rect is not None:
        return rect_corners(part.rect, part.angle)
    assert part.polygon is not None
    return polygon_corners(part.polygon)


def deploy_outline(part: DeployPart) -> tuple[Point, ...]:
    """The outline of a deployment zone."""
    if part.circle is not None:
        return tuple(disc(part.circle[2], part.circle[:2]).outline(1e-5))
    return _corners(part)


def terrain_of(parts: list[TerrainPart]) -> tuple[Terrain, list[Problem]]:
    """The terrain of a board, and what is wrong with it."""
    features: list[Feature] = []
    problems: list[Problem] = []
    for k, part in enumerate(parts):
        try:
            features.append(_feature(part))
        except FeatureError as wrong:
            problems.append(replace(wrong.problem, where=f"terrain[{k}].{wrong.problem.where}"))
    for k, part in enumerate(parts):
        if isinstance(part, LadderPart):
            problems += _ladder_problems(part, f"terrain[{k}].line", features)
    return Terrain(tuple(features)), problems


def _feature(part: TerrainPart) -> Feature:
    match part:
        case WallPart():
            return _wall(part)
        case LadderPart():
            line = _line(part.line)
            return Feature(part.id, "ladder", wall_footprint(line, LADDER_WIDTH), line=line, reach=part.reach)
        case BlockPart():
            footprint = outline_footprint(part)
            return _prism(part, "block", footprint, openings=_openings(part.opening, list(_edges(footprint)), "edge"))
        case SlopePart():
            if distance(part.low, part.high) < ON_EDGE:
                raise FeatureError("to", f"expected a point at least {ON_EDGE:g} in from `from`")
            return _prism(part, "slope", outline_footprint(part), slope=(part.low, part.high))
        case GapPart():
            return Feature(part.id, "gap", outline_footprint(part), depth=part.depth, climbable=False, standable=False)
        case ImpassablePart():
            return Feature(
                part.id, "impassable", outline_footprint(part), part.bottom, part.height, climbable=False, standable=False
            )


def _prism(
    part: BlockPart | SlopePart,
    kind: FeatureKind,
    footprint: Footprint,
    openings: tuple[Opening, ...] = (),
    slope: tuple[Point, Point] | None = None,
) -> Feature:
    return Feature(
        part.id, kind, footprint, part.bottom, part.height, part.climbable, part.standable, slope=slope, openings=openings
    )


def _line(points: list[Point]) -> tuple[Point, ...]:
    for k in range(1, len(points)):
        if distance(points[k - 1], points[k]) < 0.01:
            raise FeatureError(f"line[{k}]", "expected a point at least 0.01 in from the one before")
    line = LineString(points)
    if not line.is_simple:
        crossings = len(shapely.get_parts(shapely.node(line))) - len(points) + 1
        if crossings > MOST_CROSSINGS:
            raise FeatureError("line", "expected a line that does not cross itself so often: make several walls of it")
    return tuple(points)


def _wall(part: WallPart) -> Feature:
    line = _line(part.line)
    stretches = [Edge(a, b) for a, b in pairwise(line)]
    openings = _openings(part.opening, stretches, "line")
    cuts = tuple(o.ends for o in openings if o.passable)
    footprint = wall_footprint(line, part.thickness, cuts)
    if not footprint.pieces:
        raise FeatureError("opening", "expected openings that leave some of the wall")
    return Feature(
        part.id, "wall", footprint, part.bottom, part.height, part.climbable, part.standable,
        line=line, thickness=part.thickness, openings=openings,
    )


def _edges(footprint: Footprint) -> Iterator[Edge]:
    """The straight edges of an outline, or its circle."""
    for a, b in footprint.edges:
        yield Edge(a, b)
    for piece in footprint.pieces:
        if piece.is_disc:
            yield Edge(piece.points[0], piece.points[0], piece.points[0], piece.radius)


def _openings(parts: list[OpeningPart], edges: list[Edge], what: str) -> tuple[Opening, ...]:
    return tuple(_opening(part, edges, what, f"opening[{k}]") for k, part in enumerate(parts))


def _opening(part: OpeningPart, edges: list[Edge], what: str, where: str) -> Opening:
    """An opening on the nearest stretch on which it fits; FeatureError when it is off all, or too wide for those it is on."""
    spots = [(distance(part.at, spot), spot, edge) for edge in edges for spot in (edge.nearest(part.at),)]
    near = sorted((s for s in spots if s[0] <= ON_EDGE), key=lambda s: s[0])
    if not near:
        off = min(s[0] for s in spots)
        raise FeatureError(f"{where}.at", f"expected a point on the feature's {what}; this one is {off:.3g} in off it")
    for _, spot, edge in near:
        ends = edge.ends(spot, part.width)
        if ends is not None:
            return Opening(spot, part.width, ends, part.passable, part.access_point)
    raise FeatureError(f"{where}.width", f"expected an opening that fits on its straight stretch of {what}")


def _ladder_problems(part: LadderPart, where: str, features: list[Feature]) -> list[Problem]:
    """A ladder hangs along an edge of one solid feature: both its ends lie on it."""
    if any(f.is_solid and all(is_on_edge(f, p) for p in part.line) for f in features):
        return []
    return [Problem(where, f"expected two points on an edge of one feature, to {ON_EDGE:g} in")]


def is_on_edge(feature: Feature, at: Point) -> bool:
    """Whether a point lies on a feature's edge, to a tenth of an inch."""
    left, bottom, right, top = feature.footprint.box
    if not (left - ON_EDGE <= at[0] <= right + ON_EDGE and bottom - ON_EDGE <= at[1] <= top + ON_EDGE):
        return False
    return any(distance(at, edge.nearest(at)) <= ON_EDGE + SAME for edge in _edges(feature.footprint))
