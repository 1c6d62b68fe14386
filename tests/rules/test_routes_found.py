"""Reach and route against a slow search (tests/rules/route_oracle.py) on small dense boards, and on boards once missed.

What the search finds, `route` finds for no more, and `reach` shows; what `reach` shows, `route` leads to; mirrored or
the other way round, a way costs the same. 50 boards in CI, `REACH_EXAMPLES=500` for a night.
"""

import math
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import shapely

from physics.vectors import Point
from rules.actions import ModelMove, Waypoint
from rules.boards import load_board
from rules.reach import reach, route
from rules.table import Table
from tests.rules.dense_tables import dense_board
from tests.rules.motions import Motion, moved_table
from tests.rules.route_kinds import kinds_of, kinds_of_spot
from tests.rules.route_oracle import Found, legal_move, touched, ways_found
from tests.rules.tables import INCH, block, box, piece, table_of, wall

BOARDS = range(int(os.environ.get("REACH_EXAMPLES") or ("50" if os.environ.get("CI") else "12")))
DEARER, BESIDE = 0.005, 0.02
"""Inches by which a route may cost more than a way that was found, and by which the border of the reach may be off."""
ALONG = 0.15
"""Inches by which a line of contact may end too early: it is looked at every 0.12 in."""

MISSED_KINDS = {
    "deck", "slope", "oval", "gap", "edge of a roof", "landing beside something", "bend beside a side",
    "corner of a roof", "stepping stone", "deep drop", "whole inch", "flush end",
}  # fmt: skip
"""Kinds of ways (tests/rules/route_kinds.py) some of which are known to be missed: to be emptied."""
SHOWN_KINDS = {"whole inch", "slope", "deck", "gap", "zone past a roof"}
"""Kinds of spots some of which are known to be shown where no move ends: to be emptied."""
MISSED_BOARDS = {
    "air_to_unlike_roof": "the area ends short of it",
    "climb_past_crate": "no bend inside the grown outline of what is climbed next",
    "climb_past_floating_block": "no bend inside the grown outline of what is climbed next",
    "drop_past_zone": "no bend where the base is just clear of what is left",
    "foot_and_edge": "ends on a line have no area",
    "gap_bridged_by_low_block": "the pit is gone round",
    "inch_block_bend": "an inch is paid at a bend on the block",
    "landing_pushed": "no bend where the base is just clear of what it passed while it came down",
    "oval_roof_corner": "no bend at the corner of a roof itself",
    "roof_corner_caught": "no bend at the corner of a roof itself",
    "slope_skim": "no bends at a slope's corner",
}
"""Boards of route_boards/ that are still missed, and why: a mark is taken off when its board is found."""

PINNED = sorted((Path(__file__).parent / "route_boards").glob("*.toml"))


def misses(table: Table, found: Found) -> list[str]:
    """What reach and route say less of a legal move than there is: sentences."""
    at, on = found.path[-1].at, found.end.on
    wrong = []
    best = route(table, "mover", found.path[-1])
    if best is None or best.cost > found.cost + DEARER:
        wrong.append(f"route {best and best.cost} to {at} on {on}, found for {found.cost}: {found.path}")
    shown = reach(table, "mover")
    enemies = touched(found, "mover")
    for name in enemies or (on,):
        parts = (shown.engaging,) if enemies else (shown.areas, shown.landings)
        off = min(apart(part.get(name), at) for part in parts)
        if off > (ALONG if enemies else BESIDE):
            wrong.append(f"what is shown of {name} is {off} from {at}: {found.path}")
    return wrong


def apart(shown: shapely.Geometry | None, at: Point) -> float:
    """Inches from a spot to what is shown; infinite where nothing is."""
    return math.inf if shown is None or shown.is_empty else float(shown.distance(shapely.Point(at)))


def unknown_misses(table: Table, founds: list[Found]) -> list[str]:
    """The misses that are of no known kind."""
    wrong = []
    for found in founds:
        if not kinds_of(table, table.model("mover"), found) & MISSED_KINDS:
            wrong += misses(table, found)
    return wrong


def beside_borders(rng: random.Random, table: Table, count: int = 4) -> list[Point]:
    """Spots a little outside of the reach's borders."""
    spots = []
    for area in reach(table, "mover").areas.values():
        rim = shapely.get_coordinates(area.buffer(BESIDE + 0.01))
        spots += [tuple(rim[rng.randrange(len(rim))].tolist()) for _ in range(count if len(rim) else 0)]
    return spots


def inside_areas(rng: random.Random, table: Table, count: int = 4) -> Iterator[tuple[str, Point]]:
    """Spots in the reach, half of them just inside its borders, with their surfaces."""
    for on, area in reach(table, "mover").areas.items():
        core = area.buffer(-BESIDE - 0.005)
        if core.is_empty:
            continue
        rim = shapely.get_coordinates(core)
        left, bottom, right, top = core.bounds
        spots = [tuple(rim[rng.randrange(len(rim))].tolist()) for _ in range(count)]
        spots += [(rng.uniform(left, right), rng.uniform(bottom, top)) for _ in range(2 * count)]
        for spot in spots:
            if area.contains(shapely.Point(spot)) and area.boundary.distance(shapely.Point(spot)) > BESIDE:
                yield on, spot


@pytest.mark.parametrize("number", BOARDS)
def test_what_the_search_finds_is_shown_and_has_a_route_no_dearer(number: int) -> None:
    rng, table = dense_board(number)
    assert not unknown_misses(table, ways_found(table, "mover", rng, beside_borders(rng, table)))


