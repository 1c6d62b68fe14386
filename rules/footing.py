"""Where a base finds room on the table: what it may not overlap, and the curves round that. Inches.

For a base that does not turn, everything in its way becomes one convex shape for its middle (the Minkowski
difference). Ovals have thousands of corners: their curves are those of a coarser outline just round them.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from physics.screens import Bools, Floats, Screens
from physics.shapes import Shape, difference
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.clearing import boxes_meet
from rules.table import Model, Table
from rules.terrain import Feature
from rules.walk import STEP

_FEW = 48
"""Corners of the outline that stands for an oval."""
_INSET = 1e-4
"""Inches inside the edge of what can be stood on at which a middle is tried: on the edge, half the base hangs over."""


class Footing:
    """What bounds the places where a model may be set, within a box (left, bottom, right, top) of its middle.

    `tops` are the features that it may also be set upon; the rest are in its way and no more.
    """

    def __init__(self, table: Table, model: Model, box: tuple[float, float, float, float], tops: frozenset[str]) -> None:
        self.table, self.model, self.box = table, model, box
        self.outline = model.outline
        self._others: tuple[Sequence[Model], Screens] | None = None
        features = [f for f in table.terrain.features if boxes_meet(f.footprint.box, box, model.base.radius + 0.1)]
        self._solids = [f for f in features if f.is_solid]
        self._blocks = [f for f in self._solids if f.id not in tops and self._is_in_way(f)]
        self._raised = [f for f in features if f.kind == "gap" or (f.is_solid and f.id in tops)]

    def _is_in_way(self, feature: Feature) -> bool:
        """Whether a feature is in the way of the model's body on the ground."""
        return feature.bottom < self.model.height - TOLERANCE and feature.top >= STEP - TOLERANCE

    @cached_property
    def _blocked(self) -> Screens:
        """For the middle of the base: where it overlaps what it cannot be set upon."""
        thin = _coarse(self.outline, False)
        return Screens([difference(_coarse(p, False), thin) for p in self.blocking])

    @property
    def blocking(self) -> list[Shape]:
        """The pieces of terrain that a base on the ground may not overlap."""
        return [*(p for f in self._blocks for p in f.footprint.pieces), *self.table.off_limits]

    @property
    def is_uneven(self) -> bool:
        """Whether there is anything to be stood on, or a gap."""
        return bool(self._raised)

    def is_raised(self, spots: Floats) -> Bools:
        """At which spots the base may rest on (or touch) something that can be stood on, or lie over a gap."""
        found = np.zeros(len(spots), dtype=np.bool_)
        r = self.model.base.radius + 1e-6
        for feature in self._raised:
            left, bottom, right, top = feature.footprint.box
            found |= (spots[:, 0] > left - r) & (spots[:, 0] < right + r) & (spots[:, 1] > bottom - r) & (spots[:, 1] < top + r)
        return found

    def is_clear(self, spots: Floats) -> Bools:
        """At which spots the base is on the table and clear of terrain; where it is raised, only the table is asked for."""
        left, bottom, right, top = self.outline.box
        width, depth = self.table.size
        ok = (spots[:, 0] + left >= -TOLERANCE) & (spots[:, 1] + bottom >= -TOLERANCE)
        ok &= (spots[:, 0] + right <= width + TOLERANCE) & (spots[:, 1] + top <= depth + TOLERANCE)
        asked = np.flatnonzero(ok)
        if len(asked) and self._blocked.shapes:
            clear = self._blocked.apart(spots[asked]) >= -TOLERANCE
            ok[asked] = clear | self.is_raised(spots[asked]) if self._raised else clear
        return ok

    def is_clear_of(self, spots: Floats, others: Sequence[Model]) -> Bools:
        """At which spots the base overlaps none of the others' bases; where it is raised, it is not asked."""
        if not len(spots) or not others:
            return np.ones(len(spots), dtype=np.bool_)
        if self._others is None or self._others[0] is not others:
            thin = _coarse(self.outline, False)
            self._others = others, Screens([difference(_coarse(o.footprint, False), thin) for o in others])
        ok = self._others[1].apart(spots) >= -TOLERANCE
        return ok | self.is_raised(spots) if self._raised else ok

    def curves(self) -> tuple[Floats, Floats]:
        """Circles (rows of x, y, radius) and lines (rows of two points) on which the base touches table or terrain."""
        left, bottom, right, top = self.outline.box
        width, depth = self.table.size
        lines = [(-left, 0.0, -left, depth), (width - right, 0.0, width - right, depth)]
        lines += [(0.0, -bottom, width, -bottom), (0.0, depth - top, width, depth - top)]
        solids = [*(p for f in self._solids for p in f.footprint.pieces), *self.table.off_limits]
        circles, more = self.curves_round(solids)
        tops = [_edges_of(p, by) for f in self._raised for p in f.footprint.pieces for by in _edge_steps(f)]
        discs = [(p, f) for f in self._raised for p in f.footprint.pieces if p.is_disc]
        rounds = [(*p.points[0], p.radius + by) for p, f in discs for by in _edge_steps(f)]
        return (
            np.concatenate([circles, np.array(rounds).reshape(-1, 3)]),
            np.concatenate([np.array(lines), more, *tops]),
        )

    def curves_round(self, shapes: Sequence[Shape], grown: float = 0.0) -> tuple[Floats, Floats]:
        """Circles and lines on which the base touches one of these shapes, or is `grown` inches from it."""
        wide = _coarse(self.outline, True)
        circles: list[tuple[float, float, float]] = []
        lines = [np.zeros((0, 4))]
        for shape in shapes:
            merged = difference(_coarse(shape, True), wide)
            radius = merged.radius + grown
            if radius > 0.0:
                circles += [(*p, radius) for p in merged.points]
            if len(merged.points) > 1:
                lines.append(_edges_of(Shape(merged.points), radius))
        return np.array(circles).reshape(-1, 3), np.concatenate(lines)


