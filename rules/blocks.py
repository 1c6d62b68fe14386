"""A ranked unit as one body: its pose, its outline, and its models' places, which follow from the pose. Inches, radians."""

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from physics.contact import clearance
from physics.ranks import block_outline, block_places, block_point
from physics.shapes import MM_PER_INCH, Shape
from physics.tolerance import is_more
from physics.vectors import Point
from rules.actions import Casualty
from rules.moves import judge_casualty, unavailable
from rules.ruling import Ruling
from rules.table import Base, Formation, Model, Place, Table, Unit
from rules.terrain import GROUND
from rules.walk import STEP


@dataclass(frozen=True)
class Block:
    """A unit of rectangular bases in ranks and files, or of one model on any base. Its models stand in order of places."""

    unit: Unit
    models: tuple[Model, ...]
    pose: Formation

    @property
    def base(self) -> Base:
        """The base of every model."""
        return self.models[0].base

    @property
    def count(self) -> int:
        """How many models are left."""
        return len(self.models)

    @property
    def files(self) -> int:
        """The width of the front rank in models."""
        return min(self.pose.files, self.count)

    @property
    def front(self) -> float:
        """Inches of one base across."""
        return self.base.front_mm / MM_PER_INCH

    @property
    def depth(self) -> float:
        """Inches of one base from front to rear."""
        return self.base.depth_mm / MM_PER_INCH

    @property
    def width(self) -> float:
        """Inches of the front edge."""
        return self.files * self.front

    @property
    def length(self) -> float:
        """Inches from the front edge to the rear, an incomplete last rank counted whole."""
        return math.ceil(self.count / self.files) * self.depth

    @cached_property
    def outline(self) -> tuple[Shape, ...]:
        """The outline of all its bases as convex pieces."""
        pose = self.pose
        if self.base.kind != "rect":
            (place,) = self.places
            return (self.base.shape(pose.facing).moved(place),)
        return _outline(pose, self.files, self.count, self.front, self.depth)

    @cached_property
    def places(self) -> list[Point]:
        """The middles of its bases, in the order of its models."""
        return block_places(self.pose.at, self.pose.facing, self.files, self.count, self.front, self.depth)

    def corner(self, side: str) -> Point:
        """Its front corner on a side, "left" or "right"."""
        aside = self.width / 2.0 if side == "left" else -self.width / 2.0
        return block_point(self.pose.at, self.pose.facing, aside, 0.0)

    def posed(self, pose: Formation) -> "Block":
        """The same block elsewhere."""
        return replace(self, pose=pose)

    @property
    def move(self) -> float:
        """Inches of its slowest model's Move."""
        return min(m.move for m in self.models)

    @property
    def charge(self) -> float:
        """Inches of its slowest model's charge."""
        return min(m.charge for m in self.models)


@lru_cache(maxsize=4096)
def _outline(pose: Formation, files: int, count: int, front: float, depth: float) -> tuple[Shape, ...]:
    return block_outline(pose.at, pose.facing, files, count, front, depth)


def block_of(table: Table, unit: Unit) -> Block | None:
    """The unit as a block; None when it is loose: several models that were not set up in ranks."""
    models = tuple(table.models_of(unit))
    if not models:
        return None
    if unit.formation is not None:
        return Block(unit, models, unit.formation)
    if len(models) > 1:
        return None
    place = models[0].standing
    depth = models[0].base.depth_mm / MM_PER_INCH
    return Block(unit, models, Formation(1, block_point(place.at, place.facing, 0.0, depth / 2.0), place.facing))


def outline_of(table: Table, unit: Unit) -> tuple[Shape, ...]:
    """The outline of all bases of a unit on the table; empty when none of it is there."""
    block = block_of(table, unit)
    if block is not None:
        return block.outline
    return tuple(m.footprint for m in table.models_of(unit))


def inches_between(one: tuple[Shape, ...], other: tuple[Shape, ...]) -> float:
    """Signed inches between two outlines: nought when they touch, negative when they overlap."""
    return min(clearance(a, b) for a in one for b in other)


def with_block(table: Table, block: Block) -> Table:
    """The table with a block where its pose says: each model's place follows from it."""
    block = block.posed(replace(block.pose, facing=block.pose.facing % (2.0 * math.pi)))
    moved = []
    for model, at in zip(block.models, block.places, strict=True):
        on, elevation = surface_from(table, model, at)
        moved.append(model.placed(Place(at, on, elevation, block.pose.facing)))
    lost = tuple(i for i in block.unit.models if i not in {m.id for m in moved})
    is_ranked = block.unit.formation is not None or block.count > 1
    unit = replace(
        block.unit, models=(*(m.id for m in moved), *lost), formation=block.pose if is_ranked else block.unit.formation
    )
    return replace(table.with_models(moved), units={**table.units, unit.id: unit})


def surface_from(table: Table, model: Model, at: Point) -> tuple[str, float]:
    """The surface at a point that a model can walk onto, and its elevation: not a roof over an inch up, which has no stairs."""
    on, elevation = table.terrain.surface_at(at)
    if is_more(elevation, model.elevation + STEP) and table.terrain.feature(on).slope is None:
        return table.terrain.surface_at(at, GROUND)
    return on, elevation


def judge_rank_casualty(table: Table, action: Casualty) -> Ruling:
    """A model is removed. The last rank pays: the last model of the block steps into the place that is left."""
    ruling = judge_casualty(table, action)
    if ruling.after is None:
        return ruling
    after, unit = ruling.after, table.unit_of(table.model(action.model))
    block = block_of(table, unit)
    names = [m.id for m in block.models] if block is not None else []
    if unit.formation is not None and action.model in names:
        last = names.pop()
        if last != action.model:
            names[names.index(action.model)] = last
        if names:
            models = tuple(after.model(i) for i in names)
            files = min(unit.formation.files, len(models))
            after = with_block(after, Block(unit, models, replace(unit.formation, files=files)))
    return replace(ruling, after=parted(after, unit.id))


def parted(table: Table, unit_id: str) -> Table:
    """The table without the memory of those near a unit from which it is now more than the spacing away, or gone."""
    pairs = table.memory.close_pairs
    mine = frozenset(p for p in pairs if unit_id in p and not _is_still_close(table, p))
    return replace(table, memory=replace(table.memory, close_pairs=pairs - mine)) if mine else table


def _is_still_close(table: Table, pair: frozenset[str]) -> bool:
    outlines = [outline_of(table, table.units[i]) if i in table.units else _feature(table, i) for i in pair]
    if not all(outlines):
        return False
    return not is_more(inches_between(outlines[0], outlines[1]), table.number("spacing.end"))


def _feature(table: Table, feature_id: str) -> tuple[Shape, ...]:
    return table.terrain.feature(feature_id).footprint.pieces


def missing(table: Table, unit_id: str) -> Ruling | None:
    """Why a unit can't act as a block, as a refusal; None when it can."""
    unit = table.units.get(unit_id)
    if unit is None:
        return unavailable(f"there is no unit {unit_id}", unit_id)
    if not table.models_of(unit):
        return unavailable(f"{unit_id} has no model on the table", unit_id)
    return None
