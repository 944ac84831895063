"""What a command brings about in a challenge. Pure: refuses, or returns what happened; the challenge is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.challenge import actions as a
from domain.challenge import trying
from domain.challenge.ranking import places
from domain.challenge.state import Challenge, ChallengeClosed, ChallengeOpened, EntriesClosed, TryEnded, TryMeasured
from domain.contract.facets.compared import compared_by
from domain.contract.facets.data_files import data_for
from domain.contract.game import Action, Game, Refused, Text
from domain.contract.quantities import Bounds
from domain.log.derived import seed_of
from domain.log.log import Seeds
from domain.log.record import ORGANISING, PROCEDURE, Command, Happened, seed_commitment

DAYS = Bounds(1, 366, "days")
"""How long a challenge may be open that ends by itself."""


OF_PEOPLE = (a.Begin, a.Form, a.Join, a.Leave, a.Start)
"""What those who try decide."""


def opening(
    game: Game[Any],
    challenge_id: str,
    seed: bytes,
    name: str,
    organiser: str,
    *,
    seats: int = 1,
    options: Mapping[str, Any] | None = None,
    due: int | None = None,
    terms: Mapping[str, Any] | None = None,
) -> a.Open:
    """The action that opens a challenge; `Refused("malformed")` if the options do not fit the game, or its players
    do not win and lose together."""
    checked = game.check_options(dict(options or {}), [f"s{seat}" for seat in range(1, seats + 1)])
    if not compared_by(game):
        raise Refused("malformed", "{game} is not won and lost together", game=game.id)
    data = {
        "id": challenge_id,
        "game": game.id,
        "rules": game.rules,
        "options": checked,
        "seats": seats,
        "commitment": seed_commitment(challenge_id, seed),
        "procedure": PROCEDURE,
        "due": due,
        "terms": {**(terms or {}), "tie_breaks": list(compared_by(game)), "data": dict(data_for(game, checked))},
        "organiser": organiser,
    }
    return a.Open(data, name)


def due_steps(challenge: Challenge, at: int) -> list[Action]:
    """What follows by itself, as of `at` (seconds UTC), when the ends of games are reported."""
    if challenge.status == "closed":
        return []
    if not challenge.entries_closed:
        return [a.CloseEntries()] if challenge.is_due(at) else []
    return [] if challenge.running else [a.Close()]


def decide(challenge: Challenge, command: Command, seeds: Seeds) -> list[Happened]:
    """The events of a command; none if it was done before. `Refused` if it is not accepted."""
    action = command.action
    if not isinstance(action, a.ChallengeAction):
        raise Refused("malformed", "{command} is no command of a challenge", command=type(action).__name__)
    if isinstance(action, a.Open) is bool(challenge.version):
        raise Refused("illegal", "a challenge is opened once, before anything else")
    if command.by == "seat" and not isinstance(action, OF_PEOPLE):
        raise Refused("not-your-decision", "who tries does not decide this")
    if isinstance(action, OF_PEOPLE):
        return _OF_PEOPLE[type(action)](challenge, command, action)
    return _RULES[type(action)](challenge, command, action, seeds)


def _open(challenge: Challenge, command: Command, action: a.Open, seeds: Seeds) -> list[Happened]:
    if not isinstance(action.name, Text):
        raise Refused("malformed", "a challenge's name is kept outside its log")
    return [Happened(msgspec.convert({**action.data, "name": msgspec.to_builtins(action.name)}, ChallengeOpened))]


def _report(challenge: Challenge, command: Command, action: a.Report, seeds: Seeds) -> list[Happened]:
    own = challenge.tries.get(action.number)
    if own is None or own.game_id is None:
        raise Refused("malformed", "no try {number} has begun", number=action.number)
    if own.cause is not None:
        return []
    if (action.cause == "over") is (action.won is None):
        raise Refused("malformed", "a game that was played to its end was won or lost")
    ended = [Happened(TryEnded(action.number, action.cause, action.won))]
    return [*ended, Happened(TryMeasured(action.number, action.values))] if action.values else ended


def _close_entries(challenge: Challenge, command: Command, action: a.CloseEntries, seeds: Seeds) -> list[Happened]:
    if challenge.entries_closed:
        return []
    if command.by not in ORGANISING and not challenge.is_due(command.at):
        raise Refused("illegal", "its time is not up")
    return [Happened(EntriesClosed())]


def _close(challenge: Challenge, command: Command, action: a.Close, seeds: Seeds) -> list[Happened]:
    if challenge.seed is not None:
        return []
    if not challenge.entries_closed or challenge.running:
        raise Refused("illegal", "tries may begin, or are being played")
    return [Happened(ChallengeClosed(places(challenge), seed_of(challenge.id, seeds).hex()))]


_RULES: Mapping[type[Action], Callable[[Challenge, Command, Any, Seeds], list[Happened]]] = {
    a.Open: _open,
    a.Report: _report,
    a.CloseEntries: _close_entries,
    a.Close: _close,
}

_OF_PEOPLE: Mapping[type[Action], Callable[[Challenge, Command, Any], list[Happened]]] = {
    a.Begin: trying.begin,
    a.Form: trying.form,
    a.Join: trying.join,
    a.Leave: trying.leave,
    a.Start: trying.start,
}
