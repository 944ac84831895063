"""Running games that are played once, and copies of them: the same under new ids, with all that follows from an id.

A game is played as a table of a deal, whose draws do not follow from its own id. So a copy is one more table of that
deal, at which the same was done: people sit down, nonces, commitments and hashes are its own, and an audit that is told
the seed of the deal decides every command of it again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from domain.audit import Verdict, audit
from domain.bots import player
from domain.contract.audience import REFEREE
from domain.contract.chance import Stream
from domain.contract.game import Text
from domain.contract.quantities import DAY
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.gameid import new_id
from domain.log.record import Command, Entry, Happened, Sealed, Writer, sealed_part
from domain.log.words import with_references
from domain.records.export import export, read
from domain.table import actions
from domain.table.decide import decide
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.store.event_store import Store

LEVEL = "greedy"
"""Whose answers the games are made of."""

PER_DECISION = 30 * DAY
"""Seconds that everybody has for a decision."""

Holders = Mapping[str, actions.Sit]
"""Seat -> how somebody sits down there."""


@dataclass(frozen=True, eq=False)
class Original:
    """A running game of a kind, begun `at` an instant (seconds UTC): its deal with the seed, its table as it stands,
    and each command since the start with what it brought about."""

    game: str
    deal: str
    seed: bytes = field(repr=False)
    at: int
    table: Table
    commands: Sequence[tuple[Command, Sequence[Happened]]]


def play(
    catalog: Catalog, game: str, holders: Holders, at: int, decisions: int, stops: Callable[[Table], bool]
) -> Original:
    """Play a game for so many decisions, and then on until it `stops`; one decision a second. `ValueError` for a game
    that ends before."""
    deal, seed = new_id(os.urandom), os.urandom(32)
    log, rng, choose = _seated(catalog, game, deal, deal, seed, holders, at), Stream(seed), player(LEVEL)
    told: list[tuple[Command, Sequence[Happened]]] = []

    def post(command: Command) -> None:
        told.append((command, decide(log.table, command, seed)))
        log.follow(log.decide(command))

    post(Command("service", None, actions.Start(), at))
    while len(told) <= decisions or not stops(log.table):
        table = log.table
        if table.state is None or not table.pending:
            raise ValueError(f"a game of {game} has ended after {len(told)} commands")
        seat = next(iter(table.pending))
        action = with_references(choose(table.game, table.state, seat, rng), _forgotten)
        post(Command("seat", seat, action, at + len(told)))
    return Original(game, deal, seed, at, log.table, told)


def copied(original: Original, catalog: Catalog, game_id: str, holders: Holders) -> list[Entry]:
    """The log of a copy under this id, at which other people sit."""
    log = _seated(catalog, original.game, game_id, original.deal, original.seed, holders, original.at)
    table, entries = log.table, list(log.entries)
    writer = Writer(
        game_id,
        table.readers,
        original.seed,
        os.urandom,
        version=table.version,
        command=table.command,
        head=table.head,
    )
    sealed: dict[str, Sealed] = {}
    for command, happened in original.commands:
        made = writer.write(command, happened, sealed)
        for item, entry in zip(happened, made, strict=True):
            if (key := item.event.seal()) is not None:
                sealed[key] = sealed_part(item.event, entry)
        entries += made
    return entries


def examined(store: Store, catalog: Catalog, game_id: str) -> Verdict:
    """What an audit says of a game as the store has it, had it been closed just now; nothing is stored."""
    reserved = store.reservation(game_id)
    assert reserved is not None
    log = GameLog(catalog, game_id, reserved.seed, os.urandom)
    log.follow(store.entries(game_id))
    if log.table.closed is None:
        log.post("service", None, actions.Close("void"), log.table.at)
    table = log.table
    record = export(table, log.entries, {}, (*table.header.seats, REFEREE))
    return audit(read(record.encode()), catalog, deals={str(table.deal): reserved.seed})


def _seated(catalog: Catalog, game: str, game_id: str, deal: str, seed: bytes, holders: Holders, at: int) -> GameLog:
    """A game of this deal that is open, and at which everybody sits."""
    log = GameLog(catalog, game_id, seed, os.urandom)
    first = next(iter(holders.values()))
    terms: dict[str, Json] = {
        "clock": {"per_decision": PER_DECISION, "policy": "default"},
        "visibility": "public",
        "rated": False,
        "release": None,
        "creator": first.account,
        "invited": {},
        "deal": deal,
    }
    log.post("service", None, log.opening(game, {}, list(holders), terms=terms), at)
    for seat, sits in holders.items():
        log.post("service", seat, sits, at)
    return log


def _forgotten(words: str) -> Text:
    """A reference to words that nobody has kept."""
    return Text(new_id(os.urandom), "0" * 64)
