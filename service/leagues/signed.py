"""Who decided what at the tables of a league, and why, in names and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from domain.contract.game import Text
from domain.league.state import Correction, League
from service.leagues import answer_shapes as shapes


@dataclass(frozen=True)
class Signed:
    """The names of accounts, and the words of organisers by the id of their reference, as far as both still exist."""

    names: Mapping[str, str]
    words: Mapping[str, str]

    def by(self, author: str | None) -> str | None:
        """The name of who decided something; None where it is not told, or the account is no more."""
        return None if author is None else self.names.get(author)

    def why(self, reason: Text | None) -> str | None:
        """The words of a reason; None where there was none, or they were forgotten."""
        return None if reason is None else self.words.get(reason.id)

    def corrections(self, corrected: Iterable[Correction]) -> list[shapes.Correction]:
        """Each correction: the version of its event, who made it, and why."""
        return [
            shapes.Correction(event=one.event, author=self.by(one.author), reason=self.why(one.reason))
            for one in corrected
        ]


def authors(league: League) -> Iterator[str]:
    """The accounts that decided something which the log signs."""
    for stage in league.stages.values():
        yield from (one.author for one in stage.adjustments if one.author is not None)
        for table in stage.tables.values():
            yield from (one.author for one in table.corrected if one.author is not None)
