"""The table of Nightfall: what lies where, as pictures, and which of them can be clicked to answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.contract.game import Json
from domain.games.nightfall.drawing import WOUND, NightfallDrawing
from service.games.shapes.answers import Game
from service.language.names import Names, title
from service.web.games.panel import Button, Panel
from service.web.tables.cards import CardSet, Picture, Printed
from service.web.tables.drawing import Drawing

Fact = tuple[str, str]
"""What is counted or named, and its value."""


@dataclass(frozen=True)
class Row:
    """Cards that lie side by side under a heading; `empty` is said when there are none."""

    heading: str
    cards: Sequence[Picture] = ()
    empty: str = ""


@dataclass(frozen=True)
class SeatArea:
    """What lies before a seat. `answer` is what choosing the seat itself answers."""

    name: str
    facts: Sequence[Fact]
    rows: Sequence[Row]
    active: bool
    answer: Button | None


@dataclass(frozen=True)
class WoundPile:
    """The wounds that lie `face up` or `face down`: how many, as far as it is shown, and the type that lies on top."""

    name: str
    count: str
    top: str = ""


@dataclass(frozen=True)
class NightfallTable:
    """The whole table: the viewer's own cards first, then what lies in the middle, then seat by seat."""

    facts: Sequence[Fact]
    wounds: Sequence[WoundPile]
    exiled: Sequence[str]
    own: Sequence[Row]
    middle: Sequence[Row]
    combat: Sequence[str]
    seats: Sequence[SeatArea]
    printed: Sequence[Printed] = field(default=())


def model(view: Game, panel: Panel | None, names: Names) -> NightfallTable:
    """The table as the viewer sees it."""
    return _Reader(view, panel, names).table()


