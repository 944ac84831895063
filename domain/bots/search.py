"""The searching bot: it plays its candidates on in worlds drawn from what its seat knows, and keeps the best.

Sequential halving over playouts (docs/decisions/0026): the candidates of one choice are played on in the same worlds,
with the same luck, by seats that go by the greedy weights, up to the game's horizon, where the table is valued; the
worse half is dropped, and the rest goes on in more worlds. An answer that is a product is found choice by choice, or as
a whole where there are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, exp, log2
from typing import Any

from domain.bots import greedy
from domain.bots.answers import Thought
from domain.bots.playouts import play_out, preferred, rating, whole
from domain.contract.chance import Stream
from domain.contract.facets.searched import Made, Searched, thinks_in_play
from domain.contract.game import Action, Decision, Game, Json, Legal

RatedMade = tuple[float, Made]
"""The beginning of an answer, or a whole one, with the rating of its last choice."""

FEW = 16
"""Up to so many whole answers are looked at beside each other; of more one choice after the other is made."""

TRUST = 3.0
"""What the ratings say counts as much as so many playouts."""

SPREAD = 0.1
"""So much worse than the best rated candidate is one expected to be whose rating is far below."""

SCALE = 10.0
"""A rating that is lower by so much has come most of the way down to that."""

CAUTION = 0.2
"""Another way of playing on is expected to be worse by so much, as a share of how much is open."""


class Candidate:
    """A beginning of an answer, or a whole one, with what its playouts have come to; the `way` in which the seat plays
    on after it is the usual one if it is None."""

    __slots__ = ("expected", "made", "played", "total", "way")

    def __init__(self, made: Made, lag: float = 0.0, way: Searched[Any] | None = None) -> None:
        self.made = made
        self.way = way
        self.expected = SPREAD * (exp(-lag / SCALE) - 1)
        self.played = 0
        self.total = 0.0

    def worth(self, level: float) -> float:
        """The mean of its playouts, and of those that the ratings stand for; `level` is the mean of all."""
        expected = self.expected if self.way is None else -CAUTION * level * (1 - level)
        return (self.total + TRUST * (level + expected)) / (self.played + TRUST)


class Search:
    """One decision of a seat, looked at in worlds. It counts the `playouts` that it has made and the answers in them,
    `nodes`; `weighed` are the beginnings of answers that it played on last, each with how likely the seat is to win."""

    def __init__(self, game: Searched[Any], seat: str, thought: Thought, rng: Stream) -> None:
        self._game = game
        self._seat = seat
        self._worlds = thought.worlds
        self._in_time = thought.in_time
        self._playouts = game.playouts if thought.playouts is None else thought.playouts
        self._rng = rng
        self.playouts = self.nodes = 0
        self.weighed: Sequence[tuple[float, Made]] = ()

    def answer(self) -> Action:
        """The best answer found."""
        game, seat = self._game, self._seat
        world = self._worlds(self._rng)
        few = _wholes(game, world, seat)
        made: Made = self._choose([*self._candidates(few), *self._planned(world)]) if few else ()
        while (action := game.complete(world, seat, made)) is None:
            made = self._choose(self._candidates(_one_more(game, world, seat, made)))
        return action

    def _candidates(self, rated: Sequence[RatedMade]) -> list[Candidate]:
        """The best rated ones, the best first."""
        ranked = sorted(rated, key=rating, reverse=True)[: self._game.widest]
        return [Candidate(made, ranked[0][0] - rating) for rating, made in ranked]

    def _planned(self, world: Any) -> Iterator[Candidate]:
        """What the seat would answer first in each of its other ways, after which it plays on in that way."""
        for way in self._game.ways(world, self._seat):
            yield Candidate(_preferred(way, world, self._seat), way=way)

    def _choose(self, candidates: Sequence[Candidate]) -> Made:
        """The best of these; the more are left, the fewer playouts each has got, and none where all begin alike."""
        left, rounds = candidates, ceil(log2(len(candidates)))
        while len({one.made for one in left}) > 1:
            for _ in range(max(1, round(self._playouts / rounds / len(left)))):
                self._compare(left)
                if not self._in_time():
                    return _best(left)[0].made
            left = _best(left)[: ceil(len(left) / 2)]
        self.weighed = _worths(candidates)
        return left[0].made

    def _compare(self, candidates: Sequence[Candidate]) -> None:
        """One world, in which each candidate has the same luck."""
        world, luck = self._worlds(self._rng), self._rng.random_bytes(16)
        for candidate in candidates:
            end = self._play(world.clone(), candidate, luck)
            candidate.total += self._game.value(end, self._seat)
            candidate.played += 1
            self.playouts += 1

    def _play(self, state: Any, candidate: Candidate, luck: bytes) -> Any:
        """The table at the horizon, or at the end, when the seat begins its answer so, and plays on in its way."""
        action = whole(self._game, state, self._seat, candidate.made)
        self.nodes += play_out(self._game, state, self._seat, action, luck, candidate.way)
        return state


def _one_more(game: Searched[Any], world: Any, seat: str, made: Made) -> list[RatedMade]:
    """What was chosen so far with each of the next choices."""
    return [(rating, (*made, choice)) for rating, choice in game.next_choices(world, seat, made)]


def _wholes(game: Searched[Any], world: Any, seat: str) -> list[RatedMade]:
    """All whole answers where they are few, so that choices which only tell together are found; none where they are
    many."""
    wholes, left = [], _one_more(game, world, seat, ())
    while left:
        one = left.pop()
        if game.complete(world, seat, one[1]) is None:
            left += _one_more(game, world, seat, one[1])
        else:
            wholes.append(one)
        if len(left) + len(wholes) > FEW:
            return []
    return wholes[::-1]


def _preferred(game: Searched[Any], world: Any, seat: str) -> Made:
    """The choices of the answer that is rated best."""
    made: Made = ()
    while game.complete(world, seat, made) is None:
        made = (*made, preferred(game.next_choices(world, seat, made)))
    return made


def _worths(candidates: Sequence[Candidate]) -> list[tuple[float, Made]]:
    """What each beginning that was played on came to, in the way in which it came to most."""
    worths: dict[Made, float] = {}
    for one in candidates:
        if one.played:
            worths[one.made] = max(worths.get(one.made, 0.0), one.total / one.played)
    return [(worth, made) for made, worth in worths.items()]


def _best(candidates: Sequence[Candidate]) -> list[Candidate]:
    level = sum(one.total for one in candidates) / sum(one.played for one in candidates)
    return sorted(candidates, key=lambda one: one.worth(level), reverse=True)


def answers(
    game: Game[Any],
    view: Mapping[str, Json],
    seat: str,
    legal: Legal,
    decision: Decision,
    rng: Stream,
    thought: Thought | None = None,
) -> Iterator[Action]:
    """What the search finds, then what a greedy bot would answer; without a thought only that."""
    if thought is not None and thinks_in_play(game) and not (legal.complete and len(legal.actions) == 1):
        yield Search(game, seat, thought, rng).answer()
    yield from greedy.answers(game, view, seat, legal, decision, rng)
