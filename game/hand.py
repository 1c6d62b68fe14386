"""What is in hand: a model on its way, the action that would take it there, and the ruling on it, once a frame."""

from __future__ import annotations

import math
import time

from game import searching
from game.asking import end_of, path_of
from game.offering import STILL, nearer_of, nearest_by_reach, nearest_worth_offering, place_offered
from game.reaching import ReachShown
from game.searching import SEARCHER, Offer, Search
from physics.vectors import Point
from rules.actions import Action
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Model, Place, Table

HOLD = 0.3
"""Inches beyond the last legal spot within which the ghost is held at it."""

ERROR = 0.05
"""Inches: a little more than the reach's edge may stray."""
SLOW, SLOW_ROUND = 0.008, 0.003
"""Seconds: an offer on the path, or round what is in between, that took longer is made again only once the pointer rests
for a frame, so that dragging stays smooth. The ghost is held on the path while it moves, so that may take longer."""


class Hand:
    """A model in hand. Its kinds say what the player wishes; what is wished is judged, and held at a limit near by."""

    no_way_of_it = ""
    """What is said when a way is asked for of what none is found for."""
    no_way = ""
    """Why there is no way, when one is asked for and there is none."""
    reach: ReachShown | None = None
    """Where it can end, as soon as that is known."""
    _is_owed = False
    _offer_took, _round_took = 0.0, math.inf
    search: Search | None = None
    """The offer on the path that is being looked for."""

    def __init__(self, table: Table, model_id: str) -> None:
        self.table = table
        self.model: Model = table.model(model_id)
        self.pointer: Point = self.model.standing.at
        self.is_free = False
        self.is_stale = True
        self.is_held = False
        self.held_because = ""
        self.action: Action | None = None
        self.ruling: Ruling | None = None
        self.nearest: Action | None = None
        self.nearest_place: Place | None = None

    def wish(self) -> Action | None:
        """The action that the pointer asks for, or None while nothing is asked for."""
        raise NotImplementedError

    def judge(self) -> None:
        """Judges what is wished, once for all that has changed since the last time."""
        if not self.is_stale:
            self._go_on()
            return
        self.search = None
        self.is_stale = self._is_owed = False
        self.is_held = False
        self.nearest = self.nearest_place = None
        self.action = self.wish()
        self.ruling = judge(self.table, self.action) if self.action is not None else None
        if self.action is None or self.ruling is None or self.ruling.legal:
            return
        self._offer(self.action, self.ruling, is_resting=False)

    def _go_on(self) -> None:
        """What is still being looked for, or was put off while the pointer was moving."""
        if self.action is None or self.ruling is None:
            return
        if self.search is not None:
            self._hear(self.action, self.ruling, self.search, is_resting=True)
        elif self._is_owed:
            self._offer(self.action, self.ruling, is_resting=True)

    @property
    def is_looking(self) -> bool:
        """Whether an offer is still to be looked for, or to be found."""
        return self.search is not None or self._is_owed

    def settle(self) -> None:
        """Judges what is wished for good, with what was put off while the pointer was moving."""
        self.judge()
        self._go_on()
        if self.search is not None:
            self.search.is_done(searching.DROPPED)
            self._go_on()

    def _offer(self, wished: Action, refused: Ruling, is_resting: bool) -> None:
        """Looks for the nearest legal spot: on the path, and round what is in between; what takes long waits for rest."""
        if self._is_off_path(end_of(self.table, wished)):
            self._is_owed = not is_resting and self._round_took > SLOW_ROUND
            if not self._is_owed:
                self._offer_round(wished, refused, None)
                self.nearest_place = place_offered(self.table, self.nearest)
            if self._is_owed or self.nearest is not None:
                return
        self._is_owed = not is_resting and self._offer_took > SLOW
        if self._is_owed:
            return
        if self.no_way and self.reach is not None:
            self._take(wished, refused, (None, None), is_resting)
            return
        search = SEARCHER.begin(self.table, lambda table: straight_offer(table, wished, refused))
        self._is_owed = search is None  # another is under way: once that has ended
        if search is not None:
            self._hear(wished, refused, search, is_resting)

    def _hear(self, wished: Action, refused: Ruling, search: Search, is_resting: bool) -> None:
        """Takes what a search on the path has found, or goes on waiting for it beside the game."""
        patience = 0.0 if search is self.search else searching.RESTING if is_resting else searching.MOVING
        is_done = search.is_done(patience)
        self._offer_took = search.waited if is_done else math.inf
        self.search = None if is_done else search
        if is_done:
            self._take(wished, refused, search.answer, is_resting)

    def _take(self, wished: Action, refused: Ruling, found: Offer, is_resting: bool) -> None:
        """Offers what was found on the path, or holds the ghost there; and looks for a spot round what is in between."""
        straight, place = found
        self.nearest = straight
        if straight is not None and not self.is_free:
            self._hold(wished, straight)
        if not self.is_held and self.may_go_round:
            self._is_owed = not is_resting and not self.no_way and self._round_took > SLOW_ROUND
            if not self._is_owed:
                self._offer_round(wished, refused, straight)
        self.nearest_place = place if self.nearest is straight else place_offered(self.table, self.nearest)

    def _is_off_path(self, at: Point) -> bool:
        """Whether the reach says that no legal spot, also none on the path, is near enough to a point to be held at."""
        if not self.may_go_round or self.reach is None or not self.reach.has_contacts:
            return False
        apart = self.reach.off(at)
        return HOLD + ERROR < apart < self.reach.off_contact(at)

    def _offer_round(self, wished: Action, refused: Ruling, straight: Action | None) -> None:
        """Takes a spot that is reached round what is in between, where that is nearer than the one on the path."""
        started = time.perf_counter()
        round_it = nearest_by_reach(self.table, wished, refused, self.reach)
        self.nearest = nearer_of(self.table, end_of(self.table, wished), straight, round_it)
        if self.no_way and round_it is not None and not self.is_free:
            self._hold(wished, round_it)
        self._round_took = time.perf_counter() - started

    @property
    def may_go_round(self) -> bool:
        """Whether a spot may be offered that is reached by another way than the one wished."""
        return False

    def route_round(self, is_routed: bool) -> None:
        """A way round what is in between is asked for, or no longer: here none is found, and that is said."""
        self.no_way = self.no_way_of_it if is_routed else ""

    def know(self, reach: ReachShown | None) -> None:
        """It has become known where it can end: what is offered may be another spot now."""
        if reach is not self.reach:
            self.reach = reach
            self.is_stale = self.is_stale or (self.ruling is not None and not self.ruling.legal) or self.is_held

    def _hold(self, wished: Action, offered: Action) -> None:
        """Takes the last legal spot instead of what is wished when it is near enough."""
        if math.dist(end_of(self.table, wished), end_of(self.table, offered)) > HOLD or not self.may_hold(offered):
            return
        ruling = judge(self.table, offered)
        if ruling.legal:
            self.held_because = self.ruling.findings[0].says if self.ruling is not None and self.ruling.findings else ""
            self.action, self.ruling, self.nearest, self.is_held = offered, ruling, None, True
            self.no_way = ""

    def may_hold(self, _offered: Action) -> bool:
        """Whether an action on offer is of the kind that the ghost may be held at."""
        return True

    def touch(self, pointer: Point, is_free: bool = False) -> None:
        """The pointer is at a point of the table; free: not to be held at a limit."""
        if pointer != self.pointer or is_free != self.is_free:
            self.pointer, self.is_free, self.is_stale = pointer, is_free, True

    @property
    def has_gone(self) -> bool:
        """Whether the action would take the model anywhere."""
        if self.action is None:
            return False
        return any(math.dist(p, self.model.standing.at) > STILL for p in path_of(self.table, self.action)[1:])


def straight_offer(table: Table, wished: Action, refused: Ruling) -> Offer:
    """The nearest legal action on the path that was wished, and where it ends."""
    offered = nearest_worth_offering(table, wished, refused)
    return offered, place_offered(table, offered)
