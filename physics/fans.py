"""The reach as fans of rays: from the start all round, and along the tangents of every arc that a way goes along.

A ray ends where the allowance does or at the first obstacle. Neighbours that end on different things are subdivided
until what lies between them is below the error. Inches and radians.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from physics.vectors import Point
from physics.ways_network import Network
from physics.ways_outlines import Floats, Ints
from physics.ways_sight import Legs

_SAG = 0.006
"""Inches that the chord between the tips of two neighbouring rays may miss the true edge by."""
_BESIDE = 1e-6
"""Radians on both sides of a ray that touches something at which the rays beside it are cast."""
_ROUNDS = 2
_PARTS = 9
LIMITED: Final = -10
"""Owners from here down, like -1, stand for the allowance as what ends a ray."""
_BASE_STEP = 0.5
"""Radians of a circle between the bases of rays that are kept."""
_GRID = 1e-6
"""Inches of the grid on which areas are joined when they can't be otherwise."""
_CLOSE = 0.012
"""Inches between tips below which it does not matter that they end on different things."""


@dataclass(frozen=True)
class Fan:
    """An area that rays sweep over, as its outline: from where they start, and back along their tips."""

    outline: Floats


@dataclass(frozen=True)
class _Spread:
    """What each fan turns about: circle (-1: the start), sense (1: anticlockwise), first angle, turn, inches left."""

    circle: Ints
    sense: Floats
    first: Floats
    turn: Floats
    left: Floats


@dataclass(frozen=True)
class _Rays:
    """Rays in order of fan and turn: where each starts and ends, and what it ends on (-1: the allowance)."""

    fan: Ints
    turn: Floats
    base: Floats
    tip: Floats
    owner: Ints


def fans_of(network: Network, allowance: float, looks: Floats | None = None) -> list[Fan]:
    """The fans of everything within the allowance; `looks` are more directions to look in from the start (radians)."""
    spread, node_fan, node_turn = _spreads(network, allowance)
    if looks is not None:
        node_fan = np.concatenate([node_fan, np.zeros(len(looks), np.int64)])
        node_turn = np.concatenate([node_turn, looks + np.pi])
    fan, turn = _first_turns(spread, node_fan, node_turn)
    rays = _cast(network, spread, fan, turn)
    for _ in range(_ROUNDS):
        more_fan, more_turn = _between(rays)
        if len(more_fan) == 0:
            break
        rays = _merged(rays, _cast(network, spread, more_fan, more_turn))
    return _fan_outlines(rays)


def area_of_fans(fans: list[Fan], obstacles: Floats, origin: Point) -> shapely.Geometry:
    """The fans as one area, without the obstacles; `origin` is where the start is on the table."""
    sizes = [len(fan.outline) for fan in fans]
    rings = shapely.linearrings(
        np.concatenate([fan.outline for fan in fans]) + np.asarray(origin),
        indices=np.repeat(np.arange(len(fans)), sizes),
    )
    parts = shapely.polygons(rings)
    wrong = ~shapely.is_valid(parts)
    if wrong.any():
        parts[wrong] = shapely.make_valid(parts[wrong], method="structure", keep_collapsed=False)
    try:
        return _without(shapely.union_all(parts), obstacles, None)
    except shapely.GEOSException:  # lines that all but coincide: on a fine grid they do
        return _without(shapely.union_all(parts, grid_size=_GRID), obstacles, _GRID)


def _without(area: shapely.Geometry, obstacles: Floats, grid: float | None) -> shapely.Geometry:
    shapely.prepare(area)
    met = obstacles[shapely.intersects(area, obstacles)]
    return shapely.difference(area, shapely.union_all(met, grid_size=grid), grid_size=grid)


def _senses(network: Network) -> Floats:
    """1 where the leg that arrives at a node goes on anticlockwise, -1 clockwise, 0 where it has no direction."""
    has = network.partner >= 0
    if len(network.circle) == 1:
        return np.zeros(1)
    along = np.where(has[:, None], network.at - network.at[network.partner], 0.0)
    out = np.where(has[:, None], network.at - network.outlines.centres[network.circle], 0.0)
    radius = network.outlines.radii[network.circle]
    turn = out[:, 0] * along[:, 1] - out[:, 1] * along[:, 0]
    # A circle of no radius has no outward vector: its angle stands for it.
    flat = has & (radius <= 1e-9)
    if flat.any():
        angle = network.angle[flat] + np.arctan2(*network.outlines.wedge_from[network.circle[flat]].T[::-1])
        turn[flat] = np.cos(angle) * along[flat, 1] - np.sin(angle) * along[flat, 0]
    return np.where(np.abs(turn) > 1e-12, np.sign(turn), 0.0)


