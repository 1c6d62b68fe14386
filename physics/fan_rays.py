"""The rays of the reach: from the start all round, and along the tangents of every arc that a way goes along.

A ray ends where the allowance does or at the first obstacle. Where neighbours end on different things, rays are added:
at the direction in which the allowance just comes to the obstacle, past every corner and circle between them, and in
even parts where that explains nothing. Inches and radians.
"""

from dataclasses import dataclass

import numpy as np

from physics.ways_network import LIMITED, Network
from physics.ways_outlines import Bools, Floats, Ints
from physics.ways_sight import Legs

_SAG = 0.008
"""Inches that the chord between the tips of two neighbouring rays may miss the true edge by."""
_BESIDE = 1e-6
"""Radians on both sides of a ray that touches something at which the rays beside it are cast."""
_ROUNDS = 2
_PARTS = 9
_BEYOND = 1.0
"""Inches that rays look on past the allowance: whether an obstacle lies just behind its end."""
_CLOSE = 0.012
"""Inches between tips below which it does not matter that they end on different things."""


@dataclass(frozen=True)
class _Spread:
    """What each fan turns about: circle (-1: the start), sense (1: anticlockwise), first angle, turn, inches left, radius."""

    circle: Ints
    sense: Floats
    first: Floats
    turn: Floats
    left: Floats
    radius: Floats


@dataclass(frozen=True)
class Rays:
    """Rays in order of fan and turn, the circle that each touches (-1: the start), where it starts and where it ends.


    `left` is what was left of the allowance where it starts. `spare` is how much further that goes than the nearest
    obstacle `wall` on the ray (below nought: it ends before that). `owner` is what it ends on (-1: the allowance).
    """

    fan: Ints
    circle: Ints
    turn: Floats
    base: Floats
    tip: Floats
    owner: Ints
    spare: Floats
    wall: Ints
    left: Floats


def rays_of(network: Network, allowance: float, corners: Floats | None = None, all_borders: bool = False) -> Rays:
    """The rays over all within the allowance; `corners` are rows of x, y, radius of what they may pass over.

    With `all_borders` also what they pass over is bounded by rays, not only where they end.
    """
    spread, node_fan, node_turn = _spreads(network, allowance)
    fan, turn = _first_turns(spread, node_fan, node_turn)
    rays = _cast(network, spread, fan, turn)
    for k in range(_ROUNDS):
        more_fan, more_turn = _between(network, spread, rays, None if k else corners, k == 0, all_borders)
        if len(more_fan) == 0:
            break
        rays = _merged(rays, _cast(network, spread, more_fan, more_turn))
    return rays


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
    seen = (network.partner == 0).nonzero()[0]
    angle = np.arctan2(network.at[seen, 1], network.at[seen, 0])
    one = np.ones(1)
    whole = _Spread(np.array([-1]), one, -np.pi * one, 2.0 * np.pi * one, allowance * one, 0.0 * one)
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
        np.concatenate([s.radius for s in spreads]),
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
    starts = arrives.nonzero()[0]
    ends = (~is_node | is_wrap | arrives).nonzero()[0]
    stop = ends[np.minimum(np.searchsorted(ends, starts, side="right"), len(ends) - 1)]
    keys = network.keys if sense > 0.0 else network.keys[::-1]
    circle = network.circle[order[starts]]
    left = allowance - network.distance[order[starts]]
    radius = network.outlines.radii[circle]
    room = np.abs(keys[stop] - keys[starts])
    turn = np.minimum(room, left / np.maximum(radius, 1e-9))
    base = np.arctan2(*network.outlines.wedge_from[circle].T[::-1])
    spread = _Spread(circle, np.full(len(starts), sense), base + network.angle[order[starts]], turn, left, radius)
    leaves = (is_node & (partner > 0) & (senses[node] * sense <= 0.0)).nonzero()[0]
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


