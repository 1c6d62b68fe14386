"""The zones that the reach keeps out of against the referee's own: the same everywhere but within 0.02 in of their edges."""

import random

import pytest
import shapely

from physics.vectors import Point
from rules.proximity import in_reach
from rules.reach_obstacles import zone_shapes
from rules.reach_relief import convex
from rules.table import Place, Table
from tests.rules.dense_tables import dense_board
from tests.rules.tables import INCH, block, box, piece, table_of

BESIDE = 0.02


def zone_of(table: Table) -> shapely.Geometry:
    """The zone of `enemy` for the middle of `mover`."""
    shapes = zone_shapes(table, table.model("mover"), table.model("enemy"))
    return shapely.union_all([shapely.Polygon(convex(s).outline(1e-4)) for s in shapes])


def wall_beside(near: float) -> Table:
    """A roof as high as an enemy of 2 in, whose near side is so far from its middle; bases of an inch."""
    models = [piece("enemy", "Blues", (4.0, 4.0), base=INCH, height=2.0), piece("mover", "Reds", (9.0, 1.0), base=INCH)]
    return table_of([block("roof", box(4.0 + near, 0.0, 3.0, 8.0), 2.0)], models, size=(10.0, 8.0))


@pytest.mark.parametrize(("far", "is_in"), [(1.27, True), (1.33, False)])
def test_on_a_roof_the_zone_reaches_a_base_whose_edge_is_in_front_of_it(far: float, is_in: bool) -> None:
    """The roof's side is 0.8 in away, half a base more is 1.3: up to there the edge of the base is not over the roof."""
    assert zone_of(wall_beside(0.8)).contains(shapely.Point(4.0 + far, 4.0)) == is_in


def test_aside_of_the_straight_line_the_roof_is_further_off() -> None:
    """At 45 degrees the side is 0.8 √2 = 1.131 in away, and the zone ends 1.631 in off, 1.153 in across and up."""
    zone = zone_of(wall_beside(0.8))
    assert zone.contains(shapely.Point(4.0 + 1.153 - BESIDE, 4.0 + 1.153 - BESIDE))
    assert not zone.contains(shapely.Point(4.0 + 1.153 + BESIDE, 4.0 + 1.153 + BESIDE))


def spots_near(rng: random.Random, at: Point, reach: float, zone: shapely.Geometry) -> list[Point]:
    """Spots round a place that are not at the very edge of a zone."""
    found = [(at[0] + rng.uniform(-reach, reach), at[1] + rng.uniform(-reach, reach)) for _ in range(60)]
    return [p for p in found if zone.boundary.distance(shapely.Point(p)) > BESIDE]


@pytest.mark.parametrize("number", range(60))
def test_zones_of_round_bases_are_where_the_referee_says(number: int) -> None:
    rng, table = dense_board(number)
    mover = table.model("mover")
    for enemy in (m for m in table.standing if mover.base.is_disc and table.are_enemies(mover, m)):
        shapes = zone_shapes(table, mover, enemy)
        zone = shapely.union_all([shapely.Polygon(convex(s).outline(1e-4)) for s in shapes])
        for at in spots_near(rng, enemy.standing.at, enemy.base.radius + mover.base.radius + 1.0, zone):
            there = mover.placed(Place(at, "ground", enemy.elevation, mover.standing.facing))
            assert in_reach(table, there, enemy) == zone.contains(shapely.Point(at)), (enemy.id, at)