def _spreads(network: Network, allowance: float) -> tuple[_Spread, Ints, Floats]:
    """The fans, and the nodes at which their rays touch something: the fan of each and the turn to it."""
    seen = np.flatnonzero(network.partner == 0)
    angle = np.arctan2(network.at[seen, 1], network.at[seen, 0])
    whole = _Spread(np.array([-1]), np.array([1.0]), np.array([-np.pi]), np.array([2.0 * np.pi]), np.array([allowance]))
    spreads, fans, turns = [whole], [np.zeros(len(seen), np.int64)], [angle + np.pi]
    senses = _senses(network)
    count = 1
    for sense in (1.0, -1.0):
        spread, fan, turn = _spreads_one_way(network, senses, sense, allowance)
        spreads.append(spread)
        fans.append(fan + count)
        turns.append(turn)
        count += len(spread.circle)
    return _joined(spreads), np.concatenate(fans), np.concatenate(turns)


def _joined(spreads: list[_Spread]) -> _Spread:
    return _Spread(
        np.concatenate([s.circle for s in spreads]),
        np.concatenate([s.sense for s in spreads]),
        np.concatenate([s.first for s in spreads]),
        np.concatenate([s.turn for s in spreads]),
        np.concatenate([s.left for s in spreads]),
    )


def _spreads_one_way(
    network: Network, senses: Floats, sense: float, allowance: float
) -> tuple[_Spread, Ints, Floats]:
    """The fans of ways that go round their circle in one sense."""
    order = network.order if sense > 0.0 else network.order[::-1]
    node = order.clip(min=0)
    is_node = order >= 0
    partner = network.partner[node]
    before = network.before[node]
    is_wrap = is_node & (partner < 0)
    came = np.where(partner >= 0, before == partner, False) & (senses[node] * sense >= 0.0)
    wraps_on = is_wrap & (before > 0) & (network.partner[before.clip(min=0)] < 0)
    wraps_on &= (network.angle[node] < 1.0) == (sense > 0.0)  # past the end of a circle, to its beginning
    arrives = is_node & (came | wraps_on) & (network.distance[node] < allowance)
    starts = np.flatnonzero(arrives)
    ends = np.flatnonzero(~is_node | is_wrap | arrives)
    stop = ends[np.minimum(np.searchsorted(ends, starts, side="right"), len(ends) - 1)]
    keys = network.keys if sense > 0.0 else network.keys[::-1]
    circle = network.circle[order[starts]]
    left = allowance - network.distance[order[starts]]
    radius = network.outlines.radii[circle]
    room = np.abs(keys[stop] - keys[starts])
    turn = np.minimum(room, left / np.maximum(radius, 1e-9))
    base = np.arctan2(*network.outlines.wedge_from[circle].T[::-1])
    spread = _Spread(circle, np.full(len(starts), sense), base + network.angle[order[starts]], turn, left)
    leaves = np.flatnonzero(is_node & (partner > 0) & (senses[node] * sense <= 0.0))
    fan = np.searchsorted(starts, leaves, side="left") - 1
    kept = fan >= 0
    leaves, fan = leaves[kept], fan[kept]
    passed = np.abs(keys[leaves] - keys[starts[fan]])
    kept = passed <= turn[fan]
    return spread, fan[kept], passed[kept]


def _first_turns(spread: _Spread, node_fan: Ints, node_turn: Floats) -> tuple[Ints, Floats]:
    """The rays to begin with: evenly spread, and on both sides of each ray that touches something."""
    step = np.sqrt(8.0 * _SAG / np.maximum(spread.left, 0.05))
    parts = np.ceil(spread.turn / step).astype(np.int64)
    parts = np.maximum(parts, 1)
    fan = np.repeat(np.arange(len(parts)), parts + 1)
    k = np.arange(len(fan)) - np.repeat(np.cumsum(parts + 1) - (parts + 1), parts + 1)
    turn = k * (spread.turn / parts)[fan]
    both = np.concatenate([fan, node_fan, node_fan])
    turns = np.concatenate([turn, node_turn - _BESIDE, node_turn + _BESIDE])
    turns = np.clip(turns, 0.0, spread.turn[both])
    order = np.lexsort((turns, both))
    return both[order], turns[order]


