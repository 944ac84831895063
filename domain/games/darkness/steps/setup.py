"""Set-up (chapter 2 of the rules)."""

from __future__ import annotations

from domain.contract.game import Step


class ChooseCharacters(Step, tag="choose-characters", frozen=True):
    """Seats without a character choose one."""


class DrawFirst(Step, tag="draw-first", frozen=True):
    """The first player is drawn."""


class PlaceNext(Step, tag="place-next", frozen=True):
    """The next of these seats puts its character on the map."""

    seats: tuple[str, ...]
