"""What happens when a night is over: panic and quests are read, the game is saved."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.last_spell.events.causes import Caused, count_cause
from domain.games.last_spell.state import Bottle, LastSpellState


class PanicAssessed(Caused, frozen=True):
    """The leftmost box with a Flame (from 1; None if the track is empty) pays resources and equipment (LS-DAWN-1)."""

    box: int | None
    resources: dict[str, int]
    equipment: str | None

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        gain(state, self.resources, self.equipment)


class PanicRefilled(Event, frozen=True):
    """One Flame on every box again (LS-DAWN-3)."""

    boxes: int

    def apply(self, state: LastSpellState) -> None:
        state.panic = (1,) * self.boxes


class QuestsAssessed(Caused, frozen=True):
    """Which quests are resolved at this dawn (LS-DAWN-4)."""

    resolved: tuple[str, ...]

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        state.quests = {
            id: replace(log, resolved=log.resolved or id in self.resolved) for id, log in state.quests.items()
        }


class QuestRewarded(Caused, frozen=True):
    """The reward of a resolved quest goes to the common reserve."""

    quest: str
    resources: dict[str, int]
    equipment: str | None

    def apply(self, state: LastSpellState) -> None:
        gain(state, self.resources, self.equipment)


class WareBought(Caused, frozen=True):
    """A seat buys a ware for `gold` of the common reserve (LS-MARKET-2): for the reserve, or a potion of so many doses
    for a hero (LS-MARKET-3)."""

    seat: str
    ware: str
    gold: int
    hero: str | None = None
    doses: int = 0

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        state.gold -= self.gold
        if self.hero is None:
            gain(state, {}, self.ware)
        else:
            hero = state.heroes[self.hero]
            hero.potions = (*hero.potions, Bottle(self.ware, self.doses))


class GameSaved(Event, frozen=True):
    """What chests and notebook keep (LS-SAVE-1 to 3): a new game can be created from it (LS-SAVE-5).

    `heroes` is hero -> profile, health, mana, tokens, wounds and equipment; `common` the reserve; `city` the
    scenario, the night that was survived, mages, quests and constructions.
    """

    heroes: dict[str, Any]
    common: dict[str, Any]
    city: dict[str, Any]

    def apply(self, state: LastSpellState) -> None:
        return


def gain(state: LastSpellState, resources: dict[str, int], equipment: str | None) -> None:
    """Put resources and a piece of equipment into the common reserve."""
    state.gold += resources.get("gold", 0)
    state.material += resources.get("material", 0)
    if equipment is not None:
        state.equipment = (*state.equipment, equipment)