def _cast(network: Network, spread: _Spread, fan: Ints, turn: Floats) -> Rays:
    """Rays of fans at turns, to the first thing that they meet."""
    circle, sense = spread.circle[fan], spread.sense[fan]
    angle = spread.first[fan] + sense * turn
    normal = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    middle, radius = _middles(network, circle), spread.radius[fan]
    base = middle + normal * radius[:, None]
    aside = np.stack([-normal[:, 1], normal[:, 0]], axis=1) * sense[:, None]
    along = np.where((circle < 0)[:, None], normal, aside)
    length = np.maximum(spread.left[fan] - radius * turn, 0.0)
    room, side = _room_in_box(network, base, along)
    legs = Legs(base, along, np.minimum(room, length + _BEYOND))
    ends = network.sight.rays(legs, circle, length)
    is_side = room <= ends.hit
    hit, wall = np.where(is_side, room, ends.hit), np.where(is_side, side, ends.wall)
    far, owner = np.minimum(hit, ends.limit), np.where(hit <= ends.limit, wall, ends.what)
    return Rays(fan, circle, turn, base, base + along * far[:, None], owner, ends.limit - hit, wall, length)


def _room_in_box(network: Network, base: Floats, along: Floats) -> tuple[Floats, Ints]:
    """How far each ray goes in the box, and which side of it ends it (-2 to -5)."""
    left, bottom, right, top = network.box
    size = np.maximum(np.abs(along), 1e-12)
    room_x = np.where(along[:, 0] > 0.0, right - base[:, 0], base[:, 0] - left) / size[:, 0]
    room_y = np.where(along[:, 1] > 0.0, top - base[:, 1], base[:, 1] - bottom) / size[:, 1]
    wall_x = np.where(along[:, 0] > 0.0, -2, -3)
    wall_y = np.where(along[:, 1] > 0.0, -4, -5)
    return np.maximum(np.minimum(room_x, room_y), 0.0), np.where(room_x < room_y, wall_x, wall_y)


def _between(
    network: Network, spread: _Spread, rays: Rays, corners: Floats | None, is_first: bool, all_borders: bool
) -> tuple[Ints, Floats]:
    """More rays between neighbours of one fan that end on different things, far enough apart to matter."""
    step = rays.tip[1:] - rays.tip[:-1]
    gap = np.hypot(step[:, 0], step[:, 1])
    within = (rays.fan[:-1] == rays.fan[1:]) & (gap > _CLOSE) & (rays.turn[1:] - rays.turn[:-1] > 3.0 * _BESIDE)
    differs = rays.owner[:-1] != rays.owner[1:]
    k = (within & differs & ~(_is_settled(spread, rays) & (not all_borders))).nonzero()[0]
    low, high = rays.turn[k], rays.turn[k + 1]
    meets, turn = _comes_to(rays, k)
    met, rest = k[meets], (~meets).nonzero()[0]
    fans, turns = [rays.fan[met]], [turn]
    if is_first:  # the obstacle falls away from the ray: the true turn lies nearer to the ray that does not get there
        start = np.where(rays.spare[met] < 0.0, low[meets], high[meets])
        fans.append(rays.fan[met])
        turns.append((start + turn) / 2.0)
    if corners is not None:
        # A side that is not climbed ends rays from outside: a chord past its corner would lie on top of it.
        sides = ((rays.owner[:-1] <= LIMITED) & (rays.spare[:-1] >= 0.0) & ~differs & within).nonzero()[0]
        pair, turn = _past_corners(network, spread, rays, np.concatenate([k[rest], sides]), corners)
        fans += [rays.fan[np.concatenate([k[rest], sides])[pair]]] * 2
        turns += [turn - _BESIDE, turn + _BESIDE]
        rest = np.delete(rest, pair[pair < len(rest)])
    # So many parts that after all rounds what is left between two rays is close enough.
    parts = np.clip(np.ceil((gap[k[rest]] / _CLOSE) ** (1.0 / _ROUNDS)), 2, _PARTS).astype(np.int64)
    pair = np.repeat(np.arange(len(rest)), parts - 1)
    part = 1 + np.arange(len(pair)) - np.repeat(np.cumsum(parts - 1) - (parts - 1), parts - 1)
    fans.append(rays.fan[k[rest]][pair])
    turns.append(low[rest][pair] + (high - low)[rest][pair] * part / parts[pair])
    return np.concatenate(fans), np.concatenate(turns)


