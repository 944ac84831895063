"""A game's words as message ids: English sentences with fields, which catalogues translate and pages, mails and the
terminal fill.

A field stands in braces: `{seat} links {card}`. A part in brackets is told only where its fields hold something:
`{seat} pays[ {vp} VP]`; one with a question mark is only asked, not told: `{seat} links {card}[, kicked{kick?}]`. A
field with words counts: it is told with the word for its number, of which each language has as many as it has forms of
the plural: `{amount:mage falls|mages fall}`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Phrases = Mapping[str, tuple[str, ...]]
"""Event, or kind of decision -> sentences; the first of which the reader knows all fields is told."""


class Sentences(msgspec.Struct, frozen=True):
    """A game's words.

    `events` has sentences of each event. `questions` are what kinds of decisions
    ask, `verbs` what verbs are called, `hints` what they do where their names do not say it.
    """

    events: Phrases = {}
    questions: Mapping[str, str] = {}
    verbs: Mapping[str, str] = {}
    hints: Mapping[str, str] = {}
