"""Whether the models of a board can stand where it puts them: on the table, clear of one another and of terrain.

The judge's own measures decide. An oval has thousands of corners, so what is plainly clear is told first by cheaper
ones: how far a base reaches in a direction, and the disc around it.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from physics.contact import clearance
from physics.shapes import MM_PER_INCH
from physics.tolerance import TOLERANCE, is_closer
from physics.vectors import Point, distance, rotate
from rules.board_errors import MOST_PROBLEMS, Problem
from rules.positioning import edge_finding, is_in_body, stand_clear
from rules.table import Base, Model, Table
from rules.terrain import Feature

_DIRECTIONS = tuple((math.cos(k * math.pi / 32.0), math.sin(k * math.pi / 32.0)) for k in range(64))


def position_problems(table: Table, origin: dict[str, str]) -> list[Problem]:
    """What is wrong with where the models stand; at most a hundred and one, as more are never listed."""
    problems: list[Problem] = []
    for find in (_edge_problems, _overlap_problems, _fit_problems):
        for problem in find(table, origin):
            problems.append(problem)
            if len(problems) > MOST_PROBLEMS:
                return problems
    return problems


def _edge_problems(table: Table, origin: dict[str, str]) -> Iterator[Problem]:
    width, depth = table.size
    for model in table.standing:
        x, y = model.standing.at
        room = ((x, (-1.0, 0.0)), (width - x, (1.0, 0.0)), (y, (0.0, -1.0)), (depth - y, (0.0, 1.0)))
        if all(_support(model, side) <= least for least, side in room):
            continue
        finding = edge_finding(table, model, (x, y), 0.0)
        if finding is not None:
            yield Problem(origin[model.id], f"expected the whole base on the table: {finding.says}")


def _fit_problems(table: Table, origin: dict[str, str]) -> Iterator[Problem]:
    for model in table.standing:
        reach = 2.0 * model.base.radius * MM_PER_INCH
        round_model = replace(model, base=Base("disc", reach, reach))
        found: set[str] = set()
        for piece in table.terrain.solids.in_box(round_model.footprint.box):
            feature = piece.owner
            assert isinstance(feature, Feature)
            if feature.id in found or not is_in_body(feature, piece.shape, round_model):
                continue
            if is_in_body(feature, piece.shape, model):
                found.add(feature.id)
                says = f"expected room for the base: {model.id} stands in {feature.id}"
                yield Problem(origin[model.id], says)


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
            if not stand_clear(one, other) and _overlap(one, other):
                yield Problem(origin[other.id], f"expected a base clear of others: {other.id} overlaps {one.id}")


def _overlap(one: Model, other: Model) -> bool:
    """Whether two bases overlap."""
    if "oval" in (one.base.kind, other.base.kind):
        least = (min(m.base.front_mm, m.base.depth_mm) / 2.0 / MM_PER_INCH for m in (one, other))
        if distance(one.standing.at, other.standing.at) < sum(least) - 2.0 * TOLERANCE:
            return True
        if any(_is_apart(one, other, direction) for direction in _directions(one, other)):
            return False
    return is_closer(clearance(one.footprint, other.footprint), 0.0)


def _directions(one: Model, other: Model) -> Iterator[Point]:
    """The ways in which two bases may be apart: first along the line through their middles."""
    (ax, ay), (bx, by) = one.standing.at, other.standing.at
    size = math.hypot(bx - ax, by - ay)
    if size > 0.0:
        yield ((bx - ax) / size, (by - ay) / size)
    yield from _DIRECTIONS


def _is_apart(one: Model, other: Model, direction: Point) -> bool:
    """Whether a straight line across a direction runs between two bases."""
    (ax, ay), (bx, by) = one.standing.at, other.standing.at
    along = (bx - ax) * direction[0] + (by - ay) * direction[1]
    return along >= _support(one, direction) + _support(other, direction)


def _support(model: Model, direction: Point) -> float:
    """How far a base reaches from its centre in a direction (or against it), inches."""
    along, across = rotate(direction, -model.standing.facing)
    half_depth = model.base.depth_mm / 2.0 / MM_PER_INCH
    half_front = model.base.front_mm / 2.0 / MM_PER_INCH
    if model.base.kind == "rect":
        return abs(along) * half_depth + abs(across) * half_front
    return math.hypot(along * half_depth, across * half_front)