def _cast(network: Network, spread: _Spread, fan: Ints, turn: Floats) -> _Rays:
    """Rays of fans at turns, to the first thing that they meet."""
    outlines = network.outlines
    circle, sense = spread.circle[fan], spread.sense[fan]
    angle = spread.first[fan] + sense * turn
    normal = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    is_start = circle < 0
    radius = np.where(is_start, 0.0, outlines.radii[circle]) if len(outlines.radii) else np.zeros(len(fan))
    middle = np.where(is_start[:, None], 0.0, outlines.centres[circle]) if len(outlines.radii) else np.zeros_like(normal)
    base = middle + normal * radius[:, None]
    aside = np.stack([-normal[:, 1], normal[:, 0]], axis=1) * sense[:, None]
    along = np.where(is_start[:, None], normal, aside)
    length = np.maximum(spread.left[fan] - radius * turn, 0.0)
    room, wall = _room_in_box(network, base, along)
    cut = room < length
    legs = Legs(base, along, np.where(cut, room, length))
    far, owner = network.sight.rays(legs, circle, length)
    owner = np.where((owner < 0) & cut & (far >= legs.length), wall, owner)
    return _Rays(fan, turn, base, base + along * far[:, None], owner)


def _room_in_box(network: Network, base: Floats, along: Floats) -> tuple[Floats, Ints]:
    """How far each ray goes in the box, and which side of it ends it (-2 to -5)."""
    left, bottom, right, top = network.box
    size = np.maximum(np.abs(along), 1e-12)
    room_x = np.where(along[:, 0] > 0.0, right - base[:, 0], base[:, 0] - left) / size[:, 0]
    room_y = np.where(along[:, 1] > 0.0, top - base[:, 1], base[:, 1] - bottom) / size[:, 1]
    wall_x = np.where(along[:, 0] > 0.0, -2, -3)
    wall_y = np.where(along[:, 1] > 0.0, -4, -5)
    return np.maximum(np.minimum(room_x, room_y), 0.0), np.where(room_x < room_y, wall_x, wall_y)


def _between(rays: _Rays) -> tuple[Ints, Floats]:
    """More rays between neighbours of one fan that end on different things, far enough apart to matter."""
    same = (rays.fan[:-1] == rays.fan[1:]) & (rays.owner[:-1] != rays.owner[1:])
    step = rays.tip[1:] - rays.tip[:-1]
    gap = np.hypot(step[:, 0], step[:, 1])
    k = np.flatnonzero(same & (gap > _CLOSE) & (rays.turn[1:] - rays.turn[:-1] > 3.0 * _BESIDE))
    # So many parts that after all rounds what is left between two rays is close enough.
    parts = np.clip(np.ceil((gap[k] / _CLOSE) ** (1.0 / _ROUNDS)), 2, _PARTS).astype(np.int64)
    pair = np.repeat(np.arange(len(k)), parts - 1)
    part = 1 + np.arange(len(pair)) - np.repeat(np.cumsum(parts - 1) - (parts - 1), parts - 1)
    low, high = rays.turn[k][pair], rays.turn[k + 1][pair]
    return rays.fan[k][pair], low + (high - low) * part / parts[pair]


def _merged(one: _Rays, other: _Rays) -> _Rays:
    fan, turn = np.concatenate([one.fan, other.fan]), np.concatenate([one.turn, other.turn])
    order = np.lexsort((turn, fan))
    return _Rays(
        fan[order],
        turn[order],
        np.concatenate([one.base, other.base])[order],
        np.concatenate([one.tip, other.tip])[order],
        np.concatenate([one.owner, other.owner])[order],
    )


def _fan_outlines(rays: _Rays) -> list[Fan]:
    """Each fan's rays as one outline; the start's has tips only.

    Of tips in a row on one obstacle the first and the last are enough: the chord between them lies inside of it,
    since it is convex. So do chords between the bases, inside the circle that the rays are tangent to.
    """
    same_fan = rays.fan[:-1] == rays.fan[1:]
    begins_fan, ends_fan = np.concatenate([[True], ~same_fan]), np.concatenate([~same_fan, [True]])
    as_before = np.concatenate([[False], same_fan & (rays.owner[:-1] == rays.owner[1:])])
    as_after = np.concatenate([as_before[1:], [False]])
    needs_tip = ~(as_before & as_after) | (rays.owner == -1) | (rays.owner <= LIMITED)
    steps = np.floor(rays.turn / _BASE_STEP)
    needs_base = begins_fan | ends_fan | np.concatenate([[True], steps[1:] != steps[:-1]])
    cuts = np.flatnonzero(begins_fan).tolist()
    fans = []
    for number, (begin, end) in enumerate(zip(cuts, [*cuts[1:], len(rays.fan)], strict=True)):
        tips = rays.tip[begin:end][needs_tip[begin:end]]
        if number == 0:
            fans.append(Fan(tips))
        elif rays.turn[end - 1] > 1e-9:
            fans.append(Fan(np.concatenate([rays.base[begin:end][needs_base[begin:end]], tips[::-1]])))
    return fans
