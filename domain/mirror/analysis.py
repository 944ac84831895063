"""The analysis of a whole game: each of its decisions judged, one after the other, from the log alone.

It follows from the log, the seed of the analysis and the number of playouts: whoever makes it again finds the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from domain.contract.chance import joined
from domain.contract.facets.searched import Searched
from domain.contract.game import Game, Json, to_json
from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.mirror.answers import Answered, answered
from domain.mirror.judging import PLAYOUTS, Judgement, judge
from domain.mirror.reasons import Reason, reasons
from domain.table.table import Table

PROCEDURE = "nightledger/mirror/1"


class Terms(msgspec.Struct, frozen=True):
    """What an analysis follows from beside the log: a seed, and how many playouts are made for a decision."""

    seed: str = ""
    playouts: int = PLAYOUTS


class Finding(msgspec.Struct, frozen=True):
    """What was found of a decision: the version `at` which it was decided, the seat and the level of its AI (None: a
    person), what was asked, what its answer was worth, and what the AI had weighed."""

    at: int
    seat: str
    level: str | None
    decision: Mapping[str, Json]
    judged: Judgement
    reasons: tuple[Reason, ...]


WhyNot = Literal["not-searched", "old-rules"]
"""Why there is no analysis of a game: nobody can look ahead in it, so that no answer is compared with another; or its
rules are no longer kept."""


def why_not(table: Table) -> WhyNot | None:
    """Why there is no analysis of this game; None where there can be one."""
    if not isinstance(table.game, Searched):
        return "not-searched"
    return "old-rules" if table.rules < table.game.rules_kept_from else None


def terms_of(table: Table) -> Terms:
    """The terms of an analysis of this game if nobody says others: as many playouts as are quick enough in it."""
    return Terms(playouts=table.game.playouts_after) if isinstance(table.game, Searched) else Terms()


def findings(
    entries: Sequence[Entry], catalog: Catalog, seed: bytes, terms: Terms, known: Collection[int] = ()
) -> Iterator[Finding]:
    """What is found of each decision of a closed game, but for those at `known` versions; `seed` is the game's."""
    head = entries[-1].hash
    for found in answered(entries, catalog):
        if found.at not in known:
            yield _found(found, seed, terms, head)


def decisions(entries: Sequence[Entry], catalog: Catalog) -> int:
    """How many decisions of a game are judged."""
    return sum(1 for _ in answered(entries, catalog))


def _found(found: Answered, seed: bytes, terms: Terms, head: str) -> Finding:
    game: Game[Json] = found.table.game
    assert isinstance(game, Searched)
    key = hashlib.sha256(joined(PROCEDURE, terms.seed, head, found.at)).digest()
    judged = judge(game, found.state, found.seat, found.action, key, terms.playouts)
    why = reasons(found, seed)
    return Finding(found.at, found.seat, found.level, to_json(found.decision), judged, why)
