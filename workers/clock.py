"""`python -m workers.clock`: lets deadlines pass, keeps vacations and releases, closes open games that nobody joins,
and deletes the accounts of guests who never came back."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from projections.read_models import ReadModels
from service.bootstrap import Services
from service.deletion.guests import UnusedGuests
from service.errors import ServiceError
from service.games.timing.clockwork import Clockwork
from service.games.timing.due import Due
from service.games.timing.expiry import Expiry
from service.games.unreadable import LEFT_ALONE_SECONDS
from service.people.vacations import Vacations
from workers import loop
from workers.alone import Step, Swept

PAUSE_SECONDS = 1.0
"""Between two looks at the clocks."""

BEAT_SECONDS = 1.0
"""Between two heartbeats during a long look."""

VACATION_SECONDS = 60
"""How often games are looked for that an account on vacation has joined meanwhile, or that do not know of its end."""

EXPIRY_SECONDS = 60
"""How often open games are looked for that have expired."""

MOST_EXPIRED = 100
"""How many open games expire in one look."""

GUESTS_SECONDS = 3600
"""How often guests are looked for who never came back."""

MOST_GUESTS = 20
"""How many guests are forgotten in one look."""

log = logging.getLogger(__name__)


class Sweeper:
    """Finds what is due, and looks at nothing else, at its start neither. All that it remembers it can find again.

    What is wrong with one game keeps no other waiting; one that cannot be read, or with which the program fails, is
    looked at again after `LEFT_ALONE_SECONDS`, and when it can be read its deadlines move as after an outage, which has
    begun with its last event: until then it could be read.
    """

    def __init__(self, read_models: ReadModels, clockwork: Clockwork, vacations: Vacations, expiry: Expiry) -> None:
        self._read_models = read_models
        self._clockwork = clockwork
        self._elapsed = clockwork.elapsed
        self._vacations = vacations
        self._expiry = expiry
        self._left_alone: dict[str, float] = {}
        self._next_beat = self._next_vacations = self._next_expiry = self._elapsed()

    def step(self) -> bool:
        """Do what is due by now; while the read models are behind, nothing but following the log: whether all was
        done."""
        self._next_beat = self._elapsed()
        self._be_there()
        if not self._read_models.follower.catch_up():
            return False
        elapsed = self._elapsed()
        self._left_alone = {game_id: until for game_id, until in self._left_alone.items() if until > elapsed}
        self._move_deadlines()
        self._keep_vacations()
        self._expire()
        self._release()
        self._enforce()
        return True

    def _be_there(self) -> None:
        """Say once a second that the clock is there, during a long look too."""
        if self._elapsed() >= self._next_beat:
            self._next_beat = self._elapsed() + BEAT_SECONDS
            self._clockwork.beat()

    def _move_deadlines(self) -> None:
        """Move the deadlines of games that could not be read, and can be again."""
        for game_id, since in self._clockwork.standing_still().items():
            ended = self._read_models.lists.has_ended(game_id)
            if ended or self._try(game_id, partial(self._clockwork.move_deadlines, game_id, since)):
                self._clockwork.go_on(game_id)

    def _enforce(self) -> None:
        """Let the deadlines pass that are due, a few games at a time; of a game that stands still none."""
        standing_still = self._clockwork.standing_still()
        while taken := self._clockwork.due.take(self._clockwork.reached()):
            for due in taken:
                if due.game not in standing_still:
                    self._try(due.game, partial(self._look_at, due))

    def _look_at(self, due: Due) -> None:
        """Enforce what is due in one game."""
        self._clockwork.due.settle(due, self._clockwork.enforce(due.game))

    def _keep_vacations(self) -> None:
        if self._elapsed() < self._next_vacations:
            return
        now = self._clockwork.reached()
        for account in self._vacations.to_apply(now):
            for game_id in self._read_models.lists.running_games_of(account):
                self._try(game_id, partial(self._vacations.apply, account, game_id, now))
        self._next_vacations = self._elapsed() + VACATION_SECONDS

    def _expire(self) -> None:
        """Close the open games that nobody joins any more, the longest idle ones first, as the index of read models has
        them. Those that are left alone do not count among the most."""
        since = self._expiry.idle_since()
        if since is None or self._elapsed() < self._next_expiry:
            return
        for game_id in self._read_models.lists.idle_open_games(since, MOST_EXPIRED + len(self._left_alone)):
            self._try(game_id, partial(self._expiry.expire, game_id))
        self._next_expiry = self._elapsed() + EXPIRY_SECONDS

    def _release(self) -> None:
        """Have the answers stored whose release has come."""
        for held in self._clockwork.to_release():
            self._try(held.game, partial(self._clockwork.release, held))

    def _try(self, game_id: str, attempt: Callable[[], object]) -> bool:
        """Do something with a game: whether that was done. Why not, is logged."""
        self._be_there()
        if game_id in self._left_alone:
            return False
        try:
            attempt()
        except ServiceError as error:
            log.warning("game %s: %s", game_id, error)
            if error.code == "unreadable":
                self._leave_alone(game_id, self._clockwork.last_written(game_id))
            return False
        except loop.AWAY:
            raise  # No fault of the game's.
        except Exception:
            log.exception("game %s: the clock fails with it", game_id)
            self._leave_alone(game_id, self._clockwork.now())
            return False
        return True

    def _leave_alone(self, game_id: str, since: int) -> None:
        self._left_alone[game_id] = self._elapsed() + LEFT_ALONE_SECONDS
        self._clockwork.stand_still(game_id, since)


class GuestSweeper:
    """Forgets guests who never came back, a few at a time."""

    def __init__(self, guests: UnusedGuests, elapsed: Callable[[], float]) -> None:
        self._guests = guests
        self._elapsed = elapsed
        self._next = elapsed()

    def step(self) -> None:
        """Forget some, if it is time to look for them."""
        if self._elapsed() >= self._next:
            self._guests.forget(MOST_GUESTS)
            self._next = self._elapsed() + GUESTS_SECONDS


def prepare(services: Services, swept: Swept) -> Step:
    """What the process does again and again."""
    sweeper = Sweeper(services.read_models, services.clockwork, services.vacations, services.expiry)
    guests = GuestSweeper(services.unused_guests, services.elapsed)

    def step() -> float:
        if sweeper.step():
            swept()
            guests.step()
        return PAUSE_SECONDS

    return step


if __name__ == "__main__":
    loop.run("clock", {"clock": prepare})
