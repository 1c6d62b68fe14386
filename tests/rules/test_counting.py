"""Counting: a fixed Table, one model's straight move to each point of a 40 × 40 lattice, tallied by clause.

One golden line convicts any accidental change of a rule. Where geometry gives a number by itself it is worked out here, and
the slow referee of oracle.py convicts the others when a line is made anew: print the tally, and see that each change is meant.
"""

import math
from collections import Counter

from rules.table import Table
from tests.rules.oracle import ask
from tests.rules.tables import block, box, gap, impassable, move, offences, piece, rule, slope, table_of, wall

LATTICE = [(0.375 * i, 0.375 * j) for i in range(1, 41) for j in range(1, 41)]
"""Forty by forty points, three eighths of an inch apart, on a table of 15.375 in: an equal margin on all sides."""
SIZE = (15.375, 15.375)


FLAT = (
    "legal 343, base.fit 193, base.overlap 326, enemy.base 401, move.distance 803, proximity.enter 274, table.edge 304, "
    "terrain.blocked 792"
)
STACKED = (
    "legal 368, base.fit 289, base.overlap 83, climb.surface 72, drop.ends 28, enemy.base 170, gap.crossing 30, "
    "move.distance 1010, positioning.overhang 45, proximity.enter 229, table.edge 304, terrain.blocked 599"
)
"""On all 1600 points of both tables the slow referee gave the same legality wherever it was sure (1569 and 1345 points)."""


def empty_table() -> Table:
    return table_of([], [piece("boss", "Reds", (7.5, 7.5), move=6.0)], size=SIZE)


def flat_table() -> Table:
    """A guard, two engaged models, a friend, a wall that nobody climbs, a low fence and a rock."""
    features = [
        wall("wall", ((10.0, 4.0), (10.0, 9.0)), 3.0, climbable=False),
        wall("fence", ((3.0, 9.5), (7.0, 9.5)), 0.9),
        impassable("rock", box(4.0, 3.0, 2.0, 1.5)),
    ]
    pieces = [
        piece("boss", "Reds", (7.5, 7.5), move=6.0), piece("pal", "Reds", (9.0, 12.5)),
        piece("guard", "Blues", (11.625, 6.0)), piece("held", "Blues", (4.0, 12.0)), piece("holder", "Reds", (2.0, 12.0)),
    ]
    return table_of(features, pieces, size=SIZE)


def stacked_table() -> Table:
    """A shed with a crate on it, a ramp up to it, a tower nobody climbs, a deck to pass under, a trench, a guard on the shed."""
    features = [
        block("shed", box(8.5, 6.0, 5.0, 5.0), 2.0),
        block("crate", box(11.5, 9.0, 2.0, 2.0), 1.5, bottom=2.0),
        slope("ramp", box(8.5, 3.0, 2.0, 3.0), (9.5, 3.0), (9.5, 6.0), 2.0),
        block("tower", box(2.0, 9.0, 3.0, 3.0), 4.0, climbable=False),
        block("deck", box(2.0, 3.0, 3.5, 2.0), 0.25, bottom=2.0),
        gap("trench", box(6.0, 11.0, 1.5, 4.0)),
    ]
    pieces = [piece("boss", "Reds", (6.5, 7.5), move=6.0, agility=2.0), piece("guard", "Blues", (12.0, 7.5))]
    return table_of(features, pieces, size=SIZE)


def tally(table: Table) -> Counter[str]:
    """How many of the moves are legal, and how many break each clause."""
    counts: Counter[str] = Counter()
    for at in LATTICE:
        ruling = rule(table, move("boss", at))
        counts.update(offences(ruling) or {"legal"})
    return counts


def line(counts: Counter[str]) -> str:
    """The golden line: legal first, then the clauses by name."""
    names = sorted(counts, key=lambda name: (name != "legal", name))
    return ", ".join(f"{name} {counts[name]}" for name in names)


def test_empty_table_is_counted_by_geometry() -> None:
    counts = tally(empty_table())
    reach = sum(math.dist(at, (7.5, 7.5)) <= 6.0 for at in LATTICE)
    # The base's edge is an inch from its middle: 0.375 and 0.75 are too near, 1.125 is not; 36 rows are left of 40.
    edge = 40 * 40 - 36 * 36
    assert counts["move.distance"] == 1600 - reach
    assert counts["table.edge"] == edge
    assert counts["legal"] == reach  # the reach's furthest point, 13.5, keeps an inch and more from the edge
    assert set(counts) == {"legal", "move.distance", "table.edge"}


def test_flat_table() -> None:
    assert line(tally(flat_table())) == FLAT


def test_stacked_table() -> None:
    assert line(tally(stacked_table())) == STACKED


def test_slow_referee_counts_the_same_on_every_41st_point() -> None:
    for table in (flat_table(), stacked_table()):
        for at in LATTICE[::41]:
            verdict = ask(table, move("boss", at))
            if verdict is not None and verdict.is_legal is not None:
                assert rule(table, move("boss", at)).legal == verdict.is_legal, at
