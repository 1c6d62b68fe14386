"""Where a model may end: table.edge, base.overlap, base.fit, positioning.overhang, gap.crossing at the end. Inches."""

import math
from functools import lru_cache

import shapely

from physics.contact import clearance, nearest
from physics.shapes import Shape
from physics.sweep import Leg, closer_than
from physics.tolerance import TOLERANCE, is_closer, is_within
from physics.vectors import Point
from rules.obstruction import base_evidence, higher_part
from rules.ruling import Area, Finding, Line
from rules.table import Model, Table
from rules.terrain import Feature
from rules.walk import STEP

_ROUGH = 2e-3
_FINE = 2e-7
"""Inches that the chords of a base's outline may be off: rough for the clear cases, fine near one half."""


def edge_finding(table: Table, model: Model, at: Point, along: float) -> Finding | None:
    """table.edge: the base at a point hangs over the table's edge by so much, or None."""
    left, bottom, right, top = model.outline.box
    width, depth = table.size
    over = max(-(at[0] + left), -(at[1] + bottom), at[0] + right - width, at[1] + top - depth)
    if over <= TOLERANCE:
        return None
    says = f"{model.id} hangs {over:.2f} in over the table's edge"
    return Finding("table.edge", says, over, 0.0, base_evidence(model.outline, at), along, (model.id,))


def stand_clear(one: Model, other: Model) -> bool:
    """Whether two models may overlap in plan: on different surfaces, the upper at or above the lower one's top."""
    if one.standing.on == other.standing.on:
        return False
    lower, upper = (one, other) if one.elevation <= other.elevation else (other, one)
    return is_within(lower.head, upper.elevation)


def overlap_findings(table: Table, model: Model, along: float, besides: frozenset[str] = frozenset()) -> list[Finding]:
    """base.overlap: the bases that a model would end on; `besides` are models not to be looked at."""
    findings = []
    for piece in table.bases.near(model.footprint, 0.0):
        other = piece.owner
        if not isinstance(other, Model) or other.id == model.id or other.id in besides:
            continue
        apart = clearance(model.footprint, other.footprint)
        if is_closer(apart, 0.0) and not stand_clear(model, other):
            says = f"{model.id} would end over the base of {other.id}, by {-apart:.2f} in"
            evidence = (
                *base_evidence(model.outline, model.standing.at),
                Area(tuple(other.footprint.outline(0.01)), "block"),
            )
            findings.append(Finding("base.overlap", says, apart, 0.0, evidence, along, (model.id, other.id)))
    return findings


def fit_findings(table: Table, model: Model, along: float) -> list[Finding]:
    """base.fit: the solid terrain that a model's body would end in."""
    findings: dict[str, Finding] = {}
    for piece in table.terrain.solids.near(model.footprint, 0.0):
        feature = piece.owner
        assert isinstance(feature, Feature)
        if feature.id in findings or not is_in_body(feature, piece.shape, model):
            continue
        rise = feature.top - model.elevation
        what = "which nothing enters" if feature.kind == "impassable" else f"which rises {rise:.2f} in beside its feet"
        says = f"{model.id} does not fit here: its base would stand in {feature.id}, {what}"
        evidence = base_evidence(model.outline, model.standing.at, feature)
        measured = None if feature.kind == "impassable" else rise
        findings[feature.id] = Finding("base.fit", says, measured, STEP, evidence, along, (model.id, feature.id))
    return list(findings.values())


def is_in_body(feature: Feature, piece: Shape, model: Model) -> bool:
    """Whether a piece of a feature overlaps a model's body: an inch or more above its surface, below its head."""
    if feature.id == model.standing.on or not is_closer(feature.bottom, model.head):
        return False
    if is_closer(feature.top, model.elevation + STEP):
        return False
    solid: Shape | None = piece
    if feature.slope is not None:
        solid = higher_part(feature, piece, model.elevation + STEP)
    return solid is not None and is_closer(clearance(model.footprint, solid), 0.0)


