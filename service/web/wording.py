"""A game's own words on the pages: what its decisions ask, what its verbs are called and do, what points buy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from domain.contract.game import Json
from service.games.shapes.answers import Decision
from service.language.names import Names, title
from service.web.games.fields import Budgets

Label = Callable[[Mapping[str, Json], Names], str]
"""Says a complete action."""

Detail = Callable[[Json, Names], str]
"""Says the value of an open detail of a decision; empty for what need not be said."""


def _no_budgets(names: Names) -> Mapping[str, Budgets]:
    return {}


@dataclass(frozen=True)
class Wording:
    """Kind of decision -> what it asks; verb -> its name, a sentence on what it does, and what its form is called
    beside a list of answers; verb -> what says a whole action with it; open detail of a decision -> what says its
    value. What is not in here is said as well as the ids can be read.

    `points` gives verb -> argument -> what its values may cost, which may come from the data of the game that is named.
    """

    questions: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Label] = field(default_factory=dict)
    details: Mapping[str, Detail] = field(default_factory=dict)
    points: Callable[[Names], Mapping[str, Budgets]] = _no_budgets

    def question(self, pending: Decision) -> str:
        """What a decision asks: by its kind with its first verb (`setup/start`), else by its kind."""
        first = f"{pending.kind}/{pending.verbs[0]}"
        return self.questions.get(first) or self.questions.get(pending.kind) or title(pending.kind)

    def detail(self, name: str, value: Json, names: Names) -> str:
        """An open detail of a decision."""
        if name in self.details:
            return self.details[name](value, names)
        return "" if value == [] else f"{title(name).lower()} {names.say(value)}"

    def title(self, verb: str) -> str:
        """What a verb is called."""
        return self.titles.get(verb) or title(verb)

    def form(self, verb: str) -> str:
        """What the form of a verb is called where its answers are listed too."""
        return self.forms.get(verb) or f"{self.title(verb)}, put together"

    def hint(self, verb: str) -> str:
        """What a verb does, where its name does not say it; else empty."""
        return self.hints.get(verb, "")

    def budgets(self, verb: str, names: Names) -> Budgets:
        """What the values of a verb's arguments may cost in the game that the names are of."""
        return self.points(names).get(verb, {})


PLAIN = Wording()
"""Of a game that has no words of its own."""
