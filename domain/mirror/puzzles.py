"""Puzzles made of games: positions in which one answer is far better than all others, as files (docs/puzzles.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import yaml

from domain.cases.names import replaced
from domain.contract.chance import Seeded, joined
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.facets.searched import Searched
from domain.contract.game import Action, Game, Json, Refused, to_json
from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.mirror.answers import Answered, answered
from domain.mirror.judging import PLAYOUTS, Judgement, judge

CLEAR = 0.25
"""The best answer of a puzzle makes it so much more likely to win than any other."""

CHECKED = 4
"""How many times as many playouts a puzzle is checked by as it is found by."""

NAMES = ("ana", "ben", "cyd", "dan", "eve", "fay")
"""What the seats of a puzzle are called, but for the one that is to move, which is `you`."""


def extract(entries: Sequence[Entry], catalog: Catalog, seed: str, playouts: int = PLAYOUTS) -> Iterator[str]:
    """The puzzles that the decisions of a log are, as the texts of their files."""
    for found in answered(entries, catalog):
        game: Game[Any] = found.table.game
        if not isinstance(game, Searched) or not isinstance(game, RuleCases):
            return
        position = _position(game, found)
        key = sha256(joined(seed, entries[-1].hash, found.at)).digest()
        if position is not None and (judged := _clear(game, found, key, playouts)) is not None:
            yield _text(game, found, position, judged)


def lead(judged: Judgement) -> float:
    """By how much the answer that was judged is better than all others."""
    return judged.played.value - max((option.value for option in judged.options), default=1.0)


def _clear(game: Searched[Any], found: Answered, key: bytes, playouts: int) -> Judgement | None:
    """The judgement of the best answer, if it is far better than all others when it is looked at again."""
    state, seat = found.state, found.seat
    first = judge(game, state, seat, found.action, key, playouts)
    values = sorted((option.value for option in (first.played, *first.options)), reverse=True)
    if len(values) < 2 or values[0] - values[1] < CLEAR:
        return None
    again = judge(game, state, seat, game.parse(first.best.action), key[::-1], CHECKED * playouts)
    return again if lead(again) >= CLEAR else None


def _position(game: RuleCases[Any], found: Answered) -> dict[str, Json] | None:
    """The table in words of rule cases, if it is the very one that is made of them."""
    shown = game.show_position(found.state)
    if shown is None:
        return None
    table = json.loads(json.dumps(shown))
    try:
        again = game.set_position(found.table.options, found.state.seats, table, Seeded(b"")).state
    except Refused:
        return None
    is_same = json.loads(json.dumps(game.show_position(again))) == table
    return table if is_same and _asked(game, again) == _asked(game, found.state) else None


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


def _text(game: RuleCases[Any], found: Answered, position: Mapping[str, Json], judged: Judgement) -> str:
    seats = [*found.state.seats]
    usual = game.check_options({}, seats)
    names = ["you" if seat == found.seat else NAMES[number] for number, seat in enumerate(seats)]
    answers = [
        {"answer": _shown(game, found.state, found.seat, game.parse(option.action)), "value": round(option.value, 2)}
        for option in (judged.played, *judged.options)
    ]
    head = {
        "seed": f"{found.table.header.id} {found.at}",
        "options": {name: value for name, value in found.table.options.items() if usual.get(name) != value},
        "seats": names,
        "plays": "you",
        "answers": json.loads(json.dumps(to_json(answers))),
        "position": dict(position),
    }
    return yaml.safe_dump(head, sort_keys=False, default_flow_style=None, width=120)
