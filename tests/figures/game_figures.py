"""Plays whole games in every form of a game and prints how they went: `make darkness-games`.

Random and greedy seats in turn over all scenarios, options and seat counts. After every event the game's own
`CHECKS` must hold; now and then what a seat sees is compared with a state that it cannot tell from the true one.
Any error ends it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

from domain.bots import player
from domain.bots.simulation import random_player
from domain.contract.audience import SPECTATOR
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.game import Game, Json, Refused, State, to_json
from domain.games.catalog import Catalog
from tests.domain.games.darkness import invariants

PLAYERS = {"any": random_player, "greedy": player("greedy"), "random": player("random")}
CHECKS: Mapping[str, Callable[[Any, Any], None]] = {"darkness": invariants.check_event}
COMPARED = 60
"""Of so many decisions one is compared with a resampled state."""


@dataclass
class Figures:
    """How the games of one level and scenario went."""

    turns: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)


def main(game_id: str, games: int, first: int = 0) -> None:
    """Play and print a Markdown table."""
    game = Catalog()[game_id]
    figures: dict[tuple[str, str], Figures] = {}
    forms, levels = list(game.forms()), list(PLAYERS)
    for number in range(first, first + games):
        level = levels[number % len(levels)]
        seats, options = forms[number // len(levels) % len(forms)]
        kept = figures.setdefault((str(options.get("scenario", "")), level), Figures())
        play(game, f"figures {number}".encode(), seats, options, level, kept)
    for line in table(figures):
        print(line)


def play(game: Game[Any], key: bytes, seats: int, options: Mapping[str, Json], level: str, figures: Figures) -> None:
    """Play one game to its end and add it to the figures."""
    chance, rng = Seeded(joined(key, "chance")), Stream(joined(key, "players"))
    check = CHECKS[game.id]
    run = game.setup(options, [f"s{number + 1}" for number in range(seats)], chance)
    followed = None
    seen: Counter[str] = Counter()
    while True:
        for event in run.events:
            followed = game.evolve(followed, event)
            check(event, followed)
            seen[type(event).__name__] += 1
        state = run.state
        if game.is_over(state) or game.stalled(state):
            break
        unasked = game.unasked(state, rng)
        seat, action = unasked or (next(iter(state.open)), None)
        if action is None:
            action = PLAYERS[level](game, state, seat, rng)
            if rng.below(COMPARED) == 0:
                compare(game, state, rng)
            seen["decision"] += 1
        try:
            run = game.advance(state, seat, action, chance)
        except Refused:
            assert unasked is not None
            run.events.clear()
    figures.turns.append(seen["TurnBegan"])
    figures.rounds.append(seen["RoundBegan"])
    figures.decisions.append(seen["decision"])
    outcome = game.outcome(run.state)
    figures.ends["stalled" if outcome is None else str(outcome.detail["outcome"])] += 1


def compare(game: Game[Any], state: State, rng: Stream) -> None:
    """What each seat sees and may do depends on nothing that is hidden from it."""
    for audience in (*state.seats, SPECTATOR):
        other = game.resample(state, audience, rng)
        assert game.view(other, audience) == game.view(state, audience)
        if audience in state.seats:
            assert to_json(game.legal(other, audience)) == to_json(game.legal(state, audience))


def table(figures: Mapping[tuple[str, str], Figures]) -> Iterator[str]:
    """The figures as lines of Markdown."""
    headings = (
        "scenario", "level", "games", "rounds: median (10 %, 90 %)", "decisions: median (10 %, 90 %)",
        "decisions a turn", "ends",
    )  # fmt: skip
    yield f"| {' | '.join(headings)} |"
    yield "|" + " --- |" * len(headings)
    for (scenario, level), found in sorted(figures.items()):
        games = len(found.decisions)
        ends = ", ".join(f"{end} {100 * count / games:.0f} %" for end, count in found.ends.most_common())
        a_turn = f"{sum(found.decisions) / max(sum(found.turns), 1):.1f}"
        cells = (scenario, level, str(games), spread(found.rounds), spread(found.decisions), a_turn, ends)
        yield f"| {' | '.join(cells)} |"


def spread(numbers: list[int]) -> str:
    """Median, and the first and last tenth."""
    tenths = quantiles(numbers, n=10) if len(numbers) > 1 else numbers * 2
    return f"{median(numbers):.0f} ({tenths[0]:.0f}, {tenths[-1]:.0f})"


if __name__ == "__main__":
    main(sys.argv[1], *(int(number) for number in sys.argv[2:]))
