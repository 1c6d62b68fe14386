"""The `skirmish` ruleset: single models, their zones and engagement, gaps, climbing and dropping."""

from rules.actions import ModelMove
from rules.direct import judge_direct
from rules.engagement import engaged
from rules.moves import judge_back_off, judge_casualty, judge_end, judge_move
from rules.ruleset import Clause, Parameter, Ruleset
from rules.rulesets.shared import SHARED
from rules.table import Table
from rules.turns import advance_alternating, order_alternating

CLAUSES = (
    *SHARED,
    Clause(
        "positioning.overhang",
        "Less than half over the edge",
        "A model ends its move on the ground or on top of a standable feature, with less than half of the area of its "
        "base over the edge. Exactly half is too much. Surfaces less than 1 in higher or lower carry a base like its own.",
    ),
    Clause(
        "engagement",
        "Engaged",
        "Models of different sides are engaged when their bases touch, their elevations differ by at most "
        "{engagement.height} in, and the upper one's surface is no higher than the top of the lower model.",
    ),
    Clause(
        "proximity.enter",
        "Proximity",
        "A model that is not engaged has a zone {proximity.radius} in wide round its base. No part of an enemy's base "
        "comes inside at any moment of a move, unless that move ends engaged with this very model. The edge of the zone "
        "is outside it. Who starts inside may stay and leave, but not come back. A zone does not reach models more than "
        "{proximity.height} in higher or lower, nor past a wall at least as tall as its owner. Friends ignore it.",
    ),
    Clause(
        "enemy.base",
        "Not through enemies",
        "No move passes through an enemy's base, with or without a zone. Friends can be passed through, not ended on.",
    ),
    Clause(
        "engagement.held",
        "Held",
        "An engaged model does not simply move: it backs off, and ends engaged with nobody and in nobody's zone. Those "
        "it was engaged with have no zone against it until it has once been outside that zone.",
    ),
    Clause(
        "gap.crossing",
        "Gaps",
        "On its way a model crosses a gap that is narrower than its base: at each moment part of the base is over firm "
        "ground. The air between two decks of like height is a gap too. No move ends with the middle of a base over one.",
    ),
    Clause(
        "climb.surface",
        "Something to climb",
        "A model goes up by 1 in or more only where there is something to climb: a climbable side that reaches from its "
        "surface to the new one, or a ladder within reach. Under the edge of a deck there is nothing.",
    ),
    Clause(
        "climb.cost",
        "Climbs are paid",
        "The difference in elevation of each climb, up or down, is added to the inches across.",
    ),
    Clause(
        "climb.free",
        "Small steps are free",
        "Differences of less than 1 in, obstacles of up to 1 in, slopes and stairs add nothing.",
    ),
    Clause(
        "drop",
        "Dropping down",
        "A model can go down anywhere from a standable feature. A drop is no climb, and its height is not counted unless "
        "drop.counted is set (now: {drop.counted}). A way down deeper than Agility is climbed and paid where it can be, "
        "the allowance covers it and the path goes on.",
    ),
    Clause(
        "drop.ends",
        "A deep drop ends the move",
        "After a drop of more inches than the model's Agility its move is over. Exactly Agility is not more.",
    ),
    Clause(
        "direct.line",
        "Directly",
        "A model that moves directly towards or away goes in one straight line, on the line through the middles of the two.",
    ),
)
PARAMETERS = (
    Parameter("turn.moves", 1, "moves", "Move actions in one activation.", 1, 20),
    Parameter("engagement.height", 2.0, "in", "Most difference in elevation at which models are engaged."),
    Parameter("proximity.radius", 1.0, "in", "How far a zone reaches from the base of its owner."),
    Parameter("proximity.height", 2.0, "in", "Most difference in elevation that a zone reaches."),
    Parameter("drop.counted", False, "", "Whether the height of a drop is added to the cost."),
    Parameter("marker.range", 1.0, "in", "How near to a mission marker a model controls or contests it."),
)


def _engaged(table: Table, one: str, other: str) -> bool:
    return engaged(table, table.model(one), table.model(other))


SKIRMISH = Ruleset(
    name="skirmish",
    title="Skirmish",
    summary="Single models that fight for alleys and rooftops: zones, engagement, climbing and dropping.",
    clauses=CLAUSES,
    parameters=PARAMETERS,
    judges={
        "move": judge_move,
        "back_off": judge_back_off,
        "towards": judge_direct,
        "away": judge_direct,
        "casualty": judge_casualty,
        "end": judge_end,
    },
    move_kind=ModelMove,
    turn_advance=advance_alternating,
    turn_findings=order_alternating,
    engaged=_engaged,
    action_words={
        "move": "Move",
        "back_off": "Back off",
        "towards": "Directly towards",
        "away": "Directly away",
        "casualty": "Remove as a casualty",
        "end": "End the activation",
    },
)
