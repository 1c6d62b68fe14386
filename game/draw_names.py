"""The names on the table: of models, of units, and their heights; none is written over another."""

import pygame

from game import fonts
from game.camera import Camera
from game.draw_models import LABELS_FROM, height_words, side_colour
from game.draw_shapes import Pixel, box_of
from game.palette import BADGE, INK, PAPER, mix
from physics.shapes import MM_PER_INCH
from rules.table import Model, Table, Unit

NUMBERS_FROM = 22.0
"""Pixels across a base from which the models of a unit of several bear their numbers."""


def short_name(model: Model) -> str:
    """The name on the table: of a unit of one its id; of a model among several what follows the unit's id."""
    prefix = f"{model.unit}-"
    return model.id[len(prefix) :] if model.id.startswith(prefix) else model.id


def draw_names(
    surface: pygame.Surface,
    camera: Camera,
    table: Table,
    selected: str | None = None,
    skip: frozenset[str] = frozenset(),
    all_heights: bool = False,
) -> None:
    """Writes the models' names and heights, and the units' names: the selected one's first, none over another."""
    taken: list[pygame.Rect] = []
    models = [m for m in table.standing if m.id not in skip]
    models.sort(key=lambda m: m.id != selected)
    level = {unit.id for unit in table.units.values() if len(unit.models) > 1 and _is_level(table, unit)}
    for unit in table.units.values():
        _draw_unit_name(surface, camera, table, unit, all_heights and unit.id in level, taken)
    for model in models:
        if abs(model.elevation) >= 0.005 or (all_heights and model.unit not in level):
            _draw_height(surface, camera, model, taken)
    for model in models:
        is_first = model.id == selected
        if is_first or has_room_for_name(camera, table, model):
            size = 14 if is_first else 12 if camera.scale > 16.0 else 11
            _draw_name(surface, camera, model, short_name(model), size, taken, is_first)


def has_room_for_name(camera: Camera, table: Table, model: Model) -> bool:
    """Whether a name is written: from a certain nearness on, and for one of many only when its base is large enough."""
    if len(table.units[model.unit].models) > 1:
        return min(model.base.front_mm, model.base.depth_mm) / MM_PER_INCH * camera.scale >= NUMBERS_FROM
    return camera.scale >= LABELS_FROM


def _is_level(table: Table, unit: Unit) -> bool:
    """Whether all models of a unit stand on the ground's level: one word says it for all."""
    return all(abs(model.elevation) < 0.005 for model in table.models_of(unit))


def _draw_height(surface: pygame.Surface, camera: Camera, model: Model, taken: list[pygame.Rect]) -> None:
    reach = model.base.radius * camera.scale
    x, y = camera.to_screen(model.standing.at)
    picture = fonts.pill(height_words(model.elevation), 11, INK, BADGE, 245)
    box = picture.get_rect(center=(round(x + reach * 0.75 + 6), round(y - reach * 0.75 - 5)))
    if box.inflate(-4, -4).collidelist(taken) < 0:
        taken.append(box)
        surface.blit(picture, box)


def _draw_name(
    surface: pygame.Surface,
    camera: Camera,
    model: Model,
    words: str,
    size: int,
    taken: list[pygame.Rect],
    must: bool,
) -> None:
    at = camera.to_screen(model.standing.at)
    if not camera.view.collidepoint(at):
        return
    picture = fonts.halo(words, size)
    low = min(model.outline.box[1], -model.outline.box[3])
    box = picture.get_rect(center=(round(at[0]), round(at[1] - low * camera.scale + picture.get_height() / 2.0)))
    if not must and box.inflate(-2, -4).collidelist(taken) >= 0:
        return
    taken.append(box)
    surface.blit(picture, box)


def _draw_unit_name(
    surface: pygame.Surface, camera: Camera, table: Table, unit: Unit, with_height: bool, taken: list[pygame.Rect]
) -> None:
    """The name of a unit of several models: above it, or where it covers the least of others' bases and of markers."""
    models = table.models_of(unit) if len(unit.models) > 1 else []
    if not models:
        return
    whole = box_of(pixel for m in models for pixel in _corners(camera, m))
    if not camera.view.collidepoint(whole.center):
        return
    words = f"{unit.id}  ●0″" if with_height else unit.id
    picture = fonts.pill(words, 12, PAPER, mix(side_colour(table, unit.side), INK, 0.45), 235)
    others = [box_of(_corners(camera, m)) for m in table.standing if m.unit != unit.id]
    others += [box_of([camera.to_screen(marker.at)], marker.shape.radius * camera.scale) for marker in table.markers]
    box = min(_places(picture.get_rect(), whole), key=lambda place: _covered(place, others) + _covered(place, taken))
    taken.append(box)
    surface.blit(picture, box)


def _corners(camera: Camera, model: Model) -> list[Pixel]:
    left, bottom, right, top = model.footprint.box
    return [camera.to_screen((left, top)), camera.to_screen((right, bottom))]


def _places(box: pygame.Rect, whole: pygame.Rect) -> list[pygame.Rect]:
    """Where a name may stand beside a unit's box: above it, left, right, below the names of its models."""
    spots: list[dict[str, Pixel]] = [
        {"midbottom": (whole.centerx, whole.top - 9)}, {"midright": (whole.left - 6, whole.centery)},
        {"midleft": (whole.right + 6, whole.centery)}, {"midtop": (whole.centerx, whole.bottom + 20)},
    ]
    return [box.copy().move_to(**spot) for spot in spots]


def _covered(box: pygame.Rect, others: list[pygame.Rect]) -> int:
    """Pixels of a box that others cover."""
    parts = [box.clip(others[k]) for k in box.collidelistall(others)]
    return sum(part.w * part.h for part in parts)
