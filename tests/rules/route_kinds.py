"""What a move that reach or route missed has about it: the kinds by which known misses are told from new ones."""

import math

import shapely

from physics.contact import clearance
from rules.moves import stops_of
from rules.table import Model, Table
from rules.terrain import Feature
from rules.walk import Mover, Stop, Walk
from rules.walker import walk
from tests.rules.route_oracle import Found

NEAR = 0.1
"""Inches within which something counts as beside a base."""


def kinds_of(table: Table, model: Model, found: Found) -> set[str]:
    """All that a legal move has about it of what is known to be missed."""
    place = model.standing
    start = Stop(place.at, place.on, place.elevation)
    walked = walk(table.terrain, Mover(model.id, model.outline, model.height), start, stops_of(table, found.path))
    surfaces = {s.on for s in walked.stretches} | {found.end.on}
    features = [table.terrain.feature(i) for i in surfaces if i in table.terrain]
    kinds = {i.kind for i in walked.items if i.kind == "gap"}
    if any(f.bottom > 0.0 for f in features):
        kinds.add("deck")
    if any(f.slope is not None for f in features):
        kinds.add("slope")
    if any(not m.base.is_disc for m in table.standing):
        kinds.add("oval")
    if any(shapely.Point(found.end.at).distance(f.footprint.area.boundary) < NEAR for f in features if f.id == found.end.on):
        kinds.add("edge of a roof")
    base = model.outline.moved(found.end.at)
    flush = (clearance(base, p.shape) for p in table.terrain.solids.near(base, NEAR))
    if any(abs(c) < 1e-5 for c in flush):
        kinds.add("flush end")
    if len(found.path) > 1 and len(features) > 1:
        kinds.add("stepping stone")
    if any(abs(abs(i.elevation_to - i.elevation_from) - 1.0) < 1e-6 for i in walked.items):
        kinds.add("whole inch")
    if any(f.clause == "drop.ends" for f in found.ruling.findings):
        kinds.add("deep drop")
    return kinds | _beside_kinds(table, model, found, walked, features)


def _beside_kinds(table: Table, model: Model, found: Found, walked: Walk, crossed: list[Feature]) -> set[str]:
    """Kinds by what lies beside the bends and the landings."""
    kinds: set[str] = set()
    radius = model.base.radius + NEAR
    points = [model.standing.at, *(w.at for w in found.path)]
    for bend in points[1:-1]:
        if any(_apart(f, bend) <= radius for f in crossed):
            kinds.add("bend beside a side")
    line = shapely.LineString(points)
    corners = (p for f in crossed for ring in f.footprint.rings for p in ring)
    if len(points) > 2 and any(line.distance(shapely.Point(p)) < 0.3 for p in corners):
        kinds.add("corner of a roof")
    for item in walked.items:
        beside = [f for f in table.terrain.features if f.is_solid and _apart(f, item.at) <= 2.0 * radius]
        if item.elevation_from - item.elevation_to >= 1.0 - 1e-6 and len(beside) > 1:
            kinds.add("landing beside something")
    return kinds


def _apart(feature: Feature, at: tuple[float, float]) -> float:
    """Inches from a point to a feature's footprint, nought inside of it."""
    return min((float(p.distance(shapely.Point(at))) for p in shapely.get_parts(feature.footprint.area).tolist()), default=math.inf)


def kinds_of_spot(table: Table, on: str, at: tuple[float, float]) -> set[str]:
    """All that a spot that is shown has about it of what is known to be shown wrongly."""
    kinds = {f.kind for f in table.terrain.features if f.kind == "gap"}
    if any(f.bottom > 0.0 for f in table.terrain.features):
        kinds.add("deck")
    if on in table.terrain:
        feature = table.terrain.feature(on)
        if feature.slope is not None:
            kinds.add("slope")
        if any(table.are_enemies(table.model("mover"), m) for m in table.standing):
            kinds.add("zone past a roof")
        if any(abs(feature.top - level - 1.0) < 1e-6 for level in (0.0, *(f.top for f in table.terrain.features))):
            kinds.add("whole inch")
    if any(not m.base.is_disc for m in table.standing):
        kinds.add("oval")
    return kinds
