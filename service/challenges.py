"""The use cases of challenges: open one, try it, look; and what follows by itself when games have ended."""

from __future__ import annotations

from domain.aggregate import Chronicle
from domain.audit.aggregates import CHALLENGE, Document, document
from domain.bots.levels import LEVELS
from domain.canon import Json, NotCanonical, check
from domain.challenge import actions
from domain.challenge.decide import decide, due_steps, opening
from domain.challenge.state import Challenge, Try
from domain.game import Action, Refused, to_json
from domain.journal import ReservationListed
from domain.record import Command, Entry, seed_commitment
from service import fixtures
from service.chronicles import Chronicles, Seeds
from service.errors import ServiceError
from service.fixtures import Ended, Fixture, Sitter
from service.keeper import Keeper
from service.leagues.ledger import LONGEST_NAME
from service.ledger import Ledger
from service.once import Keep, nothing_kept
from service.opening import check_terms, seat_ids
from service.shapes import NewGame
from service.texts import without_words, words_of

DAY = 24 * 60 * 60

Log = Chronicle[Challenge]


class ChallengeLedger:
    """The challenges of an installation. Thread-safe; raises `ServiceError` when it does not do its work."""

    def __init__(self, keeper: Keeper, ledger: Ledger) -> None:
        self._keeper = keeper
        self._ledger = ledger
        self._logs: Chronicles[Challenge] = Chronicles(keeper, "ChallengeOpened", self._begin_log)

    # ---- what people do

    def open(self, account_id: str, new: NewGame, name: str, days: int | None = None, keep: Keep = nothing_kept) -> str:
        """Open a challenge of games like `new`, whose seats only say how many there are: its id.

        After `days` no try begins or goes on (None: the organiser ends it). What `keep` makes of the id is stored with
        it.
        """
        keeper, challenge_id, seed = self._keeper, self._keeper.new_id(), self._keeper.entropy(32)
        if not 1 <= len(name.strip()) <= LONGEST_NAME or not name.isprintable():
            raise ServiceError("malformed", f"a name has 1 to {LONGEST_NAME} printable characters")
        at = keeper.clock()
        try:
            check(dict(new.options))
            check_terms(new)
            seats = len(seat_ids(keeper.catalog, new))
            opened = opening(
                keeper.catalog[new.game],
                challenge_id,
                seed,
                name.strip(),
                account_id,
                seats=seats,
                options=new.options,
                due=None if days is None else at + days * DAY,
                terms={"clock": new.clock, "release": new.release},
            )
        except NotCanonical as error:
            raise ServiceError("malformed", f"options: {error}") from None
        except Refused as refused:
            raise ServiceError.of(refused) from None
        written, kept = without_words(opened, challenge_id, account_id, keeper.entropy)
        kept += [keeper.store.seed_kept(challenge_id, seed, account_id, at), *keep(challenge_id)]
        listed = [ReservationListed(challenge_id, account_id, seed_commitment(challenge_id, seed))]
        self._logs.open(self._logs.new(challenge_id), Command("service", None, written, at), kept, listed)
        return challenge_id

    def begin(self, account_id: str, challenge_id: str) -> str:
        """Begin the account's one try, at all seats of a game of its own: the game's id."""
        return self._try(challenge_id, "seat", actions.Begin(account=account_id))

    def begin_ai(self, account_id: str, challenge_id: str, level: str) -> str:
        """Let an AI level try (organiser): the game's id."""
        if level not in LEVELS:
            raise ServiceError("malformed", f"there are AIs of the levels {', '.join(LEVELS)}")
        self._check_organiser(account_id, challenge_id)
        return self._try(challenge_id, "operator", actions.Begin(level=level))

    def close_entries(self, account_id: str, challenge_id: str) -> None:
        """No further try begins (organiser); the challenge ends when those that were begun have ended."""
        self._check_organiser(account_id, challenge_id)
        self._post(challenge_id, "operator", actions.CloseEntries())
        self.step(challenge_id)

    # ---- what follows by itself

    def step(self, challenge_id: str) -> int:
        """Do what is to be done now: report games that have ended, end what is due, reveal the seed.

        How many things that were; doing it late, or twice, changes nothing.
        """
        steps = 0
        while done := self._once(challenge_id):
            steps += done
        return steps

    # ---- looking

    def view(self, challenge_id: str) -> dict[str, Json]:
        """The challenge as everybody sees it: who tries and how far, and in the end the places and the seed."""
        with self._logs.latest(challenge_id) as log:
            challenge = log.aggregate
            header = challenge.header
            accounts = {own.account for own in challenge.tries if own.account is not None} | {header.organiser}
            names = self._keeper.accounts.names(accounts)
            ranks = {place.number: place.rank for place in challenge.places}
            return {
                "id": challenge.id,
                "name": self.name_of(challenge.id, header.name.id),
                "organiser": names.get(header.organiser),
                "game": header.game,
                "rules": header.rules,
                "options": header.options,
                "seats": header.seats,
                "due": header.due,
                "status": challenge.status,
                "commitment": header.commitment,
                "seed": challenge.seed,
                "tries": [
                    {
                        **to_json(own),
                        "account": None,
                        "name": own.level or names.get(own.account or ""),
                        "rank": ranks.get(own.number),
                    }
                    for own in challenge.tries
                ],
                "version": challenge.version,
                "head": challenge.head.hex(),
            }

    def name_of(self, challenge_id: str, name_id: str) -> str:
        """The name of a challenge, by the id of the reference in its first event."""
        kept = words_of(self._keeper.store, challenge_id).get(name_id)
        return "A challenge" if kept is None else kept.text

    def try_of(self, account_id: str, challenge_id: str) -> str | None:
        """The id of the account's game in the challenge; None if it has not tried."""
        with self._logs.latest(challenge_id) as log:
            return next((own.game_id for own in log.aggregate.tries if own.account == account_id), None)

    def organises(self, account_id: str, challenge_id: str) -> bool:
        """Whether the account may decide as the organiser."""
        with self._logs.latest(challenge_id) as log:
            organiser = log.aggregate.header.organiser
        return organiser == account_id or self._keeper.accounts.is_operator(account_id)

    def events(self, challenge_id: str, after: int = 0, limit: int = 200) -> list[dict[str, Json]]:
        """The log after version `after`, at most `limit` entries."""
        with self._logs.latest(challenge_id) as log:
            return [entry.as_json(()) for entry in log.entries[max(after, 0) :][:limit]]

    def document(self, challenge_id: str) -> Document:
        """The whole log as a document that `nightledger audit` examines."""
        with self._logs.latest(challenge_id) as log:
            return document(CHALLENGE, log.aggregate, log.entries)

    def record(self, challenge_id: str, number: int) -> dict[str, Json]:
        """The whole record of a try's game, once the seed is revealed; `not-found` before, and for no such try."""
        with self._logs.latest(challenge_id) as log:
            challenge = log.aggregate
            found = next((own for own in challenge.tries if own.number == number), None)
            if found is None or challenge.status != "closed":
                raise ServiceError("not-found", "records of tries are shown when the challenge has ended")
        return self._ledger.record(found.game_id, secrets=True, operator=True)

    # ---- how it works

    def _begin_log(self, challenge_id: str) -> Log:
        return Chronicle(Challenge(), challenge_id, decide, Seeds(self._keeper.store), self._keeper.entropy)

    def _check_organiser(self, account_id: str, challenge_id: str) -> None:
        if not self.organises(account_id, challenge_id):
            raise ServiceError("forbidden", "the organiser of the challenge decides this")

    def _post(self, challenge_id: str, by: str, action: Action) -> int:
        """Post a command: how many events it brought about."""

        def attempt(log: Log) -> int:
            entries = log.decide(Command(by, None, action, self._keeper.clock()))
            self._logs.keep(log, entries)
            return len(entries)

        return self._logs.attempt(challenge_id, attempt)

    def _try(self, challenge_id: str, by: str, action: actions.Begin) -> str:
        def attempt(log: Log) -> str:
            entries = log.decide(Command(by, None, action, self._keeper.clock()))
            return self._open_game(log, entries)

        return self._logs.attempt(challenge_id, attempt)

    def _open_game(self, log: Log, entries: list[Entry]) -> str:
        """The challenge's event and the whole beginning of the game, in one transaction.

        The game is private, so that nobody sees the deal who may still play it.
        """
        begun, header = entries[0].read().data, log.aggregate.header
        sitter = Sitter(begun["account"], begun["level"])
        fixture = Fixture(
            begun["game_id"],
            header.game,
            header.rules,
            header.options,
            {f"s{seat}": sitter for seat in range(1, header.seats + 1)},
            {
                **header.terms,
                "visibility": "private",
                "rated": False,
                # Of an AI's game nobody is the creator: not even the organiser sees the deal before trying it.
                "creator": begun["account"] or header.id,
                "invited": {},
                "deal": header.id,
                "challenge": {"id": header.id, "number": begun["number"]},
            },
        )
        opened = fixtures.opening(self._keeper, fixture, log.seeds[header.id])
        self._logs.keep(log, entries, opened.extra, [opened.batch], opened.listed)
        return fixture.id

    def _once(self, challenge_id: str) -> int:
        at = self._keeper.clock()
        with self._logs.latest(challenge_id) as log:
            challenge = log.aggregate
            running = [Try(own.number, own.account, own.level, own.game_id) for own in challenge.running]
            late = challenge.is_due(at)
            steps = due_steps(challenge, at)
        done = sum(self._report(challenge_id, own, late=late) for own in running)
        return done + sum(self._post(challenge_id, "service", action) for action in steps)

    def _report(self, challenge_id: str, own: Try, *, late: bool) -> int:
        """Pass on how a try ended; one that is late ends as void."""
        ended = fixtures.ended(self._keeper, own.game_id)
        if ended is None and late:
            self._ledger.close(own.game_id, "void")
            ended = fixtures.ended(self._keeper, own.game_id)
        if ended is None:
            return 0
        return self._post(challenge_id, "service", _outcome(own.number, ended))


def _outcome(number: int, ended: Ended) -> actions.Report:
    """What came of a try; a game that is not won or lost together does not count."""
    if ended.cause == "over" and ended.won is None:
        return actions.Report(number, "void")
    return actions.Report(number, ended.cause, ended.won if ended.cause == "over" else None)
