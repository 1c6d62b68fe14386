# ruff: noqa: E402 - the peers live in a place of their own, without the project on its path
"""Reach and routes beside what else there is for them, interleaved in one process; writes docs/performance.md.

    python -m venv /tmp/peers
    /tmp/peers/bin/pip install "numpy<2" scipy shapely pymunk scikit-fmm extremitypathfinder
    /tmp/peers/bin/python tests/benchmarks/bench_ways.py [ways heights routes]
    python -m tests.benchmarks --peers /tmp/peers/bin/python                     # with all others

Times are processor time, so that what else runs on the machine does not count. Boards come from ../shared/bench
(seeded). A peer that is not installed is left out. Medians; ratios are what counts.
"""

import argparse
import importlib
import math
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for all alike: threads wait for each other, and that counts
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "rules"), str(ROOT / "tests" / "benchmarks"), str(ROOT.parent / "shared" / "bench")]

import boards  # type: ignore[import-not-found]
import numpy as np
import shapely
from page import Row, interleaved, put, section, versions  # type: ignore[import-not-found]
from tables import block, piece, table_of  # type: ignore[import-not-found]

from physics.regions import convex_pieces
from physics.ways import Ways
from physics.ways_outlines import corners_of
from rules.reach_plan import ReachPlan
from rules.table import Table

ALLOWANCE = 12.0
GRID = 0.05


@dataclass
class Case:
    """One model to move on a board: what our ways need, and what the peers need."""

    start: tuple[float, float]
    radius: float
    others: np.ndarray
    pieces: list[np.ndarray]
    outlines: list[shapely.Polygon]
    size: tuple[float, float]

    @property
    def box(self) -> tuple[float, float, float, float]:
        r = self.radius
        return (r, r, self.size[0] - r, self.size[1] - r)

    def ways(self) -> Ways:
        return Ways(self.start, ALLOWANCE, self.others, corners_of(self.pieces, self.radius), self.radius, self.box)


def cases_of(board: Any, count: int) -> list[Case]:
    rings = [tuple(map(tuple, p.tolist())) for p in board.polys]
    pieces = [np.array(piece.points) for ring in rings for piece in convex_pieces(ring)]
    outlines = [shapely.Polygon(ring) for ring in rings]
    found = []
    for k in boards.movers(board, count):
        start, r, others = boards.obstacles_for(board, k)
        found.append(Case(tuple(start.tolist()), r, others, pieces, outlines, (board.w, board.h)))
    return found


def grown(case: Case, chords: int, scale: float = 1.0) -> shapely.Geometry:
    """What the base's centre must keep out of, near enough to matter, as a peer would buffer it."""
    at = shapely.Point(case.start)
    near = [p for p in case.outlines if p.distance(at) < ALLOWANCE + case.radius]
    parts = [p.buffer(case.radius * scale, quad_segs=chords) for p in near]
    parts += [
        shapely.Point(x, y).buffer(r * scale, quad_segs=chords)
        for x, y, r in case.others
        if math.hypot(x - case.start[0], y - case.start[1]) - r < ALLOWANCE
    ]
    return shapely.union_all(parts)


def march(case: Case, skfmm: Any) -> tuple[np.ndarray, np.ndarray, np.ma.MaskedArray]:
    """Fast marching on a grid in the window of the allowance, from nothing."""
    left, bottom, right, top = case.box
    x, y = case.start
    xs = np.arange(max(left, x - ALLOWANCE), min(right, x + ALLOWANCE), GRID)
    ys = np.arange(max(bottom, y - ALLOWANCE), min(top, y + ALLOWANCE), GRID)
    gx, gy = np.meshgrid(xs, ys)
    area = grown(case, 8)
    shapely.prepare(area)
    mask = shapely.contains_xy(area, gx, gy)
    away = np.hypot(gx - x, gy - y) - GRID
    return xs, ys, skfmm.distance(np.ma.MaskedArray(away, mask), dx=GRID) + GRID


def error_of_march(case: Case, found: tuple[np.ndarray, np.ndarray, np.ma.MaskedArray]) -> float:
    """The 95th percentile of what fast marching is off by, at spots of its grid (inches)."""
    xs, ys, far = found
    ways = case.ways()
    rng = np.random.default_rng(1)
    off = []
    for _ in range(250):
        i, j = int(rng.integers(len(ys))), int(rng.integers(len(xs)))
        true = ways.distance_to((float(xs[j]), float(ys[i])))
        if true is not None and not np.ma.is_masked(far[i, j]):
            off.append(abs(float(far[i, j]) - true))
    return float(np.percentile(off, 95)) if off else 0.0


