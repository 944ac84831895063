"""What a series, a league or a challenge waits for: which game, table or stage, who is to decide, or a worker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.challenge.decide import due_steps
from domain.challenge.state import Challenge, Try
from domain.contract.game import Action, verb_of
from domain.league.state import League, Season, Stage
from domain.league.steps import due
from domain.series.state import Series, next_step
from service.bootstrap import Services
from service.errors import ServiceError
from service.leagues.work import Work, open_tables
from service.operation.why.processes import Processes
from service.operation.why.reasons import Explanation, Reason, What, when

State = Literal["absent", "running", "ended"]


class JoinedWaits:
    """Explains what joins several games. `ServiceError` `not-found` for one that is not there."""

    def __init__(self, services: Services, processes: Processes) -> None:
        self._services = services
        self._processes = processes

    def series(self, series_id: str) -> Explanation:
        """What a series waits for."""
        series = self._services.series.look(series_id)
        if series.status != "running":
            return Explanation("series", series_id, f"closed ({series.status})", ())
        return self._explained("series", series_id, series.status, self._of_series(series))

    def league(self, league_id: str) -> Explanation:
        """What a league waits for: its season of the day."""
        with self._services.league_views.reading(league_id) as log:
            league = log.aggregate
            if not league.seasons:
                nothing = Reason("organiser", "The organiser has still to open a season.")
                return Explanation("league", league_id, "announced", (nothing,))
            season, reasons = league.season, list(self._of_league(league))
        return self._explained("league", league_id, season.status, iter(reasons))

    def challenge(self, challenge_id: str) -> Explanation:
        """What a challenge waits for."""
        challenge = self._services.challenges.look(challenge_id)
        return self._explained("challenge", challenge_id, challenge.status, self._of_challenge(challenge))

    def _explained(self, what: What, log_id: str, status: str, found: Iterator[Reason]) -> Explanation:
        reasons = list(found)
        return Explanation(what, log_id, status, (*reasons, *self._processes.needed(reasons)))

    def _of_series(self, series: Series) -> Iterator[Reason]:
        for seat, held in series.holders.items():
            if not held.taken:
                yield Reason("seat", f"{seat} is free.", {"seat": seat})
        for seat in series.owing if series.is_full else ():
            yield Reason("entropy", f"{seat} has still to open its sealed entropy.", {"seat": seat})
        step = next_step(series)
        if step is not None and step.what == "open-game":
            yield self._step(f"Game {step.number} is to be opened.", "series", series.id, series.version)
        elif step is not None:
            yield from self._game(f"game {step.number}", step.game_id)
            if self._state_of(step.game_id) == "ended":
                yield self._step(f"Game {step.number} is to be tallied.", "series", series.id, series.version)

    def _of_league(self, league: League) -> Iterator[Reason]:
        season = league.season
        yield from _of_enrolment(season)
        for stage in season.stages.values():
            yield from _of_stage(stage)
        for work in open_tables(league):
            yield self._table(work)
        steps = [
            *(_of_action(action) for action in due(league, self._services.clock())),
            *(step for work in open_tables(league) for step in self._at_table(work)),
        ]
        if steps:
            yield self._step(f"To be done by itself: {', '.join(steps)}.", "league", league.id, league.version)

    def _at_table(self, work: Work) -> Iterator[str]:
        """What is to be done at a table: its game, or series, is not open yet, or has ended."""
        state = self._state_of(work.fixture.id) if work.series is None else self._state_of_series(work.fixture.id)
        if state != "running":
            yield f"{'opening' if state == 'absent' else 'report'} of {work.fixture.id}"

    def _table(self, work: Work) -> Reason:
        """A table that has no result: it waits for its game, or its series."""
        what, game_id = "game" if work.series is None else "series", work.fixture.id
        place = f"table {work.table} of {work.stage}"
        facts = {"stage": work.stage, "table": work.table, what: game_id, "entrants": list(work.entrants)}
        return Reason("table", f"{place.capitalize()} waits for the {what} {game_id}.", facts)

    def _of_challenge(self, challenge: Challenge) -> Iterator[Reason]:
        if challenge.status == "open":
            due_at = challenge.header.due
            until = "" if due_at is None else f", or until {when(due_at)}"
            yield Reason("organiser", f"Tries may begin until the organiser closes it{until}.", {"due": due_at})
        for own in challenge.tries.values():
            yield from self._try(own)
        steps = [
            *(_of_action(action) for action in due_steps(challenge, self._services.clock())),
            *(
                f"report of try {own.number}"
                for own in challenge.running
                if self._state_of(str(own.game_id)) == "ended"
            ),
        ]
        if steps:
            says = f"To be done by itself: {', '.join(steps)}."
            yield self._step(says, "challenge", challenge.id, challenge.version)

    def _try(self, own: Try) -> Iterator[Reason]:
        if own.status == "forming":
            says = f"Try {own.number} has not begun: {', '.join(own.open_seats)} free."
            yield Reason("try", says, {"number": own.number, "seats": own.open_seats})
        elif own.status == "playing":
            says = f"Try {own.number} waits for the game {own.game_id}."
            yield Reason("try", says, {"number": own.number, "game": own.game_id})

    def _game(self, what: str, game_id: str) -> Iterator[Reason]:
        yield Reason("game", f"It waits for {what}, {game_id}.", {"game": game_id})

    def _state_of(self, game_id: str) -> State:
        """How far a game is; one that cannot be read has not ended."""
        try:
            return "running" if self._services.ledger.table(game_id).closed is None else "ended"
        except ServiceError as error:
            return "absent" if error.code == "not-found" else "running"

    def _state_of_series(self, series_id: str) -> State:
        if not self._services.series.is_series(series_id):
            return "absent"
        return "running" if self._services.series.ended(series_id) is None else "ended"

    def _step(self, says: str, kind: str, log_id: str, version: int) -> Reason:
        return self._processes.step(says, kind, log_id, version)


def _of_action(action: Action) -> str:
    """A command that follows by itself, in words: `pair-round L/1/A/1`."""
    return " ".join([verb_of(action).rpartition("/")[2], str(getattr(action, "stage", ""))]).strip()


def _of_enrolment(season: Season) -> Iterator[Reason]:
    if season.status == "enrolling":
        yield Reason("organiser", f"The organiser has still to close the enrolment of season {season.number}.")
    if season.status == "opening":
        owing = [own.entrant for own in season.holding if own.owes_entropy]
        for entrant in owing:
            yield Reason("entropy", f"{entrant} has still to open its sealed entropy.", {"entrant": entrant})
        yield Reason("organiser", f"The organiser has still to start season {season.number}.")
    if season.status == "closed":
        yield Reason("organiser", f"Season {season.number} is over; the organiser has still to open another.")


def _of_stage(stage: Stage) -> Iterator[Reason]:
    opened = stage.open_round
    if stage.failed is not None:
        says = f"{stage.id} has no pairing by the rules, and waits for the organiser: {stage.failed}."
        yield Reason("organiser", says, {"stage": stage.id, "failed": stage.failed})
    elif opened is not None:
        left = sum(table.result is None for table in stage.tables_of(opened))
        until = "" if opened.due is None else f", until {when(opened.due)}"
        says = f"Round {opened.number} of {stage.id} waits for {left} of {len(opened.tables)} tables{until}."
        yield Reason("stage", says, {"stage": stage.id, "round": opened.number, "left": left, "due": opened.due})
