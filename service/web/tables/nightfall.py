"""The table of Nightfall: what lies where, as pictures, each under the id by which it is touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.nightfall.drawing import COLORS, WOUND, NightfallDrawing
from service.games.shapes.answers import Decision, Game
from service.language.names import Names, Said, capital
from service.web.games.choices import Choices
from service.web.tables.cards import CardSet, Picture, color_of, signs
from service.web.tables.drawing import Drawing
from service.web.tables.nightfall_combat import Attack, CombatReader, Person
from service.web.tables.nightfall_guide import guide

Fact = tuple[str, str]
"""What is counted or named, and its value."""

PILES = {
    "hand": "Hand", "deck": "Deck", "discard": "Discard pile", "packet": "Packet", "picks": "Picks", "secret": "Secret",
}  # fmt: skip
"""What lies before a seat and is counted -> what it is called."""

EXPLAINED = {"Influence": "influence", "Wounds": "wound_pile", "Edition": "edition"}
"""What is counted or named -> the word of the manual that says what it is."""

MARKS = {"cancelled": "without effect", "twice": "twice", "kick": "kicked"}
"""What a link of the chain may be -> what that is called."""


@dataclass(frozen=True)
class Row:
    """Cards that lie side by side under a heading; `empty` is said when there are none, `size` how they are drawn,
    `about` the word of the manual that explains the heading."""

    heading: str
    cards: Sequence[Picture] = ()
    empty: str = ""
    size: str = "small"
    about: str = ""


@dataclass(frozen=True)
class ChainRow:
    """The links in their order: `joins` are the colours that joined each to the one before, `next_colors` those that
    fit now, `to_come` who may still link, the next one first. `fits` says what fits now,
    `colors` each colour of the chain, `legend` each colour that there is."""

    links: Sequence[Picture]
    joins: Sequence[str]
    next_colors: Sequence[str]
    to_come: Sequence[str]
    fits: str
    colors: Mapping[str, str]
    legend: Mapping[str, str]


@dataclass(frozen=True)
class SeatArea:
    """What lies before a seat, with its number at the table from 1 and the sign of its holder; `thing` is itself."""

    name: str
    number: int
    initial: str
    thing: str
    facts: Sequence[Fact]
    rows: Sequence[Row]
    active: bool
    asked: bool
    own: bool


@dataclass(frozen=True)
class WoundPile:
    """The wounds that lie face up or face down, which is its name: how many, empty where it is not shown, and the type
    that lies on top, as card and in words."""

    name: str
    count: str
    top: str = ""
    card: str = ""
    is_up: bool = False


@dataclass(frozen=True)
class NightfallTable:
    """The whole table: the others, the chain, the combat, the viewer's own cards, the archives; `whom` are the seats
    between which the viewer has to choose; `explained` are headings with the words of the manual that explain them."""

    facts: Sequence[Fact]
    wounds: Sequence[WoundPile]
    exiled: Sequence[str]
    own: Sequence[Row]
    chain: ChainRow | None
    archives: Row | None
    combat: Sequence[Attack]
    whom: Sequence[Person]
    seats: Sequence[SeatArea]
    phase: str
    explained: Mapping[str, str]


def model(view: Game, choices: Choices, names: Names) -> NightfallTable:
    """The table as the viewer sees it; every card, minion, seat and archive can be touched."""
    return _Reader(view, choices, names).table()


class _Reader:
    """Reads one view."""

    def __init__(self, view: Game, choices: Choices, names: Names) -> None:
        self._table: Mapping[str, Json] = view.table or {}
        self._viewer: str = view.seat
        self._pending: Mapping[str, Decision] = view.pending
        self._choices = choices
        self._names = names
        self._drawing: NightfallDrawing = names.drawing(self._table)
        self._set = CardSet(self._drawing, names)
        self._combat = CombatReader(view, names, self._set)

    def table(self) -> NightfallTable:
        seats = [self._seat(number, *one) for number, one in enumerate(self._table["seats"].items(), 1)]
        own, chain, archives = list(self._own()), self._chain(), self._commons()
        return NightfallTable(
            facts=list(self._facts()),
            wounds=list(self._wounds()),
            exiled=list(self._exiled()),
            own=own,
            chain=chain,
            archives=archives,
            combat=list(self._combat.attacks()),
            whom=list(self._whom()),
            seats=seats,
            phase=self._table["phase"],
            explained={self._names.catalogue.told(heading): word for heading, word in EXPLAINED.items()},
        )

    def _facts(self) -> Iterator[Fact]:
        table, say, told = self._table, self._names.say, self._names.catalogue.told
        yield told("Phase"), capital(say(table["phase"]))
        if table["turn"]:
            turn = {"turn": table["turn"], "seat": table["active"]}
            yield told("Turn"), self._names.filled("{turn}, {seat} plays", turn)
        if table["start_player"]:
            yield told("First player"), say(table["start_player"])
        if draft := table.get("draft"):
            yield told("Draft round"), str(draft["round"])
        yield told("Edition"), self._names.card(table["edition"])
        for effect, value in table["effects"].items():
            yield capital(say(effect)), say(value)

    def _wounds(self) -> Iterator[WoundPile]:
        """The top of the face-up ones lies open (NF-INFO-6); where they may not be counted no number is shown
        (NF-INFO-7)."""
        pile, told = self._table["wound_pile"], self._names.catalogue.told
        card = f"{WOUND}{pile['next']}" if "next" in pile else ""
        if card or "face_up" in pile:
            top = self._names.card(card) if card else ""
            yield WoundPile(told("face up"), str(pile.get("face_up", "")), top, card, True)
        yield WoundPile(told("face down"), str(pile["face_down"]))

    def _exiled(self) -> Iterator[str]:
        exiled = self._table["exiled"]
        for card, count in Counter(exiled["cards"]).items():
            yield f"{count} {self._names.card(card)}"
        if exiled["wounds"]:
            yield self._names.filled("{count:wound|wounds}", {"count": exiled["wounds"]})

    def _own(self) -> Iterator[Row]:
        """The viewer's packet and picks, or its hand."""
        own, told = self._table["seats"].get(self._viewer), self._names.catalogue.told
        if own is None:
            return
        if isinstance(own.get("packet"), list):
            packet = [self._card(card, "packet") for card in own["packet"]]
            yield Row(told("Your packet"), packet, told("waiting for the next one"), "full")
            picks = [self._card(card, "pick") for card in own["picks"]]
            yield Row(told("Your picks"), picks, told("none that you keep so far"))
            return
        size = "small" if self._table["phase"] in ("combat", "claim") else "full"
        yield Row(told("Your hand"), list(self._hand(own["hand"])), told("no cards"), size)

    def _hand(self, hand: Sequence[str]) -> Iterator[Picture]:
        """A wound is touched as a card, and as the last of so many wounds."""
        wounds = 0
        for card in hand:
            wounds += card.startswith(WOUND)
            also = f" wound/{wounds}" if card.startswith(WOUND) else ""
            yield self._picture(card, f"hand/{card}{also}")

    def _chain(self) -> ChainRow | None:
        table, cards = self._table, [link["card"] for link in self._table["chain"]]
        if not cards and table["phase"] != "chain":
            return None
        orders = [self._drawing.order(card) for card in cards]
        to_come = self._to_link() if table["phase"] == "chain" else []
        colors = {color: color_of(color, self._names) for order in orders for color in (order.color, *order.links)}
        next_colors = orders[-1].links if orders and to_come else ()
        return ChainRow(
            links=[self._link(at) for at in range(len(cards))],
            joins=["", *(order.color for order in orders[1:])],
            next_colors=next_colors,
            to_come=[self._names.seat(seat) for seat in to_come],
            fits=self._fitting([colors[color] for color in next_colors]),
            colors=colors,
            legend={color: color_of(color, self._names) for color in COLORS},
        )

    def _fitting(self, colors: Sequence[str]) -> str:
        """Cards of which colours can come next."""
        said = Said(self._names.catalogue.told(" or ").join(colors))
        return self._names.filled("a {colors} card fits here", {"colors": said})

    def _to_link(self) -> list[str]:
        """Who is asked for a link now, and who will be: each seat with a card in its hand once, clockwise from the
        active one (NF-CHAIN-5, NF-AUTO-1); nobody while the chain is carried out."""
        seats = list(self._table["seats"])
        first = seats.index(self._table["active"])
        clockwise = [seat for seat in (*seats[first:], *seats[:first]) if self._table["seats"][seat]["hand"]]
        linking = {seat for seat, decision in self._pending.items() if decision.kind == "link"}
        asked = next((at for at, seat in enumerate(clockwise) if seat in linking), None)
        return [] if asked is None else clockwise[asked:]

    def _commons(self) -> Row | None:
        commons = self._table["commons"]
        if not commons:
            return None
        heading = self._names.catalogue.told("Common archives")
        return Row(heading, list(self._archives("commons", commons)), size=self._archive_size, about="commons")

    @property
    def _archive_size(self) -> str:
        """Who is buying reads what the cards say."""
        return "full" if self._table["phase"] == "claim" and self._viewer in self._pending else "small"

    def _seat(self, number: int, seat: str, lies: Mapping[str, Json]) -> SeatArea:
        return SeatArea(
            name=self._names.seat(seat),
            number=number,
            initial=self._names.initial(seat),
            thing=f"seat/{seat}",
            facts=list(self._seat_facts(lies)),
            rows=list(self._rows(seat, lies)),
            active=seat == self._table["active"],
            asked=seat in self._pending,
            own=seat == self._viewer,
        )

    def _rows(self, seat: str, lies: Mapping[str, Json]) -> Iterator[Row]:
        told = self._names.catalogue.told
        if "draft" not in self._table:
            yield Row(told("In play"), list(self._minions(seat, lies)), told("no minions"))
        if lies["private"]:
            archives = list(self._archives(seat, lies["private"]))
            size = self._archive_size if seat == self._viewer else "tab"
            yield Row(told("Private archives"), archives, size=size, about="private")
        if isinstance(lies.get("secret"), list) and lies["secret"]:
            secret = [self._picture(card, f"archive/{seat}/{card}", told("secret")) for card in lies["secret"]]
            yield Row(told("Secret archives"), secret)
        if isinstance(lies["hand"], list) and seat != self._viewer:
            yield Row(told("Hand"), [self._card(card, "open") for card in lies["hand"]], told("no cards"))
        if isinstance(lies["discard"], list) and lies["discard"]:
            pile = "discard" if seat == self._viewer else "open"
            yield Row(told("Discard pile, the oldest first"), [self._card(card, pile) for card in lies["discard"]])

    def _seat_facts(self, lies: Mapping[str, Json]) -> Iterator[Fact]:
        told = self._names.catalogue.told
        for name, heading in PILES.items():
            if name in lies:
                yield told(heading), str(lies[name] if isinstance(lies[name], int) else len(lies[name]))
        yield told("Influence"), str(lies["influence"])
        if "wounds" in lies:
            kinds = ", ".join(f"{self._names.say(kind)} {count}" for kind, count in lies["wounds"].items() if count)
            yield told("Wounds"), f"{sum(lies['wounds'].values())}" + (f" ({kinds})" if kinds else "")

    def _minions(self, seat: str, lies: Mapping[str, Json]) -> Iterator[Picture]:
        """With the names that the rules give them."""
        named = self._drawing.minions(seat)
        for (name, minion), in_play in zip(named.items(), lies["in_play"]):
            damage = in_play["damage"]
            note = self._names.filled("{damage} damage", {"damage": damage}) if damage else ""
            yield self._picture(minion.card, f"minion/{name}", note, minion.health)

    def _archives(self, place: str, archives: Mapping[str, int]) -> Iterator[Picture]:
        for card, left in archives.items():
            yield self._picture(card, f"archive/{place}/{card}", self._names.filled("{count} left", {"count": left}))

    def _link(self, at: int) -> Picture:
        """A link by its id; by its player and card, a second copy by the same player with `/2`, where it has none."""
        chain = self._table["chain"]
        link = chain[at]
        copy = 1 + sum(1 for other in chain[:at] if (other["card"], other["by"]) == (link["card"], link["by"]))
        name = link.get("id", f"{link['by']}/{link['card']}" + (f"/{copy}" if copy > 1 else ""))
        told = self._names.catalogue.told
        notes = [self._names.seat(link["by"])]
        notes += [told(said) for mark, said in MARKS.items() if link.get(mark)]
        notes += [self._names.filled("targets by {seat}", {"seat": link["chooser"]})] if "chooser" in link else []
        return self._picture(link["card"], f"link/{name}", ", ".join(notes))

    def _whom(self) -> Iterator[Person]:
        """The seats that the viewer can touch now."""
        for seat in self._table["seats"]:
            if f"seat/{seat}" in self._choices.things:
                yield self._combat.person(seat)

    def _card(self, card: str, place: str) -> Picture:
        return self._picture(card, f"{place}/{card}")

    def _picture(self, card: str, thing: str, note: str = "", health: int | None = None) -> Picture:
        return self._set.picture(card, thing, note, health)


DRAWING = Drawing("tables/nightfall.html", model, guide=guide, signs=signs)
