"""What follows by itself in a league: games are opened, results passed on, rounds closed and paired, stages frozen.

Everything is found in the logs anew and decided there, so that doing it twice, late, or after a crash in the middle
changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import NamedTuple

from domain.contract.game import Action, Refused
from domain.contract.seats import Holder
from domain.league.steps import due
from domain.log.canon import Json
from domain.log.derived import game_seed
from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from service.errors import ServiceError
from service.games.commands import GameCommands
from service.games.ledger import Ledger
from service.games.opening.fixtures import Fixtures
from service.leagues.commands import LeagueCommands
from service.leagues.lateness import Lateness
from service.leagues.seasons import Seasons
from service.leagues.work import Work, open_tables, unwanted_games
from service.people.accounts import Accounts
from service.series.ledger import SeriesLedger
from service.store.event_store import Conflict, Store
from service.store.texts import keep_text

MOST_LOOKS = 1000
"""A league that never comes to rest is a fault of the program, which must not keep a worker for ever."""

CHANGED_HANDS = "the place in the league changed hands"

log = logging.getLogger(__name__)


class Look(NamedTuple):
    """One look at a league: at which version of its log, how many things were done, and whether every seat whose place
    has changed hands could be given to who holds it now."""

    version: int
    done: int
    is_handed_over: bool


class LeaguePlay:
    """Plays leagues on. Thread-safe; any number of processes may do so at once.

    `have_done(id, version)` is told when all is done that follows from a league's own decisions up to that version.
    What else is to be done is seen by its times, and by its games.
    """

    def __init__(
        self,
        store: Store,
        commands: LeagueCommands,
        seasons: Seasons,
        games: GameCommands,
        fixtures: Fixtures,
        ledger: Ledger,
        series: SeriesLedger,
        late: Lateness,
        accounts: Accounts,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        have_done: Callable[[str, int], None],
    ) -> None:
        self._store = store
        self._commands = commands
        self._seasons = seasons
        self._games = games
        self._fixtures = fixtures
        self._ledger = ledger
        self._series = series
        self._late = late
        self._accounts = accounts
        self._clock = clock
        self._entropy = entropy
        self._have_done = have_done

    def step(self, league_id: str) -> int:
        """Do all that is to be done by now: how many things that were. `not-found` if there is no such league.

        What goes wrong at one table, or in one division, is logged and does not hold up the others. It is still to be
        done then.
        """
        done = 0
        for _ in range(MOST_LOOKS):
            look = self._once(league_id)
            if not look.done:
                if look.is_handed_over:
                    self._have_done(league_id, look.version)
                break
            done += look.done
        return done

    def _once(self, league_id: str) -> Look:
        """Do what is to be done as the league stands."""
        with self._commands.latest(league_id) as found:
            version = found.aggregate.version
            tables, unwanted = list(open_tables(found.aggregate)), list(unwanted_games(found.aggregate))
        seen_to = [self._at_table(league_id, work) for work in tables]
        done = sum(one or 0 for one in seen_to)
        done += sum(self._settle(game_id, series=series) for game_id, series in unwanted)
        with self._commands.latest(league_id) as found:
            steps = [self._late.named(found.aggregate, step) for step in due(found.aggregate, self._clock())]
        done += sum(self._post(league_id, action) for action in steps) + self._open_next_season(league_id)
        return Look(version, done, None not in seen_to)

    def _open_next_season(self, league_id: str) -> int:
        try:
            return self._seasons.open_next(league_id)
        except ServiceError as error:
            log.info("league %s, next season: %s", league_id, error)
            return 0

    def _post(self, league_id: str, action: Action) -> int:
        """Post what follows by itself: how many events it brought about."""
        try:
            return len(self._commands.post(league_id, "service", action))
        except ServiceError as error:
            log.warning("league %s, %s: %s", league_id, type(action).__name__, error)
        except Exception:
            # A fault of one division's pairing must not hold up the others; its organiser can pair by hand.
            log.exception("league %s, %s", league_id, type(action).__name__)
        return 0

    def hand_over(self, table: Mapping[str, Json]) -> None:
        """Give the seats of a table's game, or series, to who holds the places now (LG-RES-8), at once: not when a
        worker comes to it. `table` are the terms of the game that say which one it is.

        Nothing is to be done where nobody waits for the game any more. Raises `ServiceError`.
        """
        with self._commands.latest(str(table["id"])) as found:
            tables = list(open_tables(found.aggregate))
        for work in tables:
            if (work.stage, work.table) == (table["stage"], table["table"]) and self._fixtures.is_open(work.fixture.id):
                for seat in work.replaced:
                    self._hand_over(work, seat)

    # ---- tables

    def _at_table(self, league_id: str, work: Work) -> int | None:
        """Open the table's game, or pass on how it ended, or give its seats to who holds the places now: how many
        things were done; None if a seat could not be given."""
        try:
            if work.series is not None:
                opened = self._series.open_for_table(work.fixture, work.series, self._seed(work))
                ended = self._series.ended(work.fixture.id)
            else:
                opened = self._open(work)
                ended = None if opened else self._fixtures.ended(work.fixture.id)
            if ended is not None:
                return self._post(league_id, work.report(ended))
            return opened + sum(self._hand_over(work, seat) for seat in work.replaced)
        except (ServiceError, Refused, Conflict) as error:
            log.warning("table %s of %s: %s", work.table, work.stage, error)
            return None if work.replaced else 0

    def _open(self, work: Work) -> int:
        """Open the game of a table, if it is not open; another worker may be faster."""
        if self._fixtures.is_open(work.fixture.id):
            return 0
        opening = self._fixtures.opening(work.fixture, self._seed(work))
        try:
            self._store.append([opening.batch], opening.extra, opening.listed, self._clock())
        except Conflict:
            return 0
        self._fixtures.follow_up(work.fixture.id)
        return 1

    def _seed(self, work: Work) -> bytes:
        reserved = self._store.reservation(work.stage)
        if reserved is None:
            raise ServiceError("not-found", "the seed of {stage} is not kept here", stage=work.stage)
        return game_seed(reserved.seed, work.number)

    def _hand_over(self, work: Work, seat: str) -> int:
        """Give a seat to whoever holds the place now (LG-RES-8): in a series, and in the game that is played. Whose
        account is deleted is given none."""
        holder, since = work.fixture.seats[seat], work.replaced[seat]
        if holder.account is not None and holder.account not in self._accounts.names([holder.account]):
            return 0
        if work.series is None:
            return self._replace(work.fixture.id, seat, holder, since)
        game_id = self._series.replace(work.fixture.id, seat, holder)
        return 0 if game_id is None else self._replace(game_id, seat, holder, since)

    def _replace(self, game_id: str, seat: str, holder: Holder, since: int) -> int:
        """Give a seat of a running game to whoever holds the place now; one that an AI keeps for this person stays, and
        one that this person has given up since the place was theirs is not given back."""

        def attempt(game: GameLog) -> int:
            held, kept_for = game.table.seats[seat], game.table.kept_for.get(seat)
            if (held.account, held.level) == (holder.account, holder.level) and kept_for is None:
                return 0
            if holder.account is not None and kept_for == holder.account:
                return 0
            if game.table.members.has_given_up_since(holder.account, since):
                return 0
            reason, kept = keep_text(CHANGED_HANDS, game_id, None, self._entropy)
            action = actions.Operate("replace", reason, seat=seat, account=holder.account, level=holder.level)
            command = Command("operator", None, action, self._games.now(game.table))
            self._games.append(game, game.decide(command), [kept])
            return 1

        return self._games.carry_out(game_id, attempt)

    def _settle(self, game_id: str, *, series: bool) -> int:
        """End a game that no table waits for any more: its round was paired anew, forfeited, or closed before it."""
        try:
            if not self._fixtures.is_open(game_id):
                return 0
            if series:
                return self._series.end(game_id)
            if self._fixtures.ended(game_id) is not None:
                return 0
            self._ledger.close(game_id, "void")
        except (ServiceError, Refused, Conflict) as error:
            log.warning("game %s, for which no table waits: %s", game_id, error)
            return 0
        return 1