def _comes_to(rays: Rays, k: Ints) -> tuple[Bools, Floats]:
    """Between which of some rays and their next ones the allowance just comes to an obstacle, and at what turn each."""
    turn, spare, wall = rays.turn, rays.spare, rays.wall
    one, other = spare[k], spare[k + 1]
    meets = (wall[k] == wall[k + 1]) & (one * other < 0.0) & (np.maximum(np.abs(one), np.abs(other)) < _BEYOND)
    k = k[meets]
    low, high, one, other = turn[k], turn[k + 1], one[meets], other[meets]
    straight = low + (high - low) * one / (one - other)
    # With a third ray that would end on the same, a bent line through all three.
    third = np.where((k > 0) & (rays.fan[k - 1] == rays.fan[k]) & (wall[k - 1] == wall[k]), k - 1, (k + 2) % len(turn))
    more, at = spare[third], turn[third]
    is_same = (rays.fan[third] == rays.fan[k]) & (wall[third] == wall[k]) & (np.abs(more) < _BEYOND)
    with np.errstate(divide="ignore", invalid="ignore"):
        bent = (
            low * other * more / ((one - other) * (one - more))
            + high * one * more / ((other - one) * (other - more))
            + at * one * other / ((more - one) * (more - other))
        )
    return meets, np.where(is_same & (bent > low) & (bent < high), bent, straight)


def _is_settled(spread: _Spread, rays: Rays) -> Bools:
    """Whether between a ray and the next one all is known well enough, though they end on different things.

    So it is where the allowance just comes to the obstacle of one of them, and where the allowance ends both as if they
    had passed over the same.
    """
    comes = np.abs(rays.spare) < _CLOSE
    is_limited = (rays.owner < 0) & (rays.spare < 0.0)
    whole = np.hypot(*(rays.tip - rays.base).T) + spread.radius[rays.fan] * rays.turn
    is_same = is_limited[:-1] & is_limited[1:] & (np.abs(whole[:-1] - whole[1:]) < 1e-6)
    settled: Bools = is_same | ((comes[:-1] | comes[1:]) & (rays.wall[:-1] == rays.wall[1:]))
    return settled


def _past_corners(
    network: Network, spread: _Spread, rays: Rays, before: Ints, corners: Floats
) -> tuple[Ints, Floats]:
    """Where between rays and their next ones a ray just passes a corner or a circle: the number of the pair, the turn."""
    fan = rays.fan[before]
    middle, radius = _middles(network, spread.circle[fan]), spread.radius[fan]
    d = corners[None, :, :2] - middle[:, None]
    away = np.hypot(d[..., 0], d[..., 1])
    direction = np.arctan2(d[..., 1], d[..., 0])
    sense, first = spread.sense[fan], spread.first[fan]
    # From the start a ray looks along its angle, from a circle along the tangent there.
    first = first - np.where(spread.circle[fan] < 0, np.pi / 2.0, 0.0)
    reach = np.hypot(*(rays.tip - rays.base).T)
    far = np.maximum(reach[before], reach[before + 1]) + _CLOSE
    low, high = rays.turn[before] + _BESIDE, rays.turn[before + 1] - _BESIDE
    found = []
    for side in (1.0, -1.0):
        off = radius[:, None] + side * corners[None, :, 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            turn = np.mod(sense[:, None] * (direction - first[:, None]) - np.arccos(off / away), 2.0 * np.pi)
        pair, which = np.nonzero((turn > low[:, None]) & (turn < high[:, None]))
        kept = away[pair, which] ** 2 - off[pair, which] ** 2 <= far[pair] ** 2
        kept &= (side > 0.0) | (corners[which, 2] > 0.0)
        found.append((pair[kept], turn[pair, which][kept]))
    return np.concatenate([p for p, _ in found]), np.concatenate([t for _, t in found])


def _middles(network: Network, circle: Ints) -> Floats:
    """The middle of what fans turn about: circles, or the start."""
    if len(network.outlines.radii) == 0:
        return np.zeros((len(circle), 2))
    return np.where((circle < 0)[:, None], 0.0, network.outlines.centres[circle])


def _merged(one: Rays, other: Rays) -> Rays:
    fan, turn = np.concatenate([one.fan, other.fan]), np.concatenate([one.turn, other.turn])
    order = np.lexsort((turn, fan))
    return Rays(
        fan[order],
        np.concatenate([one.circle, other.circle])[order],
        turn[order],
        np.concatenate([one.base, other.base])[order],
        np.concatenate([one.tip, other.tip])[order],
        np.concatenate([one.owner, other.owner])[order],
        np.concatenate([one.spare, other.spare])[order],
        np.concatenate([one.wall, other.wall])[order],
        np.concatenate([one.left, other.left])[order],
    )
