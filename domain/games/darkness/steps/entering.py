"""Doors, windows and guests (chapter 8)."""

from __future__ import annotations

from domain.contract.game import Step


class DoorTried(Step, tag="door-tried", frozen=True):
    """A check at a door is settled; with `seats` it was opened for them."""

    door: str
    how: str
    seats: tuple[str, ...] = ()


class WindowTried(Step, tag="window-tried", frozen=True):
    """A check at a window is settled."""

    window: str


class AskInvite(Step, tag="ask-invite", frozen=True):
    """The opener of a door invites others."""

    door: str


class GuestsCame(Step, tag="guests-came", frozen=True):
    """All who were invited have answered; each with the space it came from."""

    door: str
    guests: tuple[tuple[str, str], ...]
