"""The ruler: measures between any two things or points, at any time, and never disturbs a move."""

from __future__ import annotations

from dataclasses import dataclass, field

from physics.vectors import Point
from rules.measuring import Measured, MeasureError, distance, furthest_distance, nearest_points
from rules.table import Table

Line = tuple[Point, Point, str]


@dataclass
class Ruler:
    """From one thing or point to another; the other end follows the pointer until it is pinned."""

    start: Measured
    end: Measured
    is_pinned: bool = False
    is_started: bool = True
    _known: tuple[Table, object, Line | None] | None = field(default=None, repr=False, compare=False)

    def follow(self, what: Measured) -> None:
        """Moves the free end, or both until measuring has started, to what is under the pointer."""
        if not self.is_started:
            self.start = what
        if not self.is_pinned:
            self.end = what

    def click(self, what: Measured) -> None:
        """Starts measuring, then pins the free end; once it is pinned, a click starts measuring anew from there."""
        if not self.is_started:
            self.start = self.end = what
            self.is_started = True
            return
        if self.is_pinned:
            self.start = what
        self.end = what
        self.is_pinned = not self.is_pinned

    def line(self, table: Table) -> Line | None:
        """The two points measured and the words, to be drawn; None when one of the two has left the table."""
        asked = (self.start, self.end)
        if self._known is None or self._known[0] is not table or self._known[1] != asked:
            self._known = (table, asked, self._measured(table))
        return self._known[2]

    def _measured(self, table: Table) -> Line | None:
        try:
            near = nearest_points(table, self.start, self.end)
            return near.here, near.there, self.words(table)
        except MeasureError:
            return None

    def words(self, table: Table) -> str:
        """The distance, within and wholly within, in inches."""
        apart = distance(table, self.start, self.end)
        if not isinstance(self.start, str) and not isinstance(self.end, str):
            return f"{apart:.2f}″"
        wholly = furthest_distance(table, self.end, self.start)
        return f"{apart:.2f}″ apart · within {apart:.2f}″ · wholly within {wholly:.2f}″"


def named(what: Measured) -> str:
    """What is measured, in words."""
    return what if isinstance(what, str) else f"({what[0]:.2f}, {what[1]:.2f})"
