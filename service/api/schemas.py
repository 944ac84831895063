"""The shapes that several operations share: a game, what a command answers, entries of the log."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Documented, Map, SeatId, Shown, ShownAsIs, Text, Wanted

STATUSES = ("open", "running", "over", "void", "cancelled", "abandoned")

VISIBILITIES = ("public", "private")

ACTION = {"$ref": "#/components/schemas/Action"}
"""An action of one of the games; `service.api.openapi` makes the schema from the games' descriptions."""

OPTIONS = {"$ref": "#/components/schemas/Options"}
"""The options of one of the games, made likewise."""

PLAYED = {"description": "Those that it was opened with, and what is fixed by them for good, such as a set of cards."}
"""The options of a game as they are shown."""

ORDER = {"$ref": "#/components/schemas/Order"}
"""A standing order of one of the games, made likewise."""

LOG_POSITION = "Log-Position"
"""The header in which a command answers the log position from which on every read shows it."""


LONGEST_DECISION = 40
"""How long the id of a decision may be."""


class SeatQuery(Wanted):
    """Which seat acts: needed by who holds several seats of a game."""

    seat = SeatId(description="The seat that acts; yours if you leave it out.")


class EyesQuery(Wanted):
    """Through whose eyes: needed by who holds several seats of a game."""

    seat = Text(
        "s[1-9][0-9]?|spectator|referee",
        "s1, s2, ..., spectator or referee",
        "A seat of yours, or `spectator`; of a closed game any seat, or the `referee`.",
    )


class SeatSchema(Shown):
    """Who holds a seat."""

    name = fields.String(required=True, allow_none=True, metadata={"description": "Display name; null: open."})
    kind = fields.String(required=True, validate=validate.OneOf(("person", "ai", "open")))
    level = fields.String(allow_none=True, metadata={"description": "The level of an AI."})
    character = fields.UUID(metadata={"description": "The character that is brought along, if it is a kept one."})


class DecisionSchema(Shown):
    """A decision that waits."""

    kind = fields.String(required=True)
    verbs = fields.List(fields.String(), required=True, metadata={"description": "The verbs that answer it."})
    details = Map(metadata={"description": "What is open to all of what is asked."})


class SlotSchema(Shown):
    """One argument of a verb whose legal actions are a product, or are open."""

    name = fields.String(required=True, metadata={"description": "A dot leads into an object: `values.I`."})
    values = fields.List(fields.Raw(), allow_none=True, metadata={"description": "Null: an open argument."})
    min = fields.Integer(
        allow_none=True,
        metadata={"description": "How many of them; null: a single value. Without values: the least number."},
    )
    max = fields.Integer(allow_none=True, metadata={"description": "Likewise the most."})
    ordered = fields.Boolean(metadata={"description": "Whether their order counts."})
    once = fields.String(allow_none=True, metadata={"description": "The field that may not repeat."})


class ResultSchema(Shown):
    """How a game ended."""

    places = fields.Dict(fields.String(), fields.Integer(), allow_none=True, metadata={"description": "From 1."})
    won = fields.Boolean(allow_none=True, metadata={"description": "Co-operative games: whether it was won."})
    unranked = fields.List(fields.String())
    detail = Map(metadata={"description": "In the game's own terms."})


class HeldAnswerSchema(Shown):
    """Your answer that waits for the table's release; until then you may answer anew."""

    decision = fields.String(required=True)
    action = Map(ACTION, required=True)
    until = fields.Integer(required=True, metadata={"description": "When it appears, seconds UTC."})


class TakebackAskedSchema(Shown):
    """A takeback that waits for consent."""

    by = fields.String(required=True, metadata={"description": "The seat that asks."})
    to = fields.Integer(required=True, metadata={"description": "The version to go back to."})
    waiting = fields.List(fields.String(), required=True, metadata={"description": "The seats that must answer."})


