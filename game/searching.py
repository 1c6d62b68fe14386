"""What is looked for beside the game, so that no frame waits for it: the nearest legal spot, one search at a time."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import Final

from rules.actions import Action
from rules.table import Place, Table

Offer = tuple[Action | None, Place | None]
"""An action on offer and where it would leave its model; None where nothing is."""
NOTHING: Final[Offer] = (None, None)
MOVING = 0.008
"""Seconds that a frame waits for an offer while the pointer moves."""
RESTING = 0.02
"""Seconds that it waits once the pointer rests."""
DROPPED = 0.25
"""Seconds that a drop waits: what is found later is offered later."""
_WORKER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="offers")


@dataclass(eq=False)
class Search:
    """An offer that is being looked for, and the answer once it is there."""

    work: Future[Offer]
    started: float = field(default_factory=time.perf_counter)

    def is_done(self, patience: float = 0.0) -> bool:
        """Whether the answer is there, after waiting for it so many seconds at most."""
        if patience > 0.0:
            wait([self.work], patience)
        return self.work.done()

    @property
    def answer(self) -> Offer:
        """What was found; nothing where the search failed."""
        return self.work.result()

    @property
    def waited(self) -> float:
        """Seconds since it was begun."""
        return time.perf_counter() - self.started


class Searcher:
    """Looks for one offer at a time, on a copy of the table: a Pymunk space may be asked by one thread at a time."""

    def __init__(self) -> None:
        self._copy: tuple[Table, Table] | None = None
        self._last: Search | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a search is under way, if only one that nobody waits for any more."""
        return self._last is not None and not self._last.is_done()

    def begin(self, table: Table, ask: Callable[[Table], Offer]) -> Search | None:
        """A search of an offer on a table; None while another is under way."""
        if self.is_busy:
            return None
        if self._copy is None or self._copy[0] is not table:
            self._copy = (table, replace(table, terrain=replace(table.terrain)))
        self._last = Search(_WORKER.submit(self._find, self._copy[1], ask))
        return self._last

    def _find(self, copy: Table, ask: Callable[[Table], Offer]) -> Offer:
        try:
            return ask(copy)
        except Exception as fault:  # a fault in what is only offered is told, and ends no game
            traceback.print_exception(fault)
            return NOTHING


SEARCHER: Final = Searcher()
"""The one for all hands and tables: there is one pointer."""