def overhang_finding(table: Table, model: Model, along: float) -> Finding | None:
    """positioning.overhang: half or more of the base is over the edge of what it stands on, or None."""
    on = model.standing.on
    if on not in table.terrain or not table.terrain.feature(on).is_solid:
        return None
    if _is_mostly_on(model, table.terrain.feature(on)):
        return None
    support = _support(table, model)
    over = _share_over(model, support, _ROUGH)
    if abs(over - 0.5) < 0.008:
        over = _share_over(model, support, _FINE)
    if over < 0.5 - 1e-6:
        return None
    says = f"{over:.0%} of the base of {model.id} hangs over the edge of {on}; less than half may"
    evidence = base_evidence(model.outline, model.standing.at)
    return Finding("positioning.overhang", says, over, 0.5, evidence, along, (model.id, on))


def _share_over(model: Model, support: shapely.Geometry, chord: float) -> float:
    """The share of a base's area that is over no support; arcs are chords off by `chord` inches."""
    base = shapely.polygons(model.footprint.outline(chord))
    return 1.0 - float(base.intersection(support).area) / float(base.area)


def _is_mostly_on(model: Model, feature: Feature) -> bool:
    """The common cases, cheaply: a base inside one convex piece, or a disc of which its edges cut off surely less than half."""
    pieces = [p for p in feature.footprint.pieces if not p.is_disc]
    if model.base.is_disc:
        at, radius = model.standing.at, model.base.radius
        return any(_most_cut_off(at, radius, piece) < 0.5 - 1e-3 for piece in pieces)
    left, bottom, right, top = model.footprint.box
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return any(all(clearance(Shape((c,)), piece) <= 0.0 for c in corners) for piece in pieces)


def _most_cut_off(at: Point, radius: float, piece: Shape) -> float:
    """The shares of a disc beyond each edge of a convex piece, summed: no less of it is outside; 1 where its middle is."""
    over = 0.0
    ax, ay = piece.points[-1]
    for bx, by in piece.points:
        size = math.hypot(bx - ax, by - ay)
        share = ((bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)) / size / radius if size > 0.0 else 1.0
        if share <= 0.0:
            return 1.0
        if share < 1.0:
            over += (math.acos(share) - share * math.sqrt(1.0 - share * share)) / math.pi
        ax, ay = bx, by
    return over


def _support(table: Table, model: Model) -> shapely.Geometry:
    """The surfaces that carry a model: those less than an inch from its own elevation.

    The ground is among them, unless the model is said to stand on a low feature that its centre is not over.
    """
    z = model.elevation
    at = model.standing.at
    if abs(z) < STEP - TOLERANCE and table.terrain.feature(model.standing.on).is_over(at):
        return everywhere()
    level = {
        p.owner.id: p.owner
        for p in table.terrain.solids.near(model.footprint, 0.0)
        if isinstance(p.owner, Feature) and p.owner.standable and abs(p.owner.top_at(at) - z) < STEP - TOLERANCE
    }
    areas = [f.footprint.area for f in level.values()]
    return areas[0] if len(areas) == 1 else shapely.union_all(areas)


def gap_end_finding(table: Table, model: Model, along: float) -> Finding | None:
    """gap.crossing: no move ends with the centre over a gap, unless a feature carries it there."""
    place = model.standing
    if place.on in table.terrain and table.terrain.feature(place.on).is_solid:
        return None
    here = Leg(place.at, place.at)
    for gap in table.terrain.gaps:
        if any(closer_than(here, Shape(((0.0, 0.0),)), piece) for piece in gap.footprint.pieces):
            says = f"{model.id} would end with its centre over {gap.id}"
            return Finding(
                "gap.crossing", says, None, None, base_evidence(model.outline, place.at, gap), along, (model.id, gap.id)
            )
    return None


def end_findings(table: Table, model: Model, along: float) -> list[Finding]:
    """All that is wrong with where a model (not yet of the table) would end, table.edge left aside."""
    findings = overlap_findings(table, model, along) + fit_findings(table, model, along)
    for finding in (overhang_finding(table, model, along), gap_end_finding(table, model, along)):
        if finding is not None:
            findings.append(finding)
    return findings


def measured_line(one: Model, other: Model, label: str = "") -> Line:
    """The shortest line between two bases, to be drawn."""
    line = nearest(one.footprint, other.footprint)
    return Line(line.here, line.there, "measure", label)


@lru_cache(maxsize=1)
def everywhere() -> shapely.Geometry:
    """An area larger than any table."""
    return shapely.box(-1e4, -1e4, 1e4, 1e4)
