"""Where a selected model can end, worked out beside the game so that no frame waits for it."""

from __future__ import annotations

import traceback
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from rules.reach import Reach, reach
from rules.table import Table

_WORKER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reach")


def _reach_apart(table: Table, model_id: str) -> Reach:
    """The reach, worked out on a copy: a Pymunk space may be asked by one thread at a time, and a copy has its own."""
    return reach(replace(table, terrain=replace(table.terrain)), model_id)


class Reaching:
    """The reach that is wanted now; None until it is known. Only the last one asked for is kept."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._model: str | None = None
        self._coming: Future[Reach] | None = None

    def of(self, table: Table, model_id: str | None) -> Reach | None:
        """The reach of a model on a table, or None while it is being worked out (or there is no model)."""
        if table is not self._table or model_id != self._model:
            self._table, self._model = table, model_id
            if self._coming is not None:
                self._coming.cancel()
            is_there = model_id is not None and table.model(model_id).is_on_table
            self._coming = _WORKER.submit(_reach_apart, table, model_id) if is_there and model_id is not None else None
        if self._coming is None or not self._coming.done():
            return None
        fault = self._coming.exception()
        if fault is not None:
            traceback.print_exception(fault)  # a fault in what is only shaded is told, and ends no game
            self._coming = None
            return None
        return self._coming.result()
