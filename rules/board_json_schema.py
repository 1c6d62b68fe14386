"""The board format as a JSON schema, for editors: `python -m rules.board_json_schema > docs/board.schema.json`."""

import json
from typing import Any

from rules.actions import ACTION_NAMES
from rules.board_expectations import FACT_NAMES
from rules.board_schema import BoardPart

ACTION_SCHEMA = {"type": "object", "properties": {"action": {"enum": list(ACTION_NAMES)}}, "required": ["action"]}
FACT_SCHEMA = {
    "type": "object", "properties": {name: {} for name in FACT_NAMES}, "additionalProperties": False,
    "minProperties": 1, "maxProperties": 1,
}
ANSWER_SCHEMA = {"type": ["number", "boolean", "string"]}


def board_json_schema() -> dict[str, Any]:
    """The JSON schema of board files, from the very models that read them."""
    schema: dict[str, Any] = _tidied(BoardPart.model_json_schema(by_alias=True))
    expect = schema["$defs"]["ExpectPart"]["properties"]
    expect["try"].update(ACTION_SCHEMA)
    expect["fact"].update(FACT_SCHEMA)
    expect["equals"].update(ANSWER_SCHEMA)
    expect["after"]["items"] = ACTION_SCHEMA
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Board", **schema}


def schema_text() -> str:
    """The schema as the file docs/board.schema.json has it."""
    return json.dumps(board_json_schema(), indent=2, ensure_ascii=False) + "\n"


def _tidied(node: Any, is_names: bool = False) -> Any:
    """Without made-up titles, and without null: TOML has none, and a key left out is no null."""
    if isinstance(node, list):
        return [_tidied(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    if is_names:
        return {key: _tidied(inner) for key, inner in node.items()}
    tidy = {
        key: _tidied(inner, key in ("properties", "$defs"))
        for key, inner in node.items()
        if key != "title" and not (key == "default" and inner is None)
    }
    choices = [c for c in tidy.get("anyOf", []) if c != {"type": "null"}]
    if len(choices) == 1 and "anyOf" in tidy:
        del tidy["anyOf"]
        return choices[0] | tidy
    return tidy | ({"anyOf": choices} if choices else {})


if __name__ == "__main__":
    print(schema_text(), end="")
