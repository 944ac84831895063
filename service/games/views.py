"""A game as somebody sees it: whose eyes, and the shape that clients rely on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import asdict

from domain.bots.answers import Worlds
from domain.contract.audience import REFEREE
from domain.contract.facets.stalling import stalled
from domain.contract.facets.standing_verbs import standing_slots
from domain.contract.game import to_json
from domain.log.canon import Json, canonical
from domain.log.record import bot_key
from domain.table.gamelog import GameLog
from domain.table.members import Sight
from domain.table.parts import TableSeat
from domain.table.rules.absence import may_return
from domain.table.rules.clock import SeatClock
from domain.table.rules.takeback import boundaries, waiting_for
from domain.table.table import Table
from service.errors import ServiceError
from service.games.shapes import BotTurn
from service.games.shapes import answers as shapes
from service.people.bots import AccountNames

LEGAL_LIMIT = 200


def own_seats(table: Table, account_id: str | None) -> tuple[str, ...]:
    """The seats that the account holds."""
    return table.members.seats_of(account_id)


def seats_to_act(table: Table, account_id: str, seat: str | None) -> tuple[str, ...]:
    """The caller's seats, or the one it names; `forbidden` if it holds none, or not that one."""
    check_may_know(table, account_id)
    own = own_seats(table, account_id)
    if not own or (seat is not None and seat not in own):
        raise ServiceError("forbidden", "you do not hold {seat}", seat=seat or "a seat of this game")
    return own if seat is None else (seat,)


def acting_seat(table: Table, seats: Sequence[str]) -> str:
    """The seat meant when its holder names none: the first that must decide, else the first."""
    return next((seat for seat in seats if seat in table.pending), seats[0])


def visibility(table: Table) -> str:
    """`public` or `private`."""
    return "public" if table.members.public else "private"


def talk_is_open(table: Table) -> bool:
    """Whether spectators read what is said at the table."""
    return bool(table.header.terms.get("open_talk"))


def creator(table: Table) -> str | None:
    """The account that opened the game."""
    account: str | None = table.header.terms.get("creator")
    return account


def invited(table: Table) -> Mapping[str, str]:
    """Seat -> the account that it is kept for before the start."""
    return table.members.invited


def check_may_know(table: Table, account_id: str | None) -> None:
    """`not-found` for a stranger to a private game."""
    if not table.members.may_know(account_id):
        raise ServiceError("not-found", "there is no such game")


def check_may_see(table: Table, account_id: str | None) -> None:
    """`not-found` for a stranger to a private game, `forbidden` for whoever has lost the seat there."""
    check_may_know(table, account_id)
    if not table.members.may_see(account_id):
        raise ServiceError("forbidden", "you have lost your seat in this game; what was shown to you until then stays")


def sight(table: Table, account_id: str | None, seat: str | None) -> Sight:
    """How the caller looks at the game: through an own seat's eyes, else as a spectator; until it lost its seat.

    A game that is laid open may be seen through everybody's eyes, the referee's too. `not-found` for a stranger to a
    private game, `forbidden` for somebody else's eyes.
    """
    check_may_know(table, account_id)
    everybody = (*table.seats, REFEREE) if table.is_laid_open else ()
    found = table.members.sight(account_id, seat, table.pending, everybody)
    if found is None:
        raise ServiceError("forbidden", "you do not hold {seat}", seat=seat)
    return found


def last_version(table: Table, seen: Sight) -> int | None:
    """The version after which there will be nothing more for whoever looks so; None while it goes on."""
    if seen.until is not None:
        return seen.until
    return table.version if table.closed is not None else None


def returns(table: Table, account_id: str | None) -> list[str]:
    """The seats that AIs keep for the account, and that it may take back now."""
    return [seat for seat in table.kept_for if may_return(table, account_id, seat)]


def all_parts(table: Table) -> tuple[str, ...]:
    """The private parts that ever open."""
    return (*table.seats, REFEREE)


def readable_parts(table: Table, reader: str) -> tuple[str, ...]:
    """The private parts that this audience may read: all that ever open once the game is closed and laid open."""
    return all_parts(table) if table.is_laid_open else own_parts(table, reader)


