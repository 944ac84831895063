"""The log's stored form: public and private parts, commitments, hash chain.

An entry is one event as it is stored. Its public part is a canonical JSON map

    {version, command, type, schema, at, seat, data, draws, commitments}

and on the first event of a command also `action` and `by`, on an event that opens sealed parts `opens`. Private parts
lie beside it by audience: a seat id, `referee`, or `closed` (which never opens). Each is committed to by `SHA-256(nonce
| canonical part)`; `hash = SHA-256(previous hash | public part)`, `|` as in `domain.contract.chance.joined`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from domain.contract import audience
from domain.contract.audience import REFEREE
from domain.contract.chance import Draw, joined
from domain.contract.game import Action, Event, to_json
from domain.log.canon import Json, canonical, joined_map
from domain.log.shares import Share

FORMAT = "nightledger/1"
PROCEDURE = "nightledger/chance/1"
GENESIS = bytes(32)
CLOSED = "closed"
SEALED = "Sealed"

REMEMBERED_SEEDS = 64
"""Of how many games the beginning of their nonces is kept."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one audience may read of an event beyond its public part, and the nonce of its commitment (hex)."""

    nonce: str
    part: dict[str, Json]

    def commitment(self) -> str:
        """`SHA-256(nonce | canonical part)`, hex."""
        return hashlib.sha256(joined(bytes.fromhex(self.nonce), canonical(self.part))).hexdigest()

    def text(self) -> msgspec.Raw:
        """Its text, as it is stored: the maps in it keep their order, in which the event is read again."""
        return msgspec.Raw(_ENCODER.encode(self))