class _Reader:
    """Reads one view."""

    def __init__(self, view: Game, panel: Panel | None, names: Names) -> None:
        self._table: Mapping[str, Json] = view.table or {}
        self._viewer: str = view.seat
        self._panel = panel
        self._names = names
        self._drawing: NightfallDrawing = names.drawing(self._table)
        self._set = CardSet(self._drawing, names)
        self._cards: list[str] = []

    def table(self) -> NightfallTable:
        seats = [self._seat(seat, lies) for seat, lies in self._table["seats"].items()]
        own, middle = list(self._own()), list(self._middle())
        return NightfallTable(
            facts=list(self._facts()),
            wounds=list(self._wounds()),
            exiled=list(self._exiled()),
            own=own,
            middle=middle,
            combat=list(self._combat()),
            seats=seats,
            printed=self._set.printed(self._cards),
        )

    def _facts(self) -> Iterator[Fact]:
        table, say = self._table, self._names.say
        yield "Phase", title(table["phase"])
        if table["turn"]:
            yield "Turn", f"{table['turn']} of {say(table['active'])}"
        if table["start_player"]:
            yield "First player", say(table["start_player"])
        if draft := table.get("draft"):
            yield "Draft round", str(draft["round"])
        yield "Edition", self._names.card(table["edition"])
        for effect, value in table["effects"].items():
            yield title(effect), say(value)

    def _wounds(self) -> Iterator[WoundPile]:
        """The top of the face-up ones lies open (NF-INFO-6); where they may not be counted it says so (NF-INFO-7)."""
        pile = self._table["wound_pile"]
        top = self._names.card(f"{WOUND}{pile['next']}") if "next" in pile else ""
        if top or "face_up" in pile:
            yield WoundPile("face up", str(pile.get("face_up", self._names.card("not-counted"))), top)
        yield WoundPile("face down", str(pile["face_down"]))

    def _exiled(self) -> Iterator[str]:
        exiled = self._table["exiled"]
        for card, count in Counter(exiled["cards"]).items():
            yield f"{count} {self._names.card(card)}"
        if exiled["wounds"]:
            yield f"{exiled['wounds']} wounds"

    def _own(self) -> Iterator[Row]:
        """The viewer's packet, picks, hand and discard pile, in the order in which they matter."""
        own = self._table["seats"].get(self._viewer)
        if own is None:
            return
        if isinstance(own.get("packet"), list):
            yield Row("Your packet", [self._card(card, answer=self._answer("draft", card)) for card in own["packet"]])
            yield Row("Your picks", [self._card(card) for card in own["picks"]], "none that you keep so far")
            return
        yield Row("Your hand", [self._card(card, answer=self._of_hand(card)) for card in own["hand"]], "no cards")

    def _middle(self) -> Iterator[Row]:
        chain = [self._link(at) for at in range(len(self._table["chain"]))]
        if chain or self._table["phase"] == "chain":
            yield Row("Chain, the last link is resolved first", chain, "no links yet")
        if self._table["commons"]:
            yield Row("Common archives", list(self._archives("commons", self._table["commons"])))

    def _seat(self, seat: str, lies: Mapping[str, Json]) -> SeatArea:
        rows = [] if "draft" in self._table else [Row("In play", list(self._minions(seat, lies)), "no minions")]
        if lies["private"]:
            rows.append(Row("Private archives", list(self._archives(seat, lies["private"]))))
        if isinstance(lies.get("secret"), list) and lies["secret"]:
            secret = [self._card(c, "secret", self._answer("claim", f"{seat}/{c}")) for c in lies["secret"]]
            rows.append(Row("Secret archives", secret))
        if isinstance(lies["hand"], list) and seat != self._viewer:
            rows.append(Row("Hand", [self._card(card) for card in lies["hand"]], "no cards"))
        if isinstance(lies["discard"], list) and lies["discard"]:
            discarded = [self._card(card, answer=self._of_discard(seat, card)) for card in lies["discard"]]
            rows.append(Row("Discard pile, the oldest first", discarded))
        return SeatArea(
            name=self._names.seat(seat),
            facts=list(self._seat_facts(lies)),
            rows=rows,
            active=seat == self._table["active"],
            answer=self._target("player", seat),
        )

    def _seat_facts(self, lies: Mapping[str, Json]) -> Iterator[Fact]:
        for name in ("hand", "deck", "discard", "packet", "picks", "secret"):
            if name in lies:
                yield title(name), str(lies[name] if isinstance(lies[name], int) else len(lies[name]))
        yield "Influence", str(lies["influence"])
        if "wounds" in lies:
            kinds = ", ".join(f"{kind} {count}" for kind, count in lies["wounds"].items() if count)
            yield "Wounds", f"{sum(lies['wounds'].values())}" + (f" ({kinds})" if kinds else "")

    def _minions(self, seat: str, lies: Mapping[str, Json]) -> Iterator[Picture]:
        """With the names that the rules give them."""
        named = self._drawing.minions(seat)
        for (name, minion), in_play in zip(named.items(), lies["in_play"]):
            note = f"{in_play['damage']} damage" if in_play["damage"] else ""
            yield self._card(minion.card, note, self._target("minion", name), minion.health)

    def _archives(self, place: str, archives: Mapping[str, int]) -> Iterator[Picture]:
        for card, left in archives.items():
            archive = f"{place}/{card}"
            answer = self._answer("claim", archive) or self._target("archive", archive)
            yield self._card(card, f"{left} left", answer)

    def _link(self, at: int) -> Picture:
        """A link by its id; by its player and card, a second copy by the same player with `/2`, where it has none."""
        chain = self._table["chain"]
        link = chain[at]
        copy = 1 + sum(1 for other in chain[:at] if (other["card"], other["by"]) == (link["card"], link["by"]))
        name = link.get("id", f"{link['by']}/{link['card']}" + (f"/{copy}" if copy > 1 else ""))
        notes = [self._names.seat(link["by"])]
        notes += [mark for mark in ("cancelled", "twice") if link.get(mark)]
        notes += ["kicked"] if link["kick"] else []
        notes += [f"targets by {self._names.seat(link['chooser'])}"] if "chooser" in link else []
        return self._card(link["card"], ", ".join(notes), self._target("link", name))

    def _combat(self) -> Iterator[str]:
        combat = self._table.get("combat", {"attacks": [], "blocks": []})
        for attacker, seat in combat["attacks"]:
            blockers = [self._names.say(blocker) for blocker, attacked in combat["blocks"] if attacked == attacker]
            blocked = f", blocked by {' and '.join(blockers)}" if blockers else ""
            yield f"{self._names.say(attacker)} attacks {self._names.seat(seat)}{blocked}"

    def _card(self, card: str, note: str = "", answer: Button | None = None, health: int | None = None) -> Picture:
        self._cards.append(card)
        return self._set.picture(card, note, answer, health)

    def _of_hand(self, card: str) -> Button | None:
        asked = self._target("card of the hand", card) or self._target("order of the hand", card)
        return asked or self._answer("link", card) or self._answer("discard", card)

    def _of_discard(self, seat: str, card: str) -> Button | None:
        if seat != self._viewer:
            return None
        kinds = ("discarded order", "discarded minion", "discarded wound")
        return next(filter(None, (self._target(kind, card) for kind in kinds)), None)

    def _target(self, kind: str, value: str) -> Button | None:
        """What choosing this answers, if a text asks for something of this kind."""
        if self._panel is None or self._panel.asks.get("asks") != kind:
            return None
        return self._answer("choose", value)

    def _answer(self, verb: str, value: str) -> Button | None:
        return None if self._panel is None else self._panel.button(verb, value)


DRAWING = Drawing("tables/nightfall.html", model)
