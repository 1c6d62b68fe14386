"""A ruling on a move of three wheels and two advances among 30 blocks; the target is under 10 ms.

Run it: python -m tests.benchmarks blocks
"""

import random
import statistics

from physics.shapes import Shape
from rules.actions import BlockMove, Step
from rules.blocks import inches_between, outline_of
from rules.referee import judge
from rules.table import Table
from tests.benchmarks.page import Row, section, timed, versions
from tests.rules.block_tables import Piece, ahead, block_table, left, ranked, right


def crowded_table(ruleset: str, seed: int = 3, count: int = 30) -> Table:
    """A 72 × 48 table of 30 blocks of 5 to 28 models, at least 1.1 in apart."""
    rng = random.Random(seed)
    pieces: list[Piece] = []
    outlines: list[tuple[Shape, ...]] = []
    while len(pieces) < count:
        at = (rng.uniform(4, 68), rng.uniform(5, 44))
        files = rng.randint(4, 7)
        piece = ranked(f"u{len(pieces)}", rng.choice(("Reds", "Blues")), at, files, rng.randint(files, 4 * files),
                       facing_deg=rng.uniform(0, 360), base=(20, 20), move=12)  # fmt: skip
        new = outline_of(block_table(ruleset, [piece]), piece[0])
        if all(inches_between(new, o) > 1.1 for o in outlines):
            pieces.append(piece)
            outlines.append(new)
    return block_table(ruleset, pieces, size=(72.0, 48.0))


def random_move(rng: random.Random, unit: str) -> BlockMove:
    """Three wheels with two advances between them."""
    def turn() -> Step:
        return rng.choice((left, right))(rng.uniform(5, 40))

    return BlockMove("move", unit, (turn(), ahead(rng.uniform(0.5, 3)), turn(), ahead(rng.uniform(0.5, 3)), turn()))


def report(_rounds: int) -> str:
    """The section of docs/performance.md."""
    rows = []
    for ruleset in ("regiment", "ranks"):
        table, rng = crowded_table(ruleset), random.Random(1)
        moves = [random_move(rng, unit) for unit in table.units for _ in range(10)]
        times = [timed(lambda action=action: judge(table, action, in_turn=False)) for action in moves]  # type: ignore[misc]  # noqa: B023
        most = f"95 % under {statistics.quantiles(times, n=20)[-1]:.1f} ms, most {max(times):.1f} ms"
        work = f"a move of {ruleset}: three wheels, two advances"
        rows.append(Row(work, "ours", f"{statistics.median(times):.2f} ms", None, "under 10 ms", most))
    about = f"`bench_blocks.py`, {versions('numpy', 'shapely')}. 30 blocks of 5 to 28 models on 72 × 48 in, 300 random moves."
    return section("Ranked units", about, rows)
