"""Games in which people write words that other people read."""

from __future__ import annotations

from typing import Any, ClassVar

from domain.contract.game import Action, Game, S, Text


class Words(Game[S]):
    """A game with words. `talk` names the types of events whose words are talk, which nobody needs for playing: who
    mutes people reads none."""

    talk: ClassVar[tuple[str, ...]] = ()

    def repeatable(self, state: S, seat: str, action: Action) -> tuple[Text, ...]:
        """The words of the game that this action, posted by the seat, means again where its own are the same."""
        return ()


def talk(game: Game[Any]) -> tuple[str, ...]:
    """The types of events whose words are talk."""
    return game.talk if isinstance(game, Words) else ()


def repeatable(game: Game[Any], state: Any, seat: str, action: Action) -> tuple[Text, ...]:
    """The words of the game that an action means again."""
    return game.repeatable(state, seat, action) if isinstance(game, Words) else ()
