"""Times frames of the table view without a screen: `python tests/benchmarks/bench_frame.py`.

44 × 60 in, 80 features, 120 models, 1280 × 800, every overlay on. "carry": a ghost moves each frame (what players do);
"pan" and "zoom": the camera moves each frame; "move": a new Table each frame.
"""

import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pygame

from game.camera import Camera
from game.table_view import OVERLAYS, Ghost, Show, TableView
from tests.game.tables import crowded_table


def time_frames(draw: Callable[[int], None], frames: int = 60) -> str:
    """The median and the longest of some frames (processor time), after two to warm up, as words."""
    draw(0)
    draw(1)
    times = []
    for k in range(frames):
        start = time.process_time()
        draw(k + 2)
        times.append((time.process_time() - start) * 1000.0)
    return f"median {statistics.median(times):6.2f} ms   longest {max(times):6.2f} ms"


def main() -> None:
    """Prints a line for each way of using the view."""
    pygame.display.init()
    surface = pygame.display.set_mode((1280, 800))
    table = crowded_table(features=80, models=120)
    view, camera = TableView(), Camera(surface.get_rect(), table.size)
    overlays = frozenset(OVERLAYS)
    carried = table.standing[0]
    random.seed(1)

    def carry(frame: int) -> None:
        at = (5.0 + frame * 0.31, 30.0 + frame * 0.17)
        place = type(carried.standing)(at)
        show = Show(carried.id, None, (Ghost(carried.id, place, True),), (carried.standing.at, at), overlays=overlays)
        view.draw(surface, camera, table, show)

    def pan(frame: int) -> None:
        camera.pan(11 if frame // 30 % 2 else -11, 0)
        view.draw(surface, camera, table, Show(carried.id, overlays=overlays))

    def zoom(frame: int) -> None:
        camera.zoom_at((640, 400), 1.04 if frame % 2 else 1 / 1.04)
        view.draw(surface, camera, table, Show(carried.id, overlays=overlays))

    def move(frame: int) -> None:
        moved = carried.placed(type(carried.standing)((5.0 + frame * 0.1, 30.0)))
        view.draw(surface, camera, table.with_models([moved]), Show(carried.id, overlays=overlays))

    def rest(_frame: int) -> None:
        view.draw(surface, camera, table, Show(carried.id, overlays=overlays))

    for factor in (1.0, 3.0):
        camera.fit()
        camera.zoom_at(surface.get_rect().center, factor)
        for name, draw in (("rest", rest), ("carry", carry), ("move", move), ("pan", pan), ("zoom", zoom)):
            print(f"zoom {factor:g}  {name:6s} {time_frames(draw)}")


if __name__ == "__main__":
    main()
