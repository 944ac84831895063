"""Combat, retreat, bosses and scenario actions."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.darkness.events.basis import Announcement, Caused
from domain.games.darkness.state import Boss, DarknessState, combat_of
from domain.games.darkness.state import Combat as CombatState


class CombatBegan(Caused, frozen=True):
    """A combat began: `rounds` at most this turn, `health` to be taken."""

    seat: str
    against: str
    rounds: int
    health: int
    weapon: str | None = None
    distance: int = 0

    def apply(self, state: DarknessState) -> None:
        state.combat = CombatState(
            self.seat, self.against, self.rounds, self.health, weapon=self.weapon, distance=self.distance
        )
        self.begin(state)
        state.combat = replace(state.combat, cause=state.cause)


class InitiativeTaken(Event, frozen=True):
    """Who strikes first: the character, or the one it fights."""

    seat: str
    first: bool

    def apply(self, state: DarknessState) -> None:
        state.combat = replace(combat_of(state), first=self.first)


class CombatRoundBegan(Caused, frozen=True):
    """A round of the combat began."""

    round: int

    def apply(self, state: DarknessState) -> None:
        state.combat = replace(combat_of(state), round=self.round)
        self.begin(state)


class AdversaryHit(Caused, frozen=True):
    """An attack hit; `left` is the health that is left, `by` the piece that struck where none of a seat's did."""

    seat: str
    disk: str
    left: int
    by: str | UnsetType = UNSET

    def apply(self, state: DarknessState) -> None:
        if state.combat is not None and state.combat.against == self.disk:
            state.combat = replace(state.combat, health=self.left)
        if self.disk in state.bosses:
            state.bosses[self.disk] = replace(state.bosses[self.disk], health=self.left)
        if state.master is not None and self.disk in state.master.pieces:
            piece = replace(state.master.pieces[self.disk], health=self.left)
            state.master = replace(state.master, pieces={**state.master.pieces, self.disk: piece})


class AdversaryKilled(Caused, frozen=True):
    """An adversary, boss or piece was beaten, perhaps `by` a piece; a disk lies in front of the seat."""

    seat: str
    disk: str
    vp: int
    by: str | UnsetType = UNSET

    def apply(self, state: DarknessState) -> None:
        state.bosses.pop(self.disk, None)
        if self.disk in state.disks:
            del state.disks[self.disk]
            state.change(self.seat, trophies=(*state.people[self.seat].trophies, self.disk))
        if state.master is not None and self.disk in state.master.pieces:
            pieces = {name: piece for name, piece in state.master.pieces.items() if name != self.disk}
            state.master = replace(state.master, pieces=pieces)


class AdversaryUnbeaten(Announcement, frozen=True):
    """The last round is over and the adversary stands."""

    seat: str
    disk: str


class CombatEnded(Event, frozen=True):
    """The combat is over."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        state.combat = None


class FoeWeakened(Event, frozen=True):
    """A and D of the opponent are lower by so many levels until the end of the combat."""

    seat: str
    levels: dict[str, int]

    def apply(self, state: DarknessState) -> None:
        combat = combat_of(state)
        lowered = {**combat.lowered}
        for letter, by in self.levels.items():
            lowered[letter] = lowered.get(letter, 0) + by
        state.combat = replace(combat, lowered=lowered)


class RetreatTried(Event, frozen=True):
    """A retreat: `total` must pass `speed`; a free retreat has no total."""

    seat: str
    total: int | None
    speed: int
    success: bool

    def apply(self, state: DarknessState) -> None:
        state.turn = replace(state.turn, retreated=True, fresh=False)


class BossPlaced(Event, frozen=True):
    """A boss stands on the map, asleep."""

    boss: str
    at: str
    health: int

    def apply(self, state: DarknessState) -> None:
        state.bosses[self.boss] = Boss(self.at, self.health)


class BossWoke(Caused, frozen=True):
    """A boss is awake."""

    boss: str
    at: str

    def apply(self, state: DarknessState) -> None:
        state.bosses[self.boss] = replace(state.bosses[self.boss], awake=True)


class BossMoved(Caused, frozen=True):
    """A boss went to another space."""

    boss: str
    at: str

    def apply(self, state: DarknessState) -> None:
        state.bosses[self.boss] = replace(state.bosses[self.boss], at=self.at)


class ScenarioActionTaken(Caused, frozen=True):
    """A seat takes an action of the scenario."""

    seat: str
    action: str
    target: str | None = None
