"""Openings as gaps (leader): the space between the two jambs of each, whatever else joins its wall. Inches."""

from collections.abc import Iterator

from physics.contact import clearance
from physics.regions import wall_footprint
from physics.shapes import Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.terrain import Feature, Opening

_POINT_LIMIT = 1e-3
"""Inches within which an opening's end counts as its wall's: authors end a wall where its opening ends."""


def doors(feature: Feature) -> Iterator[tuple[Opening, tuple[Point, ...]]]:
    """The openings that a leader goes through, each with the corners of the space between its jambs.

    In a wall that space is as deep as the wall is thick; on a block it is the stretch of edge of an access point.
    """
    for opening in feature.openings:
        if not opening.passable:
            continue
        if feature.kind != "wall":
            if opening.access_point:
                yield opening, opening.ends
        elif all(_has_jamb(feature, end) for end in opening.ends):
            yield opening, _between_jambs(opening, feature.thickness)


def _has_jamb(feature: Feature, end: Point) -> bool:
    """Whether the wall goes on beyond an end of an opening; one at the wall's own end has a single jamb."""
    return any(clearance(Shape((end,)), piece) <= _POINT_LIMIT for piece in feature.footprint.pieces)


def _between_jambs(opening: Opening, thickness: float) -> tuple[Point, ...]:
    (ax, ay), (bx, by) = opening.ends
    nx, ny = -(by - ay) / opening.width * thickness / 2.0, (bx - ax) / opening.width * thickness / 2.0
    return (ax - nx, ay - ny), (bx - nx, by - ny), (bx + nx, by + ny), (ax + nx, ay + ny)


def is_at_door(feature: Feature, width: float, at: Point) -> bool:
    """Whether a gap of that width with its middle there is the space between the jambs of a feature's opening."""
    return any(
        abs(opening.width - width) <= TOLERANCE and clearance(Shape((at,)), Shape(corners)) <= TOLERANCE
        for opening, corners in doors(feature)
    )


def pieces_for_links(feature: Feature) -> tuple[Shape, ...]:
    """What of a feature a link may not pass through: an access point in a wall lets it through, window or door."""
    if feature.kind != "wall" or not any(o.access_point and not o.passable for o in feature.openings):
        return feature.footprint.pieces
    cuts = tuple(o.ends for o in feature.openings if o.passable or o.access_point)
    return wall_footprint(feature.line, feature.thickness, cuts).pieces
