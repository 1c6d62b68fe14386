"""The nearest legal spot after a refusal that took longer to find than a drop waits: it is offered once it is there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.hand import straight_offer
from game.searching import SEARCHER, Search
from game.told import Told


@dataclass
class LateOffer:
    """A refusal that was told without an offer, and the search for one; None while another search is under way."""

    told: Told
    search: Search | None

    def heard(self, patience: float) -> Told | None:
        """The refusal as it is to be told now that the search has ended; None while it goes on."""
        told = self.told
        if self.search is None:
            self.search = SEARCHER.begin(told.table, lambda table: straight_offer(table, told.action, told.ruling))
        if self.search is None or not self.search.is_done(patience):
            return None
        nearest, place = self.search.answer
        mended = replace(told, nearest=nearest, nearest_place=place)
        mended.__dict__["ghosts"] = told.ghosts  # which stay where they are
        return mended

    @property
    def waited(self) -> float:
        """Seconds that it has been looked for."""
        return self.search.waited if self.search is not None else 0.0
