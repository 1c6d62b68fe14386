"""A whole board turned, shifted or mirrored: what must change no ruling and no cost."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from physics.regions import Footprint
from physics.shapes import Shape, polygon
from physics.vectors import Point, rotate
from rules.actions import ModelMove, Waypoint
from rules.table import Model, Place, Table
from rules.terrain import Feature, Opening, Terrain


@dataclass(frozen=True)
class Motion:
    """First mirrored in the y axis (or not), then turned about the origin (radians), then shifted (inches)."""

    turn: float = 0.0
    shift: Point = (0.0, 0.0)
    is_mirrored: bool = False

    def point(self, p: Point) -> Point:
        x, y = rotate((-p[0], p[1]) if self.is_mirrored else p, self.turn)
        return (x + self.shift[0], y + self.shift[1])

    def facing(self, facing: float) -> float:
        return (math.pi - facing if self.is_mirrored else facing) + self.turn


def moved_table(table: Table, motion: Motion, size: float = 120.0) -> Table:
    """The board carried along by a motion, on a table of `size` inches each way (the edge is far off)."""
    models = {m.id: _moved_model(m, motion) for m in table.models.values()}
    terrain = Terrain(tuple(_moved_feature(f, motion) for f in table.terrain.features))
    return replace(table, size=(size, size), models=models, terrain=terrain)


def moved_action(action: ModelMove, motion: Motion) -> ModelMove:
    return replace(action, path=tuple(Waypoint(motion.point(w.at), w.on) for w in action.path))


def _moved_model(model: Model, motion: Motion) -> Model:
    place = model.place
    if place is None:
        return model
    return model.placed(Place(motion.point(place.at), place.on, place.elevation, motion.facing(place.facing)))


def _moved_feature(feature: Feature, motion: Motion) -> Feature:
    pieces = tuple(_moved_shape(s, motion) for s in feature.footprint.pieces)
    rings = tuple(_ring(ring, motion.point, motion.is_mirrored) for ring in feature.footprint.rings)
    return replace(
        feature, footprint=Footprint(pieces, rings), line=tuple(map(motion.point, feature.line)),
        slope=(motion.point(feature.slope[0]), motion.point(feature.slope[1])) if feature.slope else None,
        openings=tuple(_moved_opening(o, motion) for o in feature.openings),
    )


def _moved_opening(opening: Opening, motion: Motion) -> Opening:
    a, b = opening.ends
    return replace(opening, at=motion.point(opening.at), ends=(motion.point(a), motion.point(b)))


def _moved_shape(shape: Shape, motion: Motion) -> Shape:
    points = tuple(map(motion.point, shape.points))
    return Shape(polygon(points).points if len(points) > 2 else points, shape.radius)


def _ring(ring: tuple[Point, ...], move: Callable[[Point], Point], is_mirrored: bool) -> tuple[Point, ...]:
    points = tuple(map(move, ring))
    return points[::-1] if is_mirrored else points
