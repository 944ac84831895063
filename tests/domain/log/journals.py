"""Journals, and a void game that one lists."""

from domain.audit import audit
from domain.games.catalog import Catalog
from domain.log.journal import EndListed, ReservationListed, StartListed, checked, journal_of, next_entry
from domain.records.export import export
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.streams import random_bytes

CATALOG = Catalog({"pig": "tests.pigs.pig:PIG"})


def listing(*things, start=100):
    """A journal with these entries, a second apart."""
    entries = []
    for at, thing in enumerate(things, start):
        entries.append(next_entry(entries[-1] if entries else None, thing, at))
    return journal_of(entries)


def lines(*things, start=100):
    """The checked lines of such a journal."""
    return checked(listing(*things, start=start))


def void_game(game_id="g1", closed=True):
    """A game that was begun, and is void; still running unless `closed`."""
    log = GameLog(CATALOG, game_id, game_id.encode().ljust(32, b"x"), random_bytes())
    log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 100)
    for seat in ("s1", "s2"):
        log.post("service", seat, a.Sit(account="ann"), 101)
    log.post("service", None, a.Start(), 102)
    if closed:
        log.post("service", None, a.Close("void"), 103)
    return log


def listed_of(log, creator="ann"):
    """What a journal lists of a game."""
    header = log.table.header
    about = (header.id, header.game)
    reserved = ReservationListed(header.id, creator, header.commitment)
    started = next(entry for entry in log.entries if entry.read().type == "GameStarted")
    start = StartListed(*about, header.rules, header.commitment, started.read().version, started.hash)
    last = log.entries[-1]
    end = EndListed(*about, "void", header.rules, header.commitment, last.read().version, last.hash)
    return reserved, start, end


def verdict(log, *things, **how):
    """The audit of a game's record against a journal with these entries."""
    return audit(export(log.table, log.entries, {}, ()), CATALOG, journal=lines(*things, **how))
