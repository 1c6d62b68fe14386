"""The elevation profile of a move: the ground that it crosses, each climb and drop with its inches, and the sum."""

import math
from collections.abc import Callable
from itertools import pairwise

import pygame

from game import fonts
from game.draw_shapes import Pixel, blit_middle, draw_cross, draw_dashed, draw_hatched, draw_stroke
from game.palette import INK, LEGAL, OFFENCE, PAPER, SKY, YELLOW, Colour, mix, tone_of_height
from rules.ruling import CostItem, Ruling

PANEL: Colour = (36, 40, 45)
FRAME: Colour = (70, 76, 84)
EARTH: Colour = (92, 84, 70)
QUIET: Colour = (150, 156, 160)
LEAST_RISE = 2.0
"""Inches of height that the profile always has room for, so that a kerb does not look like a cliff."""

Plot = Callable[[float, float], Pixel]


def draw_profile(surface: pygame.Surface, rect: pygame.Rect, ruling: Ruling) -> None:
    """Draws the profile of a ruling into a rectangle: the ground line to the left, the sum of inches to the right."""
    before = surface.get_clip()
    surface.set_clip(rect.clip(before))
    pygame.draw.rect(surface, PANEL, rect, border_radius=6)
    pygame.draw.rect(surface, FRAME, rect, 1, border_radius=6)
    sum_width = min(rect.w // 2, fonts.scaled(190))
    _draw_sum(surface, pygame.Rect(rect.right - sum_width, rect.y, sum_width, rect.h), ruling)
    graph = pygame.Rect(rect.x + 44, rect.y + 26, rect.w - sum_width - 62, rect.h - 50)
    if graph.w > 40 and graph.h > 20:
        _draw_graph(surface, graph, ruling)
    surface.set_clip(before)


def profile_points(ruling: Ruling) -> list[tuple[float, float]]:
    """The profile's corners as (inches along, elevation), in order; a flat stretch when only its length is known."""
    points = [(p.along, p.elevation) for p in ruling.profile]
    if points:
        return points
    across = sum(i.counted for i in ruling.items if i.kind == "across") or (ruling.cost or 0.0)
    return [(0.0, 0.0), (across, 0.0)]


def _draw_graph(surface: pygame.Surface, graph: pygame.Rect, ruling: Ruling) -> None:
    points = profile_points(ruling)
    rises = [i for i in ruling.items if i.kind in ("climb", "drop", "step")]
    heights = [z for _, z in points] + [z for i in rises for z in (i.elevation_from, i.elevation_to)]
    low, high = min(0.0, *heights), max(0.0, *heights)
    high = max(high, low + LEAST_RISE)
    length = max(points[-1][0], 1e-6)

    def plot(along: float, elevation: float) -> Pixel:
        return (graph.x + along / length * graph.w, graph.bottom - (elevation - low) / (high - low) * graph.h)

    _draw_axes(surface, graph, plot, length, low, high)
    _draw_ground(surface, graph, [plot(*p) for p in points], points, plot(0.0, min(low, 0.0))[1])
    taken: list[pygame.Rect] = []
    for item in ruling.items:
        if item.kind != "across":
            _draw_item(surface, graph, item, plot, taken)


def _draw_axes(surface: pygame.Surface, graph: pygame.Rect, plot: Plot, length: float, low: float, high: float) -> None:
    step = _step(high - low, graph.h / 26.0)
    for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1):
        _, y = plot(0.0, k * step)
        pygame.draw.line(surface, mix(PANEL, FRAME, 0.8), (graph.x, round(y)), (graph.right, round(y)))
        words = fonts.text(f"{k * step:g}″", 11, QUIET)
        surface.blit(words, words.get_rect(midright=(graph.x - 6, round(y))))
    step = _step(length, graph.w / 46.0)
    for k in range(math.floor(length / step + 1e-9) + 1):
        x, _ = plot(k * step, 0.0)
        pygame.draw.line(surface, FRAME, (round(x), graph.bottom), (round(x), graph.bottom + 4))
        blit_middle(surface, fonts.text(f"{k * step:g}″", 11, QUIET), (x, graph.bottom + 13))


def _step(span: float, most: float) -> float:
    """A round number of inches of which at most so many fit the span."""
    for step in (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0):
        if span / step <= max(1.0, most):
            return step
    return 100.0


def _draw_ground(
    surface: pygame.Surface,
    graph: pygame.Rect,
    pixels: list[Pixel],
    points: list[tuple[float, float]],
    floor: float,
) -> None:
    """What the base stands on all the way: earth below, and each stretch in the tone that its height has on the table."""
    del graph
    for (a, b), (p, q) in zip(pairwise(pixels), pairwise(points), strict=True):
        if b[0] - a[0] < 0.5:
            continue
        tone = mix(EARTH, tone_of_height(max(p[1], q[1])), 0.75 if max(p[1], q[1]) > 0.01 else 0.25)
        pygame.draw.polygon(surface, mix(PANEL, tone, 0.75), [a, b, (b[0], floor + 6), (a[0], floor + 6)])
    draw_stroke(surface, INK, pixels, 5)
    draw_stroke(surface, PAPER, pixels, 3)
    for end in (pixels[0], pixels[-1]):
        pygame.draw.aacircle(surface, INK, end, 6)
        pygame.draw.aacircle(surface, YELLOW, end, 4.5)


