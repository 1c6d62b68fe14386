"""Links of led units: what cuts a line, by figures worked out by hand."""

from rules.links import Linking
from tests.rules.tables import block, box, tower
from tests.rules.unit_tables import unit_table


def is_linked(features, one, other) -> bool:
    table = unit_table("leader", [one, other], features)
    linking = Linking(table, "u", table.model("u-1"))
    return linking.block(table.model("u-1"), table.model("u-2")) is None


# Two houses side by side that share the side x = 10, from y = 10 to 12.
HOUSES = [block("west", box(6, 10, 4, 2), 3.0), block("east", box(10, 10, 4, 2), 3.0)]


def test_no_line_runs_along_the_seam_of_two_features() -> None:
    assert not is_linked(HOUSES, (10.0, 8.0), (10.0, 14.0))


def test_a_line_may_run_along_faces_that_are_flush() -> None:
    # y = 12 is the back of both: bases beyond their ends, with their middles on that line.
    assert is_linked(HOUSES, (5.0, 12.0), (15.0, 12.0))
    assert not is_linked(HOUSES, (5.0, 11.999), (15.0, 11.999))


def test_no_line_slips_between_corners_or_towers_that_touch() -> None:
    corners = [block("a", box(8, 8, 2, 2), 3.0), block("b", box(10, 10, 2, 2), 3.0)]
    assert not is_linked(corners, (8.0, 12.0), (12.0, 8.0))  # through (10, 10) alone
    towers = [tower("a", (9.0, 10.0), 1.0, 3.0), tower("b", (11.0, 10.0), 1.0, 3.0)]
    assert not is_linked(towers, (10.0, 7.0), (10.0, 13.0))


def test_a_base_that_reaches_through_a_narrow_gap_is_linked() -> None:
    # Posts at x = 9.6 and 10.4 of radius 0.1: a gap of 0.6 on y = 10. A 32 mm base (0.63) behind it, at y = 10.6,
    # reaches down to 9.97 and past the shortest line; at 10.64 it reaches to 10.01 and its line has to cross it.
    posts = [tower("a", (9.6, 10.0), 0.1, 3.0), tower("b", (10.4, 10.0), 0.1, 3.0)]
    assert is_linked(posts, (10.0, 8.0), (10.0, 10.6))
    assert not is_linked(posts, (10.0, 8.0), (10.0, 10.64))
