"""A game's own words on the pages: what its verbs are called and do, what points buy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from domain.contract.game import Json
from service.language.catalogues import ENGLISH, Catalogue
from service.language.names import Names, title
from service.web.games.fields import Budgets

Label = Callable[[Mapping[str, Json], Names], str]
"""Says a complete action."""


def _no_budgets(names: Names) -> Mapping[str, Budgets]:
    return {}


@dataclass(frozen=True)
class Wording:
    """Verb -> its name, a sentence on what it does, and what its form is called beside a list of
    answers; verb -> what says a whole action with it. What is not in here is said as well as the ids can be read.

    `points` gives verb -> argument -> what its values may cost, which may come from the data of the game that is named.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Label] = field(default_factory=dict)
    points: Callable[[Names], Mapping[str, Budgets]] = _no_budgets
    catalogue: Catalogue = ENGLISH

    def translated(self, catalogue: Catalogue) -> Wording:
        """The same in the language of a catalogue."""
        return replace(self, catalogue=catalogue)

    def title(self, verb: str) -> str:
        """What a verb is called."""
        return self.catalogue.told(self.titles.get(verb) or title(verb))

    def form(self, verb: str) -> str:
        """What the form of a verb is called where its answers are listed too."""
        if verb in self.forms:
            return self.catalogue.told(self.forms[verb])
        return self.catalogue.filled("{verb}, put together", verb=self.title(verb))

    def hint(self, verb: str) -> str:
        """What a verb does, where its name does not say it; else empty."""
        return self.catalogue.told(self.hints[verb]) if verb in self.hints else ""

    def budgets(self, verb: str, names: Names) -> Budgets:
        """What the values of a verb's arguments may cost in the game that the names are of."""
        return self.points(names).get(verb, {})

    def messages(self) -> Iterator[str]:
        """What catalogues have to translate."""
        for words in (self.titles, self.hints, self.forms):
            yield from words.values()


PLAIN = Wording()
"""Of a game that has no words of its own."""
