"""Plays ten thousand whole games of Nightfall and prints how they went: `make nightfall-games`.

Random, greedy and simple seats (`tests/figures/nightfall_simple.py`) over all editions, variants and seat counts. A
referee who knows the rulebook (`tests/domain/games/nightfall/referee.py`) reads each game. Any error ends it; a game
in which nobody is wounded for very long is counted as stalled.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median, quantiles

from domain.bots import player
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Event, Json
from domain.games.nightfall.actions import Pass
from domain.games.nightfall.events import GameEnded, KickResolved, PhaseBegan
from domain.games.nightfall.game import Nightfall
from tests.domain.games.nightfall.referee import Referee
from tests.figures import nightfall_simple

GAMES = 10_000
LEVELS = ("greedy", "random", "simple")
HEADINGS = (
    "level", "seats", "games", "turns: median (10 %, 90 %)", "decisions: median (10 %, 90 %)", "only `pass`",
    "ended in combat", "in the chain", "later", "stalled", "tie by type", "tie by place",
)  # fmt: skip


@dataclass
class Figures:
    """How the games of one level and seat count went."""

    turns: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    only_pass: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    ties: Counter[str] = field(default_factory=Counter)


def main(games: int) -> None:
    """Play and print a Markdown table."""
    game, figures, kicked = Nightfall(), dict[tuple[str, int], Figures](), set[str]()
    forms = list(game.forms())
    for number in range(games):
        seats, options = forms[number // len(LEVELS) % len(forms)]
        level = LEVELS[number % len(LEVELS)]
        play(game, number, level, seats, options, figures.setdefault((level, seats), Figures()), kicked)
    for line in table(figures):
        print(line)
    kicks = {card for card, printed in game.library.chosen("built-in").cards.items() if printed.kick_color}
    print(f"\n{games} games, {len(kicks & kicked)} of {len(kicks)} kicks carried out.")


def play(
    game: Nightfall,
    number: int,
    level: str,
    seats: int,
    options: Mapping[str, Json],
    figures: Figures,
    kicked: set[str],
) -> None:
    """Play one game and add it to the figures."""
    chance, rng = Seeded(f"games {number}".encode()), Stream(f"players {number}".encode())
    choose = nightfall_simple.choose if level == "simple" else player(level)
    run = game.setup(options, [f"s{seat + 1}" for seat in range(seats)], chance)
    state, phase, decisions = run.state, "", 0
    told: list[Event] = [*run.events]
    events: list[Event] = []
    while not game.is_over(state) and not game.stalled(state):
        seat = next(iter(state.open))
        figures.only_pass += game.legal(state, seat).actions == (Pass(),)
        events = game.advance(state, seat, choose(game, state, seat, rng), chance).events
        told += events
        decisions += 1
        kicked.update(event.card for event in events if isinstance(event, KickResolved))
        phase = next((event.phase for event in reversed(events) if isinstance(event, PhaseBegan)), phase)
    figures.turns.append(state.turn)
    figures.decisions.append(decisions)
    figures.ends[phase if game.is_over(state) else "stalled"] += 1
    for event in events:
        if isinstance(event, GameEnded) and event.decided:
            figures.ties[event.decided[0]] += 1
    Referee().read(told)


def table(figures: Mapping[tuple[str, int], Figures]) -> Iterator[str]:
    """The figures as lines of Markdown."""
    yield f"| {' | '.join(HEADINGS)} |"
    yield "|" + " --- |" * len(HEADINGS)
    for (level, seats), found in sorted(figures.items()):
        games, ended = len(found.turns), found.ends.total() - found.ends["stalled"]
        later = ended - found.ends["combat"] - found.ends["chain"]
        by_type = found.ties["NF-TIE-1"] + found.ties["NF-TIE-2"]
        shares = (found.ends["combat"], found.ends["chain"], later)
        cells = [
            level, str(seats), str(games), spread(found.turns), spread(found.decisions),
            percent(found.only_pass, sum(found.decisions)), *(percent(share, ended) for share in shares),
            str(found.ends["stalled"]), percent(by_type, ended), percent(found.ties["NF-TIE-3"], ended),
        ]  # fmt: skip
        yield f"| {' | '.join(cells)} |"


def spread(numbers: list[int]) -> str:
    """Median, and the first and last tenth."""
    tenths = quantiles(numbers, n=10)
    return f"{median(numbers):.0f} ({tenths[0]:.0f}, {tenths[-1]:.0f})"


def percent(part: int, whole: int) -> str:
    """A share of a hundred."""
    return f"{100 * part / max(whole, 1):.1f} %"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
