"""Pieces of the game master: what they are, do and suffer, and who knows of it (WD-GM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.darkness.events.basis import Announcement, Caused
from domain.games.darkness.rules.master.kept import Piece
from domain.games.darkness.state import DarknessState, master_of


class PiecePlaced(Event, frozen=True):
    """The game master put a piece on the map."""

    seat: str
    id: str
    kind: str
    at: str
    health: int
    values: dict[str, str] | None

    sealed: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        master = master_of(state)
        piece = Piece(self.kind, self.at, self.health, values=self.values)
        state.master = replace(master, pieces={**master.pieces, self.id: piece}, used=(*master.used, self.id))


class LookedAbout(Announcement, frozen=True):
    """Everybody looked about; what follows, or that nothing does, tells what is in sight."""

    discloses: ClassVar[bool] = True


class PieceShown(Event, frozen=True):
    """A piece is in sight, or shown by the game master."""

    id: str
    kind: str
    at: str

    discloses: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        _change_piece(state, self.id, shown=True)


class PieceActed(Caused, frozen=True):
    """A piece has had its action."""

    seat: str
    id: str

    private: ClassVar[Mapping[str, str]] = {"id": "seat"}

    def apply(self, state: DarknessState) -> None:
        master = master_of(state)
        state.master = replace(master, acted=(*master.acted, self.id))
        self.begin(state)


class PieceMoved(Caused, frozen=True):
    """A piece that is shown went to another space."""

    id: str
    at: str

    discloses: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        _change_piece(state, self.id, at=self.at)


class PieceCrept(Caused, frozen=True):
    """A piece out of sight went to another space."""

    seat: str
    id: str
    at: str

    sealed: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        _change_piece(state, self.id, at=self.at)


class PieceHealth(Caused, frozen=True):
    """The health of a piece is another, as the game master alone knows."""

    seat: str
    id: str
    health: int

    sealed: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        _change_piece(state, self.id, health=self.health)
        if state.combat is not None and state.combat.against == self.id:
            state.combat = replace(state.combat, health=self.health)


class PieceRemoved(Caused, frozen=True):
    """A piece that was shown is gone."""

    id: str

    def apply(self, state: DarknessState) -> None:
        _remove_piece(state, self.id)


class PieceVanished(Caused, frozen=True):
    """A piece that nobody else knew of is gone."""

    seat: str
    id: str

    sealed: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        _remove_piece(state, self.id)


class DuelFought(Caused, frozen=True):
    """A piece fought another: the I, A and D of both, fixed or thrown for it."""

    seat: str
    piece: str
    against: str
    values: dict[str, str]
    other: dict[str, str]

    sealed: ClassVar[bool] = True
    discloses: ClassVar[bool] = True


def _remove_piece(state: DarknessState, name: str) -> None:
    master = master_of(state)
    state.master = replace(master, pieces={other: piece for other, piece in master.pieces.items() if other != name})


def _change_piece(state: DarknessState, name: str, **fields: object) -> None:
    master = master_of(state)
    piece = replace(master.pieces[name], **fields)
    state.master = replace(master, pieces={**master.pieces, name: piece})
