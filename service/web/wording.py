"""A game's own words on the pages: what its decisions ask, what its verbs are called and do, what points buy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from domain.game import Json
from service.web.fields import Budgets
from service.web.names import Names, title

Label = Callable[[Mapping[str, Json], Names], str]
"""Says a complete action."""


def _no_budgets() -> Mapping[str, Budgets]:
    return {}


@dataclass(frozen=True)
class Wording:
    """Kind of decision -> what it asks; verb -> its name, and a sentence on what it does; verb -> what says a whole
    action with it. What is not in here is said as well as the ids can be read.

    `points` gives verb -> argument -> what its values may cost, worked out on first use since it may come from data.
    """

    questions: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Label] = field(default_factory=dict)
    points: Callable[[], Mapping[str, Budgets]] = _no_budgets

    def question(self, pending: Mapping[str, Json]) -> str:
        """What a decision asks: by its kind with its first verb (`setup/start`), else by its kind."""
        kind = pending["kind"]
        first = f"{kind}/{pending['verbs'][0]}"
        return self.questions.get(first) or self.questions.get(kind) or title(kind)

    def title(self, verb: str) -> str:
        """What a verb is called."""
        return self.titles.get(verb) or title(verb)

    def hint(self, verb: str) -> str:
        """What a verb does, where its name does not say it; else empty."""
        return self.hints.get(verb, "")

    def budgets(self, verb: str) -> Budgets:
        """What the values of a verb's arguments may cost."""
        return self.points().get(verb, {})


PLAIN = Wording()
"""Of a game that has no words of its own."""
