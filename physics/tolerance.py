"""The one tolerance of the program, and the comparisons that use it.

Measured values are kept as they are; only comparisons allow for rounding. All lengths are inches.
"""

from typing import Final

TOLERANCE: Final = 1e-6
"""Inches. Board files give places to nine decimals, so touching is true to about 1e-9; sums of a few dozen
legs stay below 1e-12. A millionth of an inch is far above the one and far below anything a player can set."""


def is_within(distance: float, limit: float) -> bool:
    """Whether a distance is at most the limit (both inches)."""
    return distance <= limit + TOLERANCE


def is_closer(distance: float, limit: float) -> bool:
    """Whether a distance is less than the limit: exactly the limit is not closer."""
    return distance < limit - TOLERANCE


def is_more(distance: float, limit: float) -> bool:
    """Whether a distance is more than the limit: exactly the limit is not more."""
    return distance > limit + TOLERANCE


def is_same(one: float, other: float) -> bool:
    """Whether two lengths are equal."""
    return abs(one - other) <= TOLERANCE
