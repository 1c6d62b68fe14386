"""A table's present position as a board file: `board_text`. The author's comments, order and other keys stay.

What belongs to a game in progress (whose turn it is, scores, what is remembered) is no part of a board: a saved game
keeps that. Expectations speak of the position they were written for, so they go when the position has changed.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.board_geometry import terrain_of
from rules.board_parse import parse_toml, shape_of
from rules.board_pieces import OUTLINE_KEYS, aura_keys, feature_keys, marker_keys, opening_keys, side_keys
from rules.board_schema import BoardPart
from rules.board_sections import Section, edited, joined, new_section, sections_of
from rules.board_sides import aura_of, marker_of, sides_of
from rules.board_unit_writing import unit_sections
from rules.board_units import roster_of
from rules.rulesets import find_ruleset
from rules.table import Game, Model, Table, Unit
from rules.terrain import Feature

Piece = TypeVar("Piece")
Write = Callable[[Piece, list[Section]], list[Section]]
"""Writes a piece anew: from the sections that it had (none: it is new) to those that it has now."""
_ORDER = ((), ("table",), ("game",), ("rules",), ("side",), ("terrain",), ("unit",), ("marker",), ("aura",), ("expect",))


def board_text(table: Table, source: str | None, keep_expectations: bool = False) -> str:
    """The board file of a table as it stands now; `source` is the file it came from, whose comments are kept."""
    if source is None:
        return joined(_new_file(table).sections)
    part = shape_of(BoardPart, parse_toml(source, "board"), "board")
    file = _File(sections_of(source))
    is_changed = _update_head(file, table, part)
    is_changed |= _update_pieces(file, table, part)
    if is_changed and not keep_expectations:
        file.drop("expect")
        return joined(file.sections).rstrip() + "\n"
    return joined(file.sections)


def _new_file(table: Table) -> "_File":
    """A board file with no source: everything is written from the table."""
    head = {"format": 1, "title": table.title, "ruleset": table.ruleset, "summary": table.summary or None}
    lines = new_section("[board]", head).text.split("\n", 1)[1]
    sections = [Section((), lines), new_section("[table]", {"size": table.size})]
    if table.game is not None:
        sections.append(new_section("[game]", _game_keys(table.game)))
    ruleset = find_ruleset(table.ruleset)
    defaults = ruleset.defaults if ruleset is not None else {}
    changed = {k: v for k, v in table.parameters.items() if defaults.get(k) != v}
    file = _File([*sections, new_section("[rules]", changed)] if changed else sections)
    _update_pieces(file, table, None)
    return file


def _game_keys(game: Game) -> dict[str, Any]:
    return {"rounds": game.rounds, "first": game.first, "seed": game.seed or None}


def _update_head(file: "_File", table: Table, part: BoardPart) -> bool:
    """Brings title, summary, table and game up to date; whether the table's size had changed."""
    title = table.title if part.title else None
    texts = {"title": title, "summary": table.summary or None}
    if (part.title and part.title != title) or part.summary != table.summary:
        file.sections[0] = edited(file.sections[0], texts)
    if part.game is not None and table.game is not None:
        first = part.game.first or part.side[0].name
        if Game(part.game.rounds, first, part.game.seed) != table.game:
            file.edit("game", _game_keys(table.game))
    if part.table.size != table.size:
        file.edit("table", {"size": list(table.size)})
        return True
    return False


def _update_pieces(file: "_File", table: Table, part: BoardPart | None) -> bool:
    """Brings sides, terrain, units, markers and auras up to date; whether any had changed."""
    terrain, _ = terrain_of(part.terrain if part else [])
    before = roster_of(part.unit if part else [], terrain)
    sides, _ = sides_of(part.side if part else [])
    parts = {p.id: p for p in part.unit} if part else {}

    def write_unit(squad: tuple[Unit, list[Model]], old: list[Section]) -> list[Section]:
        return unit_sections(table, squad[0], parts.get(squad[0].id) if old else None, old)

    def squads(units: Mapping[str, Unit], models: Mapping[str, Model]) -> dict[str, tuple[Unit, list[Model]]]:
        return {u.id: (u, [models[m] for m in u.models]) for u in units.values()}

    alive = {m.unit for m in table.models.values() if m.is_alive}
    markers = {m.id: m for m in map(marker_of, part.marker if part else ())}
    auras = {a.id: a for a in map(aura_of, part.aura if part else ())}
    features = {f.id: f for f in terrain.features}
    return any([
        file.update("side", {s.name: s for s in sides}, {s.name: s for s in table.sides}, _plain("side", side_keys)),
        file.update("terrain", features, {f.id: f for f in table.terrain.features}, _feature_writer(features)),
        file.update("unit", squads(before.units, before.models), squads(table.units, table.models), write_unit),
        file.update("marker", markers, {m.id: m for m in table.markers}, _plain("marker", marker_keys)),
        file.update("aura", auras, {a.id: a for a in table.auras if a.of in alive}, _plain("aura", aura_keys)),
    ])


