"""Blocks, wheels, assignments and shifts apart, against slow and obvious ways of finding the same."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.apart import shortest_shift
from physics.contact import clearance
from physics.ranks import block_outline, block_places, bottleneck_assignment
from physics.shapes import Shape, disc, oval, polygon, rectangle
from physics.tolerance import TOLERANCE
from physics.wheel import Shift, Wheel, closest, times_closer

angles = st.floats(-math.pi, math.pi)
places = st.tuples(st.floats(-6.0, 6.0), st.floats(-6.0, 6.0))


def test_an_incomplete_last_rank_is_centred_and_leaves_notches():
    full, last = block_outline((10.0, 10.0), math.pi / 2.0, 5, 8, 1.0, 2.0)
    assert full.box == pytest.approx((7.5, 8.0, 12.5, 10.0))
    assert last.box == pytest.approx((8.5, 6.0, 11.5, 8.0))


def test_the_outline_is_that_of_all_bases():
    rng = random.Random(4)
    for _ in range(60):
        files, count = rng.randint(1, 6), rng.randint(1, 20)
        files = min(files, count)
        pose = ((rng.uniform(-5, 5), rng.uniform(-5, 5)), rng.uniform(-4, 4), files, count, 0.8, 1.2)
        bases = [rectangle(0.8, 1.2).turned(pose[1]).moved(p) for p in block_places(*pose)]
        probe = disc(0.0, (rng.uniform(-12, 12), rng.uniform(-12, 12)))
        by_bases = min(clearance(probe, b) for b in bases)
        by_outline = min(clearance(probe, s) for s in block_outline(*pose))
        assert max(by_bases, 0.0) == pytest.approx(max(by_outline, 0.0), abs=1e-9)


@given(places, angles, places, angles)
def test_a_wheel_and_the_same_wheel_back_return_every_model(at, facing, pivot, angle):
    there, back = Wheel(pivot, angle), Wheel(pivot, -angle)
    for p in block_places(at, facing, 4, 10, 0.8, 0.8):
        assert math.dist(back.turned(there.turned(p, 1.0), 1.0), p) < 1e-9


def any_shape(rng: random.Random) -> Shape:
    at = (rng.uniform(-7.0, 7.0), rng.uniform(-7.0, 7.0))
    kind = rng.randrange(4)
    if kind == 0:
        return disc(rng.uniform(0.2, 1.5), at)
    if kind == 1:
        turns = sorted(rng.uniform(0.0, 2.0 * math.pi) for _ in range(rng.randint(3, 6)))
        return polygon(tuple((at[0] + 1.5 * math.cos(t), at[1] + 1.5 * math.sin(t)) for t in turns))
    return rectangle(rng.uniform(0.5, 3.0), rng.uniform(0.5, 3.0)).turned(rng.uniform(-3.0, 3.0)).moved(at)


def assert_same_as_sampled(motion: Shift | Wheel, body: tuple[Shape, ...], other: Shape, reach: float, steps: int) -> None:
    """No sample is below the reach outside the spans found, or above it inside them (but for a hair at their ends)."""
    spans = times_closer(motion, body, (other,), reach)
    for k in range(steps + 1):
        t = k / steps
        apart = min(clearance(motion.carried(s, t), other) for s in body)
        inside = any(a <= t <= b for a, b in spans)
        if abs(apart - reach) > 1e-7:
            assert inside == (apart < reach), (motion, body, other, reach, t, apart, spans)


def test_a_sampled_wheel_never_finds_what_the_exact_one_missed():
    rng = random.Random(11)
    for _ in range(120):
        body = block_outline((rng.uniform(-2, 2), rng.uniform(-2, 2)), rng.uniform(-3, 3), 3, rng.choice((3, 5, 7)), 0.9, 0.9)
        motion = Wheel((rng.uniform(-3, 3), rng.uniform(-3, 3)), rng.uniform(-7.0, 7.0))
        steps = max(8, math.ceil(math.degrees(abs(motion.angle)) * 2.0))
        assert_same_as_sampled(motion, body, any_shape(rng), rng.choice((TOLERANCE, 0.5, 1.0)), steps)


def test_a_twentieth_of_a_degree_never_finds_what_the_exact_wheel_missed():
    rng = random.Random(12)
    for _ in range(6):
        body = block_outline((0.0, 0.0), rng.uniform(-3, 3), 3, 8, 0.9, 0.9)
        motion = Wheel(body[0].points[0], rng.uniform(-1.5, 1.5))
        steps = math.ceil(math.degrees(abs(motion.angle)) * 20.0)
        assert_same_as_sampled(motion, body, any_shape(rng), 1.0, steps)


def test_a_sampled_shift_never_finds_what_the_exact_one_missed():
    rng = random.Random(13)
    for _ in range(80):
        body = block_outline((rng.uniform(-2, 2), rng.uniform(-2, 2)), rng.uniform(-3, 3), 3, 5, 0.9, 0.9)
        motion = Shift((rng.uniform(-6, 6), rng.uniform(-6, 6)))
        assert_same_as_sampled(motion, body, any_shape(rng), rng.choice((TOLERANCE, 0.5, 1.0)), 150)


def test_a_wheel_past_an_oval():
    rng = random.Random(14)
    for _ in range(6):
        post = oval(1.0, 2.0).turned(rng.uniform(-3, 3)).moved((rng.uniform(2.0, 4.0), rng.uniform(-1.0, 3.0)))
        body = block_outline((0.0, 0.0), math.pi / 2.0, 3, 6, 0.9, 0.9)
        assert_same_as_sampled(Wheel((-1.35, 0.0), rng.choice((1.0, -1.0))), body, post, 1.0, 60)


def test_the_least_clearance_of_a_wheel():
    rng = random.Random(15)
    for _ in range(60):
        body = block_outline((0.0, 0.0), rng.uniform(-3, 3), 3, 5, 0.9, 0.9)
        motion, other = Wheel((1.0, 0.5), rng.uniform(-3.0, 3.0)), any_shape(rng)
        least, _ = closest(motion, body, (other,), (0.0, 1.0))
        sampled = min(clearance(motion.carried(s, k / 400), other) for s in body for k in range(401))
        if sampled > 0.0:
            assert sampled - 0.06 <= least <= sampled + 1e-9


def test_a_corner_that_stays_at_exactly_the_limit_is_not_closer():
    # The right corner of the front, at the origin, is exactly an inch from a wall; the block turns towards it about it.
    body = block_outline((-2.0, 0.0), math.pi / 2.0, 4, 8, 1.0, 1.0)
    wall = polygon(((1.0, -5.0), (2.0, -5.0), (2.0, 5.0), (1.0, 5.0)))
    assert times_closer(Wheel((0.0, 0.0), -0.5), body, (wall,), 1.0 - TOLERANCE) == []
    # Turning away its rear corner, 2 behind, swings out by 2 sin t - (1 - cos t) * 0: past the limit at once.
    ((start, _),) = times_closer(Wheel((-4.0, 0.0), 0.5), body, (wall,), 1.0 - TOLERANCE)
    assert 0.0 < start < 1e-5


def test_the_first_moment_of_a_wheel_is_exact():
    # A corner 5 from the pivot meets a line 3 ahead of the pivot where sin t = 3/5.
    body = (polygon(((0.0, 0.0), (5.0, 0.0), (5.0, -1.0), (0.0, -1.0))),)
    wall = polygon(((-9.0, 3.0), (9.0, 3.0), (9.0, 4.0), (-9.0, 4.0)))
    ((start, _),) = times_closer(Wheel((0.0, 0.0), 1.0), body, (wall,), 0.0)
    assert start == pytest.approx(math.asin(0.6), abs=1e-9)


@given(places, angles, st.floats(-7.0, 7.0))
def test_the_edge_in_a_wheel_agrees_with_sampling(at, facing, angle):
    body = block_outline((at[0] + 8.0, at[1] + 8.0), facing, 3, 7, 0.9, 0.9)
    motion = Wheel(body[0].points[0], angle)
    found = motion.over_edge(body, (16.0, 16.0))
    over = []
    for k in range(301):
        boxes = [motion.carried(s, k / 300).box for s in body]
        most = max(max(-b[0], -b[1], b[2] - 16.0, b[3] - 16.0) for b in boxes)
        over.append(most)
    first = next((k / 300 for k, o in enumerate(over) if o > 1e-6), None)
    if first is not None:
        assert found is not None
        assert first - 1 / 300 - 1e-9 <= found[0] <= first + 1e-9
        assert max(over) - 1e-9 <= found[1] <= max(over) + 0.08
    elif found is not None:
        assert found[1] < 0.01


@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_an_assignment_equals_brute_force(count, rng):
    starts = [(rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(count)]
    ends = [(rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(count)]
    best = min(
        max(math.dist(s, ends[k]) for s, k in zip(starts, order, strict=True))
        for order in itertools.permutations(range(count))
    )
    found = bottleneck_assignment(starts, ends)
    assert found.longest == pytest.approx(best, abs=1e-12)
    assert sorted(found.ends) == list(range(count))
    assert math.dist(starts[found.worst], ends[found.ends[found.worst]]) == pytest.approx(best, abs=1e-12)


def test_the_shortest_shift_out_of_a_disc_and_a_corner():
    assert shortest_shift([disc(2.0, (0.5, 0.0))], (-9, -9, 9, 9)) == pytest.approx((-1.5, 0.0))
    # Two discs side by side with the origin between: out through where their edges cross.
    assert shortest_shift([disc(2.0, (1.0, 0.0)), disc(2.0, (-1.0, 0.1))], (-9, -9, 9, 9)) is not None
    assert shortest_shift([disc(9.0)], (-1, -1, 1, 1)) is None


def test_no_sampled_shift_is_shorter():
    rng = random.Random(16)
    for _ in range(25):
        shapes = [any_shape(rng).grown(1.0).moved((rng.uniform(-2, 2), rng.uniform(-2, 2))) for _ in range(4)]
        found = shortest_shift(shapes, (-5.0, -5.0, 5.0, 4.0))
        best = math.inf
        for k in range(81):
            for j in range(73):
                spot = (-5.0 + k / 8, -5.0 + j / 8)
                if math.hypot(*spot) < best and all(clearance(disc(0.0, spot), s) >= 0.0 for s in shapes):
                    best = math.hypot(*spot)
        assert found is not None or best == math.inf
        if found is not None:
            assert math.hypot(*found) <= best + 1e-6
            assert all(clearance(disc(0.0, found), s) >= -TOLERANCE for s in shapes)
