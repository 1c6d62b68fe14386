"""What stands in the way of one run of a path: which features its base meets and when, and what can be climbed.

Clauses terrain.blocked and climb.surface. Times are fractions of the run, lengths inches.
"""

import math
from collections.abc import Iterable
from functools import lru_cache

import shapely
from shapely.geometry import Polygon

from physics.contact import clearance, nearest_on_segment
from physics.shapes import Shape, polygon
from physics.sweep import Interval, Leg, closer_than, point_inside, union, without
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.ruling import Area, Evidence, Finding, Spot
from rules.terrain import SEAM, Feature, Terrain
from rules.walk import STEP, Mover, Stretch

_POINT = Shape(((0.0, 0.0),))
_ON_EDGE = 1e-5
"""Inches: how near to an edge a point is that was found as the crossing of that edge."""


class Obstruction:
    """The solid features near one run, with the times at which the centre is over them and the base meets them."""

    def __init__(self, terrain: Terrain, mover: Mover, leg: Leg) -> None:
        self.terrain, self.mover, self.height, self.leg = terrain, mover.outline, mover.height, leg
        self.over_walls = mover.over_walls
        self.features: dict[str, Feature] = {}
        self._shapes: dict[str, list[Shape]] = {}
        self.over: dict[str, list[Interval]] = {}
        self._overlaps: dict[str, list[Interval]] = {}
        if mover.outline.is_disc and terrain.solids.first_met(leg, mover.outline) is None:
            return  # nothing is met, touched at most: no sweep is needed
        for piece in terrain.solids.along(leg, self.mover):
            feature = piece.owner
            assert isinstance(feature, Feature)
            self.features[feature.id] = feature
            self._shapes.setdefault(feature.id, []).append(piece.shape)
        for i, shapes in self._shapes.items():
            parts = [p for s in shapes if (p := point_inside(leg.start, leg.end, s.points, s.radius + SEAM))]
            if parts:
                self.over[i] = union(parts, 1e-9)

    def overlap(self, feature_id: str) -> list[Interval]:
        """When the base overlaps a feature in plan."""
        if feature_id not in self._overlaps:
            parts = [p for s in self._shapes.get(feature_id, ()) if (p := closer_than(self.leg, self.mover, s))]
            self._overlaps[feature_id] = union(parts, 1e-9)
        return self._overlaps[feature_id]

    def stands_in_way(self, feature: Feature, z: float, at: Point) -> bool:
        """Whether a feature is in the way of a body on elevation z: over an inch up, and starting below its head."""
        return feature.bottom < z + self.height - TOLERANCE and feature.top_at(at) > z + STEP + TOLERANCE

    def can_climb(self, feature: Feature, at: Point, z: float) -> bool:
        """climb.surface: a climbable side that reaches down to z, or a ladder on it within reach of the base."""
        if feature.kind == "impassable" or not (feature.standable or self.over_walls):
            return False
        if feature.climbable and feature.bottom <= z + TOLERANCE:
            return True
        return any(self._is_in_reach(ladder, feature, at) for ladder in self.terrain.ladders)

    def _is_in_reach(self, ladder: Feature, feature: Feature, at: Point) -> bool:
        rungs = Shape((ladder.line[0], ladder.line[-1]))
        is_on_it = any(clearance(Shape((rungs.points[0],)), piece) <= 0.1 for piece in feature.footprint.pieces)
        return is_on_it and clearance(self.mover.moved(at), rungs) <= ladder.reach + TOLERANCE

    def against_edge(self, feature_id: str, t: float) -> list[Interval]:
        """When the base is against the edge of a feature that the run crosses at time t (within half a base of it)."""
        feature = self.features.get(feature_id)
        if feature is None:
            return []
        if not feature.footprint.edges:
            return self.overlap(feature_id)
        at = self.leg.at(t)
        edges = [Shape(e) for e in feature.footprint.edges if is_on_edge(at, e)]
        return [p for e in edges if (p := closer_than(self.leg, self.mover, e, 3.0 * TOLERANCE))]

    def blocked(self, feature: Feature, stretches: list[Stretch], crossed: Iterable[float]) -> float | None:
        """terrain.blocked: the first time at which the base meets a feature in its way, or None.

        `crossed` are the times at which the run crosses an edge of it lawfully: against those edges it is excused.
        """
        parts: list[Interval] = []
        least, most = feature.bottom - self.height + 2.0 * TOLERANCE, feature.top - STEP - 2.0 * TOLERANCE
        for stretch in stretches:
            level = stretch.level_between(least, most) if stretch.on != feature.id else None
            if level is not None:
                overlap = self._solid_overlap(feature, stretch)
                parts += [
                    (max(a, level[0]), min(b, level[1])) for a, b in overlap if max(a, level[0]) < min(b, level[1])
                ]
        if not parts:
            return None
        margin = 1e-8 / max(self.leg.length, 1e-8)
        excused = [part for t in crossed for part in self.against_edge(feature.id, t)]
        left = without(parts, [(a - margin, b + margin) for a, b in excused])
        return next((a for a, b in left if (b - a) * self.leg.length > 1e-9), None)

    def _solid_overlap(self, feature: Feature, stretch: Stretch) -> list[Interval]:
        """When the base meets what is too high of a feature: of a slope only the part that rises an inch above."""
        if feature.slope is None:
            return self.overlap(feature.id)
        return union((p for s in self._shapes[feature.id] for p in self._meets_high(feature, s, stretch)), 1e-9)

    def _meets_high(self, feature: Feature, piece: Shape, stretch: Stretch, parts: int = 40) -> list[Interval]:
        """When on a stretch the base meets the part of a slope an inch above it, which grows less while it rises.

        Surely while it meets the part above the highest elevation of the stretch, at most while it meets the part
        above the lowest; where the two differ, each half is looked at.
        """
        low, high = sorted((stretch.elevation, stretch.elevation_end))
        most = self._meets_above(feature, piece, low, stretch)
        if not most or high - low <= 1e-9 or parts == 0:
            return most if parts else []
        surely = self._meets_above(feature, piece, high, stretch)
        if surely and all(abs(a - b) <= 1e-12 for a, b in zip(surely[0], most[0], strict=True)):
            return most
        return [p for half in stretch.halves() for p in self._meets_high(feature, piece, half, parts - 1)]

    def _meets_above(self, feature: Feature, piece: Shape, level: float, stretch: Stretch) -> list[Interval]:
        """When on a stretch the base meets the part of a slope an inch above an elevation."""
        shape = higher_part(feature, piece, level + STEP)
        part = closer_than(self.leg, self.mover, shape) if shape else None
        if part is None or max(part[0], stretch.start) >= min(part[1], stretch.end):
            return []
        return [(max(part[0], stretch.start), min(part[1], stretch.end))]