@pytest.mark.parametrize("number", BOARDS)
def test_what_is_shown_has_a_route(number: int) -> None:
    rng, table = dense_board(number)
    for on, at in inside_areas(rng, table):
        found = route(table, "mover", Waypoint(at, on))
        if found is None:
            assert kinds_of_spot(table, on, at) & SHOWN_KINDS, (on, at)
        else:
            assert found.ruling.legal
            assert found.cost <= table.model("mover").move + 1e-6


@pytest.mark.parametrize("number", BOARDS)
def test_on_the_board_mirrored_routes_cost_the_same(number: int) -> None:
    rng, table = dense_board(number)
    motion = Motion(0.0, (table.size[0], 0.0), True)
    mirrored = replace(moved_table(table, motion), size=table.size)
    areas = reach(mirrored, "mover").areas
    for on, at in inside_areas(rng, table):
        there, other = route(table, "mover", Waypoint(at, on)), route(mirrored, "mover", Waypoint(motion.point(at), on))
        assert (there is None) == (other is None), (on, at)
        assert there is None or other is None or abs(there.cost - other.cost) <= DEARER, (on, at)
        assert areas[on].distance(shapely.Point(motion.point(at))) <= BESIDE, (on, at)


@pytest.mark.parametrize("number", BOARDS)
def test_the_way_back_is_found_too(number: int) -> None:
    rng, table = dense_board(number)
    model = table.model("mover")
    start = Waypoint(model.standing.at, model.standing.on)
    for on, at in inside_areas(rng, table, 3):
        there = route(table, "mover", Waypoint(at, on))
        if there is None or there.ruling.after is None:
            continue
        back = legal_move(there.ruling.after, "mover", (*there.path[-2::-1], start))
        if back is not None:
            assert not unknown_misses(there.ruling.after, [back]), (on, at)


# -- boards once missed ------------------------------------------------------------------------------------------------


def pinned(is_shown: bool) -> list[object]:
    """The boards of route_boards/ that are about what is missed, or about what is shown and is not legal."""
    files = [f for f in PINNED if f.stem.startswith("shown") == is_shown]
    reasons = {f.stem: MISSED_BOARDS.get(f.stem) for f in files}
    marks = {name: [pytest.mark.xfail(reason=why, raises=AssertionError)] if why else [] for name, why in reasons.items()}
    return [pytest.param(f, id=f.stem, marks=marks[f.stem]) for f in files]


@pytest.mark.parametrize("file", pinned(is_shown=False))
def test_ways_once_missed_are_found(file: Path) -> None:
    board = load_board(file)
    legal = (e.attempt for e in board.expectations if e.ruling == "legal")
    founds = [legal_move(board.table, "mover", a.path) for a in legal if isinstance(a, ModelMove)]
    if not founds or None in founds:
        pytest.fail(f"{file.name} has no legal move, or one that is not")
    assert not [wrong for found in founds if found for wrong in misses(board.table, found)]


@pytest.mark.parametrize("file", pinned(is_shown=True))
def test_spots_once_shown_wrongly_are_not(file: Path) -> None:
    board = load_board(file)
    spots = [e.fact["reachable"] for e in board.expectations if e.fact and "reachable" in e.fact]
    assert spots
    for spot in spots:
        at, on = tuple(spot["at"]), spot["on"]
        assert route(board.table, "mover", Waypoint(at, on)) is None
        area = reach(board.table, "mover").areas.get(on, shapely.Point())
        assert not area.buffer(-BESIDE).contains(shapely.Point(at))


# -- the search is no use if it finds little ---------------------------------------------------------------------------


def cheapest(table: Table, at: Point, spots: list[Point]) -> float:
    """What the search's cheapest way to a spot costs."""
    founds = ways_found(table, "mover", random.Random(1), [at, *spots])
    return min(f.cost for f in founds if f.path[-1].at == at)


def test_the_search_climbs_walks_over_and_drops() -> None:
    """1.5 in up, across and down again within Agility: 4 + 1.5. The wall's end lies 5 in off: round it is further."""
    fence = block("fence", box(4.0, 0.0, 1.0, 7.0), 1.5)
    table = table_of([fence], [piece("mover", "Reds", (2.0, 3.0), base=INCH)], size=(9.0, 7.0))
    assert cheapest(table, (6.0, 3.0), []) == pytest.approx(5.5)


def test_the_search_goes_round_the_end_of_a_wall() -> None:
    """Bends at (5, 5.2) and (5.5, 5.2), half an inch off the wall's end at 4.65: sqrt(13.84) + 0.5 + sqrt(13.84)."""
    fence = wall("fence", ((5.25, 0.0), (5.25, 4.65)), 3.0, climbable=False)
    mover = piece("mover", "Reds", (2.0, 3.0), move=9.0, base=INCH)
    table = table_of([fence], [mover], size=(9.0, 7.0))
    there = cheapest(table, (8.5, 3.0), [(5.0, 5.2), (5.5, 5.2)])
    assert there <= (3.0**2 + 2.2**2) ** 0.5 * 2.0 + 0.5 + 1e-6


def test_the_search_finds_ways_on_most_boards() -> None:
    counts = [len(ways_found(table, "mover", rng)) for rng, table in (dense_board(n) for n in range(6))]
    assert sum(count >= 20 for count in counts) >= 4
