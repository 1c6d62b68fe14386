"""The `leader` ruleset: units that follow a Leading Model, their links, and the gaps that a Size can pass."""

from rules.actions import LeaderMove
from rules.leader_direct import judge_leader_direct
from rules.leading import engaged, is_coherent, judge_leader_move, judge_setting
from rules.moves import judge_casualty, judge_end
from rules.ruleset import Clause, Parameter, Ruleset
from rules.rulesets.shared import SHARED
from rules.rulesets.skirmish import CLAUSES as SKIRMISH_CLAUSES
from rules.turns import advance_alternating, order_alternating

CLAUSES = (
    *SHARED,
    Clause(
        "leader.first",
        "The leader first",
        "An action names its Leading Model, a model of the unit. It goes first, and only its path is measured; it leads "
        "until the action ends.",
    ),
    Clause(
        "coherency.distance",
        "Wholly within reach of the leader",
        "At the end of each action that sets models anew every model is wholly within {coherency.distance} in of the leader.",
    ),
    Clause(
        "coherency.link",
        "Linked",
        "A chain of straight lines, base to base, joins every model to its leader. No line passes through models of "
        "other units, terrain, or a gap that the leader could not go through. Lines may pass through enemies that the "
        "unit is engaged with, and through access points; those of a flying unit pass over terrain and other units.",
    ),
    Clause(
        "coherency.closer",
        "As near as can be",
        "A model that finds no free spot wholly within, with a link, stands as near as any legal spot with a link, and "
        "its unit is Out of Coherency. If a nearer spot is free the action is refused.",
    ),
    Clause(
        "coherency.casualty",
        "No spot at all",
        "A model for which there is no legal spot with a link anywhere is removed as a casualty at once.",
    ),
    Clause(
        "coherency.kept",
        "Kept until the next action",
        "Only the end of an action that sets the unit's models anew changes whether it is in coherency; losing models "
        "never does.",
    ),
    Clause(
        "coherency.marker",
        "Markers",
        "A unit Out of Coherency neither controls nor contests a mission marker. A marker belongs to the side with more "
        "models within {marker.range} in of it.",
    ),
    Clause("deploy.coherency", "Deployed in coherency", "A deployment does not end Out of Coherency."),
    Clause("deploy.zone", "Deployment zone", "A unit is deployed with every base wholly inside the zone of its side."),
    Clause(
        "gap.clearance",
        "Gaps and Size",
        "The leader goes through a gap between two separate obstacles only if it is at least {gap.small} in wide for "
        "Size 2 or lower, {gap.large} in for Size 3 or larger. On its way it keeps clear of every obstacle by half of its "
        "base, or of that width, whichever is less. Passing is not stopping: it ends only where its base fits.",
    ),
    Clause(
        "flying",
        "Flying",
        "A flying unit ignores gaps, terrain and models between its start and its end; its bases fit where they end.",
    ),
    Clause(
        "engaged.end",
        "Engaged or not",
        "Engaged is within {engagement.range} in of an enemy. A move or a run neither starts nor ends engaged; a unit that "
        "disengages ends engaged with nobody.",
    ),
    Clause("charge.contact", "A charge arrives", "A charge ends with its leader touching the target."),
    Clause(
        "direct.line",
        "Directly",
        "Directly towards or away is on the line from the middle of the mover through the middle of the target. What is "
        "in the way of the leader's base is gone round by the shortest way to the line beyond it, and the first direction "
        "is kept. Where the left and the right are equally short the player chooses. Where no way leads round, it stops.",
    ),
    Clause(
        "direct.end",
        "Not the wrong way",
        "Moving towards, it does not end further away than it began; moving away, not closer.",
    ),
    Clause(
        "direct.leader",
        "Who leads",
        "The model with the shortest way to the target leads; the others are set as near (towards) or as far (away) as "
        "coherency lets them. The target's model nearest to the leader is aimed at (towards), the furthest (away). Of "
        "models with equally short ways the player chooses one; so he does of spots that are equally near or far.",
    ),
    Clause(
        "direct.edge", "At the edge", "Such a move stops where the base meets the table's edge, and does not slide on."
    ),
    *(c for c in SKIRMISH_CLAUSES if c.id in ("positioning.overhang", "gap.crossing")),
)
PARAMETERS = (
    Parameter("run.factor", 2.0, "× Move", "How far a run goes.", 0.0, 100.0),
    Parameter("close_ranks.distance", 2.0, "in", "How far the leader goes to close ranks."),
    Parameter("engagement.range", 1.0, "in", "How near to an enemy a model is engaged."),
    Parameter("coherency.distance", 3.0, "in", "How near to the leader every part of every base is."),
    Parameter("marker.range", 1.0, "in", "How near to a mission marker a model controls or contests it."),
    Parameter("gap.small", 1.0, "in", "The gap that Size 2 or lower needs."),
    Parameter("gap.large", 3.0, "in", "The gap that Size 3 or larger needs."),
)

LEADER = Ruleset(
    name="leader",
    title="Leader",
    summary="Units that follow a Leading Model, hold together by links, and pass only gaps that fit their Size.",
    clauses=CLAUSES,
    parameters=PARAMETERS,
    judges={
        "move": judge_leader_move,
        "run": judge_leader_move,
        "charge": judge_leader_move,
        "disengage": judge_leader_move,
        "close_ranks": judge_leader_move,
        "deploy": judge_setting,
        "place": judge_setting,
        "summon": judge_setting,
        "towards": judge_leader_direct,
        "away": judge_leader_direct,
        "casualty": judge_casualty,
        "end": judge_end,
    },
    move_kind=LeaderMove,
    turn_advance=advance_alternating,
    turn_findings=order_alternating,
    engaged=engaged,
    coherent=is_coherent,
    action_words={
        "move": "Move",
        "run": "Run",
        "charge": "Charge",
        "disengage": "Disengage",
        "close_ranks": "Close ranks",
        "deploy": "Deploy",
        "place": "Place",
        "summon": "Summon",
        "towards": "Directly towards",
        "away": "Directly away",
        "casualty": "Remove as a casualty",
        "end": "End the activation",
    },
)
