"""Which faces of a target a ranked unit can charge, and how: straight on, or with one wheel on the way. Inches."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from physics.ranks import block_point
from physics.tolerance import is_within
from physics.vectors import Point
from rules.actions import BlockMove, Step
from rules.approaches import Approach, Neighbour
from rules.blocks import Block, block_of, outline_of
from rules.manoeuvres import march_of
from rules.referee import judge
from rules.table import Table

FaceName = Literal["front", "right", "rear", "left"]
FACES: tuple[FaceName, ...] = ("front", "right", "rear", "left")
_TURNS = tuple(range(0, 91, 5))
"""Degrees of the wheels that are tried, besides those that end face to face."""
_RUN_UP = 2.0
"""Inches between the places of the wheel that are tried."""
_ON_FACE = 1e-4


@dataclass(frozen=True)
class Face:
    """One side of a target: its two ends, and the charge that reaches it, with its cost; None where none was found."""

    name: FaceName
    line: tuple[Point, Point]
    charge: BlockMove | None = None
    cost: float = 0.0


def face_lines(block: Block) -> dict[FaceName, tuple[Point, Point]]:
    """The four sides of a unit, each from its left end to its right, seen from outside."""
    at, facing, half, deep = block.pose.at, block.pose.facing, block.width / 2.0, block.length
    a, b, c, d = (
        block_point(at, facing, left, ahead) for left, ahead in ((half, 0.0), (-half, 0.0), (-half, -deep), (half, -deep))
    )
    return {"front": (b, a), "right": (c, b), "rear": (d, c), "left": (a, d)}


def faces(table: Table, unit_id: str, target_id: str) -> tuple[Face, ...]:
    """The sides of a target and how each can be reached; none when either is not in ranks."""
    block, target = block_of(table, table.units[unit_id]), block_of(table, table.units[target_id])
    if block is None or target is None:
        return ()
    best: dict[FaceName, Face] = {}
    lines = face_lines(target)
    for _, action, name in sorted(_candidates(table, block, target), key=lambda found: found[0]):
        if name not in best:
            ruling = judge(table, action, in_turn=False)
            if ruling.legal:
                best[name] = Face(name, lines[name], action, ruling.cost or 0.0)
    return tuple(best.get(name, Face(name, lines[name])) for name in FACES)


def _candidates(table: Table, block: Block, target: Block) -> Iterator[tuple[float, BlockMove, FaceName]]:
    """Charges that end in contact, what each costs (more where it meets askew), and the face that each meets."""
    neighbour = Neighbour(target.unit.id, outline_of(table, target.unit), target.unit.side)
    run_up = 0.0
    while run_up < block.charge:
        for turn in _turns(block, target):
            if turn != 0.0 or run_up == 0.0:
                start = [Step(advance=run_up)] if run_up > 0.0 else []
                wheel = Step(wheel="left" if turn > 0.0 else "right", degrees=abs(turn))
                found = _met(block, [*start, wheel] if turn else start, neighbour, target)
                if found is not None:
                    yield found
        run_up += _RUN_UP


def _turns(block: Block, target: Block) -> list[float]:
    """The wheels worth trying, degrees, to the left positive: those that end face to face, and some in between."""
    askew = math.degrees(target.pose.facing + math.pi - block.pose.facing)
    square = [(askew + k * 90.0 + 180.0) % 360.0 - 180.0 for k in range(4)]
    return [*(0.0 if abs(t) < 1e-9 else t for t in square if abs(t) <= 120.0), *_TURNS, *(-t for t in _TURNS[1:])]


def _met(block: Block, steps: list[Step], neighbour: Neighbour, target: Block) -> tuple[float, BlockMove, FaceName] | None:
    march = march_of(block, [*steps, Step(advance=block.charge)])
    approach = Approach(march, neighbour)
    spans = approach.below(0.0)
    since = float(len(steps))
    if not spans or spans[0][0] < since:
        return None
    inches = (spans[0][0] - since) * block.charge
    action = BlockMove("charge", block.unit.id, (*steps, Step(advance=inches)), target.unit.id)
    end = march_of(block, action.steps).end
    met = _face_met(approach.line_at(spans[0][0]).there, end, target)
    if met is None:
        return None
    name, askew = met
    return march_of(block, action.steps).cost + askew * 0.25, action, name


def _face_met(at: Point, end: Block, target: Block) -> tuple[FaceName, float] | None:
    """The face that a point lies on, of two the one that the charger faces more squarely, and by how many degrees askew."""
    found = []
    for k, (name, (a, b)) in enumerate(face_lines(target).items()):
        normal = target.pose.facing - k * math.pi / 2.0
        askew = abs(math.remainder(end.pose.facing + math.pi - normal, 2.0 * math.pi))
        if is_within(_off_line(at, a, b), _ON_FACE) and askew < math.pi / 2.0:
            found.append((math.degrees(askew), name))
    return (min(found)[1], min(found)[0]) if found else None


def _off_line(at: Point, a: Point, b: Point) -> float:
    """Inches from a point to a segment."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    size = ux * ux + uy * uy
    t = max(0.0, min(1.0, ((at[0] - a[0]) * ux + (at[1] - a[1]) * uy) / size)) if size > 0.0 else 0.0
    return math.dist(at, (a[0] + ux * t, a[1] + uy * t))
