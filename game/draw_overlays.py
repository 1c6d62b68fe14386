"""The overlays, each shown on demand: zones, engagement, distances, links, gaps, reach. What they show, rules/ says."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pygame
import shapely

from game import fonts
from game.camera import Camera
from game.draw_evidence import draw_labels, label_spot
from game.draw_models import side_colour
from game.draw_shapes import (
    Pixel, blit_middle, draw_cased, draw_dashed, draw_hatched, draw_stroke, fill_tint,
)
from game.palette import GREEN, INK, LEGAL, MAT, OFFENCE, PAPER, SKY, YELLOW, Colour, mix, vivid
from physics.contact import Nearest, nearest
from rules.engagement import engaged_pairs
from rules.proximity import zone_outline
from rules.table import Model, Place, Table

NARROW = 3.0
"""Inches up to which the overlay of gaps shows the room between two features: the widest that any ruleset asks for."""


def draw_zones(surface: pygame.Surface, camera: Camera, table: Table) -> None:
    """The zones of all models, joined by side: tinted, with a dashed edge."""
    if "proximity.radius" not in table.parameters:
        return
    for number, side in enumerate(table.sides):
        outlines = [o for m in table.standing if table.side_of(m) == side.name for o in zone_outline(table, m)]
        if not outlines:
            continue
        colour = vivid(side_colour(table, side.name))
        joined = shapely.union_all([shapely.Polygon(o) for o in outlines if len(o) > 2])
        for part in _polygons(joined):
            rings = _rings(part, camera)
            _tint_with_holes(surface, (*colour, 58), rings)
            faint = mix(MAT, colour, 0.55)
            draw_hatched(surface, faint, rings, 14.0, 1, angle=math.pi / 4.0 if number % 2 == 0 else -math.pi / 4.0)
            for ring in rings:
                draw_dashed(surface, colour, ring, 2, True, 7, 5)


def draw_engagement(surface: pygame.Surface, camera: Camera, table: Table) -> None:
    """Crossed swords between engaged models, with the word."""
    if "engagement.height" not in table.parameters:
        return
    for one_id, other_id in engaged_pairs(table):
        one, other = table.model(one_id), table.model(other_id)
        met = nearest(one.footprint, other.footprint)
        at = camera.to_screen(((met.here[0] + met.there[0]) / 2.0, (met.here[1] + met.there[1]) / 2.0))
        draw_cased(surface, YELLOW, [camera.to_screen(one.standing.at), camera.to_screen(other.standing.at)], 2)
        pygame.draw.aacircle(surface, INK, at, 13)
        pygame.draw.aacircle(surface, YELLOW, at, 11.5)
        _draw_swords(surface, at, 7.0)
        blit_middle(surface, fonts.pill("engaged", 11, INK, YELLOW, 240), (at[0], at[1] - 21))


def _draw_swords(surface: pygame.Surface, at: Pixel, size: float) -> None:
    x, y = at
    for way in (-1, 1):
        draw_stroke(surface, INK, [(x - way * size, y + size), (x + way * size, y - size)], 2)
        grip = (x - way * size * 0.45, y + size * 0.45)
        draw_stroke(surface, INK, [(grip[0] - way * 3, grip[1] - 3), (grip[0] + way * 3, grip[1] + 3)], 2)


def draw_distances(surface: pygame.Surface, camera: Camera, table: Table, model: Model, place: Place, with_labels: bool = True) -> None:
    """From one model, or its ghost, to each other one: the shortest line base to base and its inches."""
    here = model.base.shape(place.facing).moved(place.at)
    found: list[tuple[float, Nearest, Model]] = []
    for other in table.standing:
        if other.id != model.id:
            met = nearest(here, other.footprint)
            found.append((max(0.0, met.clearance), met, other))
    found.sort(key=lambda f: f[0])
    for _, met, other in found:
        colour = vivid(side_colour(table, table.side_of(other)))
        draw_stroke(surface, mix(INK, colour, 0.8), [camera.to_screen(met.here), camera.to_screen(met.there)], 1)
    taken: list[pygame.Rect] = []
    for inches, met, other in found if with_labels else ():
        colour = vivid(side_colour(table, table.side_of(other)))
        _draw_distance(surface, camera, inches, met, colour, taken)


def _draw_distance(surface: pygame.Surface, camera: Camera, inches: float, met: Nearest, colour: Colour, taken: list[pygame.Rect]) -> None:
    """The number stands near the far end of its line; those that would cover a nearer one's are left out."""
    a, b = camera.to_screen(met.here), camera.to_screen(met.there)
    if not camera.view.collidepoint(b):
        return
    size = math.dist(a, b)
    back = min(size / 2.0, 26.0) / size if size > 0.0 else 0.0
    at = (b[0] + (a[0] - b[0]) * back, b[1] + (a[1] - b[1]) * back - (16.0 if size < 8.0 else 0.0))
    picture = fonts.pill(f"{inches:.2f}″", 12, PAPER, INK, 235, colour)
    box = picture.get_rect(center=(round(at[0]), round(at[1])))
    if box.inflate(-2, -2).collidelist(taken) >= 0:
        return
    taken.append(box)
    surface.blit(picture, box)


