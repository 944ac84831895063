"""What people are answered about how they are told of their games, each shape once."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from service.notify.forms import FORMS
from service.shape import Id, Instant, Shape, ShownOnce

DIGEST = "The hour (0 to 23, of your time zone) at which notices come together; null: each at once."

Digest: TypeAlias = Annotated[int | None, Meta(description=DIGEST)]


class Webhook(Shape, kw_only=True, frozen=True):
    """A webhook; nothing goes there but a challenge before it is confirmed."""

    id: str
    url: str
    form: Annotated[str, Meta(extra_json_schema={"enum": tuple(FORMS)})]
    game: Id | None
    digest: Digest
    created: Instant
    confirmed: bool


class NewWebhook(Webhook, kw_only=True, frozen=True):
    """A new webhook with its secret, which is shown this once."""

    secret: Annotated[
        ShownOnce, Meta(description="Signs what is sent (docs/webhooks.md). Null in the answer to a repeat.")
    ]


class Webhooks(Shape, kw_only=True, frozen=True):
    """Your webhooks."""

    webhooks: list[Webhook]


class Mail(Shape, kw_only=True, frozen=True):
    """Your e-mail address for notices; nothing goes there before you have opened the link that it was sent."""

    address: str
    game: Annotated[Id | None, Meta(description="Null: for all others.")]
    confirmed: bool
    digest: Digest


class Device(Shape, kw_only=True, frozen=True):
    """A browser that shows notices; it is shown nothing but a first one before it has answered that."""

    id: str
    name: str
    endpoint: Annotated[str, Meta(description="Where its push service takes messages.")]
    digest: Digest
    created: Instant
    confirmed: bool


class Devices(Shape, kw_only=True, frozen=True):
    """Your devices, and the key that a browser subscribes with (`applicationServerKey`, base64url)."""

    devices: list[Device]
    key: str


class Tested(Shape, kw_only=True, frozen=True):
    """A test that is on its way."""

    delivery: Annotated[str, Meta(description="Its id in the list of deliveries.")]


class Delivery(Shape, kw_only=True, frozen=True):
    """What was delivered, or is to be."""

    id: Annotated[str, Meta(description="The same for every attempt.")]
    kind: str
    game: Annotated[str, Meta(description="The game, league or challenge; empty for a test.")]
    seat: str
    decision: str
    at: Annotated[int, Meta(description="When it happened, seconds UTC.")]
    state: Annotated[
        Literal["waiting", "sent", "failed", "answered", "dropped"],
        Meta(description="`answered`: the decision was, before it was told; `dropped`: the channel is gone."),
    ]
    due: Annotated[int, Meta(description="When it is sent, or sent again, seconds UTC.")]
    attempts: int
    ended: Annotated[int | None, Meta(description="Seconds UTC.")]
    error: Annotated[str | None, Meta(description="Why the last attempt failed.")]


class Deliveries(Shape, kw_only=True, frozen=True):
    """The newest deliveries, the latest first."""

    deliveries: list[Delivery]


class KeptMuted(Shape, kw_only=True, frozen=True):
    """Whether you hear nothing of it."""

    muted: bool
