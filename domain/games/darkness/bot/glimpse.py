"""A seat's own view, read for a bot: who I am, what I could throw, where things are. It decides no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from domain.contract.game import Json
from domain.games.darkness.bot.weights import WEIGHTS, Weights
from domain.games.darkness.data import Data
from domain.games.darkness.rules.checks import effects
from domain.games.darkness.rules.checks.checks import KINDS
from domain.games.darkness.rules.checks.ladder import TOP, level_of, odds, shifted
from domain.games.darkness.rules.town.tiles import Ground, Place, ground_of

CERTAIN = 1_000_000
"""Chances count in millionths."""

T = TypeVar("T")


class Glimpse:
    """What one seat sees of the table, the data that its game is played with, and the `weights` of ratings.

    `shares` is whether it would rather have others reach the end of the scenario than nobody: it helps them to.
    """

    __slots__ = ("_dice", "_known", "data", "me", "seat", "shares", "view", "weights")

    def __init__(
        self, view: Mapping[str, Json], seat: str, data: Data, weights: Weights = WEIGHTS, *, shares: bool = False
    ) -> None:
        self.shares = shares
        self.weights = weights
        self.data = data
        self.view = view
        self.seat = seat
        self.me: Mapping[str, Any] = view["seats"].get(seat, {})
        self._known: dict[Any, Any] = {}
        self._dice: dict[tuple[str, str | None], int] = {}

    def once(self, find: Callable[[Glimpse], T]) -> T:
        """What is found of the glimpse, looked for when it is first asked for."""
        if find not in self._known:
            self._known[find] = find(self)
        found: T = self._known[find]
        return found

    @property
    def ground(self) -> Ground:
        """The map."""
        return self.once(_ground)

    @property
    def at(self) -> str:
        """Where the seat's character stands."""
        return str(self.me["at"])

    @property
    def defense(self) -> int:
        """Current D."""
        return self.attribute("D")

    def attribute(self, code: str, seat: str | None = None) -> int:
        """Dice of an attribute; D is the current one."""
        person = self.person(seat)
        sheet = person.get("sheet") or {"attributes": self.data.characters[person["character"]].attributes}
        return int(sheet["attributes"][code]) - (person["damage"] if code == "D" else 0)

    def rating(self, skill: str, seat: str | None = None) -> int:
        """The rating of a skill, 0 if it is not owned."""
        person = self.person(seat)
        if "sheet" in person:
            return int(person["sheet"]["skills"].get(skill, 0))
        return self.data.skills[skill].cost if skill in self.data.characters[person["character"]].skills else 0

    def person(self, seat: str | None = None) -> Mapping[str, Any]:
        """A seat's character as it is shown; the own one by default."""
        shown: Mapping[str, Any] = self.me if seat is None else self.view["seats"][seat]
        return shown

    def others(self) -> list[str]:
        """Living seats but this one."""
        return [seat for seat, person in self.view["seats"].items() if seat != self.seat and person["alive"]]

    def dice(
        self, attribute: str, approaches: Sequence[str], seat: str | None = None, weapon: str | None = None
    ) -> int:
        """Dice of the best approach, items included."""
        best = max((self._extra(attribute, skill, seat, weapon) for skill in approaches or ("",)), default=0)
        return self.attribute(attribute, seat) + best

    def dice_for(self, kind: str, seat: str | None = None) -> int:
        """Dice of a check of the table."""
        found = self._dice.get((kind, seat))
        if found is None:
            found = self._dice[kind, seat] = self.dice(KINDS[kind].attribute, KINDS[kind].approaches, seat)
        return found

    def level(self, code: str) -> int:
        """The level of a target number, shifted by the seat's effects."""
        mine = self.me["effects"]
        return shifted(level_of(code), mine.count(effects.UP) - mine.count(effects.DOWN))

    def chance(self, dice: int, code: str) -> int:
        """The chance, in millionths, that so many dice meet a target number."""
        return self.chance_of(dice, self.level(code))

    def chance_of(self, dice: int, level: int) -> int:
        """The chance, in millionths, that so many dice reach a level."""
        return odds(max(dice, 0), min(level, TOP))

    def worth(self, thing: str) -> int:
        """VP of a carried thing or disk; goods and tokens are taken for one."""
        disk = self.data.encounters.get(thing)
        return disk.vp if disk else 1

    def _extra(self, attribute: str, skill: str, seat: str | None, weapon: str | None) -> int:
        rating = self.rating(skill, seat) if skill else 0
        things = (thing for thing in self.person(seat)["items"] if thing in self.data.encounters)
        bonuses = ((thing, self.data.encounters[thing].bonus) for thing in things)
        given = sum(
            bonus.dice
            for thing, bonus in bonuses
            if bonus
            and bonus.attribute == attribute
            and (not bonus.skills or skill in bonus.skills)
            and (attribute != "A" or thing == weapon or "strength" in bonus.skills)
        )
        return (2 if rating >= 4 else min(rating, 1)) + given


def _ground(glimpse: Glimpse) -> Ground:
    return ground_of(glimpse.data, tuple((tile, Place(**place)) for tile, place in glimpse.view["map"].items()))
