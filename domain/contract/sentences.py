"""A game's words as message ids: English sentences with fields, which catalogues translate and pages, mails and the
terminal fill.

A field stands in braces: `{seat} links {card}`. A part in brackets is told only where its fields hold something:
`{seat} pays[ {vp} VP]`; one with a question mark is only asked, not told: `{seat} links {card}[, kicked{kick?}]`. A
field with words counts: it is told with the word for its number, of which each language has as many as it has forms of
the plural: `{amount:mage falls|mages fall}`. Of an object there are its own fields besides (`{give_vp}`), of a list its
last item and how many there are (`{path_last}`, `{path_count}`), of a list of a single pair its two parts
(`{attacks_first}`, `{attacks_second}`), of a place (`bar/0/3`) what it is a part of (`{at_whole}`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.contract.parts import Json

Phrases = Mapping[str, tuple[str, ...]]
"""Event, or kind of decision -> sentences; the first of which the reader knows all fields is told."""


class Sentences(msgspec.Struct, frozen=True):
    """A game's words.

    `events` has sentences of each event, and `telling` the events that a story is made of, the most telling first.
    `only_with` names the field without which such an event is no story, since it says that nothing happened.
    `decisions` says what a seat is to do, by the kind of the decision with all verbs by which it can be answered
    (`link/pass`), with its case (`choose/player`) or with its first verb (`setup/start`), or by the kind; `cases` names
    the detail whose value is the case. `stakes` are what may follow from a decision, under keys that `Told.at_stake`
    chooses from. `verbs` are what verbs are called, `hints` what they do where their names do not say it, `words` what
    ids are called that have no label. `landmarks` names what events are that one looks for in a film of the game
    (`combat`, `wound`, `death`); as with marks, the type alone counts, so a landmark tells nothing. `counted` says how
    often a seat did something: event -> sentence with a `count`. `reasons` are what may have decided a game, under the
    keys of `Explained.deciding`.
    """

    events: Phrases = {}
    decisions: Phrases = {}
    cases: Mapping[str, str] = {}
    stakes: Mapping[str, str] = {}
    verbs: Mapping[str, str] = {}
    hints: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    telling: tuple[str, ...] = ()
    only_with: Mapping[str, str] = {}
    landmarks: Mapping[str, str] = {}
    counted: Mapping[str, str] = {}
    reasons: Mapping[str, str] = {}

    def of_decision(self, kind: str, verbs: Sequence[str], details: Mapping[str, Json]) -> tuple[str, ...]:
        """The sentences of a decision; none for one of a kind that has none."""
        case = details.get(self.cases.get(kind, ""))
        keys = (f"{kind}/{'+'.join(verbs)}", f"{kind}/{case}", f"{kind}/{verbs[0]}", kind)
        return next((self.decisions[key] for key in keys if key in self.decisions), ())

    def messages(self) -> Iterator[str]:
        """All that catalogues have to translate."""
        for phrases in (self.events, self.decisions):
            for sentences in phrases.values():
                yield from sentences
        for words in (self.stakes, self.verbs, self.hints, self.words, self.landmarks, self.counted, self.reasons):
            yield from words.values()


class Message(NamedTuple):
    """Something to be told: sentences, of which the first is said whose fields are all known, and the fields."""

    sentences: tuple[str, ...]
    fields: Mapping[str, Json]


def spelt(*ids: str) -> dict[str, str]:
    """Ids that are called as they are spelt, with spaces."""
    return {one: one.replace("-", " ").replace("_", " ") for one in ids}
