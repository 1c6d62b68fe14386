"""Small random boards, full of all that a way can meet: roofs of many heights, stairs, ladders, decks, gaps, zones, ovals."""

import random
from collections.abc import Callable

from physics.vectors import Point
from rules.engagement import engaged_with
from rules.positioning import edge_finding, end_findings
from rules.table import Table
from rules.terrain import Feature
from tests.rules.random_tables import on_grid
from tests.rules.tables import INCH, block, box, gap, impassable, ladder, piece, slope, table_of, tower, wall

SIZE = (9.0, 7.0)
ROOFS = (0.5, 1.0, 1.5, 2.0, 3.0, 6.0)
DISCS: tuple[object, ...] = (25.0, INCH, 32.0, 40.0, 60.0)
OVALS: tuple[object, ...] = ((35.0, 60.0), (25.0, 40.0))
Rect = tuple[float, float, float, float]


def dense_table(seed: int) -> tuple[random.Random, Table] | None:
    """A table on which `mover` may move, and the dice that made it; None where it stands badly or is engaged."""
    rng = random.Random(seed)
    is_oval = rng.random() < 0.08
    terrain = _terrain(rng, is_oval)
    enemies, friends = rng.choice((0, 0, 1, 1, 2)), rng.choice((0, 0, 0, 1))
    names = ["mover", *(f"friend-{k}" for k in range(friends)), *(f"enemy-{k}" for k in range(enemies))]
    pieces = []
    for name in names:
        base = rng.choice(OVALS if is_oval and name == "mover" else DISCS)
        at = (round(rng.uniform(0.8, SIZE[0] - 0.8), 2), round(rng.uniform(0.8, SIZE[1] - 0.8), 2))
        over = [f.id for f in terrain if f.kind == "block" and f.bottom > 0.0 and f.is_over(at)]
        pieces.append(piece(
            name, "Blues" if name.startswith("enemy") else "Reds", at, base=base, on=over[0] if over else None,
            move=rng.choice((4.0, 5.5, 7.0)), agility=rng.choice((0.0, 1.0, 2.0, 3.0, 5.0)),
            height=rng.choice((1.0, 1.25, 2.0)), facing_deg=rng.choice((90.0, 0.0, 30.0)),
        ))  # fmt: skip
    table = table_of(terrain, pieces, size=SIZE)
    return (rng, table) if _is_sound(table) else None


def dense_board(number: int) -> tuple[random.Random, Table]:
    """The sound table of a number, and dice for the questions about it."""
    seed = 1000 * number
    while (case := dense_table(seed)) is None:
        seed += 1
    return case


def _is_sound(table: Table) -> bool:
    if any(end_findings(table, m, 0.0) or edge_finding(table, m, m.standing.at, 0.0) for m in table.standing):
        return False
    return not engaged_with(table, table.model("mover"))


def _terrain(rng: random.Random, is_square: bool) -> list[Feature]:
    """Some features, most of them beside the one before: flush with it or with a little air between.

    Round ones are left out where `is_square`: an oval's base beside a tower takes the referee very long.
    """
    grid = rng.choice((0.25, 0.5))
    found: list[Feature] = []
    last: Rect | None = None
    for k in range(rng.randint(2, 5)):
        w, d = on_grid(rng.uniform(0.75, 3.0), grid), on_grid(rng.uniform(0.75, 3.0), grid)
        x, y = on_grid(rng.uniform(0.5, SIZE[0] - 3.0), grid), on_grid(rng.uniform(0.5, SIZE[1] - 3.0), grid)
        if last is not None and rng.random() < 0.6:
            x, y = _beside(rng, last, w, d)
        last = (x, y, w, d)
        found += rng.choice(_SQUARE if is_square else _KINDS)(rng, f"f{k}", last, found)
    if rng.random() < 0.4:
        found += _rungs(rng, found)
    return found


def _beside(rng: random.Random, last: Rect, w: float, d: float) -> Point:
    air = rng.choice((0.0, 0.0, 0.25, 0.75))
    x, y, width, depth = last
    return rng.choice(((x + width + air, y), (x - w - air, y), (x, y + depth + air), (x, y - d - air)))


