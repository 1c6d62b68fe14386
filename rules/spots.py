"""Free spots for a model of a led unit: the best one by distance to a point, decided at the corners of the free region.

The free region of a base's middle is bounded by circles (round other bases, corners of terrain, the leader's reach)
and lines (edges of terrain and table, and the lines from a linked model past what hides it). The spot of it nearest
to (or furthest from) a point is a corner where two of them meet, or the point of one curve nearest to (or furthest
from) that point. All of those are tried, the best first. Inches.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import shapely

from physics.contact import depth_of_point
from physics.curves import circles_meet, lines_meet, lines_meet_circles
from physics.shapes import Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.clearing import Obstacle
from rules.links import Linking
from rules.positioning import edge_finding, end_findings
from rules.table import Model, Place, Table

Floats = npt.NDArray[np.float64]


class Spots:
    """The curves round the places where one model may be set, and the spots at which they meet."""

    def __init__(
        self, linking: Linking, model: Model, linked: Sequence[Model], reach: float, shuns: float = 0.0
    ) -> None:
        self.linking, self.model, self.linked, self.shuns = linking, model, tuple(linked), shuns
        self.table, self.reach = linking.table, reach
        self._circles: list[tuple[float, float, float]] = []
        self._lines: list[tuple[Point, Point]] = []

    def best(self, towards: Point, furthest: bool, accepts: Callable[[Model], bool]) -> Model | None:
        """The model set at the acceptable spot nearest to a point (or furthest from it), or None."""
        spots = self._spots(towards)
        away = np.hypot(spots[:, 0] - towards[0], spots[:, 1] - towards[1])
        seen: set[tuple[int, int]] = set()
        for k in np.argsort(-away if furthest else away, kind="stable"):
            at = (float(spots[k, 0]), float(spots[k, 1]))
            key = (round(at[0] * 1e7), round(at[1] * 1e7))
            if key in seen:
                continue
            seen.add(key)
            model = self.at(at)
            if accepts(model):
                return model
        return None

    def quick(self, towards: Point, accepts: Callable[[Model], bool]) -> Model | None:
        """An acceptable spot near a point, if one is found on a coarse wheel round the leader; None proves nothing."""
        lx, ly = self.linking.leader.standing.at
        rings = np.linspace(self.reach, 0.3 * self.reach, 6)
        turns = np.linspace(0.0, 2.0 * np.pi, 32, endpoint=False)
        wheel = np.stack(
            [lx + np.outer(rings, np.cos(turns)).ravel(), ly + np.outer(rings, np.sin(turns)).ravel()], axis=1
        )
        spots = self._possible(np.concatenate([[towards], wheel]))
        for x, y in spots[np.argsort(np.hypot(spots[:, 0] - towards[0], spots[:, 1] - towards[1]), kind="stable")]:
            model = self.at((float(x), float(y)))
            if accepts(model):
                return model
        return None

    def at(self, at: Point) -> Model:
        """The model set at a point, on the surface there."""
        on, elevation = self.table.terrain.surface_at(at)
        facing = self.model.place.facing if self.model.place else math.pi / 2.0
        return self.model.placed(Place(at, on, elevation, facing))

    def is_free(self, model: Model) -> bool:
        """Whether a model set somewhere fits there, on the table, clear of enemies it may not be engaged with."""
        at = model.standing.at
        if edge_finding(self.table, model, at, 0.0) or end_findings(self.table, model, 0.0):
            return False
        return not self.shuns or not is_near_enemy(self.table, model, self.shuns)

    def _collect(self) -> None:
        r = self.model.base.radius
        width, depth = self.table.size
        lx, ly = self.linking.leader.standing.at
        self._circles.append((lx, ly, self.reach))
        near = self.reach + r + 0.1
        self._lines += [((r, 0.0), (r, depth)), ((width - r, 0.0), (width - r, depth))]
        self._lines += [((0.0, r), (width, r)), ((0.0, depth - r), (width, depth - r))]
        for other in self.table.standing:
            x, y = other.standing.at
            if other.id != self.model.id and math.hypot(x - lx, y - ly) <= near + other.base.radius + self.shuns:
                self._circles.append((x, y, other.base.radius + r))
                if self.shuns and self.table.are_enemies(self.model, other):
                    self._circles.append((x, y, other.base.radius + r + self.shuns + 2.0 * TOLERANCE))
        blocks = [o for o in self.linking.obstacles if self._is_near(o, near)]
        for obstacle in blocks:
            self._around(obstacle, r)
        for gap in self.linking.gaps:
            ends = gap.band.points
            self._lines += list(zip(ends, ends[1:] + ends[:1], strict=True))
            for linked in self.linked:
                self._lines += [(linked.standing.at, e) for e in ends if math.dist(linked.standing.at, e) > 1e-9]

    def _is_near(self, obstacle: Obstacle, near: float) -> bool:
        lx, ly = self.linking.leader.standing.at
        return any(depth_of_point((lx, ly), p.points)[0] - p.radius <= near for p in obstacle.pieces)

    def _around(self, obstacle: Obstacle, r: float) -> None:
        for piece in obstacle.pieces:
            if piece.is_disc:
                self._circles.append((*piece.points[0], piece.radius + r))
                self._lines += [t for m in self.linked for t in _tangents(m.standing.at, piece)]
                continue
            for a, b in zip(piece.points, piece.points[1:] + piece.points[:1], strict=True):
                size = math.dist(a, b)
                nx, ny = (b[1] - a[1]) / size * r, (a[0] - b[0]) / size * r
                self._lines += [((a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)), (a, b)]
                self._circles.append((*a, r))
                self._lines += [(m.standing.at, a) for m in self.linked if math.dist(m.standing.at, a) > 1e-9]

    def _spots(self, towards: Point) -> Floats:
        if not self._circles:
            self._collect()
        circles = np.array(sorted(set(self._circles)))
        lines = np.array([(ax, ay, bx, by) for (ax, ay), (bx, by) in dict.fromkeys(self._lines)])
        found = [
            np.array([towards]),
            _on_curves(circles, lines, towards),
            circles_meet(circles),
            lines_meet(lines),
            lines_meet_circles(lines, circles),
        ]
        return np.concatenate([self._possible(f) for f in found if len(f)])

    def _possible(self, spots: Floats) -> Floats:
        """Those within reach, on the table and clear of all bases, cheaply; the rest is judged one by one."""
        r = self.model.base.radius
        lx, ly = self.linking.leader.standing.at
        width, depth = self.table.size
        spots = spots[np.hypot(spots[:, 0] - lx, spots[:, 1] - ly) <= self.reach + TOLERANCE]
        ok = (spots[:, 0] >= r - TOLERANCE) & (spots[:, 1] >= r - TOLERANCE)
        ok &= (spots[:, 0] <= width - r + TOLERANCE) & (spots[:, 1] <= depth - r + TOLERANCE)
        for other in self.table.standing:
            if other.id != self.model.id and other.base.is_disc and self.model.base.is_disc:
                x, y = other.standing.at
                if other.elevation == 0.0:
                    ok &= np.hypot(spots[:, 0] - x, spots[:, 1] - y) >= other.base.radius + r - TOLERANCE
        return self._clear_of_terrain(spots[ok])

    def _clear_of_terrain(self, spots: Floats) -> Floats:
        """Those at which no terrain is partly under the base; on top of what can be stood on is judged one by one."""
        if not len(spots) or not self.model.base.is_disc:
            return spots
        points = shapely.points(spots)
        ok = np.ones(len(spots), dtype=np.bool_)
        for feature in {o.feature.id: o.feature for o in self.linking.obstacles if o.feature is not None}.values():
            left, bottom, right, top = feature.footprint.box
            r = self.model.base.radius
            near = (spots[:, 0] > left - r) & (spots[:, 0] < right + r) & (spots[:, 1] > bottom - r) & (spots[:, 1] < top + r)
            if near.any():
                apart = shapely.distance(points[near], feature.footprint.area)
                fine = apart >= r - 2.0 * TOLERANCE
                ok[near] &= (fine | (apart <= 0.0)) if feature.standable else fine
        return spots[ok]


def is_near_enemy(table: Table, model: Model, limit: float) -> bool:
    """Whether an enemy's base is within some inches of a model's."""
    from physics.contact import clearance

    return any(
        isinstance(p.owner, Model)
        and table.are_enemies(model, p.owner)
        and clearance(model.footprint, p.shape) <= limit + TOLERANCE
        for p in table.bases.near(model.footprint, limit)
    )


def _tangents(at: Point, disc: Shape) -> list[tuple[Point, Point]]:
    """The two lines from a point that touch a disc."""
    (cx, cy), r = disc.points[0], disc.radius
    d = math.hypot(cx - at[0], cy - at[1])
    if d <= r:
        return []
    base, turn = math.atan2(cy - at[1], cx - at[0]), math.asin(r / d)
    return [(at, (at[0] + math.cos(base + s * turn), at[1] + math.sin(base + s * turn))) for s in (1.0, -1.0)]


def _on_curves(circles: Floats, lines: Floats, towards: Point) -> Floats:
    """On each circle the nearest and the furthest point from a point, on each line the nearest."""
    tx, ty = towards
    d = circles[:, :2] - (tx, ty)
    size = np.hypot(d[:, 0], d[:, 1])
    u = np.where(size[:, None] > 1e-12, d / np.maximum(size, 1e-12)[:, None], (1.0, 0.0))
    near, far = circles[:, :2] - u * circles[:, 2:], circles[:, :2] + u * circles[:, 2:]
    e = lines[:, 2:] - lines[:, :2]
    t = ((tx - lines[:, 0]) * e[:, 0] + (ty - lines[:, 1]) * e[:, 1]) / (e * e).sum(axis=1)
    return np.concatenate([near, far, lines[:, :2] + e * t[:, None]])
