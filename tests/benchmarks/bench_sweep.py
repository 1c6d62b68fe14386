"""A swept move judged for geometry beside Pymunk's own thick query, interleaved, with the wrong answers of each.

Run it: python -m tests.benchmarks sweep

Boards come from ../shared/bench: every base of two boards is carried from where it stands along random straight legs of
one to six inches. The question is whether it overlaps anything on the way, itself left out, and what is met first.
"""

import math
import random
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymunk

from physics.regions import convex_pieces
from physics.shapes import Shape, disc
from physics.space import Piece, Space
from physics.sweep import Leg, closer_than
from tests.benchmarks.page import Row, for_each, interleaved, section, versions

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "shared" / "bench"))
import boards  # type: ignore[import-not-found]

LENGTHS = (1.0, 2.0, 4.0, 6.0)
A_MOVE = 6.0
"""Inches: what a model moves, for which the ratio is wanted. On short legs the thick query is quick by finding little."""
LEGS = 1000


@dataclass(frozen=True)
class Move:
    """A base of the board, by number, carried along a leg; `truth` is when it first overlaps anything, or None."""

    base: int
    leg: Leg
    mover: Shape
    truth: float | None


class Bare:
    """The same shapes in Pymunk's space as anybody would put them there, each base in a group of its own."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.space = pymunk.Space()
        self.others: dict[int, pymunk.ShapeFilter] = {}
        for piece in pieces:
            body = self.space.static_body
            added: pymunk.Shape
            if isinstance(piece.owner, int):
                added = pymunk.Circle(body, piece.shape.radius, piece.shape.points[0])
                added.filter = self.others[piece.owner] = pymunk.ShapeFilter(group=piece.owner + 1)
            else:
                added = pymunk.Poly(body, list(piece.shape.points))
            self.space.add(added)

    def thick_query(self, move: Move) -> list[pymunk.SegmentQueryInfo]:
        """Pymunk's own thick query: of the whole space, with a radius."""
        return self.space.segment_query(move.leg.start, move.leg.end, move.mover.radius, self.others[move.base])

    def box_query(self, move: Move) -> list[pymunk.SegmentQueryInfo]:
        """The way round its trap: what meets the grown box, then shape by shape."""
        (ax, ay), (bx, by), r = move.leg.start, move.leg.end, move.mover.radius
        area = pymunk.BB(min(ax, bx) - r, min(ay, by) - r, max(ax, bx) + r, max(ay, by) + r)
        found = self.space.bb_query(area, self.others[move.base])
        return [hit for s in found if (hit := s.segment_query(move.leg.start, move.leg.end, r)) is not None]


def pieces_of(board: Any) -> list[Piece]:
    """The terrain's convex pieces, owned by names, and the bases, owned by their numbers."""
    rings = [tuple(map(tuple, p.tolist())) for p in board.polys]
    terrain = [Piece(f"polygon {k}", shape) for k, ring in enumerate(rings) for shape in convex_pieces(ring)]
    return terrain + [Piece(k, disc(r, (x, y))) for k, (x, y, r) in enumerate(board.discs.tolist())]


def moves_on(board: Any, pieces: list[Piece], length: float, count: int) -> list[Move]:
    """Random legs of a length that stay on the table, with what the closed form says of each."""
    rng = random.Random(7)
    moves: list[Move] = []
    while len(moves) < count:
        base = rng.randrange(len(board.discs))
        x, y, r = board.discs[base].tolist()
        turn = rng.uniform(0.0, 2.0 * math.pi)
        end = (x + length * math.cos(turn), y + length * math.sin(turn))
        if r <= end[0] <= board.w - r and r <= end[1] <= board.h - r:
            leg, mover = Leg((x, y), end), disc(r)
            parts = [closer_than(leg, mover, p.shape) for p in pieces if p.owner != base]
            moves.append(Move(base, leg, mover, min((part[0] for part in parts if part), default=None)))
    return moves


def is_first_wrong(space: Space, move: Move) -> bool:
    """Whether ours says that nothing is met where something is, or the other way, or meets it at another place."""
    found = space.first_met(move.leg, move.mover, besides=move.base)
    if found is None or move.truth is None:
        return (found is None) != (move.truth is None)
    return abs(found[1] - move.truth) * move.leg.length > 1e-4


def measured(seed: int, length: float, rounds: int) -> tuple[dict[str, float], dict[str, int], int]:
    """Microseconds of each on one board, how many answers of each are wrong, and how many legs are illegal."""
    board = boards.case("p80", seed)
    pieces = pieces_of(board)
    space, bare, moves = Space(pieces), Bare(pieces), moves_on(board, pieces, length, LEGS)
    calls: dict[str, Callable[[], object]] = {
        "ours": for_each(lambda m: space.first_met(m.leg, m.mover, m.base), moves),
        "pymunk thick": for_each(bare.thick_query, moves),
        "pymunk box": for_each(bare.box_query, moves),
    }
    wrong = {"ours": sum(is_first_wrong(space, m) for m in moves)}
    for name, ask in (("pymunk thick", bare.thick_query), ("pymunk box", bare.box_query)):
        wrong[name] = sum(bool(ask(m)) != (m.truth is not None) for m in moves)
    times = {name: ms * 1e3 / len(moves) for name, ms in interleaved(calls, rounds).items()}
    return times, wrong, sum(m.truth is not None for m in moves)


NAMES = {
    "ours": "ours, Space.first_met",
    "pymunk thick": "pymunk Space.segment_query with radius",
    "pymunk box": "pymunk bb_query, then each shape's segment_query",
}


def rows_of(length: float, rounds: int) -> list[Row]:
    """The rows of legs of one length, over both boards."""
    found = [measured(seed, length, rounds) for seed in (1, 2)]
    illegal, asked = sum(f[2] for f in found), 2 * LEGS
    base = statistics.mean(f[0]["pymunk thick"] for f in found)
    rows = []
    for key, name in NAMES.items():
        us, wrong = statistics.mean(f[0][key] for f in found), sum(f[1][key] for f in found)
        wanted = "ratio ≤ 1.3, none wrong" if key == "ours" and length == A_MOVE else ""
        error = f"{wrong} of {asked} wrong ({illegal} are illegal)"
        rows.append(Row(f"a swept move of {length:g} in judged for geometry", name, f"{us:.2f} µs", us / base, wanted, error))
    return rows


def report(rounds: int) -> str:
    """The section of docs/performance.md."""
    about = (
        f"`bench_sweep.py`, {versions('pymunk')}. Boards of 44 × 60 in, 80 polygons, 120 bases, seeds 1 and 2; {LEGS} random "
        f"legs on each for each length; means of both boards' medians of {rounds} interleaved runs. Wrong is another answer "
        "to “does it overlap anything?” than the closed form's; of ours also another place where that is met first."
    )
    return section("A swept move", about, [row for length in LENGTHS for row in rows_of(length, rounds)])
