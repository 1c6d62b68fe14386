"""Ranked units in hand, drawn: steps with their arcs and inches, handles, faces in reach, reforms."""

from __future__ import annotations

import math

import pygame

from game import fonts
from game.block_hand import BlockHand
from game.block_play import GRIP_PX, BlockShow, is_under_way
from game.camera import Camera
from game.draw_evidence import draw_piece, draw_ticks, label_spot
from game.draw_shapes import (
    blit_middle,
    draw_arrow_head,
    draw_cased,
    draw_cross,
    draw_dashed,
    draw_ring,
    fill_tint,
)
from game.draw_ties import draw_crowded, draw_separation
from game.labels import Label
from game.palette import GREEN, INK, LEGAL, OFFENCE, ORANGE, PAPER, SKY, YELLOW, Colour
from game.reform_hand import ReformHand
from physics.vectors import Point
from physics.wheel import Wheel
from rules.blocks import Block, outline_of
from rules.charging_blocks import Face
from rules.manoeuvres import March, Stage, wheel_radius
from rules.ruling import Area
from rules.table import Table

QUIET: Colour = (150, 158, 150)
ARC_PARTS = 40


def draw_blocks(surface: pygame.Surface, camera: Camera, table: Table, show: BlockShow) -> list[Label]:
    """Everything of ranked units that lies over the models; the words that are to be written over the evidence."""
    labels: list[Label] = []
    for separation in show.separations:
        labels += draw_separation(surface, camera, table, separation)
    for unit in show.crowded:
        labels += draw_crowded(surface, camera, table, unit)
    hand = show.hand
    if isinstance(hand, BlockHand):
        labels += _draw_target(surface, camera, hand)
        labels += _draw_way(surface, camera, hand)
        labels += _draw_beyond(surface, camera, hand)
    elif isinstance(hand, ReformHand):
        labels += _draw_reform(surface, camera, hand)
    elif show.selected is not None:
        _rim(surface, camera, show.selected, YELLOW, False)
    return labels


def draw_grips(surface: pygame.Surface, camera: Camera, show: BlockShow) -> None:
    """What can be taken hold of, over all evidence: corners, fronts, a reform's knob; or a ring round what is pulled."""
    hand = show.hand
    if isinstance(hand, ReformHand):
        _draw_knob(surface, camera, hand)
    elif isinstance(hand, BlockHand) and hand.pull is not None:
        _draw_pulled(surface, camera, hand)
    elif isinstance(hand, BlockHand) and not hand.wants_target:
        _draw_handles(surface, camera, hand.march.end)
    elif hand is None and show.selected is not None and show.may_move:
        _draw_handles(surface, camera, show.selected)


# The move in hand


def _draw_way(surface: pygame.Surface, camera: Camera, hand: BlockHand) -> list[Label]:
    march = _shown_march(hand)
    is_legal = hand.ruling.legal if hand.ruling is not None else None
    labels: list[Label] = []
    prices = [paid for _, _, paid in hand.lines()]
    _dash_outline(surface, camera, hand.block, QUIET, 1)
    for k, stage in enumerate(march.stages):
        is_paid = prices[k] if k < len(prices) else True
        if k > 0:
            _dash_outline(surface, camera, stage.block, PAPER, 1)
        labels.append(_draw_stage(surface, camera, stage, is_paid))
    is_open = is_under_way(hand)
    colour = YELLOW if is_open else {True: LEGAL, False: OFFENCE, None: PAPER}[is_legal]
    _rim(surface, camera, march.end, colour, is_legal is False)
    if hand.ruling is not None and hand.ruling.cost is not None:
        labels.append(_total(camera, hand, march.end, "…" if is_open else "✓" if is_legal else "✕", colour))
    return labels


def _shown_march(hand: BlockHand) -> March:
    """The way as it would be gone: a flight or pursuit that runs into something is broken off."""
    march, ruling = hand.shown, hand.ruling
    if ruling is None or not ruling.legal or hand.name in ("move", "charge"):
        return march
    stages = [s.cut(min(1.0, i.counted / s.inches)) if s.inches > 0.0 else s
              for s, i in zip(march.stages, ruling.items, strict=False)]
    return March(march.block, tuple(stages))


