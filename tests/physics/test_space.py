"""The quarantine of Pymunk: each trap of STYLE.md, as what our Space answers in its place."""

import math

import pymunk
import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.contact import clearance
from physics.regions import polygon_footprint
from physics.shapes import Shape, disc, oval, polygon, rectangle
from physics.space import Piece, Space
from physics.sweep import Leg, closer_than
from tests.physics.random_shapes import POINTS, SHAPES

BOX = polygon(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)))
NOOK = ((0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0))
"""An L whose nook is the square from (2, 2) to (6, 6)."""


def space_of(*shapes: Shape) -> Space:
    return Space(Piece(k, shape) for k, shape in enumerate(shapes))


def owners(pieces: list[Piece]) -> set[object]:
    return {piece.owner for piece in pieces}


def hits(space: Space, leg: Leg, mover: Shape) -> set[object]:
    """Whose shapes the mover really overlaps on the way, as the rules ask it."""
    return {p.owner for p in space.along(leg, mover) if closer_than(leg, mover, p.shape)}


def test_discs_that_do_not_overlap_are_measured_without_an_assertion() -> None:
    """Trap 1: shapes_collide asserts on discs that touch or are apart."""
    space = space_of(disc(1.0), disc(1.0, (5.0, 0.0)))
    found = space.nearest(disc(0.5, (2.0, 0.0)), 3.0)
    assert found is not None
    assert found[0].owner == 0
    assert found[1] == pytest.approx(0.5)
    assert owners(space.touching(disc(1.0, (2.0, 0.0)))) == {0}


def test_touching_is_told_from_near() -> None:
    space = space_of(disc(1.0))
    assert owners(space.touching(disc(1.0, (2.0 + 1e-9, 0.0)))) == {0}
    assert space.touching(disc(1.0, (2.0 + 1e-4, 0.0))) == []


def test_sign_of_depth_does_not_hang_on_who_asks() -> None:
    """Trap 2: Pymunk gives +0.1 for box against disc where disc against box gives -0.1."""
    round_one = space_of(disc(0.5, (2.4, 1.0))).nearest(BOX, 1.0)
    square_one = space_of(BOX).nearest(disc(0.5, (2.4, 1.0)), 1.0)
    assert round_one is not None
    assert square_one is not None
    assert round_one[1] == pytest.approx(-0.1)
    assert square_one[1] == pytest.approx(-0.1)


def test_graze_at_exactly_the_radius_is_no_hit() -> None:
    """Trap 3: segment_query counts it as one."""
    assert hits(space_of(BOX), Leg((-5.0, 3.0), (5.0, 3.0)), disc(1.0)) == set()
    assert hits(space_of(BOX), Leg((-5.0, 2.99999), (5.0, 2.99999)), disc(1.0)) == {0}


def test_leaving_base_contact_is_not_blocked() -> None:
    """Trap 4: a sweep that starts touching gives fraction 0 even when it moves away."""
    assert hits(space_of(disc(1.0)), Leg((2.0, 0.0), (5.0, 0.0)), disc(1.0)) == set()
    assert hits(space_of(BOX), Leg((-1.0, 1.0), (-4.0, 1.0)), disc(1.0)) == set()


def test_sliding_along_is_not_blocked() -> None:
    """Trap 4: nor is a slide along a side, or off a disc by the tangent."""
    assert hits(space_of(BOX), Leg((-1.0, -3.0), (-1.0, 5.0)), disc(1.0)) == set()
    assert hits(space_of(disc(1.0)), Leg((0.0, 2.0), (4.0, 2.0)), disc(1.0)) == set()
    assert hits(space_of(BOX), Leg((-1.0, 1.0), (4.0, 1.0)), disc(1.0)) == {0}


def test_turning_into_contact_is_blocked() -> None:
    slightly = math.radians(0.1)
    end = (-1.0 + 3.0 * math.sin(slightly), -3.0 + 3.0 * math.cos(slightly))
    assert hits(space_of(BOX), Leg((-1.0, -3.0), end), disc(1.0)) == {0}


def test_point_query_is_signed() -> None:
    """Trap 5: what our own clearance rests on is checked against it."""
    bare = pymunk.Space()
    shape = pymunk.Poly(bare.static_body, list(BOX.points))
    bare.add(shape)  # a Poly in no space has no planes yet, and measures wrongly inside
    for at in ((1.0, 1.0), (1.5, 1.9), (3.0, 1.0), (5.0, 6.0)):
        assert clearance(disc(0.0, at), BOX) == pytest.approx(shape.point_query(at).distance, abs=1e-9)


