"""Shapes that several resources answer. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec


class Words(msgspec.Struct, kw_only=True, frozen=True):
    """Words that somebody wrote, and the nonce (hex) that proves them by the commitment of their reference."""

    text: str
    nonce: str


class Event(msgspec.Struct, kw_only=True, frozen=True):
    """An entry of the log as the caller may read it."""

    version: int
    command: int
    type: str
    schema: int
    at: int
    seat: str | None
    data: dict[str, Any]
    draws: list[dict[str, Any]]
    commitments: dict[str, str]
    private: dict[str, Any]
    hash: str
    action: dict[str, Any] | None = None
    by: str | None = None
    opens: list[dict[str, Any]] | None = None
    texts: dict[str, Words] | None = None
    muted: bool | None = None


class Seat(msgspec.Struct, kw_only=True, frozen=True):
    """Who holds a seat."""

    name: str | None
    kind: str
    level: str | None = None
    character: str | None = None


class Decision(msgspec.Struct, kw_only=True, frozen=True):
    """A decision that waits."""

    kind: str
    verbs: list[str]
    details: dict[str, Any] | None = None


class Slot(msgspec.Struct, kw_only=True, frozen=True):
    """One argument of a verb whose legal actions are a product, or are open."""

    name: str
    values: list[Any] | None = None
    min: int | None = None
    max: int | None = None
    ordered: bool | None = None
    once: str | None = None


class HeldAnswer(msgspec.Struct, kw_only=True, frozen=True):
    """Your answer that waits for the table's release; until then you may answer anew."""

    decision: str
    action: dict[str, Any]
    until: int


class TakebackAsked(msgspec.Struct, kw_only=True, frozen=True):
    """A takeback that waits for consent."""

    by: str
    to: int
    waiting: list[str]


class Origin(msgspec.Struct, kw_only=True, frozen=True):
    """The position that a practice game began from."""

    id: str
    version: int
    head: str


class Link(msgspec.Struct, kw_only=True, frozen=True):
    """The game that one of a chain goes on from."""

    id: str
    head: str
    number: int


class Pause(msgspec.Struct, kw_only=True, frozen=True):
    """A clock that stands still."""

    until: int | None


class Clock(msgspec.Struct, kw_only=True, frozen=True):
    """A seat's clock."""

    deadline: int | None
    bank: int | None
    paused: Pause | None
    passed: bool


class Result(msgspec.Struct, kw_only=True, frozen=True):
    """How a game ended."""

    places: dict[str, int] | None = None
    won: bool | None = None
    unranked: list[str] | None = None
    detail: dict[str, Any] | None = None


class Inclusion(msgspec.Struct, kw_only=True, frozen=True):
    """An entry of the journal, and the proof that a signed checkpoint's Merkle tree holds it."""

    entry: dict[str, Any]
    proof: list[str]
    checkpoint: str


class Receipt(msgspec.Struct, kw_only=True, frozen=True):
    """Where a game stood, signed by the installation: whoever keeps it can prove that the log was not altered."""

    game: str
    version: int
    head: str
    signature: str
    listed: Inclusion | None = None


class Opened(msgspec.Struct, kw_only=True, frozen=True):
    """A game that was opened, with the receipt of it."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    status: str
    visibility: str
    rated: bool
    open_talk: bool
    seats: dict[str, Seat]
    seat: str
    commitment: str
    at: int
    version: int
    head: str
    table: dict[str, Any] | None
    pending: dict[str, Decision]
    decision: str | None
    legal: list[dict[str, Any]]
    legal_complete: bool
    slots: dict[str, list[Slot]]
    standing: dict[str, list[Slot]]
    held: HeldAnswer | None
    takeback: TakebackAsked | None
    may_take_back: list[int]
    branch: Origin | None
    chain: Link | None
    league: dict[str, Any] | None = None
    series: dict[str, Any] | None = None
    entropy: dict[str, str]
    texts: dict[str, Words]
    clock: dict[str, Any] | None
    release: int | None
    clocks: dict[str, Clock]
    result: Result | None
    why: list[str]
    receipt: Receipt


class Game(msgspec.Struct, kw_only=True, frozen=True):
    """A game as the caller may see it."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    status: str
    visibility: str
    rated: bool
    open_talk: bool
    seats: dict[str, Seat]
    seat: str
    commitment: str
    at: int
    version: int
    head: str
    table: dict[str, Any] | None
    pending: dict[str, Decision]
    decision: str | None
    legal: list[dict[str, Any]]
    legal_complete: bool
    slots: dict[str, list[Slot]]
    standing: dict[str, list[Slot]]
    held: HeldAnswer | None
    takeback: TakebackAsked | None
    may_take_back: list[int]
    branch: Origin | None
    chain: Link | None
    league: dict[str, Any] | None = None
    series: dict[str, Any] | None = None
    entropy: dict[str, str]
    texts: dict[str, Words]
    clock: dict[str, Any] | None
    release: int | None
    clocks: dict[str, Clock]
    result: Result | None
    why: list[str]


class Answer(msgspec.Struct, kw_only=True, frozen=True):
    """What a command brought about."""

    game: Game
    events: list[Event]
    receipt: Receipt


class Events(msgspec.Struct, kw_only=True, frozen=True):
    """A part of the log, oldest first."""

    events: list[Event]
    next: int


class Record(msgspec.Struct, kw_only=True, frozen=True):
    """A game as one document: what is kept, audited and replayed. Canonical JSON."""

    format: str
    id: str
    game: str
    rules: int
    data: dict[str, str]
    options: dict[str, Any]
    seats: list[str]
    names: dict[str, str]
    events: list[Event]
    head: str
    files: dict[str, str] | None = None
    texts: dict[str, Words] | None = None


class LogPart(msgspec.Struct, kw_only=True, frozen=True):
    """A part of a log, oldest first."""

    events: list[Event]
    next: int


class Document(msgspec.Struct, kw_only=True, frozen=True):
    """The log of a series or a league as one document, for `nightledger audit`. Canonical JSON."""

    format: str
    id: str
    events: list[Event]
    head: str
