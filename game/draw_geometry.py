"""What the overlays draw, in inches, kept from one frame to the next: it is asked of rules/ only where something moved.

Models are immutable and a new Table shares those that did not move, so a model that is the same object, with the same
neighbours, has the same zone. Outlines of ovals, which come with thousands of corners, are thinned for the screen.
"""

from functools import lru_cache
from itertools import combinations
from operator import is_

import numpy as np
import shapely

from physics.contact import Nearest, nearest
from physics.shapes import Shape, disc
from rules.links import Linking
from rules.neighbours import neighbours_of
from rules.proximity import zone_outline
from rules.rulesets import ruleset_of
from rules.scoring import controller
from rules.table import Base, Model, Place, Table, Unit

NARROW = 3.0
"""Inches up to which the overlay of gaps shows the room between two features: the widest that any ruleset asks for."""
NEIGHBOURS = 3.0
"""Inches within which another model may matter to whether a model is engaged: more than any ruleset's range."""
SHOWN_ERROR = 0.004
"""Inches by which a zone's drawn edge may stray: a quarter of a pixel at 60 pixels per inch."""
SEAM = 0.006
"""Inches: half of the widest crack that is closed before an area is drawn; nothing can stand in one."""
CORNERS = 160
"""Corners of an oval on the screen; its distances then stray by less than 2e-4 in."""
NEAR = 1.0
"""Inches below which a distance to an oval is measured on its true outline."""


@lru_cache(maxsize=1024)
def thinned(base: Base, facing: float) -> Shape:
    """The outline of a base with no more corners than the screen shows."""
    shape = base.shape(facing)
    step = len(shape.points) // CORNERS
    return Shape(shape.points[::step], shape.radius) if step > 1 else shape


@lru_cache(maxsize=2048)
def _shown_outline(base: Base, place: Place) -> Shape:
    return thinned(base, 0.0 if base.is_disc else place.facing).moved(place.at)


def shown_nearest(model: Model, place: Place, other: Model) -> Nearest:
    """The closest points of a model in a place and another model: exact when they are near, else to 2e-4 in."""
    if model.base.is_disc and other.base.is_disc:
        return nearest(disc(model.base.radius, place.at), other.footprint)
    met = nearest(_shown_outline(model.base, place), _shown_outline(other.base, other.standing))
    if met.clearance < NEAR and "oval" in (model.base.kind, other.base.kind):
        return nearest(model.base.shape(place.facing).moved(place.at), other.footprint)
    return met


_last_distances: list[tuple[Table, str, Place, list[tuple[Nearest, Model]]]] = []


def distances_from(table: Table, model: Model, place: Place) -> list[tuple[Nearest, Model]]:
    """The closest points of a model in a place and each other model, nearest first; the last answer is kept."""
    if _last_distances and _last_distances[0][0] is table and _last_distances[0][1:3] == (model.id, place):
        return _last_distances[0][3]
    found = [(shown_nearest(model, place, other), other) for other in table.standing if other.id != model.id]
    found.sort(key=lambda f: f[0].clearance)
    _last_distances[:] = [(table, model.id, place, found)]
    return found