def test_a_shape_beside_a_thin_line_is_not_missed() -> None:
    """Trap 6: Space.segment_query looks shapes up by the thin line's box."""
    beside = disc(0.5, (0.0, 2.3))
    bare = pymunk.Space()
    bare.add(*(pymunk.Circle(bare.static_body, 0.5, (0.0, y)) for y in (2.3, 9.0)))  # of a lone shape none is asked
    leg = Leg((-5.0, 0.0), (5.0, 0.0))
    assert bare.segment_query(leg.start, leg.end, 2.0, pymunk.ShapeFilter()) == []  # the trap is still there
    assert hits(space_of(beside, disc(0.5, (0.0, 9.0))), leg, disc(2.0)) == {0}


def test_a_nook_is_not_filled_in() -> None:
    """Trap 7: Poly takes the hull of a concave outline, and refuses moves into an L's nook."""
    space = Space(Piece("L", shape) for shape in polygon_footprint(NOOK).pieces)
    assert hits(space, Leg((8.0, 3.0), (3.0, 3.0)), disc(1.0)) == set()
    assert hits(space, Leg((8.0, 2.9), (3.0, 2.9)), disc(1.0)) == {"L"}
    assert space.touching(disc(1.0, (3.0, 3.0))) != []
    assert clearance(disc(1.0, (3.5, 3.5)), space.touching(disc(1.5, (3.5, 3.5)))[0].shape) == pytest.approx(0.5)


def test_a_leg_of_no_length_finds_what_is_there() -> None:
    assert owners(space_of(BOX, disc(1.0, (9.0, 9.0))).along(Leg((1.0, 1.0), (1.0, 1.0)), disc(0.5))) == {0}


def test_an_oval_in_the_space_is_found_by_its_box() -> None:
    space = space_of(oval(1.0, 3.0))
    assert hits(space, Leg((-5.0, 0.9), (5.0, 0.9)), disc(0.5)) == {0}
    assert hits(space, Leg((-5.0, 1.0), (5.0, 1.0)), disc(0.5)) == set()


def test_an_empty_space_answers() -> None:
    space = space_of()
    assert space.along(Leg((0.0, 0.0), (1.0, 0.0)), disc(1.0)) == []
    assert space.nearest(disc(1.0), 5.0) is None
    assert space.touching(disc(1.0)) == []


def test_a_tree_of_cushioned_boxes_misses_nothing() -> None:
    """Trap 6 mended: the tree keeps the boxes with which shapes were added, the shapes have their true radius."""
    shapes = (disc(0.5, (0.0, 2.3)), disc(0.5, (0.0, 9.0)), BOX.moved((20.0, 2.0)))
    space = Space((Piece(k, shape) for k, shape in enumerate(shapes)), cushion=2.5)
    leg = Leg((-5.0, 0.0), (30.0, 0.0))
    assert owners(space.along(leg, disc(1.79))) == set()  # 2.3 - 0.5 - 1.79 is a hundredth of an inch
    assert owners(space.along(leg, disc(1.81))) == {0}
    assert owners(space.along(leg, disc(1.99))) == {0}  # the box starts at y = 2
    assert owners(space.along(leg, disc(2.01))) == {0, 2}
    assert owners(space.along(leg, disc(8.49))) == {0, 2}  # wider than the cushion, and 9 - 0.5 is 8.5
    assert owners(space.along(leg, disc(8.51))) == {0, 1, 2}


def test_first_met_is_the_first_on_the_way() -> None:
    """A disc of 1 in along y = 0: the near disc is met when the centres are 2 in apart, at x = 3, three tenths on."""
    space = space_of(disc(1.0, (8.0, 0.0)), disc(1.0, (5.0, 0.0)), BOX.moved((3.0, 3.0)))
    found = space.first_met(Leg((0.0, 0.0), (10.0, 0.0)), disc(1.0))
    assert found is not None
    assert found[0].owner == 1
    assert found[1] == pytest.approx(0.3, abs=1e-5)
    beyond = space.first_met(Leg((0.0, 0.0), (10.0, 0.0)), disc(1.0), besides=1)
    assert beyond is not None
    assert beyond[0].owner == 0
    assert beyond[1] == pytest.approx(0.6, abs=1e-5)


def test_touching_is_not_met() -> None:
    """Leaving contact, sliding along, passing at exactly the radius and ending in contact meet nothing (traps 3 and 4)."""
    one, box = space_of(disc(1.0), disc(1.0, (50.0, 0.0))), space_of(BOX, BOX.moved((50.0, 0.0)))
    for a, b in (((2.0, 0.0), (5.0, 0.0)), ((0.0, 2.0), (4.0, 2.0)), ((-5.0, 2.0), (5.0, 2.0)), ((6.0, 0.0), (2.0, 0.0))):
        assert one.first_met(Leg(a, b), disc(1.0)) is None
    for a, b in (((-1.0, 1.0), (-4.0, 1.0)), ((-1.0, -3.0), (-1.0, 5.0)), ((-5.0, 3.0), (5.0, 3.0)), ((1.0, 8.0), (1.0, 3.0))):
        assert box.first_met(Leg(a, b), disc(1.0)) is None


