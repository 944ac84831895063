"""What an answer was worth beside the others: all of them are played on in the same worlds, with the same luck.

The worlds are those of the seat that answered, so that it is judged by what it could know. They are dealt out by
sequential halving, as in the search; what was played stays to the end, and is compared with the best that is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, inf, log2, sqrt
from typing import Any

import msgspec

from domain.bots.answers import Thought
from domain.bots.playouts import Playout, play_out, rating, whole
from domain.bots.search import Search
from domain.contract.chance import Stream
from domain.contract.facets.searched import Searched
from domain.contract.facets.seating import ranked
from domain.contract.game import Action, Json, to_json
from domain.log.canon import canonical

PLAYOUTS = 64
"""So many playouts for a decision, if nobody says."""

WIDEST = 6
"""So many answers are looked at beside the one that was played, the best rated, and the first of each other way."""

SURE = 2.0
"""An answer is surely better when it leads by so many standard errors, over the worlds in which both were played."""

TOGETHER = "all"
"""Stands for the seats in what is told of a game that all play together."""


class Option(msgspec.Struct, frozen=True):
    """An answer, how likely its seat is to win with it, by so many playouts."""

    action: Mapping[str, Json]
    value: float
    playouts: int


class Judgement(msgspec.Struct, frozen=True):
    """What was `played`, and the other `options`, the best first. `is_sure` is whether the lead of the best over what
    was played is more than luck; `chances` says how likely each seat is to win after what was played."""

    played: Option
    options: tuple[Option, ...]
    is_sure: bool
    chances: Mapping[str, float]

    @property
    def best(self) -> Option:
        """The best answer that was found: what was played, if nothing is better."""
        return max((self.played, *self.options), key=lambda option: option.value)

    @property
    def loss(self) -> float:
        """By how much the best is better than what was played."""
        return self.best.value - self.played.value


class Tried:
    """An answer with what its playouts have come to, one for each world from the first on."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        """What it came to on the average."""
        return sum(self.values) / len(self.values)

    def option(self) -> Option:
        """The answer with its mean."""
        return Option(to_json(self.action), round(self.mean, 4), len(self.values))


class Trial:
    """The playouts of one decision, made by `play`; `state` is unchanged."""

    def __init__(self, game: Searched[Any], state: Any, seat: str, key: bytes, play: Playout = play_out) -> None:
        self._game, self._state, self._seat = game, state, seat
        self._rng, self._play = Stream(key), play
        self._chances: list[Mapping[str, float]] = []

    def world(self, rng: Stream) -> Any:
        """One of the tables that the seat may have before it."""
        return self._game.resample(self._state, self._seat, rng)

    def compare(self, tried: Sequence[Tried]) -> None:
        """One world more for each of these; the chances of all seats are those after the first of them."""
        world, luck = self.world(self._rng), self._rng.random_bytes(16)
        for number, one in enumerate(tried):
            end = world.clone()
            self._play(self._game, end, self._seat, one.action, luck)
            one.values.append(self._game.value(end, self._seat))
            if number == 0:
                self._chances.append(chances(self._game, end))

    def chances(self) -> dict[str, float]:
        """How likely each seat is to win, over all worlds."""
        seats = self._chances[0]
        return {seat: round(sum(one[seat] for one in self._chances) / len(self._chances), 4) for seat in seats}

    def answers(self, action: Action, playouts: int) -> list[Tried]:
        """What was played, then the other answers that are looked at."""
        game, seat, world = self._game, self._seat, self.world(self._rng)
        found = {_key(action): action}
        firsts = sorted(game.next_choices(world, seat, ()), key=rating, reverse=True)[:WIDEST]
        others = [whole(game, world, seat, (choice,)) for _, choice in firsts]
        others += [whole(way, world, seat) for way in game.ways(world, seat)]
        for other in others:
            found.setdefault(_key(other), other)
        if game.complete(world, seat, (firsts[0][1],)) is None:
            product = Search(game, seat, Thought(self.world, playouts), self._rng).answer()
            found.setdefault(_key(product), product)
        return [Tried(one) for one in found.values()]


def judge(
    game: Searched[Any], state: Any, seat: str, action: Action, key: bytes, playouts: int = PLAYOUTS
) -> Judgement:
    """What the seat's answer was worth. The same for the same key and number of playouts; `state` is unchanged."""
    trial = Trial(game, state, seat, key)
    played, *others = tried = trial.answers(action, playouts)
    left = tried
    rounds = max(1, ceil(log2(len(left))))
    for _ in range(rounds):
        for _ in range(max(1, round(playouts / rounds / len(left)))):
            trial.compare(left)
        best = sorted(left[1:], key=lambda one: one.mean, reverse=True)
        left = [played, *best[: ceil(len(left) / 2) - 1 or 1]]
    ordered = sorted(others, key=lambda one: one.mean, reverse=True)
    is_sure = bool(ordered) and _leads(ordered[0], played)
    return Judgement(played.option(), tuple(one.option() for one in ordered), is_sure, trial.chances())


def chances(game: Searched[Any], state: Any) -> dict[str, float]:
    """How likely each of the seats that play against each other is to win, or all that play together."""
    rivals = ranked(game, state)
    if not rivals:
        return {TOGETHER: game.value(state, state.seats[0])}
    return {seat: game.value(state, seat) for seat in rivals}


def _leads(one: Tried, other: Tried) -> bool:
    """Whether it leads by more than luck, in the worlds in which both were played."""
    lead = [better - worse for better, worse in zip(one.values, other.values)]
    mean = sum(lead) / len(lead)
    spread = sum((each - mean) ** 2 for each in lead) / max(1, len(lead) - 1)
    error = sqrt(spread / len(lead)) if len(lead) > 1 else inf
    return mean > SURE * error


def _key(action: Action) -> bytes:
    return canonical(to_json(action))
