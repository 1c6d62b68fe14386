"""Rulings a second for a 6 in move among 40 features and 24 models, beside the bare Pymunk query. Not a timed test.

Run it: python -m tests.benchmarks rulings
"""

import math
import random
from collections.abc import Callable

import pymunk

from physics.sweep import Leg
from rules.actions import ModelMove
from rules.table import Table
from rules.terrain import Feature
from tests.benchmarks.page import Row, for_each, interleaved, section, versions
from tests.rules.tables import block, box, move, piece, rule, slope, table_of, tower, wall


def crowded_table(seed: int = 5) -> Table:
    """A 30 × 22 in table: 40 features (24 blocks and decks, 10 walls, 3 slopes, 3 towers) and 24 models."""
    rng = random.Random(seed)
    features: list[Feature] = []
    for k in range(40):
        x, y = 1.0 + (k % 8) * 3.6 + rng.uniform(0.0, 1.2), 1.0 + (k // 8) * 4.2 + rng.uniform(0.0, 1.5)
        height = rng.choice((0.75, 1.5, 2.0, 3.0))
        if k % 4 == 3:
            features.append(wall(f"w{k}", ((x, y), (x + 1.6, y + rng.uniform(0.0, 1.0))), height))
        elif k % 13 == 4:
            features.append(slope(f"s{k}", box(x, y, 1.5, 1.0), (x, y), (x + 1.5, y), height))
        elif k % 13 == 8:
            features.append(tower(f"t{k}", (x + 0.6, y + 0.6), 0.6, height))
        else:
            features.append(block(f"b{k}", box(x, y, 1.4, 1.1, rng.uniform(-40.0, 40.0)), height))
    bare = table_of(features, [])
    pieces = []
    spots: list[tuple[float, float]] = []
    while len(pieces) < 24:
        at = (rng.uniform(1.0, 29.0), rng.uniform(1.0, 21.0))
        is_free = all(math.dist(at, s) > 2.4 for s in spots)
        if is_free and not any(f.footprint.area.distance(_point(at)) < 0.7 for f in bare.terrain.features):
            spots.append(at)
            pieces.append(piece(f"m{len(pieces)}", "Reds" if len(pieces) % 2 else "Blues", at, base=32.0))
    return table_of(features, pieces)


def _point(at: tuple[float, float]) -> object:
    import shapely

    return shapely.Point(at)


def random_moves(table: Table, count: int, seed: int = 9) -> list[ModelMove]:
    """Straight moves of 6 in in all directions, of all models, that stay on the table."""
    rng = random.Random(seed)
    models = list(table.models.values())
    moves: list[ModelMove] = []
    while len(moves) < count:
        model = rng.choice(models)
        turn = rng.uniform(0.0, 2.0 * math.pi)
        x, y = model.standing.at[0] + 6.0 * math.cos(turn), model.standing.at[1] + 6.0 * math.sin(turn)
        if 0.7 <= x <= 29.3 and 0.7 <= y <= 21.3:
            moves.append(move(model.id, (x, y)))
    return moves


def bare_query(table: Table) -> Callable[[ModelMove], object]:
    """The geometry alone, of the terrain: the thick segment against every shape whose box the grown leg meets."""
    inner = pymunk.Space()
    body = inner.static_body
    for shape in (s for f in table.terrain.features for s in f.footprint.pieces):
        inner.add(pymunk.Circle(body, shape.radius, shape.points[0]) if shape.is_disc else pymunk.Poly(body, list(shape.points)))

    def ask(action: ModelMove) -> object:
        model = table.models[action.model]
        leg = Leg(model.standing.at, action.path[-1].at)
        (ax, ay), (bx, by) = leg.start, leg.end
        r = model.base.radius
        area = pymunk.BB(min(ax, bx) - r, min(ay, by) - r, max(ax, bx) + r, max(ay, by) + r)
        return [s.segment_query(leg.start, leg.end, r) for s in inner.bb_query(area, pymunk.ShapeFilter())]

    return ask


def report(rounds: int) -> str:
    """The section of docs/performance.md."""
    table = crowded_table()
    moves = random_moves(table, 500)
    legal = sum(rule(table, action).legal for action in moves)
    bare = bare_query(table)
    calls: dict[str, Callable[[], object]] = {
        "ours": for_each(lambda action: rule(table, action), moves),
        "bare": for_each(bare, moves),
    }
    us = {name: ms * 1e3 / len(moves) for name, ms in interleaved(calls, rounds).items()}
    about = (
        f"`bench_rulings.py`, {versions('pymunk', 'numpy', 'shapely')}. {len(table.terrain.features)} features, "
        f"{len(table.models)} models, {len(moves)} random moves of 6 in, {legal} of them legal; medians of {rounds} rounds."
    )
    work = "a whole ruling on a move of 6 in"
    rows = [
        Row(work, "ours", f"{1e6 / us['ours']:,.0f} a second", us["ours"] / us["bare"], "≥ 5,000 a second"),
        Row(work, "pymunk, the bare geometry: bb_query, then segment_query", f"{1e6 / us['bare']:,.0f} a second", 1.0),
    ]
    return section("Rulings", about, rows)
