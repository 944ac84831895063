"""Plays two thousand games of The Last Spell and prints how they went: `make last-spell-games`.

Random and greedy seats over all scenarios, nights and numbers of heroes, each night played from starting equipment; now
and then a whole scenario, alone or with armed heroes. After every event no piece, token or card may be lost or doubled.
Any error ends it; a game in which nothing comes nearer its end is counted as stalled.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

from domain.bots import player
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Asked, Event, Json
from domain.games.last_spell.game import LastSpell
from domain.games.last_spell.state import LastSpellState
from tests.domain.games.last_spell.invariants import violations

GAMES = 2_000
LEVELS = ("greedy", "random")
HEADINGS = ("form", "level", "games", "won", "rounds, median", "decisions, median", "lost by", "stalled")


@dataclass
class Figures:
    """How the games of one form and level went."""

    won: int = 0
    rounds: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)
    stalled: int = 0


def main(games: int) -> None:
    """Play and print a Markdown table."""
    game, figures, events = LastSpell(), dict[tuple[str, str], Figures](), 0
    forms = list(game.forms())
    for number in range(games):
        seats, options = forms[number // len(LEVELS) % len(forms)]
        level = LEVELS[number % len(LEVELS)]
        found = figures.setdefault((called(seats, options), level), Figures())
        events += play(game, number, level, seats, options, found)
    for line in table(figures):
        print(line)
    print(f"\n{games} games, {events} events; after each every piece, token and card lay in its place.")


def play(game: LastSpell, number: int, level: str, seats: int, options: Mapping[str, Json], found: Figures) -> int:
    """Play one game, checked after every event, and add it to the figures; how many events there were."""
    chance, rng = Seeded(f"games {number}".encode()), Stream(f"players {number}".encode())
    choose, names = player(level), [f"s{seat + 1}" for seat in range(seats)]
    run = game.setup(options, names, chance)
    mirror, told = checked(game, None, run.events, number)
    state, decisions = run.state, 0
    while not game.is_over(state) and not game.stalled(state):
        seat = next(iter(state.open))
        done = game.advance(state, seat, choose(game, state, seat, rng), chance)
        mirror, more = checked(game, mirror, done.events, number)
        told, decisions = told + more, decisions + 1
    found.rounds.append(state.round)
    found.decisions.append(decisions)
    outcome = game.outcome(state)
    if outcome is None:
        found.stalled += 1
    elif outcome.won:
        found.won += 1
    else:
        found.lost[str(outcome.detail["cause"])] += 1
    return told


def checked(
    game: LastSpell, state: LastSpellState | None, events: list[Event], number: int
) -> tuple[LastSpellState, int]:
    """The events folded one by one on a table of their own, which must be sound after each; how many there were."""
    for event in events:
        state = game.evolve(state, event)
        if not isinstance(event, Asked) and (wrong := violations(state)):
            raise AssertionError(f"game {number}, after {event}: {wrong}")
    assert state is not None
    return state, len(events)


def called(seats: int, options: Mapping[str, Json]) -> str:
    """A form in a few words."""
    if options.get("save") is not None:
        save = options["save"]
        return f"{save['city']['scenario']} {save['city']['night'] + 1}, {seats} armed heroes"
    nights = str(options.get("night", 1)) if "until" in options or "night" in options else "whole"
    alone = "solo" if options.get("solo") else f"{seats} seats"
    return f"{options['scenario']} {nights}, {alone}"


def table(figures: Mapping[tuple[str, str], Figures]) -> Iterator[str]:
    """The figures as lines of Markdown."""
    yield f"| {' | '.join(HEADINGS)} |"
    yield "|" + " --- |" * len(HEADINGS)
    for (form, level), found in sorted(figures.items()):
        games = len(found.rounds)
        lost = ", ".join(f"{cause} {count}" for cause, count in found.lost.most_common())
        won = f"{found.won} ({100 * found.won / games:.0f} %)"
        cells = [
            form, level, str(games), won, f"{median(found.rounds):.0f}", f"{median(found.decisions):.0f}",
            lost, str(found.stalled),
        ]  # fmt: skip
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
