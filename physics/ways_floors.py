"""Floors: surfaces one over another, each with what must be gone round on it. Inches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from physics.ways_outlines import CIRCLES, EDGES, Bools, Floats, Ints, Outlines


@dataclass(frozen=True)
class Floor:
    """A surface: its elevation, and what must be gone round on it; of a slope the number of what it belongs to."""

    level: float
    outlines: Outlines
    owner: int = -1


def of_owners(outlines: Outlines, is_kept: Bools) -> Outlines:
    """The outlines of some of their owners."""
    circles, edges = is_kept[outlines.owners], is_kept[outlines.edge_owners]
    return replace(
        outlines,
        **{name: getattr(outlines, name)[circles] for name in CIRCLES},
        **{name: getattr(outlines, name)[edges] for name in EDGES},
    )


def with_spots(
    outlines: Outlines, spots: Floats, floor: Ints | None = None, wedges: tuple[Floats, Floats] | None = None
) -> Outlines:
    """The outlines with spots (rows of x and y) at which a way can bend though nothing stands there: owner -1.

    `wedges` are the unit normals between which ways bend there, as of a corner that they go round.
    """
    count = len(spots)
    if count == 0:
        return outlines
    low, high = wedges if wedges is not None else (np.zeros((count, 2)), np.zeros((count, 2)))
    more = {
        "centres": spots, "radii": np.zeros(count), "wedge_from": low, "wedge_to": high,
        "owners": np.full(count, -1), "is_sector": np.zeros(count, dtype=bool),
        "floor": np.zeros(count, dtype=np.int64) if floor is None else floor, "is_left": np.zeros(count, dtype=bool),
    }  # fmt: skip
    return replace(outlines, **{name: np.concatenate([getattr(outlines, name), more[name]]) for name in CIRCLES})


def stacked(floors: Sequence[Outlines]) -> Outlines:
    """The outlines of several floors as one, each knowing its floor."""
    joined = {
        name: np.concatenate([getattr(f, name) for f in floors])
        for name in (*CIRCLES, *EDGES) if name not in ("floor", "edge_floor")
    }  # fmt: skip
    return Outlines(
        **joined,
        floor=np.concatenate([np.full(len(f.radii), k) for k, f in enumerate(floors)]),
        edge_floor=np.concatenate([np.full(len(f.edge_a), k) for k, f in enumerate(floors)]),
    )