def _draw_stage(surface: pygame.Surface, camera: Camera, stage: Stage, is_paid: bool) -> Label:
    inches = f"{stage.inches:.2f}″" if is_paid else f"{stage.inches:.2f}″ free"
    if not isinstance(stage.motion, Wheel):
        a, b = camera.to_screen(stage.block.pose.at), camera.to_screen(stage.end.pose.at)
        if math.dist(a, b) > 2.0:
            draw_cased(surface, SKY, [a, b], 3)
            draw_arrow_head(surface, SKY, b, (b[0] - a[0], b[1] - a[1]), 12)
        middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)
        return Label(inches, (middle[0] + 34, middle[1]), SKY, middle)
    pivot, corner = stage.motion.pivot, _outer_corner(stage.block, stage.motion.pivot)
    arc = [camera.to_screen(stage.motion.turned(corner, k / ARC_PARTS)) for k in range(ARC_PARTS + 1)]
    middle = camera.to_screen(pivot)
    fill_tint(surface, (*SKY, 38), [[middle, *arc]])
    draw_cased(surface, SKY, arc, 3)
    if math.dist(arc[-1], arc[-2]) > 0.05:
        draw_arrow_head(surface, SKY, arc[-1], (arc[-1][0] - arc[-2][0], arc[-1][1] - arc[-2][1]), 12)
    draw_dashed(surface, SKY, [arc[0], middle, arc[-1]], 1, False, 4, 4)
    pygame.draw.aacircle(surface, INK, middle, 8)
    pygame.draw.aacircle(surface, SKY, middle, 6)
    pygame.draw.aacircle(surface, INK, middle, 2.5)
    half = arc[ARC_PARTS // 2]
    size = max(1.0, math.dist(half, middle))
    out = ((half[0] - middle[0]) / size * 40, (half[1] - middle[1]) / size * 22)
    return Label(f"{stage.step.degrees:.1f}° · {inches}", (half[0] + out[0], half[1] + out[1]), SKY, half)


def _outer_corner(block: Block, pivot: Point) -> Point:
    """The corner whose arc a wheel is paid by."""
    radius = wheel_radius(block, pivot)
    corners = [p for piece in block.outline for p in piece.points] if block.base.kind == "rect" else []
    fronts = [block.corner("left"), block.corner("right")]
    return min([*fronts, *corners], key=lambda p: abs(math.dist(p, pivot) - radius))


def _total(camera: Camera, hand: BlockHand, end: Block, mark: str, colour: Colour) -> Label:
    ruling = hand.ruling
    assert ruling is not None
    words = f"{ruling.cost:.2f}″"
    if ruling.allowance is not None:
        words += f" of {ruling.allowance:g}″"
    pixels = [camera.to_screen(p) for piece in end.outline for p in piece.outline(0.02)]
    x, low = sum(p[0] for p in pixels) / len(pixels), max(p[1] for p in pixels)
    held = "held  " if hand.is_held else ""
    return Label(f"{held}{words}  {mark}", (x, low + 20), colour, (x, low), 9)


def _draw_pulled(surface: pygame.Surface, camera: Camera, hand: BlockHand) -> None:
    """A ring round the corner that is pulled, and a thread from it to the pointer where it is held."""
    end = _shown_march(hand).end
    at = end.pose.at if hand.pull == "front" else end.corner(str(hand.pull))
    spot, pointer = camera.to_screen(at), camera.to_screen(hand.pointer)
    if hand.is_held and hand.pull != "front":
        draw_dashed(surface, YELLOW, [spot, pointer], 2, False, 3, 5)
    draw_ring(surface, YELLOW, spot, 8, 3)


def _draw_beyond(surface: pygame.Surface, camera: Camera, hand: BlockHand) -> list[Label]:
    """What is in the way of going on: its outline, and the two points that come too close."""
    if not hand.is_held or hand.beyond is None:
        return []
    labels: list[Label] = []
    for piece in hand.beyond.evidence:
        if not isinstance(piece, Area):
            labels += draw_piece(surface, camera, piece)
        elif piece.role == "block":
            draw_dashed(surface, ORANGE, [camera.to_screen(p) for p in piece.points], 3, True, 8, 4)
    return labels


def _rim(surface: pygame.Surface, camera: Camera, block: Block, colour: Colour, is_broken: bool) -> None:
    for piece in block.outline:
        points = [camera.to_screen(p) for p in piece.outline(0.02)]
        if is_broken:
            draw_dashed(surface, colour, points, 4, True, 10, 5)
        else:
            draw_cased(surface, colour, points, 3, True)


def _dash_outline(surface: pygame.Surface, camera: Camera, block: Block, colour: Colour, width: int) -> None:
    for piece in block.outline:
        draw_dashed(surface, colour, [camera.to_screen(p) for p in piece.outline(0.02)], width, True, 5, 5)


def _draw_handles(surface: pygame.Surface, camera: Camera, block: Block) -> None:
    """What can be pulled: a turning arrow at each front corner, an arrow ahead at the middle of the front."""
    cos, sin = math.cos(block.pose.facing), -math.sin(block.pose.facing)  # the screen's y goes down
    for side, hand in (("left", 1.0), ("right", -1.0)):
        at = camera.to_screen(block.corner(side))
        draw_ring(surface, YELLOW, at, 7, 3)
        tip = (at[0] + cos * 19 + hand * -sin * 5, at[1] + sin * 19 + hand * cos * 5)
        bend = (at[0] + cos * 12 + hand * sin * 3, at[1] + sin * 12 - hand * cos * 3)
        draw_cased(surface, YELLOW, [(at[0] + cos * 7, at[1] + sin * 7), bend, tip], 2)
        draw_arrow_head(surface, YELLOW, tip, (tip[0] - bend[0], tip[1] - bend[1]), 9)
    at = camera.to_screen(block.pose.at)
    tip = (at[0] + cos * 20, at[1] + sin * 20)
    draw_cased(surface, YELLOW, [(at[0] + cos * 3, at[1] + sin * 3), tip], 3)
    draw_arrow_head(surface, YELLOW, tip, (cos, sin), 11)


# Charges


def _draw_target(surface: pygame.Surface, camera: Camera, hand: BlockHand) -> list[Label]:
    if hand.target is None:
        return []
    labels: list[Label] = []
    for piece in outline_of(hand.table, hand.table.units[hand.target]):
        draw_dashed(surface, YELLOW, [camera.to_screen(p) for p in piece.outline(0.02)], 2, True, 6, 4)
    for face in hand.faces:
        labels += _draw_face(surface, camera, face, bool(hand.steps))
    return labels


def _draw_face(surface: pygame.Surface, camera: Camera, face: Face, is_chosen: bool) -> list[Label]:
    a, b = (camera.to_screen(p) for p in face.line)
    middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)
    if face.charge is None:
        draw_dashed(surface, QUIET, [a, b], 3, False, 3, 5)
        draw_cross(surface, QUIET, middle, 5, 2)
        return []
    draw_cased(surface, GREEN if is_chosen else LEGAL, [a, b], 6)
    size = max(1.0, math.dist(a, b))
    out = ((a[1] - b[1]) / size, (b[0] - a[0]) / size)  # the line goes from left to right as it is seen from outside
    spot = (middle[0] + out[0] * 44, middle[1] + out[1] * 20)
    return [] if is_chosen else [Label(f"{face.name} {face.cost:.2f}″", spot, LEGAL, middle, 6)]


