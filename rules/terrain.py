"""Terrain: features of the table, each a prism, and what is known of all of them together. Inches and radians."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal

import shapely

from physics.contact import depth_of_point
from physics.regions import Footprint
from physics.shapes import Shape
from physics.space import Piece, Space
from physics.tolerance import TOLERANCE
from physics.vectors import Point

FeatureKind = Literal["block", "wall", "slope", "ladder", "gap", "impassable"]
GROUND = "ground"
SEAM: Final = 1e-7
"""Inches by which a footprint counts as wider for a centre that stands on it or passes over it: a run along the seam
of two roofs is over both, and one that ends exactly on an edge is over the feature (BOARDS, `on`)."""


@dataclass(frozen=True)
class Opening:
    """A door, arch or breach in a wall or block: its middle, its width and the two ends on the edge (inches)."""

    at: Point
    width: float
    ends: tuple[Point, Point]
    passable: bool = True
    access_point: bool = False


@dataclass(frozen=True)
class Feature:
    """One terrain feature: a footprint, solid from `bottom` up to `top` (inches above the ground)."""

    id: str
    kind: FeatureKind
    footprint: Footprint
    bottom: float = 0.0
    height: float = 0.0
    climbable: bool = True
    standable: bool = True
    slope: tuple[Point, Point] | None = None
    line: tuple[Point, ...] = ()
    thickness: float = 0.0
    reach: float = 0.5
    depth: float | None = None
    openings: tuple[Opening, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def top(self) -> float:
        """Inches above the ground of its highest point; an impassable feature has no top."""
        return math.inf if self.kind == "impassable" else self.bottom + self.height

    @property
    def is_solid(self) -> bool:
        """Whether it takes up room: ladders and gaps do not."""
        return self.kind not in ("ladder", "gap")

    def top_at(self, at: Point) -> float:
        """Inches above the ground of its top over a point: a slope rises from `from` to `to`, the others are flat."""
        if self.slope is None:
            return self.top
        (ax, ay), (bx, by) = self.slope
        dx, dy = bx - ax, by - ay
        t = ((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy)
        return self.bottom + self.height * min(1.0, max(0.0, t))

    def is_over(self, at: Point) -> bool:
        """Whether a point lies in its footprint, the edge included (to SEAM)."""
        return any(depth_of_point(at, piece.points)[0] <= piece.radius + SEAM for piece in self.footprint.pieces)


@dataclass(frozen=True)
class Terrain:
    """All features of a table. Shared by every Table of a game, since terrain never changes."""

    features: tuple[Feature, ...] = ()
    _by_id: Mapping[str, Feature] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {f.id: f for f in self.features})

    def feature(self, feature_id: str) -> Feature:
        """The feature of that id; KeyError when there is none."""
        return self._by_id[feature_id]

    def __contains__(self, feature_id: object) -> bool:
        return feature_id in self._by_id

    @cached_property
    def solids(self) -> Space:
        """The solid features' convex pieces; each piece's owner is its Feature."""
        return Space(_pieces(f for f in self.features if f.is_solid))

    @cached_property
    def gaps(self) -> tuple[Feature, ...]:
        """The pits, chasms and canals."""
        return tuple(f for f in self.features if f.kind == "gap")

    @cached_property
    def ladders(self) -> tuple[Feature, ...]:
        """The ladders."""
        return tuple(f for f in self.features if f.kind == "ladder")

    @cached_property
    def is_flat(self) -> bool:
        """Whether nothing on it can be stood on, climbed onto or fallen into at another height than the ground."""
        return not any(
            f.kind == "gap" or (f.is_solid and f.standable and f.kind != "impassable") for f in self.features
        )

    def _tops_at(self, at: Point) -> dict[str, float]:
        """The elevations of the tops over which a point lies, of what can be stood on and reaches the ground."""
        tops: dict[str, float] = {}
        for piece in self.solids.near(Shape((at,)), 0.0):
            feature = piece.owner
            assert isinstance(feature, Feature)
            if feature.id in tops or not feature.standable or feature.kind == "impassable" or feature.bottom > 0.0:
                continue
            if depth_of_point(at, piece.shape.points)[0] <= piece.shape.radius + SEAM:
                tops[feature.id] = feature.top_at(at)
        return tops

    def resting_on(self, feature_id: str) -> list[Feature]:
        """What a feature rests on, down to the ground: the decks under a crate on a crate on a deck."""
        below: list[Feature] = []
        feature = self.feature(feature_id)
        while feature.bottom > TOLERANCE:
            under = next((f for f in self.features if f not in below and _carries(f, feature)), None)
            if under is None:
                break
            below.append(under)
            feature = under
        return below

    @cached_property
    def _rims(self) -> dict[str, tuple[tuple[Point, Point], ...]]:
        rims: dict[str, tuple[tuple[Point, Point], ...]] = {}
        for gap in self.gaps:
            others = [g.footprint.area for g in self.gaps if g is not gap]
            # Grown by the tolerance: edges that meet by an author's sums (6.0 + 1.2 and 7.2) may differ in the last digit.
            beside = shapely.union_all(others).buffer(TOLERANCE, quad_segs=1) if others else None
            rim = gap.footprint.area.boundary.difference(beside) if others else None
            rims[gap.id] = gap.footprint.edges if rim is None else _segments(rim)
        return rims

    def gap_rim(self, gap_id: str) -> tuple[tuple[Point, Point], ...]:
        """The edges of a gap that have ground beyond them: gaps side by side are one."""
        return self._rims[gap_id]

    def surface_at(self, at: Point, on: str | None = None) -> tuple[str, float]:
        """The surface under a point and its elevation in inches: the feature's id, or "ground".

        With `on` it is that feature's (or the ground's); without, the highest standable feature that reaches the
        ground and has the point over its top, else the ground, or the bottom of the gap there (BOARDS: `on`).
        """
        if on is not None and on != GROUND:
            return on, self.feature(on).top_at(at)
        if on is None:
            tops = self._tops_at(at)
            if tops:
                top, owner = max((top, owner) for owner, top in tops.items())
                return owner, top
        for gap in self.gaps:
            if gap.depth is not None and gap.is_over(at):
                return gap.id, -gap.depth
        return GROUND, 0.0


def _pieces(features: Iterable[Feature]) -> list[Piece]:
    return [Piece(feature, shape) for feature in features for shape in feature.footprint.pieces]


def _carries(under: Feature, feature: Feature) -> bool:
    """Whether one feature's top is what another one rests on."""
    is_level = under.is_solid and under.standable and abs(under.top - feature.bottom) <= TOLERANCE
    return is_level and bool(under.footprint.area.intersects(feature.footprint.area))


def _segments(line: shapely.Geometry) -> tuple[tuple[Point, Point], ...]:
    segments: list[tuple[Point, Point]] = []
    for part in shapely.get_parts(line).tolist():
        points = [(float(x), float(y)) for x, y in part.coords]
        segments.extend(pairwise(points))
    return tuple(segments)
