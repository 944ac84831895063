"""Verbs beside their answers: one table from which a game's actions are carried out, listed, drawn and filled in.

A row says what one verb does and how it can be answered with; where it is something else at another kind of decision
it has a row for each. The decision says which verbs are open; the rows say, in their order, what is listed first.
Validation is never looked up here: what carries an action out refuses what the rules forbid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice
from typing import Any

import msgspec

from domain.contract.chance import Stream
from domain.contract.parts import Action, Legal, Slot, State, verb_of_type
from domain.contract.run import Run

CarryOut = Callable[[Run[Any], str, Any], None]
Listing = Callable[[Any, str], Iterable[Action]]
Sample = Callable[[Any, str, Stream], Action | None]
Default = Callable[[Any, str], Action | None]
Slots = Callable[[Any, str], tuple[Slot, ...] | None]
Holds = Callable[[Any, str], bool]

STANDING = "standing"
"""The kind that stands in a row of a verb which is open at any time and answers no decision."""


def nothing(state: State, seat: str) -> tuple[Action, ...]:
    """A listing of no answers: of words, of secrets, and of verbs that answer no decision."""
    return ()


def never(state: State, seat: str) -> bool:
    """For `Verb.open_ended`: all answers of the verb are listed."""
    return False


def always(state: State, seat: str) -> bool:
    """For `Verb.open_ended`: the verb has answers that are not listed, in words or of any number."""
    return True


def only(action: Action) -> Listing:
    """A listing of one action that can always be taken."""
    return lambda state, seat: (action,)


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """One row: a verb, at these kinds of decision (`at`; empty: at any), and all that can be asked of it.

    `listing` gives its answers, as they are wanted; `rest` those that come after all that is listed of any verb.
    `sample` makes a random one where they are too many to list (None: not now), `default` what an absent seat plays
    (None: something else). `slots` are its arguments where not all answers are listed (None: there are none now), and
    `open_ended` tells when this is so however short the list. A standing verb has its arguments in `slots`, too.
    """

    action: type[Action]
    carry_out: CarryOut
    listing: Listing = nothing
    rest: Listing = nothing
    sample: Sample | None = None
    default: Default | None = None
    slots: Slots | None = None
    open_ended: Holds = never
    at: tuple[str, ...] = ()

    @property
    def verb(self) -> str:
        """The verb as it is posted."""
        return verb_of_type(self.action)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of decision that is not answered row by row where an answer is drawn, or played for an absent seat."""

    kind: str
    sample: Callable[[Any, str, Stream], Action] | None = None
    default: Callable[[Any, str], Action] | None = None


class OpenRows(msgspec.Struct, frozen=True):
    """The rows of a decision, with what is asked of them again and again: worked out once for each decision.

    `listings` are those of the rows and after them their `rest`, `wide` the rows that may be open-ended, `short` is
    whether no row has more answers than it lists, `by_verb` whether an answer is drawn by first drawing a verb.
    """

    rows: tuple[Verb, ...]
    listings: tuple[Listing, ...]
    wide: tuple[Verb, ...]
    short: bool
    by_verb: bool
    question: Question | None

    def listed(self, state: State, seat: str) -> Iterator[Action]:
        """All listed answers, as they are wanted."""
        return chain.from_iterable(listing(state, seat) for listing in self.listings)

    def first(self, state: State, seat: str, count: int) -> list[Action]:
        """That many of the listed answers."""
        return list(islice(self.listed(state, seat), count))

    def open_ended(self, state: State, seat: str) -> list[Verb]:
        """The rows with answers that no list tells."""
        return [row for row in self.wide if row.open_ended(state, seat)]

    def all_listed(self, state: State, seat: str) -> list[Action]:
        """All listed answers at once."""
        found: list[Action] = []
        for listing in self.listings:
            found += listing(state, seat)
        return found


