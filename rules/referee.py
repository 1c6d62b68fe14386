"""The referee: judges any action on a table, and never changes anything."""

from dataclasses import replace

from rules.actions import Action, BlockMove, LeaderMove, ModelMove, SquadMove
from rules.ruleset import Ruleset
from rules.rulesets import ruleset_of
from rules.ruling import Finding, Ruling
from rules.table import Table


def judge(table: Table, action: Action, in_turn: bool = True) -> Ruling:
    """The ruling on an action: whether it is legal, what it costs, why not, and the Table after it.

    With `in_turn` false it is not asked whose turn it is. Clauses action.unknown and turn.order are judged here,
    the others by the judge that the ruleset declares for the action.
    """
    ruleset = ruleset_of(table)
    judge_one = ruleset.judges.get(action.name)
    if judge_one is None or _is_move_of_another(ruleset, action):
        return Ruling(False, findings=(_unknown(ruleset, action),))
    if table.turn.is_over and in_turn and action.name != "casualty":
        return Ruling(False, findings=(Finding("turn.order", "the game is over"),))
    ruling = judge_one(table, action)
    finding = ruleset.turn_findings(table, action) if in_turn else None
    if finding is not None:
        return replace(ruling, legal=False, findings=(finding, *ruling.findings), after=None)
    if ruling.after is None:
        return ruling
    return replace(ruling, after=ruleset.turn_advance(ruling.after, action))


def _is_move_of_another(ruleset: Ruleset, action: Action) -> bool:
    """Whether it is a move (or charge) as another ruleset has it: those share their names, and differ in their keys."""
    return isinstance(action, ModelMove | LeaderMove | SquadMove | BlockMove) and not isinstance(action, ruleset.move_kind)


def _unknown(ruleset: Ruleset, action: Action) -> Finding:
    if action.name in ruleset.judges:
        says = f"this {action.name} is of another ruleset: {ruleset.name} has one with other keys"
    else:
        says = f"there is no action {action.name} in {ruleset.name}; it has {', '.join(ruleset.judges)}"
    return Finding("action.unknown", says)
