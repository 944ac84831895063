"""The table of Nightfall at a terminal: everybody's minions and piles, the chain, the archives, one's own hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from service.cli._terminal.tables.pieces import Area, facts, listed, some
from service.language.catalogues import Catalogue
from service.web.games.shown import Shown
from service.web.tables.cards import Picture
from service.web.tables.nightfall import ChainRow, NightfallTable, Row, SeatArea, WoundPile

COLORS: Mapping[str, str] = {
    "red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "purple": "magenta", "white": "bright_white",
}  # fmt: skip
"""Colour of a card -> that of its name."""


def table(drawn: NightfallTable, shown: Shown) -> RenderableType:
    """The whole table, the others before one's own."""
    words = shown.names.catalogue
    others = [seat for seat in drawn.seats if not seat.own]
    return some(
        *(_seat(seat) for seat in others),
        Area(words.told("Table"), facts(drawn.facts), *_middle(drawn, words)),
        None if drawn.chain is None else Area(words.told("Chain"), *_chain(drawn.chain, words)),
        None if drawn.archives is None else _row(drawn.archives),
        *(_seat(seat) for seat in drawn.seats if seat.own),
        *(_row(row) for row in drawn.own),
    )


def _middle(drawn: NightfallTable, words: Catalogue) -> Iterator[Text]:
    yield listed(words.told("Wounds"), [_pile(pile) for pile in drawn.wounds])
    if drawn.exiled:
        yield listed(words.told("Exiled"), [", ".join(drawn.exiled)])
    if drawn.combat:
        yield listed(words.told("Combat"), [attack.said for attack in drawn.combat])


def _pile(pile: WoundPile) -> str:
    said = ", ".join(filter(None, [pile.count, pile.top]))
    return f"{pile.name}: {said}"


def _chain(chain: ChainRow, words: Catalogue) -> Iterator[Text]:
    for number, link in enumerate(chain.links, 1):
        yield Text.assemble(f"{number}. ", card(link))
    if chain.next_colors:
        yield Text(chain.fits, "italic")
    if chain.to_come:
        yield listed(words.told("To link"), [", ".join(chain.to_come)])


def _seat(seat: SeatArea) -> Area:
    return Area(seat.name, facts(seat.facts), *map(_row, seat.rows), active=seat.active)


def _row(row: Row) -> Text:
    return listed(row.heading, [card(picture) for picture in row.cards], row.empty)


def card(picture: Picture) -> Text:
    """A card in a line: its name in its colour, and what is printed on it."""
    said = ", ".join(filter(None, [*picture.facts, picture.note]))
    return Text.assemble((picture.name, f"bold {COLORS.get(picture.color, '')}".strip()), f": {said}")