def _plain(name: str, keys: Callable[[Any], dict[str, Any]]) -> Write[Any]:
    """Writes pieces that are one section each."""

    def write(piece: Any, old: list[Section]) -> list[Section]:
        return [edited(old[0], keys(piece)), *old[1:]] if old else [new_section(f"[[{name}]]", keys(piece))]

    return write


def _feature_writer(before: Mapping[str, Feature]) -> Write[Feature]:
    """Writes features; one whose outline is as it was keeps the keys that the author gave it by."""

    def write(feature: Feature, old: list[Section]) -> list[Section]:
        keys = feature_keys(feature)
        openings = [new_section("[[terrain.opening]]", opening_keys(o)) for o in feature.openings]
        if not old:
            return [new_section("[[terrain]]", keys), *openings]
        was = before[feature.id]
        if was.footprint == feature.footprint and was.line == feature.line:
            keys = {k: v for k, v in keys.items() if k not in OUTLINE_KEYS}
        else:
            keys = dict.fromkeys(OUTLINE_KEYS) | keys
        if was.openings == feature.openings:
            return [edited(old[0], keys), *old[1:]]
        return [edited(old[0], keys | {"opening": None}), *openings]

    return write


class _File:
    """The sections of a file while they are brought up to date with a table."""

    def __init__(self, sections: list[Section]) -> None:
        self.sections = sections

    def edit(self, key: str, changes: Mapping[str, Any]) -> None:
        """Sets keys of a table that has its own heading, or stands on a line of the head."""
        for k, section in enumerate(self.sections):
            if section.keys == (key,):
                self.sections[k] = edited(section, changes)
                return
        self.sections[0] = edited(self.sections[0], {key: self.sections[0].data.get(key, {}) | changes})

    def drop(self, key: str) -> None:
        """Takes every section of a list away, and the list where it stands in the head."""
        self.sections = [s for s in self.sections if s.keys[:1] != (key,)]
        if key in self.sections[0].data:
            self.sections[0] = edited(self.sections[0], {key: None})

    def update(self, key: str, before: Mapping[str, Piece], now: Mapping[str, Piece], write: Write[Piece]) -> bool:
        """Brings the pieces of a list up to date, leaving those alone that did not change; whether any had."""
        gone = [name for name in before if name not in now]
        changed = [name for name, piece in now.items() if name not in before or before[name] != piece]
        if not gone and not changed:
            return False
        if key in self.sections[0].data:  # a list in the head: written anew, as sections
            self.drop(key)
            gone, changed = [], list(now)
        spans = self._taken_apart(key)
        spans = {name: sections for name, sections in spans.items() if name not in gone}
        for name in changed:
            spans[name] = write(now[name], spans.get(name, []))
        self._put_together(key, spans)
        return True

    def _taken_apart(self, key: str) -> dict[str, list[Section]]:
        """The sections of each piece of a list, by its id (a side's name)."""
        spans: dict[str, list[Section]] = {}
        name = ""
        for section in self.sections:
            if section.keys == (key,):
                data = section.data
                name = data["name" if key == "side" else "id"]
            if section.keys[:1] == (key,):
                spans.setdefault(name, []).append(section)
        return spans

    def _put_together(self, key: str, spans: dict[str, list[Section]]) -> None:
        """The pieces of a list back where they were; new ones after the last, or where the format has them."""
        left = dict(spans)
        result: list[Section] = []
        last = -1
        for section in self.sections:
            if section.keys[:1] != (key,):
                result.append(section)
                continue
            if section.keys == (key,):
                result += left.pop(section.data["name" if key == "side" else "id"], [])
            last = len(result)
        if last < 0:
            earlier = _ORDER[: _ORDER.index((key,))]
            last = max((k + 1 for k, s in enumerate(result) if s.keys[:1] in earlier), default=len(result))
        result[last:last] = [s for sections in left.values() for s in sections]
        self.sections = result
