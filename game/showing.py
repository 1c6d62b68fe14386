"""What is drawn beside the Table of a game in play: the reach, how units hang together, what is in hand or was told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.asking import kind_of
from game.block_play import block_show, ruling_shown
from game.hanging import Hanging, pattern_of
from game.reaching import ReachShown
from game.table_view import Ghost, Show
from game.told import Told
from game.unit_play import hangings_of, is_ghost_legal
from rules.reach import is_known as is_reach_known
from rules.turns import can_act

if TYPE_CHECKING:
    from game.play import Play


class Showing:
    """What is shown of a game; what takes long to find is kept until it changes."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._hung: tuple[tuple[object, ...], tuple[Hanging, ...]] = ((), ())

    def reach(self) -> ReachShown | None:
        """Where what is in hand or selected can end, as far as that is known, if it is shown (or in hand) and it may act.

        None of what goes straight towards or away, or is carried as what it can't do now: that ends elsewhere, or nowhere.
        """
        play = self._play
        table, carry, shown = play.table, play.carry, play.overlays & {"reach", "contours"}
        is_known = is_reach_known(table) and (play.hand is None or (carry is not None and carry.name == carry.usual))
        chosen = carry.model.id if carry is not None else play.selected
        is_asked = bool(shown) or carry is not None  # what is carried is offered the nearest spot of it, shaded or not
        model = table.models.get(chosen) if chosen is not None and is_asked and is_known else None
        is_wanted = model is not None and can_act(table, model.unit)
        return play.reaching.of(table, chosen if is_wanted else None, with_inches="contours" in shown)

    def _mates(self) -> frozenset[str]:
        """The other models of the unit that is selected, where units are moved as one."""
        play = self._play
        is_of_units = kind_of(play.table) in ("leader", "squad") and play.hand is None
        return play.unit_mates(play.selected) - {play.selected or ""} if is_of_units else frozenset()

    def _hangings(self, told: Told | None) -> tuple[Hanging, ...]:
        """How units hang together, found anew only when what is told or shown of them has changed."""
        play = self._play
        key: tuple[object, ...] = (play.table, told.ruling if told else None, play.hand, play.selected, play.overlays, play.aura)
        if len(self._hung[0]) != len(key) or not all(a is b for a, b in zip(self._hung[0], key, strict=True)):
            self._hung = (key, hangings_of(play))
        return self._hung[1]

    def _sought(self) -> float:
        """Seconds that the nearest legal spot has been looked for, 0 when it is not."""
        play = self._play
        if play.hand is not None:
            return play.hand.search.waited if play.hand.search is not None else 0.0
        return play.late.waited if play.late is not None else 0.0

    def show(self) -> Show:
        """What is drawn beside the Table."""
        play = self._play
        told, reach = play.telling, self.reach()
        base = Show(
            selected=play.selected, hovered=play.hovered, overlays=play.overlays, last_path=play.session.last_path,
            ruler=play.ruler.line(play.table) if play.ruler is not None else None, flash=play.flash,
            reach=reach, waited=play.reaching.waited if play.overlays & {"reach", "contours"} else 0.0,
            sought=self._sought(), block=block_show(play), is_in_hand=play.hand is not None,
            hangings=self._hangings(told), chosen=play.chosen, mates=self._mates(),
        )
        if told is None or (told.how == "done" and not told.ruling.findings):
            return base
        if told.how == "done":
            return replace(base, ruling=ruling_shown(play, told.ruling))
        return self._with_told(base, told)

    def _with_told(self, base: Show, told: Told) -> Show:
        """With the ghosts of what is wished or was refused, its path and its ruling, or that there is no way."""
        after = told.ruling.after.models if told.ruling.after is not None else {}
        ghosts = tuple(
            Ghost(i, place, is_ghost_legal(told, i), after.get(i) or pattern_of(told.table, i)) for i, place in told.ghosts
        )
        base = replace(base, ghosts=ghosts, nearest=told.nearest_place, offer=told.offer, way_offered=told.way_offered)
        if told.no_way:
            return replace(base, ruling=replace(told.ruling, findings=(), cost=None), said=told.no_way)
        path = told.path if base.block is None else ()
        return replace(base, path=path, ruling=ruling_shown(self._play, told.ruling))
