"""The shortest ways of a point that also climbs, over prisms and down again. Inches.

The graph is that of flat ground, laid over several floors: each surface on which something must be gone round has
its own circles. Every leg between them is walked over the relief, which says what it costs and where it ends.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import shapely

from physics.fan_rays import Rays, rays_of
from physics.fans import Fan, area_of_fans, fans_of, swept_between
from physics.relief import Profiles, Relief
from physics.relief_sight import FREE, PASSED, ReliefSight
from physics.shapes import Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from physics.ways_bends import bends_of, waypoints_round
from physics.ways_floors import Floor, stacked
from physics.ways_kinks import with_kinks
from physics.ways_network import LIMITED, TURN, Network, angles_on, build_network
from physics.ways_outlines import Floats, Ints, Outlines
from physics.ways_sight import Legs, legs_between
from physics.ways_tangents import Touches, is_in_box, tangents_from

_AT_FOOT: Final = 2e-5
"""Inches by which a leg may miss the foot of what it drops off, where its move is over."""
_BEYOND: Final = 1.0
"""Inches that is looked past the allowance for where a drop would land."""
_SPREAD: Final = 2.5
"""How many times as far apart as where they leave the edge two rays beside each other come down on one line."""
Corner = tuple[Point, int]
"""A corner of a way, and the number of what it is on top of (-1: the ground)."""


@dataclass(frozen=True)
class _Last:
    """The end of a way: its cost, the node and the circle and angle where its last leg begins, and a kink after that."""

    cost: float
    node: int
    circle: int
    angle: float
    kink: tuple[Corner, ...] = ()


class WaysOver:
    """Everything that a point can reach from `start`, on an elevation, by ways over a relief that cost at most so much.

    The first of the floors is the ground. `hard` is what stops a leg on whatever surface it is.
    """

    def __init__(
        self, start: Point, level: float, allowance: float, relief: Relief, floors: Sequence[Floor],
        box: tuple[float, float, float, float], hard: Outlines,
    ) -> None:  # fmt: skip
        self.start, self.allowance, self.relief = start, allowance, relief
        x, y = start
        self._origin = np.array(start)
        self._box = (box[0] - x, box[1] - y, box[2] - x, box[3] - y)
        outlines = stacked([f.outlines for f in floors])
        levels = np.array([f.level for f in floors])
        owners = np.array([f.owner for f in floors], dtype=np.int64)
        sight = ReliefSight(relief, self._origin, level, levels, owners, outlines.floor, floors[0].outlines, hard)
        self._outlines, self._tangents = with_kinks(outlines, self._box, allowance, sight)
        self._sight = replace(sight, floor_of=self._outlines.floor)

    @cached_property
    def _network(self) -> Network:
        return build_network(self._outlines, self._box, self.allowance, self._sight, self._tangents)

    @cached_property
    def _fans(self) -> list[Fan]:
        return fans_of(self._rays)

    @cached_property
    def _rays(self) -> Rays:
        return rays_of(self._network, self.allowance, self._corners, bool((self.relief.bottoms > 0.0).any()))

    @cached_property
    def _bordered_rays(self) -> Rays:
        """The rays, with more of them at the borders of what they pass over."""
        if (self.relief.bottoms > 0.0).any():
            return self._rays
        return rays_of(self._network, self.allowance, self._corners, True)

    @property
    def _corners(self) -> Floats:
        """The corners and circles of what is walked over and kept out of: rows of x, y and radius, from the start."""
        relief = self.relief
        shapes = [p.core for p in relief.prisms if p.can_stand or p.can_climb]
        for barrier in relief.barriers:
            shape = barrier.shape
            shapes.append(shape if isinstance(shape, Shape) else Shape((shape.centre,), shape.radius))
        corners = np.array([(*p, shape.radius) for shape in shapes for p in shape.points]).reshape(-1, 3)
        corners[:, :2] -= self._origin
        near: Floats = corners[np.hypot(corners[:, 0], corners[:, 1]) - corners[:, 2] <= self.allowance]
        return near

    def fans(self) -> list[list[Point]]:
        """The reach as outlines that overlap each other, to be drawn under the obstacles."""
        x, y = self.start
        return [[(float(a) + x, float(b) + y) for a, b in fan.outline] for fan in self._fans]

    @cached_property
    def area(self) -> shapely.Geometry:
        """Where ways lead, on whatever surface, with a little of the obstacles beside them."""
        return area_of_fans(self._fans, np.zeros(0, dtype=object), self.start)

    def area_over(self, owner: int, is_on: bool) -> shapely.Geometry:
        """The part of the area over a thing where a move may end: on its top, or else under it."""
        rays, wanted = self._bordered_rays, None
        if is_on and self.relief.bottoms[self.relief.owners == owner].max() > 0.0:
            network = replace(self._network, sight=replace(self._sight, wanted=owner))
            rays = rays_of(network, self.allowance, self._corners, True)
            wanted = np.full(len(rays.fan), owner)
        legs = legs_between(rays.base, rays.tip)
        level, _ = self._sight.surfaces(rays.base, rays.circle)
        on_table = Legs(legs.start + self._origin, legs.along, legs.length)
        walked = self.relief.walk(on_table, level, wanted=wanted)
        leg, begin, end = walked.over_top(self.relief.owners == owner, self.relief, on_table, is_on, rays.left)
        return swept_between(rays, legs, leg, begin, end, self.start)

    def landings(self) -> shapely.Geometry:
        """The lines on which it comes down from drops after which no move goes on."""
        rays = self._rays
        some = np.flatnonzero((rays.owner <= LIMITED) & (rays.spare >= 0.0))
        legs = legs_between(rays.base[some], rays.tip[some])
        legs = Legs(legs.start, legs.along, legs.length + rays.spare[some] + _BEYOND)
        level, _ = self._sight.surfaces(legs.start, rays.circle[some])
        walked = self.relief.walk(Legs(legs.start + self._origin, legs.along, legs.length), level)
        lands = walked.clears < legs.length - 1e-3
        lands &= np.isfinite(walked.lands)
        spare = np.where(lands, rays.left[some] - walked.land_extras - walked.clears, -1.0)
        at = (legs.start + self._origin) + legs.along * np.where(lands, walked.clears, 0.0)[:, None]
        one, other = at[:-1], at[1:]
        apart = np.hypot(*(rays.tip[some[1:]] - rays.tip[some[:-1]]).T)
        kept = (rays.fan[some[:-1]] == rays.fan[some[1:]]) & (np.diff(some) == 1) & lands[:-1] & lands[1:]
        kept &= (spare[:-1] > 0.0) | (spare[1:] > 0.0)
        kept &= np.hypot(*(other - one).T) < _SPREAD * apart + 0.02
        one, other, here, there = one[kept], other[kept], spare[:-1][kept], spare[1:][kept]
        # Where the allowance ends between two rays, the line does too.
        share = np.divide(here, here - there, out=np.zeros_like(here), where=here * there < 0.0)[:, None]
        middle = one + (other - one) * share
        one, other = np.where(here[:, None] < 0.0, middle, one), np.where(there[:, None] < 0.0, middle, other)
        return shapely.line_merge(shapely.union_all(shapely.linestrings(np.stack([one, other], axis=1))))

    def routes_to(self, point: Point, on: int = -1, most: int = 6) -> Iterator[tuple[float, list[Corner]]]:
        """Ways to a point, each with its cost, the cheapest first: the corners after the start, the point the last.

        Each with the number of what it is on top of (-1: the ground); `on` is that of the point.
        """
        goal = np.array([point[0] - self.start[0], point[1] - self.start[1]])
        if not is_in_box(goal[None, :], self._box)[0]:
            return
        for last in sorted(self._lasts_to(goal, on), key=lambda last: last.cost)[:most]:
            yield last.cost, [*self._corners_of(last), *last.kink, (point, on)]

    def _corners_of(self, last: _Last) -> Iterator[Corner]:
        bends = bends_of(self._network, last.node, last.circle, last.angle) if last.circle >= 0 else []
        spare = max(1e-9, min(5e-4, self.allowance + TOLERANCE / 2.0 - last.cost)) / max(1, len(bends))
        for bend in bends:
            at = np.array(waypoints_round([bend], self._outlines, spare, False))
            _, whose = self._sight.surfaces(at, np.full(len(at), bend.circle))
            yield from (((x, y), owner) for (x, y), owner in zip((at + self._origin).tolist(), whose.tolist(), strict=True))

    def _lasts_to(self, goal: Floats, on: int) -> Iterator[_Last]:
        """The last legs to a goal on top of something, or on whatever surface they end."""
        touches = tangents_from(goal, self._outlines)
        room = self._sight.room_at(touches.at, touches.circle)
        yield from self._lasts(goal, touches.only(room == FREE), None, on)
        for spot, level, whose, cost in self._last_kinks(goal, touches.only(room == PASSED), on):
            touches = tangents_from(spot, self._outlines)
            touches = touches.only(self._sight.can_bend(touches.at, touches.circle))
            x, y = (spot + self._origin).tolist()
            for last in self._lasts(spot, touches, level, whose):
                if last.cost + cost <= self.allowance + TOLERANCE:
                    yield replace(last, cost=last.cost + cost, kink=(((x, y), whose),))

    def _last_kinks(self, goal: Floats, touches: Touches, on: int) -> Iterator[tuple[Floats, float, int, float]]:
        """The kinks from which a leg leads past a strip to a goal: where, elevation, what it is, the cost of that leg."""
        if len(touches.circle) == 0:
            return
        sight = self._sight
        along = legs_between(np.broadcast_to(goal, touches.at.shape), touches.at).along
        spots, floor = sight.beyond(touches.at, along, touches.circle, self.allowance)
        some = np.flatnonzero((floor >= 0) & is_in_box(spots, self._box))
        spots = spots[some]
        level, whose = self.relief.highest(spots + self._origin)
        cost = self._leg_costs(legs_between(spots, np.broadcast_to(goal, spots.shape)), level, None, on)
        near = np.hypot(spots[:, 0], spots[:, 1]) + cost <= self.allowance + TOLERANCE
        for k in np.flatnonzero(near).tolist():
            yield spots[k], float(level[k]), int(whose[k]), float(cost[k])

    def _lasts(self, goal: Floats, touches: Touches, level: float | None, on: int) -> Iterator[_Last]:
        """The last legs to a goal, straight from the start and from what they touch; on an elevation if one is given."""
        limit = self.allowance + TOLERANCE
        straight = legs_between(np.zeros((1, 2)), goal[None, :])
        cost = float(self._leg_costs(straight, np.array([self._sight.level]), level, on)[0])
        if cost <= limit:
            yield _Last(cost, 0, -1, 0.0)
        network = self._network
        if len(touches.circle) == 0 or len(network.order) == 0:
            return
        angle = angles_on(self._outlines, touches.circle, touches.normal)
        spot = np.searchsorted(network.keys, touches.circle * TURN + angle)
        last = len(network.order) - 1
        nodes = np.stack([network.order[np.maximum(spot - 1, 0)], network.order[np.minimum(spot, last)]])
        on_circle = (nodes >= 0) & (network.circle[nodes] == touches.circle)
        arc = np.abs(network.angle[nodes] - angle) * self._outlines.radii[touches.circle]
        costs = np.where(on_circle, network.distance[nodes] + arc, np.inf)
        which, best = costs.argmin(axis=0), costs.min(axis=0)
        some = np.flatnonzero(best + touches.length <= limit)
        legs = legs_between(touches.at[some], np.broadcast_to(goal, (len(some), 2)))
        from_level, _ = self._sight.surfaces(touches.at[some], touches.circle[some])
        whole = best[some] + self._leg_costs(legs, from_level, level, on)
        for c, k in zip(whole.tolist(), some.tolist(), strict=True):
            if c <= limit:
                yield _Last(c, int(nodes[which[k], k]), int(touches.circle[k]), float(angle[k]))

    def _leg_costs(self, legs: Legs, begin: Floats, level: float | None, on: int) -> Floats:
        """The cost of last legs from elevations: on whatever surface they end, or only on one elevation."""
        on_table = Legs(legs.start + self._origin, legs.along, legs.length)
        walked = self.relief.walk(on_table, begin, wanted=np.full(len(legs.length), on))
        free = walked.stopped >= legs.length - 1e-9
        landed = self._landed(on_table, walked)
        extra = walked.extra().copy()
        extra[landed] = np.where(free[landed], np.minimum(extra, walked.land_extras)[landed], walked.land_extras[landed])
        free[landed] = True
        if level is not None:
            free &= np.abs(walked.end_level - level) < 1e-3
        return np.where(free, legs.length + extra, np.inf)

    def _landed(self, legs: Legs, walked: Profiles) -> Ints:
        """The legs at whose end a drop ends the move: just where the base is clear."""
        is_there = (legs.length > walked.lands - _AT_FOOT) & (legs.length < walked.clears + _AT_FOOT)
        some = np.flatnonzero(is_there)
        none = np.full(len(some), -1)
        beside, _ = self.relief.inside_of(legs.end[some], walked.end_level[some], none)
        return np.delete(some, np.unique(beside))
