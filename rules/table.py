"""The Table: the whole state of a game, immutable. A move makes a new one and shares what did not change.

Lengths are inches, angles radians, unless a name says otherwise; base sizes are millimetres as authors give them.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

from physics import shapes
from physics.shapes import MM_PER_INCH, Shape
from physics.space import Piece, Space
from physics.vectors import Point
from rules.terrain import GROUND, Terrain

ZONE_CUSHION: Final = 2.5
"""Inches: bases are asked for by how wide a base of 60 mm and an inch round it are."""

BaseKind = Literal["disc", "oval", "rect"]


@dataclass(frozen=True, slots=True)
class Base:
    """What a model stands on: a disc (front = depth = diameter), an oval or a rectangle, in millimetres."""

    kind: BaseKind
    front_mm: float
    depth_mm: float

    @property
    def is_disc(self) -> bool:
        """Whether turning it changes nothing."""
        return self.kind == "disc" or (self.kind == "oval" and self.front_mm == self.depth_mm)

    @property
    def radius(self) -> float:
        """Inches from its centre to its furthest point."""
        if self.kind == "rect":
            return math.hypot(self.front_mm, self.depth_mm) / 2.0 / MM_PER_INCH
        return max(self.front_mm, self.depth_mm) / 2.0 / MM_PER_INCH

    def shape(self, facing: float) -> Shape:
        """Its outline about its own centre, turned to a facing (radians)."""
        return _base_shape(self, 0.0 if self.is_disc else facing)


@lru_cache(maxsize=4096)
def _base_shape(base: Base, facing: float) -> Shape:
    front, depth = base.front_mm / MM_PER_INCH, base.depth_mm / MM_PER_INCH
    if base.is_disc:
        return shapes.disc(front / 2.0)
    if base.kind == "oval":
        return shapes.oval(front, depth).turned(facing)
    return shapes.rectangle(front, depth).turned(facing)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a model stands: the middle of its base, the surface's feature id (or "ground"), its elevation, its facing."""

    at: Point
    on: str = GROUND
    elevation: float = 0.0
    facing: float = math.pi / 2.0


