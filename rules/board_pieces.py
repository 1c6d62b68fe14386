"""Sides, terrain, markers and auras as the keys of a board file. None stands for a key that is left out."""

import math
from typing import Any

from physics.vectors import Point, distance
from rules.board_geometry import rect_corners
from rules.board_schema import MOST_CORNERS
from rules.table import Aura, Marker, Side
from rules.terrain import Feature, Opening

OUTLINE_KEYS = ("rect", "angle", "polygon", "circle", "line", "thickness")
"""The keys that a feature's footprint comes from."""


def side_keys(side: Side) -> dict[str, Any]:
    """The keys of a [[side]]."""
    return {"name": side.name, "colour": side.colour, "deploy": None if side.deploy is None else _zone_keys(side.deploy)}


def _zone_keys(outline: tuple[Point, ...]) -> dict[str, Any]:
    """A deployment zone: an outline of more corners than a polygon may have was a circle."""
    if len(outline) <= MOST_CORNERS:
        return _corner_keys(outline)
    middle = (math.fsum(x for x, _ in outline) / len(outline), math.fsum(y for _, y in outline) / len(outline))
    radius = math.fsum(distance(middle, p) for p in outline) / len(outline)
    return {"circle": [*(round(v, 9) for v in (*middle, radius))]}


def _corner_keys(ring: tuple[Point, ...]) -> dict[str, Any]:
    """Corners as `rect` where that says exactly the same, else as `polygon`."""
    (x, y), (right, top) = ring[0], ring[2]
    rect = (x, y, right - x, top - y)
    if right > x and top > y and rect_corners(rect, 0.0) == ring:
        return {"rect": list(rect)}
    return {"polygon": [list(p) for p in ring]}


def marker_keys(marker: Marker) -> dict[str, Any]:
    """The keys of a [[marker]]."""
    kind = None if marker.kind == "plain" else marker.kind
    return {"id": marker.id, "at": list(marker.at), "base": marker.base_mm, "kind": kind}


def aura_keys(aura: Aura) -> dict[str, Any]:
    """The keys of an [[aura]]."""
    reach = {"wholly_within" if aura.wholly else "within": aura.distance}
    return {"id": aura.id, "of": aura.of, **reach, "keyword": aura.keyword, "text": aura.text or None}


def opening_keys(opening: Opening) -> dict[str, Any]:
    """The keys of a [[terrain.opening]]."""
    passable = None if opening.passable else False
    return {
        "at": list(opening.at), "width": opening.width, "passable": passable, "access_point": opening.access_point or None,
    }


def feature_keys(feature: Feature) -> dict[str, Any]:
    """The keys of a [[terrain]], its openings left aside."""
    keys: dict[str, Any] = {"id": feature.id, "kind": feature.kind, **_outline_keys(feature)}
    if feature.kind == "gap":
        return keys | {"depth": feature.depth}
    if feature.kind == "ladder":
        return keys | {"reach": feature.reach}
    keys |= {"bottom": feature.bottom or None, "height": feature.height or None}
    if feature.kind == "impassable":
        return keys
    if feature.slope is not None:
        keys |= {"from": list(feature.slope[0]), "to": list(feature.slope[1])}
    standable = feature.kind != "wall"
    keys["climbable"] = None if feature.climbable else False
    keys["standable"] = None if feature.standable == standable else feature.standable
    return keys


def _outline_keys(feature: Feature) -> dict[str, Any]:
    if feature.kind in ("wall", "ladder"):
        thickness = {"thickness": feature.thickness} if feature.kind == "wall" else {}
        return {"line": [list(p) for p in feature.line], **thickness}
    piece = feature.footprint.pieces[0]
    if piece.is_disc:
        return {"circle": [*piece.points[0], piece.radius]}
    return _corner_keys(feature.footprint.rings[0])
