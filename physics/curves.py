"""Where circles and lines meet, all at once: the corners of the regions that they bound. Inches."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def circles_meet(circles: Floats) -> Floats:
    """The points at which circles (rows of x, y, radius) meet each other. Inches."""
    i, j = np.triu_indices(len(circles), 1)
    return _meetings(circles[i], circles[j])


def circles_meet_others(circles: Floats, others: Floats) -> Floats:
    """The points at which circles meet other circles. Inches."""
    i, j = np.meshgrid(np.arange(len(circles)), np.arange(len(others)), indexing="ij")
    return _meetings(circles[i.ravel()], others[j.ravel()])


def _meetings(a: Floats, b: Floats) -> Floats:
    d = b[:, :2] - a[:, :2]
    size = np.hypot(d[:, 0], d[:, 1])
    keep = (size > 1e-9) & (size <= a[:, 2] + b[:, 2] + 1e-9) & (size >= abs(a[:, 2] - b[:, 2]) - 1e-9)
    a, b, d, size = a[keep], b[keep], d[keep], size[keep]
    along = (a[:, 2] ** 2 - b[:, 2] ** 2 + size**2) / (2.0 * size)
    off = np.sqrt(np.maximum(0.0, a[:, 2] ** 2 - along**2))
    u = d / size[:, None]
    middle = a[:, :2] + u * along[:, None]
    side = np.stack([-u[:, 1], u[:, 0]], axis=1) * off[:, None]
    return np.concatenate([middle + side, middle - side])


def lines_meet(lines: Floats) -> Floats:
    """The points at which lines (rows of two points) meet each other. Inches."""
    i, j = np.triu_indices(len(lines), 1)
    a, b = lines[i], lines[j]
    da, db = a[:, 2:] - a[:, :2], b[:, 2:] - b[:, :2]
    turn = da[:, 0] * db[:, 1] - da[:, 1] * db[:, 0]
    keep = abs(turn) > 1e-12
    a, b, da, db, turn = a[keep], b[keep], da[keep], db[keep], turn[keep]
    c = b[:, :2] - a[:, :2]
    t = (c[:, 0] * db[:, 1] - c[:, 1] * db[:, 0]) / turn
    return a[:, :2] + da * t[:, None]


def lines_meet_circles(lines: Floats, circles: Floats) -> Floats:
    """The points at which lines meet circles. Inches."""
    i, j = np.meshgrid(np.arange(len(lines)), np.arange(len(circles)), indexing="ij")
    a, c = lines[i.ravel()], circles[j.ravel()]
    e = a[:, 2:] - a[:, :2]
    size = np.hypot(e[:, 0], e[:, 1])
    u = e / size[:, None]
    d = c[:, :2] - a[:, :2]
    along = (d * u).sum(axis=1)
    off = d[:, 0] * u[:, 1] - d[:, 1] * u[:, 0]
    keep = abs(off) <= c[:, 2] + 1e-9
    half = np.sqrt(np.maximum(0.0, c[keep, 2] ** 2 - off[keep] ** 2))
    start, u, along = a[keep, :2], u[keep], along[keep]
    return np.concatenate([start + u * (along + half)[:, None], start + u * (along - half)[:, None]])


def segments_meet(segments: Floats, margin: float) -> Floats:
    """The points at which segments (rows of two ends) meet each other, each made longer by a margin. Inches."""
    low, high = _boxes(segments, margin)
    i, j = np.nonzero((low[:, None] <= high[None, :]).all(axis=2) & (low[None, :] <= high[:, None]).all(axis=2))
    keep = i < j
    return _crossings(segments[i[keep]], segments[j[keep]], margin)


def segments_meet_others(segments: Floats, others: Floats, margin: float) -> Floats:
    """The points at which segments meet other segments, each made longer by a margin. Inches."""
    (low, high), (least, most) = _boxes(segments, margin), _boxes(others, margin)
    i, j = np.nonzero((low[:, None] <= most[None, :]).all(axis=2) & (least[None, :] <= high[:, None]).all(axis=2))
    return _crossings(segments[i], others[j], margin)


def segments_meet_circles(segments: Floats, circles: Floats, margin: float) -> Floats:
    """The points at which segments, made longer by a margin, meet circles. Inches."""
    low, high = _boxes(segments, margin)
    least, most = circles[:, :2] - circles[:, 2:], circles[:, :2] + circles[:, 2:]
    i, j = np.nonzero((low[:, None] <= most[None, :]).all(axis=2) & (least[None, :] <= high[:, None]).all(axis=2))
    a, c = segments[i], circles[j]
    e = a[:, 2:] - a[:, :2]
    size = np.hypot(e[:, 0], e[:, 1])
    u = e / size[:, None]
    d = c[:, :2] - a[:, :2]
    along = (d * u).sum(axis=1)
    off = d[:, 0] * u[:, 1] - d[:, 1] * u[:, 0]
    half = np.sqrt(np.maximum(0.0, c[:, 2] ** 2 - off**2))
    found = []
    for t in (along - half, along + half):
        keep = (abs(off) <= c[:, 2] + 1e-9) & (t >= -margin) & (t <= size + margin)
        found.append(a[keep, :2] + u[keep] * t[keep, None])
    return np.concatenate(found)


def _boxes(segments: Floats, margin: float) -> tuple[Floats, Floats]:
    a, b = segments[:, :2], segments[:, 2:]
    return np.minimum(a, b) - margin, np.maximum(a, b) + margin


def _crossings(a: Floats, b: Floats, margin: float) -> Floats:
    da, db, c = a[:, 2:] - a[:, :2], b[:, 2:] - b[:, :2], b[:, :2] - a[:, :2]
    turn = da[:, 0] * db[:, 1] - da[:, 1] * db[:, 0]
    keep = abs(turn) > 1e-12
    a, da, db, c, turn = a[keep], da[keep], db[keep], c[keep], turn[keep]
    t = (c[:, 0] * db[:, 1] - c[:, 1] * db[:, 0]) / turn
    s = (c[:, 0] * da[:, 1] - c[:, 1] * da[:, 0]) / turn
    spare_a, spare_b = margin / np.hypot(da[:, 0], da[:, 1]), margin / np.hypot(db[:, 0], db[:, 1])
    inside = (t >= -spare_a) & (t <= 1.0 + spare_a) & (s >= -spare_b) & (s <= 1.0 + spare_b)
    return np.asarray((a[:, :2] + da * t[:, None])[inside])
