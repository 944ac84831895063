"""What a challenge is told of a try's game, and whether what it tells of one is what that game's record shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.audit.verdict import CONSISTENT, REFUSED, Finding, Verdict
from domain.challenge.actions import Report
from domain.challenge.state import Challenge, Try
from domain.contract.facets.compared import Compared
from domain.games.catalog import Catalog
from domain.records.export import Record
from domain.records.replay import table_at
from domain.table.table import Table


def report(number: int, table: Table, tie_breaks: Sequence[str]) -> Report | None:
    """What is told of a game that has ended; None while it goes on.

    A game that was not won or lost together does not count.
    """
    if table.closed is None:
        return None
    won = None if table.result is None else table.result.won
    if table.closed.cause != "over" or won is None or table.state is None:
        return Report(number, "void" if table.closed.cause == "over" else table.closed.cause)
    values = table.game.compared(table.state) if isinstance(table.game, Compared) else {}
    return Report(number, "over", won, {name: values[name] for name in tie_breaks})


def beside(challenges: Mapping[str, Challenge], record: Record, verdict: Verdict, catalog: Catalog) -> Verdict:
    """The verdict on the record of a game, once what its challenge tells of it was compared too.

    `challenges` are those that are known, by id. Only a consistent record shows how a game has ended.
    """
    if verdict.code != CONSISTENT:
        return verdict
    challenge = challenges.get(record.events[0]["data"]["terms"].get("deal"))
    if challenge is None:
        return verdict
    fault = _contradiction(challenge, record, table_at(record, catalog))
    if fault is not None:
        return Verdict(REFUSED, "refused", verdict.events, verdict.head, findings=(Finding(None, fault),))
    remark = f"it is try {record.events[0]['data']['terms']['challenge']['number']} of the challenge, as that tells it"
    return msgspec.structs.replace(verdict, remarks=(*verdict.remarks, remark))


def _contradiction(challenge: Challenge, record: Record, table: Table) -> str | None:
    own = next((own for own in challenge.tries.values() if own.game_id == record.id), None)
    if own is None:
        return "it is no try of the challenge"
    header, opened = challenge.header, table.header
    if (opened.game, opened.rules, opened.options) != (header.game, header.rules, header.options):
        return "it is not the game of the challenge"
    if opened.data != header.terms.get("data", opened.data):
        return "it was played with other data than the challenge's"
    if opened.terms.get("challenge") != {"id": challenge.id, "number": own.number} or _sat(record) != _sits(own):
        return "others sat there than the challenge tells"
    told = None if own.cause is None else Report(own.number, own.cause, own.won, dict(own.values))
    if told is not None and told != report(own.number, table, challenge.tie_breaks):
        return "its end is not what the challenge tells of it"
    return None


def _sat(record: Record) -> dict[str, tuple[str | None, str | None]]:
    """Who sat at each seat when the game began: account and AI level."""
    sat = {}
    for event in record.events:
        if event["type"] == "GameStarted":
            break
        if event["type"] == "SeatTaken":
            sat[event["data"]["seat"]] = (event["data"]["account"], event["data"]["level"])
    return sat


def _sits(own: Try) -> dict[str, tuple[str | None, str | None]]:
    return {name: (seat.account, seat.level) for name, seat in own.seats.items()}