def _draw_item(
    surface: pygame.Surface, graph: pygame.Rect, item: CostItem, plot: Plot, taken: list[pygame.Rect]
) -> None:
    """One climb, drop, step, slope or gap with its inches; a refused one hatched and crossed."""
    foot, head = plot(item.along, item.elevation_from), plot(item.along, item.elevation_to)
    colour = OFFENCE if item.is_refused else YELLOW if item.counted > 0.0 else SKY
    rise = item.elevation_to - item.elevation_from
    if abs(rise) > 1e-9:
        if item.is_refused:
            draw_hatched(
                surface,
                OFFENCE,
                [[(foot[0] - 9, foot[1]), (foot[0] + 9, foot[1]), (head[0] + 9, head[1]), (head[0] - 9, head[1])]],
                6.0,
                2,
            )
            draw_dashed(surface, OFFENCE, [foot, head], 3, False, 6, 4)
        else:
            draw_stroke(surface, INK, [foot, head], 6)
            draw_stroke(surface, colour, [foot, head], 4)
    if item.is_refused:
        draw_cross(surface, OFFENCE, ((foot[0] + head[0]) / 2.0, (foot[1] + head[1]) / 2.0), 7, 3)
    picture = fonts.pill(item_words(item), 12, INK, colour, 250, INK)
    box = picture.get_rect(midbottom=(round(head[0]), round(min(foot[1], head[1])) - 8))
    box.clamp_ip(graph.inflate(70, 46))
    for _ in range(8):
        met = box.collidelist(taken)
        if met < 0:
            break
        box.top = taken[met].bottom + 1
    taken.append(box)
    surface.blit(picture, box)


def item_words(item: CostItem) -> str:
    """A thing on the path in a few words: what it is, how high, and whether its inches count."""
    rise = abs(item.elevation_to - item.elevation_from)
    sign = "▲" if item.elevation_to > item.elevation_from else "▼" if item.elevation_to < item.elevation_from else "↔"
    if item.is_refused:
        return f"✕ {item.kind} {rise:.2f}″" if rise > 0.0 else f"✕ {item.kind}"
    if item.counted > 0.0:
        return f"{sign} {item.kind} +{item.counted:.2f}″"
    return f"{sign} {item.kind} {rise:.2f}″ free" if rise > 0.0 else f"{sign} {item.kind}, free"


def cost_words(ruling: Ruling) -> str:
    """The cost of the allowance, "6.25 / 8″": with as many decimals as it takes to show that it is more.

    Nothing where it is unknown, or there is no way to pay for.
    """
    if ruling.cost is None or (ruling.allowance is None and ruling.cost == 0.0):
        return ""
    if ruling.allowance is None:
        return f"{ruling.cost:.2f}″"
    digits = 2
    while digits < 6 and ruling.cost > ruling.allowance + 1e-6 and round(ruling.cost, digits) <= ruling.allowance:
        digits += 1
    return f"{ruling.cost:.{digits}f} / {ruling.allowance:g}″"


def sums(ruling: Ruling) -> list[tuple[str, float]]:
    """The cost by kind, in inches: what is counted across, for climbs and drops, and what was refused."""
    found: dict[str, float] = {}
    for item in ruling.items:
        if item.counted > 0.0:
            kind = f"{item.kind} ✕" if item.is_refused else item.kind
            found[kind] = found.get(kind, 0.0) + item.counted
    return list(found.items())


def _draw_sum(surface: pygame.Surface, rect: pygame.Rect, ruling: Ruling) -> None:
    colour = LEGAL if ruling.legal else OFFENCE
    x = rect.x + 14
    y = rect.y + 10
    pygame.draw.line(surface, FRAME, (rect.x, rect.y + 10), (rect.x, rect.bottom - 10))
    words = fonts.text(f"{cost_words(ruling) or '–'}  {'✓' if ruling.legal else '✕'}", 20, colour, True)
    surface.blit(words, (x, y))
    y += words.get_height() + 4
    _draw_bar(surface, pygame.Rect(x, y, rect.w - 28, 8), ruling, colour)
    y += 16
    for kind, inches in sums(ruling):
        line = fonts.text(f"{inches:.2f}″ {kind}", 13, OFFENCE if kind.endswith("✕") else PAPER)
        if y + line.get_height() > rect.bottom - 4:
            break
        surface.blit(line, (x, y))
        y += line.get_height() + 1


def _draw_bar(surface: pygame.Surface, bar: pygame.Rect, ruling: Ruling, colour: Colour) -> None:
    """How much of the allowance is used; what goes beyond it is hatched."""
    if ruling.cost is None or not ruling.allowance:
        return
    pygame.draw.rect(surface, INK, bar, border_radius=4)
    most = max(ruling.cost, ruling.allowance)
    used = pygame.Rect(bar.x, bar.y, round(bar.w * min(ruling.cost, ruling.allowance) / most), bar.h)
    pygame.draw.rect(surface, colour, used, border_radius=4)
    if ruling.cost > ruling.allowance + 1e-6:
        over = [(used.right, bar.y), (bar.right, bar.y), (bar.right, bar.bottom), (used.right, bar.bottom)]
        draw_hatched(surface, OFFENCE, [over], 5.0, 2)
        pygame.draw.line(surface, PAPER, (used.right, bar.y - 2), (used.right, bar.bottom + 1), 2)
