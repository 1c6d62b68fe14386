"""Where one move of a model can end, and the shortest legal way there (skirmish). Inches.

Ways are computed fast (physics/ways.py) and every route offered is judged: what the referee refuses is not offered.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Final

import shapely

from rules.actions import ModelMove, Waypoint
from rules.engagement import engaged_with
from rules.reach_ends import Name
from rules.reach_plan import ReachPlan, Route
from rules.reach_units import shortest_of_unit
from rules.rulesets import ruleset_of
from rules.table import Model, Table

_KEPT: Final = 12
"""Questions about a table that are remembered: the reach of what is carried, and its ways into contact."""


_BORDER: Final = 0.02
"""Inches within which a line lies on the border of an area."""


@dataclass(frozen=True)
class Reach:
    """Where the middle of a model's base can end one move.

    `areas` are by surface ("ground" or a feature's id). `engaging` are by enemy: the lines on which it ends in contact.
    """

    model: str
    name: Name
    allowance: float
    areas: Mapping[str, shapely.Geometry]
    _plan: "ReachPlan" = field(repr=False, compare=False)

    @cached_property
    def engaging(self) -> Mapping[str, shapely.Geometry]:
        """By enemy: the lines on which the middle of the base is when the move ends engaged with it."""
        return self._plan.contacts()

    @cached_property
    def landings(self) -> Mapping[str, shapely.Geometry]:
        """By surface: the lines on which it ends when a drop deeper than its Agility ends the move (drop.ends).

        Without those on the border of `areas`, which it gets to by another way too.
        """
        lines = {on: _off(line, self.areas.get(on)) for on, line in self._plan.landings().items()}
        return {on: line for on, line in lines.items() if not line.is_empty}

    def contour(self, inches: float) -> Mapping[str, shapely.Geometry]:
        """Where it can end for at most so many inches, by surface: for contour lines."""
        return self._plan.areas(inches)


def _off(line: shapely.Geometry, area: shapely.Geometry | None) -> shapely.Geometry:
    return line if area is None else line.difference(area.buffer(_BORDER))


def is_known(table: Table) -> bool:
    """Whether the reach of single models is known: in rulesets that move them one by one (skirmish)."""
    return ruleset_of(table).move_kind is ModelMove


def reach(table: Table, model_id: str, name: Name | None = None) -> Reach:
    """Everywhere that a model can end its move; of an engaged one, where it can back off to.

    KeyError: there is no such model. ValueError: it is not on the table, or `is_known` is false.
    """
    model = _mover(table, model_id)
    if not is_known(table) or not model.is_on_table:
        raise ValueError(f"the reach of {model_id} is not known")
    name = name or ("back_off" if model.is_on_table and engaged_with(table, model) else "move")
    plan = _plan_of(table, model, name)
    return Reach(model.id, name, model.move, plan.areas(model.move), plan)


def route(table: Table, model_id: str, waypoint: Waypoint, name: Name = "move") -> Route | None:
    """The shortest legal way of one move that ends at a place, or None. KeyError: no such model.

    Of a unit it is the way of the model that gets there by the shortest.
    """
    model = _mover(table, model_id)
    if not is_known(table):
        models = [model] if model_id in table.models else table.models_of(table.units[model_id])
        found = shortest_of_unit(table, [m for m in models if m.is_on_table], waypoint)
        return None if found is None or found[1].cost is None else Route(found[0], found[1].cost, found[1])
    if not model.is_on_table or (name == "move" and engaged_with(table, model)):
        return None
    return _plan_of(table, model, name).route(waypoint)


def route_cost(table: Table, model_id: str, waypoint: Waypoint) -> float | None:
    """Inches of the shortest legal move that ends at a place, or None."""
    found = route(table, model_id, waypoint)
    return None if found is None else found.cost


def is_reachable(table: Table, model_id: str, waypoint: Waypoint) -> bool:
    """Whether one ordinary move can end at a place."""
    return route(table, model_id, waypoint) is not None


def _mover(table: Table, mover: str) -> Model:
    """The model of that id, or the first on the table of the unit of that id."""
    if mover in table.models:
        return table.model(mover)
    unit = table.units[mover]
    return next(iter(table.models_of(unit)), table.model(unit.models[0]))


_plans: OrderedDict[tuple[int, str, Name], ReachPlan] = OrderedDict()
_turn = Lock()


def _plan_of(table: Table, model: Model, name: Name) -> ReachPlan:
    """The plan of a model; the last few are kept, each with its table, so that none is mistaken for another."""
    key = (id(table), model.id, name)
    with _turn:  # the window asks from two threads
        plan = _plans.get(key)
        if plan is None or plan.table is not table:
            plan = _plans[key] = ReachPlan(table, model, name)
        _plans.move_to_end(key)
        while len(_plans) > _KEPT:
            _plans.popitem(last=False)
        return plan
