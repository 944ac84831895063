"""Who has a part in a game: operators keep out of what is their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.table.table import Table
from service.errors import ServiceError

HasPart = Callable[[str, str], bool]
"""Whether an account (the first) holds or held a place in a log (the second), or organises it."""


class Interests:
    """Knows the parts that people have in games. Raises `ServiceError`.

    `of` maps the terms of a game that say what it belongs to (`league`, `series`, `challenge`) to who knows that.
    """

    def __init__(self, of: Mapping[str, HasPart]) -> None:
        self._of = of

    def check_has_none(self, account_id: str, table: Table) -> None:
        """`forbidden` for whoever holds or held a seat of the game, opened it, or has a part in what it belongs to."""
        terms = table.header.terms
        belongs_to = ((has_part, terms.get(term)) for term, has_part in self._of.items())
        theirs = any(log is not None and has_part(account_id, str(log["id"])) for has_part, log in belongs_to)
        if theirs or table.members.has_part(account_id) or account_id == terms.get("creator"):
            raise ServiceError("forbidden", "this game is your own: another operator acts in it, or the command line")
