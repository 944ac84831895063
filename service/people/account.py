"""What an account is, and how the store is asked for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from projections.statements import matching
from service.store.relations import account_settings, accounts, bots

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "français", "de": "Deutsch", "pl": "polski"}
"""The languages that pages are in and that cards have names in -> what they call themselves."""

DEFAULT_LANGUAGE = "en"
"""The language of who has chosen none."""

TIME_ZONE = "UTC"
"""The time zone of who has chosen none."""

_ONE = (
    select(
        accounts.c.id,
        accounts.c.name,
        accounts.c.created,
        accounts.c.password.is_not(None).label("has_password"),
        account_settings.c.time_zone,
        account_settings.c.language,
        bots.c.account.label("bot"),
    )
    .outerjoin(account_settings, account_settings.c.account == accounts.c.id)
    .outerjoin(bots, bots.c.account == accounts.c.id)
)

BY_ID, BY_NAME = _ONE.where(matching(accounts.c.id)), _ONE.where(matching(accounts.c.name_key))
"""The row of one account, which `Account.of_row` reads."""


@dataclass(frozen=True)
class Account:
    """A person, or a bot. `created` is in seconds UTC, `time_zone` an IANA name, `language` one of `LANGUAGES`, that of
    who has chosen none the first. Without a password only tokens log it in; a browser in which it is signed in is a
    guest's.
    """

    id: str
    name: str
    created: int
    time_zone: str = TIME_ZONE
    language: str = DEFAULT_LANGUAGE
    has_chosen_language: bool = False
    bot: bool = False
    has_password: bool = False

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> Account:
        """The account of a row of `BY_ID` or `BY_NAME`."""
        place = (row["time_zone"] or TIME_ZONE, row["language"] or DEFAULT_LANGUAGE)
        marks = (bool(row["language"]), row["bot"] is not None, bool(row["has_password"]))
        return cls(row["id"], row["name"], row["created"], *place, *marks)
