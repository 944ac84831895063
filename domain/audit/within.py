"""The games within a document, a chain or those of a character: what is found of each counts for the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from domain.audit import Verdict
from domain.audit.verdict import MALFORMED, Bad, Malformed, worst
from domain.records.export import Record

Examine = Callable[[Record], Verdict]
"""The verdict on the record of a game, with all that somebody kept outside of it."""


def examined(games: Iterable[tuple[str, Record]], examine: Examine) -> list[tuple[str, Verdict]]:
    """The verdicts on the games of a document, each of which comes with what it is called; `Bad` for the first that is
    refused."""
    found = []
    for name, record in games:
        verdict = examine(record)
        if verdict.is_refused:
            bad = Malformed if verdict.code == MALFORMED else Bad
            raise bad(None, f"{name}: {verdict.reason}")
        found.append((name, verdict))
    return found


def with_games(verdict: Verdict, found: Sequence[tuple[str, Verdict]]) -> Verdict:
    """The verdict on a document whose games were not refused: the worst of all, and what is remarked of each game.

    `found` are the verdicts on the games, by what each is called.
    """
    all_of_them = [verdict, *(own for _, own in found)]
    code = worst(one.code for one in all_of_them)
    word = next(one.word for one in all_of_them if one.code == code)
    of_games = (f"{name}: {remark}" for name, own in found for remark in own.remarks)
    return msgspec.structs.replace(verdict, code=code, word=word, remarks=(*verdict.remarks, *of_games))
