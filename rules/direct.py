"""Clause direct.line (skirmish): a model moves directly towards or away from a model, a marker or a point."""

import math

from physics.tolerance import TOLERANCE, is_more
from physics.vectors import Point, add, scale, subtract, unit
from rules.actions import DirectMove, Target, Waypoint
from rules.engagement import engaged_with
from rules.moves import judge_path, unavailable
from rules.ruling import Finding, Line, Ruling
from rules.table import Model, Table


def middle_of(table: Table, target: Target) -> Point | None:
    """The middle of what is aimed at: a model, a unit of one, a marker or a point; None when it is not there."""
    if not isinstance(target, str):
        return target
    model = table.models.get(target)
    if model is None and target in table.units:
        standing = table.models_of(table.units[target])
        model = standing[0] if len(standing) == 1 else None
    if model is not None:
        return model.standing.at if model.is_on_table else None
    marker = table.marker(target)
    return marker.at if marker else None


def judge_direct(table: Table, action: DirectMove) -> Ruling:
    """`towards` and `away`: one straight line on the line of the two middles, judged like any move."""
    model = table.models.get(action.mover)
    if model is None or not model.is_on_table:
        return unavailable(f"{action.mover} is not a model on the table", action.mover)
    middle = middle_of(table, action.target)
    if middle is None:
        return unavailable(f"there is no {action.target} on the table to move by", model.id)
    if action.distance < 0.0:
        return unavailable(f"a distance of {action.distance:g} in is less than nought", model.id)
    apart = math.dist(model.standing.at, middle)
    if apart <= TOLERANCE:
        return _refused(
            model, "stands exactly on what it is to move by, so there is no line through the two middles", 0.0
        )
    towards = unit(subtract(middle, model.standing.at))
    step = scale(towards, action.distance if action.name == "towards" else -action.distance)
    end = add(model.standing.at, step)
    early: list[Finding] = []
    if action.name == "towards" and is_more(action.distance, apart):
        says = f"{model.id} would go {action.distance:.2f} in towards a middle that is {apart:.2f} in away, and past it"
        line = Line(model.standing.at, middle, "measure", f"{apart:.2f} in")
        early.append(Finding("direct.line", says, action.distance, apart, (line,), apart, (model.id,)))
    return _judge_line(table, model, end, early)


def _judge_line(table: Table, model: Model, end: Point, early: list[Finding]) -> Ruling:
    """On whichever surface the line leads to: the model's own deck where it goes on, else what is there."""
    opponents = engaged_with(table, model)
    if opponents:
        names = ", ".join(m.id for m in opponents)
        says = f"{model.id} is engaged with {names}: it can only back off"
        early = [*early, Finding("engagement.held", says, pieces=(model.id,))]
    on = model.standing.on
    is_deck = on in table.terrain and table.terrain.feature(on).bottom > 0.0 and table.terrain.feature(on).is_over(end)
    return judge_path(table, model, (Waypoint(end, on if is_deck else None),), early, opponents)


def _refused(model: Model, says: str, measured: float) -> Ruling:
    finding = Finding("direct.line", f"{model.id} {says}", measured, None, (), 0.0, (model.id,))
    return Ruling(False, findings=(finding,))
