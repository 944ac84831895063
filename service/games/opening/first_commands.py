"""How a game is opened and begins: what was asked for is checked and turned into the first commands of its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msgspec import UnsetType

from domain.audit.chain import TERM, Link
from domain.bots.levels import LEVELS
from domain.contract.game import Action, Refused, to_json
from domain.contract.reason import OneOf
from domain.contract.seats import Seat
from domain.games.catalog import Catalog
from domain.log.canon import Json, NotCanonical, check
from domain.log.record import Command
from domain.log.shares import Partner
from domain.table import actions
from domain.table.branch import Origin, position_of
from domain.table.gamelog import GameLog
from domain.table.table import Table
from domain.table.terms import SHARED, read_clock, read_release
from service.games.commands import GameCommands
from service.games.seats.taking import SEVERAL_SEATS
from service.games.shapes import CommandResult, NewGame
from service.games.shapes.answers import VISIBILITIES
from service.games.viewing import GameViews
from service.people.accounts import Accounts
from service.people.bots import seated
from service.store.event_store import Batch, Change, Store
from service.store.recorder import Expected

Bringing = Callable[[str, str, str], tuple[Action, Batch]]
"""From a game's kind and id and a seat there: what is posted at the seat to bring something along, and what is stored
with that in the log of what is brought."""


@dataclass(frozen=True)
class Beginning:
    """How a game begins: from set-up under the newest rules, or from the position of another one under its rules.

    `data` are the files that it is played with, name -> SHA-256 (hex); None for those in use. A game of a chain has a
    `link` to the one before it, and an id that follows from it. What is `beside` it is stored with it, or it does not
    begin.
    """

    action: Action
    rules: int | None = None
    origin: Origin | None = None
    link: Link | None = None
    game_id: str | None = None
    data: Mapping[str, str] | None = None
    beside: Sequence[Change] = ()


def opening_commands(
    log: GameLog,
    catalog: Catalog,
    accounts: Accounts,
    account_id: str,
    new: NewGame,
    beginning: Beginning,
    at: int,
    brought: Mapping[str, Action],
    partner: Partner | None,
) -> list[Command]:
    """Open, sit down with what is `brought` to seats, and begin if all seats are taken and open.

    `partner` shares the seed. `Refused("malformed")` for what cannot be.
    """
    check_terms(new)
    seats = seat_ids(catalog, new)
    wanted = seats_of(accounts, account_id, dict(zip(seats, new.seats)))
    _check_entropy(new, account_id, wanted)
    terms = _terms(new, account_id, invited_to(wanted), beginning, partner)
    bot = seated(accounts.is_bot(account_id))
    opened = log.opening(new.game, dict(new.options), seats, terms=terms, rules=beginning.rules, data=beginning.data)
    commands = [Command("service", None, opened, at), *_sitting_commands(wanted, new, at, bot)]
    commands += [Command("seat", seat, action, at) for seat, action in brought.items()]
    if all(seat.taken for seat in wanted.values()) and new.entropy_hash is None:
        commands.append(Command("service", None, beginning.action, at))
    return commands


def _terms(
    new: NewGame, account_id: str, invited: Mapping[str, str], beginning: Beginning, partner: Partner | None
) -> dict[str, Json]:
    """The terms of a game that an account opens; what is seldom agreed on is left out where it is not."""
    terms: dict[str, Json] = {
        "clock": new.clock,
        "visibility": new.visibility,
        "rated": new.rated,
        "release": new.release,
        "creator": account_id,
        "invited": dict(invited),
    }
    seldom = {
        "open_talk": bool(new.open_talk),
        SEVERAL_SEATS: bool(new.several_seats),
        SHARED: to_json(partner),
        "branch": to_json(beginning.origin),
        TERM: to_json(beginning.link),
    }
    return terms | {term: agreed for term, agreed in seldom.items() if agreed}


def table_of(catalog: Catalog, store: Store, game_id: str, version: int) -> Table:
    """A game's table at a version, from the store: whoever holds another game's log need not wait for this one's."""
    table = Table(catalog)
    for entry in store.entries(game_id)[:version]:
        table.fold(entry)
    return table


