"""What is offered instead of a refused action: the nearest legal one of its kind, round what is in between where the reach
is known."""

from __future__ import annotations

import math
from typing import Final

from game.asking import carried_action, end_of, ghosts_of, kind_of, path_of
from game.reaching import ReachShown
from physics.vectors import Point
from rules.actions import Action, ModelMove, Waypoint
from rules.nearest_legal import nearest_legal
from rules.reach import route
from rules.referee import judge
from rules.rulesets import ruleset_of
from rules.ruling import Ruling
from rules.table import Place, Table

STILL = 0.02
"""Inches: a path shorter than this is no move."""
NEARER = 0.05
"""Inches by which a spot that is reached by a way round must be nearer than one on the path that was wished."""
INSIDE: Final = (0.001, 0.02)
"""Inches inside the reach's edge at which spots are tried: the edge is exact to 0.02."""

CARRIED = ("move", "back_off", "run", "charge", "disengage")
"""The actions that carrying a single model or a led unit asks for."""
NOT_BY_PLACE = ("turn.order", "engagement.held", "action.unavailable", "action.unknown")
"""Clauses that no other place would satisfy."""


def nearest_worth_offering(table: Table, action: Action, refused: Ruling) -> Action | None:
    """The nearest legal action of the same kind; None where there is none that goes anywhere, or it is not its turn."""
    if _is_hopeless(action.name, refused):
        return None
    offered = nearest_legal(table, action, refused)
    if offered is None or offered == action:
        return None
    path = path_of(table, offered)
    return offered if any(math.dist(p, path[0]) > STILL for p in path[1:]) else None


def nearest_by_reach(table: Table, action: Action, refused: Ruling, reach: ReachShown | None) -> ModelMove | None:
    """The move by the shortest way to the spot of the reach that is nearest to where a refused move was to end, or None."""
    if reach is None or not isinstance(action, ModelMove) or not action.path or reach.model != action.model:
        return None
    if _is_hopeless(action.name, refused):
        return None
    for inside in INSIDE:
        for at, on in reach.nearest_to(action.path[-1].at, inside)[:2]:
            usual = table.terrain.surface_at(at)[0]
            name = "back_off" if action.name == "back_off" else "move"
            found = route(table, action.model, Waypoint(at, None if on == usual else on), name)  # type: ignore[arg-type]
            if found is not None and math.dist(at, table.model(action.model).standing.at) > STILL:
                return found.action(action.model, name)  # type: ignore[arg-type]
    return None


def nearer_of(table: Table, at: Point, straight: Action | None, round_it: Action | None) -> Action | None:
    """Which of two offers ends nearer to a point: the one on the path wished, unless the way round gets clearly nearer."""
    if straight is None or round_it is None:
        return straight or round_it
    gained = math.dist(end_of(table, straight), at) - math.dist(end_of(table, round_it), at)
    return round_it if gained > NEARER else straight


def unavailable(table: Table, model_id: str | None) -> frozenset[str]:
    """The actions that carrying a model can't ask for now, wherever it went; none while no model of the table is meant."""
    model = table.models.get(model_id) if model_id is not None else None
    if model is None or not model.is_on_table or kind_of(table) not in ("skirmish", "leader"):
        return frozenset()
    stays = (Waypoint(model.standing.at, model.standing.on),)
    names = [n for n in CARRIED if n in ruleset_of(table).judges]
    rulings = {n: judge(table, carried_action(table, model, n, stays)) for n in names}
    return frozenset(name for name, ruling in rulings.items() if _is_hopeless(name, ruling))


def _is_hopeless(name: str, refused: Ruling) -> bool:
    """Whether an action is refused wherever it ended: of a back off that only stays engaged that is not so."""
    return any(f.clause in NOT_BY_PLACE and (name, f.clause) != ("back_off", "engagement.held") for f in refused.findings)


def place_offered(table: Table, offered: Action | None) -> Place | None:
    """Where an action on offer would leave its model, or None."""
    ghosts = ghosts_of(table, offered, judge(table, offered)) if offered is not None else ()
    return ghosts[0][1] if ghosts else None
