"""The state of a game: small frozen records in dictionaries, so that a copy is cheap."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.contract.game import Json, State, Text
from domain.games.darkness.data import Data
from domain.games.darkness.rules.master.kept import Master
from domain.games.darkness.rules.town.tiles import Ground, Place, ground_of

BOARD, GM = "board", "gm"
UP, DOWN = "up", "down"
TOKEN = "token-"
LAST_ROUND, FUEL_AT, INSIDE = "last-round:", "fuel:", "inside:"
"""Flags that begin so stand beside those that the rules name: the round is the last and for what outcome, fuel of a
tile was found, somebody was inside the building of a tile when a given table began."""


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A made character: attributes, skills with their ratings, and points saved."""

    attributes: dict[str, int]
    skills: dict[str, int]
    skill_points: int = 0
    occupation: str | None = None
    name: Text | str | None = None


class Character(msgspec.Struct, frozen=True):
    """A seat's character; `character` is a pre-made id or `made`. Items and trophies are in the order got.

    Everybody begins with 0 VP, unhurt, without Failure and with a carry limit of 5 (WD-SETUP-6).
    """

    character: str
    sheet: Sheet
    at: str = ""
    vp: int = 0
    damage: int = 0
    combat_damage: int = 0
    failures: int = 0
    limit: int = 5
    items: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()
    trophies: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    owes: bool = False
    perceived: bool = False
    delivered: int = 0
    alive: bool = True

    @property
    def made(self) -> bool:
        """Whether the character is no pre-made one (WD-CHAR-5)."""
        return self.character == "made"

    @property
    def defense(self) -> int:
        """Current D (WD-CHAR-7)."""
        return self.sheet.attributes["D"] - self.damage

    def attribute(self, code: str) -> int:
        """Dice that an attribute gives; D is the current one."""
        return self.defense if code == "D" else self.sheet.attributes[code]


class Disk(msgspec.Struct, frozen=True):
    """A disk, or goods of GM play, lying on the map."""

    at: str
    face: str = DOWN
    seen_by: tuple[str, ...] = ()


class Token(msgspec.Struct, frozen=True):
    """A numbered token on the map; `tried` tells that all know whether a face-down coffin is the true one."""

    at: str
    face: str = UP
    seen_by: tuple[str, ...] = ()
    damage: int = 0
    follows: str | None = None
    tried: bool = False


class Boss(msgspec.Struct, frozen=True):
    """A boss on the map."""

    at: str
    health: int
    awake: bool = False


class Lock(msgspec.Struct, frozen=True):
    """Who cannot steal a thing back yet, and for how many of its own turns (WD-STEAL-5)."""

    seat: str
    turns: int


class Turn(msgspec.Struct, frozen=True):
    """The turn under way. `left` counts street spaces (WD-MOVE-2); `fresh` allows healing oneself (WD-TURN-2).

    `bought` and `rerolled` count dice bought and rerolled for VP by each seat (WD-TURN-7).
    """

    move: str = "unrolled"
    movement: int | None = None
    left: int = 0
    action: str = "free"
    fresh: bool = True
    walked: bool = False
    retreated: bool = False
    bought: Mapping[str, int] = {}
    rerolled: Mapping[str, int] = {}