def draw_links(surface: pygame.Surface, camera: Camera, table: Table) -> None:
    """How the models of each unit hang together: the nearest neighbour lines that join them, with inches where long."""
    limit = _link_length(table)
    labels: list[tuple[str, Pixel, Colour]] = []
    for unit in table.units.values():
        models = table.models_of(unit)
        for met in _joining_lines(models):
            a, b = camera.to_screen(met.here), camera.to_screen(met.there)
            inches = max(0.0, met.clearance)
            is_long = limit is not None and inches > limit + 1e-6
            if is_long:
                draw_dashed(surface, OFFENCE, [a, b], 3, False, 8, 6)
                labels.append((f"{inches:.2f}″", label_spot(a, b), OFFENCE))
            elif math.dist(a, b) >= 1.0:
                draw_cased(surface, LEGAL, [a, b], 2)
            else:
                pygame.draw.aacircle(surface, INK, a, 5)
                pygame.draw.aacircle(surface, LEGAL, a, 3.5)
    draw_labels(surface, camera, labels)


def _link_length(table: Table) -> float | None:
    for name in ("coherency.horizontal", "coherency.distance"):
        if name in table.parameters:
            return table.number(name)
    return None


def _joining_lines(models: Sequence[Model]) -> list[Nearest]:
    """The shortest lines that join all models of a unit into one group."""
    if len(models) < 2:
        return []
    waiting = {m.id: nearest(models[0].footprint, m.footprint) for m in models[1:]}
    by_id = {m.id: m for m in models}
    lines: list[Nearest] = []
    while waiting:
        joined = min(waiting, key=lambda m: waiting[m].clearance)
        lines.append(waiting.pop(joined))
        for m in waiting:
            met = nearest(by_id[joined].footprint, by_id[m].footprint)
            if met.clearance < waiting[m].clearance:
                waiting[m] = met
    return lines


def gap_lines(table: Table) -> list[Nearest]:
    """The shortest lines between two separate features that leave a gap of at most NARROW inches."""
    terrain = table.terrain
    found: list[Nearest] = []
    for k, feature in enumerate(terrain.features):
        if not feature.is_solid:
            continue
        near = {p.owner for piece in feature.footprint.pieces for p in terrain.solids.near(piece, NARROW)}
        for other in terrain.features[k + 1 :]:
            if other not in near:
                continue
            met = min(
                (nearest(a, b) for a in feature.footprint.pieces for b in other.footprint.pieces),
                key=lambda n: n.clearance,
            )
            if 1e-6 < met.clearance <= NARROW:
                found.append(met)
    return found


def draw_gaps(surface: pygame.Surface, camera: Camera, lines: Iterable[Nearest]) -> None:
    """The narrow ways between features, with their width: thinner than one inch is dotted."""
    labels: list[tuple[str, Pixel, Colour]] = []
    for met in lines:
        a, b = camera.to_screen(met.here), camera.to_screen(met.there)
        if not camera.view.inflate(100, 100).collidepoint(a):
            continue
        if met.clearance < 1.0 - 1e-6:
            draw_dashed(surface, SKY, [a, b], 3, False, 4, 3)
        else:
            draw_cased(surface, SKY, [a, b], 2)
        labels.append((f"{met.clearance:.2f}″", ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), SKY))
    draw_labels(surface, camera, labels)


def draw_reach(surface: pygame.Surface, camera: Camera, reach: Any) -> None:
    """Where a move can end: polygons by surface, tinted, with an edge; above the ground dotted."""
    areas: Mapping[str, Any] = reach if isinstance(reach, Mapping) else reach.areas
    for on, area in areas.items():
        for part in _polygons(area):
            rings = _rings(part, camera)
            _tint_with_holes(surface, (*GREEN, 72), rings)
            for ring in rings:
                if on == "ground":
                    draw_stroke(surface, LEGAL, ring, 2, True)
                else:
                    draw_dashed(surface, LEGAL, ring, 2, True, 3, 4)


def _polygons(area: Any) -> list[shapely.Polygon]:
    """Polygons from what may be a Shapely area, or corners, or a list of either."""
    if isinstance(area, shapely.Geometry):
        return [p for p in shapely.get_parts(area).tolist() if isinstance(p, shapely.Polygon) and not p.is_empty]
    parts = list(area)
    if parts and isinstance(parts[0][0], float | int):
        return [shapely.Polygon(parts)] if len(parts) > 2 else []
    return [polygon for part in parts for polygon in _polygons(part)]


def _rings(polygon: shapely.Polygon, camera: Camera) -> list[list[Pixel]]:
    """The outer ring and then the holes, in pixels."""
    rings = (polygon.exterior, *polygon.interiors)
    return [[camera.to_screen((x, y)) for x, y in ring.coords[:-1]] for ring in rings]


def _tint_with_holes(surface: pygame.Surface, tint: tuple[int, int, int, int], rings: list[list[Pixel]]) -> None:
    if len(rings) == 1:
        fill_tint(surface, tint, rings)
        return
    layer = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(layer, tint, rings[0])
    for hole in rings[1:]:
        pygame.draw.polygon(layer, (0, 0, 0, 0), hole)
    surface.blit(layer, (0, 0))


