"""Frames of the real window, without a screen, while a model is dragged among 120 with the reach and every overlay on.

Run it: python -m tests.benchmarks frame

Events are posted as a mouse of 125 Hz posts them, two a frame; a frame's work is everything that the window does for it:
events, ruling, update and drawing. The reach is worked out beside that, by another thread; its share is told as well.
Boards are those of ../shared/bench: flat ones, and the same with heights.
"""

import math
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pygame

from game.scenes.play import PlayScene
from game.session import Session
from game.table_view import OVERLAYS
from game.window import keep_smooth
from rules.match import Match
from rules.table import Table
from tests.benchmarks.page import Row, section, versions
from tests.game.stage import Stage
from tests.rules.tables import block, piece, table_of

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "shared" / "bench"))
import boards  # type: ignore[import-not-found]

LIMIT_MS = 16.7
FRAMES = 240
"""Frames of each drag: four seconds."""
DRAGS = 4


@dataclass
class Measured:
    """Milliseconds of each frame: of processor time, of that with the reach's worker, and by the clock on the wall."""

    worked: list[float] = field(default_factory=list)
    with_worker: list[float] = field(default_factory=list)
    passed: list[float] = field(default_factory=list)


def table_on(board: Any, has_heights: bool) -> Table:
    """The board as a skirmish table: blocks of three inches that nobody climbs, or of half an inch to three."""
    rng = random.Random(4)
    features = []
    for k, ring in enumerate(board.polys):
        points = tuple((float(x), float(y)) for x, y in ring)
        height = rng.choice((0.5, 1.5, 2.0, 3.0)) if has_heights else 3.0
        can = has_heights and rng.random() < 0.5
        features.append(block(f"b{k}", points, height, climbable=can, standable=has_heights))
    pieces = [
        piece(f"m{k}", "Reds" if side == 0 else "Blues", (float(x), float(y)), base=float(r) * 50.8, move=6.0)
        for k, ((x, y, r), side) in enumerate(zip(board.discs, board.side, strict=True))
    ]
    return table_of(features, pieces, size=(board.w, board.h))


def wander(start: tuple[float, float], size: tuple[float, float], frames: int, seed: int) -> Iterator[tuple[float, float]]:
    """Two places a frame along a smooth way out to seven inches and back, over whatever is there, on the table."""
    rng = random.Random(seed)
    turn, bend = rng.uniform(0.0, 2.0 * math.pi), rng.uniform(0.6, 1.4)
    for k in range(2 * frames):
        t = k / (2 * frames)
        out, way = 7.0 * math.sin(math.pi * t) ** 0.5, turn + 2.0 * math.pi * bend * t
        x, y = start[0] + out * math.cos(way), start[1] + out * math.sin(way)
        yield (min(max(x, 0.5), size[0] - 0.5), min(max(y, 0.5), size[1] - 0.5))


def post(kind: int, at: tuple[int, int], **what: object) -> None:
    """Posts an event of the mouse."""
    pygame.event.post(pygame.event.Event(kind, pos=at, **what))


def frame(stage: Stage, measured: Measured) -> None:
    """One frame, measured."""
    worked, both, passed = time.thread_time(), time.process_time(), time.perf_counter()
    stage.frame()
    measured.worked.append((time.thread_time() - worked) * 1e3)
    measured.with_worker.append((time.process_time() - both) * 1e3)
    measured.passed.append((time.perf_counter() - passed) * 1e3)


def drag(stage: Stage, model_id: str, seed: int, measured: Measured) -> None:
    """Presses on a model, drags it about for some seconds, and lets go of it with Esc, where it was."""
    start = stage.middle(model_id)
    at = stage.px(start)
    post(pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(0, 0, 0))
    post(pygame.MOUSEBUTTONDOWN, at, button=1)
    frame(stage, measured)
    places = list(wander(start, stage.scene.play.table.size, FRAMES, seed))
    for k in range(FRAMES):
        for place in places[2 * k : 2 * k + 2]:
            post(pygame.MOUSEMOTION, stage.px(place), rel=(1, 1), buttons=(1, 0, 0))
        frame(stage, measured)
    assert stage.scene.play.carry is not None, "the drag was lost on the way"
    stage.key(pygame.K_ESCAPE)
    stage.up(at)


def measured_on(has_heights: bool) -> Measured:
    """The frames of some drags on one board, after one to warm up."""
    board = boards.case("p80", 1)
    table = table_on(board, has_heights)
    stage = Stage(PlayScene(Session(Match("", (table,)), None)))
    stage.scene.play.overlays = frozenset(OVERLAYS)
    stage.frame(5)
    keep_smooth()
    movers = [f"m{k}" for k in boards.movers(board, DRAGS + 1)]
    drag(stage, movers[0], 0, Measured())
    measured = Measured()
    for k, mover in enumerate(movers[1:]):
        drag(stage, mover, k + 1, measured)
    return measured


def row(work: str, measured: Measured, heights: str) -> Row:
    """A row: the 99th percentile, and in the last column all three kinds of time."""
    def told(ms: list[float]) -> str:
        p99 = statistics.quantiles(ms, n=100)[98]
        return f"median {statistics.median(ms):.1f}, 99 % {p99:.1f}, longest {max(ms):.1f}"

    p99 = statistics.quantiles(measured.worked, n=100)[98]
    error = f"{told(measured.worked)}; with the reach's worker: {told(measured.with_worker)}; by the wall: {told(measured.passed)}"
    return Row(work, heights, f"99 % within {p99:.1f} ms", None, f"under {LIMIT_MS:g} ms", error)


def report(_rounds: int) -> str:
    """The section of docs/performance.md."""
    about = (
        f"`bench_frame.py`, {versions('pygame-ce', 'pygame_gui', 'pymunk', 'numpy', 'shapely')}. Board of ../shared/bench, 44 × 60 "
        f"in, 80 features, 120 models, 1280 × 800 px, reach and every overlay on; {DRAGS} models dragged for {FRAMES} frames each, "
        "two motions of the mouse a frame. Milliseconds of all that a frame does, without waiting for the screen."
    )
    rows = [row("a frame while dragging", measured_on(h), "ours, with heights" if h else "ours, flat") for h in (False, True)]
    return section("Frames", about, rows)
