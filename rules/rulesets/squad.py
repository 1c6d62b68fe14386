"""The `squad` ruleset: units kept together by near neighbours, across and in height; a turn of three phases."""

from physics.contact import clearance
from physics.tolerance import is_within
from rules.actions import Action, SquadMove
from rules.moves import judge_casualty, judge_end
from rules.neighbours import is_coherent
from rules.ruleset import Clause, Parameter, Ruleset
from rules.rulesets.shared import SHARED
from rules.rulesets.skirmish import CLAUSES as SKIRMISH_CLAUSES
from rules.ruling import Finding
from rules.squads import judge_add, judge_deploy, judge_squad_move
from rules.table import Table
from rules.turns_by_phase import advance_by_phase, order_by_phase

_ON_TERRAIN = (
    "positioning.overhang",
    "enemy.base",
    "gap.crossing",
    "climb.surface",
    "climb.cost",
    "climb.free",
    "drop.ends",
)

CLAUSES = (
    *SHARED,
    Clause(
        "coherency.neighbours",
        "Near neighbours",
        "Each model of a unit of more than one is within {coherency.horizontal} in across and {coherency.vertical} in up "
        "or down of another model of it; while the unit has {coherency.large} or more models, of two others.",
    ),
    Clause("coherency.group", "One group", "Links of that length join all models of the unit into a single group."),
    Clause(
        "coherency.move",
        "All or nothing",
        "A unit that can't end a move of any kind in coherency does not make it: the whole move is refused.",
    ),
    Clause(
        "setup.coherency", "Set up in coherency", "Models that are set up or added stand in coherency with their unit."
    ),
    Clause(
        "setup.destroyed", "No room", "Models that can't be set up, for want of room or of coherency, are destroyed."
    ),
    Clause("deploy.zone", "Deployment zone", "A unit is deployed with every base wholly inside the zone of its side."),
    Clause("contact.end", "Contact", "Only a charge or a fight move ends with a base touching an enemy."),
    Clause(
        "contact.charge", "A charge arrives", "A charge ends with at least one model of the unit touching an enemy."
    ),
    Clause(
        "keyword.match",
        "Keywords",
        "An effect that names a keyword reaches the units that bear the same word, in the singular or the plural. A "
        "keyword in angle brackets stands for what was chosen for its unit.",
    ),
    *(c for c in SKIRMISH_CLAUSES if c.id in _ON_TERRAIN),
)
PARAMETERS = (
    Parameter("coherency.horizontal", 2.0, "in", "How near across a neighbour stands."),
    Parameter("coherency.vertical", 5.0, "in", "How near up or down a neighbour's surface is."),
    Parameter("coherency.large", 6, "models", "From so many models on each needs two neighbours.", 2, 600),
    Parameter("fight.distance", 3.0, "in", "How far a model goes in a fight move."),
    Parameter("marker.range", 1.0, "in", "How near to a mission marker a model controls or contests it."),
)
PHASES = ("movement", "charge", "fight")
PHASE_OF = {"move": "movement", "charge": "charge", "fight_move": "fight"}


def _engaged(table: Table, one: str, other: str) -> bool:
    a, b = table.model(one), table.model(other)
    return table.are_enemies(a, b) and is_within(clearance(a.footprint, b.footprint), 0.0)


def _order(table: Table, action: Action) -> Finding | None:
    return order_by_phase(table, action, PHASE_OF)


def _advance(table: Table, action: Action) -> Table:
    return advance_by_phase(table, action, PHASES, PHASE_OF)


SQUAD = Ruleset(
    name="squad",
    title="Squad",
    summary="Units of many models that keep near their neighbours: every model its own path, the whole move or none.",
    clauses=CLAUSES,
    parameters=PARAMETERS,
    judges={
        "move": judge_squad_move,
        "charge": judge_squad_move,
        "fight_move": judge_squad_move,
        "add": judge_add,
        "deploy": judge_deploy,
        "casualty": judge_casualty,
        "end": judge_end,
    },
    move_kind=SquadMove,
    turn_advance=_advance,
    turn_findings=_order,
    engaged=_engaged,
    coherent=is_coherent,
    phases=PHASES,
    action_words={
        "move": "Move",
        "charge": "Charge",
        "fight_move": "Fight move",
        "add": "Add models",
        "deploy": "Deploy",
        "casualty": "Remove as a casualty",
        "end": "End the phase",
    },
)