def test_what_is_touched_hides_nothing_behind_it() -> None:
    """It starts in contact with one disc, moves off it by the tangent and meets the next: 4 - 2 in along."""
    found = space_of(disc(1.0), disc(1.0, (4.0, 2.0))).first_met(Leg((0.0, 2.0), (4.0, 2.0)), disc(1.0))
    assert found is not None
    assert found[0].owner == 1
    assert found[1] == pytest.approx(0.5, abs=1e-5)


def test_a_graze_is_decided_by_the_closed_form() -> None:
    """At 3 in a disc of 1 in slides along the box's top; a thousandth of the tolerance says nothing, ten times of it does."""
    space = space_of(BOX, BOX.moved((0.0, 50.0)))
    for depth, is_met in ((1e-9, False), (9e-7, False), (1.1e-6, True), (1e-5, True), (1e-3, True)):
        leg = Leg((-5.0, 3.0 - depth), (5.0, 3.0 - depth))
        assert (space.first_met(leg, disc(1.0)) is not None) == is_met
        corner = 2.0 + (1.0 - depth) / math.sqrt(2.0)  # past the corner (2, 2), at a right angle to its diagonal
        leg = Leg((corner - 4.0, corner + 4.0), (corner + 4.0, corner - 4.0))
        assert (space.first_met(leg, disc(1.0)) is not None) == is_met


def test_who_starts_inside_is_met_at_once() -> None:
    found = space_of(BOX, BOX.moved((9.0, 0.0))).first_met(Leg((1.0, 1.0), (9.0, 1.0)), disc(0.5))
    assert found is not None
    assert (found[0].owner, found[1]) == (0, 0.0)


def test_an_oval_is_met_by_its_outline_and_not_by_its_box() -> None:
    """The oval is stored as its box, 3 by 1 in; a disc passes its corner and meets what stands behind."""
    space = space_of(oval(1.0, 3.0), disc(0.5, (3.0, 0.4)))
    leg = Leg((1.6, 3.0), (1.6, -3.0))
    assert space.first_met(leg, disc(0.1)) is None
    assert space_of(oval(1.0, 3.0), disc(0.5, (1.5, -2.0))).first_met(leg, disc(0.1)) is not None


MOVERS = st.sampled_from((disc(0.63), disc(1.0), disc(3.0), rectangle(1.0, 2.0)))


@given(st.lists(SHAPES, min_size=1, max_size=8), POINTS, POINTS, MOVERS, st.sampled_from((None, 0)))
def test_first_met_is_what_the_closed_form_says(
    shapes: list[Shape], a: tuple[float, float], b: tuple[float, float], mover: Shape, besides: int | None
) -> None:
    leg = Leg(a, b)
    parts = {k: closer_than(leg, mover, shape) for k, shape in enumerate(shapes) if k != besides}
    starts = {k: part[0] for k, part in parts.items() if part}
    found = space_of(*shapes).first_met(leg, mover, besides)
    assert (found is None) == (not starts)
    if found is not None:
        assert found[0].owner in starts
        assert math.dist(leg.at(found[1]), leg.at(min(starts.values()))) <= 1e-3
        assert math.dist(leg.at(found[1]), leg.at(starts[found[0].owner])) <= 1e-3  # type: ignore[index]


@given(st.lists(SHAPES, min_size=1, max_size=8), POINTS, POINTS, st.sampled_from((disc(0.63), rectangle(1.0, 2.0))))
def test_along_leaves_nothing_out(shapes: list[Shape], a: tuple[float, float], b: tuple[float, float], mover: Shape) -> None:
    leg = Leg(a, b)
    for limit in (0.0, 1.0, 3.0):
        expected = {k for k, shape in enumerate(shapes) if closer_than(leg, mover, shape, limit)}
        assert expected <= owners(space_of(*shapes).along(leg, mover, limit))


@given(st.lists(SHAPES, min_size=1, max_size=8), SHAPES, st.floats(0.0, 3.0))
def test_near_is_what_is_within_the_limit(shapes: list[Shape], asker: Shape, limit: float) -> None:
    found = owners(space_of(*shapes).near(asker, limit))
    for k, shape in enumerate(shapes):
        apart = clearance(asker, shape)
        if abs(apart - limit) > 1e-3:
            assert (k in found) == (apart < limit)
