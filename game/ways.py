"""The way that is found by itself while Shift is held: on from where the corners set so far lead, or why there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from game.asking import carried_action, kind_of
from rules.actions import Waypoint
from rules.reach import route
from rules.referee import judge
from rules.table import Model, Place, Table

Way = tuple[tuple[Waypoint, ...], str]
"""The waypoints of the way on, empty where there is none; and then why."""


def way_on(table: Table, model: Model, name: str, corners: tuple[Waypoint, ...], end: Waypoint) -> Way:
    """The shortest legal way of a carried model from its last corner to a place, for what is left of its allowance."""
    if name not in ("move", "back_off", "run"):
        return (), f"Shift finds the way of a move, not to {name.replace('_', ' ')}: set corners with Space"
    allowance = model.move * table.number("run.factor") if name == "run" else model.move
    left = allowance
    start = model
    if corners:
        ruling = judge(table, carried_action(table, model, name, corners), in_turn=False)
        if not ruling.legal or ruling.cost is None:
            return (), "No way on: it breaks a rule before its last corner"
        left = max(0.0, allowance - ruling.cost)
        on, elevation = table.terrain.surface_at(corners[-1].at, corners[-1].on)
        start = model.placed(Place(corners[-1].at, on, elevation, model.standing.facing))
    if start is not model or left != model.move:
        table = _table_with(table, replace(start, move=left))
    is_back_off = name == "back_off" and kind_of(table) == "skirmish"
    kind: Literal["move", "back_off"] = "back_off" if is_back_off else "move"
    found = route(table, model.id, end, kind)
    if found is not None:
        return found.path, ""
    return (), f"No way there within {left:g}″" if left == allowance else f"No way there within the {left:.2f}″ left"


_last: list[tuple[Table, Model, Table]] = []


def _table_with(table: Table, model: Model) -> Table:
    """The Table with a model as it is on its way; the last one is kept, and with it what is known of its ways."""
    if not _last or _last[0][0] is not table or _last[0][1] != model:
        _last[:] = [(table, model, table.with_models([model]))]
    return _last[0][2]
