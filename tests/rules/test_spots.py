"""The best free spot with a link, against every spot of a fine grid, each judged by itself."""

import math
import random
from dataclasses import replace

import pytest

from physics.vectors import Point
from rules.actions import Waypoint
from rules.arranging import set_at
from rules.coherence import linked_models
from rules.links import Linking
from rules.positioning import edge_finding, end_findings
from rules.spots import Spots, is_near_enemy, least_radius
from rules.table import Base, Model
from tests.rules.tables import block, box, gap, tower, wall
from tests.rules.unit_tables import unit_table

SEEDS = 20
GRID = 0.15
"""Inches between the spots of the grid."""


def random_feature(rng: random.Random, name: str, is_even: bool):
    at = (rng.uniform(6.0, 14.0), rng.uniform(4.0, 11.0))
    size = rng.uniform(0.3, 2.5), rng.uniform(0.3, 2.5)
    kind = rng.choice(("block", "block", "tower", "wall") if is_even else ("block", "tower", "wall", "pit", "step", "roof"))
    if kind == "tower":
        return tower(name, at, rng.uniform(0.2, 1.0), 3.0, climbable=False, standable=False)
    if kind == "wall":
        door = ((at[0] + 1.0, at[1]), (at[0] + 1.0 + rng.choice((0.8, 1.2, 2.0)), at[1]))
        return wall(name, (at, (at[0] + 4.0, at[1])), 3.0, openings=(door,))
    corners = box(*at, *size, rng.choice((0.0, rng.uniform(0.0, 90.0))))
    if kind == "pit":
        return gap(name, corners, rng.choice((None, 2.0)))
    if kind == "step":
        return block(name, corners, 0.5)
    return block(name, corners, 3.0, standable=kind == "roof")


def random_case(seed: int, is_even: bool, is_round: bool):
    """A table with a leader and two more of its unit, and one to be set; None where they do not fit."""
    rng = random.Random(seed)
    features = [random_feature(rng, f"f{k}", is_even) for k in range(rng.randint(4, 10))]
    enemies = [(rng.uniform(6, 14), rng.uniform(4, 11)) for _ in range(rng.randint(0, 4))]
    sizes = [rng.choice((25.0, 32.0, 40.0, 50.0)) for _ in range(4)]
    table = unit_table("leader", [None] * 4, features, enemies, sizes, (20.0, 15.0), rng.choice((1, 2, 3)))
    if not is_round:
        odd = [Base("oval", 60.0, 35.0), Base("rect", 25.0, 50.0), Base("disc", 32.0, 32.0)]
        table = table.with_models([replace(table.model(f"u-{k}"), base=rng.choice(odd)) for k in range(1, 5)])
    for name in ("u-1", "u-2", "u-3"):
        for _ in range(60):
            model = set_at(table, table.model(name), Waypoint((rng.uniform(6, 14), rng.uniform(4, 11))))
            if not end_findings(table, model, 0.0) and not edge_finding(table, model, model.standing.at, 0.0):
                table = table.with_models([model])
                break
    leader = table.model("u-1")
    if leader.place is None:
        return None
    return rng, Linking(table, "u", leader)


def is_good(linking: Linking, model: Model, linked: list[Model], shuns: float) -> bool:
    """Slowly: whether a model set somewhere is free there, and linked as the unit would then be."""
    table = linking.table
    if edge_finding(table, model, model.standing.at, 0.0) or end_findings(table, model, 0.0):
        return False
    if shuns and is_near_enemy(table, model, shuns):
        return False
    there = Linking(table.with_models([model]), "u", linking.leader)
    return any(there.block(model, other) is None for other in linked)


def grid_best(linking: Linking, spots: Spots, linked: list[Model], towards: Point, furthest: bool, limit: float):
    """The best spot of a grid that is better than a limit, or None: then there is none on the grid."""
    x0, y0 = linking.leader.standing.at
    steps = [GRID * k for k in range(-int(spots.reach / GRID) - 1, int(spots.reach / GRID) + 2)]
    found = None
    for dx in steps:
        for dy in steps:
            at = (x0 + dx, y0 + dy)
            away = math.dist(at, towards)
            is_better = away > limit if furthest else away < limit
            if not is_better or math.hypot(dx, dy) > spots.reach:
                continue
            if is_good(linking, spots.at(at), linked, spots.shuns):
                limit, found = away, at
    return found


@pytest.mark.parametrize(
    ("kind", "seed"), [(k, s) for k, count in (("even", SEEDS), ("uneven", SEEDS), ("odd", 6)) for s in range(count)]
)
def test_no_spot_of_a_grid_is_better(kind: str, seed: int) -> None:
    case = random_case(seed, kind != "uneven", kind != "odd")
    if case is None:
        return
    rng, linking = case
    model, linked = linking.table.model("u-4"), linked_models(linking)
    shuns = rng.choice((0.0, 1.0))
    reach = rng.choice((3.0, 4.5)) + linking.leader.base.radius - least_radius(model.base)
    spots = Spots(linking, model, linked, reach, shuns)
    at = linking.leader.standing.at
    towards = rng.choice((at, (at[0] + rng.uniform(-4, 4), at[1] + rng.uniform(-4, 4))))
    furthest = rng.random() < 0.3
    best = spots.best(towards, furthest, whole=False)
    room = 1e-6 if kind == "even" else 0.01
    if best is None:
        limit = -1.0 if furthest else 1e9
    else:
        assert is_good(linking, best, linked, shuns)
        away = math.dist(best.standing.at, towards)
        limit = away + room if furthest else away - room
    assert grid_best(linking, spots, linked, towards, furthest, limit) is None
