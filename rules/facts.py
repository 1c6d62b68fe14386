"""The facts that a board can ask of a table, by the names of BOARDS.md. Numbers are inches."""

from collections.abc import Callable, Mapping
from typing import Any

from physics.vectors import Point
from rules.actions import ActionError, LeaderMove, ModelMove, SquadMove, Waypoint, parse_waypoint
from rules.measuring import Measured, distance, outlines_of, wholly_within, within
from rules.proximity import in_zone
from rules.rulesets import ruleset_of
from rules.scoring import controller
from rules.table import Model, Table

Value = float | bool | str


class FactError(ValueError):
    """A fact that can't be asked of this table: the message says what would be right."""


def ask(table: Table, fact: Mapping[str, Any]) -> Value:
    """The value of a fact: inches, true or false, or a name. FactError or MeasureError where it has none."""
    if len(fact) != 1:
        raise FactError(f"expected one fact, one of {', '.join(FACTS)}")
    name, asked = next(iter(fact.items()))
    if name not in FACTS:
        raise FactError(f"there is no fact {name}; expected one of {', '.join(FACTS)}")
    return FACTS[name](table, asked)


def _distance(table: Table, asked: Any) -> Value:
    a, b = _items(asked, 2, "two models, units, markers or points")
    return distance(table, _measured(a), _measured(b))


def _within(table: Table, asked: Any) -> Value:
    a, b, x = _items(asked, 3, "two models, units, markers or points, and inches")
    return within(table, _measured(a), _measured(b), _inches(x))


def _wholly_within(table: Table, asked: Any) -> Value:
    a, b, x = _items(asked, 3, "two models, units, markers or points, and inches")
    return wholly_within(table, _measured(a), _measured(b), _inches(x))


def _engaged(table: Table, asked: Any) -> Value:
    engaged = ruleset_of(table).engaged
    return any(engaged(table, one.id, other.id) for one, other in _pairs(table, asked))


def _in_proximity(table: Table, asked: Any) -> Value:
    if "proximity.radius" not in table.parameters:
        raise FactError(f"there is no Proximity in the ruleset {table.ruleset}")
    return any(in_zone(table, mover, owner) for mover, owner in _pairs(table, asked))


def _elevation(table: Table, asked: Any) -> Value:
    what = _measured(asked)
    if not isinstance(what, str):
        return table.terrain.surface_at(what)[1]
    marker = table.marker(what)
    if marker is not None:
        return table.terrain.surface_at(marker.at)[1]
    outlines_of(table, what)  # says why there is none, if there is none
    heights = {m.elevation for m in _models(table, what) if m.is_on_table}
    if len(heights) > 1:
        raise FactError(f"the models of {what} stand at different elevations: ask for one of them")
    return heights.pop()


def _coherent(table: Table, asked: Any) -> Value:
    ruleset = ruleset_of(table)
    if asked not in table.units:
        raise FactError(f"there is no unit {asked}")
    if ruleset.coherent is None:
        raise FactError(f"there is no coherency in the ruleset {ruleset.name}")
    return ruleset.coherent(table, asked)


def _controls(table: Table, asked: Any) -> Value:
    marker = table.marker(asked) if isinstance(asked, str) else None
    if marker is None:
        raise FactError(f"there is no marker {asked}")
    return controller(table, marker) or "nobody"


def _alive(table: Table, asked: Any) -> Value:
    return any(model.is_alive for model in _models(table, asked))


def _reachable(table: Table, asked: Any) -> Value:
    return _route_cost(table, asked) is not None


def _route(table: Table, asked: Any) -> Value:
    cost = _route_cost(table, asked)
    return "none" if cost is None else cost


def _affected(table: Table, asked: Any) -> Value:
    from rules.auras import is_affected

    aura, unit = _items(asked, 2, "an aura and a unit")
    if not any(a.id == aura for a in table.auras):
        raise FactError(f"there is no aura {aura}")
    if unit not in table.units:
        raise FactError(f"there is no unit {unit}")
    return is_affected(table, aura, unit)


def _route_cost(table: Table, asked: Any) -> float | None:
    """Inches of the shortest legal ordinary move of a model or unit that ends at a place, or None."""
    from rules.reach import route_cost  # what it needs is only loaded where it is asked for

    if not isinstance(asked, Mapping):
        raise FactError("expected { model = id, at = [x, y] }, with on where it is needed")
    mover = asked.get("model", asked.get("unit"))
    kind = ruleset_of(table).move_kind
    if kind not in (ModelMove, LeaderMove, SquadMove):
        raise FactError(f"reach and routes are told of models, and {table.ruleset} moves blocks")
    if kind is ModelMove and len(_models(table, mover)) != 1:
        raise FactError(f"expected one model: {mover} is a unit of several")
    _models(table, mover)
    return route_cost(table, mover, _place(asked))


def _place(asked: Mapping[str, Any]) -> Waypoint:
    try:
        return parse_waypoint({k: v for k, v in asked.items() if k not in ("model", "unit")}, "place")
    except ActionError as error:
        raise FactError(str(error)) from error


def _items(asked: Any, count: int, what: str) -> list[Any]:
    if not isinstance(asked, list | tuple) or len(asked) != count:
        raise FactError(f"expected a list of {what}")
    return list(asked)


def _measured(asked: Any) -> Measured:
    if isinstance(asked, str):
        return str(asked)
    x, y = _items(asked, 2, "two numbers, or the id of a model, unit or marker")
    point: Point = (_inches(x), _inches(y))
    return point


def _inches(asked: Any) -> float:
    if isinstance(asked, bool) or not isinstance(asked, int | float):
        raise FactError(f"expected a number of inches, found {asked}")
    return float(asked)


def _models(table: Table, asked: Any) -> list[Model]:
    """The models that an id stands for, on the table or not: the model, or all models of the unit."""
    if isinstance(asked, str) and asked in table.models:
        return [table.models[asked]]
    if isinstance(asked, str) and asked in table.units:
        return [table.models[i] for i in table.units[asked].models]
    raise FactError(f"there is no model or unit {asked}")


def _pairs(table: Table, asked: Any) -> list[tuple[Model, Model]]:
    """All pairs of a model of the first and a model of the second that stand on the table."""
    a, b = _items(asked, 2, "two models or units")
    ones, others = ([m for m in _models(table, i) if m.is_on_table] for i in (a, b))
    return [(one, other) for one in ones for other in others]


FACTS: dict[str, Callable[[Table, Any], Value]] = {
    "distance": _distance,
    "within": _within,
    "wholly_within": _wholly_within,
    "engaged": _engaged,
    "in_proximity": _in_proximity,
    "elevation": _elevation,
    "coherent": _coherent,
    "controls": _controls,
    "reachable": _reachable,
    "route": _route,
    "alive": _alive,
    "affected": _affected,
}
