"""What the use cases of games answer, each shape once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Protocol, Self, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from domain.log import words as log
from service.people.bots import AccountNames, seated
from service.shape import GameEntry, Id, Instant, Object, Shape

ActionSent: TypeAlias = Annotated[Object, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
"""An action of one of the games."""

TableSeen: TypeAlias = Annotated[Object, Meta(extra_json_schema={"$ref": "#/components/schemas/GameTable"})]
"""The table of one of the games."""

LegalAction: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]

OptionsGiven: TypeAlias = Annotated[Object, Meta(extra_json_schema={"$ref": "#/components/schemas/Options"})]
"""The options of one of the games."""

Played: TypeAlias = Annotated[
    Object,
    Meta(description="Those that it was opened with, and what is fixed by them for good, such as a set of cards."),
]
"""The options of a game as they are shown."""

STATUSES = ("open", "running", "over", "void", "cancelled", "abandoned")

Status: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": STATUSES})]

VISIBILITIES = ("public", "private")

Visibility: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": VISIBILITIES})]


class Held(Protocol):
    """Something that says who holds a seat: a person's account or an AI's level, or nobody."""

    @property
    def account(self) -> str | None: ...

    @property
    def level(self) -> str | None: ...


class Seat(Shape, kw_only=True, frozen=True):
    """Who holds a seat."""

    name: Annotated[str | None, Meta(description="Display name; null: open.")]
    kind: Literal["person", "ai", "open"]
    level: Annotated[str | UnsetType | None, Meta(description="The level of an AI.")] = UNSET
    bot: Annotated[
        bool | UnsetType, Meta(description="True of an account that a program plays with. Else left out.")
    ] = UNSET
    kept_for: Annotated[
        str | UnsetType | None,
        Meta(description="Whose seat an AI keeps, who may return to it; null: somebody who is gone. Else left out."),
    ] = UNSET
    character: Annotated[
        Id | UnsetType, Meta(description="The character that is brought along, if it is a kept one.")
    ] = UNSET

    @classmethod
    def held(
        cls, held: Held, names: AccountNames, invited: str | None = None, kept: str | None = None, **more: Any
    ) -> Self:
        """A seat with who holds it; `names` are those of accounts, `invited` is whom an open one waits for, `kept` who
        may return to one that an AI keeps."""
        if kept is not None:
            more["kept_for"] = names.get(kept)
        if held.level is not None:
            return cls(name=held.level, kind="ai", level=held.level, **more)
        if held.account is not None:
            bot = seated(held.account in names.bots)
            return cls(name=names.get(held.account), kind="person", level=None, bot=bot, **more)
        return cls(name=names.get(invited or ""), kind="open", level=None, **more)


class Decision(Shape, kw_only=True, frozen=True):
    """A decision that waits."""

    kind: str
    verbs: Annotated[list[str], Meta(description="The verbs that answer it.")]
    details: Annotated[Object, Meta(description="What is open to all of what is asked.")]


class Slot(Shape, kw_only=True, frozen=True):
    """One argument of a verb whose legal actions are a product, or are open."""

    name: Annotated[str, Meta(description="A dot leads into an object: `values.I`.")]
    values: Annotated[list[Any] | None, Meta(description="Null: an open argument.")]
    min: Annotated[
        int | None, Meta(description="How many of them; null: a single value. Without values: the least number.")
    ]
    max: Annotated[int | None, Meta(description="Likewise the most.")]
    ordered: Annotated[bool, Meta(description="Whether their order counts.")]
    once: Annotated[str | None, Meta(description="The field that may not repeat.")]


class Result(Shape, kw_only=True, frozen=True):
    """How a game ended."""

    places: Annotated[dict[str, int] | None, Meta(description="From 1; null: nobody is ranked.")]
    detail: Annotated[Object, Meta(description="In the game's own terms.")]
    won: Annotated[bool | None, Meta(description="Co-operative games: whether it was won.")]
    unranked: list[str]


class HeldAnswer(Shape, kw_only=True, frozen=True):
    """Your delayed answer, which waits for the table's release; until then you may answer anew."""

    decision: str
    action: ActionSent
    until: Annotated[int, Meta(description="When it appears, seconds UTC.")]


