"""The clauses that every ruleset has."""

from rules.ruleset import Clause

SHARED = (
    Clause(
        "table.edge",
        "The table's edge",
        "Every base is wholly inside the table, at the end of a move and at each moment of it. Touching the edge is inside.",
    ),
    Clause(
        "base.overlap",
        "No base over another",
        "No base ends over another one, unless the two stand on different surfaces and the upper surface is at or "
        "above the top of the lower model.",
    ),
    Clause(
        "base.fit",
        "Room to stand",
        "No base ends where solid terrain stands in its way: terrain that rises 1 in or more above the model's surface "
        "and starts below its top.",
    ),
    Clause(
        "terrain.blocked",
        "Solid terrain",
        "No move passes through solid terrain that the mover can't climb, fly over or walk over. The whole base counts.",
    ),
    Clause(
        "move.distance",
        "How far",
        "A move is measured at the middle of the base: all its straight legs together, and what the ruleset adds for "
        "climbs. It may be less than the allowance, never more.",
    ),
    Clause(
        "turn.order",
        "Whose turn",
        "The side whose turn or activation it is acts, and each unit as often as the turn allows.",
    ),
    Clause("action.unknown", "No such action", "The ruleset has no action of this name."),
    Clause(
        "action.unavailable",
        "Not now",
        "The ruleset has this action, but not for this unit in its present state, or not with what was asked for.",
    ),
)
