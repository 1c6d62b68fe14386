"""The rulesets that this table enforces, by name."""

from rules.ruleset import Ruleset
from rules.rulesets.leader import LEADER
from rules.rulesets.ranks import RANKS
from rules.rulesets.regiment import REGIMENT
from rules.rulesets.skirmish import SKIRMISH
from rules.rulesets.squad import SQUAD
from rules.table import Table

RULESETS: dict[str, Ruleset] = {r.name: r for r in (SKIRMISH, LEADER, SQUAD, REGIMENT, RANKS)}


def find_ruleset(name: str) -> Ruleset | None:
    """The ruleset of that name, or None."""
    return RULESETS.get(name)


def ruleset_of(table: Table) -> Ruleset:
    """The ruleset that a table is played by."""
    return RULESETS[table.ruleset]