class Verbs:
    """The table of a game's verbs, or of its verbs in another form of play (game-master play).

    `verb_first` says how an answer is drawn: first a verb, each as likely, then one of its answers; otherwise this is
    so only at decisions of which a row has its own `sample`, and at others each listed answer is as likely.

    `row` gives what a verb is at a kind of decision (KeyError if it is nothing there), `open_at` the rows of a decision
    by its kind and its verbs, in the order of the table; both are worked out once.
    """

    def __init__(self, *rows: Verb, questions: Sequence[Question] = (), verb_first: bool = False) -> None:
        self.rows = rows
        self.questions: Mapping[str, Question] = {question.kind: question for question in questions}
        self.verb_first = verb_first
        self._by_action = {(row.action, kind): row for row in rows for kind in row.at or (None,)}
        self.row: Callable[[type[Action], str], Verb] = cache(self._row)
        self.open_at: Callable[[str, tuple[str, ...]], OpenRows] = cache(self._open_at)

    def with_rows(self, *rows: Verb) -> Verbs:
        """The same table with other rows for these verbs at these kinds of decision, in their places; new ones last."""
        given = {(row.action, row.at): row for row in rows}
        kept = [given.pop((row.action, row.at), row) for row in self.rows]
        return Verbs(*kept, *given.values(), questions=tuple(self.questions.values()), verb_first=self.verb_first)

    def _row(self, action: type[Action], kind: str) -> Verb:
        found = self._by_action.get((action, kind))
        return self._by_action[action, None] if found is None else found

    def _open_at(self, kind: str, verbs: tuple[str, ...]) -> OpenRows:
        rows = tuple(row for row in self.rows if row.verb in verbs and self.row(row.action, kind) is row)
        return OpenRows(
            rows,
            (*(row.listing for row in rows), *(row.rest for row in rows if row.rest is not nothing)),
            tuple(row for row in rows if row.open_ended is not never),
            all(row.slots is None and row.open_ended is never for row in rows),
            self.verb_first or any(row.sample is not None for row in rows),
            self.questions.get(kind),
        )

    def carry_out(self, run: Run[Any], seat: str, action: Action) -> None:
        """Do what the action says: as an answer to the seat's open decision, or as a standing verb."""
        kind = run.state.open[seat].kind if seat in run.answered else STANDING
        self.row(type(action), kind).carry_out(run, seat, action)

    def legal(self, state: State, seat: str, limit: int) -> Legal:
        """The first `limit` answers, whether these are all, and slots if not."""
        decision = state.open.get(seat)
        if decision is None:
            return Legal(())
        open_rows = self.open_at(decision.kind, decision.verbs)
        found = open_rows.all_listed(state, seat) if open_rows.short else open_rows.first(state, seat, limit + 1)
        unlisted = open_rows.rows if len(found) > limit else open_rows.wide and open_rows.open_ended(state, seat)
        if not unlisted:
            return Legal(tuple(found))
        slots = ((row.verb, row.slots(state, seat)) for row in unlisted if row.slots is not None)
        return Legal(tuple(found[:limit]), False, {verb: given for verb, given in slots if given is not None})

    def sample(self, state: State, seat: str, rng: Stream) -> Action:
        """A random answer; every legal answer can come up."""
        open_rows = self._open_rows(state, seat)
        if open_rows.question is not None and open_rows.question.sample is not None:
            return open_rows.question.sample(state, seat, rng)
        if not open_rows.by_verb:
            return rng.choice(open_rows.all_listed(state, seat))
        for row in open_rows.rows if len(open_rows.rows) == 1 else rng.shuffled(open_rows.rows):
            if (drawn := _drawn(row, state, seat, rng)) is not None:
                return drawn
        raise LookupError(f"{seat} has no answer to {state.open[seat].kind}")

    def default(self, state: State, seat: str) -> Action:
        """What is played for an absent seat: what a row says, otherwise the first answer that is listed."""
        open_rows = self._open_rows(state, seat)
        if open_rows.question is not None and open_rows.question.default is not None:
            return open_rows.question.default(state, seat)
        said = (row.default(state, seat) for row in open_rows.rows if row.default is not None)
        return next((action for action in said if action is not None), None) or next(open_rows.listed(state, seat))

    def standing_slots(self, state: State, seat: str, verbs: Iterable[str]) -> dict[str, tuple[Slot, ...]]:
        """The arguments of standing verbs; every argument is open where the row says nothing.

        A verb for which nothing is there to choose is left out.
        """
        rows = {row.verb: self.row(row.action, STANDING) for row in self.rows if not row.at or STANDING in row.at}
        found = {verb: _arguments(rows[verb], state, seat) for verb in verbs}
        return {
            verb: slots
            for verb, slots in found.items()
            if slots is not None and all(slot.values != () for slot in slots)
        }

    def _open_rows(self, state: State, seat: str) -> OpenRows:
        decision = state.open[seat]
        return self.open_at(decision.kind, decision.verbs)


def open_slots(action: type[Action]) -> tuple[Slot, ...]:
    """The arguments of a verb, all open."""
    return tuple(map(Slot, action.__struct_encode_fields__))


def _drawn(row: Verb, state: State, seat: str, rng: Stream) -> Action | None:
    if row.sample is not None:
        return row.sample(state, seat, rng)
    listed = list(chain(row.listing(state, seat), row.rest(state, seat)))
    return rng.choice(listed) if listed else None


def _arguments(row: Verb, state: State, seat: str) -> tuple[Slot, ...] | None:
    return open_slots(row.action) if row.slots is None else row.slots(state, seat)