def _edge_steps(feature: Feature) -> tuple[float, ...]:
    return (0.0, 2.0 * TOLERANCE) if feature.kind == "gap" else (0.0, -_INSET)


def _edges_of(shape: Shape, by: float) -> Floats:
    """The lines of a polygon's edges, moved outwards by some inches."""
    if len(shape.points) < 2:
        return np.zeros((0, 4))
    a = np.array(shape.points)
    b = np.roll(a, -1, axis=0)
    d = b - a
    size = np.hypot(d[:, 0], d[:, 1])
    a, b, d = a[size > 1e-12], b[size > 1e-12], d[size > 1e-12] / size[size > 1e-12, None]
    out = np.stack([d[:, 1], -d[:, 0]], axis=1) * by
    return np.concatenate([a + out, b + out], axis=1)


def _coarse(shape: Shape, is_outside: bool) -> Shape:
    """A shape of few corners inside one of many, or round it."""
    if len(shape.points) <= _FEW:
        return shape
    step = math.ceil(len(shape.points) / _FEW)
    points = shape.points[::step]
    if not is_outside:
        return Shape(points, shape.radius)
    x, y = (sum(c) / len(points) for c in zip(*points, strict=True))
    # An oval is a circle stretched, and its corners lie at even turns of that circle.
    push = 1.0 / math.cos(math.pi * step / len(shape.points))
    return Shape(tuple((x + (px - x) * push, y + (py - y) * push) for px, py in points), shape.radius)


def stand_in(model: Model) -> Model:
    """A model whose oval base has an outline of few corners, just round its own, to search with; others as they are."""
    if len(model.outline.points) <= _FEW:
        return model
    other = replace(model)
    other.__dict__["outline"] = _coarse(model.outline, True)
    return other


def is_stand_in(model: Model) -> bool:
    """Whether a model is to be searched with and no more."""
    return model.base.kind == "oval" and not model.base.is_disc and len(model.outline.points) <= _FEW


def with_stand_ins(table: Table) -> Table:
    """The table with outlines of few corners for all ovals that stand on it; the very same where there are none."""
    ovals = [m for m in table.standing if m.base.kind == "oval" and not m.base.is_disc]
    return table.with_models(stand_in(m) for m in ovals) if ovals else table


def box_round(at: Point, reach: float) -> tuple[float, float, float, float]:
    """The square round a disc."""
    return at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach
