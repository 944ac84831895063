"""The decision panel: every legal answer of a seat as a button, a list to choose from, or a form.

It knows no game. Buttons and lists come from the view's legal actions; where a decision is a product (each
attacker picks a target) there is a form, made from the game's slots or, if all is listed, from the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from domain.contract.game import Json, to_json
from domain.log.canon import canonical
from service.games.shapes.answers import Game, Slot
from service.language.lines import GONE, with_words
from service.language.names import Names
from service.web.games.fields import Field, Section, fields_of, sections_of, slot_of
from service.web.wording import PLAIN, Wording

MOST_BUTTONS = 12
"""With more answers of a verb there is a list to choose from instead."""

FEW = 6
"""Up to so many answers are buttons even where a form could be made."""


@dataclass(frozen=True)
class Button:
    """One complete legal action, and what its button says."""

    label: str
    action: Mapping[str, Json]

    @property
    def posted(self) -> str:
        """The action as the button posts it."""
        return canonical(self.action).decode()


@dataclass(frozen=True)
class Group:
    """The answers of one verb: buttons, a list of them to choose from, the fields of a form, or a list and a form.

    `hint` explains the verb where its name does not; `form` is what the form is called beside the list; `slot` is the
    one list that is asked for, where there is nothing else to say.
    """

    verb: str
    title: str
    buttons: Sequence[Button] = ()
    fields: Sequence[Field] = ()
    hint: str = ""
    form: str = ""
    slot: Slot | None = None

    @property
    def is_list(self) -> bool:
        """Whether there are too many answers for a button each."""
        return len(self.buttons) > MOST_BUTTONS

    @property
    def sections(self) -> Sequence[Section]:
        """The fields of the form, those that belong together under one title."""
        return sections_of(self.fields)


@dataclass(frozen=True)
class Panel:
    """What a seat is asked, under which id, and the ways to answer. `asks` is the decision's open details, `stakes` are
    sentences on what follows."""

    seat: str
    decision: str
    question: str
    groups: Sequence[Group]
    asks: Mapping[str, Json] = field(default_factory=dict)
    stakes: Sequence[str] = ()


def panel_of(view: Game, verbs: Mapping[str, Json], names: Names, wording: Wording = PLAIN) -> Panel | None:
    """The panel of the seat through whose eyes the view is; None when it has nothing to decide.

    `verbs` are the game's verbs with their JSON Schemas, `wording` the game's own words.
    """
    seat, decision = view.seat, view.decision
    if decision is None:
        return None
    pending = view.pending[seat]
    asked = replace(pending, details=with_words(pending.details, to_json(view.texts), names.catalogue.told(GONE)))
    listed = [_group(verb, view, verbs[verb], names, wording) for verb in pending.verbs]
    groups = [group for group in listed if group.buttons or group.fields]
    possible = replace(asked, verbs=[group.verb for group in groups] or asked.verbs)
    return Panel(
        seat=seat,
        decision=decision,
        question=names.question(possible, view.table),
        groups=groups,
        asks=pending.details,
        stakes=names.stakes(possible, view.table, seat),
    )


def unasked_of(view: Game, verbs: Mapping[str, Json], names: Names, wording: Wording = PLAIN) -> list[Group]:
    """What the seat through whose eyes the view is may do at any time, asked or not: a form for each verb."""
    return [
        Group(
            verb, wording.title(verb), fields=_fields(verb, slots, verbs[verb], names, wording), hint=wording.hint(verb)
        )
        for verb, slots in view.standing.items()
    ]


def _group(verb: str, view: Game, schema: Mapping[str, Json], names: Names, wording: Wording) -> Group:
    actions = [action for action in view.legal if action["type"] == verb]
    slot = slot_of(actions)
    slots = view.slots.get(verb) or ([] if slot is None or len(actions) <= FEW else [slot])
    fields, called = _fields(verb, slots, schema, names, wording), (wording.hint(verb), wording.form(verb))
    if _is_handy(slots):
        return Group(verb, wording.title(verb), (), fields, *called, slots[0])
    listed = [Button(answer_label(action, names, wording), action) for action in actions]
    return Group(verb, wording.title(verb), listed, fields, *called, None if slots else slot)


def _fields(
    verb: str, slots: Sequence[Slot], schema: Mapping[str, Json], names: Names, wording: Wording
) -> list[Field]:
    return fields_of(slots, schema, names, wording.budgets(verb, names))


def _is_handy(slots: Sequence[Slot]) -> bool:
    """Whether a form of these slots is clearer than any list: one slot that pairs things up or orders a few."""
    if len(slots) != 1:
        return False
    [slot] = slots
    return slot.once is not None or (slot.values is not None and slot.max in range(1, MOST_BUTTONS))


def answer_label(action: Mapping[str, Json], names: Names, wording: Wording) -> str:
    """The verb and its arguments; names of arguments only where there are several, and no empty ones."""
    if action["type"] in wording.labels:
        return wording.labels[action["type"]](action, names)
    arguments = {name: value for name, value in action.items() if name != "type" and value is not None}
    said = [
        names.say(value) if len(arguments) == 1 else f"{names.within(name)} {names.say(value)}"
        for name, value in arguments.items()
    ]
    return f"{wording.title(action['type'])} {', '.join(said)}".rstrip()
