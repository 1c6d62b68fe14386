"""An action that another ruleset has is judged: it is unknown here. The referee never raises."""

from dataclasses import replace

import pytest

from rules.actions import parse_action
from rules.referee import judge
from rules.rulesets import RULESETS
from tests.rules.matches import small_match

MOVES = {
    "skirmish": {"action": "move", "model": "ada", "path": [[5, 3]]},
    "leader": {"action": "move", "unit": "ada", "leader": "ada", "path": [[5, 3]]},
    "squad": {"action": "move", "unit": "ada", "paths": {"ada": [[5, 3]]}},
    "ranks": {"action": "move", "unit": "ada", "steps": [{"advance": 2}]},
}
CHARGES = {
    "leader": {"action": "charge", "unit": "ada", "leader": "ada", "path": [[5, 3]], "target": "cid"},
    "squad": {"action": "charge", "unit": "ada", "paths": {"ada": [[5, 3]]}},
    "ranks": {"action": "charge", "unit": "ada", "steps": [{"advance": 2}], "target": "cid"},
}
OTHERS = [
    {"action": "back_off", "model": "ada", "path": [[5, 3]]},
    {"action": "towards", "model": "ada", "target": "cid", "distance": 2},
    {"action": "away", "unit": "ada", "target": [1, 1], "distance": 2},
    {"action": "deploy", "unit": "ada", "place": {}},
    {"action": "summon", "unit": "ada", "leader": "ada", "place": {}},
    {"action": "add", "unit": "ada", "place": [[5, 3]]},
    {"action": "reform", "unit": "ada", "files": 1, "at": [4, 3], "facing": 90},
    {"action": "separate", "unit": "ada", "by": [1, 1]},
]
KINDS = {name: "ranks" if name == "regiment" else name for name in RULESETS}


@pytest.mark.parametrize("ruleset", list(RULESETS))
@pytest.mark.parametrize(("kind", "data"), [*MOVES.items(), *CHARGES.items()])
def test_a_move_with_the_keys_of_another_ruleset_is_unknown(ruleset: str, kind: str, data: dict[str, object]) -> None:
    table = replace(small_match().table, ruleset=ruleset, parameters=RULESETS[ruleset].defaults)
    ruling = judge(table, parse_action(data), in_turn=False)
    assert ("action.unknown" in ruling.clauses) == (kind != KINDS[ruleset])


@pytest.mark.parametrize("ruleset", list(RULESETS))
@pytest.mark.parametrize("data", OTHERS, ids=lambda data: data["action"])
@pytest.mark.parametrize("in_turn", [True, False])
def test_an_action_of_any_ruleset_is_judged(ruleset: str, data: dict[str, object], in_turn: bool) -> None:
    table = replace(small_match().table, ruleset=ruleset, parameters=RULESETS[ruleset].defaults)
    action = parse_action(data)
    ruling = judge(table, action, in_turn)
    assert ("action.unknown" in ruling.clauses) == (action.name not in RULESETS[ruleset].judges)
