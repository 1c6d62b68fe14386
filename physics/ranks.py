"""A ranked block: the places of its models follow from one pose. Inches and radians."""

import math

from physics.vectors import Point


def block_places(at: Point, facing: float, files: int, count: int, front: float, depth: float) -> list[Point]:
    """The middles of the bases of a block, by rank, then by file from its own left.

    `at` is the middle of its front edge; front and depth are those of one base. An incomplete last rank is centred.
    """
    ahead = (math.cos(facing), math.sin(facing))
    left = (-ahead[1], ahead[0])
    places: list[Point] = []
    for k in range(count):
        rank, file = divmod(k, files)
        in_rank = min(files, count - rank * files)
        back = -(rank + 0.5) * depth
        aside = ((in_rank - 1) / 2.0 - file) * front
        places.append((at[0] + ahead[0] * back + left[0] * aside, at[1] + ahead[1] * back + left[1] * aside))
    return places