# Reforms


def _draw_reform(surface: pygame.Surface, camera: Camera, hand: ReformHand) -> list[Label]:
    ghost, ruling = hand.ghost, hand.ruling
    is_legal = ruling.legal if ruling is not None else None
    colour = {True: LEGAL, False: OFFENCE, None: PAPER}[is_legal]
    labels: list[Label] = []
    ways = hand.ways() if hand.action is not None else []
    for start, end in ways[1:]:
        draw_dashed(surface, QUIET, [camera.to_screen(start), camera.to_screen(end)], 1, False, 3, 5, None)
    if ways and math.dist(*ways[0]) > 1e-6:
        a, b = camera.to_screen(ways[0][0]), camera.to_screen(ways[0][1])
        draw_cased(surface, colour, [a, b], 3)
        draw_ticks(surface, colour, a, b)
        limit = hand.table.number("manoeuvre.factor") * hand.block.move
        words = f"longest way {math.dist(*ways[0]):.2f}″ of {limit:g}″"
        labels.append(Label(words, label_spot(a, b), colour, ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), 8))
    _dash_outline(surface, camera, hand.block, QUIET, 1)
    _rim(surface, camera, ghost, colour, is_legal is False)
    return labels


def _draw_knob(surface: pygame.Surface, camera: Camera, hand: ReformHand) -> None:
    reach = fonts.scaled(GRIP_PX) / camera.scale
    front, knob = camera.to_screen(hand.ghost.pose.at), camera.to_screen(hand.knob(reach))
    draw_cased(surface, YELLOW, [front, knob], 2)
    pygame.draw.aacircle(surface, INK, knob, 10)
    pygame.draw.aacircle(surface, YELLOW, knob, 8)
    picture = fonts.pill(f"{hand.shown.facing_deg:.1f}°", 13, INK, YELLOW, 245, INK)
    dx, dy = knob[0] - front[0], knob[1] - front[1]
    size = max(1.0, math.hypot(dx, dy))
    blit_middle(surface, picture, (knob[0] + dx / size * 34, knob[1] + dy / size * 22))
