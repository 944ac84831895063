"""Whether new games can have a card set: a file like `cards.toml`, into which an owner may enter what is printed.

What the cards say is code, by card id. So a set has exactly the known cards, those of the package's own file, each with
the texts that are known of it; numbers, colours, names and copies are the set's own. Nothing of this is asked of the
set that a game was begun with: it was fit then.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.contract.quantities import Bounds
from domain.contract.toml import read_toml
from domain.games.nightfall.components import Catalogue
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.editions import EDITIONS

COLORS = ("blue", "red", "green", "white", "purple", "yellow")
WOUND_TYPES = ("bite", "burn", "bleed")
SOURCES = ("printed", "rulebook", "faq", "community", "reconstructed")
"""Where a value may come from: the card itself, a rulebook, its card notes, a public page, or nowhere."""

PARAPHRASES = ("chain", "your_chain", "kick", "in_play")
NUMBERS = ("cost", "power", "health")
STARTING_COPIES = Bounds(1, 20)
ARCHIVE_COPIES = Bounds(1, 99)
CARD_NUMBERS = Bounds(0, 99)


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card as it stands in the file; the last five fields say how sure its values are."""

    id: str
    kind: str
    name: str
    names: dict[str, str]
    color: str
    links: list[str]
    cost: int
    promo: bool
    in_base: dict[str, bool]
    species: str | None = None
    kick_color: str | None = None
    power: int | None = None
    health: int | None = None
    chain: str | None = None
    your_chain: str | None = None
    kick: str | None = None
    in_play: str | None = None
    provenance: dict[str, str]
    notes: str | None = None
    reconstructed_part: dict[str, str] = {}
    links_known: list[str] = []
    aliases: list[str] = []


class Copies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many copies there are: in the box, in an archive, in each starting deck."""

    starter: int
    archive: int
    starting_deck: int


class Wounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wound cards."""

    types: list[str]
    counts: dict[str, int]
    total: int
    face_up_per_player: int
    effect: str
    provenance: dict[str, str]


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quick-start pair and the editions that have it."""

    pair: tuple[str, str]
    editions: list[str]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as a whole."""

    schema: int
    colors: list[str]
    species: list[str]
    copies: Copies
    draft_cards: dict[str, int]
    wounds: Wounds
    edition_differences: dict[str, dict[str, bool | str]]
    quick_start: list[Pair]
    card: list[CardEntry]


def check_data(raw: bytes, known: Catalogue | None = None) -> list[str]:
    """What is wrong with a card set, a line each; none if new games can be played with it.

    `known` has the known cards (None: the catalogue of the package).
    """
    try:
        file = msgspec.convert(read_toml(raw), File, strict=True)
    except UnicodeDecodeError:
        return ["the file is not UTF-8"]
    except tomllib.TOMLDecodeError as error:
        return [f"the file is not TOML: {error}"]
    except msgspec.ValidationError as error:
        return [str(error)]
    return list(_problems(file, known or catalogue()))


def _problems(file: File, known: Catalogue) -> Iterator[str]:
    yield from _whole(file, known)
    yield from _wounds(file)
    yield from _listed_cards(file, known)
    yield from _pairs(file)
    entries = {entry["id"]: entry for entry in known.source["card"]}
    for card in file.card:
        if card.id in entries and card.id in TEXTS:
            yield from (f"{card.id}: {problem}" for check in CHECKS for problem in check(card))
            yield from (f"{card.id}: {problem}" for problem in _as_known(card, entries[card.id]))
            yield from (f"{card.id}: {problem}" for problem in _kick(card, file.card))


def _whole(file: File, known: Catalogue) -> Iterator[str]:
    if file.schema != 1:
        yield f"schema {file.schema} is not known; it is 1"
    if sorted(file.colors) != sorted(COLORS):
        yield f"colors are {', '.join(COLORS)}"
    if not ARCHIVE_COPIES.has(file.copies.archive):
        yield f"copies.archive is {ARCHIVE_COPIES}"
    if not STARTING_COPIES.has(file.copies.starting_deck):
        yield f"copies.starting_deck is {STARTING_COPIES}"
    if file.edition_differences != known.source["edition_differences"]:
        yield "edition_differences are those of the rulebooks and cannot be set"


def _wounds(file: File) -> Iterator[str]:
    wounds = file.wounds
    if sorted(wounds.types) != sorted(WOUND_TYPES):
        yield f"wounds.types are {', '.join(WOUND_TYPES)}"
    elif set(wounds.counts) != set(wounds.types) or min(wounds.counts.values()) < 0:
        yield "wounds.counts gives each type a number"
    elif sum(wounds.counts.values()) != wounds.total:
        yield f"wounds.counts make {sum(wounds.counts.values())}, total says {wounds.total}"
    if not 1 <= wounds.face_up_per_player * 5 <= wounds.total:
        yield "wounds.face_up_per_player for five seats are more than there are wounds, or none"
    if strange := sorted(set(wounds.provenance.values()) - set(SOURCES)):
        yield f"wounds.provenance: {strange[0]!r} is none of {', '.join(SOURCES)}"


