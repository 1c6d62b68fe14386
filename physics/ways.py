"""The shortest ways of a point from a start, within an allowance, round discs and polygons, exactly. Inches.

Ways are taut: straight legs that touch circles, and arcs along these. `Ways` searches once everything within the
allowance; asking for a distance or a route is then one question of sight from the goal.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
import shapely

from physics.fan_rays import rays_of
from physics.fans import Fan, area_of_fans, fans_of
from physics.tolerance import TOLERANCE
from physics.vectors import Point, path_length
from physics.ways_areas import areas_of_obstacles
from physics.ways_bends import bends_of, waypoints_round
from physics.ways_network import TURN, FlatSight, Network, angles_on, build_network
from physics.ways_outlines import (
    Bools,
    Corners,
    Floats,
    corners_of,
    distance_to_segments,
    outlines_near,
    with_sectors,
    without_hidden,
)
from physics.ways_sight import is_clear, legs_between
from physics.ways_tangents import is_in_box, tangents_from

ROUTE_ERROR: Final = 5e-4
"""Inches by which a route of straight legs may be longer than the true way along its arcs."""
_FIRST = 8
"""Last legs that are looked at before all the others: nearly always one of the best few is free."""


@dataclass(frozen=True)
class _Last:
    """The end of the shortest way to a point: from a node (0: the start) along its circle to the last leg's touch."""

    cost: float
    node: int
    circle: int = -1
    angle: float = 0.0


class Ways:
    """Everything that a point can reach from `start` by ways of at most `allowance` inches.

    `discs` are rows of x, y and the radius to be kept outside of; `polygons` convex outlines, anticlockwise, to be
    kept `radius` inches away from (one for all, or one for each; or their Corners, made once). The point stays in
    `box` (left, bottom, right, top). Discs numbered in `ignored` can be left, but not entered, and polygons (numbered
    after the discs) stop nothing: what the start lies inside of is to be given there. `sectors` are rows of x, y,
    radius and the two directions between which a disc is to be kept out of (less than a half turn, radians); they are
    numbered last. Touching is allowed.
    """

    def __init__(
        self,
        start: Point,
        allowance: float,
        discs: Sequence[Any] | Floats,
        polygons: Sequence[Any] | Corners,
        radius: float | Sequence[float] | Floats,
        box: tuple[float, float, float, float],
        ignored: Collection[int] = (),
        sectors: Sequence[Any] | Floats = (),
    ) -> None:
        self.start = start
        self.allowance = allowance
        rows = np.asarray(discs, dtype=np.float64).reshape(-1, 3)
        corners = polygons if isinstance(polygons, Corners) else corners_of(polygons, radius)
        pies = np.asarray(sectors, dtype=np.float64).reshape(-1, 5)
        if len(pies):
            pies = _let_go_of_sectors(start, pies)
            corners = with_sectors(corners, pies)
        rows, corners = _let_go(start, rows, corners)
        x, y = start
        self._box = (box[0] - x, box[1] - y, box[2] - x, box[3] - y)
        counted = _counted(len(rows), corners, ignored)
        self._outlines = without_hidden(outlines_near(start, allowance, rows, corners, pies, counted))
        self._discs, self._corners, self._sectors = rows, corners, pies

    @cached_property
    def _network(self) -> Network:
        return build_network(self._outlines, self._box, self.allowance, FlatSight(self._outlines))

    def distance_to(self, point: Point) -> float | None:
        """Inches of the shortest way to a point, or None where there is none within the allowance."""
        last = self._last(self._seen_from_start(point))
        return None if last is None else last.cost

    def route_to(self, point: Point) -> list[Point] | None:
        """The waypoints after the start of a shortest way of straight legs, `point` the last, or None.

        It is longer than the true one by at most 0.001 in (half of that, mostly), never more than the allowance.
        """
        goal = self._seen_from_start(point)
        last = self._last(goal)
        if last is None:
            return None
        bends = bends_of(self._network, last.node, last.circle, last.angle) if last.circle >= 0 else []
        spare = self.allowance + TOLERANCE / 2.0 - last.cost
        for error in (ROUTE_ERROR, ROUTE_ERROR / 20.0, ROUTE_ERROR / 1000.0):
            found = waypoints_round(bends, self._outlines, min(error, max(spare, 1e-9)), error < ROUTE_ERROR)
            corners = np.array([(0.0, 0.0), *found, (float(goal[0]), float(goal[1]))])
            if bool(is_clear(legs_between(corners[:-1], corners[1:]), self._outlines).all()):
                break
        else:
            return None
        x, y = self.start
        route = [(float(a) + x, float(b) + y) for a, b in corners[1:-1]] + [point]
        return route if path_length([self.start, *route]) <= self.allowance + TOLERANCE else None

    @cached_property
    def _fans(self) -> list[Fan]:
        return fans_of(rays_of(self._network, self.allowance))

    def fans(self) -> list[list[Point]]:
        """The reach as outlines that overlap each other, to be drawn under the obstacles."""
        x, y = self.start
        return [[(float(a) + x, float(b) + y) for a, b in fan.outline] for fan in self._fans]

    def region(self) -> shapely.Geometry:
        """Everything within the allowance, off by at most 0.02 in."""
        return self._region

    @cached_property
    def _region(self) -> shapely.Geometry:
        return area_of_fans(self._fans, self._obstacles, self.start)

    @property
    def _obstacles(self) -> Floats:
        """The obstacles near enough to matter as areas."""
        solid = self._outlines.owners[~self._outlines.is_left]
        owners = np.unique(np.concatenate([solid, self._outlines.edge_owners]))
        return areas_of_obstacles(self._discs, self._corners, self._sectors, owners)

    def _seen_from_start(self, point: Point) -> Floats:
        return np.array([point[0] - self.start[0], point[1] - self.start[1]])

    def _last(self, goal: Floats) -> _Last | None:
        straight = float(np.hypot(goal[0], goal[1]))
        limit = self.allowance + TOLERANCE
        ends = goal[None, :]
        if straight > limit or not is_in_box(ends, self._box)[0]:
            return None
        if is_clear(legs_between(np.zeros((1, 2)), ends), self._outlines)[0]:
            return _Last(straight, 0)
        touches = tangents_from(goal, self._outlines)
        if len(touches.circle) == 0:
            return None
        network = self._network
        angle = angles_on(self._outlines, touches.circle, touches.normal)
        keys = touches.circle * TURN + angle
        spot = np.searchsorted(network.keys, keys)
        nodes = np.stack([network.order[np.maximum(spot - 1, 0)], network.order[np.minimum(spot, len(network.order) - 1)]])
        on_circle = (nodes >= 0) & (network.circle[nodes] == touches.circle)
        arc = np.abs(network.angle[nodes] - angle) * self._outlines.radii[touches.circle]
        costs = np.where(on_circle, network.distance[nodes] + arc + touches.length, np.inf)
        which = costs.argmin(axis=0)
        best = costs.min(axis=0)
        order = np.argsort(best)
        order = order[: int(np.searchsorted(best[order], limit, side="right"))]
        for some in (order[:_FIRST], order[_FIRST:]):
            end = np.broadcast_to(goal, (len(some), 2))
            free = some[is_clear(legs_between(touches.at[some], end), self._outlines)]
            if len(free):
                k = int(free[0])
                return _Last(float(best[k]), int(nodes[which[k], k]), int(touches.circle[k]), float(angle[k]))
        return None


