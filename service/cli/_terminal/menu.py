"""What a seat can do, as a numbered list: each legal action, and a form for what is put together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from domain.log.canon import Json
from service.web.games.panel import Group, answer_label
from service.web.games.shown import Shown

LISTED = 40
"""How many are listed at once; words find the others."""

FIRST = 8
"""Where there are more, so many of each verb are listed."""


@dataclass(frozen=True)
class Item:
    """Something to choose by its number: a whole action, or a form of `form`; `hint` explains the first of its verb."""

    number: int
    label: str
    action: Mapping[str, Json] | None = None
    form: Group | None = None
    hint: str = ""

    @property
    def verb(self) -> str:
        """The verb of what it does."""
        return str(self.action["type"]) if self.action is not None else self.form.verb if self.form is not None else ""

    @property
    def line(self) -> str:
        """The item as it is listed."""
        return f"{self.number:4} {self.label}" + ("…" if self.form is not None else "")

    def has(self, words: Sequence[str]) -> bool:
        """Whether all of the words stand in it, or in the action as a program writes it."""
        text = f"{self.label} {json.dumps(self.action, ensure_ascii=False)}".lower()
        return all(word in text for word in words)


@dataclass(frozen=True)
class Menu:
    """All that a seat can do now."""

    items: Sequence[Item]

    @classmethod
    def of(cls, shown: Shown) -> Menu:
        """What there is to do for whoever looks at this game."""
        found = [*_answers(shown), *((group.title, None, group, group.hint) for group in shown.unasked)]
        return cls([Item(number, *one) for number, one in enumerate(found, 1)])

    @property
    def listed(self) -> Sequence[Item]:
        """What is listed of it: all, or the first of each verb."""
        if len(self.items) <= LISTED:
            return self.items
        verbs = groupby(self.items, key=lambda item: item.verb)
        return [item for _, same in verbs for item in islice(same, FIRST)]

    def __getitem__(self, number: int) -> Item:
        """The item with a number; IndexError for a number that none has."""
        if number < 1:
            raise IndexError(number)
        return self.items[number - 1]

    def find(self, words: str) -> list[Item]:
        """The items that have all these words."""
        wanted = words.lower().split()
        return [item for item in self.items if item.has(wanted)]


def _answers(shown: Shown) -> Iterator[tuple[str, Mapping[str, Json] | None, Group | None, str]]:
    """Label, action, form and hint of each way to answer, verb by verb."""
    view, names, wording = shown.view, shown.names, shown.wording
    for group in () if shown.panel is None else shown.panel.groups:
        actions = [action for action in view.legal if action["type"] == group.verb]
        for at, action in enumerate(actions):
            yield answer_label(action, names, wording), action, None, "" if at else group.hint
        if group.fields and (group.verb in view.slots or not actions):
            yield group.form or group.title, None, group, "" if actions else group.hint
