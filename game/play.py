"""A game in play: what is selected, in hand, measured and shown beside the Table. Knows no window and no event."""

from __future__ import annotations

from game import searching
from game.aim import Aim
from game.asking import kind_of
from game.block_hand import BlockHand
from game.block_play import firsts_of_units, put_down_block
from game.carry import Carry
from game.hand import Hand
from game.late_offer import LateOffer
from game.led_aim import LedAim
from game.offering import place_offered
from game.pointing import model_at, what_is_at
from game.reaching import Reaching
from game.reform_hand import ReformHand
from game.ruler import Ruler
from game.searching import Search
from game.session import Session
from game.showing import Showing
from game.squad_hand import SquadHand
from game.starting import pick_up, start_action
from game.table_view import Show
from game.told import Told, spot_of
from game.unit_hand import UnitHand
from game.unit_play import arranged_after, put_down
from physics.contact import clearance
from physics.shapes import Shape
from physics.vectors import Point
from rules.actions import Action
from rules.measuring import Measured
from rules.ruling import Ruling
from rules.table import Model, Table
from rules.turns import can_act

FLASH_SECONDS = 0.9


class Play:
    """The game on the table and what the player is doing with it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.selected: str | None = None
        self.hovered: str | None = None
        self.pointer: Point = (0.0, 0.0)
        self.hand: Hand | None = None
        self.told: Told | None = None
        self.ruler: Ruler | None = None
        self.overlays: frozenset[str] = frozenset(("reach",))
        self.reaching = Reaching()
        self.flash = 0.0
        self.note = ""
        self._offence = -1
        self.late: LateOffer | None = None
        self._live: tuple[tuple[object, ...], Told] | None = None
        self.chosen: frozenset[str] = frozenset()
        self.alone = False
        self.grip = 0.3
        """Inches round a corner at which the pointer takes hold of it: what GRIP_PX is in the view."""
        self.aura: str | None = None
        self._showing = Showing(self)

    @property
    def table(self) -> Table:
        """The Table at present."""
        return self.session.table

    @property
    def carry(self) -> Carry | None:
        """The model carried, if one is."""
        return self.hand if isinstance(self.hand, Carry) else None

    @property
    def aim(self) -> Aim | None:
        """The model going directly, if one is."""
        return self.hand if isinstance(self.hand, Aim) else None

    @property
    def block(self) -> BlockHand | None:
        """The ranked unit in hand, if one is."""
        return self.hand if isinstance(self.hand, BlockHand) else None

    @property
    def reform(self) -> ReformHand | None:
        """The ranked unit that is being set up anew, if one is."""
        return self.hand if isinstance(self.hand, ReformHand) else None

    @property
    def units(self) -> UnitHand | None:
        """The unit of many models in hand, if one is."""
        return self.hand if isinstance(self.hand, UnitHand) else None

    @property
    def carried(self) -> Carry | BlockHand | None:
        """The model or ranked unit that follows the pointer, if one does."""
        return self.carry or self.block

    # Pointing and selecting

    def model_at(self, at: Point, slop: float = 0.0) -> Model | None:
        """The model under a point, the highest of several; within `slop` inches when none is exactly there."""
        return model_at(self.table, at, slop)

    def what_is_at(self, at: Point) -> Measured:
        """What the ruler or an aim takes hold of at a point: a model, a marker, or the point itself."""
        return what_is_at(self.table, at)

    def point_at(self, at: Point, is_free: bool = False) -> None:
        """The pointer is at a point of the table."""
        self.pointer = at
        model = self.model_at(at)
        self.hovered = model.id if model is not None and self.hand is None else None
        if self.ruler is not None:
            self.ruler.follow(self.what_is_at(at))
        aim = self.aim
        if aim is not None:
            what = self.what_is_at(at)
            aim.aim_at(aim.target_of(what))
            aim.pull_to(at)
        if self.hand is not None:
            self.hand.touch(at, is_free)

    def select(self, model_id: str | None) -> None:
        """Selects a model, or nothing; what was told about another is done with."""
        if model_id is None or model_id != self.selected:
            self.told = None
        self.selected = model_id
        if not (self.chosen & self.unit_mates(model_id)):
            self.chosen = frozenset()
        self.note = ""

    def unit_mates(self, model_id: str | None) -> frozenset[str]:
        """The models of a model's unit, itself among them."""
        model = self.table.models.get(model_id) if model_id is not None else None
        return frozenset(self.table.unit_of(model).models) if model is not None else frozenset()

    def choose(self, model_id: str) -> bool:
        """Takes a model of the selected unit among the chosen few, or out of them; whether it is one of that unit."""
        is_mate = model_id in self.unit_mates(self.selected)
        if is_mate:
            self.chosen ^= {model_id}
        return is_mate

    def select_next(self, step: int) -> str | None:
        """Selects the next model (step 1) or the one before (-1) that may act now."""
        able = [m.id for m in self.table.standing if can_act(self.table, m.unit)]
        if not able:
            self.note = "Nobody may act now."
            return None
        if kind_of(self.table) != "skirmish":
            able = firsts_of_units(self.table, able, self.selected)
        here = able.index(self.selected) if self.selected in able else (-1 if step > 0 else 0)
        self.select(able[(here + step) % len(able)])
        return self.selected

    # What is in hand

    def pick_up(self, model_id: str, at: Point | None = None, is_dragged: bool = False) -> None:
        """Takes a model in hand, gripped at a point of it (or at its middle)."""
        pick_up(self, model_id, at, is_dragged)

    def start_action(self, name: str) -> Ruling | None:
        """Starts an action of the selected model by its name; one that needs no hand is done at once."""
        return start_action(self, name)

    def carry_as(self, name: str) -> None:
        """Makes what is carried an ordinary move or a back off."""
        hand = self.hand
        if isinstance(hand, Carry | BlockHand | SquadHand):
            hand.name, hand.is_stale = name, True

    def let_go(self) -> bool:
        """Puts what is in hand back where it was; whether there was anything."""
        had = self.hand is not None
        self.hand = None
        self.note = "" if had else self.note
        return had

    def drop(self) -> Ruling | None:
        """Does what is in hand if it is legal; else puts it back and keeps the reason. None: it had not gone anywhere."""
        hand = self.hand
        if hand is None:
            return None
        if isinstance(hand, UnitHand):
            return put_down(self, hand)
        if isinstance(hand, BlockHand | ReformHand):
            return put_down_block(self, hand)
        hand.settle()
        self.hand = None
        goes = hand.has_gone or (isinstance(hand, Carry) and hand.name == "close_ranks")
        if isinstance(hand, Carry | LedAim) and goes and arranged_after(self, hand):
            return hand.ruling
        if hand.action is None or hand.ruling is None or not hand.has_gone:
            return None
        if hand.ruling.legal:
            return self.act(hand.action)
        ruling = self._refuse(hand.action, hand.ruling, hand.nearest, hand.no_way)
        if hand.is_looking and hand.nearest is None:
            self._look_on(hand.search)
        return ruling

    def act(self, action: Action) -> Ruling:
        """Does an action if the referee allows it; a refused one changes nothing and its reasons are told."""
        before = self.table
        ruling = self.session.act(action)
        if not ruling.legal:
            self._refuse(action, ruling, None, "")
            self._look_on(None)
            return ruling
        self.told = Told(action, ruling, "done", before)
        if self.hand is not None and self.hand.table is not self.table:
            self.hand = None  # what was in hand meanwhile was judged on the table as it was
        self.note = self.session.trouble
        self._forget_what_left()
        return ruling

    def _refuse(self, action: Action, ruling: Ruling, nearest: Action | None, no_way: str) -> Ruling:
        self.told = Told(action, ruling, "refused", self.table, nearest, place_offered(self.table, nearest), no_way)
        self.flash = 1.0
        self._offence = -1
        return ruling

    def _look_on(self, search: Search | None) -> None:
        """Goes on looking for the nearest legal spot after a refusal, for a moment at once and then beside the game."""
        assert self.told is not None, "there was a refusal"
        self.late = LateOffer(self.told, search)
        self._hear_late(searching.DROPPED)

    def _hear_late(self, patience: float = 0.0) -> None:
        late = self.late
        if late is not None and self.told is not late.told:
            self.late = None
        elif late is not None and (mended := late.heard(patience)) is not None:
            self.told, self.late = mended, None

    @property
    def is_busy(self) -> bool:
        """Whether something that is wanted is still being worked out beside the game."""
        return self.reaching.is_busy or self.late is not None or (self.hand is not None and self.hand.search is not None)

    @property
    def offered(self) -> Action | None:
        """The nearest legal action that is on offer, in hand or after a refusal."""
        if self.hand is not None:
            return self.hand.nearest
        return self.told.nearest if self.told is not None else None

    @property
    def waits_for_enter(self) -> bool:
        """Whether the whole of what is in hand is legal as it stands and nothing follows the pointer: Enter would do it."""
        hand = self.hand
        is_set = (isinstance(hand, UnitHand) and not hand.grabbed) or (isinstance(hand, BlockHand) and hand.pull is None)
        return is_set and hand is not None and hand.ruling is not None and hand.ruling.legal

    def is_offered_at(self, at: Point) -> bool:
        """Whether the nearest legal spot that was offered after a refusal lies under a point."""
        told = self.told
        model = self.table.models.get(self.selected) if self.selected is not None else None
        if self.hand is not None or told is None or told.nearest_place is None or model is None:
            return False
        return clearance(Shape((at,)), model.outline.moved(told.nearest_place.at)) <= 0.0

    def take_offered(self) -> Ruling | None:
        """Does the nearest legal action that is on offer."""
        offered = self.offered
        self.hand = None if offered is not None else self.hand
        return self.act(offered) if offered is not None else None

    # Back and forth

    def undo(self) -> bool:
        """Takes back the last action."""
        records = self.session.match.records
        gone = f"Taken back: {records[-1].sentence}. Ctrl+Y makes it again." if records else ""
        return self._went(self.session.undo(), "There is nothing to take back.", gone)

    def redo(self) -> bool:
        """Makes the action again that was taken back last."""
        return self._went(self.session.redo(), "There is nothing to make again.")

    def reset_activation(self) -> bool:
        """Takes back all of this activation."""
        return self._went(self.session.reset_activation(), "Nothing was done in this activation.")

    def _went(self, has_changed: bool, otherwise: str, gone: str = "") -> bool:
        self.note = self.session.trouble or gone if has_changed else otherwise
        if has_changed:
            self.told = None
            self.hand = None
            self._forget_what_left()
        return has_changed

    def _forget_what_left(self) -> None:
        """The selection stays while its model is on the table and may act, or in a game without turns."""
        model = self.table.models.get(self.selected) if self.selected is not None else None
        if model is None or not model.is_on_table or not can_act(self.table, model.unit):
            self.selected = None

    def tell_again(self, number: int) -> None:
        """Shows the ruling on an action of the history again."""
        match = self.session.match
        if self.hand is None and 0 <= number < len(match.actions):
            self.told = Told(match.actions[number], match.rulings[number], "done", match.tables[number])

    # Showing

    def toggle(self, overlay: str) -> None:
        """Shows an overlay, or hides it."""
        self.overlays = self.overlays ^ {overlay}

    def keep_in_hand(self, ruling: Ruling) -> Ruling:
        """A refused move of a unit stays in hand to be mended; its offenders flash."""
        self.flash = 1.0
        self.note = "Not done: nothing has changed on the table. Mend it, or Esc lets go."
        return ruling

    def toggle_ruler(self) -> None:
        """Takes the ruler out, its one end on the model or marker under the pointer (else at the first click), or puts it away."""
        here = self.what_is_at(self.pointer)
        self.ruler = None if self.ruler is not None else Ruler(here, here, is_started=isinstance(here, str))

    def update(self, seconds: float) -> None:
        """Judges what is in hand, once a frame, and lets the flash fade."""
        if self.hand is not None:
            self.hand.know(self._showing.reach())
            self.hand.judge()
        self._hear_late()
        self.flash = max(0.0, self.flash - seconds / FLASH_SECONDS)

    @property
    def telling(self) -> Told | None:
        """What is to be told now: of what is in hand, else of what was refused or done."""
        hand = self.hand
        if hand is None:
            return self.told
        if hand.action is None or hand.ruling is None:
            return None
        no_way = hand.no_way if isinstance(hand, Carry) else ""
        parts = (hand.action, hand.ruling, hand.table, hand.nearest, hand.nearest_place, no_way)
        if self._live is None or any(a is not b for a, b in zip(self._live[0], parts, strict=True)):
            self._live = (parts, Told(hand.action, hand.ruling, "live", hand.table, hand.nearest, hand.nearest_place, no_way))
        return self._live[1]  # kept, and with it where all of a unit would stand: that may take long to find

    def next_offence(self) -> Point | None:
        """A point of the next finding's evidence, to look at; it flashes. None where nothing was found."""
        told = self.telling
        spots = [s for f in told.ruling.findings for s in [spot_of(f.evidence)] if s is not None] if told else []
        if not spots:
            return None
        self._offence = (self._offence + 1) % len(spots)
        self.flash = 1.0
        return spots[self._offence]

    def show(self) -> Show:
        """What is drawn beside the Table."""
        return self._showing.show()
