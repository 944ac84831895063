"""The combat of a Nightfall table as pictures: who attacks whom, with what damage, and who stands in the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.nightfall.drawing import NightfallDrawing
from service.games.shapes.answers import Game
from service.language.names import Names, Said
from service.web.tables.cards import CardSet, Picture


@dataclass(frozen=True)
class Person:
    """A seat as its sign: its name, its number at the table from 1, the sign of its holder, and its thing."""

    name: str
    number: int
    initial: str
    thing: str


@dataclass(frozen=True)
class Attack:
    """An attack: the card of the attacker, what it deals as far as it can be told, whom it attacks, and the cards of
    who stops it; `said` is all of it in words."""

    attacker: Picture
    damage: str
    target: Person
    blockers: Sequence[Picture]
    said: str


class CombatReader:
    """Reads the combat of one view."""

    def __init__(self, view: Game, names: Names, cards: CardSet) -> None:
        self._table: Mapping[str, Json] = view.table or {}
        self._names = names
        self._cards = cards
        self._drawing: NightfallDrawing = names.drawing(self._table)

    def person(self, seat: str) -> Person:
        """The sign of a seat."""
        number = list(self._table["seats"]).index(seat) + 1
        return Person(self._names.seat(seat), number, self._names.initial(seat), f"seat/{seat}")

    def attacks(self) -> Iterator[Attack]:
        """Every attack that has been declared, in the order in which they are fought."""
        combat = self._table.get("combat", {"attacks": [], "blocks": []})
        for attacker, seat in combat["attacks"]:
            blockers = [blocker for blocker, attacked in combat["blocks"] if attacked == attacker]
            named = Said(self._names.catalogue.told(" and ").join(map(self._names.say, blockers)))
            about = {"minion": attacker, "seat": seat, "blockers": named}
            said = self._names.filled("{minion} attacks {seat}[, blocked by {blockers}]", about)
            pictures = [self._minion(blocker) for blocker in blockers]
            yield Attack(self._minion(attacker), self._damage(attacker), self.person(seat), pictures, said)

    def _minion(self, name: str) -> Picture:
        """A minion by its name, also once it has left the table."""
        owner, card, *_ = name.split("/")
        standing = self._drawing.minions(owner).get(name)
        health = None if standing is None else standing.health
        return self._cards.picture(card, f"minion/{name}", self._names.seat(owner), health)

    def _damage(self, name: str) -> str:
        owner, *_ = name.split("/")
        return str(self._drawing.strength(name)) if name in self._drawing.minions(owner) else ""
