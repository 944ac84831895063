"""The mirror after a game: its analysis is asked for, made in slices by workers, and shown to whoever may see the game.

What was found is kept in relations beside the log, from which it follows: thrown away, it is asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from domain.contract.reason import Reason
from domain.games.catalog import Catalog
from domain.mirror.analysis import Finding, Terms, WhyNot, decisions, findings, terms_of, why_not
from domain.mirror.course import is_blunder, turning_points
from domain.table.table import Table
from projections.statements import matching, once, put
from service.errors import ServiceError
from service.games import views
from service.games.game_logs import GameLogs
from service.games.shapes.answers import Decision
from service.games.shapes.mirror import AnalysedAnswer, AnalysedDecision, Analysis, AnalysisStatus, Weighed
from service.store import relations
from service.store.event_store import Store, executing
from service.store.relations import analyses

SLICE_SECONDS = 5.0
"""How long a worker goes on with an analysis before it makes room for the turns of AIs."""

WHY_NOT: Mapping[WhyNot, Reason] = {
    "not-searched": Reason("there is no analysis of this game, since nobody can look ahead in it"),
    "old-rules": Reason("there is no analysis of this game, since its rules are no longer kept"),
}

ASK, GO_ON = once(analyses), put(analyses)

ASKED = select(analyses).where(matching(analyses.c.game))

DUE = select(analyses.c.game, analyses.c.slices).where(analyses.c.ended == 0).order_by(analyses.c.asked)

KEEP = put(relations.findings)

KEPT = (
    select(relations.findings.c.content)
    .where(matching(relations.findings.c.game))
    .order_by(relations.findings.c.version)
)

_FINDING = msgspec.json.Decoder(Finding)


class Mirror:
    """The analyses of games that are over. Thread-safe; raises `ServiceError`.

    `clock()` is the time in seconds UTC; a slice goes by `elapsed()`, seconds that nobody can set.
    """

    def __init__(
        self,
        store: Store,
        logs: GameLogs,
        catalog: Catalog,
        clock: Callable[[], int],
        elapsed: Callable[[], float],
        slice_seconds: float = SLICE_SECONDS,
    ) -> None:
        self._store = store
        self._logs = logs
        self._catalog = catalog
        self._clock = clock
        self._elapsed = elapsed
        self._slice_seconds = slice_seconds

    def ask(self, account_id: str, game_id: str) -> Analysis:
        """Have a game analysed; what was asked for before is left as it is. `illegal` while the game runs, or where
        there is no analysis of it."""
        with self._logs.latest(game_id) as log:
            self._check(log.table, account_id)
            why, terms = why_not(log.table), terms_of(log.table)
        if why is not None:
            raise ServiceError("illegal", WHY_NOT[why])
        begun = {"decisions": 0, "slices": 0, "asked": self._clock(), "ended": 0}
        self._store.write(executing(ASK, game=game_id, seed=terms.seed, playouts=terms.playouts, **begun))
        return self.look(account_id, game_id)

    def look(self, account_id: str | None, game_id: str) -> Analysis:
        """The analysis of a game, as far as it has come; `not-found` while the game runs."""
        with self._logs.latest(game_id) as log:
            self._check(log.table, account_id, "not-found")
            why = why_not(log.table)
        if why is not None:
            return Analysis(status="impossible", why_not=why)
        row = self._asked(game_id)
        if row is None:
            return Analysis(status="none")
        found = self._found(game_id)
        waits: AnalysisStatus = "under-way" if row["slices"] or found else "waiting"
        return Analysis(
            status="done" if row["ended"] else waits,
            seed=row["seed"],
            playouts=row["playouts"],
            decisions=row["decisions"],
            found=_shown(found),
        )

    def looked_at(self, account_id: str | None, game_id: str) -> Analysis | None:
        """The same; None where it cannot be looked at."""
        try:
            return self.look(account_id, game_id)
        except ServiceError:
            return None

    def due(self) -> list[tuple[str, int]]:
        """The games whose analysis is to go on, each with how often it has, the one first asked for first."""
        return [(row["game"], row["slices"]) for row in self._store.rows(DUE)]

    def step(self, game_id: str) -> None:
        """Go on with an analysis for a while, from where it is."""
        row = self._asked(game_id)
        if row is None or row["ended"]:
            return
        until = self._elapsed() + self._slice_seconds
        with self._logs.latest(game_id) as log:
            entries, seed = list(log.entries), log.seed
        went_on = {**row, "slices": row["slices"] + 1}
        if not row["decisions"]:
            went_on["decisions"] = decisions(entries, self._catalog)
            self._store.write(executing(GO_ON, **{**row, "decisions": went_on["decisions"]}))
        known = {found.at for found in self._found(game_id)}
        for found in findings(entries, self._catalog, seed, Terms(row["seed"], row["playouts"]), known):
            content = msgspec.json.encode(found).decode()
            self._store.write(executing(KEEP, game=game_id, version=found.at, content=content))
            if self._elapsed() >= until:
                break
        else:
            went_on["ended"] = max(1, self._clock())
        self._store.write(executing(GO_ON, **went_on))

    def _asked(self, game_id: str) -> dict[str, Any] | None:
        names = analyses.c.keys()
        return next(({name: row[name] for name in names} for row in self._store.rows(ASKED, game=game_id)), None)

    def _found(self, game_id: str) -> list[Finding]:
        return [_FINDING.decode(row["content"]) for row in self._store.rows(KEPT, game=game_id)]

    def _check(self, table: Table, account_id: str | None, refused: str = "illegal") -> None:
        """`refused` unless the game is over and laid open, `not-found` or `forbidden` for whoever may not see it."""
        views.check_may_see(table, account_id)
        if table.closed is None:
            raise ServiceError(refused, "only a closed game is analysed; this one runs")
        if not table.is_laid_open:
            raise ServiceError(refused, "other tables of its deal may still be played on")


def _shown(found: Sequence[Finding]) -> list[AnalysedDecision]:
    turns = {one.at for one in turning_points(found)}
    return [_decision(one, is_turning_point=one.at in turns) for one in found]


def _decision(found: Finding, *, is_turning_point: bool) -> AnalysedDecision:
    judged = found.judged
    return AnalysedDecision(
        at=found.at,
        seat=found.seat,
        level=found.level,
        decision=Decision.copied(found.decision),
        played=AnalysedAnswer.copied(judged.played),
        best=AnalysedAnswer.copied(judged.best),
        options=[AnalysedAnswer.copied(option) for option in judged.options],
        chances=dict(judged.chances),
        is_blunder=is_blunder(found),
        is_turning_point=is_turning_point,
        reasons=[Weighed.copied(reason) for reason in found.reasons],
    )
