"""A unit's sections of a board file with its models where they stand now, in the form that says it best."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from physics.ranks import block_places
from physics.shapes import MM_PER_INCH
from physics.vectors import distance
from rules.board_schema import UnitPart
from rules.board_sections import Section, edited, new_section
from rules.table import Base, Model, Table, Unit
from rules.terrain import GROUND

SAME_PLACE = 1e-9
"""Inches by which a model may stand off its place in a formation and still be written as part of it."""
_OWN_KEYS = ("base", "height", "move", "agility", "size", "flying", "charge", "facing")
_PLACE_KEYS = ("at", "on", "models", "model", "formation")


def unit_sections(table: Table, unit: Unit, part: UnitPart | None, old: list[Section]) -> list[Section]:
    """A unit's sections, made from its old ones (none: anew); none when no model of it is left."""
    models = [table.models[m] for m in unit.models if table.models[m].is_alive]
    if not models:
        return []
    form = _form_of(table, unit, models, part)
    level = _level(part, models, form)
    main = _unit_keys(unit, part, level) | _place_keys(unit, models, form)
    rows: dict[str, dict[str, Any]] = {}
    if form == "model":
        before = _rows_of(old)
        said = {name: row.data for name, row in before.items()}
        rows = {m.id: _model_keys(table, m, level, said.get(m.id, {})) for m in models}
    return _written(old or [new_section("[[unit]]", {"id": unit.id})], main, rows)


def _form_of(table: Table, unit: Unit, models: Sequence[Model], part: UnitPart | None) -> str:
    """Which of the forms of BOARDS says where a unit's models stand."""
    placed = [m for m in models if m.place is not None]
    if unit.formation is not None and len(placed) == len(models) and _is_in_ranks(unit, models):
        return "formation"
    if part is not None and part.model is not None:
        return "model"
    is_plain = not any(_surface_to_say(table, m) for m in placed) and len({_own(m) for m in models}) == 1
    if is_plain and [m.id for m in models] == [unit.id]:
        return "at"
    numbers = [f"{unit.id}-{k + 1}" for k in range(len(models))]
    return "models" if is_plain and len(placed) == len(models) and [m.id for m in models] == numbers else "model"


def _is_in_ranks(unit: Unit, models: Sequence[Model]) -> bool:
    """Whether the models stand where the unit's pose puts them, all on rectangles of one size."""
    base, pose = models[0].base, unit.formation
    if pose is None or base.kind != "rect" or any(_own(m)[:-1] != _own(models[0])[:-1] for m in models):
        return False
    front, depth = base.front_mm / MM_PER_INCH, base.depth_mm / MM_PER_INCH
    places = block_places(pose.at, pose.facing, pose.files, len(models), front, depth)
    return all(distance(m.standing.at, p) <= SAME_PLACE for m, p in zip(models, places, strict=True))


def _own(model: Model) -> tuple[Any, ...]:
    """What a model has of its own, in the order of _OWN_KEYS."""
    facing = facing_deg(model.place.facing) if model.place is not None else None
    return (
        model.base, model.height, model.move, model.agility, model.size, model.flying, model.charge, facing,
    )


def facing_deg(facing: float) -> float:
    """Degrees of a facing, without the rounding of the way from degrees to radians and back."""
    degrees = math.degrees(facing)
    plain = round(degrees, 9)
    return plain if abs(degrees - plain) <= 4.0 * math.ulp(degrees) else degrees


def _level(part: UnitPart | None, models: Sequence[Model], form: str) -> dict[str, Any]:
    """The unit's own values: those of its part where models may differ, else those that all models share."""
    first = next((m for m in models if m.place is not None), models[0])
    level = dict(zip(_OWN_KEYS, _own(first), strict=True))
    if level["facing"] is None or form == "formation":
        level["facing"] = part.facing if part is not None else 90.0
    if level["charge"] == 2.0 * level["move"] and (part is None or part.charge is None):
        level["charge"] = None
    if part is not None and form == "model":
        own = {k: getattr(part, k) for k in _OWN_KEYS}
        level.update({k: v for k, v in own.items() if v is not None or k == "charge"})
    return level