@dataclass(frozen=True)
class Model:
    """One model. `place` is None while it is in reserve; a casualty is not alive and has no place."""

    id: str
    unit: str
    base: Base
    height: float
    move: float
    agility: float
    size: int
    charge: float
    flying: bool = False
    place: Place | None = None
    is_alive: bool = True

    @property
    def is_on_table(self) -> bool:
        """Whether it is alive and stands on the table: others measure nothing and block nothing."""
        return self.is_alive and self.place is not None

    @property
    def standing(self) -> Place:
        """Its place; only to be asked of a model on the table."""
        assert self.place is not None, f"{self.id} is not on the table"
        return self.place

    @cached_property
    def outline(self) -> Shape:
        """The outline of its base about its own centre, turned to its facing."""
        return self.base.shape(self.place.facing if self.place else math.pi / 2.0)

    @cached_property
    def footprint(self) -> Shape:
        """The outline of its base where it stands."""
        return self.outline.moved(self.standing.at)

    @property
    def elevation(self) -> float:
        """Inches of its surface above the ground."""
        return self.standing.elevation

    @property
    def head(self) -> float:
        """Inches above the ground of the top of the model."""
        return self.standing.elevation + self.height

    def placed(self, place: Place | None) -> "Model":
        """The same model standing elsewhere (None: in reserve)."""
        return Model(
            self.id, self.unit, self.base, self.height, self.move, self.agility, self.size, self.charge,
            self.flying, place, self.is_alive,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Formation:
    """The pose of a ranked unit: files, the middle of its front edge, and its facing (radians)."""

    files: int
    at: Point
    facing: float


@dataclass(frozen=True)
class Unit:
    """Models that act together. A unit of one model bears the model's id."""

    id: str
    side: str
    models: tuple[str, ...]
    keywords: tuple[str, ...] = ()
    choose: Mapping[str, str] = field(default_factory=dict)
    formation: Formation | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """A player's army: its name, its colour (#RRGGBB), its deployment zone (convex pieces' outline) or None."""

    name: str
    colour: str
    deploy: tuple[Point, ...] | None = None


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker on the table, a disc of `base_mm`."""

    id: str
    at: Point
    base_mm: float
    kind: str = "plain"

    @property
    def shape(self) -> Shape:
        """Its outline where it lies."""
        return shapes.disc(self.base_mm / 2.0 / MM_PER_INCH, self.at)


@dataclass(frozen=True, slots=True)
class Aura:
    """An effect that reaches the units bearing a keyword, within (or wholly within) some inches of a unit."""

    id: str
    of: str
    distance: float
    wholly: bool
    keyword: str
    text: str


@dataclass(frozen=True, slots=True)
class Game:
    """How long a game is, who starts, and the seed of its dice; a table without one is a sandbox."""

    rounds: int
    first: str
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is: round (from 1), side, phase ("" where there are none), and who has acted how often in it."""

    round: int = 1
    side: str = ""
    phase: str = ""
    acting: str | None = None
    acted: Mapping[str, int] = field(default_factory=dict)
    is_over: bool = False

    def times(self, unit: str) -> int:
        """How often a unit has acted in this round or phase."""
        return self.acted.get(unit, 0)


@dataclass(frozen=True, slots=True)
class Memory:
    """What the rules remember from one action to the next: units Out of Coherency, and pairs of units left too near."""

    out_of_coherency: frozenset[str] = frozenset()
    close_pairs: frozenset[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class Table:
    """The whole state. Everything a ruling depends on is here, and nothing else is state of the game."""

    title: str
    ruleset: str
    size: tuple[float, float]
    sides: tuple[Side, ...]
    terrain: Terrain
    units: Mapping[str, Unit]
    models: Mapping[str, Model]
    markers: tuple[Marker, ...] = ()
    auras: tuple[Aura, ...] = ()
    parameters: Mapping[str, float | bool] = field(default_factory=dict)
    summary: str = ""
    game: Game | None = None
    turn: Turn = Turn()
    memory: Memory = Memory()
    scores: Mapping[str, int] = field(default_factory=dict)
    off_limits: tuple[Shape, ...] = ()
    """Where the game may not set models while it arranges a unit: what lies outside of a deployment zone."""

    def model(self, model_id: str) -> Model:
        """The model of that id; KeyError when there is none."""
        return self.models[model_id]

    def unit_of(self, model: Model) -> Unit:
        """The unit that a model belongs to."""
        return self.units[model.unit]

    def side_of(self, model: Model) -> str:
        """The name of a model's side."""
        return self.units[model.unit].side

    def side(self, name: str) -> Side:
        """The side of that name; KeyError when there is none."""
        for side in self.sides:
            if side.name == name:
                return side
        raise KeyError(name)

    def marker(self, marker_id: str) -> Marker | None:
        """The marker of that id, or None."""
        return next((m for m in self.markers if m.id == marker_id), None)

    def models_of(self, unit: Unit) -> list[Model]:
        """The unit's models that stand on the table."""
        return [m for m in (self.models[i] for i in unit.models) if m.is_on_table]

    @cached_property
    def standing(self) -> tuple[Model, ...]:
        """All models on the table."""
        return tuple(m for m in self.models.values() if m.is_on_table)

    @cached_property
    def bases(self) -> Space:
        """The bases on the table; each piece's owner is its Model."""
        return Space((Piece(m, m.footprint) for m in self.standing), ZONE_CUSHION)

    @cached_property
    def known(self) -> dict[tuple[str, str], Any]:
        """What was found out about its models, by question and model id: kept because a Table never changes."""
        return {}

    def are_enemies(self, one: Model, other: Model) -> bool:
        """Whether two models belong to different sides."""
        return self.units[one.unit].side != self.units[other.unit].side

    def number(self, parameter: str) -> float:
        """A parameter of the ruleset as a number; KeyError when the ruleset has none of that name."""
        return float(self.parameters[parameter])

    def with_models(self, changed: Iterable[Model]) -> "Table":
        """A Table in which these models are as given."""
        return replace(self, models={**self.models, **{m.id: m for m in changed}})
