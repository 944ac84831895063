"""What can happen before a night: heroes are chosen, equipped and placed, cards are dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import UNSET

from domain.contract.game import Event
from domain.games.last_spell.data import LAST_NIGHT, city_board
from domain.games.last_spell.events.causes import Cause, Caused, count_cause
from domain.games.last_spell.rules.bosses.bosses import Boss, Cetusia, Dryad, Harpy, Part
from domain.games.last_spell.rules.bosses.bosses_data import CETUSIA, DRYAD, HARPY
from domain.games.last_spell.rules.heroes.belongings import equipped, returned, twilight
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.state import Card, Construction, Hero, LastSpellState, Pile, QuestLog


class GameCreated(Event, frozen=True):
    """The first event of a game; `data` is the SHA-256 of the data it is played with."""

    seats: tuple[str, ...]
    options: dict[str, Any]
    rules: int
    data: str


class PositionSet(Event, frozen=True):
    """The first event of a rule case: a whole table, in the shape of the referee's view."""

    seats: tuple[str, ...]
    options: dict[str, Any]
    rules: int
    data: str
    table: dict[str, Any]
    private: ClassVar[Mapping[str, str]] = {"table": "referee"}


class QuestsDealt(Event, frozen=True):
    """The quests of the scenario that the spawn cards can fulfil (R44); what was counted for them before stays."""

    quests: tuple[str, ...]

    def apply(self, state: LastSpellState) -> None:
        state.quests = {id: state.quests.get(id, QuestLog()) for id in self.quests}


class SetupBegan(Event, frozen=True):
    """A day: the board is cleared of figures and tiles, the fog stands as that night wants it (LS-DAWN-5)."""

    night: int

    def apply(self, state: LastSpellState) -> None:
        state.night, state.phase, state.round, state.turn = self.night, "setup", 0, 0
        state.step = state.destiny = state.active = state.direction = state.assault = None
        if not state.has_own_board:
            state.board = city_board(state.content, state.setting.scenario, self.night)
        for hero in state.heroes.values():
            hero.at = hero.tower = hero.held_by = None
        state.monsters, state.figures, state.tiles = {}, {}, {}
        state.structures = {at: name for at, name in state.structures.items() if name in state.constructions}
        state.spawn, state.deck, state.early = {}, (), ()
        state.boss = new_boss(state) if self.night == LAST_NIGHT else None


def new_boss(state: LastSpellState) -> Boss:
    """The scenario's boss before it has come."""
    match state.content.city(state.setting.scenario).boss:
        case str(kind) if kind == HARPY:
            return Harpy(side=state.setting.harpy_side)
        case str(kind) if kind == CETUSIA:
            return Cetusia(head=Part(), tail=Part())
        case kind:
            assert kind == DRYAD
            return Dryad()


class HeroChosen(Event, frozen=True):
    """A seat takes a hero with its starting equipment, `actions` Action tokens and `tokens` for movement."""

    hero: str
    profile: str
    health: int
    mana: int
    actions: int
    tokens: tuple[int, ...]
    weapons: tuple[str, ...]
    armor: tuple[str, ...]

    def apply(self, state: LastSpellState) -> None:
        hero = Hero(
            profile=self.profile,
            health=self.health,
            mana=self.mana,
            mana_max=self.mana,
            actions=self.actions,
            actions_max=self.actions,
            ready=self.tokens,
            weapons=self.weapons,
            armor=tuple(map(Card, self.armor)),
        )
        heroes = {**state.heroes, self.hero: hero}
        state.heroes = {name: heroes[name] for name in sorted(heroes, key=lambda name: _order(state, name))}


class HeroPrepared(Event, frozen=True):
    """Solo: a hero that may be recruited later (LS-SOLO-1)."""

    profile: str

    def apply(self, state: LastSpellState) -> None:
        state.prepared = (*state.prepared, self.profile)


class HeroRecruited(HeroChosen, frozen=True):
    """Solo: a prepared hero joins for `gold` (LS-SOLO-2)."""

    gold: int
    cause: Cause = UNSET

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        super().apply(state)
        state.prepared = tuple(profile for profile in state.prepared if profile != self.profile)
        state.gold -= self.gold


class HeroEquipped(Event, frozen=True):
    """A hero takes a card from the common reserve, or gives one back (LS-SETUP-2); the other is None."""

    hero: str
    taken: str | None = None
    returned: str | None = None

    def apply(self, state: LastSpellState) -> None:
        hero = state.heroes[self.hero]
        if self.taken is not None:
            at = state.equipment.index(self.taken)
            state.equipment = state.equipment[:at] + state.equipment[at + 1 :]
            equipped(hero, self.taken, state.content)
        if self.returned is not None:
            returned(hero, self.returned)
            state.equipment = (*state.equipment, self.returned)


class ConstructionBuilt(Caused, frozen=True):
    """A construction is put on free squares of the city and paid for (LS-SETUP-3)."""

    construction: str
    kind: str
    at: Square
    squares: tuple[Square, ...]
    health: int
    rocks: int
    gold: int
    material: int

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        put_construction(
            state,
            self.construction,
            Construction(self.kind, self.at, self.squares, self.health, rocks=self.rocks),
        )
        state.gold -= self.gold
        state.material -= self.material


class HeroPlaced(Event, frozen=True):
    """A hero is put on a square of the city, or on another than before (LS-SETUP-4)."""

    hero: str
    at: Square

    def apply(self, state: LastSpellState) -> None:
        hero = state.heroes[self.hero]
        if hero.at is not None:
            del state.figures[hero.at]
        hero.at = self.at
        state.figures[self.at] = self.hero


class SeatReady(Event, frozen=True):
    """A seat has finished its preparations (LS-SETUP-1), or its purchases (LS-MARKET-1)."""

    seat: str

    def apply(self, state: LastSpellState) -> None:
        return


class TwilightFell(Caused, frozen=True):
    """The night begins: mana, potions, cards and tokens are as new; wounds heal by `WoundHealed` (LS-SETUP-5)."""

    night: int

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        state.first_setup = False
        for hero in state.heroes.values():
            twilight(hero, state.content)
        for construction in state.constructions.values():
            construction.used = False


class DirectionDrawn(Event, frozen=True):
    """The direction card of the night, the slots in play, and where the Dryad is to come, if she is shown."""

    card: str
    slots: tuple[int, ...]
    dryad_slot: int | None

    def apply(self, state: LastSpellState) -> None:
        state.direction = self.card
        if isinstance(state.boss, Dryad):
            state.boss.slot = self.dryad_slot


class SpawnDealt(Event, frozen=True):
    """The spawn cards lie face down: `left` how many on each slot, `piles` which, top first; `deck` are all cards that
    they were dealt from (LS-INFO-1)."""

    left: dict[str, int]
    piles: dict[str, tuple[str, ...]]
    deck: tuple[str, ...]
    private: ClassVar[Mapping[str, str]] = {"piles": "referee", "deck": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: LastSpellState) -> None:
        state.deck = self.deck
        state.spawn = {slot: Pile(cards) for slot, cards in self.piles.items()}


def put_construction(state: LastSpellState, name: str, construction: Construction) -> None:
    """Put a construction on its squares."""
    state.constructions[name] = construction
    state.structures.update(dict.fromkeys(construction.squares, name))
    state.count(name)


def _order(state: LastSpellState, hero: str) -> tuple[int, str]:
    seat, _, number = hero.partition("/")
    return state.seats.index(seat), number
