"""Carrying one model: the waypoints set, where the ghost is, on which surface, and the exact inches asked for."""

from __future__ import annotations

import math

from game.asking import carried_action, spot_in_contact, usual_name
from game.hand import Hand
from game.offering import STILL
from game.surfaces import chosen_surface, surfaces_under
from game.ways import way_on
from physics.vectors import Point
from rules.actions import Action, LeaderMove, ModelMove, SquadMove, Waypoint
from rules.table import Table


class Carry(Hand):
    """A model carried along a path; the pointer holds it where it was gripped, the path is its centre's."""

    def __init__(self, table: Table, model_id: str, grip: Point = (0.0, 0.0), is_dragged: bool = False) -> None:
        super().__init__(table, model_id)
        x, y = self.model.standing.at
        self.pointer = (x + grip[0], y + grip[1])
        self.grip = grip
        self.is_dragged = is_dragged
        self.usual = self.name = usual_name(table, self.model)
        self.is_alone = False
        self.corners: list[Waypoint] = []
        self.exact: float | None = None
        self.choice: str | None = None
        self.is_routed = False

    @property
    def last_corner(self) -> Point:
        """Where the leg under way starts."""
        return self.corners[-1].at if self.corners else self.model.standing.at

    @property
    def last_elevation(self) -> float:
        """Inches above the ground of the surface where the leg under way starts."""
        if not self.corners:
            return self.model.elevation
        return self.table.terrain.surface_at(self.corners[-1].at, self.corners[-1].on)[1]

    @property
    def spot(self) -> Point:
        """Where the centre of the ghost is wished: under the pointer, or the exact inches on in its direction."""
        at = (self.pointer[0] - self.grip[0], self.pointer[1] - self.grip[1])
        if self.exact is None:
            return at
        x, y = self.last_corner
        far = math.dist(at, (x, y))
        way = ((at[0] - x) / far, (at[1] - y) / far) if far > 1e-9 else (0.0, 1.0)
        return (x + way[0] * self.exact, y + way[1] * self.exact)

    def wish(self) -> Action:
        """The move to where the ghost is wished."""
        spot = self.spot
        if self.name == "charge" and self.exact is None and not self.is_free:
            spot = spot_in_contact(self.table, self.model, spot) or spot
        path = tuple(self.corners)
        self.no_way = ""
        if self.is_routed and math.dist(spot, self.last_corner) > STILL:
            rest, self.no_way = way_on(self.table, self.model, self.name, path, self._waypoint(spot))
            if rest:
                return carried_action(self.table, self.model, self.name, (*path, *rest), self.is_alone)
        if math.dist(spot, self.last_corner) > 1e-9 or self._is_another_surface(spot):
            path = (*path, self._waypoint(spot))
        return carried_action(self.table, self.model, self.name, path, self.is_alone)

    def route_round(self, is_routed: bool) -> None:
        """Finds the way round obstacles by itself, or goes straight."""
        if is_routed != self.is_routed:
            self.is_routed, self.is_stale = is_routed, True

    @property
    def may_go_round(self) -> bool:
        """A player's own corners are not thrown away."""
        return not self.corners

    def may_hold(self, offered: Action) -> bool:
        """A surface that was chosen is not changed behind the player's back."""
        if self.choice is None or not isinstance(offered, ModelMove) or not offered.path:
            return True
        end = offered.path[-1]
        return self.table.terrain.surface_at(end.at, end.on)[0] == self.choice

    def _is_another_surface(self, spot: Point) -> bool:
        return bool(self.corners) and self._waypoint(spot).on != self.corners[-1].on

    def _waypoint(self, at: Point) -> Waypoint:
        return Waypoint(at, chosen_surface(self.table.terrain, at, self.last_elevation, self.choice))

    def set_waypoint(self) -> bool:
        """Sets a corner of the path where the ghost is now; whether there was anything to set."""
        self.judge()
        path = self._path_taken()
        if len(path) <= len(self.corners):
            return False
        self.corners = list(path)
        self.exact = self.choice = None
        self.is_stale = True
        return True

    def _path_taken(self) -> tuple[Waypoint, ...]:
        """The path of the carried model in the action as it is judged now."""
        match self.action:
            case ModelMove(path=path) | LeaderMove(path=path):
                return path
            case SquadMove(paths=paths):
                return paths.get(self.model.id, ())
        return ()

    def take_back_waypoint(self) -> bool:
        """Takes back the exact inches asked for, else the last corner; whether there was one."""
        self.is_stale = True
        if self.exact is not None:
            self.exact = None
            return True
        if self.corners:
            self.corners.pop()
            return True
        return False

    def go_exactly(self, inches: float) -> None:
        """Holds the ghost that many inches on in the pointer's direction; the same again lets it loose."""
        self.exact = None if self.exact == inches else inches
        self.is_stale = True

    @property
    def has_choice(self) -> bool:
        """Whether several surfaces lie over one another under the ghost."""
        return len(surfaces_under(self.table.terrain, self.spot)) > 1

    def choose_surface(self, step: int) -> str | None:
        """Chooses the next surface up (1) or down (-1) under the ghost; the id of the one chosen, or None."""
        spot = self.spot
        under = surfaces_under(self.table.terrain, spot)
        if len(under) < 2:
            return None
        now = chosen_surface(self.table.terrain, spot, self.last_elevation, self.choice)
        now = now if now is not None else self.table.terrain.surface_at(spot)[0]
        ids = [surface.id for surface in under]
        index = ids.index(now) if now in ids else 0
        self.choice = ids[max(0, min(len(ids) - 1, index + step))]
        self.is_stale = True
        return self.choice

