"""Movement, tiles, doors and disks on the map, fate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.darkness.events.basis import Announcement, Caused, without
from domain.games.darkness.rules.town.tiles import Place
from domain.games.darkness.state import DOWN, TOKEN, UP, DarknessState, Disk, Token


class FateTriggered(Caused, frozen=True):
    """The fate die calls for a table."""

    seat: str
    table: str


class FateRolled(Announcement, frozen=True):
    """The two dice of a fate table, and the effect of the row."""

    seat: str
    table: str
    roll: int
    effect: str


class FateAvoided(Announcement, frozen=True):
    """Oh crap was bought off."""

    seat: str


class MovementGained(Event, frozen=True):
    """A movement roll was settled."""

    seat: str
    level: int
    defense: int
    movement: int

    def apply(self, state: DarknessState) -> None:
        movement = self.movement
        state.turn = replace(state.turn, move="moving", movement=movement, left=2 * movement, fresh=False)


class MovementEnded(Event, frozen=True):
    """A stop ended the movement."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        state.turn = replace(state.turn, move="done")


class CharacterMoved(Event, frozen=True, rename={"source": "from"}):
    """A character came to another space; `cost` is what a walk took, in street spaces. Survivors follow.

    Here `cause` is a word for how it moved; the number of what brought it about stands in `number`.
    """

    seat: str
    source: str
    to: str
    path: tuple[str, ...]
    cause: str
    cost: int = 0
    number: int | UnsetType = UNSET

    def apply(self, state: DarknessState) -> None:
        if self.number is not UNSET:
            state.cause, state.causes = self.number, max(state.causes, self.number)
        inside = state.data.building(self.to)
        stayed = inside is not None and all(state.data.building(space) == inside for space in (self.source, *self.path))
        perceived = state.people[self.seat].perceived and stayed
        state.change(self.seat, at=self.to, owes=False, perceived=perceived)
        for name, token in state.tokens.items():
            if token.follows == self.seat:
                state.tokens[name] = replace(token, at=self.to)
        if self.cause == "walk":
            state.turn = replace(state.turn, left=state.turn.left - self.cost, walked=True, fresh=False)


class TileDrawn(Event, frozen=True):
    """The top tile of the reserve was drawn."""

    tile: str

    discloses: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        state.reserve = without(state.reserve, self.tile)


class TilePlaced(Event, frozen=True):
    """A tile lies on the map."""

    tile: str
    x: int
    y: int
    rot: int

    discloses: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        if self.tile in state.reserve:
            state.reserve = without(state.reserve, self.tile)
        if state.master is not None and self.tile in state.master.hidden:
            hidden = {tile: place for tile, place in state.master.hidden.items() if tile != self.tile}
            state.master = replace(state.master, hidden=hidden)
        state.lay_tile(self.tile, Place(self.x, self.y, self.rot))


class DiskPlaced(Event, frozen=True):
    """A disk of the pool, or a token that looks like one, lies face down on a space."""

    at: str
    disk: str

    private: ClassVar[Mapping[str, str]] = {"disk": "referee"}

    def apply(self, state: DarknessState) -> None:
        if self.disk.startswith(TOKEN):
            state.tokens[self.disk] = Token(self.at, DOWN)
            return
        state.pool = without(state.pool, self.disk)
        state.disks[self.disk] = Disk(self.at)


class DisksMixed(Announcement, frozen=True):
    """The disks for a tile were shuffled before they are laid."""

    tile: str

    draws_for: ClassVar[str] = "referee"


class LeafHidden(Announcement, frozen=True):
    """A place among the encounter spaces of a tile was drawn for a leaf."""

    tile: str

    draws_for: ClassVar[str] = "referee"


class TokenPlaced(Event, frozen=True):
    """A token lies on the map, for all to see."""

    token: str
    at: str
    damage: int = 0

    def apply(self, state: DarknessState) -> None:
        state.tokens[self.token] = Token(self.at, damage=self.damage)


class TokenHidden(Event, frozen=True):
    """A token lies face down on the map."""

    at: str
    token: str

    private: ClassVar[Mapping[str, str]] = {"token": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: DarknessState) -> None:
        state.tokens[self.token] = Token(self.at, DOWN)


class DoorOpened(Announcement, frozen=True):
    """A door was opened without breaking it; it is locked again for the next comer."""

    seat: str
    door: str


class DoorBroken(Event, frozen=True):
    """A door was broken and carries a No Door token."""

    seat: str
    door: str

    def apply(self, state: DarknessState) -> None:
        state.no_doors = (*state.no_doors, self.door)


class SeatsInvited(Announcement, frozen=True):
    """Seats may come in."""

    by: str
    seats: tuple[str, ...]


class BuildingPerceived(Event, frozen=True):
    """A seat looked round the building it is in."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, perceived=True)


class DiskPeeked(Event, frozen=True):
    """A seat looked at what lies face down on a space, in secret."""

    seat: str
    at: str
    disk: str

    private: ClassVar[Mapping[str, str]] = {"disk": "seat"}
    discloses: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        if self.disk in state.tokens:
            token = state.tokens[self.disk]
            state.tokens[self.disk] = replace(token, seen_by=self._seen(token.seen_by))
        else:
            disk = state.disks[self.disk]
            state.disks[self.disk] = replace(disk, seen_by=self._seen(disk.seen_by))

    def _seen(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        return seats if self.seat in seats else (*seats, self.seat)


class DiskOwed(Event, frozen=True):
    """A seat owes the face-down disk on its space, or owes it no longer (WD-ENC-2)."""

    seat: str
    owes: bool

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, owes=self.owes)


class DiskRevealed(Caused, frozen=True):
    """What lay face down on a space was turned up, or brought there face up."""

    seat: str
    disk: str
    at: str

    discloses: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        self.begin(state)
        state.change(self.seat, owes=False)
        if self.disk.startswith(TOKEN):
            state.tokens[self.disk] = replace(state.tokens[self.disk], face=UP)
        elif self.disk in state.disks:
            state.disks[self.disk] = replace(state.disks[self.disk], face=UP)
        else:
            state.disks[self.disk] = Disk(self.at, UP)


class DisksReshuffled(Event, frozen=True):
    """Disks of a tile were shuffled and laid face down on `spaces`, in that order (WD-ENC-4)."""

    tile: str
    count: int
    spaces: tuple[str, ...]
    disks: tuple[str, ...]

    private: ClassVar[Mapping[str, str]] = {"disks": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: DarknessState) -> None:
        for disk, space in zip(self.disks, self.spaces, strict=True):
            if disk.startswith(TOKEN):
                state.tokens[disk] = Token(space, DOWN)
            else:
                state.disks[disk] = Disk(space)
        for seat, person in state.people.items():
            if person.owes and state.data.spaces[person.at].tile == self.tile:
                state.change(seat, owes=False)


class DiskSetAside(Event, frozen=True):
    """A disk that never was in the pool went back aside."""

    disk: str

    def apply(self, state: DarknessState) -> None:
        del state.disks[self.disk]