class TakebackAsked(Shape, kw_only=True, frozen=True):
    """A takeback that waits for consent."""

    by: Annotated[str, Meta(description="The seat that asks.")]
    to: Annotated[int, Meta(description="The version to go back to.")]
    waiting: Annotated[list[str], Meta(description="The seats that must answer.")]


class Origin(Shape, kw_only=True, frozen=True):
    """The position that a practice game began from."""

    id: Annotated[Id, Meta(description="The game that it was branched from.")]
    version: int
    head: Annotated[str, Meta(description="The hash of that game's log up to there, hex.")]


class SharedWith(Shape, kw_only=True, frozen=True):
    """The installation that the game's seed is shared with."""

    key: Annotated[str, Meta(description="Its public key, hex.")]
    commitment: Annotated[str, Meta(description="To its seed, hex.")]
    shares: Annotated[int, Meta(description="How many it has given.")]
    awaited: Annotated[Instant | None, Meta(description="Since when a share is awaited; nobody acts until then.")]


class Link(Shape, kw_only=True, frozen=True):
    """The game that one of a chain goes on from."""

    id: Id
    head: Annotated[str, Meta(description="The hash of that game's log, hex.")]
    number: Annotated[int, Meta(description="The number of this game in the chain, from 2.")]


class Words(Shape, kw_only=True, frozen=True):
    """Words that somebody wrote, and the nonce (hex) that proves them by the commitment of their reference."""

    text: str
    nonce: str


def texts_of(words: Mapping[str, log.Words]) -> dict[str, Words]:
    """Words by the id of the references to them."""
    return {name: Words.of(one) for name, one in words.items()}


class Pause(Shape, kw_only=True, frozen=True):
    """A clock that stands still."""

    until: Annotated[int | None, Meta(description="Seconds UTC; null: until further notice.")]


class Clock(Shape, kw_only=True, frozen=True):
    """A seat's clock."""

    deadline: Annotated[int | None, Meta(description="Seconds UTC; null while no limit runs.")]
    bank: Annotated[
        int | None, Meta(description="Seconds in the bank when its clock last started or stopped; null: no bank.")
    ]
    paused: Annotated[Pause | None, Meta(description="Its last pause; it may be over.")]
    passed: Annotated[bool, Meta(description="Whether the deadline has passed.")]


class Operated(Shape, kw_only=True, frozen=True):
    """What an operator did to the game."""

    version: Annotated[int, Meta(description="Of the event that says so.")]
    at: Instant
    verb: str
    reason: Annotated[Object, Meta(description="The reference, `{id, commitment}`, to its words in `texts`.")]


class Asked(Shape, kw_only=True, frozen=True):
    """What everybody has to decide, and what the caller may answer."""

    pending: Annotated[dict[str, Decision], Meta(description="Seat -> the decision that waits for it.")]
    decision: Annotated[str | None, Meta(description="The id of the caller's own decision.")]
    legal: Annotated[list[LegalAction], Meta(description="The caller's legal actions, ready to post; the first 200.")]
    legal_complete: Annotated[bool, Meta(description="Whether `legal` holds all of them.")]
    slots: Annotated[
        dict[str, list[Slot]],
        Meta(description="Verb -> its arguments, where a decision is a product or open."),
    ]
    standing: Annotated[
        dict[str, list[Slot]],
        Meta(description="Verb -> its arguments, for what the caller may do at any time, asked or not."),
    ]


class LegalPart(Shape, kw_only=True, frozen=True):
    """A part of the legal answers to a decision, in the game's order."""

    decision: Annotated[str, Meta(description="The id of the decision.")]
    legal: Annotated[list[LegalAction], Meta(description="The legal actions of this part, ready to post.")]
    next: Annotated[int | None, Meta(description="What to send as `after` next; null: nothing more is listed.")]
    complete: Annotated[
        bool, Meta(description="On the last part: whether all have been listed; further ones are made of `slots`.")
    ]