class OverlayGeometry:
    """The shapes of the overlays of the Table last asked about."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._kept: dict[str, object] = {}
        self._outlines: dict[str, tuple[tuple[object, ...], list[shapely.Polygon]]] = {}
        self._engaged: dict[tuple[str, str], tuple[Model, Model, bool]] = {}
        self._gaps: tuple[object, list[Nearest]] = (None, [])

    def zones(self, table: Table) -> list[tuple[int, list[shapely.Polygon]]]:
        """For each side, by its number, the areas that its models' zones cover together."""
        self._turn_to(table)
        if "zones" not in self._kept:
            self._kept["zones"] = self._find_zones(table)
        return self._kept["zones"]  # type: ignore[return-value]

    def engaged(self, table: Table) -> list[tuple[Model, Model, Nearest]]:
        """The pairs of engaged models, and where they are nearest."""
        self._turn_to(table)
        if "engaged" not in self._kept:
            self._kept["engaged"] = [
                (one, other, shown_nearest(one, one.standing, other))
                for one, other in self._pairs(table)
                if table.are_enemies(one, other) and self._is_engaged(table, one, other)
            ]
        return self._kept["engaged"]  # type: ignore[return-value]

    def holders(self, table: Table) -> dict[str, str | None]:
        """For each marker's id the side that controls it, or None."""
        self._turn_to(table)
        if "holders" not in self._kept:
            self._kept["holders"] = {marker.id: controller(table, marker) for marker in table.markers}
        return self._kept["holders"]  # type: ignore[return-value]

    def gaps(self, table: Table) -> list[Nearest]:
        """The shortest lines between two separate features that leave a gap of at most NARROW inches."""
        if self._gaps[0] is not table.terrain:
            self._gaps = (table.terrain, _gap_lines(table))
        return self._gaps[1]

    def links(self, table: Table) -> list[Nearest]:
        """For each unit of several models the shortest lines that join them into one group."""
        self._turn_to(table)
        if "links" not in self._kept:
            units = [u for u in table.units.values() if len(u.models) > 1]
            self._kept["links"] = [line for u in units for line in _links_of(table, u)]
        return self._kept["links"]  # type: ignore[return-value]

    def _turn_to(self, table: Table) -> None:
        if self._table is not table:
            self._table = table
            self._kept = {}

    def _pairs(self, table: Table) -> list[tuple[Model, Model]]:
        """The pairs of models that are within NEIGHBOURS of each other, by the circles round their bases."""
        if "pairs" not in self._kept:
            models = table.standing
            at = np.array([m.standing.at for m in models]).reshape(-1, 2)
            radii = np.array([m.base.radius for m in models])
            apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) - radii[:, None] - radii[None]
            near = np.argwhere(np.triu(apart <= NEIGHBOURS, 1))
            self._kept["pairs"] = [(models[i], models[j]) for i, j in near.tolist()]
        return self._kept["pairs"]  # type: ignore[return-value]

    def _is_engaged(self, table: Table, one: Model, other: Model) -> bool:
        kept = self._engaged.get((one.id, other.id))
        if kept is None or kept[0] is not one or kept[1] is not other:
            kept = (one, other, ruleset_of(table).engaged(table, one.id, other.id))
            self._engaged[one.id, other.id] = kept
        return kept[2]

    def _find_zones(self, table: Table) -> list[tuple[int, list[shapely.Polygon]]]:
        if "proximity.radius" not in table.parameters:
            return []
        around: dict[str, list[Model]] = {}
        for one, other in self._pairs(table):
            around.setdefault(one.id, []).append(other)
            around.setdefault(other.id, []).append(one)
        found = []
        for number, side in enumerate(table.sides):
            own = [m for m in table.standing if table.side_of(m) == side.name]
            outlines = [o for m in own for o in self._outline(table, m, tuple(around.get(m.id, ())))]
            if outlines:
                found.append((number, _parts(shapely.union_all(outlines))))
        return found

    def _outline(self, table: Table, model: Model, around: tuple[Model, ...]) -> list[shapely.Polygon]:
        """The zone of one model, asked of the rules only when it, what is near it, or the rules themselves changed."""
        depends_on = (model, table.terrain, table.parameters, *around)
        kept = self._outlines.get(model.id)
        if kept is not None and len(kept[0]) == len(depends_on) and all(map(is_, kept[0], depends_on)):
            return kept[1]
        areas = [shapely.Polygon(o).simplify(SHOWN_ERROR) for o in zone_outline(table, model) if len(o) > 2]
        areas = [a for a in areas if not a.is_empty]
        self._outlines[model.id] = (depends_on, areas)
        return areas


def seamless(areas: list[shapely.Polygon]) -> list[shapely.Polygon]:
    """Areas without the hair cracks that are left where their parts were joined; edges stray by SHOWN_ERROR at most."""
    whole = shapely.union_all(areas).buffer(SEAM, join_style="mitre").buffer(-SEAM, join_style="mitre")
    return _parts(whole.simplify(SHOWN_ERROR))


def _parts(area: shapely.Geometry) -> list[shapely.Polygon]:
    return [p for p in shapely.get_parts(area).tolist() if isinstance(p, shapely.Polygon) and not p.is_empty]


def _links_of(table: Table, unit: Unit) -> list[Nearest]:
    """The links of a unit as its ruleset has them: those that count and the shortest of what is too long or cut."""
    models = table.models_of(unit)
    joined = _joining_lines(models)
    if "coherency.horizontal" in table.parameters:
        found = neighbours_of(table, models)
        near = [nearest(models[i].footprint, models[j].footprint) for i, j in found.links]
        return near if found.is_coherent else [*near, *(m for m in joined if m.clearance > table.number("coherency.horizontal"))]
    if "coherency.distance" in table.parameters and models:
        linking = Linking(table, unit.id, models[0])
        return [nearest(a.footprint, b.footprint) for a, b in combinations(models, 2) if linking.block(a, b) is None]
    return joined


def _joining_lines(models: list[Model]) -> list[Nearest]:
    if len(models) < 2:
        return []
    by_id = {m.id: m for m in models}
    waiting = {m.id: shown_nearest(models[0], models[0].standing, m) for m in models[1:]}
    lines: list[Nearest] = []
    while waiting:
        joined = min(waiting, key=lambda m: waiting[m].clearance)
        lines.append(waiting.pop(joined))
        for m in waiting:
            met = shown_nearest(by_id[joined], by_id[joined].standing, by_id[m])
            if met.clearance < waiting[m].clearance:
                waiting[m] = met
    return lines


def _gap_lines(table: Table) -> list[Nearest]:
    terrain = table.terrain
    found: list[Nearest] = []
    for k, feature in enumerate(terrain.features):
        if not feature.is_solid:
            continue
        near = {id(p.owner) for piece in feature.footprint.pieces for p in terrain.solids.near(piece, NARROW)}
        for other in terrain.features[k + 1 :]:
            if id(other) not in near:
                continue
            pairs = (nearest(a, b) for a in feature.footprint.pieces for b in other.footprint.pieces)
            met = min(pairs, key=lambda n: n.clearance)
            if 1e-6 < met.clearance <= NARROW:
                found.append(met)
    return found
