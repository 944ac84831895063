"""How the answers of Nightfall lie on its table: what is touched for each, what follows, why a card does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.contract.game import Json
from domain.games.nightfall.drawing import WOUND, NightfallDrawing
from service.games.shapes.answers import Game
from service.language.names import Names, Said
from service.web.games.choices import Guide, Step
from service.web.tables.cards import color_of

PLACES: Mapping[tuple[str, str], str] = {
    ("draft", "card"): "packet",
    ("link", "card"): "hand",
    ("discard", "card"): "hand",
    ("claim", "archive"): "archive",
    ("treat", "count"): "wound",
    ("block", "minion"): "minion",
    ("block", "attacker"): "minion",
    ("attack", "minion"): "minion",
    ("attack", "seat"): "seat",
}
"""Verb and argument -> the kind of thing that its values are."""

ASKED_FOR: Mapping[str, str] = {
    "player": "seat",
    "order of players": "seat",
    "minion": "minion",
    "forced blockers": "minion",
    "archive": "archive",
    "link": "link",
    "card of the hand": "hand",
    "order of the hand": "hand",
    "discarded order": "discard",
    "discarded minion": "discard",
    "discarded wound": "discard",
}
"""What a text asks for -> the kind of thing that it is."""

PICKED = {
    "private": "You keep it as a private archive.",
    "centre": "It becomes a common archive.",
    "removed": "It is put out of the game.",
}
"""Where a picked card goes -> what is said of it."""

REST = {
    "left": "The rest of the packet goes to the left.",
    "centre": "What is left of the packet becomes a common archive.",
    "removed": "What is left of the packet returns to the box.",
}
"""Where the rest of a packet goes -> what is said of it."""

TOTAL = "Unblocked, {name} takes {number} of damage."
TOTAL_WITH_NEXT = "Unblocked, {name} takes {number} of damage, the next is a {wound}."
"""What attacks do together, where the top of the wounds is not seen and where it is."""


class NightfallGuide(Guide):
    """Reads the table of who must decide."""

    def __init__(self, view: Game, names: Names) -> None:
        super().__init__(names.catalogue)
        self._table: Mapping[str, Json] = view.table or {}
        self._options: Mapping[str, Json] = view.options
        self._seat = view.seat
        self._pending = view.pending[view.seat]
        self._names = names
        self._drawing: NightfallDrawing = names.drawing(self._table)

    def step(self, verb: str, argument: str, value: Json) -> Step | None:
        """A card of the hand or packet, a minion, a seat, an archive, a link, a card of the discard pile."""
        kind = self._chosen if verb == "choose" else PLACES.get((verb, argument))
        return None if kind is None else Step(f"{kind}/{value}", self._names.say(value))

    @property
    def _chosen(self) -> str | None:
        """What a text asks for; a card of another seat's discard pile lies nowhere on the table."""
        details = self._pending.details
        kind = ASKED_FOR.get(str(details.get("asks")))
        return None if kind == "discard" and details["by"] != self._seat else kind

    def follows(self, verb: str, value: Json) -> Sequence[str]:
        """What a link, a claim, a pick, a block would do."""
        return list(getattr(self, f"_{verb}", self._unsaid)(value))

    def called(self, action: Mapping[str, Json], listed: str) -> str:
        """With what it costs or brings; a pass by what it ends."""
        match action:
            case {"type": "claim", "archive": archive}:
                card = archive.partition("/")[2]
                return self._worded("Claim {card} for {cost}", card=card, cost=self._cost(card))
            case {"type": "treat", "count": count}:
                return self._worded("Discard {count:wound|wounds} for {drawn} cards", count=count, drawn=2 * count)
            case {"type": "pass"}:
                return self._passing()
        return listed

    def _passing(self) -> str:
        """What a pass gives up."""
        match self._pending.kind:
            case "link":
                return self._worded("Pass: link nothing more") if self._last else self._worded("Pass: begin no chain")
            case "claim" if self._influence:
                return self._worded("Pass: {influence} influence is lost", influence=self._influence)
            case "treat" if any(card.startswith(WOUND) for card in self._table["seats"][self._seat]["hand"]):
                return self._worded("Pass: keep your wounds")
        return self.catalogue.told("Pass")

    def weight(self, verb: str, value: Json) -> tuple[str, int] | None:
        """Whom an attack would hurt, and how much."""
        if verb != "attack":
            return None
        return self._names.seat(value["seat"]), self._drawing.strength(value["minion"])

    def total(self, verb: str) -> str:
        """What attacks do together unless they are blocked."""
        if verb != "attack":
            return ""
        pile = self._table["wound_pile"]
        message = TOTAL_WITH_NEXT if "next" in pile else TOTAL
        return self.catalogue.told(message).replace("{wound}", self._names.card(f"{WOUND}{pile.get('next', '')}"))

    def nothing(self, verb: str, title: str) -> str:
        """Who need not block may say so, and reads what it costs."""
        if verb != "block":
            return super().nothing(verb, title)
        return self._worded("No block, take {count:wound|wounds}", count=self._drawing.unblocked(self._seat))

    def bars(self) -> Mapping[str, str]:
        """Why cards of the hand do not fit, and archives are too dear."""
        if self._pending.kind == "link":
            return dict(self._unlinked())
        return dict(self._too_dear()) if self._pending.kind == "claim" else {}

    def _unsaid(self, value: Json) -> Iterator[str]:
        yield from ()

    def _draft(self, action: Json) -> Iterator[str]:
        picked, rest = self._drawing.pick(self._options)
        yield self.catalogue.told(PICKED[picked])
        yield self.catalogue.told(REST[rest])

    def _link(self, action: Json) -> Iterator[str]:
        order = self._drawing.order(action["card"])
        last = self._last
        if last is None:
            yield self._worded("It begins the chain.")
        elif order.kick_color:
            color, wanted = self._color(self._drawing.order(last).color), self._color(order.kick_color)
            if color == wanted:
                yield self._worded("Its kick works: {last} is {color}.", last=last, color=color)
            else:
                yield self._worded("No kick: {last} is {color}, not {wanted}.", last=last, color=color, wanted=wanted)
        if last is not None:
            yield self._worded("It is carried out before {last}.", last=last)
        if order.links:
            yield self._worded("A {colors} card can come next.", colors=self._either(order.links))

    def _claim(self, action: Json) -> Iterator[str]:
        cost = self._cost(action["archive"].partition("/")[2])
        yield self._worded("It costs {cost} and leaves you {left} influence.", cost=cost, left=self._influence - cost)
        yield self._worded("The card goes to your discard pile.")

    def _discard(self, action: Json) -> Iterator[str]:
        yield self._worded("It goes to your discard pile, for influence.")

    def _treat(self, action: Json) -> Iterator[str]:
        count = action["count"]
        yield self._worded("You discard {count} of your wounds and draw {drawn} cards.", count=count, drawn=2 * count)

    def _block(self, value: Json) -> Iterator[str]:
        blocker, attacker = value["minion"], value["attacker"]
        health = self._drawing.minions(self._seat)[blocker].health
        yield self._worded(
            "{attacker} deals {strength}, {blocker} has {health} health left.",
            attacker=attacker,
            strength=self._drawing.strength(attacker),
            blocker=blocker,
            health=health,
        )

    def _unlinked(self) -> Iterator[tuple[str, str]]:
        last = self._last
        links = self._drawing.order(last).links if last is not None else ()
        for card in self._table["seats"][self._seat]["hand"]:
            if card.startswith(WOUND):
                yield f"hand/{card}", self._worded("A wound cannot be linked.")
            elif last is not None and (color := self._drawing.order(card).color) not in links:
                yield (
                    f"hand/{card}",
                    self._worded(
                        "It is {color}; after {last} only {colors} cards fit.",
                        color=self._color(color),
                        last=last,
                        colors=self._either(links),
                    ),
                )

    def _too_dear(self) -> Iterator[tuple[str, str]]:
        own = self._table["seats"][self._seat]["private"]
        for place, archives in (("commons", self._table["commons"]), (self._seat, own)):
            for card, left in archives.items():
                if not left:
                    yield f"archive/{place}/{card}", self._worded("There is none left.")
                elif (cost := self._cost(card)) > self._influence:
                    dear = {"cost": cost, "influence": self._influence}
                    yield (
                        f"archive/{place}/{card}",
                        self._worded("It costs {cost}; you have {influence} influence.", **dear),
                    )

    def _worded(self, message: str, **values: Json) -> str:
        """A sentence with its fields."""
        return self._names.filled(message, values)

    def _either(self, colors: Sequence[str]) -> Said:
        """Colours of which any will do."""
        return Said(self.catalogue.told(" or ").join(map(self._color, colors)))

    def _color(self, color: str) -> Said:
        return Said(color_of(color, self._names))

    @property
    def _last(self) -> str | None:
        chain = self._table["chain"]
        return chain[-1]["card"] if chain else None

    @property
    def _influence(self) -> int:
        return int(self._table["seats"][self._seat]["influence"])

    def _cost(self, card: str) -> int:
        return self._drawing.cost(card, self._seat)


def guide(view: Game, names: Names) -> Guide:
    """How the answers of who must decide lie on the table."""
    return NightfallGuide(view, names)
