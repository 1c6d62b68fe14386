"""The rules as text: a ruleset clause by clause, with each parameter. The window's rules page uses the same words."""

import re
from collections.abc import Mapping
from dataclasses import replace

from rules.author_rulesets import AuthorRuleset
from rules.ruleset import Clause, Parameter, Ruleset

Values = Mapping[str, float | bool]


def clause_words(clause: Clause, values: Values) -> str:
    """The words of a clause with the parameters' values in them."""
    return re.sub(r"\{([\w.]+)\}", lambda m: _value(values[m[1]]) if m[1] in values else m[0], clause.words)


def parameters_of(ruleset: Ruleset, clause: Clause) -> list[Parameter]:
    """The parameters that a clause is about: those in its words, and those named after it."""
    return [p for p in ruleset.parameters if p.name in clause.words or p.name.startswith(f"{clause.id}.")]


def ruleset_text(ruleset: Ruleset, values: Values | None = None) -> str:
    """A whole ruleset in words: its clauses, then its parameters. `values` stand in for the defaults."""
    values = {**ruleset.defaults, **(values or {})}
    parts = [f"{ruleset.name}: {ruleset.title}\n{ruleset.summary}"]
    parts += [clause_text(ruleset, clause, values) for clause in ruleset.clauses]
    left = [p for p in ruleset.parameters if not any(p in parameters_of(ruleset, c) for c in ruleset.clauses)]
    if left:
        parts.append("\n".join(["Other parameters", *(_parameter_line(p, values) for p in left)]))
    return "\n\n".join(parts)


def as_ruleset(author: AuthorRuleset, base: Ruleset) -> Ruleset:
    """An author's own ruleset: the built-in one that it is based on, with its names, words and parameters."""
    clauses = tuple(replace(c, words=author.words.get(c.id, c.words)) for c in base.clauses)
    parameters = tuple(replace(p, default=author.parameters.get(p.name, p.default)) for p in base.parameters)
    summary = author.summary or base.summary
    return replace(
        base, name=author.name, title=author.title, summary=summary, clauses=clauses, parameters=parameters
    )


def clause_text(ruleset: Ruleset, clause: Clause, values: Values | None = None) -> str:
    """One clause: its id and title, its words, and a line for each of its parameters."""
    values = {**ruleset.defaults, **(values or {})}
    lines = [f"{clause.id}: {clause.title}", f"  {clause_words(clause, values)}"]
    return "\n".join(lines + [_parameter_line(p, values) for p in parameters_of(ruleset, clause)])


def _parameter_line(parameter: Parameter, values: Values) -> str:
    unit = f" {parameter.unit}" if parameter.unit else ""
    changed = "" if values[parameter.name] == parameter.default else f" (default {_value(parameter.default)}{unit})"
    return f"  ◆ {parameter.name} = {_value(values[parameter.name])}{unit}{changed}: {parameter.words}"


def _value(value: float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}"