def _listed_cards(file: File, known: Catalogue) -> Iterator[str]:
    """Exactly the known cards, each once, and as many to draft as the file says."""
    counted = Counter(card.id for card in file.card)
    for card, count in counted.items():
        if card not in known.cards or card not in TEXTS:
            yield f"{card}: there is no such card; what a card says is part of the program"
        elif count > 1:
            yield f"{card}: it stands {count} times"
    yield from (f"{card}: it is missing" for card in known.cards if card not in counted)
    for edition in EDITIONS:
        drafted = sum(card.kind != "starter" and card.in_base.get(edition, False) for card in file.card)
        if file.draft_cards.get(edition) != drafted:
            yield f"draft_cards.{edition} says {file.draft_cards.get(edition)}, the cards make {drafted}"
        if drafted < LEAST_DRAFTED:
            yield f"draft_cards.{edition}: five seats need {LEAST_DRAFTED}"


LEAST_DRAFTED = 23
"""Five packets of three and eight common archives: the draft that takes most (NF-VAR-3)."""


def _pairs(file: File) -> Iterator[str]:
    """Five seats need five pairs, and no card stands in two of an edition (NF-DRAFT-9)."""
    drafted = {card.id: card for card in file.card if card.kind != "starter"}
    for edition in EDITIONS:
        cards = [card for pair in file.quick_start if edition in pair.editions for card in pair.pair]
        if strange := [card for card in cards if card not in drafted or not drafted[card].in_base.get(edition)]:
            yield f"quick_start: {strange[0]} is no draft card of {edition}"
        if len(set(cards)) != len(cards):
            yield f"quick_start: a card stands in two pairs of {edition}"
        if len(cards) < 10:
            yield f"quick_start: {edition} has {len(cards) // 2} pairs; five seats need five"


def _editions(card: CardEntry) -> Iterator[str]:
    if set(card.in_base) != set(EDITIONS):
        yield f"in_base says true or false for each of {', '.join(EDITIONS)}"


def _names(card: CardEntry) -> Iterator[str]:
    if not card.name.strip():
        yield "it has no name"
    for edition in EDITIONS:
        if not card.names.get(edition, "").strip():
            yield f"names.{edition} is missing"
    yield from (f"names.{other}: there is no such edition" for other in sorted(set(card.names) - set(EDITIONS)))


def _colors(card: CardEntry) -> Iterator[str]:
    if card.color not in COLORS:
        yield f"color {card.color!r} is none of {', '.join(COLORS)}"
    if not card.links or len(set(card.links)) != len(card.links) or not set(card.links) <= set(COLORS):
        yield f"links are one or more different ones of {', '.join(COLORS)}"


def _numbers(card: CardEntry) -> Iterator[str]:
    for number in NUMBERS:
        value = getattr(card, number)
        if value is not None and not CARD_NUMBERS.has(value):
            yield f"{number} is {CARD_NUMBERS}"
    has = (card.power is not None, card.health is not None)
    if card.kind != "action" and (has != (True, True) or not card.health):
        yield "a minion has power, and health of at least 1"
    if card.kind == "action" and any(has):
        yield "an action has neither power nor health"
    lost = TEXTS[card.id].enters_hurt
    if lost and card.health is not None and card.health <= lost:
        yield f"it enters play with {lost} damage, so its health is {lost + 1} at least"


def _as_known(card: CardEntry, known: Mapping[str, Any]) -> Iterator[str]:
    """The kind, and the texts, which are paraphrases of what the program does: those of the known card."""
    if card.kind != known["kind"]:
        yield f"kind is {known['kind']}: its texts are those of one"
    for text in PARAPHRASES:
        if (getattr(card, text) is None) != (text not in known):
            yield f"{text}: it {'has' if text in known else 'has no'} such text"


def _provenance(card: CardEntry) -> Iterator[str]:
    """Each value that is printed on a card says where it comes from."""
    told = (
        "name",
        "names",
        "kind",
        "species",
        "color",
        "links",
        "kick_color",
        *NUMBERS,
        *PARAPHRASES,
        "promo",
        "in_base",
    )
    for value in told:
        if getattr(card, value) is not None and value not in card.provenance:
            yield f"provenance.{value} is missing"
    for value, source in card.provenance.items():
        if value not in told or getattr(card, value) is None:
            yield f"provenance.{value}: it has no such value"
        elif source not in SOURCES:
            yield f"provenance.{value}: {source!r} is none of {', '.join(SOURCES)}"


def _kick(card: CardEntry, cards: Sequence[CardEntry]) -> Iterator[str]:
    """Some card of the kick colour must link to this one, or its kick never comes (NF-KICK-1, NF-CHAIN-2)."""
    if (card.kick_color is None) != (card.kick is None):
        yield "kick and kick_color belong together"
    elif card.kick_color is not None and card.kick_color not in COLORS:
        yield f"kick_color {card.kick_color!r} is none of {', '.join(COLORS)}"
    elif card.kick_color is not None and not any(
        before.color == card.kick_color and card.color in before.links for before in cards
    ):
        yield f"its kick cannot be reached: no {card.kick_color} card links to {card.color}"


Check = Callable[[CardEntry], Iterator[str]]

CHECKS: Sequence[Check] = (_editions, _names, _colors, _numbers, _provenance)
