"""What a relief is made of: prisms to be walked over, barriers to be kept out of, rungs, and the body that walks. Inches."""

from dataclasses import dataclass

from physics.shapes import Shape


@dataclass(frozen=True, slots=True)
class Prism:
    """A convex piece of something solid, from `bottom` up to its top.

    The top is flat at `top`, or rises as `rise` (x, y and a constant) says, up to `top`. `owner` numbers what it is a
    piece of.
    """

    core: Shape
    bottom: float
    top: float
    can_stand: bool
    can_climb: bool
    owner: int
    rise: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Pie:
    """A part of a disc between two directions (radians), less than a half turn."""

    centre: tuple[float, float]
    radius: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Barrier:
    """A convex shape that a point keeps out of while its elevation is above `least` and below `most`.

    One that `is_left` can be left by who is inside of it, but not entered.
    """

    shape: Shape | Pie
    least: float
    most: float
    owner: int = -1
    is_left: bool = False


@dataclass(frozen=True, slots=True)
class Rungs:
    """What makes the sides of its owners climbable for a point within `reach` of the line from `a` to `b`."""

    a: tuple[float, float]
    b: tuple[float, float]
    reach: float
    owners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """What walks: its height, the step that it takes for nothing, how deep it drops for nothing, whether drops cost.

    `radius` is half its width: of the air that it steps over.
    """

    height: float
    step: float
    agility: float
    counts_drops: bool = False
    radius: float = 0.0
