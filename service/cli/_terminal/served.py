"""A game of a server, over the typed client: what the others do there is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar

import click
import httpx
import msgspec
from msgspec import UNSET

from domain.log.canon import Json
from nightledger_client import Nightledger, Problem
from nightledger_client import models as client_models
from nightledger_client.decisions import ANSWERED, PAUSE, Decision, pause_after
from service.cli._terminal.ends import RUNS, Wanted
from service.errors import STATUS, ServiceError
from service.games.shapes.answers import Game, Seat
from service.games.shapes.logs import Event
from service.language.catalogues import Catalogue
from service.shape import Shape

LONG_POLL = 20
"""Seconds that a question for events waits."""

T = TypeVar("T")


class Served:
    """A game in which an account of the server sits."""

    def __init__(self, client: Nightledger, address: str, game_id: str, words: Catalogue) -> None:
        self._client = client
        self._address = address
        self._id = game_id
        self._words = words
        self._reached = False

    @classmethod
    def begin(cls, client: Nightledger, address: str, wanted: Wanted, words: Catalogue) -> Served:
        """A new game on the server, all of whose people are of this account."""
        seats = [{"account": "me"}] * wanted.people + [{"ai": level} for level in wanted.levels]
        opened = _done(lambda: client.games.open_game(game=wanted.game, seats=seats, options=dict(wanted.options)))
        return cls(client, address, opened.id, words)

    @property
    def command(self) -> str:
        return f"nightledger play --server {self._address} {self._id}"

    def look(self) -> Game:
        """The game; a server that is away is asked again, if it has answered before."""
        while True:
            try:
                found = self._with_all_legal(self._client.games.look(self._id))
            except (Problem, httpx.TransportError) as error:
                if not self._reached:
                    raise _refusal(error) from None
                _pause(error)
                continue
            self._reached = True
            return _view(found)

    def _with_all_legal(self, found: client_models.Game | None) -> client_models.Game | None:
        """The game with all its legal actions that the server lists, also where it is shown with the first of them."""
        decision = None if found is None else Decision.of(found)
        if found is None or decision is None or decision.legal_complete:
            return found
        try:
            whole = self._client.all_legal(decision)
        except Problem as problem:
            if problem.code not in ANSWERED:
                raise
            return found
        return msgspec.structs.replace(found, legal=whole.legal, legal_complete=whole.legal_complete)

    def wait(self, seen: Game) -> None:
        """Hold a question for events until there are some, a moment longer where there are none, as a server without
        room for it answers at once; one that is away is asked again."""
        try:
            told = self._client.log.events(self._id, after=seen.version, limit=1, wait=LONG_POLL)
        except (Problem, httpx.TransportError) as error:
            _pause(error)
            return
        if not told.events:
            time.sleep(PAUSE)

    def act(self, seen: Game, action: Mapping[str, Json]) -> None:
        """Answer the decision that was seen, and no other; or do what may be done at any time."""
        answers = seen.decision is not None and action.get("type") in seen.pending[seen.seat].verbs
        decision = seen.decision if answers and seen.decision is not None else UNSET
        _done(lambda: self._client.actions.act(self._id, seat=seen.seat, action=dict(action), decision=decision))

    def take_back(self, seen: Game) -> None:
        if not seen.may_take_back:
            raise ServiceError("illegal", self._words.told("There is nothing that you could take back."))
        to = max(seen.may_take_back)
        _done(lambda: self._client.corrections.take_back(self._id, seat=seen.seat, to=to))

    def entries(self, seen: Game, after: int) -> list[dict[str, Json]]:
        part = _done(lambda: self._client.log.events(self._id, seat=seen.seat, after=after, limit=seen.version - after))
        return [_as_sent(event, Event) for event in part.events]


def client_of(address: str, token: str) -> Nightledger:
    """The client of a server at an address that was typed, as the token was; `click.BadParameter` where one of them
    cannot be sent."""
    if not (token.isascii() and token.isprintable()):
        raise click.BadParameter("a token is of letters, digits and signs of ASCII", param_hint="--token")
    try:
        httpx.URL(address).host.encode("idna")
        return Nightledger(address, token)
    except (httpx.InvalidURL, UnicodeError) as error:
        raise click.BadParameter(f"this is no address: {error}", param_hint="--server") from None


def own_games(client: Nightledger) -> list[client_models.ListedGame]:
    """The games in which the account sits and that are not closed, those in which it must decide at first."""
    games = _done(lambda: client.listing.list_games(mine=True)).games
    turns = {game.id for game in _done(lambda: client.listing.list_games(my_turn=True)).games}
    return sorted((game for game in games if game.status in RUNS), key=lambda game: game.id not in turns)


def _done(ask: Callable[[], T]) -> T:
    """What the server answers; `ServiceError` for what it refuses, and where there is none."""
    try:
        return ask()
    except (Problem, httpx.TransportError) as error:
        raise _refusal(error) from None


def _pause(error: Problem | httpx.TransportError) -> None:
    """Wait a while for a server that is away or has no room; what it refuses is a `ServiceError`."""
    try:
        seconds = pause_after(error) if isinstance(error, Problem) else PAUSE
    except Problem:
        raise _refusal(error) from None
    time.sleep(seconds)


def _refusal(error: Problem | httpx.TransportError) -> ServiceError:
    if isinstance(error, Problem):
        return ServiceError(error.code if error.code in STATUS else "unavailable", error.detail)
    return ServiceError("unavailable", f"the server cannot be reached: {error}")


def _view(game: client_models.Game | None) -> Game:
    """The view as the service itself has it."""
    if game is None:
        raise ServiceError("unavailable", "the server has answered with nothing")
    seats = {name: _as_sent(seat, Seat) for name, seat in game.seats.items()}
    return msgspec.convert({**_as_sent(game, Game), "seats": seats}, Game)


def _as_sent(found: msgspec.Struct, shape: type[Shape]) -> dict[str, Json]:
    """What a model of the client was made of: the service leaves out what the client has None for."""
    optional = _optional(shape)
    given: dict[str, Json] = msgspec.to_builtins(found)
    return {name: value for name, value in given.items() if value is not None or name not in optional}


@cache
def _optional(shape: type[Shape]) -> frozenset[str]:
    """What may be left out: to look a shape's fields up takes long, and a game has thousands of events."""
    return frozenset(field.name for field in msgspec.structs.fields(shape) if field.default is UNSET)
