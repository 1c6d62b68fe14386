"""The words that belong to what is in hand: what a move costs, what the ghost stands on, the spot on offer; and what
words had better not cover."""

from collections.abc import Iterable

import pygame

from game.camera import Camera
from game.draw_models import height_words
from game.draw_shapes import box_of
from game.labels import Label, box_round
from game.palette import BADGE, LEGAL, OFFENCE, PAPER, SKY
from game.profile_view import cost_words
from rules.ruling import Area, Line, Ruling, Spot
from rules.table import Base, Model, Place, Table
from rules.terrain import GROUND

LEAST_RISE = 0.05
"""Inches of a step from which on it is written beside the path."""
NAME_PX = 17
"""Pixels below a base that its name takes."""


def ghost_words(
    camera: Camera, table: Table, model: Model, place: Place, ruling: Ruling | None, is_legal: bool | None, said: str = ""
) -> list[Label]:
    """Beside a ghost what its move costs of what it may (or what is said instead), and whether that is legal; its surface."""
    x, y = camera.to_screen(place.at)
    reach = model.base.radius * camera.scale
    labels = []
    cost = said or (cost_words(ruling) if ruling is not None else "")
    mark = "" if is_legal is None else "✓" if is_legal else "✕"
    words = "  ".join(part for part in (cost, mark) if part)
    if words:
        ground = {True: LEGAL, False: OFFENCE, None: PAPER}[is_legal]
        label = Label(words, (x, y), ground, (x, y), 9, 16)
        labels.append(Label(words, (x + reach + 10 + label.picture.get_width() / 2.0, y), ground, (x + reach, y), 9, 16))
    surface_words = _surface_words(table, place)
    if surface_words:
        labels.append(Label(surface_words, (x, y - reach - 14), BADGE, (x, y - reach), 7, 12))
    return labels


def way_words(camera: Camera, ruling: Ruling) -> list[Label]:
    """Along the path in hand where it goes up or down, by how much, and onto what; what is refused its finding tells."""
    labels = []
    for item in ruling.items:
        rise = item.elevation_to - item.elevation_from
        if item.kind in ("climb", "drop", "step") and abs(rise) > LEAST_RISE and not item.is_refused:
            x, y = camera.to_screen(item.at)
            onto = f" {item.piece}" if item.piece and rise > 0.0 else ""
            labels.append(Label(f"{'▲' if rise > 0.0 else '▼'}{abs(rise):.2f}″{onto}", (x, y - 15), BADGE, (x, y), 3, 11))
    return labels


def nearest_words(camera: Camera, base: Base, place: Place, words: str) -> Label:
    """The words above the nearest legal spot that is on offer."""
    x, y = camera.to_screen(place.at)
    top = y - base.radius * camera.scale
    return Label(words, (x, top - 14), SKY, (x, top), 8, 12)


def _surface_words(table: Table, place: Place) -> str:
    """What a ghost stands on, when that is not plainly the ground: a feature, or the ground below a walkway."""
    if place.on != GROUND:
        return f"{height_words(place.elevation)} {place.on}"
    above = [f for f in table.terrain.features if f.is_solid and f.bottom > place.elevation and f.is_over(place.at)]
    return f"under {min(above, key=lambda f: f.bottom).id}" if above else ""


def kept_clear(
    camera: Camera, table: Table, ghosts: Iterable[tuple[Model, Place]], nearest: tuple[Base, Place] | None, ruling: Ruling | None
) -> list[pygame.Rect]:
    """What words had better not cover: what is in hand, the other bases with their names, the spot on offer, evidence."""
    taken = []
    ghosts = list(ghosts)
    carried = {model.id for model, _ in ghosts}
    for other in (m for m in table.standing if m.id not in carried):
        taken.append(box_round(camera.to_screen(other.standing.at), other.base.radius * camera.scale, NAME_PX))
    in_hand = [(model.base, place) for model, place in ghosts] + ([nearest] if nearest is not None else [])
    for base, place in in_hand:
        box = box_round(camera.to_screen(place.at), base.radius * camera.scale + 3)
        taken += [box, box]  # twice: rather over another base than over what is in hand
    for piece in (e for f in (ruling.findings if ruling else ()) for e in f.evidence):
        match piece:
            case Spot(at=at):
                taken.append(box_round(camera.to_screen(at), 9))
            case Line(start=start, end=end, role="measure" | "offence"):
                taken.append(box_of([camera.to_screen(start), camera.to_screen(end)], 6))
            case Area(points=points, role="offence"):
                taken.append(box_of([camera.to_screen(p) for p in points]))
            case _:
                pass
    return [box for box in taken if camera.view.colliderect(box)]
