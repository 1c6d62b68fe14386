"""Words on the table, in pills: each is placed where it covers no other and nothing that is spoken of; a thread leads
from one that had to go far to what it speaks of. Pixels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game import fonts
from game.draw_shapes import Pixel, draw_cased
from game.palette import INK, Colour

FAR = 16.0
"""Pixels between a pill and what it speaks of from which on a thread joins the two."""
STEP = 13.0
"""Pixels by which the places tried lie further and further out."""
RINGS, TURNS = 9, 16
"""How many rings of places are tried round what is spoken of, and how many on each."""
_CIRCLE = tuple((math.cos(2.0 * math.pi * k / TURNS), math.sin(2.0 * math.pi * k / TURNS)) for k in range(TURNS))
OVER_WORDS, OVER_PIECES, OVER_FREE = 40.0, 12.0, 0.02
"""What covering other words wholly costs, covering a piece wholly, and each pixel that the words are further off."""


@dataclass(frozen=True)
class Label:
    """Words and where their middle would best be; `of`: what they speak of; the heavier are placed first.

    `is_fixed`: they stay where they are; `is_spare`: they are left out where they would cover other words.
    """

    words: str
    at: Pixel
    ground: Colour
    of: Pixel | None = None
    weight: int = 5
    size: int = 14
    is_fixed: bool = False
    is_spare: bool = False

    @property
    def picture(self) -> pygame.Surface:
        """The pill."""
        return fonts.pill(self.words, self.size, INK, self.ground, 247, INK)


def draw_labels(
    surface: pygame.Surface,
    view: pygame.Rect,
    labels: Sequence[Label],
    pieces: Sequence[pygame.Rect] = (),
) -> list[pygame.Rect]:
    """Writes labels inside a view, clear of one another and, where there is room, of pieces; where they stand."""
    seen = view.inflate(120, 120)
    order = sorted((label for label in labels if seen.collidepoint(label.of or label.at)), key=lambda label: -label.weight)
    placed = _placed(view, order, pieces) if pieces else _placed_alone(tuple(view), tuple(order), fonts.scaled(100))
    for label, box in placed:
        _draw_thread(surface, label, box)
    for label, box in reversed(placed):
        surface.blit(label.picture, box)
    return [box.copy() for _, box in placed]


@lru_cache(maxsize=8)
def _placed_alone(view: tuple[int, int, int, int], labels: tuple[Label, ...], _scale: int) -> list[tuple[Label, pygame.Rect]]:
    """Where labels stand that keep clear of nothing but one another: kept, for overlays have very many that stay."""
    return _placed(pygame.Rect(view), labels, ())


def _placed(view: pygame.Rect, labels: Sequence[Label], pieces: Sequence[pygame.Rect]) -> list[tuple[Label, pygame.Rect]]:
    """The labels that have a place, the heaviest first, and their boxes."""
    placed: list[tuple[Label, pygame.Rect]] = []
    taken: list[pygame.Rect] = []
    for label in labels:
        box = find_place(view, label, taken, pieces)
        if box is not None:
            taken.append(box)
            placed.append((label, box))
    return placed


def find_place(
    view: pygame.Rect, label: Label, taken: Sequence[pygame.Rect], pieces: Sequence[pygame.Rect] = ()
) -> pygame.Rect | None:
    """The box in which a label covers the least, the nearest of several; None for a spare one that has no free place."""
    size = label.picture.get_size()
    reach = _reach(view, label, size)
    pieces = [pieces[k] for k in reach.collidelistall(pieces)]
    is_inside = view.contains(reach)
    best: tuple[float, pygame.Rect] | None = None
    for at, least in _places(label, size):
        if best is not None and is_inside and OVER_FREE * least >= best[0]:
            break  # nor is any further out
        box = pygame.Rect((0, 0), size)
        box.center = (round(at[0]), round(at[1]))
        box.clamp_ip(view)
        if best is not None and OVER_FREE * math.dist(box.center, label.at) >= best[0]:
            continue  # too far to be better, whatever it covers
        words = 0.0 if label.is_fixed else _covered(box, taken)
        if label.is_spare:
            return box if words == 0.0 else None
        costs = OVER_WORDS * words + OVER_PIECES * _covered(box, pieces)
        costs += OVER_FREE * math.dist(box.center, label.at)
        if best is None or costs < best[0]:
            best = (costs, box)
        if label.is_fixed or costs < OVER_FREE * STEP:
            break
    assert best is not None, "the place where it would best be is always tried"
    return best[1]


def _reach(view: pygame.Rect, label: Label, size: tuple[int, int]) -> pygame.Rect:
    """A box that holds a label in all of its places."""
    x, y = label.of or label.at
    far = STEP * RINGS + 8.0
    reach = pygame.Rect(round(x - size[0] - far), round(y - size[1] - far), round(2 * (size[0] + far)), round(2 * (size[1] + far)))
    best = pygame.Rect((0, 0), size)
    best.center = (round(label.at[0]), round(label.at[1]))
    reach.union_ip(best)
    if not view.contains(reach):
        reach = reach.clamp(view).union(reach)  # what would stand outside the view is pushed into it
    return reach


def _places(label: Label, size: tuple[int, int]) -> Iterator[tuple[Pixel, float]]:
    """Where the middle of a label may be: where it would best be, then on ovals round what it speaks of, further out.

    With each goes how far from where it would best be it is at the least, and all that follow are.
    """
    yield label.at, 0.0
    x, y = label.of or label.at
    off = math.dist((x, y), label.at) + 1.0  # an inner pixel is rounded off
    for ring in range(RINGS):
        wide, high = size[0] / 2.0 + 4.0 + STEP * ring, size[1] / 2.0 + 4.0 + STEP * ring
        least = min(wide, high) - off
        for cos, sin in _CIRCLE:
            yield (x + wide * cos, y - high * sin), least


def _covered(box: pygame.Rect, others: Sequence[pygame.Rect]) -> float:
    """How much of others a box covers, in parts of its own area, a touch counting a little."""
    met = box.collidelistall(others)
    parts = [box.clip(others[k]) for k in met]
    return sum(p.w * p.h + 1.0 for p in parts) / (box.w * box.h) if met else 0.0


def _draw_thread(surface: pygame.Surface, label: Label, box: pygame.Rect) -> None:
    """A line from a pill to what it speaks of, when it does not stand beside it."""
    if label.of is None:
        return
    x, y = label.of
    near = (min(max(x, box.left), box.right), min(max(y, box.top), box.bottom))
    if math.dist(near, label.of) > FAR:
        draw_cased(surface, label.ground, [(float(near[0]), float(near[1])), label.of], 1)


def box_round(at: Pixel, half: float, below: float = 0.0) -> pygame.Rect:
    """A square round a pixel that words had better not cover, made longer below for a name that stands there."""
    return pygame.Rect(round(at[0] - half), round(at[1] - half), round(2 * half), round(2 * half + below))