def _counted(discs: int, corners: Corners, ignored: Collection[int]) -> Bools | None:
    if not ignored:
        return None
    count = discs + (int(corners.owners.max()) + 1 if len(corners.owners) else 0)
    counted = np.ones(count, dtype=bool)
    counted[list(ignored)] = False
    return counted


def _let_go(start: Point, discs: Floats, corners: Corners) -> tuple[Floats, Corners]:
    """Obstacles that the start is inside of by no more than rounding are made smaller by it, so that it touches."""
    away = np.hypot(discs[:, 0] - start[0], discs[:, 1] - start[1])
    inside = (away < discs[:, 2]) & (away > discs[:, 2] - 2.0 * TOLERANCE)
    if inside.any():
        discs = discs.copy()
        discs[inside, 2] = away[inside]
    depth = corners.radii - distance_to_segments(corners.at - np.asarray(start), corners.after - np.asarray(start))
    held = (depth > 0.0) & (depth < 2.0 * TOLERANCE)
    if held.any():
        radii = corners.radii.copy()
        for k in np.flatnonzero(held):
            own = corners.owners == corners.owners[k]
            radii[own] = np.minimum(radii[own], corners.radii[k] - depth[k])
        corners = replace(corners, radii=np.maximum(radii, 0.0))
    return discs, corners


def _let_go_of_sectors(start: Point, sectors: Floats) -> Floats:
    """Sectors whose arc the start is inside of by no more than rounding are made smaller by it."""
    away = np.hypot(sectors[:, 0] - start[0], sectors[:, 1] - start[1])
    inside = (away < sectors[:, 2]) & (away > sectors[:, 2] - 2.0 * TOLERANCE)
    if inside.any():
        sectors = sectors.copy()
        sectors[inside, 2] = away[inside]
    return sectors
