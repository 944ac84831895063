"""What a search costs: clones and worlds a second, and the playouts and their answers (nodes)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from time import process_time
from typing import Any

from domain.bots import player
from domain.bots.answers import Thought
from domain.bots.search import Search
from domain.contract.chance import Seeded, Stream
from domain.contract.facets.searched import Searched
from service.dev.bench.figures import tell

POSITIONS = 40
"""So many positions are looked at, along games of greedy seats."""

EVERY = 7

PLAYOUTS = 20


def measure(game: Searched[Any], seats: int, seconds: float) -> None:
    """Print the figures, each measured for some CPU seconds."""
    positions = list(islice(_positions(game, tuple(f"s{n}" for n in range(1, seats + 1))), POSITIONS))
    rng = Stream(b"bench search")
    tell("search", "clones_per_second", _rate(lambda at: positions[at][0].clone(), seconds), "1/s")
    tell("search", "worlds_per_second", _rate(lambda at: game.resample(*positions[at], rng), seconds), "1/s")
    searches: list[Search] = []
    rate = _rate(lambda at: searches.append(_searched(game, *positions[at], rng)), seconds)
    for metric, made in (("playouts", [one.playouts for one in searches]), ("nodes", [one.nodes for one in searches])):
        tell("search", f"{metric}_per_second", rate * sum(made) / len(searches), "1/s")


def _rate(work: Callable[[int], object], seconds: float) -> float:
    """How often it is done in a CPU second, at one position after the other."""
    times, begun = 0, process_time()
    while (spent := process_time() - begun) < seconds:
        work(times % POSITIONS)
        times += 1
    return times / spent


def _searched(game: Searched[Any], state: Any, seat: str, rng: Stream) -> Search:
    """A search that has found its answer."""
    search = Search(game, seat, Thought(lambda stream: game.resample(state, seat, stream), PLAYOUTS), rng)
    search.answer()
    return search


def _positions(game: Searched[Any], seats: Sequence[str]) -> Iterator[tuple[Any, str]]:
    """Positions of games of greedy seats in which there is something to choose, each with whose turn it is."""
    choose = player("greedy")
    for number in count():
        chance, rng = Seeded(b"bench search %d" % number), Stream(b"bench search %d" % number)
        state = game.setup({}, seats, chance).state
        for decision in count():
            if game.is_over(state):
                break
            seat = next(iter(state.open))
            if decision % EVERY == 0 and len(game.next_choices(state, seat, ())) > 1:
                yield state.clone(), seat
            state = game.advance(state, seat, choose(game, state, seat, rng), chance).state