class OriginSchema(Shown):
    """The position that a practice game began from."""

    id = fields.UUID(required=True, metadata={"description": "The game that it was branched from."})
    version = fields.Integer(required=True)
    head = fields.String(required=True, metadata={"description": "The hash of that game's log up to there, hex."})


class LinkSchema(Shown):
    """The game that one of a chain goes on from."""

    id = fields.UUID(required=True)
    head = fields.String(required=True, metadata={"description": "The hash of that game's log, hex."})
    number = fields.Integer(required=True, metadata={"description": "The number of this game in the chain, from 2."})


class WordsSchema(Shown):
    """Words that somebody wrote, and the nonce (hex) that proves them by the commitment of their reference."""

    text = fields.String(required=True)
    nonce = fields.String(required=True)


class PauseSchema(Shown):
    """A clock that stands still."""

    until = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Seconds UTC; null: until further notice."}
    )


class ClockSchema(Shown):
    """A seat's clock."""

    deadline = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Seconds UTC; null while no limit runs."}
    )
    bank = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Seconds in the bank when its clock last started or stopped; null: no bank."},
    )
    paused = fields.Nested(
        PauseSchema, required=True, allow_none=True, metadata={"description": "Its last pause; it may be over."}
    )
    passed = fields.Boolean(required=True, metadata={"description": "Whether the deadline has passed."})


class GameSchema(ShownAsIs):
    """A game as the caller may see it."""

    id = fields.UUID(required=True)
    game = fields.String(required=True)
    rules = fields.Integer(required=True, metadata={"description": "The number of the rules in force."})
    options = Map(PLAYED, required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    visibility = fields.String(required=True, validate=validate.OneOf(VISIBILITIES))
    rated = fields.Boolean(required=True)
    open_talk = fields.Boolean(
        required=True, metadata={"description": "Whether all who may see the game read what is said at its table."}
    )
    seats = fields.Dict(fields.String(), fields.Nested(SeatSchema), required=True)
    seat = fields.String(required=True, metadata={"description": "Through whose eyes this is seen."})
    commitment = fields.String(
        required=True, metadata={"description": "Commits to the seed, which opens when the game is closed; hex."}
    )
    at = fields.Integer(required=True, metadata={"description": "When the last event was stored, seconds UTC."})
    version = fields.Integer(required=True, metadata={"description": "Number of events in the log."})
    head = fields.String(required=True, metadata={"description": "Hash of the log up to here, hex."})
    table = Map(required=True, allow_none=True, metadata={"description": "The table; null before the start."})
    pending = fields.Dict(
        fields.String(),
        fields.Nested(DecisionSchema),
        required=True,
        metadata={"description": "Seat -> the decision that waits for it."},
    )
    decision = fields.String(
        required=True, allow_none=True, metadata={"description": "The id of the caller's own decision."}
    )
    legal = fields.List(
        Documented(ACTION),
        required=True,
        metadata={"description": "The caller's legal actions, ready to post; at most 200."},
    )
    legal_complete = fields.Boolean(required=True, metadata={"description": "Whether `legal` holds all of them."})
    slots = fields.Dict(
        fields.String(),
        fields.List(fields.Nested(SlotSchema)),
        required=True,
        metadata={"description": "Verb -> its arguments, where a decision is a product or open."},
    )
    standing = fields.Dict(
        fields.String(),
        fields.List(fields.Nested(SlotSchema)),
        required=True,
        metadata={"description": "Verb -> its arguments, for what the caller may do at any time, asked or not."},
    )
    held = fields.Nested(HeldAnswerSchema, required=True, allow_none=True)
    takeback = fields.Nested(TakebackAskedSchema, required=True, allow_none=True)
    may_take_back = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "The versions that the caller may go back to without asking, the latest first."},
    )
    branch = fields.Nested(OriginSchema, required=True, allow_none=True)
    chain = fields.Nested(LinkSchema, required=True, allow_none=True)
    league = Map(allow_none=True, metadata={"description": "The league's table: id, stage, round, table."})
    series = Map(allow_none=True, metadata={"description": "The series that it belongs to, and its number there."})
    entropy = fields.Dict(
        fields.String(),
        fields.String(validate=validate.OneOf(("given", "sealed", "opened"))),
        required=True,
        metadata={"description": "Seat -> what it adds to the chance of the game; `sealed` is opened when all sit."},
    )
    texts = fields.Dict(
        fields.String(),
        fields.Nested(WordsSchema),
        required=True,
        metadata={"description": "Id -> the words that references in table and questions stand for, while they exist."},
    )
    clock = Map(required=True, allow_none=True, metadata={"description": "The terms of its clock; null: none."})
    release = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Minutes: answers to chains and wounds appear at full intervals only."},
    )
    clocks = fields.Dict(
        fields.String(),
        fields.Nested(ClockSchema),
        required=True,
        metadata={"description": "Seat -> its clock; empty where none runs."},
    )
    result = fields.Nested(ResultSchema, required=True, allow_none=True)
    why = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Why it ended so, as its last event tells; seats stand in it by their ids."},
    )


