"""The `ranks` ruleset: ranked units that wheel and reform, the one-inch rule, separation after a charge."""

from rules.actions import Action, BlockMove
from rules.block_moves import judge_ranks_move, judge_ranks_reform
from rules.blocks import judge_rank_casualty
from rules.moves import judge_end
from rules.ruleset import Clause, Parameter, Ruleset
from rules.rulesets.shared import SHARED
from rules.ruling import Finding
from rules.separation import engaged_models, judge_separate, separation_pending
from rules.table import Table
from rules.turns_by_block import advance_by_block, order_by_block

MANOEUVRES = (
    Clause(
        "wheel.cost",
        "What a wheel costs",
        "A wheel turns the unit forwards about one of its front corners. It costs the arc of the outer front corner or, in "
        "a unit deeper than it is wide, of the outer rear corner: the arc, not the chord.",
    ),
    Clause("wheel.backward", "Never backwards", "No wheel goes backwards."),
    Clause(
        "manoeuvre.double",
        "Twice its Move at most",
        "In any wheel or reform the middle of no model's base goes further than {manoeuvre.factor} times its Move: in a "
        "wheel along its arc (wheels in a row about the same corner are one), in a reform in a straight line.",
    ),
    Clause(
        "reform",
        "Set up anew",
        "A reform sets the unit up with other files, another facing, in another place; any model may take any of the new "
        "places. It is the unit's whole move.",
    ),
)
CLAUSES = (
    *SHARED,
    Clause(
        "spacing.inch",
        "One inch",
        "At no moment of a move does a model come closer than {spacing} in to another unit or to impassable terrain. "
        "Exactly that is allowed. Who begins a move closer than that may only leave: never nearer than it began.",
    ),
    Clause(
        "spacing.charge",
        "Charges pass closer",
        "A charge ends in contact with its target. It passes others at any distance, but touches none of them.",
    ),
    Clause("combat.contact", "Who fights", "Units of different sides fight when they touch, and only then."),
    Clause(
        "combat.separate",
        "Set apart",
        "Once a charge is made, every unit that takes no part and stands closer than {spacing} in to a fighting unit is "
        "moved by its owner to {spacing} in. It costs nothing, and the turn does not go on before.",
    ),
    Clause(
        "measure.point",
        "One and the same point",
        "A move is measured at one point, front to front. From the front of the start to the rear of the end would be "
        "wrong by the depth of the unit.",
    ),
    Clause("wheel.free", "Free in a charge", "In a charge a wheel costs nothing: only its advances are paid."),
    Clause(
        "manoeuvre.spacing",
        "Room to turn",
        "A wheel or reform that would bring any model closer than {spacing} in to another unit is illegal; of a wheel, the "
        "whole turn counts.",
    ),
    *MANOEUVRES,
)
FACTOR = Parameter("manoeuvre.factor", 2.0, "", "How many times its Move a model's middle may go in a wheel or reform.")
MARKERS = Parameter("marker.range", 1.0, "in", "How near to a mission marker a model controls or contests it.")
PARAMETERS = (
    Parameter("spacing", 1.0, "in", "How near a unit may come to others and to impassable terrain."),
    FACTOR,
    MARKERS,
)
PHASES = ("charges", "moves")
ACTION_WORDS = {
    "move": "Move",
    "charge": "Charge",
    "failed_charge": "Failed charge",
    "flee": "Flee",
    "pursue": "Pursue",
    "reform": "Reform",
    "separate": "Set apart",
    "casualty": "Remove as a casualty",
    "end": "End the phase",
}


def _order(table: Table, action: Action) -> Finding | None:
    if action.name not in ("separate", "casualty"):
        pending = separation_pending(table)
        if pending is not None:
            return pending
    return order_by_block(table, action)


RANKS = Ruleset(
    name="ranks",
    title="Ranks",
    summary="Ranked units that wheel, reform and charge, an inch off everything else.",
    clauses=CLAUSES,
    parameters=PARAMETERS,
    judges={
        "move": judge_ranks_move,
        "charge": judge_ranks_move,
        "failed_charge": judge_ranks_move,
        "flee": judge_ranks_move,
        "pursue": judge_ranks_move,
        "reform": judge_ranks_reform,
        "separate": judge_separate,
        "casualty": judge_rank_casualty,
        "end": judge_end,
    },
    move_kind=BlockMove,
    turn_advance=advance_by_block,
    turn_findings=_order,
    engaged=engaged_models,
    phases=PHASES,
    action_words=ACTION_WORDS,
)
