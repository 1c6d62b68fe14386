"""Clause engagement (skirmish): who is engaged with whom. Inches."""

from physics.contact import clearance
from physics.tolerance import is_within
from rules.table import Model, Table


def reaches_up(lower: Model, upper: Model) -> bool:
    """Whether the upper one's surface is no higher than the top of the lower model."""
    return is_within(upper.elevation, lower.head)


def can_fight(table: Table, one: Model, other: Model) -> bool:
    """Whether the heights of two models let them be engaged (clause engagement), wherever they stand in plan."""
    if not is_within(abs(one.elevation - other.elevation), table.number("engagement.height")):
        return False
    lower, upper = (one, other) if one.elevation <= other.elevation else (other, one)
    return reaches_up(lower, upper)


def engaged(table: Table, one: Model, other: Model) -> bool:
    """Whether two models on the table are engaged with each other: of different sides, bases touching, like heights."""
    if not table.are_enemies(one, other) or not can_fight(table, one, other):
        return False
    return is_within(clearance(one.footprint, other.footprint), 0.0)


def engaged_with(table: Table, model: Model) -> list[Model]:
    """The models that a model on the table is engaged with."""
    if table.models.get(model.id) is not model:
        return _engaged_with(table, model)
    key = ("engaged with", model.id)
    if key not in table.known:
        table.known[key] = _engaged_with(table, model)
    return list(table.known[key])


def _engaged_with(table: Table, model: Model) -> list[Model]:
    near = {piece.owner.id: piece.owner for piece in table.bases.touching(model.footprint) if isinstance(piece.owner, Model)}
    return [m for m in near.values() if m.id != model.id and engaged(table, model, m)]


def is_engaged(table: Table, model: Model) -> bool:
    """Whether a model on the table is engaged with anybody."""
    return bool(engaged_with(table, model))


def engaged_pairs(table: Table) -> list[tuple[str, str]]:
    """All pairs of engaged models, each once."""
    pairs = {tuple(sorted((m.id, other.id))) for m in table.standing for other in engaged_with(table, m)}
    return sorted((a, b) for a, b in pairs)
