"""The surfaces that lie over one another under a point: the ground, a deck, a crate on it. What may stand where is ruled
elsewhere; this only lists what there is to choose from."""

from dataclasses import dataclass

from physics.vectors import Point
from rules.terrain import GROUND, Feature, Terrain


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface under a point: the feature's id or "ground", and its elevation (inches)."""

    id: str
    elevation: float


def surfaces_under(terrain: Terrain, at: Point) -> list[Surface]:
    """The surfaces under a point with nothing solid on them there, the lowest first; never empty."""
    near = {id(p.owner): p.owner for p in terrain.solids.in_box((*at, *at)) if isinstance(p.owner, Feature)}
    over = [feature for feature in near.values() if feature.is_over(at)]
    solid = [(f.bottom, f.top_at(at)) for f in over]
    ground_id, ground = terrain.surface_at(at, GROUND)
    found = [Surface(ground_id, ground)]
    found += [Surface(f.id, f.top_at(at)) for f in over if f.standable and f.kind != "impassable"]
    open_ones = [s for s in found if not any(low <= s.elevation < top - 1e-9 for low, top in solid)]
    return sorted(open_ones, key=lambda s: s.elevation) or [Surface(*terrain.surface_at(at))]


def chosen_surface(terrain: Terrain, at: Point, elevation: float, choice: str | None) -> str | None:
    """What a waypoint there names: the chosen surface if it is there, else the one nearest in height.

    None where that is what a waypoint without a surface means anyway.
    """
    under = surfaces_under(terrain, at)
    usual = terrain.surface_at(at)[0]
    if choice is not None and any(s.id == choice for s in under):
        chosen = choice
    else:
        chosen = min(under, key=lambda s: (abs(s.elevation - elevation), s.id != usual)).id
    if chosen == usual:
        return None
    return chosen if chosen in terrain and terrain.feature(chosen).is_solid else GROUND