def error_of_region(case: Case) -> float:
    """How far from the region's border the region and the distances disagree, at most (inches)."""
    ways = case.ways()
    region = ways.region()
    edge = region.boundary
    rng = np.random.default_rng(2)
    spots = shapely.get_coordinates(edge)
    if len(spots) == 0:
        return 0.0
    picked = spots[rng.integers(len(spots), size=200)] + rng.normal(0.0, 0.02, (200, 2))
    worst = 0.0
    for at in picked.tolist():
        point = shapely.Point(at)
        if region.contains(point) != (ways.distance_to(tuple(at)) is not None):
            worst = max(worst, edge.distance(point))
    return worst


def peer(name: str) -> Any:
    """A peer's module, or None when it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def bench_reach(cases: list[Case], rounds: int) -> tuple[dict[str, float], list[str]]:
    """Rows of reach: medians over the movers of each one's median."""
    skfmm = peer("skfmm")
    sums: dict[str, list[float]] = {}
    errors_march, errors_region = [], []
    for case in cases:
        calls: dict[str, Callable[[], object]] = {
            "ours": lambda c=case: c.ways().region(),
            "ours, to be drawn (fans)": lambda c=case: c.ways().fans(),
        }
        if skfmm is not None:
            calls["scikit-fmm"] = lambda c=case: march(c, skfmm)
            errors_march.append(error_of_march(case, march(case, skfmm)))
        errors_region.append(error_of_region(case))
        for name, ms in interleaved(calls, rounds).items():
            sums.setdefault(name, []).append(ms)
    medians = {name: statistics.median(ms) for name, ms in sums.items()}
    notes = [f"{max(errors_region):.4f} in at most"]
    notes.append(f"{statistics.median(errors_march):.2f} in (p95, median of movers)" if errors_march else "")
    return medians, notes


def table_with_heights(board: Any, mover: int) -> Table:
    """The board as a skirmish table: blocks from half an inch to three inches high, half of them climbable."""
    rng = np.random.default_rng(4)
    features = [
        block(f"b{k}", tuple(map(tuple, p.tolist())), float(rng.choice((0.5, 1.5, 2.0, 3.0))), climbable=bool(rng.random() < 0.5))
        for k, p in enumerate(board.polys)
    ]
    own = board.side[mover]
    pieces = [
        piece(f"m{k}", "Reds" if side == own else "Blues", (float(x), float(y)), base=float(r) * 50.8, move=ALLOWANCE)
        for k, ((x, y, r), side) in enumerate(zip(board.discs, board.side, strict=True))
    ]
    return table_of(features, pieces, size=(board.w, board.h))


def bench_heights(rounds: int) -> dict[str, float]:
    """The whole service on boards with heights: zones, climbs, drops, ends by surface."""
    skfmm = peer("skfmm")
    sums: dict[str, list[float]] = {}
    for seed in (1, 2):
        board = boards.case("p80", seed)
        for k, case in zip(boards.movers(board, 6), cases_of(board, 6), strict=True):
            if case.ways().region().area <= 20.0:
                continue
            table = table_with_heights(board, k)
            model = table.model(f"m{k}")
            calls: dict[str, Callable[[], object]] = {
                "ours, with zones, climbs and drops": lambda t=table, m=model: ReachPlan(t, m, "move").areas(ALLOWANCE),
            }
            if skfmm is not None:
                calls["scikit-fmm, flat"] = lambda c=case: march(c, skfmm)
            for name, ms in interleaved(calls, rounds).items():
                sums.setdefault(name, []).append(ms)
    return {name: statistics.median(ms) for name, ms in sums.items()}


def goals_of(case: Case, count: int) -> list[tuple[float, float]]:
    """Spots within reach that are out of sight of the start."""
    ways = case.ways()
    rng = np.random.default_rng(3)
    found: list[tuple[float, float]] = []
    for _ in range(20000):
        goal = tuple((np.asarray(case.start) + rng.uniform(-ALLOWANCE, ALLOWANCE, 2)).tolist())
        far = ways.distance_to(goal)
        if far is not None and far > math.dist(case.start, goal) + 0.05:
            found.append(goal)
            if len(found) == count:
                break
    return found


