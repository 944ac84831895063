"""Puzzles made of games: positions in which one answer is far better than all others, as files (docs/puzzles.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import yaml

from domain.bots.playouts import play_to_the_end
from domain.cases.names import replaced
from domain.contract.audience import REFEREE
from domain.contract.chance import Seeded, joined
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.facets.searched import Searched
from domain.contract.game import Action, Game, Json, Refused, to_json
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.log.record import Entry
from domain.mirror.analysis import decisions
from domain.mirror.answers import Answered, answered
from domain.mirror.judging import Option, Trial, Tried

CLEAR = 0.25
"""The best answer of a puzzle makes it so much more likely to win than any other."""

LISTED = 600
"""So many answers to a decision are looked at."""

FIRST = 2
"""In so many worlds all of them are played on."""

MORE = 4
"""So many times as many worlds has the next round, for one of so many of the answers: the best."""

FEWEST = 6
"""So many answers are left in the last round."""

CHOICE = 3
"""A puzzle has so many answers at least."""

NAMES = ("ana", "ben", "cyd", "dan", "eve", "fay")
"""What the seats of a puzzle are called, but for the one that is to move, which is `you`."""


class Terms(msgspec.Struct, frozen=True):
    """How puzzles are looked for: in so many worlds the answers are played on that are left in the last round; with
    `last` only so many decisions of each log are looked at, its last ones."""

    seed: str = "puzzle"
    playouts: int = 256
    last: int | None = None


class _Position(NamedTuple):
    """A table in words of rule cases, and the state that is made of them: nobody there remembers what came before."""

    table: Mapping[str, Json]
    state: Any


def extract(entries: Sequence[Entry], catalog: Catalog, terms: Terms) -> Iterator[str]:
    """The puzzles that the decisions of a log are, as the texts of their files."""
    first = 0 if terms.last is None else max(0, decisions(entries, catalog) - terms.last)
    for found in islice(answered(entries, catalog), first, None):
        game: Game[Any] = found.table.game
        if not isinstance(game, Searched) or not isinstance(game, RuleCases):
            return
        position = _position(game, found)
        key = sha256(joined(terms.seed, entries[-1].hash, found.at)).digest()
        if position is not None and (best := clearly_best(game, position.state, found.seat, key, terms.playouts)):
            yield _text(game, found, position, best)


def clearly_best(game: Searched[Any], state: Any, seat: str, key: bytes, playouts: int) -> Sequence[Option]:
    """The answers that are best, the first of them far better than all others; none where no answer is.

    All are played on to the end of the game in the same few worlds, and the better ones in more, up to `playouts`: each
    round forgets the one before, in which who was lucky looked good.
    """
    trial = Trial(game, state, seat, key, play_to_the_end)
    left, worlds = _different(game, state, seat, key), FIRST
    while len(left) >= CHOICE:
        tried = [Tried(action) for action in left]
        for _ in range(worlds):
            trial.compare(tried)
        tried.sort(key=lambda one: one.mean, reverse=True)
        is_last = worlds >= playouts
        if tried[0].mean - tried[1 if is_last else len(tried) // 2].mean < CLEAR:
            break
        if is_last:
            return [one.option() for one in tried]
        left = [one.action for one in tried[: max(FEWEST, len(tried) // MORE)]]
        worlds = min(MORE * worlds, playouts)
    return ()


def _different(game: Searched[Any], state: Any, seat: str, key: bytes) -> list[Action]:
    """The answers that are listed, one of those that come to the same table."""
    found = dict[bytes, Action]()
    for action in game.legal(state, seat, LISTED).actions:
        end = game.decide(state, seat, action, Seeded(key)).state
        found.setdefault(canonical(game.view(end, REFEREE)), action)
    return list(found.values())


def _position(game: RuleCases[Any], found: Answered) -> _Position | None:
    """The table as a position; None where none is written, or another one is made of what is written."""
    shown = game.show_position(found.state)
    if shown is None:
        return None
    table = json.loads(json.dumps(shown))
    try:
        again = game.set_position(found.table.options, found.state.seats, table, Seeded(b"")).state
    except Refused:
        return None
    is_same = json.loads(json.dumps(game.show_position(again))) == table
    return _Position(table, again) if is_same and _asked(game, again) == _asked(game, found.state) else None


def _asked(game: RuleCases[Any], state: Any) -> Json:
    """Who is asked what, and what may be answered, in words of rule cases."""
    return {
        seat: [decision.kind, [_shown(game, state, seat, one) for one in game.legal(state, seat).actions]]
        for seat, decision in state.open.items()
    }


def _shown(game: RuleCases[Any], state: Any, seat: str, action: Action) -> Json:
    """An answer in words of rule cases."""
    shown = game.show(action)
    if not isinstance(shown, dict):
        return shown
    [(verb, arguments)] = shown.items()
    return {verb: replaced(arguments, game.case_names(state, seat, verb))}


def _text(game: RuleCases[Any], found: Answered, position: _Position, best: Sequence[Option]) -> str:
    seats = [*found.state.seats]
    usual = game.check_options({}, seats)
    names = ["you" if seat == found.seat else NAMES[number] for number, seat in enumerate(seats)]
    answers = [
        {"answer": _shown(game, position.state, found.seat, game.parse(option.action)), "value": round(option.value, 2)}
        for option in best
    ]
    head = {
        "seed": f"{found.table.header.id} {found.at}",
        "options": {name: value for name, value in found.table.options.items() if usual.get(name) != value},
        "seats": names,
        "plays": "you",
        "answers": json.loads(json.dumps(to_json(answers))),
        "position": dict(position.table),
    }
    return yaml.safe_dump(head, sort_keys=False, default_flow_style=None, width=120)
