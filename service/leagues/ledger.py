"""What people do in leagues: an organiser opens one and decides; entrants enrol, open their entropy, and leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from domain.games.catalog import Catalog
from domain.league import actions
from domain.league.decide import opening
from domain.log.canon import Json
from domain.log.gameid import new_id
from domain.log.record import Entry
from service.errors import ServiceError
from service.games.seats.levels import check_level
from service.leagues.bounds import planned
from service.leagues.commands import LeagueCommands, may_organise
from service.leagues.organising import Organising
from service.leagues.seasons import Ratings, Seasons
from service.leagues.substitutes import Substitutes
from service.people.accounts import Accounts
from service.people.names import checked_name
from service.sharing.partners import Partners


@dataclass(frozen=True)
class NewLeague:
    """A league to be opened: the game, its name, and the plan as docs/leagues.md describes it; and whether the seasons
    after the first open by themselves."""

    game: str
    name: str
    plan: Mapping[str, Json]
    next_season: bool = True


class LeagueLedger:
    """The leagues of an installation. Thread-safe. Every method raises `ServiceError` when it does not do its work.

    What is decided is stored; what follows from it (games opened, rounds paired) is done by `LeaguePlay` in a worker.
    """

    def __init__(
        self,
        commands: LeagueCommands,
        seasons: Seasons,
        organising: Organising,
        substitutes: Substitutes,
        catalog: Catalog,
        accounts: Accounts,
        ratings: Ratings,
        partners: Partners,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._commands = commands
        self._seasons = seasons
        self._organising = organising
        self.substitutes = substitutes
        self._catalog = catalog
        self._accounts = accounts
        self._ratings = ratings
        self._partners = partners
        self._entropy = entropy

    def open(self, account_id: str, new: NewLeague) -> str:
        """Open a league, organised by the account: its id. `malformed` for a plan that does not fit the game, `illegal`
        for shared seeds where there is nobody to share them with."""
        if new.game not in self._catalog:
            raise ServiceError(
                "malformed",
                "there is no game {game!r}; there are {games}",
                game=new.game,
                games=", ".join(self._catalog),
            )
        name = checked_name(new.name.strip())
        league_id = new_id(self._entropy)
        game = self._catalog[new.game]
        plan = planned(game, new.plan, self._partners)
        opened = opening(game, league_id, plan, name=name, organiser=account_id, next_season=new.next_season)
        self._commands.begin(league_id, opened, account_id)
        return league_id

    def open_season(self, account_id: str, league_id: str) -> Sequence[Entry]:
        """Open enrolment for the next season; the commitments to the seeds of its stages are public from now on."""
        return self._seasons.open(account_id, league_id)

    def enrol(self, account_id: str, league_id: str, entropy_hash: str | None = None) -> Sequence[Entry]:
        """Enrol the account, at its rating of now; on the waiting list when all places are taken.

        `entropy_hash`: the SHA-256 (hex) of 32 bytes that enter the chance of the stages and games, to be opened when
        enrolment has closed.
        """
        rating = self._ratings(self._game(league_id), account_id, self._accounts.is_bot(account_id))
        action = actions.Enrol(rating, account=account_id, entropy_hash=entropy_hash)
        return self._commands.post(league_id, "seat", action, account_id=account_id)

    def enrol_ai(self, account_id: str, league_id: str, level: str, entrant: str | None = None) -> Sequence[Entry]:
        """Enrol an AI (organiser); `entrant` is the one that it was in an earlier season."""
        check_level(level)
        rating = self._ratings(self._game(league_id), level, True)
        return self._organising.post(account_id, league_id, actions.Enrol(rating, level=level, entrant=entrant))

    def open_entropy(self, account_id: str, league_id: str, entropy: str) -> Sequence[Entry]:
        """Open the account's sealed entropy, when enrolment has closed."""
        entrant = self._commands.entrant_of(account_id, league_id)
        return self._commands.post(league_id, "seat", actions.OpenEntropy(entropy), seat=entrant)

    def withdraw(self, account_id: str, league_id: str) -> Sequence[Entry]:
        """Leave: before the start altogether, afterwards from the next round on."""
        entrant = self._commands.entrant_of(account_id, league_id)
        return self._commands.post(league_id, "seat", actions.Withdraw(entrant), seat=entrant)

    def offer(self, account_id: str, league_id: str) -> None:
        """Be ready to take a place that becomes free."""
        with self._commands.latest(league_id):
            self.substitutes.offer(league_id, account_id)

    def take_offer_back(self, account_id: str, league_id: str) -> None:
        """Be no longer ready."""
        with self._commands.latest(league_id):
            self.substitutes.take_back(league_id, account_id)

    def organise(self, account_id: str, league_id: str, verb: str, arguments: Mapping[str, Json]) -> Sequence[Entry]:
        """Carry out one of the organiser's verbs, as `Organising.decide` says."""
        return self._organising.decide(account_id, league_id, verb, arguments)

    def organises(self, account_id: str, league_id: str) -> bool:
        """Whether the account may decide as the organiser."""
        with self._commands.latest(league_id) as log:
            return may_organise(self._accounts, account_id, log.aggregate)

    def has_part(self, account_id: str, league_id: str) -> bool:
        """Whether the account organises the league, or holds or held a place in it."""
        with self._commands.latest(league_id) as log:
            return log.aggregate.organiser == account_id or log.aggregate.has_part(account_id)

    def has_gone(self, account_id: str, league_id: str) -> bool:
        """Whether the account has left the season of the day while it ran (LG-ENR-7)."""
        with self._commands.latest(league_id) as log:
            return bool(log.aggregate.seasons) and account_id in log.aggregate.season.gone

    def place_of(self, account_id: str, league_id: str) -> str | None:
        """The entrant that the account is in the season of the day; None if it is none, or has left."""
        with self._commands.latest(league_id) as log:
            league = log.aggregate
            own = league.entrant_of(account_id)
            if own is None or own.id not in league.season.enrolled or own.id in league.season.withdrawn:
                return None
            return own.id

    def _game(self, league_id: str) -> str:
        with self._commands.latest(league_id) as log:
            return log.aggregate.game
