"""`python -m workers.clock`: lets deadlines pass, moves them after an outage, keeps vacations and releases, and closes
open games that nobody joins."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial

from projections.read_models import ReadModels
from service.bootstrap import Services
from service.errors import ServiceError
from service.games.timing.clockwork import Clockwork
from service.games.timing.due import Due
from service.games.timing.expiry import Expiry
from service.games.unreadable import LEFT_ALONE_SECONDS
from service.people.vacations import Vacations
from service.store.heartbeat import LONGEST_GAP, Outage
from workers import loop

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

log = logging.getLogger(__name__)


class Sweeper:
    """Finds what is due, and looks at nothing else, at its start neither. All that it remembers it can find again.

    The heartbeat is given first, and each second of a long look; the outage that it ends is stored with it, and no
    deadline is enforced before it was moved for that. What is wrong with one game keeps no other waiting; one that
    cannot be read, or with which the program fails, is looked at again after `LEFT_ALONE_SECONDS`, and when it can be
    read its deadlines move as after an outage, which has begun with its last event: until then it could be read.
    """

    def __init__(self, read_models: ReadModels, clockwork: Clockwork, vacations: Vacations, expiry: Expiry) -> None:
        self._read_models = read_models
        self._clockwork = clockwork
        self._heartbeat = clockwork.heartbeat
        self._elapsed = clockwork.elapsed
        self._vacations = vacations
        self._expiry = expiry
        self._outages: list[Outage] = []
        self._to_move: dict[str, None] = {}
        self._left_alone: dict[str, float] = {}
        self._away = False
        self._next_beat = self._next_vacations = self._next_expiry = self._elapsed()
        self._last_beat = clockwork.now()

    def step(self) -> None:
        """Do what is due by now; while the read models are behind, nothing but following the log."""
        self._beat()
        self._away = False
        if not self._read_models.follower.catch_up():
            return
        elapsed = self._elapsed()
        self._left_alone = {game_id: until for game_id, until in self._left_alone.items() if until > elapsed}
        self._notice_outages()
        self._move_deadlines()
        self._keep_vacations()
        self._expire()
        self._release()
        self._enforce()

    def _was_away(self) -> bool:
        """Give the heartbeat, if that is due: whether an outage has ended in this look, for which deadlines are moved
        before anything else is done.

        It is due as well when the system clock has run ahead: it goes on while the machine is suspended, and the
        seconds that have elapsed may not.
        """
        ahead = self._clockwork.now() - self._last_beat
        if self._elapsed() >= self._next_beat or ahead > LONGEST_GAP:
            self._beat()
            # Perhaps another clock was faster, and has remembered it.
            self._away = self._away or bool(self._new(self._heartbeat.outages()))
        return self._away

    def _beat(self) -> None:
        self._next_beat = self._elapsed() + BEAT_SECONDS
        self._last_beat = self._clockwork.now()
        self._heartbeat.watch()

    def _new(self, outages: Iterable[Outage]) -> list[Outage]:
        """Those that the deadlines of all games are not moved for yet, nor about to be."""
        return [outage for outage in outages if outage not in self._outages]

    def _notice_outages(self) -> None:
        """All games are looked at for outages that were not there before, or are left over from an earlier process."""
        outages = self._heartbeat.outages()
        if new := self._new(outages):
            log.warning("the service was away since %s; all deadlines move", new[0].since)
            self._to_move |= dict.fromkeys(game.id for game in self._read_models.lists.timed_games())
        self._outages = outages

    def _move_deadlines(self) -> None:
        """After an outage, of all games or of one: of a game that cannot be moved now, no deadline is enforced until it
        can. An outage is over when all deadlines were moved, but those of games that stand still for reasons of their
        own."""
        standing_still = self._clockwork.standing_still()
        self._to_move |= dict.fromkeys(standing_still)
        for game_id in list(self._to_move):
            if self._was_away():
                return  # The next look knows of that outage too.
            outages = [*self._outages, *self._stands_still(standing_still.get(game_id))]
            runs = self._read_models.lists.is_running(game_id)
            if not runs or self._try(game_id, partial(self._clockwork.move_deadlines, game_id, outages)):
                del self._to_move[game_id]
                if game_id in standing_still:
                    self._clockwork.go_on(game_id)
        if self._outages and self._to_move.keys() <= self._clockwork.standing_still().keys():
            self._heartbeat.moved_for(self._outages)
            self._outages = []

    def _stands_still(self, since: int | None) -> list[Outage]:
        return [] if since is None else [Outage(since, self._heartbeat.now())]

    def _enforce(self) -> None:
        """Let the deadlines pass that are due, a few games at a time; what is not looked at now is given back."""
        while taken := self._clockwork.due.take(self._clockwork.now()):
            while taken and not self._was_away():
                self._look_at(taken.pop(0))
            if taken:
                self._clockwork.due.give_back(taken)
                return

    def _look_at(self, due: Due) -> None:
        """Enforce what is due in one game, unless it is to be moved first."""
        if due.game not in self._to_move:
            self._try(due.game, lambda: self._clockwork.due.settle(due, self._clockwork.enforce(due.game)))

    def _keep_vacations(self) -> None:
        if self._elapsed() < self._next_vacations:
            return
        for account in self._vacations.to_apply():
            for game_id in self._read_models.lists.running_games_of(account):
                if self._was_away():
                    return
                self._try(game_id, partial(self._vacations.apply, account, game_id))
        self._next_vacations = self._elapsed() + VACATION_SECONDS

    def _expire(self) -> None:
        """Close the open games that nobody joins any more: the index of read models has them in that order."""
        since = self._expiry.idle_since()
        if since is None or self._elapsed() < self._next_expiry:
            return
        for game_id in self._read_models.lists.idle_open_games(since, MOST_EXPIRED):
            if self._was_away():
                return
            self._try(game_id, partial(self._expiry.expire, game_id))
        self._heartbeat.forget_until(since)
        self._next_expiry = self._elapsed() + EXPIRY_SECONDS

    def _release(self) -> None:
        """Have the answers stored whose release has come."""
        for held in self._clockwork.to_release():
            if self._was_away():
                return
            self._try(held.game, partial(self._clockwork.release, held))

    def _try(self, game_id: str, attempt: Callable[[], object]) -> bool:
        """Do something with a game: whether that was done. Why not, is logged."""
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
            self._leave_alone(game_id, self._heartbeat.now())
            return False
        return True

    def _leave_alone(self, game_id: str, since: int) -> None:
        self._left_alone[game_id] = self._elapsed() + LEFT_ALONE_SECONDS
        away = [outage.since for outage in self._outages if game_id in self._to_move]
        self._clockwork.stand_still(game_id, min([*away, since]))


def prepare(services: Services) -> loop.Step:
    """What the process does again and again."""
    sweeper = Sweeper(services.read_models, services.clockwork, services.vacations, services.expiry)

    def step() -> float:
        sweeper.step()
        return PAUSE_SECONDS

    return step


if __name__ == "__main__":
    loop.run("clock", prepare)
