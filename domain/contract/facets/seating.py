"""Games in which seats are not all alike: some play together, one is a person's, one that resigns leaves something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from domain.contract.chance import Chance
from domain.contract.game import Game, Json, Run, S

PLAYER = "player"
"""The role of a seat that plays as all others do."""


class Seating(Game[S]):
    """A game that tells its seats apart. `people_sit_from` is the number of the rules from which on no AI sits down
    where a person is needed; before, none only replaced one."""

    people_sit_from: ClassVar[int] = 1

    def ranked(self, state: S) -> tuple[str, ...]:
        """The seats that play against each other for places; the others, and all where nobody is ranked, play
        together, and when one of them resigns its seat is free for somebody else."""
        return state.seats

    def needs_person(self, options: Mapping[str, Json], seat: str) -> bool:
        """Whether no AI can hold this seat in a game with these options (a game master's)."""
        return False

    def role(self, options: Mapping[str, Json], seat: str) -> str:
        """As what this seat plays in a game with these options, in a word (`gm`)."""
        return PLAYER

    def retire(self, run: Run[S], seat: str) -> None:
        """What happens at the table when a seat resigns; most games leave it to the `default`."""
        return


def ranked(game: Game[S], state: S) -> tuple[str, ...]:
    """The seats that play against each other; all where the game does not tell them apart."""
    return game.ranked(state) if isinstance(game, Seating) else state.seats


def needs_person(game: Game[Any], options: Mapping[str, Json], seat: str) -> bool:
    """Whether no AI can hold this seat."""
    return isinstance(game, Seating) and game.needs_person(options, seat)


def role(game: Game[Any], options: Mapping[str, Json], seat: str) -> str:
    """As what this seat plays; as a player where the game does not tell seats apart."""
    return game.role(options, seat) if isinstance(game, Seating) else PLAYER


def seats_people(game: Game[Any], options: Mapping[str, Json], seat: str, rules: int) -> bool:
    """Whether no AI sits down at this seat, under this number of the rules."""
    return isinstance(game, Seating) and rules >= game.people_sit_from and game.needs_person(options, seat)


def retire_all(game: Game[S], state: S, seats: Sequence[str], chance: Chance) -> Run[S]:
    """Carry out what happens at the table when seats resign together, in place."""
    run = Run(game, state, chance)
    if isinstance(game, Seating):
        for seat in seats:
            game.retire(run, seat)
    return run.play_on()
