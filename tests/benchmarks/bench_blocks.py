"""A ruling on a move of three wheels and two advances among 30 blocks; the target is under 10 ms.

Run it: python -m tests.benchmarks.bench_blocks
"""

import random
import statistics
import sys
import time

from physics.shapes import Shape
from rules.actions import BlockMove, Step
from rules.blocks import inches_between, outline_of
from rules.referee import judge
from rules.table import Table
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


def main() -> None:
    for ruleset in ("regiment", "ranks"):
        table, rng = crowded_table(ruleset), random.Random(1)
        moves = [random_move(rng, unit) for unit in table.units for _ in range(10)]
        times: list[float] = []
        legal = 0
        for action in moves:
            start = time.process_time()
            legal += judge(table, action, in_turn=False).legal
            times.append((time.process_time() - start) * 1e3)
        middle, most = statistics.median(times), max(times)
        tail = statistics.quantiles(times, n=20)[-1]
        print(f"{ruleset}: {len(moves)} moves among {len(table.units)} blocks, {legal} legal; ms of processor time each:")
        print(f"    median {middle:.2f}, 95 % under {tail:.2f}, most {most:.2f}")



if __name__ == "__main__":
    sys.exit(main())