class Game(Asked, kw_only=True, frozen=True):
    """A game as the caller may see it."""

    id: Id
    game: str
    rules: Annotated[int, Meta(description="The number of the rules in force.")]
    options: Played
    status: Status
    seats: dict[str, Seat]
    seat: Annotated[str, Meta(description="Through whose eyes this is seen.")]
    version: Annotated[int, Meta(description="Number of events in the log.")]
    head: Annotated[str, Meta(description="Hash of the log up to here, hex.")]
    commitment: Annotated[str, Meta(description="Commits to the seed, which opens when the game is closed; hex.")]
    visibility: Visibility
    rated: bool
    open_talk: Annotated[bool, Meta(description="Whether all who may see the game read what is said at its table.")]
    branch: Origin | None
    chain: Link | None
    league: Annotated[Object | UnsetType | None, Meta(description="The league's table: id, stage, round, table.")] = (
        UNSET
    )
    series: Annotated[
        Object | UnsetType | None, Meta(description="The series that it belongs to, and its number there.")
    ] = UNSET
    entropy: Annotated[
        dict[str, Literal["given", "sealed", "opened"]],
        Meta(description="Seat -> what it adds to the chance of the game; `sealed` is opened when all sit."),
    ]
    at: Annotated[int, Meta(description="When the last event was stored, seconds UTC.")]
    table: Annotated[TableSeen | None, Meta(description="The table; null before the start.")]
    held: HeldAnswer | None
    may_return: Annotated[
        list[str], Meta(description="The seats that AIs keep for the caller, and that sitting down takes back now.")
    ]
    shared: Annotated[SharedWith | None, Meta(description="Null where the seed is this installation's alone.")]
    takeback: TakebackAsked | None
    may_take_back: Annotated[
        list[int],
        Meta(description="The versions that the caller may go back to without asking, the latest first."),
    ]
    clock: Annotated[Object | None, Meta(description="The terms of its clock; null: none.")]
    release: Annotated[
        int | None,
        Meta(description="Minutes: answers to chains and wounds appear at full intervals only."),
    ]
    clocks: Annotated[dict[str, Clock], Meta(description="Seat -> its clock; empty where none runs.")]
    result: Result | None
    why: Annotated[
        list[str],
        Meta(description="Why it ended so, as its last event tells; seats stand in it by their ids."),
    ]
    operated: Annotated[list[Operated], Meta(description="What operators did to it, the oldest first.")]
    texts: Annotated[
        dict[str, Words],
        Meta(description="Id -> the words that references in table and questions stand for, while they exist."),
    ]


class Inclusion(Shape, kw_only=True, frozen=True):
    """An entry of the journal, and the proof that a signed checkpoint's Merkle tree holds it."""

    entry: Annotated[Object, Meta(description="The entry without `private` and `hash`.")]
    proof: Annotated[list[str], Meta(description="Hashes up to the head, hex.")]
    checkpoint: Annotated[str, Meta(description="A signed note (C2SP tlog-checkpoint).")]


class Receipt(Shape, kw_only=True, frozen=True):
    """Where a game stood, signed by the installation: whoever keeps it can prove that the log was not altered."""

    game: Id
    version: int
    head: Annotated[str, Meta(description="Hash of the log up to there, hex.")]
    signature: Annotated[str, Meta(description="Ed25519, hex; the keys are at `/keys`.")]
    listed: Annotated[
        Inclusion | UnsetType,
        Meta(description="That the game was listed by then: its start, or as long as it has none its opening."),
    ] = UNSET


class Answer(Shape, kw_only=True, frozen=True):
    """What a command brought about."""

    game: Game
    events: list[GameEntry]
    receipt: Receipt


class Opened(Game, kw_only=True, frozen=True):
    """A game that was opened, with the receipt of it."""

    receipt: Receipt


class Waiting(Shape, kw_only=True, frozen=True):
    """A decision that waits, and since when."""

    decision: str
    kind: str
    verbs: list[str]
    since: Instant


class ListedGame(Shape, kw_only=True, frozen=True):
    """A game in a list."""

    id: Id
    game: str
    options: Played
    status: Status
    seats: dict[str, Seat]
    pending: Annotated[dict[str, Waiting], Meta(description="Seat -> the decision that waits for it.")]
    takeback: Annotated[list[str], Meta(description="The seats that are asked to agree to a takeback.")]
    version: int
    visibility: str
    rated: bool
    opened: Instant
    changed: Instant


class GamesPage(Shape, kw_only=True, frozen=True):
    """A page of the list, the newest game first."""

    games: list[ListedGame]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]
