# ruff: noqa: E402 - the peers live in a place of their own, without the project on its path
"""Reach and routes beside what else there is for them, interleaved in one process; writes docs/performance.md.

    python -m venv /tmp/peers
    /tmp/peers/bin/pip install "numpy<2" scipy shapely pymunk scikit-fmm extremitypathfinder
    /tmp/peers/bin/python tests/benchmarks/bench_ways.py

Times are processor time, so that what else runs on the machine does not count. Boards come from ../shared/bench
(seeded). A peer that is not installed is left out. Medians; ratios are what counts.
"""

import argparse
import datetime
import importlib
import importlib.metadata
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for all alike: threads wait for each other, and that counts
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "rules"), str(ROOT.parent / "shared" / "bench")]

import boards  # type: ignore[import-not-found]
import numpy as np
import shapely
from tables import block, piece, table_of  # type: ignore[import-not-found]

from physics.regions import convex_pieces
from physics.ways import Ways
from physics.ways_outlines import corners_of
from rules.reach_plan import ReachPlan
from rules.table import Table

ALLOWANCE = 12.0
GRID = 0.05
BEGIN, END = "<!-- ways: begin -->", "<!-- ways: end -->"


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


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1e3


def interleaved(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median milliseconds of each, one after another in each round."""
    for call in calls.values():
        call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(timed(call))
    return {name: statistics.median(t) for name, t in times.items()}


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


def version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def report(rounds: int) -> str:
    """The section of docs/performance.md."""
    board = boards.case("p80", 1)
    cases = [c for seed in (1, 2) for c in cases_of(boards.case("p80", seed), 6)]
    open_cases = [c for c in cases if c.ways().region().area > 20.0]
    reach, notes = bench_reach(open_cases, rounds)
    route = bench_route(open_cases[0], max(3, rounds // 2))
    base = reach.get("scikit-fmm", math.nan)
    route_base = route.get("extremitypathfinder, prepared", math.nan)
    packages = ("numpy", "scipy", "shapely", "scikit-fmm", "extremitypathfinder")
    made = f"{datetime.date.today().isoformat()}, Python {platform.python_version()}, " + ", ".join(
        f"{p} {version(p)}" for p in packages
    )
    lines = [
        "## Reach and routes",
        "",
        f"`{Path(sys.argv[0]).name}`, {made}. Board {board.w:g} × {board.h:g} in, 80 polygons, 120 bases, seeds 1 and 2; "
        f"{len(open_cases)} models with room to move; M = {ALLOWANCE:g}. Medians of {rounds} interleaved runs, processor time.",
        "",
        "| work | by | ms | ratio | wanted | error |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, ms in reach.items():
        wanted = "≤ 0.35" if name == "ours" else ""
        error = notes[1] if name == "scikit-fmm" else notes[0] if name == "ours" else ""
        lines.append(f"| reach with its region, from nothing | {name} | {ms:.2f} | {ms / base:.2f} | {wanted} | {error} |")
    heights = bench_heights(rounds)
    heights_base = heights.get("scikit-fmm, flat", math.nan)
    for name, ms in heights.items():
        wanted = "≤ 1.00" if name.startswith("ours") else ""
        lines.append(f"| reach with heights, from nothing | {name} | {ms:.2f} | {ms / heights_base:.2f} | {wanted} | |")
    for name, ms in route.items():
        wanted = "≤ 0.10" if name == "ours, reach kept" else ""
        lines.append(f"| route to a goal out of sight | {name} | {ms:.2f} | {ms / route_base:.3f} | {wanted} | |")
    return "\n".join(lines) + "\n"


def write(section: str, path: Path) -> None:
    """Puts the section between its marks; what else is on the page stays."""
    block = f"{BEGIN}\n{section}{END}\n"
    text = path.read_text() if path.exists() else "# Performance\n\nRatios are what counts: machines differ.\n\n"
    if BEGIN in text:
        head, rest = text.split(BEGIN, 1)
        text = head + block + rest.split(END, 1)[1].lstrip("\n")
    else:
        text = text.rstrip("\n") + "\n\n" + block
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def main() -> None:
    """Runs everything and writes docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    section = report(parser.parse_args().rounds)
    print(section)
    write(section, ROOT / "docs" / "performance.md")


if __name__ == "__main__":
    main()
