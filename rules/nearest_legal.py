"""The nearest legal spot to where a refused move was to end: what the window offers, holds at and snaps to.

Every spot offered has been judged along its whole path. Inches.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

from physics.contact import clearance, nearest
from physics.shapes import Shape
from physics.sweep import Leg, closer_than
from physics.vectors import Point, lerp
from rules.actions import Action, DirectMove, LeaderMove, ModelMove, Waypoint
from rules.engagement import engaged_with
from rules.holding import held_leader
from rules.proximity import has_zone
from rules.referee import judge
from rules.ruling import Finding, Ruling
from rules.table import Model, Table
from rules.terrain import Feature
from rules.walk import STEP

_NUDGE = 3e-6
"""Inches kept from a limit: three times the tolerance, so that a spot at it is legal and looks exact."""
_NEAR = 4.0
"""Inches round the wanted spot within which another one is looked for off the path."""


def nearest_legal(table: Table, action: Action, ruling: Ruling | None = None) -> Action | None:
    """The legal action of the same kind that ends nearest to where this one would, or None.

    `ruling` is the refusal, where the caller has it already.
    """
    refused = judge(table, action, in_turn=False) if ruling is None else ruling
    if refused.legal:
        return action
    if isinstance(action, DirectMove) and action.mover in table.models:
        return _nearest_direct(table, action)
    if isinstance(action, LeaderMove):
        return held_leader(table, action, refused)
    if not isinstance(action, ModelMove) or not action.path or action.model not in table.models:
        return None
    return _nearest_of(table, action, hold(table, action, refused))


def _nearest_of(table: Table, action: ModelMove, held: ModelMove | None) -> ModelMove | None:
    """The nearest to the wished spot of: the path held at its last legal spot, ways to spots beside the wished one, those cut."""
    want, model = action.path[-1].at, table.model(action.model)
    best = (math.dist(held.path[-1].at, want), held) if held is not None else None
    for moved in _moved_aside(table, model, action) if model.is_on_table else ():
        ruling = judge(table, moved, in_turn=False)
        for candidate in (moved,) if ruling.legal else islice(_cuts(table, model, moved, ruling.findings), 2):
            off = math.dist(candidate.path[-1].at, want)
            is_nearer = best is None or off < best[0] - 1e-9
            if is_nearer and (candidate is moved or judge(table, candidate, in_turn=False).legal):
                best = (off, candidate)
    return best[1] if best else None


def hold(table: Table, action: ModelMove, ruling: Ruling) -> ModelMove | None:
    """The same path stopped at its last legal spot, exact to a few millionths of an inch, or None."""
    model = table.models.get(action.model)
    if model is None or not model.is_on_table or not action.path:
        return None
    return next((c for c in _cuts(table, model, action, ruling.findings) if judge(table, c, in_turn=False).legal), None)


def _moved_aside(table: Table, model: Model, action: ModelMove) -> Iterator[ModelMove]:
    """The move to spots beside the wished one that keep clear of what is there, or are in contact with an enemy."""
    last = action.path[-1]
    enemies: list[str | None] = [None, *(m.id for m in _enemies_near(table, model, last.at))]
    for engaging in enemies:
        spot = _pushed_out(table, model, last, engaging, action.name == "back_off")
        for on in dict.fromkeys((last.on, None)):
            yield replace(action, path=(*action.path[:-1], Waypoint(spot, on)))


def _cuts(table: Table, model: Model, action: ModelMove, findings: tuple[Finding, ...]) -> Iterator[ModelMove]:
    """The path cut short at each place where something was found on it, the longest first, then by steps back."""
    legs = [model.standing.at, *(w.at for w in action.path)]
    whole = math.fsum(math.dist(a, b) for a, b in pairwise(legs))
    ends = {whole}
    for finding in findings:
        ends.add(min(whole, finding.along))
        if finding.clause == "move.distance" and finding.evidence:
            spot = getattr(finding.evidence[0], "at", None)
            if spot is not None:
                ends.add(_inches_to(legs, spot))
    for end in sorted(ends, reverse=True):
        if end < whole:  # that of the whole path is what was refused
            yield _cut_at(action, legs, end)
        yield _cut_at(action, legs, end - _NUDGE)
    step = 0.125
    at = min(ends) - step
    beyond: tuple[Finding, ...] | None = None
    while at > 0.0:
        ruling = judge(table, _cut_at(action, legs, at), in_turn=False)
        if ruling.legal:
            beyond = judge(table, _cut_at(action, legs, at + step), in_turn=False).findings if beyond is None else beyond
            yield _last_legal(table, action, legs, (at, at + step), beyond)
            return
        beyond = ruling.findings
        at -= step


def _last_legal(
    table: Table, action: ModelMove, legs: list[Point], between: tuple[float, float], beyond: tuple[Finding, ...]
) -> ModelMove:
    """The longest legal cut between a legal length and an illegal one, to a hundred-thousandth of an inch.

    `beyond` is what was found a step beyond: it mostly tells where the last legal spot is, in contact with something.
    """
    low, high = between
    met = {_inches_met(table, action, legs, high, piece) for f in beyond for piece in f.pieces[1:]}
    for end in sorted((inches for inches in met if inches is not None and low < inches < high), reverse=True):
        for cut in (_cut_at(action, legs, end), _cut_at(action, legs, end - _NUDGE)):
            if judge(table, cut, in_turn=False).legal:
                return cut
    while high - low > 1e-5:
        middle = (low + high) / 2.0
        if judge(table, _cut_at(action, legs, middle), in_turn=False).legal:
            low = middle
        else:
            high = middle
    return _cut_at(action, legs, low)


def _inches_met(table: Table, action: ModelMove, legs: list[Point], end: float, piece: str) -> float | None:
    """How far along the path, on the leg that ends it at so many inches, the base comes to overlap a model or feature."""
    if piece in table.terrain:
        shapes = table.terrain.feature(piece).footprint.pieces
    elif piece in table.models and table.model(piece).is_on_table:
        shapes = (table.model(piece).footprint,)
    else:
        return None
    along, outline = 0.0, table.model(action.model).outline
    for leg in (Leg(a, b) for a, b in pairwise(legs)):
        if end <= along + leg.length:
            parts = [part for shape in shapes if (part := closer_than(leg, outline, shape))]
            return min((along + part[0] * leg.length for part in parts), default=None)
        along += leg.length
    return None


def _cut_at(action: ModelMove, legs: list[Point], inches: float) -> ModelMove:
    path: list[Waypoint] = []
    left = max(0.0, inches)
    for a, waypoint in zip(legs, action.path, strict=False):
        size = math.dist(a, waypoint.at)
        if size >= left:
            at = lerp(a, waypoint.at, left / size) if size > 0.0 else waypoint.at
            return replace(action, path=(*path, Waypoint(at, waypoint.on if size == left else None)))
        path.append(waypoint)
        left -= size
    return replace(action, path=tuple(path))


def _inches_to(legs: list[Point], spot: Point) -> float:
    """How far along a path the point of it lies that is nearest to a spot."""
    best = (math.inf, 0.0)
    along = 0.0
    for a, b in pairwise(legs):
        size = math.dist(a, b)
        if size > 0.0:
            t = ((spot[0] - a[0]) * (b[0] - a[0]) + (spot[1] - a[1]) * (b[1] - a[1])) / size**2
            t = min(1.0, max(0.0, t))
            best = min(best, (math.dist(spot, lerp(a, b, t)), along + t * size))
        along += size
    return best[1]


def _enemies_near(table: Table, model: Model, at: Point) -> list[Model]:
    base = model.outline.moved(at)
    found = [(clearance(base, m.footprint), m.id, m) for m in table.standing if table.are_enemies(model, m)]
    return [m for apart, _, m in sorted(found, key=lambda f: f[:2])[:2] if apart < _NEAR]


def _pushed_out(table: Table, model: Model, want: Waypoint, engaging: str | None, backs_off: bool) -> Point:
    """A spot near the wanted one that keeps clear of bases, zones, solid terrain and the table's edge.

    It is in exact contact with the enemy to be engaged; who backs off is also kept out of its opponents' zones.
    """
    _, elevation = table.terrain.surface_at(want.at, want.on)
    opponents = frozenset(m.id for m in engaged_with(table, model)) if backs_off else frozenset[str]()
    limits = list(_limits(table, model, want.at, elevation, engaging, opponents))
    at = want.at
    for _ in range(24):
        before = at
        for shape, limit in limits:
            at = _kept_from(model.outline, at, shape, limit)
        if engaging is not None:
            at = _touching(model.outline, at, table.model(engaging).footprint)
        at = _on_table(table, model.outline, at)
        if math.dist(before, at) < 1e-9:
            break
    return at


def _limits(
    table: Table, model: Model, at: Point, elevation: float, engaging: str | None, opponents: frozenset[str]
) -> Iterator[tuple[Shape, float]]:
    base = model.outline.moved(at)
    radius = table.number("proximity.radius")
    for piece in table.bases.near(base, _NEAR):
        other = piece.owner
        if isinstance(other, Model) and other.id not in (model.id, engaging):
            is_zone = table.are_enemies(model, other) and (other.id in opponents or has_zone(table, other))
            yield piece.shape, radius if is_zone else 0.0
    for piece in table.terrain.solids.near(base, _NEAR):
        feature = piece.owner
        if (
            isinstance(feature, Feature)
            and feature.bottom < elevation + model.height
            and feature.top >= elevation + STEP
        ):
            yield piece.shape, 0.0


def _kept_from(mover: Shape, at: Point, shape: Shape, limit: float) -> Point:
    line = nearest(shape, mover.moved(at))
    short = limit - line.clearance
    if short <= 0.0:
        return at
    dx, dy = line.there[0] - line.here[0], line.there[1] - line.here[1]
    if line.clearance < 0.0:
        dx, dy = -dx, -dy
    size = math.hypot(dx, dy)
    if size < 1e-9:
        middle = ((shape.box[0] + shape.box[2]) / 2.0, (shape.box[1] + shape.box[3]) / 2.0)
        dx, dy = at[0] - middle[0], at[1] - middle[1]
        size = math.hypot(dx, dy) or 1.0
    return (at[0] + dx / size * short, at[1] + dy / size * short)


def _touching(mover: Shape, at: Point, enemy: Shape) -> Point:
    """The spot moved straight towards or away from an enemy until the bases touch."""
    for _ in range(3):
        line = nearest(enemy, mover.moved(at))
        dx, dy = line.here[0] - line.there[0], line.here[1] - line.there[1]
        size = math.hypot(dx, dy)
        if size < 1e-9:
            break
        step = abs(line.clearance) / size  # apart, from there to here is nearer; overlapping, it is out of the enemy
        at = (at[0] + dx * step, at[1] + dy * step)
    return at


def _on_table(table: Table, mover: Shape, at: Point) -> Point:
    left, bottom, right, top = mover.box
    return (
        min(max(at[0], -left), table.size[0] - right),
        min(max(at[1], -bottom), table.size[1] - top),
    )


def _nearest_direct(table: Table, action: DirectMove) -> DirectMove | None:
    """The longest legal distance up to the one asked for, to a hundred-thousandth of an inch."""
    step = max(action.distance / 64.0, 0.02)
    at = action.distance
    while at > 0.0 and not judge(table, replace(action, distance=at), in_turn=False).legal:
        at -= step
    if at <= 0.0:
        return None
    low, high = at, min(action.distance, at + step)
    while high - low > 1e-5:
        middle = (low + high) / 2.0
        if judge(table, replace(action, distance=middle), in_turn=False).legal:
            low = middle
        else:
            high = middle
    return replace(action, distance=low)