def own_parts(table: Table, reader: str) -> tuple[str, ...]:
    """The private parts that are this audience's own."""
    return (reader,) if reader in table.seats else ()


def game_view(
    table: Table,
    reader: str,
    names: AccountNames,
    *,
    past: bool = False,
    delayed: shapes.HeldAnswer | None = None,
    returns: Sequence[str] = (),
) -> shapes.Game:
    """The game as an audience sees it, without the words that it refers to.

    `names` maps accounts to names, `delayed` is the reader's answer that waits. Of the `past` it shows the table, and
    neither decision nor legal actions.
    """
    header, terms, outcome = table.header, table.header.terms, table.result
    return shapes.Game(
        id=header.id,
        game=header.game,
        rules=header.rules,
        options=header.options,
        status=table.status,
        seats={name: _shown_seat(table, name, seat, names) for name, seat in table.seats.items()},
        seat=reader,
        version=table.version,
        head=table.head.hex(),
        commitment=header.commitment,
        visibility=visibility(table),
        rated=bool(terms.get("rated")),
        open_talk=talk_is_open(table),
        branch=None if table.branched_from is None else shapes.Origin(**table.branched_from),
        chain=_link(terms.get("chain")),
        league=terms.get("league"),
        series=terms.get("series"),
        entropy={name: given for name, seat in table.seats.items() if (given := _entropy(seat)) is not None},
        at=table.at,
        table=shown_table(table, reader),
        **asdict(_asked(table, None if past or table.awaited is not None else reader)),
        held=delayed,
        may_return=list(returns),
        shared=_shared(table),
        takeback=_takeback(table),
        may_take_back=[] if past else _may_take_back(table, reader),
        clock=terms.get("clock"),
        release=terms.get("release"),
        clocks={seat: _clock(table, clock) for seat, clock in table.clocks.seats.items()},
        result=None if outcome is None else shapes.Result.copied(outcome),
        why=list(table.why),
        operated=[shapes.Operated.copied(one) for one in table.operated],
        texts={},
    )


def _link(told: Json) -> shapes.Link | None:
    """Where a game stands in a chain; None for what says no such thing, as the record of another program may."""
    try:
        return msgspec.convert(told, shapes.Link)
    except msgspec.ValidationError:
        return None


def _clock(table: Table, clock: SeatClock) -> shapes.Clock:
    terms = table.clocks.terms
    running = table.status == "running"
    return shapes.Clock(
        deadline=clock.deadline if running else None,
        bank=clock.left if terms is not None and terms.bank is not None else None,
        paused=shapes.Pause(until=clock.paused_until) if clock.paused_until != 0 else None,
        passed=clock.passed and running,
    )


def shown_table(table: Table, reader: str) -> dict[str, Json] | None:
    """The game's own table as an audience sees it; None before the start."""
    return None if table.state is None else table.game.view(table.state, reader)


def told_in_words(table: Table) -> list[Json]:
    """What everybody sees beside the table that may refer to words: what is to be decided, what operators did."""
    return [to_json(table.pending), to_json(table.operated)]


def bot_turn(log: GameLog, seat: str) -> BotTurn | None:
    """What an AI seat needs for its open decision; None when it has none or is no AI."""
    table = log.table
    held, decision = table.seats.get(seat), table.decision_id(seat)
    if held is None or held.level is None or decision is None or table.state is None or table.awaited is not None:
        return None
    people = any(table.has_person(other) for other in table.seats)
    return BotTurn(
        game_id=log.id,
        game=table.header.game,
        seat=seat,
        decision=decision,
        level=held.level,
        pending=table.pending[seat],
        view=table.game.view(table.state, seat),
        legal=table.game.legal(table.state, seat, LEGAL_LIMIT),
        worlds=_worlds(table, seat),
        key=bot_key(log.seed, decision),
        opened=log.entries[table.waiting.versions[seat] - 1].label.at,
        people=people,
        stalled=not people and stalled(table.game, table.state),
    )


