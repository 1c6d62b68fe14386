"""Roots of polynomials within an interval, against their factors."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.roots import product, roots_between, value_at

ROOTS = st.lists(st.integers(-20, 40).map(lambda k: k / 20.0), min_size=1, max_size=4, unique=True)


@given(ROOTS, st.sampled_from((-2.0, 0.25, 1.0)))
def test_every_root_in_the_interval_is_found(roots: list[float], scale: float) -> None:
    poly = [scale]
    for root in roots:
        poly = product(poly, (1.0, -root))
    expected = sorted(r for r in roots if 0.0 < r < 1.0)
    found = [r for r in roots_between(poly, 0.0, 1.0) if 1e-9 < r < 1.0 - 1e-9]
    assert found == pytest.approx(expected, abs=1e-9)


def test_none_where_there_is_none() -> None:
    assert roots_between((1.0, 0.0, 1.0), 0.0, 1.0) == []
    assert roots_between((5.0,), 0.0, 1.0) == []
    assert roots_between((), 0.0, 1.0) == []
    assert roots_between((0.0, 0.0, 0.0), 0.0, 1.0) == []


def test_leading_noughts_are_left_out() -> None:
    assert roots_between((0.0, 0.0, 2.0, -1.0), 0.0, 1.0) == [0.5]


def test_a_quartic_of_steep_and_flat_parts() -> None:
    poly = product(product((1.0, -0.001), (1.0, -0.999)), (1.0, 0.0, 100.0))
    assert roots_between(poly, 0.0, 1.0) == pytest.approx([0.001, 0.999], abs=1e-12)
    assert value_at(poly, 0.5) == pytest.approx(0.499 * -0.499 * 100.25)


def test_roots_just_outside_are_not_found() -> None:
    assert roots_between((1.0, -1.0 - 1e-9), 0.0, 1.0) == []
    assert math.isclose(roots_between((1.0, -1.0), 0.0, 1.0)[0], 1.0)
