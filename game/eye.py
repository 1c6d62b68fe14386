"""Moving the view: the wheel zooms at the pointer, a middle drag or the arrows pan. Keys are let go when the window
loses the keyboard."""

from __future__ import annotations

import pygame

from game.camera import Camera

ZOOM_STEP = 1.15
PAN_PX_A_SECOND = 700.0
_WAYS = {
    pygame.K_LEFT: (1.0, 0.0), pygame.K_RIGHT: (-1.0, 0.0), pygame.K_UP: (0.0, 1.0), pygame.K_DOWN: (0.0, -1.0),
}


class Eye:
    """What moves a camera."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.held: set[int] = set()
        self.is_dragging = False
        self._pointer = (0, 0)

    def on_event(self, event: pygame.event.Event) -> bool:
        """Answers an event; whether it was one for the view."""
        match event.type:
            case pygame.MOUSEMOTION:
                self._pointer = event.pos
                if self.is_dragging:
                    self.camera.pan(*event.rel)
                return self.is_dragging
            case pygame.MOUSEWHEEL:
                if self.camera.view.collidepoint(self._pointer) and event.y:
                    self.camera.zoom_at(self._pointer, ZOOM_STEP ** event.y)
                return True
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if event.button == 2:
                is_down = event.type == pygame.MOUSEBUTTONDOWN
                self.is_dragging = is_down and bool(self.camera.view.collidepoint(event.pos))
                return True
            case pygame.KEYDOWN if event.key in _WAYS:
                self.held.add(event.key)
                return True
            case pygame.KEYUP if event.key in _WAYS:
                self.held.discard(event.key)
                return True
            case pygame.WINDOWFOCUSLOST:
                self.let_go()
        return False

    def let_go(self) -> None:
        """Lets go of all keys and buttons."""
        self.held.clear()
        self.is_dragging = False

    def update(self, seconds: float) -> bool:
        """Pans while arrows are held; whether the view moved."""
        for key in self.held:
            x, y = _WAYS[key]
            self.camera.pan(x * PAN_PX_A_SECOND * seconds, y * PAN_PX_A_SECOND * seconds)
        return bool(self.held)
