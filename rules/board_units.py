"""From the units of a board file to Units and Models standing on their surfaces. Inches and radians."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from physics.contact import clearance
from physics.ranks import block_places
from physics.shapes import MM_PER_INCH, Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.board_errors import Problem
from rules.board_schema import FormationPart, ModelPart, UnitPart
from rules.table import Base, Formation, Model, Place, Unit
from rules.terrain import GROUND, Terrain


@dataclass
class Roster:
    """The units and models of a board as they are read; `origin` is the place in the file of each model."""

    units: dict[str, Unit] = field(default_factory=dict)
    models: dict[str, Model] = field(default_factory=dict)
    origin: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def roster_of(parts: list[UnitPart], terrain: Terrain) -> Roster:
    """The units of a board, and what is wrong with them each by itself."""
    roster = Roster()
    for k, part in enumerate(parts):
        _add_unit(roster, part, f"unit[{k}]", terrain)
    return roster


def _add_unit(roster: Roster, part: UnitPart, where: str, terrain: Terrain) -> None:
    seats = list(_seats(part, where))
    if part.formation is not None and (part.base is None or part.base.kind != "rect"):
        roster.problems.append(Problem(f"{where}.base", "expected { rect = [front, depth] }: a formation is of rectangles"))
        return
    names: list[str] = []
    for seat in seats:
        model = _model(roster, part, seat, where)
        if model is None:
            continue
        if seat.id in names:
            roster.problems.append(Problem(seat.where, f'expected an id of its own: "{seat.id}" is taken'))
        names.append(seat.id)
        place = _place(roster, seat, terrain) if seat.at is not None else None
        if model.id not in roster.models:
            roster.models[model.id] = model.placed(place)
            roster.origin[model.id] = seat.where
    extra = [word for model_part in part.model or [] for word in model_part.keywords]
    keywords = tuple(dict.fromkeys([*part.keywords, *extra]))
    if part.id not in roster.units:
        unit = Unit(part.id, part.side, tuple(names), keywords, dict(part.choose), _formation(part))
        roster.units[part.id] = unit


@dataclass(frozen=True)
class _Seat:
    """Where one model of a unit is to stand, and from which key of the file."""

    id: str
    where: str
    at: Point | None
    on: str | None
    facing: float
    part: ModelPart | None = None


def _seats(part: UnitPart, where: str) -> Iterator[_Seat]:
    facing = math.radians(part.facing)
    if part.models is not None:
        for k, at in enumerate(part.models):
            yield _Seat(f"{part.id}-{k + 1}", f"{where}.models[{k}]", at, None, facing)
    elif part.model is not None:
        for k, own in enumerate(part.model):
            turned = facing if own.facing is None else math.radians(own.facing)
            yield _Seat(own.id or f"{part.id}-{k + 1}", f"{where}.model[{k}]", own.at, own.on, turned, own)
    elif part.formation is not None:
        yield from _ranked_seats(part, part.formation, where)
    else:
        yield _Seat(part.id, f"{where}.at" if part.at is not None else where, part.at, part.on, facing)


def _ranked_seats(part: UnitPart, formation: FormationPart, where: str) -> Iterator[_Seat]:
    base = part.base or Base("rect", 1.0, 1.0)
    pose = _formation(part)
    assert pose is not None
    front, depth = base.front_mm / MM_PER_INCH, base.depth_mm / MM_PER_INCH
    places = block_places(pose.at, pose.facing, pose.files, formation.count, front, depth)
    for k, at in enumerate(places):
        yield _Seat(f"{part.id}-{k + 1}", f"{where}.formation", at, None, pose.facing)


def _formation(part: UnitPart) -> Formation | None:
    if part.formation is None:
        return None
    facing = part.facing if part.formation.facing is None else part.formation.facing
    return Formation(part.formation.files, part.formation.at, math.radians(facing))


def _model(roster: Roster, unit: UnitPart, seat: _Seat, where: str) -> Model | None:
    """A model with its own statistics where it has any, else its unit's; None when it lacks one."""
    own = seat.part or ModelPart()
    base = own.base or unit.base
    move = unit.move if own.move is None else own.move
    if base is None or move is None:
        for key, value, words in (("base", base, "millimetres"), ("move", move, "inches")):
            if value is None:
                roster.problems.append(Problem(f"{where}.{key}", f"is missing: expected {words}"))
        return None
    charge = own.charge
    if charge is None:
        charge = unit.charge if unit.charge is not None else 2.0 * move
    return Model(
        seat.id, unit.id, base, move=move, charge=charge,
        height=unit.height if own.height is None else own.height,
        agility=unit.agility if own.agility is None else own.agility,
        size=unit.size if own.size is None else own.size,
        flying=unit.flying if own.flying is None else own.flying,
    )


def _place(roster: Roster, seat: _Seat, terrain: Terrain) -> Place:
    assert seat.at is not None
    on = seat.on
    says = None if on is None or on == GROUND else standing_says(terrain, on, seat.at)
    if says is not None:
        where = seat.where.removesuffix(".at")
        roster.problems.append(Problem(f"{where}.on", says))
        on = None
    surface, elevation = terrain.surface_at(seat.at, on)
    return Place(seat.at, surface, elevation, seat.facing)


def standing_says(terrain: Terrain, on: str, at: Point) -> str | None:
    """Why nothing can stand on a feature with its centre at a point, as what would be right; None when it can."""
    if on not in terrain:
        return f'expected the id of a feature, or "ground"; there is no "{on}"'
    feature = terrain.feature(on)
    if not feature.is_solid or not feature.standable or feature.kind == "impassable":
        return f'expected a feature that can be stood on; "{on}" can\'t'
    centre = Shape((at,))
    if min(clearance(centre, piece) for piece in feature.footprint.pieces) > TOLERANCE:
        return f'expected the id of the feature under the middle of the base; "{on}" is not'
    return None
