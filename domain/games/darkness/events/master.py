"""What only a game with a game master has: chapters, pieces, attempts, finds (WD-GM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.game import Event, Json, Text
from domain.games.darkness.components import LETTERS
from domain.games.darkness.events.basis import Announcement, Caused, without
from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.rules.master.kept import LongAttempt, Thrown
from domain.games.darkness.rules.town.tiles import Place
from domain.games.darkness.state import DarknessState, combat_of, master_of


class ChapterBegan(Event, frozen=True):
    """A chapter began: map, tokens and pieces of the last one are taken up, and what lay about is lost."""

    seat: str
    id: str
    lost: tuple[str, ...] = ()

    private: ClassVar[Mapping[str, str]] = {"id": "seat"}

    def apply(self, state: DarknessState) -> None:
        state.clear_map()
        state.disks, state.tokens, state.removed = {}, {}, (*state.removed, *self.lost)
        state.master = replace(
            master_of(state), chapter=self.id, wards=(), pieces={}, attempts={}, hidden={}, acted=(), thrown={}
        )


class TilesHidden(Event, frozen=True):
    """Tiles lie on the map that nobody but the game master sees yet."""

    seat: str
    tiles: dict[str, Place]

    sealed: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        state.master = replace(master_of(state), hidden=self.tiles)


class EnvironmentChanged(Event, frozen=True):
    """The environment is another."""

    id: str

    def apply(self, state: DarknessState) -> None:
        state.master = replace(master_of(state), environment=self.id)


class WardLit(Event, frozen=True):
    """A ward was lit."""

    token: str

    def apply(self, state: DarknessState) -> None:
        state.master = replace(master_of(state), wards=(*master_of(state).wards, self.token))


class ValuesThrown(Event, frozen=True, rename=LETTERS):
    """I, A and D of a piece were thrown for a round of combat."""

    seat: str
    piece: str
    initiative: str
    attack: str
    defense: str

    private: ClassVar[Mapping[str, str]] = {"I": "seat", "A": "seat", "D": "seat"}
    draws_for: ClassVar[str] = "seat"

    def apply(self, state: DarknessState) -> None:
        state.combat = replace(combat_of(state), values={"I": self.initiative, "A": self.attack, "D": self.defense})


class ValueShown(Announcement, frozen=True):
    """A value of a piece is told, as a check against it begins."""

    piece: str
    value: str
    tn: str

    discloses: ClassVar[bool] = True


class AttemptDeclared(Announcement, frozen=True):
    """A seat says what it attempts, and with what."""

    seat: str
    what: Text | str
    attribute: str
    skill: str | None


class TargetSet(Event, frozen=True):
    """The game master set the number of an attempt and the turns it takes; the first of several is spent."""

    seat: str
    tn: str
    turns: int
    attribute: str
    skill: str | None
    what: Text | str | UnsetType = UNSET

    def apply(self, state: DarknessState) -> None:
        if self.turns > 1:
            what = None if self.what is UNSET else self.what
            left, level = self.turns - 1, level_of(self.tn)
            attempt = LongAttempt(self.attribute, self.skill, level, left, state.round, what=what)
            _set_attempt(state, self.seat, attempt)


class AttemptDenied(Announcement, frozen=True):
    """The game master did not allow an attempt."""

    seat: str


class TaskBegun(Event, frozen=True):
    """A seat is at a task that takes several turns; `left` of them are still to come."""

    seat: str
    task: str
    left: int

    def apply(self, state: DarknessState) -> None:
        _set_attempt(state, self.seat, LongAttempt("", None, 0, self.left, state.round, self.task))


class AttemptContinued(Event, frozen=True):
    """One more turn was spent on an attempt or task; with none left the check comes."""

    seat: str
    left: int

    def apply(self, state: DarknessState) -> None:
        attempt = master_of(state).attempts[self.seat]
        _set_attempt(state, self.seat, replace(attempt, left=self.left, round=state.round) if self.left else None)


class TaskDone(Event, frozen=True):
    """A task of the chapter is done."""

    seat: str
    task: str

    def apply(self, state: DarknessState) -> None:
        master = master_of(state)
        state.master = replace(master, done=(*master.done, self.task))


class GoodsFound(Event, frozen=True):
    """Goods came into the game, worth their VP; `source` is the building whose list has them."""

    seat: str
    item: str
    kind: str
    source: str | None
    vp: int
    shots: int | None = None

    def apply(self, state: DarknessState) -> None:
        master = master_of(state)
        found = (*master.found, f"{self.source}:{self.kind}") if self.source else master.found
        stocks = dict(master.stocks)
        if self.source in stocks:
            stocks[self.source] = without(stocks[self.source], self.kind)
        goods = {**master.goods, self.kind: master.goods.get(self.kind, 0) + 1}
        state.master = replace(master, found=found, goods=goods, stocks=stocks)
        state.worth[self.item] = self.vp
        if self.shots is not None:
            state.shots[self.item] = self.shots


class BombBuilt(Event, frozen=True):
    """Alcohol became a bomb."""

    seat: str
    item: str

    def apply(self, state: DarknessState) -> None:
        state.master = replace(master_of(state), bombs=(*master_of(state).bombs, self.item))


class WeaponThrown(Event, frozen=True):
    """A thrown weapon lies where it hit; it is lost unless its thrower takes it back with the next action."""

    seat: str
    item: str
    at: str

    def apply(self, state: DarknessState) -> None:
        master = master_of(state)
        state.master = replace(master, thrown={**master.thrown, self.item: Thrown(self.seat, state.round)})


class StrayShot(Caused, frozen=True):
    """A missed ranged attack; `hit` is a seat or piece, null if it hit nobody."""

    seat: str
    roll: int
    hit: str | None


class CarDriven(Caused, frozen=True):
    """A car goes where its driver goes."""

    seat: str
    token: str
    at: str

    def apply(self, state: DarknessState) -> None:
        state.tokens[self.token] = replace(state.tokens[self.token], at=self.at)


class NewCharacterAllowed(Announcement, frozen=True):
    """The player of a dead character may get a new one."""

    seat: str


class Ruled(Caused, frozen=True):
    """The game master decided something beyond the other verbs (WD-GM-25).

    `on` is whom or what it is about: a seat, a piece, an item or a building. What follows from it are events of their
    own, but for what it settles for later: numbers, stocks, and what is kept.
    """

    seat: str
    on: str
    effect: str
    value: Json
    why: Text | str | None = None

    def apply(self, state: DarknessState) -> None:
        self.begin(state)
        master = master_of(state)
        match self.effect:
            case "tn":
                state.master = replace(master, worths={**master.worths, self.on: self.value})
            case "finds":
                state.master = replace(master, stocks={**master.stocks, self.on: tuple(self.value)})
            case "keep":
                state.master = replace(master, keeps={**master.keeps, self.on: tuple(self.value)})


class RuledApart(Ruled, frozen=True):
    """The game master decided something about a piece that nobody else knows of."""

    sealed: ClassVar[bool] = True


class BrokenOff(Caused, frozen=True):
    """What was under way in the turn of a seat was broken off: check and combat are over."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        state.check = state.combat = None
        state.waiting = ()


def _set_attempt(state: DarknessState, seat: str, attempt: LongAttempt | None) -> None:
    master = master_of(state)
    attempts = {other: tried for other, tried in master.attempts.items() if other != seat}
    if attempt is not None:
        attempts[seat] = attempt
    state.master = replace(master, attempts=attempts)
