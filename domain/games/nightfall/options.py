"""The options of a game (chapter 1) and the draft procedure that they ask for (chapters 3 and 12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from domain.contract.game import Json, Refused
from domain.games.nightfall.components import SECRET, Catalogue
from domain.games.nightfall.data.card_sets import BUILT_IN, BadSet, Library
from domain.games.nightfall.rules.editions import EDITIONS

OPEN, COMMON = "open-archives", "common-ground"
VARIANTS = (SECRET, OPEN, COMMON)
DRAFTS = ("standard", "two-player", "quick")
EXCLUSIVE = ((OPEN, COMMON), (COMMON, SECRET), (COMMON, "quick"), (OPEN, "quick"))
"""What cannot be had together (NF-OPT-3, NF-RUL-30)."""


class Procedure(NamedTuple):
    """How a draft goes: cards a packet, where the pick of each round goes, and the cards left over after the last.

    Where is `private`, `centre` or `removed`. `commons_first`: the common archives lie open before packets are dealt.
    """

    packet: int
    picks: tuple[str, ...]
    left_over: str
    commons_first: bool = False


STANDARD = Procedure(4, ("private", "private", "centre"), "removed")
"""NF-DRAFT-3, NF-DRAFT-4, NF-DRAFT-5."""

TWO_PLAYER = Procedure(4, ("removed", "private", "private"), "centre")
"""NF-DRAFT-8."""

OPEN_ARCHIVES = Procedure(3, ("private", "private"), "removed", commons_first=True)
"""NF-VAR-3, NF-RUL-16."""

COMMON_GROUND = Procedure(4, ("centre", "centre"), "removed")
"""NF-VAR-4."""


def procedure(options: Mapping[str, Any]) -> Procedure | None:
    """The draft that checked options ask for; None for quick start, which has none (NF-OPT-2, NF-OPT-3)."""
    if OPEN in options["variants"]:
        return OPEN_ARCHIVES
    if COMMON in options["variants"]:
        return COMMON_GROUND
    return {"standard": STANDARD, "two-player": TWO_PLAYER, "quick": None}[options["draft"]]


def procedure_given(options: Mapping[str, Json], seats: int) -> Procedure | None:
    """The draft of so many seats that options ask for as they were given, without defaults."""
    draft, variants = options.get("draft"), options.get("variants")
    return procedure({"draft": draft or recommended(seats), "variants": variants or []})


def recommended(seats: int) -> str:
    """The draft of so many seats where none is chosen (NF-OPT-2)."""
    return "two-player" if seats == 2 else "standard"


class Known(NamedTuple):
    """What an option is checked against: those checked before, the seats, and the card set that is played with."""

    checked: dict[str, Json]
    seats: Sequence[str]
    data: Catalogue


def check_options(
    options: Mapping[str, Json], seats: Sequence[str], library: Library, begun: Catalogue | None = None
) -> dict[str, Json]:
    """The options with every default filled in (NF-OPT-1 to NF-OPT-7); `Refused("malformed", ...)` otherwise.

    `cards`, the name of a card set, becomes the hash of what it holds, so that the game keeps it. A game that was
    `begun` with a set has chosen.
    """
    if unknown := sorted(set(options) - {"cards", *CHECKS}):
        raise malformed("unknown option {unknown!r}", unknown=unknown[0])
    if not 2 <= len(seats) <= 5 or len(set(seats)) != len(seats):
        raise malformed("2 to 5 seats with different names")
    data = _card_set(options.get("cards"), library) if begun is None else _same(options.get("cards"), begun)
    known = Known({"cards": data.sha256}, seats, data)
    for name, check in CHECKS.items():
        value = check(options.get(name), known)
        if value is not None:
            known.checked[name] = value
    return known.checked


def options_schema(library: Library) -> dict[str, Json]:
    """The JSON Schema of the options."""
    cards = sorted(library.newest.cards)
    promos = sorted({promo for edition in EDITIONS for promo in library.newest.promos(edition)})
    names = {"type": "array", "uniqueItems": True}
    sums = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "edition": {"enum": list(EDITIONS), "default": "de"},
            "draft": {"enum": list(DRAFTS)},
            "variants": {**names, "items": {"enum": list(VARIANTS)}, "default": []},
            "promos": {**names, "items": {"enum": promos}, "default": []},
            "sets": {"type": "object", "additionalProperties": {"enum": cards}},
            "cards": {"enum": list(library.names), "default": BUILT_IN},
            "apocalypse": {
                "type": "object",
                "properties": {"before": sums, "limit": {"type": "integer", "minimum": 1}},
                "additionalProperties": False,
            },
        },
    }


def malformed(reason: str, /, **fields: object) -> Refused:
    """Options, or an argument, that do not fit."""
    return Refused("malformed", reason, **fields)


def _card_set(value: Json, library: Library) -> Catalogue:
    if value is not None and not isinstance(value, str):
        raise malformed("cards is the name of a card set")
    try:
        return library.chosen(value or BUILT_IN)
    except BadSet as bad:
        names = ", ".join(library.names)
        raise malformed(f"cards: {bad}; there are {names}") from None


def _same(value: Json, begun: Catalogue) -> Catalogue:
    if value not in (None, begun.sha256):
        raise malformed("cards: the game was begun with the card set {card_set}", card_set=begun.sha256)
    return begun


def _edition(value: Json, known: Known) -> str:
    """(NF-OPT-1)"""
    return _one_of("edition", tuple(EDITIONS), "de" if value is None else value)


def _draft(value: Json, known: Known) -> str:
    """(NF-OPT-2, EM-5)"""
    draft = _one_of("draft", DRAFTS, recommended(len(known.seats)) if value is None else value)
    if draft == "two-player" and len(known.seats) != 2:
        raise malformed("the two-player draft is for two seats")
    return draft


def _variants(value: Json, known: Known) -> list[str]:
    """(NF-OPT-3, NF-RUL-30)"""
    variants = _names("variants", VARIANTS, value)
    for one, other in EXCLUSIVE:
        if one in variants and other in (*variants, known.checked["draft"]):
            raise malformed("{one} excludes {other}", one=one, other=other)
    return variants


def _promos(value: Json, known: Known) -> list[str]:
    """(NF-OPT-4, EM-1)"""
    return _names("promos", known.data.promos(known.checked["edition"]), value)


def _sets(value: Json, known: Known) -> dict[str, str] | None:
    """(NF-OPT-5)"""
    if value is None:
        return None
    if known.checked["draft"] != "quick" or SECRET in known.checked["variants"]:
        raise malformed("sets are named only for quick start with open archives")
    if not isinstance(value, dict) or set(value) != set(known.seats):
        raise malformed("sets names a card for each seat")
    pairs = known.data.pairs[known.checked["edition"]]
    chosen = [next((pair for pair in pairs if card in pair), None) for card in value.values()]
    if None in chosen or len(set(chosen)) != len(known.seats):
        raise malformed("sets names cards of different quick-start pairs of the edition")
    return {seat: value[seat] for seat in known.seats}


def _apocalypse(value: Json, known: Known) -> dict[str, Json] | None:
    """(NF-OPT-6)"""
    if value is None:
        return None
    before = value.get("before", {}) if isinstance(value, dict) and set(value) <= {"before", "limit"} else None
    if not isinstance(before, dict) or not set(before) <= set(known.seats):
        raise malformed(
            "apocalypse is a map: `before`, seat -> sum of the earlier games, and the `limit` of the series"
        )
    if any(type(wounds) is not int or not 0 <= wounds < 2**31 for wounds in before.values()):
        raise malformed("the sums of the earlier games are numbers from zero")
    limit = value.get("limit", 1)
    if type(limit) is not int or not 1 <= limit < 2**31:
        raise malformed("the limit of a series is a number from 1")
    given = {"limit": limit} if "limit" in value else {}
    return {"before": {seat: before.get(seat, 0) for seat in known.seats}, **given}


def _one_of(name: str, allowed: Sequence[str], value: Json) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise malformed("{name} is one of {allowed}", name=name, allowed=", ".join(allowed))
    return value


def _names(name: str, allowed: Sequence[str], value: Json) -> list[str]:
    if value is None:
        return []
    if not isinstance(value, list | tuple) or any(item not in allowed for item in value):
        raise malformed("{name} lists any of {allowed}", name=name, allowed=", ".join(allowed))
    if len(set(value)) != len(value):
        raise malformed("{name} lists one of them twice", name=name)
    return list(value)


Check = Callable[[Json, Known], Json]

CHECKS: Mapping[str, Check] = {
    "edition": _edition,
    "draft": _draft,
    "variants": _variants,
    "promos": _promos,
    "sets": _sets,
    "apocalypse": _apocalypse,
}
"""Option -> its check: the value given or None, and what it is checked against. None leaves it out."""
