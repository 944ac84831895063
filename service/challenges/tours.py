"""The use cases of tours: several challenges with one table of points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from domain.challenge.state import Challenge
from domain.challenge.tour import MOST_CHALLENGES, Standing, Tour, decide, opening, standings
from domain.contract.game import Refused
from domain.league.points import shown
from domain.log.gameid import new_id
from domain.log.log import Log
from domain.log.record import Command
from projections.read_models import ReadModels
from service.challenges import answer_shapes as shapes
from service.challenges.ledger import ChallengeLedger
from service.errors import ServiceError
from service.people.accounts import Accounts
from service.people.names import checked_name
from service.store.commands import Commands
from service.store.event_store import Conflict, Store
from service.store.log_repository import LogRepository
from service.store.seeds import Seeds
from service.store.texts import without_words, words_of
from service.store.waiting import Moves

TourLog = Log[Tour]


class Tours:
    """The tours of an installation. Thread-safe; raises `ServiceError`."""

    def __init__(
        self,
        store: Store,
        moves: Moves,
        accounts: Accounts,
        challenges: ChallengeLedger,
        lists: ReadModels,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._challenges = challenges
        self._lists = lists
        self._clock = clock
        self._entropy = entropy
        self._logs: LogRepository[TourLog] = LogRepository(store, "tour", "TourOpened", self._begin_log)
        self._commands = Commands(store, self._logs, moves)
        challenges.toured_by(self.beside)

    def open(self, account_id: str, name: str, challenge_ids: Sequence[str], points: Sequence[int]) -> str:
        """Open a tour of one's own challenges, which nobody has tried yet; `points` are those of the first places."""
        name = checked_name(name.strip())
        if len(challenge_ids) > MOST_CHALLENGES:
            raise ServiceError("malformed", "1 to {most} challenges, each of them once", most=MOST_CHALLENGES)
        while True:
            try:
                return self._open(account_id, name, challenge_ids, points)
            except Refused as refused:
                raise ServiceError.of(refused) from None
            except Conflict:
                # Somebody has begun a try meanwhile, or ended a challenge: what is refused is told now.
                continue

    def view(self, tour_id: str) -> shapes.Tour:
        """The tour as everybody sees it: its challenges, and the table of those that have ended."""
        with self._logs.latest(tour_id) as log:
            header = log.aggregate.header
        challenges = [self._challenges.look(challenge_id) for challenge_id in header.challenges]
        table = standings(header, challenges)
        names = self._accounts.names({header.organiser, *(who for one in table for who in one.group)})
        return shapes.Tour(
            id=tour_id,
            name=self.name_of(tour_id, header.name.id),
            game=header.game,
            organiser=names.get(header.organiser),
            points=list(header.points),
            challenges=[self._challenge(challenge) for challenge in challenges],
            standings=[
                shapes.TourStanding.of(one, names=_names(one, names), points=shown(one.points), places=list(one.places))
                for one in table
            ],
        )

    def beside(self, challenge_id: str) -> set[str]:
        """The other challenges of the tours that a challenge belongs to, of those tours that the lists have got."""
        found: set[str] = set()
        for tour_id in self._all():
            with self._logs.latest(tour_id) as log:
                challenges = log.aggregate.header.challenges
            if challenge_id in challenges:
                found.update(challenges)
        return found - {challenge_id}

    def name_of(self, tour_id: str, name_id: str) -> str:
        """The name of a tour, by the id of the reference in its event."""
        kept = words_of(self._store, tour_id).get(name_id)
        return "A tour" if kept is None else kept.text

    def _open(self, account_id: str, name: str, challenge_ids: Sequence[str], points: Sequence[int]) -> str:
        """Store the tour; `Conflict` where one of its challenges has moved on since it was looked at."""
        tour_id = new_id(self._entropy)
        challenges = [self._challenges.look(challenge_id) for challenge_id in challenge_ids]
        opened = opening(tour_id, name, account_id, challenges, points)
        written, kept = without_words(opened, tour_id, account_id, self._entropy)
        log = self._begin_log(tour_id)
        entries = log.decide(Command("service", None, written, self._clock()))
        untried = [self._store.unmoved(challenge.id, challenge.version) for challenge in challenges]
        self._commands.append(log, entries, kept, expected=untried)
        return tour_id

    def _all(self) -> Iterator[str]:
        """The ids of all tours, the newest first."""
        cursor, is_last = None, False
        while not is_last:
            page = self._lists.challenges.tours(cursor)
            yield from (tour.id for tour in page.tours)
            cursor, is_last = page.next, page.next is None

    def _challenge(self, challenge: Challenge) -> shapes.TourChallenge:
        return shapes.TourChallenge.of(challenge, name=self._challenges.name_of(challenge.id, challenge.header.name.id))

    def _begin_log(self, tour_id: str) -> TourLog:
        return Log(Tour(), tour_id, decide, Seeds(self._store), self._entropy)


def _names(one: Standing, names: dict[str, str]) -> list[str]:
    """Who stands there; a person who was forgotten is somebody."""
    return [one.level] if one.level is not None else [names.get(who, "somebody") for who in one.group]
