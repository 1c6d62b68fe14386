"""From the sides, markers and auras of a board file to those of the Table."""

from dataclasses import replace

from rules.board_errors import Problem
from rules.board_geometry import FeatureError, deploy_outline
from rules.board_schema import AuraPart, MarkerPart, SidePart
from rules.table import Aura, Marker, Side

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442", "#000000")
"""Okabe and Ito's colours, which the colour-blind can tell apart, in the order in which sides get them."""


def sides_of(parts: list[SidePart]) -> tuple[tuple[Side, ...], list[Problem]]:
    """The sides, each with a colour, and what is wrong with their deployment zones."""
    sides: list[Side] = []
    problems: list[Problem] = []
    taken = {p.colour for p in parts}
    free = [c for c in COLOURS if c not in taken] or list(COLOURS)
    for k, part in enumerate(parts):
        outline = None
        try:
            outline = deploy_outline(part.deploy) if part.deploy is not None else None
        except FeatureError as error:
            problems.append(replace(error.problem, where=f"side[{k}].deploy.{error.problem.where}"))
        sides.append(Side(part.name, part.colour or free[k % len(free)], outline))
    return tuple(sides), problems


def marker_of(part: MarkerPart) -> Marker:
    """The marker of a [[marker]]."""
    return Marker(part.id, part.at, part.base, part.kind)


def aura_of(part: AuraPart) -> Aura:
    """The aura of an [[aura]]."""
    distance = part.within if part.within is not None else part.wholly_within
    assert distance is not None
    return Aura(part.id, part.of, distance, part.within is None, part.keyword, part.text)
