"""What a command brings about in a challenge. Pure: refuses, or returns what happened; the challenge is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.challenge import actions as a
from domain.challenge import state as st
from domain.challenge.state import Challenge
from domain.derived import game_id, seed_of
from domain.game import Action, Game, Refused, Text
from domain.record import PROCEDURE, Command, Happened, seed_commitment

Seeds = Mapping[str, bytes]


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
    """The action that opens a challenge; `Refused("malformed")` if the options do not fit the game."""
    checked = game.check_options(dict(options or {}), [f"s{seat}" for seat in range(1, seats + 1)])
    data = {
        "id": challenge_id,
        "game": game.id,
        "rules": game.rules,
        "options": checked,
        "seats": seats,
        "commitment": seed_commitment(challenge_id, seed),
        "procedure": PROCEDURE,
        "due": due,
        "terms": dict(terms or {}),
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
    rule = _RULES.get(type(action))
    if rule is None:
        raise Refused("malformed", f"{type(action).__name__} is no command of a challenge")
    if command.by == "seat" and not isinstance(action, a.Begin):
        raise Refused("not-your-decision", "who tries does not decide this")
    if isinstance(action, a.Open) is bool(challenge.version):
        raise Refused("illegal", "a challenge is opened once, before anything else")
    return rule(challenge, command, action, seeds)


def _open(challenge: Challenge, command: Command, action: a.Open, seeds: Seeds) -> list[Happened]:
    if not isinstance(action.name, Text):
        raise Refused("malformed", "a challenge's name is kept outside its log")
    return [Happened(msgspec.convert({**action.data, "name": msgspec.to_builtins(action.name)}, st.ChallengeOpened))]


def _begin(challenge: Challenge, command: Command, action: a.Begin, seeds: Seeds) -> list[Happened]:
    if (action.account is None) == (action.level is None):
        raise Refused("malformed", "either a person or an AI tries")
    if action.level is not None and command.by != "operator":
        raise Refused("not-your-decision", "the organiser lets AIs try")
    if challenge.entries_closed or challenge.is_due(command.at):
        raise Refused("illegal", "no further try begins")
    if any((own.account, own.level) == (action.account, action.level) for own in challenge.tries):
        raise Refused("illegal", "there is one try for everybody")
    number = len(challenge.tries) + 1
    return [Happened(st.TryBegun(number, action.account, action.level, game_id(challenge.id, number)))]


def _report(challenge: Challenge, command: Command, action: a.Report, seeds: Seeds) -> list[Happened]:
    if not 1 <= action.number <= len(challenge.tries):
        raise Refused("malformed", f"there is no try {action.number}")
    if challenge.tries[action.number - 1].cause is not None:
        return []
    if (action.cause == "over") is (action.won is None):
        raise Refused("malformed", "a game that was played to its end was won or lost")
    return [Happened(st.TryEnded(action.number, action.cause, action.won))]


def _close_entries(challenge: Challenge, command: Command, action: a.CloseEntries, seeds: Seeds) -> list[Happened]:
    if challenge.entries_closed:
        return []
    if command.by != "operator" and not challenge.is_due(command.at):
        raise Refused("illegal", "its time is not up")
    return [Happened(st.EntriesClosed())]


def _close(challenge: Challenge, command: Command, action: a.Close, seeds: Seeds) -> list[Happened]:
    if challenge.seed is not None:
        return []
    if not challenge.entries_closed or challenge.running:
        raise Refused("illegal", "tries may begin, or are being played")
    return [Happened(st.ChallengeClosed(places(challenge), seed_of(challenge.id, seeds).hex()))]


def places(challenge: Challenge) -> tuple[st.Place, ...]:
    """Who won shares the first place, who lost the next; a game that was not played to its end has none."""
    won = [own.number for own in challenge.tries if own.won is True]
    lost = [own.number for own in challenge.tries if own.won is False]
    return (
        *(st.Place(1, number) for number in won),
        *(st.Place(len(won) + 1, number) for number in lost),
    )


_RULES: Mapping[type[Action], Callable[[Challenge, Command, Any, Seeds], list[Happened]]] = {
    a.Open: _open,
    a.Begin: _begin,
    a.Report: _report,
    a.CloseEntries: _close_entries,
    a.Close: _close,
}
