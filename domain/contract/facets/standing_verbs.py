"""Games in which something can be done at any time, without being asked (a game master's doings, words)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.chance import Stream
from domain.contract.decoding import by_tag
from domain.contract.game import Action, Game, S, Slot
from domain.contract.verbs import open_slots


class StandingVerbs(Game[S]):
    """A game with standing verbs (`Game.standing`), of which pages make forms and long runs make use."""

    def standing_slots(self, state: S, seat: str) -> Mapping[str, tuple[Slot, ...]]:
        """The arguments of the standing verbs, with the values that there are to choose from as far as the seat knows.

        A verb that nothing could be done with now may be left out.
        """
        return self.verb_table(state).standing_slots(state, seat, self.standing(state, seat))

    def unasked(self, state: S, rng: Stream) -> tuple[str, Action] | None:
        """What a seat may do now without being asked, by a standing verb, in long runs; it may be refused."""
        return None


def standing_slots(game: Game[S], state: S, seat: str) -> Mapping[str, tuple[Slot, ...]]:
    """The arguments of a seat's standing verbs; all open where the game does not say."""
    if isinstance(game, StandingVerbs):
        found: Mapping[str, tuple[Slot, ...]] = game.standing_slots(state, seat)
        return found
    kinds = by_tag(game.action_types)
    return {verb: open_slots(kinds[verb]) for verb in game.standing(state, seat)}


def unasked(game: Game[Any], state: Any, rng: Stream) -> tuple[str, Action] | None:
    """What a seat may do now without being asked."""
    return game.unasked(state, rng) if isinstance(game, StandingVerbs) else None