Kind = Callable[[random.Random, str, Rect, list[Feature]], list[Feature]]


def _roof(rng: random.Random, name: str, at: Rect, found: list[Feature]) -> list[Feature]:
    angle = rng.choice((0.0, 0.0, 0.0, 30.0))
    height = rng.choice(ROOFS)
    return [block(name, box(*at, angle), height, climbable=rng.random() < 0.5, standable=rng.random() < 0.9)]


def _tower(rng: random.Random, name: str, at: Rect, found: list[Feature]) -> list[Feature]:
    radius = min(at[2:]) / 2.0
    return [tower(name, (at[0] + radius + 0.07, at[1] + radius + 0.07), radius, rng.choice(ROOFS), climbable=rng.random() < 0.5)]


def _fence(rng: random.Random, name: str, at: Rect, found: list[Feature]) -> list[Feature]:
    x, y, w, d = at
    line = rng.choice((((x, y), (x + w, y)), ((x, y), (x, y + d)), ((x, y), (x, y + d), (x + w, y + d)), ((x, y), (x + w, y + d))))
    return [wall(name, line, rng.choice((0.75, 1.0, 1.5, 2.0, 3.0)), climbable=rng.random() < 0.5)]


def _stairs(rng: random.Random, name: str, at: Rect, found: list[Feature]) -> list[Feature]:
    """A slope, with a roof at its upper end."""
    x, y, w, d = at
    height = rng.choice((1.0, 1.5, 2.0, 3.0))
    stairs = slope(name, box(*at), (x, y + d / 2.0), (x + w, y + d / 2.0), height)
    return [stairs, block(f"{name}-roof", box(x + w, y, 1.5, d), height, climbable=rng.random() < 0.3)]


def _deck(rng: random.Random, name: str, at: Rect, found: list[Feature]) -> list[Feature]:
    """A walkway as high as a roof that is there, or on its own."""
    tops = [f.top for f in found if f.kind == "block" and f.bottom == 0.0 and f.top > 1.0]
    top = rng.choice(tops) if tops else rng.choice((1.5, 2.0, 3.0))
    return [block(name, box(*at), 0.25, bottom=top - 0.25, climbable=rng.random() < 0.5)]


def _crate(rng: random.Random, name: str, at: Rect, found: list[Feature]) -> list[Feature]:
    """A block with a smaller one on it."""
    x, y, w, d = at
    low, high = rng.choice((1.0, 1.5, 2.0)), rng.choice((0.5, 1.0, 1.5))
    crate = block(f"{name}-crate", box(x, y, max(0.5, w / 2.0), d), high, bottom=low, climbable=rng.random() < 0.7)
    return [block(name, box(*at), low, climbable=rng.random() < 0.7), crate]


def _pit(rng: random.Random, name: str, at: Rect, found: list[Feature]) -> list[Feature]:
    x, y, w, d = at
    return [gap(name, box(x, y, min(w, 1.25), d))]


def _rock(rng: random.Random, name: str, at: Rect, found: list[Feature]) -> list[Feature]:
    x, y, w, d = at
    return [impassable(name, box(x, y, min(w, 1.0), min(d, 1.5)))]


_SQUARE: tuple[Kind, ...] = (_roof, _roof, _roof, _roof, _fence, _fence, _stairs, _deck, _crate, _pit, _rock)
_KINDS: tuple[Kind, ...] = (*_SQUARE, _tower)


def _rungs(rng: random.Random, found: list[Feature]) -> list[Feature]:
    """A ladder on an edge of a block, away from its middle."""
    roofs = [f for f in found if f.kind == "block" and f.footprint.edges and f.top > 1.0]
    if not roofs:
        return []
    (ax, ay), (bx, by) = rng.choice(rng.choice(roofs).footprint.edges)
    a, b = ((ax + (bx - ax) * t, ay + (by - ay) * t) for t in rng.choice(((0.4, 0.6), (0.1, 0.3), (0.0, 1.0))))
    return [ladder("rungs", (a, b))]
