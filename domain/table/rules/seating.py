"""Before the start: sit down, leave, open sealed entropy, begin.

Sealed entropy keeps the last seat from choosing its own with the others' before its eyes: all give hashes when they
sit down, and open them when all have sat. From the first opening on nobody leaves; who does not open makes the game
void.
"""

from __future__ import annotations

import hashlib

from msgspec import UNSET

from domain.contract.facets.characters import character_schema
from domain.contract.facets.seating import seats_people
from domain.contract.game import Refused
from domain.log.hexes import is_hex
from domain.log.record import Command, Happened
from domain.table import actions as a
from domain.table import events as e
from domain.table.happened import happened_and_closed
from domain.table.table import Table


def sit(table: Table, command: Command, action: a.Sit, seed: bytes) -> list[Happened]:
    """Take an open seat."""
    seat = _before_start(table, command)
    if table.seats[seat].taken:
        raise Refused("illegal", "{seat} is taken", seat=seat)
    if (action.account is None) == (action.level is None):
        raise Refused("malformed", "either a person or an AI sits down")
    if action.level is not None and (action.entropy or action.entropy_hash):
        raise Refused("malformed", "an AI gives no entropy")
    if action.bot is not UNSET and (action.account is None or not action.bot):
        raise Refused("malformed", "only an account is marked as a bot's, and else nothing is said")
    if action.entropy is not None and action.entropy_hash is not None:
        raise Refused("malformed", "entropy is given open or sealed, not both")
    if table.deal is not None and (action.entropy or action.entropy_hash):
        raise Refused("malformed", "no seat gives entropy where several tables share a deal")
    for given in (action.entropy, action.entropy_hash):
        _check_entropy(given)
    if action.level is not None:
        check_takes_ai(table, seat)
    return [Happened(e.SeatTaken(seat, action.account, action.level, action.entropy, action.entropy_hash, action.bot))]


def leave(table: Table, command: Command, action: a.Leave, seed: bytes) -> list[Happened]:
    """Leave a seat, as long as no sealed entropy is open."""
    seat = _before_start(table, command)
    if not table.seats[seat].taken:
        raise Refused("illegal", "nobody sits at {seat}", seat=seat)
    if any(held.opened_entropy for held in table.seats.values()):
        raise Refused("illegal", "nobody leaves once sealed entropy was opened")
    return [Happened(e.SeatLeft(seat))]


def bring(table: Table, command: Command, action: a.Bring, seed: bytes) -> list[Happened]:
    """Bring something along to a seat that is taken, if the game takes it with these options."""
    seat = _before_start(table, command)
    if not table.seats[seat].taken:
        raise Refused("illegal", "nobody sits at {seat}", seat=seat)
    if action.brought == table.brought.get(seat):
        if action.brought:
            raise Refused("illegal", "{seat} brings that already", seat=seat)
        raise Refused("illegal", "{seat} brings nothing", seat=seat)
    if action.brought is not None:
        if character_schema(table.game) is None:
            raise Refused("malformed", "nothing is brought to a game of {game}", game=table.game.id)
        if any(other.id == action.brought.id for name, other in table.brought.items() if name != seat):
            raise Refused("illegal", "another seat of this game brings it")
        table.game.check_options(table.options_with({**table.brought, seat: action.brought}), table.header.seats)
    return [Happened(e.KeepsakeTaken(seat, action.brought))]


def open_entropy(table: Table, command: Command, action: a.OpenEntropy, seed: bytes) -> list[Happened]:
    """Open the entropy whose hash was given, when all have sat."""
    seat = _before_start(table, command)
    _check_entropy(action.entropy)
    if not table.seats[seat].owes_entropy:
        raise Refused("illegal", "{seat} has no sealed entropy to open", seat=seat)
    if not table.all_sit:
        raise Refused("illegal", "sealed entropy is opened when all have sat")
    if entropy_hash(action.entropy) != table.seats[seat].entropy_hash:
        raise Refused("illegal", "the entropy is not the one whose hash was given")
    return [Happened(e.EntropyOpened(seat, action.entropy))]


def start(table: Table, command: Command, action: a.Start, seed: bytes) -> list[Happened]:
    """Set the game up and play it on to the first decision."""
    check_may_begin(table)
    if table.branched_from is not None:
        raise Refused("illegal", "a branch begins from its position")
    header = table.header
    started = e.GameStarted(table.given_entropy())
    chance = table.chance_with(seed, started.entropy, command.share)
    run = table.game.setup(table.options, header.seats, chance, header.rules)
    return [Happened(started), *happened_and_closed(table, run, seed)]


def check_takes_ai(table: Table, seat: str) -> None:
    """`Refused` where only a person can hold the seat."""
    game, header = table.game, table.header
    if seats_people(game, header.options, seat, header.rules):
        raise Refused("illegal", "no AI can hold {seat}", seat=seat)


def check_may_begin(table: Table) -> None:
    """`Refused` unless all seats are taken, all sealed entropy is open and the game has not begun."""
    if table.status != "open":
        raise Refused("illegal", "the game has begun already")
    if not table.all_taken:
        raise Refused("illegal", "not all seats are taken and open")


def entropy_hash(entropy: str) -> str:
    """What a seat gives for sealed entropy: the SHA-256 of its bytes, hex."""
    return hashlib.sha256(bytes.fromhex(entropy)).hexdigest()


def _before_start(table: Table, command: Command) -> str:
    seat = str(command.seat)
    if seat not in table.seats:
        raise Refused("malformed", "unknown seat {seat!r}", seat=seat)
    if table.status != "open":
        raise Refused("illegal", "the game has begun already")
    return seat


def _check_entropy(given: str | None) -> None:
    if given is not None and not is_hex(given):
        raise Refused("malformed", "entropy and its hash are 32 bytes in lower-case hex")
