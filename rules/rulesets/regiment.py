"""The `regiment` ruleset: ranked units and their spacing, kept, lowered on the way, broken by charges, and remembered."""

from rules.actions import BlockMove
from rules.block_moves import judge_regiment_move, judge_regiment_reform
from rules.blocks import judge_rank_casualty
from rules.moves import judge_end
from rules.ruleset import Clause, Parameter, Ruleset
from rules.rulesets.ranks import ACTION_WORDS, FACTOR, MANOEUVRES, MARKERS, PHASES
from rules.rulesets.shared import SHARED
from rules.separation import engaged_models, judge_no_separate
from rules.turns_by_block import advance_by_block, order_by_block

CLAUSES = (
    *SHARED,
    Clause(
        "spacing.end",
        "More than an inch at the end",
        "A move ends more than {spacing.end} in from every other unit, friend or enemy, and from impassable terrain.",
    ),
    Clause(
        "spacing.during",
        "Half an inch on the way",
        "While a move goes on the distance to others and to impassable terrain is more than {spacing.during} in.",
    ),
    Clause(
        "spacing.contact",
        "No contact",
        "No move brings bases into contact or over each other, not even for a moment. A charge ends in contact with its "
        "target and may touch friends, but overlaps nobody.",
    ),
    Clause(
        "spacing.uncontrolled",
        "Not wholly their owner's",
        "Charges, failed charges, flights and pursuits come and end closer than that, without contact. Other than a charge, "
        "one that would run into something stops {spacing.stop} in short of it.",
    ),
    Clause(
        "spacing.kept",
        "Excused until apart",
        "What such a move left within {spacing.end} in is excused towards each other alone, on the way and at the end, at "
        "any distance but contact, until the two have once been more than {spacing.end} in apart. To be taken off and put "
        "back in a reform is no moving away, unless it is put back further off than that.",
    ),
    *MANOEUVRES,
)
PARAMETERS = (
    Parameter("spacing.end", 1.0, "in", "A move ends at more than this from others."),
    Parameter("spacing.during", 0.5, "in", "On the way the distance stays more than this."),
    Parameter("spacing.stop", 0.01, "in", "How far short a move stops that would run into something."),
    FACTOR,
    MARKERS,
)

REGIMENT = Ruleset(
    name="regiment",
    title="Regiment",
    summary="Ranked units that keep their spacing: less on the way, none in a charge, remembered until they part.",
    clauses=CLAUSES,
    parameters=PARAMETERS,
    judges={
        "move": judge_regiment_move,
        "charge": judge_regiment_move,
        "failed_charge": judge_regiment_move,
        "flee": judge_regiment_move,
        "pursue": judge_regiment_move,
        "reform": judge_regiment_reform,
        "separate": judge_no_separate,
        "casualty": judge_rank_casualty,
        "end": judge_end,
    },
    move_kind=BlockMove,
    turn_advance=advance_by_block,
    turn_findings=order_by_block,
    engaged=engaged_models,
    phases=PHASES,
    action_words=ACTION_WORDS,
)
