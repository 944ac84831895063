"""Accounts that programs play with: the mark is set once and for ever, is shown beside the name, and enters the log of
each game at which the account sits down, by which ratings tell programs from people."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from projections.statements import any_row, once
from service.errors import ServiceError
from service.store.event_store import Change, executing
from service.store.relations import bots

IS_BOT, MARK = any_row(bots.c.account), once(bots)


class AccountNames(dict[str, str]):
    """Account id -> name, of those that exist; `bots` are those of them that are marked as bots'."""

    def __init__(self, known: Iterable[tuple[str, str, bool]] = ()) -> None:
        """AccountNames from accounts' ids, names and marks."""
        found = list(known)
        super().__init__((account, name) for account, name, _ in found)
        self.bots = frozenset(account for account, _, is_bot in found if is_bot)


def marked(account_id: str, is_bot: bool, wanted: bool) -> list[Change]:
    """The changes that set the mark, if it is wanted; `illegal` for a mark that is to be taken away."""
    if is_bot and not wanted:
        raise ServiceError("illegal", "an account that is marked as a bot's is so for ever")
    return [executing(MARK, account=account_id)] if wanted and not is_bot else []


def seated(is_bot: bool) -> bool | UnsetType:
    """What is said of the mark at a seat, in the log and in answers: nothing of a person."""
    return True if is_bot else UNSET