class Public(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of an entry; `command`, `version` and draw numbers count from 1, 1 and 0."""

    version: int
    command: int
    type: str
    schema: int
    at: int
    seat: str | None
    data: dict[str, Json]
    draws: list[Json]
    commitments: dict[str, str]
    action: dict[str, Json] | None = None
    by: str | None = None
    opens: list[Json] | None = None


class Numbered(msgspec.Struct, frozen=True, gc=False):
    """A draw, as far as a label tells it; -1 stands for one whose number is told elsewhere."""

    n: int = -1
    kind: str = ""
    name: str = ""
    forced: bool = False


class Label(msgspec.Struct, frozen=True, gc=False):
    """What the public part of an entry says of its event; the event's own data are left as they stand there.

    `by` is there on the first event of a command.
    """

    version: int
    command: int
    type: str
    schema: int
    at: int
    seat: str | None
    data: msgspec.Raw
    draws: tuple[Numbered, ...]
    by: str | None = None


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One stored event: the canonical bytes of its public part, its private parts, the hash up to it (hex), its label.

    `parts` maps an audience to the text of its `Part`.
    """

    public: bytes
    parts: Mapping[str, msgspec.Raw]
    hash: str
    label: Label

    @staticmethod
    def of(public: bytes, parts: Mapping[str, msgspec.Raw], hash_: str) -> Entry:
        """The entry with this public part, which tells its label."""
        return Entry(public, parts, hash_, _LABEL.decode(public))

    def read(self) -> Public:
        """The public part."""
        return _PUBLIC.decode(self.public)

    @property
    def private(self) -> dict[str, Part]:
        """The private parts by audience."""
        return {name: _PART.decode(text) for name, text in self.parts.items()}

    def as_json(self, audiences: Iterable[str] | None = None) -> dict[str, Json]:
        """The entry as it is exported, with the private parts of these audiences only (None: all of them)."""
        shown: dict[str, Json] = msgspec.json.decode(self.public)
        shown["private"] = {name: msgspec.json.decode(text) for name, text in self._shown_to(audiences).items()}
        shown["hash"] = self.hash
        return shown

    def as_text(self, audiences: Iterable[str]) -> bytes:
        """The text of `as_json`."""
        private = joined_map(self._shown_to(audiences))
        return b'%b,"private":%b,"hash":"%b"}' % (self.public[:-1], private, self.hash.encode())

    def encode(self) -> bytes:
        """The entry as it is stored: a JSON list that holds the public bytes unchanged."""
        return b'[%b,%b,"%b"]' % (self.public, joined_map(self.parts), self.hash.encode())

    @staticmethod
    def decode(raw: bytes) -> Entry:
        """A stored entry, in this form or in the first one, which was a map."""
        stored = _FIRST_FORM.decode(raw) if raw[:1] == b"{" else _STORED.decode(raw)
        public = bytes(stored.public)
        return Entry(public, stored.private, stored.hash, _LABEL.decode(public))

    def _shown_to(self, audiences: Iterable[str] | None) -> Mapping[str, msgspec.Raw]:
        """The texts of the private parts of these audiences (None: of all)."""
        if audiences is None or not self.parts:
            return self.parts
        return {name: self.parts[name] for name in audiences if name in self.parts}


class _FirstForm(msgspec.Struct, frozen=True, gc=False):
    public: msgspec.Raw
    private: dict[str, msgspec.Raw]
    hash: str


class _Stored(_FirstForm, frozen=True, gc=False, array_like=True):
    """The parts by their places: their names would be a fourteenth of what an event takes."""


_PUBLIC = msgspec.json.Decoder(Public)
_LABEL = msgspec.json.Decoder(Label)
_STORED = msgspec.json.Decoder(_Stored)
_FIRST_FORM = msgspec.json.Decoder(_FirstForm)
_PART = msgspec.json.Decoder(Part)
_ENCODER = msgspec.json.Encoder()


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An event with the draws made for it, as a command brought it about."""

    event: Event
    draws: tuple[Draw, ...] = ()


ORGANISER, OPERATOR = "organiser", "operator"

ORGANISING = (ORGANISER, OPERATOR)
"""By whom that is posted which the organiser of a league or challenge decides, or an operator in its place. In logs
that were begun before there was `organiser` both are `operator`."""


def organising(account: str, organiser: str | None) -> str:
    """By whom a command is of an account that decides for this organiser."""
    return ORGANISER if account == organiser else OPERATOR


class Command(msgspec.Struct, frozen=True):
    """What was posted: by whom (`seat`, `clock`, `organiser`, `operator`, `service`), for which seat, the action as
    posted.

    `closed` is the command's closed part: the hashes of its idempotency key and body, the mark of a standing
    order. `at` is in whole seconds UTC. Where the seed is shared, `share` is what the partner gave for its draws.
    """

    by: str
    seat: str | None
    action: Action
    at: int
    closed: dict[str, Json] = {}
    share: Share | None = None


class Writer:
    """Turns commands into entries: splits, commits, chains. It stores nothing.

    `version`, `command` and `head` say where the log stands; `secret` keys the nonces of parts that open at the
    end (the game's seed), `entropy(n)` gives n random bytes for those of parts that never open.
    """

    def __init__(
        self,
        game_id: str,
        seats: Sequence[str],
        secret: bytes,
        entropy: Callable[[int], bytes],
        *,
        version: int = 0,
        command: int = 0,
        head: bytes = GENESIS,
    ) -> None:
        self.game_id = game_id
        self.seats = tuple(seats)
        self.version = version
        self.command = command
        self.head = head
        self._secret = secret
        self._entropy = entropy

    def write(
        self,
        command: Command,
        happened: Iterable[Happened],
        sealed: Mapping[str, Sealed] | None = None,
    ) -> list[Entry]:
        """The entries of one command. `sealed` holds the sealed parts of earlier events by their key."""
        self.command += 1
        own: dict[str, Sealed] = dict(sealed or {})
        entries: list[Entry] = []
        for index, item in enumerate(happened):
            entries.append(self._entry(command, item, own, first=index == 0))
        return entries

    def _entry(self, command: Command, item: Happened, sealed: dict[str, Sealed], *, first: bool) -> Entry:
        event = item.event
        self.version += 1
        public, private = split_stored(item, command, self.seats, first=first)
        commitments: dict[str, str] = {}
        parts: dict[str, msgspec.Raw] = {}
        for name, hidden in private.items():
            part = Part(self._nonce(name), hidden)
            commitments[name], parts[name] = part.commitment(), part.text()
        public |= {
            "version": self.version,
            "command": self.command,
            "at": command.at,
            "seat": command.seat,
            "commitments": commitments,
        }
        if opened := [sealed[key].opening() for key in event.opens() if key in sealed]:
            public["opens"] = opened
        raw = canonical(public)
        self.head = chained(self.head, raw)
        entry = Entry.of(raw, parts, self.head.hex())
        if (key := event.seal()) is not None:
            sealed[key] = sealed_part(event, entry)
        return entry

    def _nonce(self, name: str) -> str:
        if name == CLOSED:
            return self._entropy(32).hex()
        return part_nonce(self._secret, self.game_id, self.version, name)


class Sealed(msgspec.Struct, frozen=True):
    """A part that a later event may open: where it lies, and its text."""

    version: int
    audience: str
    text: bytes

    def opening(self) -> Json:
        """What the opening event carries, so that everybody can check the commitment."""
        return {"version": self.version, "audience": self.audience, **msgspec.json.decode(self.text)}


def sealed_part(event: Event, entry: Entry) -> Sealed:
    """The sealed part of an event that has a key: its seat's part."""
    seat = str(event.seat)  # type: ignore[attr-defined]  # an event with a key has a seat (docs/contract.md)
    return Sealed(entry.label.version, seat, bytes(entry.parts[seat]))


def part_nonce(seed: bytes, game_id: str, version: int, name: str) -> str:
    """The nonce of a part that opens at the end: `HMAC(seed, "nonce" | game id | version | audience)`, hex."""
    made = _nonces(seed, game_id).copy()
    made.update(joined(version, name))
    return made.hexdigest()


@lru_cache(REMEMBERED_SEEDS)
def _nonces(seed: bytes, game_id: str) -> hmac.HMAC:
    """The HMAC of a game's nonces as far as all of them begin alike; most moves make several."""
    return hmac.new(seed, joined("nonce", game_id), "sha256")


def seed_commitment(game_id: str, seed: bytes) -> str:
    """`SHA-256("nightledger/seed/1" | game id | seed)`, hex: published before anyone sits down."""
    return hashlib.sha256(joined("nightledger/seed/1", game_id, seed)).hexdigest()


def chance_key(seed: bytes, game_id: str, entropy: Sequence[tuple[str, str]]) -> bytes:
    """`HMAC(seed, canonical [procedure, game id, [[seat, entropy], ...]])`, entropy in hex, in seat order."""
    return hmac.digest(seed, canonical([PROCEDURE, game_id, [list(pair) for pair in entropy]]), "sha256")


def bot_key(seed: bytes, decision: str) -> bytes:
    """The key of a bot's randomness for one decision: `HMAC(seed, "bot" | decision)`."""
    return hmac.digest(seed, joined("bot", decision), "sha256")


def chained(previous: bytes, public: bytes) -> bytes:
    """The hash of an entry: `SHA-256(previous hash | canonical public part)`."""
    return hashlib.sha256(joined(previous, public)).digest()


def split_stored(
    item: Happened, command: Command, seats: Sequence[str], *, first: bool
) -> tuple[dict[str, Json], dict[str, dict[str, Json]]]:
    """The public map (without version, command, at, seat and commitments) and the private parts of an event.

    An event or action that is public as a whole stands in the map as the object that it is, which `canonical` encodes.
    Which parts there are depends on the classes of event and action alone.
    """
    event = item.event
    private: dict[str, dict[str, Json]] = {}
    public: dict[str, Json] = {"type": type(event).__name__, "schema": event.schema}
    public["data"] = _split_data(event, seats, private)
    public["draws"] = _split_draws(item, private) if item.draws or event.draws_for != "all" else []
    if event.sealed:
        whole = {"type": public["type"], "schema": public["schema"], "draws": to_json(item.draws)}
        _part(private, str(event.seat)).update(whole)  # type: ignore[attr-defined]  # sealed events have a seat
        public |= {"type": SEALED, "schema": 1}
    if first:
        public["by"] = command.by
        public["action"] = _split_action(command, private)
        private[CLOSED] = dict(command.closed)
    return public, private


def _split_data(event: Event, seats: Sequence[str], private: dict[str, dict[str, Json]]) -> Json:
    if not event.private and not event.sealed:
        return event
    data, hidden = audience.split(event, seats)
    for name, part in hidden.items():
        private[name] = {"data": part}
    return data


def _split_draws(item: Happened, private: dict[str, dict[str, Json]]) -> list[Json]:
    event, draws = item.event, to_json(item.draws)
    if event.draws_for == "all" and not event.sealed:
        return list(draws)
    if not event.sealed:
        reader = REFEREE if event.draws_for == "referee" else str(event.seat)  # type: ignore[attr-defined]
        _part(private, reader)["draws"] = draws
    return [{"forced": True} for draw in item.draws if draw.forced]


def _split_action(command: Command, private: dict[str, dict[str, Json]]) -> Json:
    kind = type(command.action)
    if not kind.private and not kind.sealed:
        return command.action
    action: dict[str, Json] = msgspec.to_builtins(command.action, str_keys=True)
    if kind.sealed:
        _part(private, str(command.seat))["action"] = action
        return {"type": "sealed"}
    if kind.private:
        _part(private, command.seat or REFEREE)["action"] = {name: action.pop(name) for name in kind.private}
    return action


def _part(private: dict[str, dict[str, Json]], name: str) -> dict[str, Json]:
    return private.setdefault(name, {})
