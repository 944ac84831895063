"""What an organiser decides by name: each verb with what it takes, and how the command is made of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from domain.contract.game import Action, Refused
from domain.contract.quantities import INSTANTS
from domain.games.catalog import Catalog
from domain.league import actions
from domain.league.state import League
from domain.log.canon import Json
from domain.log.record import OPERATOR, Entry, organising
from service.errors import ServiceError
from service.games.corrections import check_reason
from service.games.seats.levels import check_level
from service.leagues.bounds import planned
from service.leagues.calendar import copied
from service.leagues.commands import LeagueCommands, check_organiser
from service.leagues.lateness import Lateness
from service.leagues.seasons import Ratings
from service.leagues.substitutes import Substitutes
from service.people.accounts import Accounts
from service.sharing.partners import Partners
from service.store.event_store import Change

Arguments = Mapping[str, Json]


class Asked(NamedTuple):
    """A verb with its arguments, of an account that decides, in a league as it is."""

    verb: str
    arguments: Arguments
    account: str
    league: League


@dataclass(frozen=True)
class Verb:
    """What an organiser decides: whether a `reason` is given, in words that all may read, or none is; whether the log
    says who has decided; and whether it gives a place to somebody who has offered to take one. `made` makes the
    command, where it is not the arguments as they are."""

    reason: bool = True
    signed: bool = False
    gives_a_place: bool = False
    made: Callable[[Organising, Asked], Action] | None = None


class Organising:
    """Carries out what organisers decide. Thread-safe; raises `ServiceError` when it does not do its work."""

    def __init__(
        self,
        commands: LeagueCommands,
        accounts: Accounts,
        ratings: Ratings,
        substitutes: Substitutes,
        late: Lateness,
        catalog: Catalog,
        partners: Partners,
    ) -> None:
        self._commands = commands
        self._accounts = accounts
        self._ratings = ratings
        self._substitutes = substitutes
        self._late = late
        self._catalog = catalog
        self._partners = partners

    def decide(self, account_id: str, league_id: str, name: str, arguments: Arguments) -> Sequence[Entry]:
        """Carry out one of `VERBS`; accounts are named, not given by id, and must be substitutes. `forbidden` for who
        is no organiser, and for an operator that would get a place by it."""
        verb = VERBS.get(name)
        if verb is None:
            raise ServiceError("malformed", "the verbs of an organiser are {verbs}", verbs=", ".join(VERBS))
        if verb.reason and not arguments.get("reason"):
            raise ServiceError("malformed", "an organiser gives a reason, which all may read")
        if isinstance(reason := arguments.get("reason"), str):
            check_reason(reason)
        with self._commands.latest(league_id) as log:
            league = log.aggregate
            asked = Asked(name, self._with_account(league, account_id, arguments), account_id, league)
            action = self._made(verb, asked)
        return self.post(account_id, league_id, action, self._offers(asked))

    def post(self, account_id: str, league_id: str, action: Action, extra: Sequence[Change] = ()) -> Sequence[Entry]:
        """Post what an organiser decides; `extra` is stored with it."""
        with self._commands.latest(league_id) as log:
            by = organising(account_id, log.aggregate.organiser)
        allowed = check_organiser(self._accounts, account_id)
        return self._commands.post(league_id, by, action, account_id=account_id, check=allowed, extra=extra)

    def _made(self, verb: Verb, asked: Asked) -> Action:
        """The command of a verb; `ServiceError` for whatever is refused while it is made."""
        try:
            return (verb.made or Organising.parsed)(self, asked)
        except Refused as refused:
            raise ServiceError.of(refused) from None

    def parsed(self, asked: Asked) -> Action:
        """The command as the arguments have it."""
        given = dict(asked.arguments)
        if VERBS[asked.verb].signed:
            given["author"] = asked.account
        if given.get("level") is not None:
            check_level(given["level"])
        return actions.parse({"type": f"league/{asked.verb}", **given})

    def late_entry(self, asked: Asked) -> Action:
        """Who enters late does so at the rating of now."""
        level, account = asked.arguments.get("level"), str(asked.arguments.get("account"))
        game = asked.league.game
        if isinstance(level, str):
            rating = self._ratings(game, level, True)
        else:
            rating = self._ratings(game, account, self._accounts.is_bot(account))
        return self.parsed(asked._replace(arguments={**asked.arguments, "rating": rating}))

    def reminder(self, asked: Asked) -> Action:
        """Those are reminded who are late, unless they are named."""
        action = self.parsed(asked)
        return action if asked.arguments.get("late") else self._late.named(asked.league, action)

    def drafted_season(self, asked: Asked) -> Action:
        """The next season is drafted; a plan of its own is checked as that of a new league is."""
        plan = asked.arguments.get("plan")
        if not isinstance(plan, Mapping):
            return self.parsed(asked)
        checked = planned(self._catalog[asked.league.game], plan, self._partners)
        return self.parsed(asked._replace(arguments={**asked.arguments, "plan": checked}))

    def copied_season(self, asked: Asked) -> Action:
        """The next season is drafted as an earlier one was."""
        number, opens = asked.arguments.get("season"), asked.arguments.get("opens")
        if not isinstance(number, int) or not isinstance(opens, int):
            raise ServiceError("malformed", "a copy is of a `season`, and `opens` at an instant")
        return replace(copied(asked.league, number, INSTANTS.check(opens, "opens")), author=asked.account)

    def _with_account(self, league: League, account_id: str, arguments: Arguments) -> Arguments:
        """The arguments with the id of the account that they name."""
        if not isinstance(name := arguments.get("account"), str):
            return arguments
        found = self._accounts.by_name(name)
        if found is None:
            raise ServiceError("malformed", "there is no account {name!r}", name=name)
        if found.id == account_id and organising(account_id, league.organiser) == OPERATOR:
            raise ServiceError("forbidden", "no operator gives a place to itself: the organiser or another one does")
        return {**arguments, "account": found.id}

    def _offers(self, asked: Asked) -> list[Change]:
        """The offer of whom a place is given to is used up with it."""
        taker = asked.arguments.get("account")
        if not VERBS[asked.verb].gives_a_place or not isinstance(taker, str):
            return []
        return [self._substitutes.taken_up(asked.league.id, taker, asked.account)]


VERBS: Mapping[str, Verb] = {
    "next-season": Verb(reason=False),
    "close-enrolment": Verb(reason=False),
    "start-season": Verb(reason=False),
    "enter-late": Verb(reason=False, gives_a_place=True, made=Organising.late_entry),
    "replace": Verb(gives_a_place=True),
    "pair-by-hand": Verb(),
    "forfeit": Verb(),
    "replay": Verb(),
    "correct": Verb(signed=True),
    "adjust": Verb(signed=True),
    "close-stage": Verb(),
    "withdraw": Verb(),
    "set-reminders": Verb(),
    "remind": Verb(signed=True, made=Organising.reminder),
    "decide-dispute": Verb(signed=True),
    "keep-apart": Verb(signed=True),
    "let-meet": Verb(signed=True),
    "draft-season": Verb(reason=False, signed=True, made=Organising.drafted_season),
    "clone-season": Verb(reason=False, made=Organising.copied_season),
    "drop-draft": Verb(reason=False),
}
"""What an organiser decides by name, besides opening a season and enrolling AIs."""