def _worlds(table: Table, seat: str) -> Worlds:
    """Draws worlds of the table as it is now, whatever becomes of it meanwhile."""
    game, state = table.game, None if table.state is None else table.state.clone()
    return lambda rng: game.resample(state, seat, rng)


def etag(
    table: Table,
    reader: str,
    names: AccountNames,
    words: Iterable[str],
    delayed: shapes.HeldAnswer | None = None,
    returns: Sequence[str] = (),
) -> str:
    """`<version>-<head>-<digest>`: the digest covers whose eyes it is for and what is shown but not in the log: the
    names of those who sit, which words (the ids of their references) still exist, the `delayed` answer, the seats
    that the reader may take back, and the last outage that the clocks are reckoned with."""
    seats = {name: _shown_seat(table, name, seat, names) for name, seat in table.seats.items()}
    shown = to_json([reader, seats, sorted(words), delayed, returns, table.clocks.outage])
    digest = hashlib.sha256(canonical(shown)).hexdigest()[:16]
    return f"{table.version}-{table.head.hex()}-{digest}"


def accounts_of(table: Table) -> set[str]:
    """The accounts whose names are shown: of those who sit, may return to a seat, or are invited."""
    found = {seat.account for seat in table.seats.values() if seat.account is not None}
    return found.union(invited(table).values(), table.kept_for.values())


def seat_names(table: Table, names: AccountNames) -> dict[str, str]:
    """Seat -> display name, of the seats that are taken: a person's name or an AI's level."""
    shown = {name: _shown_seat(table, name, seat, names) for name, seat in table.seats.items()}
    return {name: seat.name for name, seat in shown.items() if seat.kind != "open" and seat.name}


def _shown_seat(table: Table, name: str, seat: TableSeat, names: AccountNames) -> shapes.Seat:
    guest = invited(table).get(name) if table.status == "open" else None
    brought = {"character": table.brought[name].id} if name in table.brought else {}
    return shapes.Seat.held(seat, names, guest, table.kept_for.get(name), **brought)


def _entropy(seat: TableSeat) -> Literal["given", "sealed", "opened"] | None:
    """What the seat adds to the chance of the game."""
    if seat.owes_entropy:
        return "sealed"
    if seat.opened_entropy:
        return "opened"
    return None if seat.entropy is None else "given"


def _shared(table: Table) -> shapes.SharedWith | None:
    """With whom the seed is shared, and since when a share is awaited."""
    if table.partner is None:
        return None
    awaited = table.awaited
    return shapes.SharedWith(
        key=table.partner.key,
        commitment=table.partner.commitment,
        shares=table.shares,
        awaited=None if awaited is None else awaited.since,
    )


def _takeback(table: Table) -> shapes.TakebackAsked | None:
    asked = table.waiting.takeback
    if asked is None:
        return None
    return shapes.TakebackAsked(by=asked.seat, to=asked.to, waiting=sorted(waiting_for(table)))


def _may_take_back(table: Table, reader: str) -> list[int]:
    return list(boundaries(table, reader)) if reader in table.seats and table.status == "running" else []


def _asked(table: Table, reader: str | None) -> shapes.Asked:
    """What everybody has to decide, and what the reader (None: nobody) may answer; turned into JSON values at once."""
    return shapes.Asked.copied(
        {"pending": table.pending, **_choice(table, reader), "standing": _standing(table, reader)}
    )


def _standing(table: Table, reader: str | None) -> Mapping[str, Any]:
    """Verb -> slots of what the reader may do at any time."""
    if table.state is None or table.status != "running" or reader not in table.seats:
        return {}
    return standing_slots(table.game, table.state, str(reader))


def _choice(table: Table, reader: str | None) -> dict[str, Any]:
    if reader is None or reader not in table.pending or table.state is None:
        return {"decision": None, "legal": [], "legal_complete": True, "slots": {}}
    legal = table.game.legal(table.state, reader, LEGAL_LIMIT)
    return {
        "decision": table.decision_id(reader),
        "legal": legal.actions,
        "legal_complete": legal.complete,
        "slots": legal.slots,
    }
