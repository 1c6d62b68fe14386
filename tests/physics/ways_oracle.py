"""A slow, obvious way to shortest ways: obstacles as polygons of many chords, every pair of corners looked at.

With chords inside the true arcs its distances are too short or right, with corners outside them too long or right:
the true distance lies between the two.
"""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from shapely.geometry import Polygon

Point = tuple[float, float]
_CHORDS = 12  # a quarter
_OUT = 1.0 / math.cos(math.pi / (4 * _CHORDS))


@dataclass(frozen=True)
class Scene:
    """What `Ways` is given."""

    start: Point
    allowance: float
    discs: list[tuple[float, float, float]]
    polygons: list[list[Point]]
    radius: float
    box: tuple[float, float, float, float]


def obstacles(scene: Scene, outside: bool) -> shapely.Geometry:
    """All obstacles as one area, a little too small or a little too large."""
    by = _OUT if outside else 1.0
    parts = [shapely.Point(x, y).buffer(r * by, quad_segs=_CHORDS) for x, y, r in scene.discs]
    parts += [Polygon(p).buffer(scene.radius * by, quad_segs=_CHORDS) for p in scene.polygons]
    return shapely.union_all(parts)


def distances(scene: Scene, goals: list[Point], outside: bool) -> np.ndarray:
    """Inches from the start to each goal; infinite where there is no way."""
    area = obstacles(scene, outside)
    box = shapely.box(*scene.box)
    blocker = shapely.union(area, box.buffer(5.0).difference(box)).buffer(-1e-7)
    corners = shapely.get_coordinates(area)
    inside = shapely.intersects_xy(box.buffer(1e-6), corners[:, 0], corners[:, 1])
    points = np.concatenate([[scene.start], goals, np.unique(corners[inside], axis=0)])
    one, other = np.triu_indices(len(points), 1)
    shapely.prepare(blocker)
    lines = shapely.linestrings(np.stack([points[one], points[other]], axis=1))
    free = ~shapely.intersects(blocker, lines)
    size = np.hypot(*(points[one] - points[other]).T)[free]
    graph = csr_array((np.maximum(size, 1e-12), (one[free], other[free])), shape=(len(points), len(points)))
    return dijkstra(graph, directed=False, indices=0)[1 : 1 + len(goals)]


def random_scene(seed: int, allowance: float = 7.0) -> Scene:
    """A small crowded board: convex polygons and discs that may overlap, touch and leave the box."""
    rng = np.random.default_rng(seed)
    radius = float(rng.choice([0.5, 0.63, 0.98]))
    size = 12.0
    polygons = []
    for _ in range(int(rng.integers(2, 8))):
        middle, turn, count = rng.uniform(0.0, size, 2), rng.uniform(0.0, 6.28), int(rng.integers(3, 7))
        angles = np.sort(np.arange(count) + rng.uniform(0.0, 0.7, count)) * 2.0 * np.pi / count + turn
        reach = rng.uniform(0.4, 1.8)
        polygons.append([(float(middle[0] + reach * math.cos(a)), float(middle[1] + reach * math.sin(a))) for a in angles])
    discs = [(*map(float, rng.uniform(0.0, size, 2)), radius + float(rng.choice([0.5, 0.63, 1.5]))) for _ in range(6)]
    box = (radius, radius, size - radius, size - radius)
    scene = Scene((0.0, 0.0), allowance, discs, polygons, radius, box)
    area = obstacles(scene, outside=True)
    while True:
        start = (float(rng.uniform(box[0], box[2])), float(rng.uniform(box[1], box[3])))
        if not area.intersects(shapely.Point(start)):
            return Scene(start, allowance, discs, polygons, radius, box)


def random_goals(scene: Scene, count: int, seed: int) -> list[Point]:
    """Spots all over the box, most of them free."""
    rng = np.random.default_rng(seed + 1000)
    left, bottom, right, top = scene.box
    return [(float(x), float(y)) for x, y in rng.uniform((left, bottom), (right, top), (count, 2))]
