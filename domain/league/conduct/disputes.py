"""Disputes: an entrant contests what came of its table, the parties say what they have to, and the organiser decides
(docs/leagues.md, chapter 6). The round and the pairing of the next one take no notice of any (LG-DSP-5)."""

from __future__ import annotations

from collections.abc import Collection

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import stages
from domain.league.conduct import actions as c
from domain.league.conduct.events import DisputeDecided, DisputeOpened, DisputeSaid, DisputeWithdrawn
from domain.league.conduct.state import Dispute
from domain.league.state import League, Stage, reason
from domain.log.log import Seeds
from domain.log.record import ORGANISING, Command, Happened

MOST_OF_A_TABLE = 5
"""How many disputes there are about one table."""

MOST_SAID = 100
"""How many messages a dispute has."""


def open_dispute(league: League, command: Command, action: c.OpenDispute, seeds: Seeds) -> list[Happened]:
    """Contest what came, or is to come, of one's own table (LG-DSP-1)."""
    stage = league.stage(action.stage)
    table = stage.table(action.table)
    if not _may_be_disputed(league, stage):
        raise Refused("illegal", "season {season} is over, and with it what can be disputed", season=stage.season)
    entrant = _party(command, table.seats, table.number)
    about = [own for own in league.disputes.values() if (own.stage, own.table) == (stage.id, table.number)]
    if any(own.status == "open" for own in about):
        raise Refused("illegal", "table {table} is disputed already: say there what you have to", table=table.number)
    if len(about) >= MOST_OF_A_TABLE:
        raise Refused(
            "illegal", "table {table} has been disputed {most} times", table=table.number, most=MOST_OF_A_TABLE
        )
    number = len(league.disputes) + 1
    return [Happened(DisputeOpened(number, stage.id, table.number, entrant, reason(action.reason)))]


def _may_be_disputed(league: League, stage: Stage) -> bool:
    """Whether a stage is of the season of the day, or of the one before, while nobody plays the next one."""
    season = league.season
    return stage.season == season.number or (stage.season == season.number - 1 and season.started is None)


def say(league: League, command: Command, action: c.SayInDispute, seeds: Seeds) -> list[Happened]:
    """Say something in a dispute that is open: a party, or the organiser (LG-DSP-2)."""
    dispute = _open(league, action.dispute)
    if len(dispute.said) >= MOST_SAID:
        raise Refused(
            "illegal", "{most} messages have been written in dispute {dispute}", most=MOST_SAID, dispute=dispute.number
        )
    entrant = None if command.by in ORGANISING else _party(command, dispute.parties, dispute.table)
    return [Happened(DisputeSaid(dispute.number, reason(action.reason), entrant, action.author))]


def withdraw_dispute(league: League, command: Command, action: c.WithdrawDispute, seeds: Seeds) -> list[Happened]:
    """Take one's own dispute back (LG-DSP-3)."""
    dispute = _open(league, action.dispute)
    if command.by != "seat" or command.seat != dispute.entrant:
        raise Refused("not-your-decision", "{entrant} has opened this dispute", entrant=dispute.entrant)
    return [Happened(DisputeWithdrawn(dispute.number))]


def decide_dispute(league: League, command: Command, action: c.DecideDispute, seeds: Seeds) -> list[Happened]:
    """The verdict, which stands in the log; one that upholds a dispute may correct the result with it (LG-DSP-4)."""
    dispute = _open(league, action.dispute)
    if any(_has_sat(league, entrant, action.author) for entrant in dispute.parties):
        raise Refused("not-your-decision", "nobody decides a dispute about a table of their own")
    told = DisputeDecided(dispute.number, action.upheld, reason(action.reason), action.author)
    return [Happened(told), *_correction(league, command, action, dispute, seeds)]


def _correction(
    league: League, command: Command, action: c.DecideDispute, dispute: Dispute, seeds: Seeds
) -> list[Happened]:
    said = a.Correct(
        dispute.stage,
        dispute.table,
        action.reason,
        action.places,
        action.won,
        action.tally,
        action.absent,
        action.void,
        action.author,
    )
    if said == a.Correct(dispute.stage, dispute.table, action.reason, author=action.author):
        return []
    if not action.upheld:
        raise Refused("malformed", "where a dispute is dismissed the result stays as it is")
    return stages.correct(league, command, said, seeds)


def _open(league: League, number: int) -> Dispute:
    """A dispute that is open, also about a table that was paired anew since; `Refused` for any other."""
    dispute = league.disputes.get(number)
    if dispute is None:
        raise Refused("malformed", "there is no dispute {number}", number=number)
    if dispute.status != "open":
        raise Refused("illegal", "dispute {number} is {status}", number=number, status=dispute.status)
    return dispute


def _party(command: Command, parties: Collection[str], table: int) -> str:
    """The entrant that posts something and is of those who sit, or sat, at a table; `Refused` for anybody else."""
    if command.by != "seat" or command.seat is None or command.seat not in parties:
        raise Refused("not-your-decision", "those who sit at table {table} are the parties", table=table)
    return command.seat


def _has_sat(league: League, entrant: str, account: object) -> bool:
    held = league.entrants[entrant]
    return account in (held.account, *held.before) and account is not None
