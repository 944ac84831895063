"""The decisions that wait for an account, sent one by one as they come, each with what a program needs to answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest

import msgspec
from msgspec import UNSET

from domain.log.canon import Json
from projections.games.lists import GamesQuery
from projections.read_models import ReadModels
from service.errors import ServiceError
from service.games.shapes.answers import Game
from service.games.shapes.streamed import GameOver, GoneDecision, ToldDecision
from service.games.timing.delayed import DelayedAnswers

View = Callable[[str, str, str], Game]
"""From a game, an account and its seat: the game as it is seen from there now."""

Message = tuple[str, int | None, dict[str, Json]]
"""What kind of message it is, its id if it has one, and its data."""


class OpenDecision(msgspec.Struct, frozen=True):
    """A decision that waits: of which seat, in a game of which title (`played`), of which kind, since when (seconds
    UTC), and the position in the log of the event that opened it."""

    game: str
    played: str
    seat: str
    decision: str
    kind: str
    since: int
    position: int


def open_decisions(account_id: str, read_models: ReadModels, delayed: DelayedAnswers) -> Iterator[OpenDecision]:
    """The decisions that wait for an account, those of the newest game first; one that is answered already, at a table
    with an interval, does not wait."""
    answered = delayed.answered(account_id)
    for game in read_models.lists.all_games(GamesQuery(account_id, my_turn=True, answered=answered)):
        for seat, one in game.waiting.items():
            if game.seats[seat].account == account_id and f"{game.id} {one.decision}" not in answered:
                yield OpenDecision(game.id, game.game, seat, one.decision, one.kind, one.since, one.position)


class DecisionNews:
    """What there is to tell somebody who listens for the account's decisions, from one look to the next.

    A decision is told once, with the position of the event that opened it as its id: whoever connects again says the
    last id and is told those after it. Of several under one position the last alone carries it.
    """

    def __init__(
        self,
        account_id: str,
        after: int,
        read_models: ReadModels,
        delayed: DelayedAnswers,
        view: View,
        *,
        with_view: bool,
    ) -> None:
        self._account_id = account_id
        self._told_up_to = after
        self._read_models = read_models
        self._delayed = delayed
        self._view = view
        self._with_view = with_view
        self._waiting: dict[OpenDecision, None] = {}
        self._playing: frozenset[str] = frozenset()
        self._looked = False

    def look(self) -> Iterator[Message]:
        """What has changed since the last look: `gone`, `over` and `decision`, in this order."""
        waiting = open_decisions(self._account_id, self._read_models, self._delayed)
        found = sorted(waiting, key=lambda one: one.position)
        playing = frozenset(self._read_models.lists.running_games_of(self._account_id))
        for one in self._waiting.keys() - set(found):
            del self._waiting[one]
            yield "gone", None, msgspec.to_builtins(GoneDecision.of(one))
        for game_id in sorted(self._playing - playing):
            yield "over", None, msgspec.to_builtins(GameOver(game=game_id))
        self._playing = playing
        yield from self._new([one for one in found if one not in self._waiting])
        self._looked = True

    def _new(self, found: list[OpenDecision]) -> Iterator[Message]:
        for one, following in zip_longest(found, found[1:]):
            if not self._looked and one.position <= self._told_up_to:
                self._waiting[one] = None
                continue
            view = self._seen(one)
            if view is None:
                continue
            if view.decision != one.decision:
                return  # The log is ahead of the lists, which will say what became of it. So the order stays.
            self._waiting[one] = None
            last_of_its_position = following is None or following.position > one.position
            number = one.position if last_of_its_position and one.position > self._told_up_to else None
            self._told_up_to = self._told_up_to if number is None else number
            yield "decision", number, self._told(one, view)

    def _seen(self, one: OpenDecision) -> Game | None:
        """The game as the seat sees it now; None if it cannot be read."""
        try:
            return self._view(one.game, self._account_id, one.seat)
        except ServiceError:
            return None

    def _told(self, one: OpenDecision, view: Game) -> dict[str, Json]:
        seen = view if self._with_view else UNSET
        shown = ToldDecision.of(view, game=one.game, seat=one.seat, kind=one.kind, view=seen)
        told: dict[str, Json] = msgspec.to_builtins(shown)
        return told
