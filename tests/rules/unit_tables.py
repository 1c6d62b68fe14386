"""Tables with one unit of many models, for tests of the squad and leader rulesets. Inches; bases in millimetres."""

from collections.abc import Sequence

from physics.vectors import Point
from rules.rulesets import RULESETS
from rules.table import Base, Model, Place, Side, Table, Unit
from rules.terrain import Feature, Terrain


def unit_table(
    ruleset: str, at: Sequence[Point | None], features: Sequence[Feature] = (), enemies: Sequence[Point] = (),
    base_mm: Sequence[float] | float = 32.0, size: tuple[float, float] = (40.0, 30.0), models_size: int = 1,
) -> Table:
    """Unit `u` (models u-1, u-2, …; None: in reserve) of the Reds, and enemies e1, e2, … of the Blues."""
    terrain = Terrain(tuple(features))
    bases = [base_mm] * len(at) if isinstance(base_mm, float | int) else list(base_mm)
    models: dict[str, Model] = {}
    for k, (spot, mm) in enumerate(zip(at, bases, strict=True), start=1):
        models[f"u-{k}"] = _model(terrain, f"u-{k}", "u", spot, mm, models_size)
    units = {"u": Unit("u", "Reds", tuple(models))}
    for k, spot in enumerate(enemies, start=1):
        models[f"e{k}"] = _model(terrain, f"e{k}", f"e{k}", spot, 32.0, 1)
        units[f"e{k}"] = Unit(f"e{k}", "Blues", (f"e{k}",))
    sides = (Side("Reds", "#D55E00"), Side("Blues", "#0072B2"))
    return Table("test", ruleset, size, sides, terrain, units, models, parameters=RULESETS[ruleset].defaults)


def _model(terrain: Terrain, name: str, unit: str, spot: Point | None, mm: float, size: int) -> Model:
    place = None
    if spot is not None:
        on, elevation = terrain.surface_at(spot)
        place = Place(spot, on, elevation)
    return Model(name, unit, Base("disc", mm, mm), 1.25, 6.0, 4.0, size, 12.0, place=place)