@lru_cache(maxsize=4096)
def higher_part(feature: Feature, shape: Shape, level: float) -> Shape | None:
    """The part of a slope's convex piece whose top is above a level (inches), or None."""
    assert feature.slope is not None
    (ax, ay), (bx, by) = feature.slope
    share = (level - feature.bottom) / feature.height if feature.height > 0.0 else 1.0
    if share >= 1.0:
        return None
    if share <= 0.0:
        return shape
    mx, my = ax + (bx - ax) * share, ay + (by - ay) * share
    far = 1e4
    size = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / size * far, (by - ay) / size * far
    half = Polygon([(mx - uy, my + ux), (mx + uy, my - ux), (mx + uy + ux, my - ux + uy), (mx - uy + ux, my + ux + uy)])
    cut = shapely.intersection(Polygon(shape.outline(1e-5)), half)
    if cut.is_empty or cut.area <= 1e-12:
        return None
    return polygon(tuple((float(x), float(y)) for x, y in cut.exterior.coords[:-1]))


def is_on_edge(at: Point, edge: tuple[Point, Point]) -> bool:
    """Whether a point lies on an edge, to a hundred-thousandth of an inch."""
    return math.dist(at, nearest_on_segment(at, *edge)) < _ON_EDGE


def blocked_finding(
    name: str, feature: Feature, mover: Shape, at: Point, z: float, height: float, along: float
) -> Finding:
    """terrain.blocked in words, with the base where it meets the feature."""
    measured = limit = None
    if feature.kind == "impassable":
        says = f"{name} runs into {feature.id}, which nothing enters"
    elif z + TOLERANCE < feature.bottom < z + height:
        measured, limit = feature.bottom - z, height
        says = f"{name} is {height:g} in tall and does not fit under {feature.id}, which starts {measured:.2f} in up"
    else:
        says = f"{name} runs into {feature.id}, which it cannot walk over or climb here"
    return Finding(
        "terrain.blocked", says, measured, limit, base_evidence(mover, at, feature), along, (name, feature.id)
    )


def base_evidence(mover: Shape, at: Point, feature: Feature | None = None) -> tuple[Evidence, ...]:
    """The base where it goes wrong, and the outline of what is in its way."""
    base: tuple[Evidence, ...] = (Area(tuple([(x + at[0], y + at[1]) for x, y in mover.sketch])), Spot(at))
    if feature is None:
        return base
    first, *others = feature.footprint.pieces
    return (*base, Area(first.sketch, "block", feature.id), *(Area(piece.sketch, "block") for piece in others))
