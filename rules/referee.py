"""The referee: judges any action on a table, and never changes anything."""

from dataclasses import replace

from rules.actions import Action
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
    if judge_one is None:
        says = f"there is no action {action.name} in {ruleset.name}; it has {', '.join(ruleset.judges)}"
        return Ruling(False, findings=(Finding("action.unknown", says),))
    if table.turn.is_over and in_turn and action.name != "casualty":
        return Ruling(False, findings=(Finding("turn.order", "the game is over"),))
    ruling = judge_one(table, action)
    finding = ruleset.turn_findings(table, action) if in_turn else None
    if finding is not None:
        return replace(ruling, legal=False, findings=(finding, *ruling.findings), after=None)
    if ruling.after is None:
        return ruling
    return replace(ruling, after=ruleset.turn_advance(ruling.after, action))
