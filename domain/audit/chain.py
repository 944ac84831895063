"""Chains of games: each goes on from what the one before it has left (`Chained.next_in_chain`).

A game of a chain is a game like any other. What it takes over lies in its options, and so in its first event;
`GameOpened.terms["chain"]` names the game before it, its number in the chain, and the head of that game's log. So the
logs themselves are what is saved, and whoever has them can check that nothing was added between two nights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

import msgspec

from domain.audit import CONSISTENT, Verdict, audit
from domain.audit.verdict import Bad
from domain.audit.within import Examine, examined, with_games
from domain.contract.datafiles import UnknownData
from domain.contract.facets.chained import next_in_chain
from domain.contract.facets.data_files import begun_with
from domain.contract.game import Refused, to_json
from domain.games.catalog import Catalog
from domain.log.canon import Json, NotCanonical, canonical, parse
from domain.log.derived import game_id
from domain.records.export import BadRecord, Record
from domain.records.replay import table_at
from domain.table.table import Table

FORMAT = "nightledger/chain/1"

TERM = "chain"
"""The name of a link among the terms of a game."""


class Link(msgspec.Struct, frozen=True):
    """What a game goes on from: the id of the game before it and the head of that game's log (hex), and the number in
    the chain, the first game being 1."""

    id: str
    head: str
    number: int


class ChainRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chain as one document: the records of its games, the first first."""

    format: str
    games: list[Record]

    def encode(self) -> bytes:
        """The document's bytes."""
        return canonical(msgspec.to_builtins(self))


def link_of(table: Table) -> Link | None:
    """What a game goes on from; None for the first of a chain, and for a game of none."""
    term = table.header.terms.get(TERM)
    return None if term is None else msgspec.convert(term, Link)


def link_to(table: Table) -> Link:
    """The link of a game that goes on from this one, which is closed."""
    before = link_of(table)
    return Link(table.header.id, table.head.hex(), 2 if before is None else before.number + 1)


def options_after(table: Table) -> dict[str, Json] | None:
    """The options of the game that goes on from this one; None while it runs and where nothing follows it."""
    if table.closed is None or table.closed.cause != "over" or table.state is None:
        return None
    found: dict[str, Json] | None = next_in_chain(table.game, table.header.options, table.state)
    return found


def next_id(before: str, attempt: int) -> str:
    """The id of the game that goes on from another; a further `attempt` (from 1) is made when one was not won."""
    return game_id(f"{before}/next", attempt)


def read(raw: bytes) -> ChainRecord:
    """A chain from a file's bytes; `BadRecord` says what is wrong with it."""
    try:
        chain = msgspec.convert(parse(raw), ChainRecord, strict=True)
    except (NotCanonical, msgspec.ValidationError) as error:
        raise BadRecord(str(error)) from None
    if chain.format != FORMAT or not chain.games:
        raise BadRecord(f"it is no chain of games: {chain.format!r}, {len(chain.games)} games")
    return chain


def audit_chain(
    chain: ChainRecord,
    catalog: Catalog,
    examine: Examine | None = None,
) -> Verdict:
    """Examine every game of a chain, and that each goes on from what the one before it has left.

    `examine` says what is found of a game's record; as `audit` does where nothing was kept outside.
    """
    named = ((f"game {number}", record) for number, record in enumerate(chain.games, 1))
    try:
        found = examined(named, examine or partial(audit, catalog=catalog))
        _check_links(chain.games, catalog)
    except Bad as bad:
        return bad.verdict(_events(chain), chain.games[-1].head)
    remark = f"{len(chain.games)} games, each of which goes on from the one before it"
    whole = Verdict(CONSISTENT, "consistent", _events(chain), chain.games[-1].head, remarks=(remark,))
    return with_games(whole, found)


def _check_links(games: Sequence[Record], catalog: Catalog) -> None:
    """`Bad` where the chain does not hold."""
    if _term(games[0]) is not None:
        raise Bad(None, "game 1: it goes on from a game that is not here")
    for number, (before, after) in enumerate(pairwise(games), 2):
        table: Table = table_at(before, catalog)
        if _term(after) != to_json(Link(before.id, before.head, number)):
            raise Bad(None, f"game {number}: it does not name the game before it")
        options = options_after(table)
        if options is None:
            raise Bad(None, f"game {number}: nothing follows the game before it")
        if _checked(options, after, catalog) != after.options:
            raise Bad(None, f"game {number}: its options are not what the game before it has left")


def _checked(options: Mapping[str, Json], after: Record, catalog: Catalog) -> dict[str, Json] | None:
    """The options as a game takes them with the data that it was begun with; None if it does not."""
    try:
        game = begun_with(catalog.with_files(after.files)[after.game], after.data)
        return game.check_options(options, after.seats, after.rules)
    except (Refused, UnknownData):
        return None


def _term(record: Record) -> Json:
    return record.events[0]["data"]["terms"].get(TERM)


def _events(chain: ChainRecord) -> int:
    return sum(len(record.events) for record in chain.games)
