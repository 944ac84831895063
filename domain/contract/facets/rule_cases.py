"""Games that can be set up from a given table and played in the words of rule cases (`docs/rules/cases.md`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from domain.contract.chance import Chance
from domain.contract.game import Action, Event, Game, Json, Run, S, to_json


class RuleCases(Game[S]):
    """A game that rule cases are written of."""

    @abstractmethod
    def position(
        self, run: Run[S], options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        """Emit a given table, in the shape of `view`, as the first event, and push what follows."""

    @abstractmethod
    def read(self, verb: str, arguments: Json) -> Json:
        """A rule case's verb and arguments as a posted action. Seats have their ids already."""

    @abstractmethod
    def show(self, action: Action) -> Json:
        """An action as rule cases write it: the bare verb or `{verb: arguments}`; the inverse of `read`."""

    def show_event(self, event: Event) -> dict[str, Json]:
        """An event's fields as rule cases write them."""
        return dict(to_json(event))

    def show_position(self, state: S) -> dict[str, Json] | None:
        """A table as `position` reads it; None where none can be written that goes on as this one does."""
        return None

    def case_names(self, state: S, seat: str | None = None, verb: str | None = None) -> Mapping[str, str]:
        """Id -> name in rule cases of the pieces on the table, where cases name them by their positions.

        With a seat and a verb only of those that the seat could name now in the arguments of that verb.
        """
        return {}

    def set_position(
        self, options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json], chance: Chance
    ) -> Run[S]:
        """Start from a given table and play on to the first decision."""
        run: Run[S] = Run(self, None, chance)
        self.position(run, self.check_options(options, seats), seats, table)
        return run.play_on()