class BeforeStart:
    """Carries out what happens at the seats of games that have not begun. Thread-safe; raises `ServiceError`."""

    def __init__(self, store: Store, catalog: Catalog, commands: GameCommands, views: GameViews) -> None:
        self._store = store
        self._catalog = catalog
        self._commands = commands
        self._views = views

    def take_part(
        self,
        log: GameLog,
        account_id: str,
        *taking: Command,
        beside: Sequence[Batch] = (),
        expected: Sequence[Expected] = (),
    ) -> CommandResult:
        """Carry out what happens at a seat, and begin the game if it can: what the account sees of it."""
        entries = log.decide(*taking)
        ahead = log.ahead(entries)
        seat, at = taking[0].seat, taking[0].at
        if ahead.all_taken:
            entries = log.decide(*taking, Command("service", None, self._beginning_of(ahead), at))
        appended = self._commands.append(log, entries, beside=beside, expected=expected)
        return self._views.answer(log, account_id, seat, appended)

    def _beginning_of(self, table: Table) -> Action:
        """What begins this game when all seats are taken and open."""
        origin = table.branched_from
        if origin is None:
            return actions.Start()
        return position_of(table_of(self._catalog, self._store, origin["id"], origin["version"]))


def invited_to(seats: Mapping[str, Seat]) -> dict[str, str]:
    """Seat -> the account that it is kept for."""
    return {name: seat.invited for name, seat in seats.items() if seat.invited is not None}


def _sitting_commands(seats: Mapping[str, Seat], new: NewGame, at: int, bot: bool | UnsetType) -> list[Command]:
    """The AIs and the creator, perhaps a `bot`, sit down; what the creator adds to the chance counts for the first own
    seat."""
    ais = [
        Command("service", name, actions.Sit(level=seat.level), at)
        for name, seat in seats.items()
        if seat.level is not None
    ]
    own = {name: actions.Sit(account=seat.account, bot=bot) for name, seat in seats.items() if seat.account is not None}
    for first in list(own)[:1]:
        own[first] = actions.Sit(own[first].account, None, new.entropy, new.entropy_hash, bot)
    return [*ais, *(Command("seat", name, sit, at) for name, sit in own.items())]


def _check_entropy(new: NewGame, account_id: str, seats: Mapping[str, Seat]) -> None:
    if new.entropy is None and new.entropy_hash is None:
        return
    if not new.reservation or account_id not in {seat.account for seat in seats.values()}:
        raise Refused("malformed", "entropy counts for a seat of your own, and only with a reservation made before")
    if new.entropy is not None and new.entropy_hash is not None:
        raise Refused("malformed", "either entropy or entropy_hash")


def check_terms(new: NewGame) -> None:
    """`Refused("malformed")` for terms of a game that cannot be."""
    clock = read_clock(new.clock)
    if clock is not None and clock.level is not None and clock.level not in LEVELS:
        raise Refused("malformed", "clock: there are AIs of the levels {levels}", levels=", ".join(LEVELS))
    read_release(new.release)
    if new.visibility not in VISIBILITIES:
        raise Refused("malformed", "visibility is {visibilities}", visibilities=OneOf(VISIBILITIES))
    if not isinstance(new.rated, bool):
        raise Refused("malformed", "rated is true or false")
    try:
        check(dict(new.options))
    except NotCanonical as error:
        raise Refused("malformed", f"options: {error}") from None


def seat_ids(catalog: Catalog, new: NewGame) -> list[str]:
    """The ids of the seats; `Refused("malformed")` for an unknown game, or too few or too many of them."""
    if new.game not in catalog:
        raise Refused(
            "malformed", "there is no game {game!r}; there are {games}", game=new.game, games=", ".join(catalog)
        )
    fewest, most = catalog[new.game].seat_range
    if not fewest <= len(new.seats) <= most:
        raise Refused("malformed", "{game} has {fewest} to {most} seats", game=new.game, fewest=fewest, most=most)
    return [f"s{number}" for number in range(1, len(new.seats) + 1)]


def seats_of(accounts: Accounts, account_id: str, wanted: Mapping[str, Json]) -> dict[str, Seat]:
    """Who sits where, and for whom seats are kept, from what an account asks for.

    `Refused("malformed")` for what names nobody.
    """
    return {name: _seat_of(accounts, account_id, who) for name, who in wanted.items()}


def _seat_of(accounts: Accounts, account_id: str, who: Json) -> Seat:
    match who:
        case {"ai": str(level)} if len(who) == 1 and level in LEVELS:
            return Seat(level=level)
        case {"account": "me"} if len(who) == 1:
            return Seat(account_id)
        case {"account": str(name)} if len(who) == 1:
            account = _account_of(accounts, name)
            return Seat(account_id) if account == account_id else Seat(invited=account)
        case {"open": True} if len(who) == 1:
            return Seat()
    raise Refused("malformed", "a seat is of an ai ({levels}), an account, or open", levels=", ".join(LEVELS))


def _account_of(accounts: Accounts, name: str) -> str:
    account = accounts.by_name(name)
    if account is None:
        raise Refused("malformed", "there is no account {name!r}", name=name)
    return account.id
