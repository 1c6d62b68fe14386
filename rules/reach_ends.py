"""Where one model's move may end among all the spots that it gets to (skirmish), by surface. Inches."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, Literal

import numpy as np
import shapely

from physics.boxes import Box, Boxes
from physics.shapes import Shape
from physics.tolerance import TOLERANCE, is_within
from physics.ways_over import WaysOver
from rules.engagement import engaged_with
from rules.obstruction import higher_part
from rules.reach_obstacles import Obstacle, grown, window
from rules.reach_relief import convex, held_area, low_part
from rules.reach_zones import Sector
from rules.table import Model, Table
from rules.terrain import GROUND, Feature, Terrain
from rules.walk import STEP

Name = Literal["move", "back_off"]
_FLUSH: Final = 0.08
"""Inches by which lines of landings, as drawn by rays, may miss the rim of what they land beside."""


_RIM: Final = 1e-4
"""Inches inside of what a base may not end in at which lines on its rim are kept."""
_CHORD: Final = 0.2
"""Inches by which such a line may cut a round corner."""


class Ends:
    """What keeps a base from ending where it gets to: what it may pass, but not stand in or hang over."""

    def __init__(
        self, table: Table, model: Model, name: Name, obstacles: Sequence[Obstacle], surfaces: Sequence[Feature]
    ) -> None:
        self.table, self.model, self.name = table, model, name
        self.obstacles, self.surfaces = obstacles, surfaces

    def on_flat_ground(self, area: shapely.Geometry) -> dict[str, shapely.Geometry]:
        """An area that it gets to without its spots where it may not end."""
        elevation = self.model.standing.elevation
        return {GROUND: _without(area, self._no_ends(GROUND, elevation, elevation, area.bounds))}

    def by_surface(self, ways: WaysOver) -> dict[str, shapely.Geometry]:
        """Where ways lead without the spots where it may not end, by surface."""
        area = ways.area
        shapely.prepare(area)
        every = np.array([f.footprint.area for f in self.surfaces], dtype=object)
        met = shapely.intersects(area, every) if len(every) else every
        tops = {f.id: f.footprint.area for f, is_met in zip(self.surfaces, met, strict=True) if is_met}
        below = [f for f in self.surfaces if f.bottom > TOLERANCE and f.id in tops]
        inches = _whole_inches(self.table.terrain)
        number = {f.id: k for k, f in enumerate(self.table.terrain.features)} if below or inches else {}
        under, raised = area, None
        if below:  # what stands in the air is got to on it or under it
            parts = [ways.area_over(number[f.id], is_on=False) for f in below]
            raised = shapely.union_all([tops[f.id] for f in below])
            under = shapely.union_all([area.difference(raised), *parts])
        standing = [tops[f.id] for f in self.surfaces if f.id in tops and f.bottom <= TOLERANCE]
        found = {GROUND: self._ends_on(under, None, standing)}
        for feature in (f for f in self.surfaces if f.id in tops):
            own = tops[feature.id]
            is_under = bool(below) and shapely.intersects(raised, own)
            if feature.bottom > TOLERANCE or feature.id in inches:
                part = ways.area_over(number[feature.id], is_on=True).intersection(own)
            elif is_under:
                both = ways.area_over(number[feature.id], is_on=True).intersection(own.intersection(raised))
                part = shapely.union(area.intersection(own).difference(raised), both)
            else:
                part = own if shapely.contains_properly(under, own) else under.intersection(own)
            higher = [tops[f.id] for f in self.surfaces if f.id in tops and _is_over(f, feature)]
            part = self._ends_on(part, feature, higher)
            if feature.top >= STEP and not part.is_empty:
                held = held_area(self.table.terrain, feature, self.model.outline)
                part = part.intersection(held.union(low_part(feature)) if feature.slope else held)
            if not part.is_empty:
                found[feature.id] = part
        return {on: _polygonal(part) for on, part in found.items()}

    def landings(self, ways: WaysOver) -> dict[str, shapely.Geometry]:
        """The lines on which it may end where a drop ends its move, by surface."""
        lines = ways.landings()
        tops = {f.id: f.footprint.area for f in self.surfaces if f.bottom <= TOLERANCE}
        found = {GROUND: lines.difference(shapely.union_all(list(tops.values())))}
        for feature in (f for f in self.surfaces if f.id in tops):
            higher = shapely.union_all([tops[f.id] for f in self.surfaces if f.id in tops and _is_over(f, feature)])
            found[feature.id] = lines.intersection(tops[feature.id]).difference(higher)
        rims = {}
        for on, part in found.items():
            surface = next((f for f in self.surfaces if f.id == on), None)
            blocked, besides = self._in_way(part, surface)
            terrain = [_area(convex(o.shape)) for o in blocked if o.owner in self.table.terrain]
            enemies = [o.shape for o in blocked if o.owner not in self.table.terrain]
            # A base lands where it is just clear: on the rim of what is in its way there, or of what it came off.
            taken = shapely.union_all([*terrain, *besides])
            rim = shapely.boundary(taken) or shapely.LineString()
            on_rim = rim.intersection(_strip(part, _FLUSH))
            line = shapely.union(on_rim, self._on_own_rims(part.difference(taken.buffer(_FLUSH))))
            passed = shapely.union_all([_area(convex(s)) for s in self._passed(part, surface)])
            rims[on] = _without(line, enemies, [] if passed.is_empty else [passed.buffer(-_RIM)])
        return {on: rim for on, rim in rims.items() if not rim.is_empty}

    def _on_own_rims(self, lines: shapely.Geometry) -> shapely.Geometry:
        """Lines drawn by rays where a base is clear of a top that it came off and that is not in its way: on its rim."""
        if lines.is_empty:
            return lines
        near = _strip(lines, _CHORD)
        surfaces = [f for f in self.surfaces if f.top >= STEP - TOLERANCE and f.slope is None]
        grown_tops = (shapely.union_all([_area(grown(p, self.model)) for p in f.footprint.pieces]) for f in surfaces)
        found = shapely.union_all([shapely.boundary(area).intersection(near) for area in grown_tops])
        return shapely.union(found, lines.difference(_strip(found, _CHORD)))

    def _ends_on(self, area: shapely.Geometry, on: Feature | None, besides: list[shapely.Geometry]) -> shapely.Geometry:
        if area.is_empty:
            return area
        blocked, parts = self._in_way(area, on)
        return _without(area, [*(o.shape for o in blocked), *self._passed(area, on)], [*besides, *parts])

    def _in_way(self, area: shapely.Geometry, on: Feature | None) -> tuple[list[Obstacle], list[shapely.Geometry]]:
        """What is in the way of a base on a surface in an area: whole, and on a slope the part that is so there."""
        low, high = _heights(on)
        whole: list[Obstacle] = []
        parts: list[shapely.Geometry] = []
        for obstacle in (self.obstacles[k] for k in self._boxes.near(area.bounds)) if not area.is_empty else ():
            if obstacle.is_left or (on is not None and obstacle.owner == on.id):
                continue
            if low == high:
                whole += [obstacle] if obstacle.is_in_way(high) else []
            elif on is not None and obstacle.least + TOLERANCE < high and obstacle.most - TOLERANCE > low:
                parts += _between(on, _area(convex(obstacle.shape)), obstacle.least, obstacle.most)
        return whole, parts

    def _passed(self, area: shapely.Geometry, on: Feature | None) -> list[Shape]:
        """Where a base may pass on a surface in an area, and not end."""
        return [] if area.is_empty else self._no_ends(GROUND if on is None else on.id, *_heights(on), area.bounds)

    @cached_property
    def _boxes(self) -> Boxes:
        return Boxes([convex(o.shape).box for o in self.obstacles])

    @cached_property
    def _friends(self) -> tuple[list[tuple[Model, Shape]], Boxes]:
        """The friends near enough, and where a base would be over theirs."""
        model = self.model
        near = (p.owner for p in self.table.bases.in_box(window(model, model.base.radius)))
        friends = [m for m in near if isinstance(m, Model) and not self.table.are_enemies(model, m)]
        found = [(m, grown(m.footprint, model)) for m in friends if m.id != model.id]
        return found, Boxes([shape.box for _, shape in found])

    @cached_property
    def _pieces(self) -> tuple[list[tuple[Feature, Shape]], Boxes]:
        """The level solid features near enough, and where a base would be over them."""
        near = self.table.terrain.solids.in_box(window(self.model, self.model.base.radius))
        level = ((p.owner, p.shape) for p in near if isinstance(p.owner, Feature) and p.owner.slope is None)
        found = [(feature, grown(shape, self.model)) for feature, shape in level]
        return found, Boxes([shape.box for _, shape in found])

    def _no_ends(self, on: str, low: float, high: float, box: Box) -> list[Shape]:
        """Where a base may be on its way but not end, in a box: over friends, gaps, and what is too high to stand in."""
        table, model = self.table, self.model
        shapes = []
        friends, boxes = self._friends
        for other, shape in (friends[k] for k in boxes.near(box)):
            is_above = is_within(other.elevation + other.height, low) or is_within(high + model.height, other.elevation)
            if other.standing.on == on or not is_above:
                shapes.append(shape)
        pieces, boxes = self._pieces
        for feature, shape in (pieces[k] for k in boxes.near(box)):
            if low == high and abs(feature.top - high - STEP) <= TOLERANCE and feature.id != on:
                shapes.append(shape)
        if on == GROUND:
            shapes += [piece for gap in table.terrain.gaps for piece in gap.footprint.pieces]
        if self.name == "back_off":
            for enemy in engaged_with(table, model):
                shapes.append(grown(enemy.footprint, model, table.number("proximity.radius")))
            shapes += [o.shape for o in self.obstacles if o.is_left and isinstance(o.shape, Shape)]
        return shapes


@lru_cache(maxsize=64)
def _whole_inches(terrain: Terrain) -> frozenset[str]:
    """The tops exactly an inch above a surface beside them: passed for nothing, and a climb to end on (climb.free)."""
    tops = [f for f in terrain.features if f.is_solid and f.standable and f.kind != "impassable"]
    found = {f.id for f in tops if abs(f.top - f.bottom - STEP) <= TOLERANCE and f.slope is None}
    boxes = Boxes([_wider(f.footprint.box) for f in tops])
    for one in tops:
        for other in (tops[k] for k in boxes.near(one.footprint.box)):
            is_inch = abs(one.top - other.top - STEP) <= TOLERANCE
            if is_inch and one.footprint.area.distance(other.footprint.area) <= 1e-6:
                found.add(one.id)
    return frozenset(found)


def _wider(box: Box) -> Box:
    return (box[0] - 1e-3, box[1] - 1e-3, box[2] + 1e-3, box[3] + 1e-3)


def _heights(on: Feature | None) -> tuple[float, float]:
    """The lowest and the highest elevation of a surface (None: the ground)."""
    if on is None:
        return 0.0, 0.0
    return (on.bottom if on.slope else on.top), on.top


def _between(slope: Feature, area: shapely.Geometry, least: float, most: float) -> Iterator[shapely.Geometry]:
    """The parts of an area over which a slope is above one elevation and below another."""
    for piece in slope.footprint.pieces:
        above = piece if least <= slope.bottom else higher_part(slope, piece, least + TOLERANCE)
        if above is None:
            continue
        part = shapely.Polygon(above.outline(0.004)).intersection(area)
        too_high = higher_part(slope, piece, most - TOLERANCE) if most < slope.top else None
        yield part if too_high is None else part.difference(shapely.Polygon(too_high.outline(0.004)))


def _without(
    area: shapely.Geometry, shapes: Collection[Shape | Sector], besides: Collection[shapely.Geometry] = ()
) -> shapely.Geometry:
    """An area, or lines, without shapes and other areas."""
    taken = np.array([*(_area(convex(s)) for s in shapes), *besides], dtype=object)
    if len(taken) == 0 or area.is_empty:
        return area
    shapely.prepare(area)
    taken = taken[shapely.intersects(area, taken)]
    return shapely.difference(area, shapely.disjoint_subset_union_all(taken)) if len(taken) else area


def _strip(lines: shapely.Geometry, inches: float) -> shapely.Geometry:
    """What lies beside lines; each by itself, since many together take long."""
    sides = shapely.buffer(shapely.get_parts(lines), inches, quad_segs=2, cap_style="flat")
    return shapely.union_all(sides)


def _polygonal(area: shapely.Geometry) -> shapely.Geometry:
    """The polygons of an area alone: where two of them only touch, lines and points may be left."""
    if area.geom_type in ("Polygon", "MultiPolygon"):
        return area
    return shapely.union_all([part for part in shapely.get_parts(area).tolist() if part.geom_type == "Polygon"])


@lru_cache(maxsize=4096)
def _area(shape: Shape) -> shapely.Geometry:
    return shapely.Polygon(shape.outline(0.004))


def _is_over(one: Feature, other: Feature) -> bool:
    """Whether one top lies over another where both have a spot: on it, or so low over it that nobody stands under it."""
    return (one.top, one.id) > (other.top, other.id) and one.bottom <= other.top + TOLERANCE
