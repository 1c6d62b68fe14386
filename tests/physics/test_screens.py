"""Many lines and points at once give the answers of one line and one point at a time."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.contact import clearance
from physics.screens import Screens
from physics.shapes import Shape, disc, oval, rectangle
from physics.sweep import Leg, closer_than

POINT = Shape(((0.0, 0.0),))


def random_shape(rng: random.Random) -> Shape:
    at = (rng.randint(-6, 6) / 2.0, rng.randint(-6, 6) / 2.0)
    kind = rng.choice(("disc", "box", "turned", "line", "rounded", "oval", "point"))
    if kind == "disc":
        return disc(rng.choice((0.5, 1.0, 1.25)), at)
    if kind == "line":
        return Shape((at, (at[0] + 1.5, at[1] + rng.choice((0.0, 1.0)))))
    if kind == "point":
        return Shape((at,))
    if kind == "oval":
        return oval(1.0, 2.0).turned(rng.uniform(0.0, 3.0)).moved(at)
    base = rectangle(rng.choice((0.5, 1.0, 2.0)), rng.choice((0.5, 1.5)))
    if kind == "turned":
        base = base.turned(rng.uniform(0.0, 3.0))
    return Shape(base.moved(at).points, 0.5 if kind == "rounded" else 0.0)


@given(st.integers(0, 10**9), st.sampled_from([0.0, 3e-6, 0.25]))
def test_lines_are_cut_as_one_by_one(seed: int, limit: float) -> None:
    rng = random.Random(seed)
    shapes = [random_shape(rng) for _ in range(5)]
    # On the half-inch grid now and then, where lines touch edges and corners and run along faces.
    spots = [
        (rng.randint(-8, 8) / 2.0, rng.randint(-8, 8) / 2.0) if rng.random() < 0.5 else (rng.uniform(-4, 4), rng.uniform(-4, 4))
        for _ in range(24)
    ]
    lines = [Leg(a, b) for a, b in pairwise(spots)]
    expected = [any(closer_than(leg, POINT, s, limit) is not None for s in shapes) for leg in lines]
    found = Screens(shapes, limit).cut(np.array([leg.start for leg in lines]), np.array([leg.end for leg in lines]))
    assert found.tolist() == expected


@given(st.integers(0, 10**9))
def test_points_are_as_far_off_as_one_by_one(seed: int) -> None:
    rng = random.Random(seed)
    shapes = [random_shape(rng) for _ in range(4)]
    spots = [(rng.uniform(-4, 4), rng.uniform(-4, 4)) for _ in range(20)]
    expected = [min(clearance(Shape((p,)), s) for s in shapes) for p in spots]
    found = Screens(shapes).apart(np.array(spots))
    for one, other in zip(found.tolist(), expected, strict=True):
        assert one == pytest.approx(other, abs=1e-9) if other > 0.0 else one <= 1e-9


def test_a_line_along_a_face_or_through_a_corner_is_not_cut() -> None:
    screens = Screens([rectangle(2.0, 2.0)])  # from -1 to 1 both ways
    lines = np.array([[[-3.0, 1.0], [3.0, 1.0]], [[0.0, 2.0], [2.0, 0.0]], [[-3.0, 0.999], [3.0, 0.999]], [[2.0, 0.0], [1.0, 0.0]]])
    assert screens.cut(lines[:, 0], lines[:, 1]).tolist() == [False, False, True, False]


def test_only_what_is_near_is_kept() -> None:
    screens = Screens([disc(0.5, (0.0, 0.0)), disc(0.5, (9.0, 0.0))])
    assert len(screens.near((-1.0, -1.0, 1.0, 1.0)).shapes) == 1
    assert Screens([]).cut(np.zeros((3, 2)), np.ones((3, 2))).tolist() == [False, False, False]
