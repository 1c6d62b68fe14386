"""Clause keyword.match (squad): which units an effect that names a keyword reaches. Inches."""

import re
from functools import lru_cache

from rules.measuring import wholly_within, within
from rules.table import Aura, Table, Unit

_CHOSEN = re.compile(r"^<\s*(.+?)\s*>$")


def is_affected(table: Table, aura_id: str, unit_id: str) -> bool:
    """Whether an aura reaches a unit: it bears the keyword, and is near enough. KeyError where there is no such aura."""
    aura = aura_of(table, aura_id)
    unit = table.units[unit_id]
    return bears_keyword(table, aura, unit) and is_in_reach(table, aura, unit)


def aura_of(table: Table, aura_id: str) -> Aura:
    """The aura of that id; KeyError when there is none."""
    for aura in table.auras:
        if aura.id == aura_id:
            return aura
    raise KeyError(aura_id)


def is_in_reach(table: Table, aura: Aura, unit: Unit) -> bool:
    """Whether a unit stands within (or wholly within) the aura's inches of the unit that it comes from."""
    if not table.models_of(unit) or not table.models_of(table.units[aura.of]):
        return False
    measure = wholly_within if aura.wholly else within
    return measure(table, unit.id, aura.of, aura.distance)


def bears_keyword(table: Table, aura: Aura, unit: Unit) -> bool:
    """Whether a unit bears the keyword that an aura names; one in angle brackets is what the aura's own unit chose."""
    wanted = _resolved(aura.keyword, table.units[aura.of])
    if wanted is None:
        return False
    return any(is_same_word(wanted, word) for word in keywords_of(unit))


def keywords_of(unit: Unit) -> list[str]:
    """The keywords of a unit, those in angle brackets replaced by what was chosen for it."""
    return [word for keyword in unit.keywords if (word := _resolved(keyword, unit)) is not None]


def _resolved(keyword: str, unit: Unit) -> str | None:
    chosen = _CHOSEN.match(keyword)
    if chosen is None:
        return keyword
    name = chosen.group(1).casefold()
    return next((value for key, value in unit.choose.items() if key.casefold() == name), None)


@lru_cache(maxsize=4096)
def is_same_word(one: str, other: str) -> bool:
    """Whether two keywords are the same word, whatever its number or capitals."""
    a, b = " ".join(one.split()).casefold(), " ".join(other.split()).casefold()
    # The grammar takes a second to load; words that begin otherwise are never forms of one word.
    return a == b or (a[:1] == b[:1] and bool(_grammar().compare_nouns(a, b)))


@lru_cache(maxsize=1)
def _grammar():  # type: ignore[no-untyped-def]  # inflect's own type would be imported at every start
    import inflect

    return inflect.engine()