def bench_route(case: Case, rounds: int) -> dict[str, float]:
    """Rows of a route to a goal out of sight, on one board."""
    goals = goals_of(case, 12)
    kept = case.ways()
    kept.region()
    calls: dict[str, Callable[[], object]] = {
        "ours, reach kept": lambda: [kept.route_to(g) for g in goals],
        "ours, from nothing": lambda: [case.ways().route_to(g) for g in goals],
    }
    extremity = peer("extremitypathfinder")
    prepared = None
    if extremity is not None:
        prepared, seconds = _environment(extremity, case)
        calls["extremitypathfinder, prepared"] = lambda: [_ask(prepared, case, g) for g in goals]
    medians = {name: ms / len(goals) for name, ms in interleaved(calls, rounds).items()}
    if prepared is not None:
        medians["extremitypathfinder, preparing"] = seconds * 1e3
    return medians


def _environment(extremity: Any, case: Case) -> tuple[Any, float]:
    """The peer's map of the whole table, with arcs as two chords a quarter, and the seconds it took."""
    area = shapely.union_all([
        *(p.buffer(case.radius, quad_segs=2) for p in case.outlines),
        *(shapely.Point(x, y).buffer(r, quad_segs=2) for x, y, r in case.others),
    ])  # fmt: skip
    free = shapely.box(*case.box).difference(area)
    room = next(p for p in shapely.get_parts(free).tolist() if p.distance(shapely.Point(case.start)) < 1e-6)
    outer = shapely.geometry.polygon.orient(room, 1.0)
    start = time.process_time()
    env = extremity.PolygonEnvironment()
    env.store(list(outer.exterior.coords)[:-1], [list(h.coords)[:-1] for h in outer.interiors], validate=False)
    return env, time.process_time() - start


def _ask(env: Any, case: Case, goal: tuple[float, float]) -> object:
    try:
        return env.find_shortest_path(case.start, goal, verify=False)
    except Exception as error:  # the peer's buffers close or open gaps: no path there is an answer too
        return error


def movers_with_room(wanted: int = 6) -> list[Case]:
    """The models with room to move on the two boards."""
    cases = [c for seed in (1, 2) for c in cases_of(boards.case("p80", seed), wanted)]
    return [c for c in cases if c.ways().region().area > 20.0]


def about(rounds: int, peers: str) -> str:
    """What was measured with what, in words."""
    made = versions("numpy", "scipy", "shapely", peers)
    return (
        f"`bench_ways.py`, {made}. Board 44 × 60 in, 80 polygons, 120 bases, seeds 1 and 2; models with room to move; "
        f"M = {ALLOWANCE:g}. Medians of {rounds} interleaved runs, processor time."
    )


def section_of_reach(rounds: int) -> str:
    """Reach on flat boards."""
    reach, notes = bench_reach(movers_with_room(), rounds)
    base = reach.get("scikit-fmm", math.nan)
    rows = []
    for name, ms in reach.items():
        error = notes[1] if name == "scikit-fmm" else notes[0] if name == "ours" else ""
        wanted = "ratio ≤ 0.35, error ≤ 0.02 in" if name == "ours" else ""
        rows.append(Row("reach with its region, from nothing", name, f"{ms:.2f} ms", ms / base, wanted, error))
    return section("Reach", about(rounds, "scikit-fmm"), rows)


def section_of_heights(rounds: int) -> str:
    """Reach on boards with heights."""
    heights = bench_heights(rounds)
    base = heights.get("scikit-fmm, flat", math.nan)
    rows = [
        Row("reach with heights, from nothing", name, f"{ms:.2f} ms", ms / base, "ratio ≤ 1.0" if name.startswith("ours") else "")
        for name, ms in heights.items()
    ]
    return section("Reach over heights", about(rounds, "scikit-fmm"), rows)


def section_of_routes(rounds: int) -> str:
    """Routes on flat boards."""
    route = bench_route(movers_with_room()[0], max(3, rounds // 2))
    base = route.get("extremitypathfinder, prepared", math.nan)
    rows = [
        Row("route to a goal out of sight", name, f"{ms:.2f} ms", ms / base, "ratio ≤ 0.1" if name == "ours, reach kept" else "")
        for name, ms in route.items()
    ]
    return section("Routes", about(rounds, "extremitypathfinder"), rows)


SECTIONS = {"ways": section_of_reach, "heights": section_of_heights, "routes": section_of_routes}


def main() -> None:
    """Runs what is named, or all of it, and writes docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(SECTIONS)}; none: all")
    parser.add_argument("--rounds", type=int, default=9)
    asked = parser.parse_args()
    for name in asked.names or SECTIONS:
        text = SECTIONS[name](asked.rounds)
        print(text, flush=True)
        put(name, text)


if __name__ == "__main__":
    main()