class EventSchema(Shown):
    """An entry of the log as the caller may read it."""

    version = fields.Integer(required=True)
    command = fields.Integer(required=True, metadata={"description": "The command that it belongs to."})
    type = fields.String(required=True)
    schema = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    seat = fields.String(required=True, allow_none=True)
    data = Map(required=True)
    draws = fields.List(Map(), required=True)
    commitments = fields.Dict(fields.String(), fields.String(), required=True)
    private = Map(required=True, metadata={"description": "Audience -> the parts that the caller may read."})
    hash = fields.String(required=True, metadata={"description": "Hash of the log up to here, hex."})
    action = Map(metadata={"description": "What was posted; on the first event of a command."})
    by = fields.String(validate=validate.OneOf(("seat", "clock", "operator", "service")))
    opens = fields.List(Map(), metadata={"description": "Sealed parts of earlier events that this one opens."})
    texts = fields.Dict(
        fields.String(),
        fields.Nested(WordsSchema),
        metadata={"description": "Id -> the words that references in the entry stand for; the hash does not cover it."},
    )
    muted = fields.Boolean(metadata={"description": "True: words are left out, as the caller has muted their author."})


EVENT = {"$ref": "#/components/schemas/Event"}
"""Entries are passed on as they were stored, never dumped through a schema."""


class InclusionSchema(Shown):
    """An entry of the journal, and the proof that a signed checkpoint's Merkle tree holds it."""

    entry = Map(required=True, metadata={"description": "The entry without `private` and `hash`."})
    proof = fields.List(fields.String(), required=True, metadata={"description": "Hashes up to the head, hex."})
    checkpoint = fields.String(required=True, metadata={"description": "A signed note (C2SP tlog-checkpoint)."})


class ReceiptSchema(Shown):
    """Where a game stood, signed by the installation: whoever keeps it can prove that the log was not altered."""

    game = fields.UUID(required=True)
    version = fields.Integer(required=True)
    head = fields.String(required=True, metadata={"description": "Hash of the log up to there, hex."})
    signature = fields.String(required=True, metadata={"description": "Ed25519, hex; the keys are at `/keys`."})
    listed = fields.Nested(
        InclusionSchema,
        metadata={"description": "That the game was listed by then: its start, or as long as it has none its opening."},
    )


class AnswerSchema(ShownAsIs):
    """What a command brought about."""

    game = fields.Nested(GameSchema, required=True)
    events = fields.List(Documented(EVENT), required=True)
    receipt = fields.Nested(ReceiptSchema, required=True)


class OpenedSchema(GameSchema):
    """A game that was opened, with the receipt of it."""

    receipt = fields.Nested(ReceiptSchema, required=True)
