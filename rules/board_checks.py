"""Whether the models of a board can stand where it puts them: on the table, clear of one another and of terrain."""

from collections.abc import Iterator

import numpy as np

from physics.contact import clearance
from physics.shapes import MM_PER_INCH
from physics.tolerance import is_closer
from physics.vectors import distance, rotate, subtract
from rules.board_errors import MOST_PROBLEMS, Problem
from rules.positioning import edge_finding, fit_findings, stand_clear
from rules.table import Model, Table


def position_problems(table: Table, origin: dict[str, str]) -> list[Problem]:
    """What is wrong with where the models stand; at most a hundred and one, as more are never listed."""
    problems: list[Problem] = []
    for says in (_edge_problems, _overlap_problems, _fit_problems):
        for problem in says(table, origin):
            problems.append(problem)
            if len(problems) > MOST_PROBLEMS:
                return problems
    return problems


def _edge_problems(table: Table, origin: dict[str, str]) -> Iterator[Problem]:
    for model in table.standing:
        finding = edge_finding(table, model, model.standing.at, 0.0)
        if finding is not None:
            yield Problem(origin[model.id], f"expected the whole base on the table: {finding.says}")


def _fit_problems(table: Table, origin: dict[str, str]) -> Iterator[Problem]:
    for model in table.standing:
        for finding in fit_findings(table, model, 0.0):
            yield Problem(origin[model.id], f"expected room for the base: it stands in {finding.pieces[-1]}")


def _overlap_problems(table: Table, origin: dict[str, str]) -> Iterator[Problem]:
    models = table.standing
    if len(models) < 2:
        return
    places = np.array([m.standing.at for m in models])
    reach = np.array([m.base.radius for m in models])
    for k in range(1, len(models)):
        apart = np.hypot(places[:k, 0] - places[k, 0], places[:k, 1] - places[k, 1])
        for j in np.flatnonzero(apart < reach[:k] + reach[k]).tolist():
            one, other = models[j], models[k]
            if _overlap(one, other) and not stand_clear(one, other):
                yield Problem(origin[other.id], f"expected a base clear of others: {other.id} overlaps {one.id}")


def _overlap(one: Model, other: Model) -> bool:
    """Whether two bases overlap. An oval has thousands of corners, so first the line between the two is tried."""
    if "oval" in (one.base.kind, other.base.kind):
        line = subtract(other.standing.at, one.standing.at)
        size = distance(one.standing.at, other.standing.at)
        if size > 0.0:
            direction = (line[0] / size, line[1] / size)
            if size >= _support(one, direction) + _support(other, (-direction[0], -direction[1])):
                return False
    return is_closer(clearance(one.footprint, other.footprint), 0.0)


def _support(model: Model, direction: tuple[float, float]) -> float:
    """How far a base reaches from its centre in a direction, inches."""
    along, across = rotate(direction, -model.standing.facing)
    half_depth = model.base.depth_mm / 2.0 / MM_PER_INCH
    half_front = model.base.front_mm / 2.0 / MM_PER_INCH
    if model.base.kind == "rect":
        return abs(along) * half_depth + abs(across) * half_front
    return float(np.hypot(along * half_depth, across * half_front))
