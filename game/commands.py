"""What keys do in play: one list for the keys themselves, the buttons' words and the page of keys."""

from __future__ import annotations

from dataclasses import dataclass

import pygame


@dataclass(frozen=True, slots=True)
class Key:
    """A key, with Ctrl or Shift where they are meant."""

    code: int
    ctrl: bool = False
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that a key does: its name, its keys, how they are written, and what it does, in words."""

    name: str
    keys: tuple[Key, ...]
    shown: str
    words: str


def _plain(*codes: int) -> tuple[Key, ...]:
    return tuple(Key(code) for code in codes)


CARRYING: tuple[Command, ...] = (
    Command("waypoint", _plain(pygame.K_SPACE), "Space, right click", "sets a waypoint where the ghost is"),
    Command("back", _plain(pygame.K_BACKSPACE), "Backspace", "takes back the last waypoint or what was typed"),
    Command("higher", _plain(pygame.K_PAGEUP), "PageUp", "chooses the next surface up under the pointer (deck over ground)"),
    Command("lower", _plain(pygame.K_PAGEDOWN), "PageDown", "chooses the next surface down"),
    Command("longer", (*_plain(pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS), Key(pygame.K_PLUS, shift=True),
                       Key(pygame.K_EQUALS, shift=True)), "+", "half an inch more, when going directly"),
    Command("shorter", _plain(pygame.K_MINUS, pygame.K_KP_MINUS), "-", "half an inch less, when going directly"),
    Command("alone", _plain(pygame.K_i), "I", "squad: carries one model alone, or its whole unit as it stands"),
    Command("wheel_left", _plain(pygame.K_COMMA), ",", "ranked units: wheels to the left"),
    Command("wheel_right", _plain(pygame.K_PERIOD), ".", "ranked units: wheels to the right"),
    Command("wheel_left_little", (Key(pygame.K_COMMA, shift=True), Key(pygame.K_LESS, shift=True)), "Shift+,", "wheels one degree"),
    Command("wheel_right_little", (Key(pygame.K_PERIOD, shift=True), Key(pygame.K_GREATER, shift=True)), "Shift+.",
            "wheels one degree"),
    Command("nearest", _plain(pygame.K_n), "N, Enter", "takes the nearest legal spot that is offered"),
    Command("accept", _plain(pygame.K_RETURN, pygame.K_KP_ENTER), "Enter", "drops what is in hand, or takes the spot offered"),
    Command("escape", _plain(pygame.K_ESCAPE), "Esc", "lets go; with nothing in hand: leaves the ruler, the selection, the table"),
)
ACTIONS: tuple[Command, ...] = (
    Command("move", _plain(pygame.K_m), "M", "picks the selected model up"),
    Command("back_off", _plain(pygame.K_b), "B", "backs off from an engagement"),
    Command("run", _plain(pygame.K_j), "J", "runs"),
    Command("charge", _plain(pygame.K_c), "C", "charges"),
    Command("failed_charge", (Key(pygame.K_c, shift=True),), "Shift+C", "ranked units: a charge that failed"),
    Command("flee", _plain(pygame.K_l), "L", "ranked units: flees"),
    Command("pursue", _plain(pygame.K_u), "U", "ranked units: pursues"),
    Command("reform", _plain(pygame.K_k), "K", "ranked units: sets the unit up anew"),
    Command("separate", _plain(pygame.K_s), "S", "ranks: sets a unit apart that stands too near a fight"),
    Command("disengage", _plain(pygame.K_b), "B", "leaves an engagement"),
    Command("close_ranks", _plain(pygame.K_k), "K", "closes ranks"),
    Command("fight_move", _plain(pygame.K_w), "W", "moves in a fight"),
    Command("towards", _plain(pygame.K_t), "T", "goes directly towards a target"),
    Command("away", _plain(pygame.K_a), "A", "goes directly away from a target"),
    Command("deploy", _plain(pygame.K_p), "P", "sets a unit up from reserve; again: the next unit in reserve"),
    Command("place", _plain(pygame.K_y), "Y", "sets the selected unit anew, with no path"),
    Command("summon", (Key(pygame.K_p, shift=True),), "Shift+P", "summons a unit from reserve"),
    Command("add", _plain(pygame.K_s), "S", "squad: adds models to the selected unit, one click each"),
    Command("casualty", _plain(pygame.K_x, pygame.K_DELETE), "X", "removes the selected model as a casualty"),
    Command("end", _plain(pygame.K_e), "E", "ends the activation"),
)
TABLE: tuple[Command, ...] = (
    Command("next", _plain(pygame.K_TAB), "Tab", "selects the next model that may act"),
    Command("previous", (Key(pygame.K_TAB, shift=True),), "Shift+Tab", "selects the one before"),
    Command("undo", (Key(pygame.K_z, ctrl=True),), "Ctrl+Z", "takes back the last action"),
    Command("redo", (Key(pygame.K_y, ctrl=True), Key(pygame.K_z, ctrl=True, shift=True)), "Ctrl+Y", "makes it again"),
    Command("way", _plain(pygame.K_w), "W", "led unit going directly: round on the other side, where both ways are as short"),
    Command("reset", _plain(pygame.K_q), "Q", "takes back this whole activation"),
    Command("aura", _plain(pygame.K_y), "Y", "squad: shows the next aura: its area, and whom it reaches"),
    Command("ruler", _plain(pygame.K_r), "R", "measures from what is under the pointer to what you point at next"),
    Command("offence", _plain(pygame.K_v), "V", "shows what is in the way: the view goes to it and it flashes"),
    Command("fit", _plain(pygame.K_f), "F", "fits the whole table in view"),
    Command("rules", _plain(pygame.K_F1), "F1", "keys and rules"),
    Command("save_as", (Key(pygame.K_s, ctrl=True), Key(pygame.K_F5)), "Ctrl+S, F5",
            "saves a copy of the game (it saves itself after each action)"),
    Command("save_board", (Key(pygame.K_b, ctrl=True),), "Ctrl+B", "saves this position as a board"),
)
OVERLAYS: tuple[Command, ...] = (
    Command("zones", _plain(pygame.K_z), "Z", "zones of Proximity"),
    Command("engagement", _plain(pygame.K_g), "G", "who is engaged with whom"),
    Command("distances", _plain(pygame.K_d), "D", "distances from the model in hand or selected to all others"),
    Command("elevations", _plain(pygame.K_h), "H", "heights of all surfaces and models"),
    Command("reach", _plain(pygame.K_o), "O", "everywhere the selected model can end"),
    Command("contours", (Key(pygame.K_o, shift=True),), "Shift+O", "a line for each inch of the way, within the reach"),
    Command("links", _plain(pygame.K_l), "L", "links and coherency; with a led unit in hand: its next model leads"),
    Command("gaps", _plain(pygame.K_u), "U", "gaps and their widths"),
)
BUTTON_WORDS = {
    "zones": "Zones", "engagement": "Engaged", "distances": "Distances", "elevations": "Heights", "reach": "Reach",
    "contours": "Inches",
    "links": "Links", "gaps": "Gaps",
}
MOUSE: tuple[tuple[str, str], ...] = (
    ("Click", "selects a model; a second click picks it up, and a click puts it down"),
    ("Drag", "carries a model: let go of the button to put it down"),
    ("Pull a front corner", "ranked units: wheels about the other one; the front, pulled, advances; Enter does all steps"),
    ("Alt", "held while carrying: the ghost is not held at the last legal spot"),
    ("Shift", "held while carrying a model or a led unit: finds the shortest way by itself, or says that there is none"),
    ("1 to 9", "that many exact inches across, in the direction of the pointer; the same again lets loose"),
    ("Led unit", "carry its leader, put it down, drag any of the others to correct them, Enter does it"),
    ("Squad", "drag: the whole unit; Ctrl+drag: one model; Shift+click: a chosen few; Enter makes the whole move"),
    ("Reserve", "drag a unit from its button in the panel into its zone; Enter does it"),
    ("Wheel", "zooms at the pointer"),
    ("Middle drag, arrows", "move the view"),
)
_ALL = (*CARRYING, *ACTIONS, *TABLE, *OVERLAYS)
_BY_KEY: dict[Key, list[str]] = {}
for _command in _ALL:
    for _key in _command.keys:
        _BY_KEY.setdefault(_key, []).append(_command.name)
_BY_NAME = {command.name: command for command in _ALL}


def commands_of(event: pygame.event.Event) -> list[str]:
    """The names of the commands that a key press stands for: more than one where rulesets differ."""
    mods = getattr(event, "mod", 0)
    ctrl, shift = bool(mods & (pygame.KMOD_CTRL | pygame.KMOD_META)), bool(mods & pygame.KMOD_SHIFT)
    return _BY_KEY.get(Key(event.key, ctrl, shift), [])


def digit_of(event: pygame.event.Event) -> str | None:
    """The digit or decimal point that a key press types, or None."""
    if getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return None
    if pygame.K_0 <= event.key <= pygame.K_9:
        return str(event.key - pygame.K_0)
    if pygame.K_KP1 <= event.key <= pygame.K_KP9:
        return str(event.key - pygame.K_KP1 + 1)
    if event.key == pygame.K_KP0:
        return "0"
    return "." if event.key in (pygame.K_PERIOD, pygame.K_COMMA, pygame.K_KP_PERIOD) else None


def keys_of(name: str) -> str:
    """How the keys of a command are written; nothing where it has none."""
    command = _BY_NAME.get(name)
    return command.shown if command is not None else ""


def tip_of(name: str) -> str:
    """What a command does and its keys, for a button's tip."""
    command = _BY_NAME.get(name)
    return f"{command.words[0].upper()}{command.words[1:]} [{command.shown}]" if command is not None else "Leaves for the title"
