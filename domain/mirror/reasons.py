"""What an AI weighed when it answered: its candidates with the values that it gave them, worked out again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.bots import LEVELS
from domain.bots.answers import Thought
from domain.bots.playouts import whole
from domain.bots.search import Search
from domain.contract.chance import Stream
from domain.contract.facets.bot_hints import BotHints
from domain.contract.facets.searched import thinks_in_play
from domain.contract.game import Action, Json, to_json
from domain.log.record import bot_key
from domain.mirror.answers import Answered

MOST = 6
"""So many candidates are told, the best."""

Weigh = Callable[[Answered, bytes], Sequence[tuple[float, Action]]]


class Reason(msgspec.Struct, frozen=True):
    """A candidate and how good the AI thought it: points of ratings, or how likely it was to win."""

    action: Mapping[str, Json]
    value: float


def reasons(found: Answered, seed: bytes) -> tuple[Reason, ...]:
    """The candidates of the AI that gave an answer, the best first; none of a person, nor of who weighs nothing.

    `seed` is the game's. One that thought ahead may have had less time than it is given here.
    """
    weigh = None if found.level is None else _WEIGH.get(found.level)
    weighed = [] if weigh is None else sorted(weigh(found, seed), key=lambda one: one[0], reverse=True)
    return tuple(Reason(to_json(action), round(value, 4)) for value, action in weighed[:MOST])


def _ratings(found: Answered, seed: bytes) -> Sequence[tuple[float, Action]]:
    game, seat = found.table.game, found.seat
    if not isinstance(game, BotHints):
        return []
    return game.rated(game.view(found.state, seat), seat, game.legal(found.state, seat))


def _thoughts(found: Answered, seed: bytes) -> Sequence[tuple[float, Action]]:
    game: Any = found.table.game
    if not thinks_in_play(game):
        return _ratings(found, seed)
    state, seat = found.state.clone(), found.seat
    key = bot_key(seed, str(found.table.decision_id(seat)))
    search = Search(game, seat, Thought(lambda rng: game.resample(state, seat, rng)), Stream(key))
    search.answer()
    weighed = [(worth, whole(game, state.clone(), seat, made)) for worth, made in search.weighed]
    return weighed or _ratings(found, seed)


_WEIGH: Mapping[str, Weigh] = {
    level: _thoughts if bot.thinks else _ratings for level, bot in LEVELS.items() if bot.looks
}
