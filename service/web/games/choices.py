"""What can be touched on a table to answer: each answer as the things that are touched for it, one after the other.

It knows no game. Which thing of a table stands for an argument of an answer, what would follow, and why something
cannot be chosen, is told by the game's guide. What no thing stands for is asked in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from domain.contract.game import Json
from domain.log.canon import canonical
from service.games.shapes.answers import Slot
from service.language.catalogues import ENGLISH, Catalogue
from service.language.names import Names
from service.web.games.panel import Group, Panel

MOST_SPOKEN = 3
"""So many answers that no thing stands for are buttons of the bar; with more there is a list."""


class Step(NamedTuple):
    """A thing that is touched, by its id on the table (without a space), and what it is called."""

    thing: str
    name: str


class Guide:
    """How the answers of a game lie on its table. This one knows of no things: everything is asked in words.

    What it says is in the language of `catalogue`.
    """

    def __init__(self, catalogue: Catalogue = ENGLISH) -> None:
        self.catalogue = catalogue

    def step(self, verb: str, argument: str, value: Json) -> Step | None:
        """The thing that stands for a value of an argument; None if none does."""
        return None

    def steps(self, action: Mapping[str, Json]) -> list[Step] | None:
        """The things that are touched for a whole answer, in their order; None for one that only the list has, since
        it would do nothing."""
        verb = action["type"]
        found = (self.step(verb, name, value) for name, value in action.items() if name != "type")
        return [step for step in found if step is not None]

    def follows(self, verb: str, value: Json) -> Sequence[str]:
        """What choosing this would do, in sentences: `value` is the answer, or one value of its list."""
        return ()

    def called(self, action: Mapping[str, Json], listed: str) -> str:
        """What a whole answer is called at the table, which shows what it is about; `listed` is what the list calls
        it."""
        return listed

    def badge(self, verb: str, value: Json) -> str:
        """A few signs at the last thing that is touched for this, such as a chance; empty for none."""
        return ""

    def weight(self, verb: str, value: Json) -> tuple[str, int] | None:
        """On whom a value of a list bears, and how much: what is added up for `Guide.total`."""
        return None

    def total(self, verb: str) -> str:
        """A sentence about each on whom chosen values bear, with `{name}` and `{number}`; empty for none."""
        return ""

    def nothing(self, verb: str, title: str) -> str:
        """What an answer with an empty list is called."""
        return self.catalogue.filled("{title}: nothing", title=title)

    def bars(self) -> Mapping[str, str]:
        """Thing -> why it cannot be chosen, where that can be told."""
        return {}


@dataclass(frozen=True)
class Choice:
    """Something to choose: the things touched for it, what it is called, its value as JSON, what would follow, and what
    is written at the last of its things."""

    steps: Sequence[str]
    names: Sequence[str]
    label: str
    value: str
    follows: Sequence[str] = ()
    weight: tuple[str, int] | None = None
    badge: str = ""
    is_bare: bool = False


@dataclass(frozen=True)
class Ask:
    """Choices of which `least` to `most` make an answer: with a verb they are the list that is its argument, in the
    order in which they were chosen; without one each is a whole answer.

    `lacks`: an empty list is left out. `title`, `nothing` and `total` are words of the guide for lists.
    """

    choices: Sequence[Choice]
    verb: str = ""
    argument: str = ""
    least: int = 1
    most: int = 1
    lacks: bool = False
    title: str = ""
    nothing: str = ""
    total: str = ""


@dataclass(frozen=True)
class Choices:
    """All that can be touched to answer a decision, what is asked in words, and why the rest cannot be chosen.

    `is_written`: there are answers beside, that only the list of all answers holds; `is_asked`: it asks for words, in
    forms that nothing stands for. `offered` is the value of an answer that is a button of the bar whatever else is.
    """

    decision: str = ""
    asks: Sequence[Ask] = ()
    spoken: Sequence[Choice] = ()
    bars: Mapping[str, str] = field(default_factory=dict)
    is_written: bool = False
    is_asked: bool = False
    offered: str = ""

    @cached_property
    def things(self) -> Mapping[str, Sequence[Choice]]:
        """Thing -> the choices for which it is touched, in the order in which they are listed."""
        found: dict[str, list[Choice]] = {}
        for ask in self.asks:
            for choice in ask.choices:
                for thing in choice.steps:
                    found.setdefault(thing, []).append(choice)
        return found

    @cached_property
    def _alone(self) -> Mapping[str, Choice]:
        """Thing -> the whole answer that it alone stands for."""
        return {
            choice.steps[0]: choice
            for ask in self.asks
            if not ask.verb
            for choice in reversed(ask.choices)
            if len(choice.steps) == 1
        }

    def answer(self, *things: str) -> Choice | None:
        """The whole answer that a touch of one of these gives, for whoever has no script."""
        return next((self._alone[thing] for thing in things if thing in self._alone), None)

    @property
    def is_list_open(self) -> bool:
        """Whether the list of all answers must lie open, since there is no other way to give them."""
        return not self.asks and (self.is_asked or (self.is_written and not self.spoken))

    @property
    def buttons(self) -> Sequence[Choice]:
        """The answers that are buttons of the bar: all that no thing stands for, or of many the one that is offered and
        the bare verbs, of which the last one ends something, or where there are none of these the first ones."""
        if len(self.spoken) <= MOST_SPOKEN:
            return self.spoken
        first = [choice for choice in self.spoken if choice.value == self.offered]
        few = [*first, *(choice for choice in self.spoken if choice.is_bare and choice not in first)]
        if not few:
            return self.spoken[:MOST_SPOKEN]
        return few if len(few) <= MOST_SPOKEN else [*few[: MOST_SPOKEN - 1], few[-1]]

    @property
    def more(self) -> Sequence[Choice]:
        """The other answers that no thing stands for, of which the bar has a list to choose from."""
        buttons = {choice.value for choice in self.buttons}
        return [choice for choice in self.spoken if choice.value not in buttons]

    @property
    def plan(self) -> Mapping[str, Json]:
        """All of it for the script of the table."""
        return {
            "decision": self.decision,
            "asks": [{**asdict(ask), "choices": list(map(_told, ask.choices))} for ask in self.asks],
            "spoken": [_told(choice) for choice in (*self.buttons, *self.more)],
            "bars": self.bars,
        }


def _told(choice: Choice) -> Mapping[str, Json]:
    """A choice without what it has not got."""
    return {name: value for name, value in vars(choice).items() if value not in (None, "", False)}


NOTHING = Choices()
"""Of who has nothing to decide."""


def choices_of(panel: Panel, guide: Guide, names: Names) -> Choices:
    """What a panel asks, as things to touch."""
    lists = {group.verb: _list(group, guide, names) for group in panel.groups}
    listed = [group for group in panel.groups if lists[group.verb] is None]
    is_form = any(group.fields for group in listed)
    answers = [_whole(button.action, button.label, guide) for group in listed for button in group.buttons]
    whole = [choice for choice in answers if choice is not None]
    touched = [choice for choice in whole if choice.steps]
    return Choices(
        decision=panel.decision,
        asks=[*([Ask(touched)] if touched else ()), *(ask for ask in lists.values() if ask is not None)],
        spoken=[choice for choice in whole if not choice.steps],
        bars=guide.bars(),
        is_written=len(whole) < len(answers) or is_form,
        is_asked=any(group.fields and not group.buttons for group in listed),
    )


def _whole(action: Mapping[str, Json], label: str, guide: Guide) -> Choice | None:
    steps = guide.steps(action)
    if steps is None:
        return None
    chosen = _choice(steps, guide.called(action, label), action["type"], action, guide)
    return replace(chosen, is_bare=len(action) == 1)


def _list(group: Group, guide: Guide, names: Names) -> Ask | None:
    """The ask of a list of values that can all be touched; None for any other form."""
    slot = group.slot
    if slot is None or slot.values is None:
        return None
    choices = [_item(group.verb, slot, value, guide, names) for value in slot.values]
    if not all(choice.steps for choice in choices):
        return None
    firsts = len({choice.steps[0] for choice in choices})
    return Ask(
        choices,
        verb=group.verb,
        argument=slot.name,
        least=slot.min or 0,
        most=min(firsts, firsts if slot.max is None else slot.max),
        lacks=any(field.kind == "some" for field in group.fields),
        title=group.title,
        nothing=guide.nothing(group.verb, group.title),
        total=guide.total(group.verb),
    )


def _item(verb: str, slot: Slot, value: Json, guide: Guide, names: Names) -> Choice:
    parts = {slot.name: value} if slot.once is None else value
    steps = [step for name, part in _ordered(parts, slot.once) if (step := guide.step(verb, name, part)) is not None]
    label = " → ".join(step.name for step in steps) or names.say(value)
    return replace(_choice(steps, label, verb, value, guide), weight=guide.weight(verb, value))


def _ordered(parts: Mapping[str, Json], first: str | None) -> Iterator[tuple[str, Json]]:
    """The parts of a value, the one that may not repeat at first."""
    return iter(sorted(parts.items(), key=lambda part: part[0] != first))


def _choice(steps: Sequence[Step], label: str, verb: str, value: Json, guide: Guide) -> Choice:
    things, called = [step.thing for step in steps], [step.name for step in steps]
    follows = list(guide.follows(verb, value))
    return Choice(things, called, label, canonical(value).decode(), follows, badge=guide.badge(verb, value))