class Pool(msgspec.Struct, frozen=True):
    """Where the dice of a throw come from (WD-CHECK-3)."""

    attribute: int
    skill: int = 0
    items: int = 0
    vp: int = 0
    other: int = 0

    @property
    def dice(self) -> int:
        """How many dice are thrown."""
        return self.attribute + self.skill + self.items + self.vp + self.other


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A price offered or demanded for help (WD-HELP-2)."""

    vp: int = 0
    items: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()


class Helper(msgspec.Struct, frozen=True):
    """Somebody who helps, with the ally it brings."""

    seat: str
    ally: str | None = None


class Asking(msgspec.Struct, frozen=True):
    """A helper asked and the terms on the table."""

    of: str
    give: Terms
    ally: str | None = None


class Check(msgspec.Struct, frozen=True):
    """A check under way (WD-CHECK). `level` is that of the shifted TN, 0 where the level counts.

    `beyond` asks to pass the TN; `rival` is the other side of an opposed check, `target` a patient or opponent,
    `distance` that of an attack in GM play, `other` dice of the scenario, `instead` its actions that may be taken
    in place of the check; `declined` are seats that would not help, `sources` the rerolls used.
    """

    by: str
    kind: str
    attribute: str
    approaches: tuple[str, ...]
    level: int = 0
    help: bool = False
    beyond: bool = False
    rival: str | None = None
    target: str | None = None
    distance: int = 0
    weapon: str | None = None
    other: int = 0
    instead: tuple[str, ...] = ()
    helpers: tuple[Helper, ...] = ()
    asking: Asking | None = None
    declined: tuple[str, ...] = ()
    skill: str | None = None
    results: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()


class Settled(msgspec.Struct, frozen=True):
    """How the last check went; `face` decides between equal levels of an opposed one, `helpers` helped with it."""

    by: str
    level: int
    face: int
    success: bool | None
    helpers: tuple[Helper, ...] = ()
    weapon: str | None = None


class Combat(msgspec.Struct, frozen=True):
    """A combat under way; `lowered` are levels taken off A and D until its end, `values` those thrown (GM play)."""

    by: str
    against: str
    rounds: int
    health: int
    round: int = 0
    first: bool = False
    weapon: str | None = None
    distance: int = 0
    helpers: tuple[Helper, ...] = ()
    approaching: Mapping[str, int] = {}
    coming: tuple[Helper, ...] = ()
    lowered: Mapping[str, int] = {}
    values: Mapping[str, str] = {}
    cause: int = 0


class Death(msgspec.Struct, frozen=True):
    """How a character died: by what, in which round, and the number of the cause."""

    by: str
    round: int
    cause: int


class Fallen(msgspec.Struct, frozen=True):
    """A character that was brought and has died, in whose place somebody new plays on: its record, and how it died."""

    record: Mapping[str, Json]
    person: Character


class Ended(msgspec.Struct, frozen=True):
    """How a game ended."""

    outcome: str
    winners: tuple[str, ...]
    vp: dict[str, int]


class DarknessState(State):
    """A whole game. `people` has the characters by seat, without the game master's seat.

    `data` is what it was begun with. `shots` counts what is left of things with limited uses, `worth` what found goods
    paid (GM play), wherever they are; `settled` and `rival` are the last check that was settled and the one before it,
    `waiting` checks in which another came between (a helper strains under its price). `causes` counts what has brought
    something about, `cause` is the number of what goes on now, `ended_by` that of the end. `fallen` are the brought who
    have died, by the seats where somebody new has taken their place (GM play).
    """

    __slots__ = (
        "_ground", "active", "bosses", "cause", "causes", "check", "combat", "countdown", "data", "deaths", "disks",
        "ended", "ended_by", "fallen", "first", "flags", "locks", "master", "mode", "no_doors", "options", "outcome",
        "people", "phase", "places", "pool", "removed", "reserve", "rival", "round", "scenario", "settled", "shots",
        "tokens", "turn", "votes", "waiting", "winners", "worth",
    )  # fmt: skip

    def __init__(self, seats: tuple[str, ...], rules: int, data: Data, scenario: str, mode: str) -> None:
        super().__init__(seats, rules)
        self.data = data
        self.scenario = scenario
        self.mode = mode
        self.phase = "setup"
        self.round = 1
        self.active = self.first = seats[0]
        self.countdown: int | None = None
        self.options: Mapping[str, Json] = {}
        self.people: dict[str, Character] = {}
        self.places: dict[str, Place] = {}
        self._ground: Ground | None = None
        self.reserve: tuple[str, ...] = ()
        self.pool: tuple[str, ...] = ()
        self.removed: tuple[str, ...] = ()
        self.no_doors: tuple[str, ...] = ()
        self.flags: tuple[str, ...] = ()
        self.disks: dict[str, Disk] = {}
        self.tokens: dict[str, Token] = {}
        self.bosses: dict[str, Boss] = {}
        self.locks: dict[str, Lock] = {}
        self.shots: dict[str, int] = {}
        self.worth: dict[str, int] = {}
        self.turn = Turn()
        self.check: Check | None = None
        self.waiting: tuple[Check, ...] = ()
        self.settled: Settled | None = None
        self.rival: Settled | None = None
        self.combat: Combat | None = None
        self.cause = 0
        self.causes = 0
        self.ended_by = 0
        self.deaths: dict[str, Death] = {}
        self.fallen: Mapping[str, Fallen] = {}
        self.master: Master | None = None
        self.votes: dict[str, str] = {}
        self.outcome: str | None = None
        self.winners: tuple[str, ...] | None = None
        self.ended: Ended | None = None

    def clone(self) -> DarknessState:
        other = DarknessState.__new__(DarknessState)
        for name in (*State.__slots__, *DarknessState.__slots__):
            setattr(other, name, getattr(self, name))
        for name in ("people", "places", "deaths", "disks", "tokens", "bosses", "locks", "shots", "votes", "worth"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def change(self, seat: str, **fields: object) -> None:
        """Set fields of a seat's character (for `Event.apply`)."""
        self.people[seat] = replace(self.people[seat], **fields)

    def lay_tile(self, tile: str, place: Place) -> None:
        """Put a tile on the map (for `Event.apply`)."""
        self.places[tile] = place
        self._ground = None

    def clear_map(self) -> None:
        """Take all tiles off the map (for `Event.apply`)."""
        self.places = {}
        self._ground = None

    @property
    def ground(self) -> Ground:
        """The map with its steps, made when it is first asked for after a tile was laid: a fold never needs it."""
        if self._ground is None:
            self._ground = ground_of(self.data, tuple(self.places.items()))
        return self._ground

    @property
    def gm(self) -> bool:
        """Whether a game master leads the game."""
        return self.mode == GM

    @property
    def person(self) -> Character:
        """The active seat's character; KeyError in the game master's turn."""
        return self.people[self.active]

    @property
    def living(self) -> list[str]:
        """Seats whose characters live, in seat order.

        Not those that have yet to come to the map, in the set-up or anew in GM play (WD-SETUP-5, WD-GM-19).
        """
        people, all_came = self.people, self.phase != "setup" and not (self.gm and self.places)
        return [seat for seat in self.seats if seat in people and people[seat].alive and (all_came or people[seat].at)]

    def others(self, seat: str) -> list[str]:
        """The living seats but this one, in seat order."""
        return [other for other in self.living if other != seat]

    def here(self, space: str) -> list[str]:
        """Living seats on the space, in seat order; several may share one (WD-TILE-10)."""
        return [seat for seat in self.living if self.people[seat].at == space] if space else []

    def disks_on(self, space: str, face: str) -> list[str]:
        """Disks on a space with that face, in the order in which they came there."""
        return [disk for disk, lies in self.disks.items() if lies.at == space and lies.face == face]

    def building_of(self, seat: str) -> str | None:
        """The building that the seat's character is inside of."""
        return self.data.building(self.people[seat].at)


def master_of(state: DarknessState) -> Master:
    """What the game master has, where one is known to be."""
    assert state.master is not None
    return state.master


def check_of(state: DarknessState) -> Check:
    """The check under way, where there is one."""
    assert state.check is not None
    return state.check


def combat_of(state: DarknessState) -> Combat:
    """The combat under way, where there is one."""
    assert state.combat is not None
    return state.combat
