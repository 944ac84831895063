"""What people are answered about themselves, each shape once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from service.people.account import LANGUAGES
from service.people.scopes import Scope
from service.shape import Instant, Shape, ShownOnce

TokenName: TypeAlias = Annotated[str, Meta(description="Names the token for logging out.")]


class Account(Shape, kw_only=True, frozen=True):
    """An account."""

    id: str
    name: str
    created: Instant
    time_zone: Annotated[str, Meta(description="An IANA name.")]
    language: Annotated[str, Meta(extra_json_schema={"enum": tuple(LANGUAGES)})]
    bot: Annotated[bool, Meta(description="Whether a program plays with it: said once, and for ever.")]


class Created(Account, kw_only=True, frozen=True):
    """A new account and its first token, which is shown this once."""

    token: ShownOnce
    token_id: TokenName


class Token(Shape, kw_only=True, frozen=True):
    """A token, which is shown this once."""

    id: TokenName
    token: ShownOnce


class KnownToken(Shape, kw_only=True, frozen=True):
    """A token that logs you in; the token itself is not kept."""

    id: TokenName
    name: Annotated[str | None, Meta(description="What you called it.")]
    created: Instant
    used: Annotated[int | None, Meta(description="When it was last in use, to the hour, seconds UTC; null: never.")]
    scopes: Annotated[list[Scope], Meta(description="What it may be used for.")]
    ends: Annotated[int | None, Meta(description="From when it is worth nothing, seconds UTC; null: it lasts.")]
    app: Annotated[str | None, Meta(description="The id of the app that you let have it; null: it is your own.")]


class Tokens(Shape, kw_only=True, frozen=True):
    """Your tokens, the newest first."""

    tokens: list[KnownToken]


class App(Shape, kw_only=True, frozen=True):
    """An app that may ask people for a token."""

    id: Annotated[str, Meta(description="The `client_id` of OAuth 2.")]
    name: Annotated[str, Meta(description="What people are told.")]
    redirect_uris: Annotated[list[str], Meta(description="Where people may be sent back to, exactly so.")]
    scopes: Annotated[list[Scope], Meta(description="What it may ask for at most.")]
    created: Instant


class Apps(Shape, kw_only=True, frozen=True):
    """Your apps."""

    apps: list[App]


class BlockedPerson(Shape, kw_only=True, frozen=True):
    """Somebody whom you block or mute."""

    name: str
    since: Instant


class People(Shape, kw_only=True, frozen=True):
    """People, by name."""

    people: list[BlockedPerson]


class ShownVacation(Shape, kw_only=True, frozen=True):
    """Your vacation, and what is left of this year's allowance."""

    began: Annotated[int | None, Meta(description="Seconds UTC; null: you are on none.")]
    ends: Annotated[int | None, Meta(description="Seconds UTC.")]
    left: Annotated[int, Meta(description="Seconds of the allowance that are not begun.")]
