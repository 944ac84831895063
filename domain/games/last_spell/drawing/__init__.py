"""What pages and the terminal draw a table with beyond its view: what is printed on cards and sheets, and the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from domain.contract.game import Json
from domain.games.last_spell.components import ConstructionKind, HeroProfile, Reward, Technique
from domain.games.last_spell.data import Content
from domain.games.last_spell.drawing.aim import Idle, Struck, idle, reach, struck_by
from domain.games.last_spell.drawing.foresight import Foreseen, foreseen
from domain.games.last_spell.rules.bosses.bosses_data import CETUSIA, DRYAD, HARPY
from domain.games.last_spell.rules.night.entry import card_squares
from domain.games.last_spell.rules.town.board import CIRCLE, CLIFF, CROSSABLE, FOG, GROUND, TREE, VOID, WATER
from domain.games.last_spell.rules.town.geometry import Square, footprint
from domain.games.last_spell.state import CIRCLE as CIRCLE_NAME
from domain.games.last_spell.state import LastSpellState, seat_of
from domain.games.last_spell.view.rebuilt import rebuilt

__all__ = [
    "CETUSIA", "CIRCLE", "CIRCLE_NAME", "CLIFF", "CROSSABLE", "DRYAD", "FOG", "GROUND", "HARPY", "MONOLITH", "TREE",
    "VOID", "WATER", "Foreseen", "LastSpellDrawing", "Square", "Struck", "drawing", "seat_of",
]  # fmt: skip

MONOLITH = "monolith"


class LastSpellDrawing:
    """The cards, sheets and boards that a table is played with, and what could happen on it next."""

    def __init__(self, view: Mapping[str, Json], content: Content) -> None:
        self._view = view
        self._content = content

    @cached_property
    def _state(self) -> LastSpellState:
        return rebuilt(self._view, self._content)

    def foreseen(self) -> Mapping[str, tuple[Foreseen, ...]]:
        """Monster -> what it would do next if the table stayed as it is; two ways where the Destiny token decides."""
        return foreseen(self._state) if self._view["monsters"] or self._view["boss"] else {}

    def reach(self) -> Mapping[tuple[str, ...], Sequence[Square]]:
        """Where the hero in turn can aim: `(weapon, technique)`, `(scroll,)` or `(defence,)` -> squares."""
        return reach(self._state) if self._view["active"] else {}

    def idle(self) -> Mapping[tuple[str, ...], Idle]:
        """Why each technique and scroll of the hero in turn cannot be used, if it cannot."""
        return idle(self._state) if self._view["active"] else {}

    def struck_by(self, action: Mapping[str, Json]) -> Sequence[Struck]:
        """Whom an aimed answer of the hero in turn would strike, and how likely."""
        return struck_by(self._state, action)

    @property
    def mages(self) -> int:
        """How many mages the circle has at first."""
        count: int = self._content.source["board"]["mages"]
        return count

    @property
    def rewards(self) -> Sequence[Reward]:
        """What each box of the panic track pays, the leftmost first."""
        return self._content.rewards

    def reduced_by(self, card: str) -> int:
        """How much damage an armour or a shield prevents."""
        return self._content.armor[card].use.reduce

    @property
    def protect_cost(self) -> int:
        """How many Action tokens Protect costs."""
        return self._content.numbers.protect_action_cost

    @property
    def protect_reduces(self) -> int:
        """How much of the next damage Protect prevents."""
        return self._content.numbers.protect_reduces

    def techniques(self, weapon: str) -> Iterable[Technique]:
        """The techniques of a weapon."""
        return self._content.weapons[weapon].techniques.values()

    def damage(self, weapon: str) -> int:
        """How much damage the attacks of a weapon deal."""
        return self._content.weapons[weapon].damage

    def profile(self, hero: str) -> HeroProfile:
        """What is printed on a hero's sheet."""
        return self._content.heroes[hero]

    def construction(self, kind: str) -> ConstructionKind:
        """What is printed on a construction."""
        return self._content.constructions[kind]

    def category(self, kind: str) -> str | None:
        """What sort of construction a kind is, or `monster`; None for a kind of neither."""
        known = self._content.constructions.get(kind)
        return known.category if known else "monster" if kind in self._content.monsters else None

    def covered(self, kind: str, at: Square) -> tuple[Square, ...]:
        """The squares of a construction with its north-west at a square."""
        return footprint(at, *self._content.constructions[kind].size)

    def level(self, monster: str) -> int:
        """The level of a kind of monster."""
        return self._content.monsters[monster].level

    def life(self, piece: str) -> int:
        """The life points of a boss, a part of one, or a monolith."""
        content = self._content
        match piece:
            case str() if piece == DRYAD:
                return content.dryad.health
            case str() if piece == MONOLITH:
                return content.dryad.monolith_health
            case str() if piece in content.cetusia.parts:
                return content.cetusia.parts[piece].health
            case _:
                return content.monsters[piece].health

    def spawn_squares(self, scenario: str, location: str, night: int) -> Iterator[Square]:
        """The squares of a spawn location in a night, row by row; none where a scenario has no such location."""
        slot = self._content.city(scenario).slot(int(location))
        return iter(()) if slot is None else card_squares(self._content, slot, night - 1)


def drawing(view: Mapping[str, Json], content: Content) -> LastSpellDrawing:
    """What a table is drawn with."""
    return LastSpellDrawing(view, content)
