"""The real roots of polynomials of low degree within an interval. Coefficients are given the highest first."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise


def value_at(poly: Sequence[float], t: float) -> float:
    """The value of a polynomial (Horner's scheme)."""
    value = 0.0
    for coefficient in poly:
        value = value * t + coefficient
    return value


def product(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The product of two polynomials."""
    result = [0.0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            result[i + j] += a * b
    return result


def roots_between(poly: Sequence[float], low: float, high: float) -> list[float]:
    """The roots in [low, high], in order; of a double root (where the sign does not change) maybe none."""
    poly = _without_leading_zeros(poly)
    if len(poly) < 2 or _has_one_sign(poly, low, high):
        return []
    if len(poly) == 2:
        found = [-poly[1] / poly[0]]
    elif len(poly) == 3:
        found = _of_quadratic(*poly)
    else:
        return _between_turning_points(poly, low, high)
    return [t for t in found if low <= t <= high]


def _without_leading_zeros(poly: Sequence[float]) -> Sequence[float]:
    largest = max((abs(c) for c in poly), default=0.0)
    start = next((k for k, c in enumerate(poly) if abs(c) > 1e-15 * largest), len(poly))
    return poly[start:]


def _has_one_sign(poly: Sequence[float], low: float, high: float) -> bool:
    """Whether the polynomial is surely above nought, or surely below, on the whole interval (its Bernstein form)."""
    degree = len(poly) - 1
    shifted = list(poly)
    for k in range(degree):  # t = low + u, by repeated synthetic division
        for i in range(1, degree + 1 - k):
            shifted[i] += low * shifted[i - 1]
    width, power = high - low, 1.0
    powers = []
    for coefficient in reversed(shifted):
        powers.append(coefficient * power)
        power *= width
    is_above = is_below = True
    for row in _bernstein(degree):
        value = 0.0
        for share, power in zip(row, powers, strict=False):
            value += share * power
        is_above, is_below = is_above and value > 0.0, is_below and value < 0.0
        if not is_above and not is_below:
            return False
    return True


@lru_cache(maxsize=16)
def _bernstein(degree: int) -> tuple[tuple[float, ...], ...]:
    """What each power of t gives to each coefficient of the Bernstein form."""
    return tuple(tuple(math.comb(i, j) / math.comb(degree, j) for j in range(i + 1)) for i in range(degree + 1))


def _of_quadratic(a: float, b: float, c: float) -> list[float]:
    room = b * b - 4.0 * a * c
    if room < 0.0:
        return []
    q = -0.5 * (b + math.copysign(math.sqrt(room), b))
    return sorted({q / a, c / q} if q != 0.0 else {0.0})


def _between_turning_points(poly: Sequence[float], low: float, high: float) -> list[float]:
    degree = len(poly) - 1
    slope = [c * (degree - k) for k, c in enumerate(poly[:-1])]
    cuts = [low, *roots_between(slope, low, high), high]
    found: list[float] = []
    for a, b in pairwise(cuts):
        at_a, at_b = value_at(poly, a), value_at(poly, b)
        if at_a == 0.0:
            found.append(a)
        elif at_a * at_b < 0.0:
            found.append(_between(poly, a, b, at_a))
    if value_at(poly, high) == 0.0:
        found.append(high)
    return found


def _between(poly: Sequence[float], a: float, b: float, at_a: float) -> float:
    """The root between two points of unlike sign: Newton's steps, and halves where they would leave the bracket."""
    at = 0.5 * (a + b)
    for _ in range(80):
        value = slope = 0.0
        for coefficient in poly:
            slope = slope * at + value
            value = value * at + coefficient
        if value == 0.0:
            break
        if (value > 0.0) == (at_a > 0.0):
            a = at
        else:
            b = at
        following = at - value / slope if slope != 0.0 else a
        if not a < following < b:
            following = 0.5 * (a + b)
        if abs(following - at) < 1e-14:
            break
        at = following
    return at