def _unit_keys(unit: Unit, part: UnitPart | None, level: Mapping[str, Any]) -> dict[str, Any]:
    """The unit's keys that differ from what its part says (or, of a new one, from the defaults)."""
    if part is None:
        defaults: dict[str, Any] = {"height": 1.25, "agility": 0.0, "size": 1, "flying": False}
        defaults |= {"facing": 90.0, "charge": None}
        keys: dict[str, Any] = {"side": unit.side, "keywords": unit.keywords or None, "choose": dict(unit.choose) or None}
    else:
        defaults = {k: getattr(part, k) for k in _OWN_KEYS}
        keys = {} if part.side == unit.side else {"side": unit.side}
        if any(row.keywords for row in part.model or ()):  # the model that brought one may be gone
            keys["keywords"] = list(unit.keywords)
    return keys | {k: _key_value(v) for k, v in level.items() if k not in defaults or defaults[k] != v}


def _key_value(value: Any) -> Any:
    return base_value(value) if isinstance(value, Base) else value


def base_value(base: Base) -> Any:
    """A base as BOARDS writes it, millimetres."""
    if base.kind == "disc":
        return base.front_mm
    both = [base.front_mm, base.depth_mm]
    return both if base.kind == "oval" else {"rect": both}


def _place_keys(unit: Unit, models: Sequence[Model], form: str) -> dict[str, Any]:
    keys: dict[str, Any] = dict.fromkeys(_PLACE_KEYS)
    if form == "formation":
        pose = unit.formation
        assert pose is not None
        keys["formation"] = {
            "files": pose.files, "count": len(models), "at": list(pose.at), "facing": facing_deg(pose.facing),
        }
    elif form == "models":
        keys["models"] = [list(m.standing.at) for m in models]
    elif form == "at" and models[0].place is not None:
        keys["at"] = list(models[0].place.at)
    return keys


def _surface_to_say(table: Table, model: Model) -> str | None:
    """What `on` has to say of a model, or None when its place alone says it."""
    if model.place is None:
        return None
    on = model.place.on
    if table.terrain.surface_at(model.place.at)[0] == on:
        return None
    return on if on in table.terrain and table.terrain.feature(on).is_solid else GROUND


def _model_keys(table: Table, model: Model, level: Mapping[str, Any], old: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of one [[unit.model]]: None for those that are not to be there; `old` is what it said before."""
    own = dict(zip(_OWN_KEYS, _own(model), strict=True))
    expected = {**level, "charge": 2.0 * model.move if level["charge"] is None else level["charge"]}
    keys: dict[str, Any] = {"id": model.id, "at": None, "on": None}
    if model.place is not None:
        is_said = old.get("on") == model.place.on
        keys |= {"at": list(model.place.at), "on": model.place.on if is_said else _surface_to_say(table, model)}
    for key, value in own.items():
        is_needed = value is not None and (key in old or value != expected[key])
        keys[key] = _key_value(value) if is_needed else None
    return keys


def _rows_of(old: list[Section]) -> dict[str, Section]:
    """A unit's [[unit.model]] sections by the models' ids."""
    rows = [s for s in old if s.keys == ("unit", "model")]
    return {s.data.get("id", f"{old[0].data['id']}-{k + 1}"): s for k, s in enumerate(rows)}


def _written(old: list[Section], main: dict[str, Any], rows: dict[str, dict[str, Any]]) -> list[Section]:
    """A unit's sections with new values: rows that had a section keep it."""
    formations = [s for s in old if s.keys == ("unit", "formation")]
    others = [s for s in old[1:] if s.keys not in (("unit", "formation"), ("unit", "model"))]
    if formations and main["formation"] is not None:
        others.append(edited(formations[0], main["formation"]))
        main = {k: v for k, v in main.items() if k != "formation"}
    before = _rows_of(old)
    parts = [edited(before[m], row) if m in before else new_section("[[unit.model]]", row) for m, row in rows.items()]
    return [edited(old[0], main), *others, *parts]
