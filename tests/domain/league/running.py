"""A league under way in memory, for tests: commands in, results made up by a stream, steps taken as a worker would."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from domain.contract.chance import Stream, joined
from domain.contract.game import Action, Refused, Text
from domain.league import actions as a
from domain.league.conduct.drafts import plan_ahead
from domain.league.decide import league_log, opening
from domain.league.plan import stage_ids
from domain.league.state import League, Stage, TableGame
from domain.league.steps import due
from domain.log.record import seed_commitment
from tests.pigs.pig import PIG

BECAUSE = Text("t1", "00" * 32)
"""The reference to an organiser's reason."""

TWO = {"seats": 2, "points": [1, 0]}
"""A plan of tables of two, a win bringing a point."""

Outcome = Callable[[Stage, TableGame], Mapping[str, Any]]
"""What comes of a table: the fields of a report but for stage and table."""


@contextmanager
def told_in_full() -> Iterator[None]:
    """Whatever is refused within, the reason has all that it speaks of."""
    try:
        yield
    except Refused as refusal:
        if refusal.why.untold:
            raise AssertionError(f"{refusal}: {refusal.why.untold}") from refusal
        raise


class Running:
    """A league of pig. `at` is the time of the next command; nothing here knows a rule. `older` is what its plan has
    otherwise that only an older program would have taken."""

    def __init__(
        self,
        plan: Mapping[str, Any],
        key: bytes = b"league",
        league_id: str = "L",
        older: Mapping[str, Any] | None = None,
    ) -> None:
        self._rng = Stream(key)
        self.seeds: dict[str, bytes] = {}
        self.log = league_log(league_id, self.seeds, self._bytes)
        self.at = 1000
        opened = opening(PIG, league_id, plan)
        self.service(msgspec.structs.replace(opened, plan={**opened.plan, **(older or {})}))

    def _bytes(self, count: int) -> bytes:
        return bytes(self._rng.below(256) for _ in range(count))

    @property
    def league(self) -> League:
        return self.log.aggregate

    # ---- commands

    def post(self, by: str, action: Action, seat: str | None = None) -> list[str]:
        """Post a command; the types of the events that it brought about. What is refused says all that it speaks of."""
        with told_in_full():
            return [entry.read().type for entry in self.log.post(by, seat, action, self.at)]

    def service(self, action: Action) -> list[str]:
        return self.post("service", action)

    def organiser(self, action: Action) -> list[str]:
        return self.post("operator", action)

    # ---- a season

    def open_season(self, ratings: Mapping[str, int] | None = None) -> None:
        """Open the next season; with ratings, of those who come back at once."""
        ids = stage_ids(self.league.id, len(self.league.seasons) + 1, plan_ahead(self.league))
        self.seeds |= {stage: self._bytes(32) for stage in ids}
        commitments = {stage: seed_commitment(stage, self.seeds[stage]) for stage in ids}
        self.organiser(a.OpenSeason(commitments, dict(ratings or {})))

    def enrol(self, count: int, ratings: Sequence[int] | None = None) -> None:
        """People p1, p2, ... with sealed entropy."""
        for number in range(1, count + 1):
            rating = 1000 if ratings is None else ratings[number - 1]
            sealed = hashlib.sha256(entropy_of(number)).hexdigest()
            self.post("seat", a.Enrol(rating, account=f"p{number}", entropy_hash=sealed))

    def open_all_entropy(self) -> None:
        for enrolment in list(self.league.season.enrolled.values()):
            if enrolment.owes_entropy:
                account = str(self.league.entrants[enrolment.entrant].account)
                opened = a.OpenEntropy(entropy_of(int(account[1:])).hex())
                self.post("seat", opened, enrolment.entrant)

    def start(self, count: int, ratings: Sequence[int] | None = None) -> None:
        """A season with `count` people up to its start."""
        self.open_season()
        self.enrol(count, ratings)
        self.organiser(a.CloseEnrolment())
        self.open_all_entropy()
        self.service(a.StartSeason())

    def start_again(self) -> None:
        """The next season with everybody who was in the last one."""
        self.open_season()
        for entrant in self.league.seasons[-2].order:
            account = str(self.league.entrants[entrant].account)
            sealed = hashlib.sha256(entropy_of(int(account[1:]))).hexdigest()
            self.post("seat", a.Enrol(1000, account=account, entropy_hash=sealed))
        self.organiser(a.CloseEnrolment())
        self.open_all_entropy()
        self.service(a.StartSeason())

    def step(self) -> list[str]:
        """Take the steps that follow by themselves, once."""
        return [event for action in due(self.league, self.at) for event in self.service(action)]

    def report_all(self, outcome: Outcome) -> None:
        """Report a result for every open table."""
        for stage in self.league.season.stages.values():
            opened = stage.open_round if stage.status == "running" else None
            for table in list(stage.tables_of(opened)) if opened is not None else []:
                if table.result is None:
                    self.service(a.Report(stage.id, table.number, "over", **outcome(stage, table)))

    def play(self, outcome: Outcome | None = None, most: int = 1000) -> None:
        """Play the season to its end."""
        for _ in range(most):
            if self.league.season.status == "closed":
                return
            self.step()
            self.report_all(outcome or self.at_random)
        raise AssertionError("the season does not end")

    def at_random(self, stage: Stage, table: TableGame) -> Mapping[str, Any]:
        order = self._rng.shuffled(table.seats)
        tally = {entrant: 3 * place + self._rng.below(3) for place, entrant in enumerate(order, 1)}
        return {"places": {entrant: place for place, entrant in enumerate(order, 1)}, "tally": tally}


def entropy_of(number: int) -> bytes:
    """The entropy that person `number` gives."""
    return hashlib.sha256(joined("entropy", number)).digest()


def by_strength(stage: Stage, table: TableGame) -> Mapping[str, Any]:
    """The entrant of the lower number always comes before the other; wounds are the places."""
    order = sorted(table.seats, key=lambda entrant: int(entrant[1:]))
    places = {entrant: place for place, entrant in enumerate(order, 1)}
    return {"places": places, "tally": dict(places)}


def played(entrants: int, *stages: Mapping[str, Any], outcome: Outcome = by_strength, **plan: Any) -> Running:
    """A season of one division played to its end, the lower number being the stronger entrant."""
    full = {"seats": 4, "fewest": 3, "divisions": [{"name": "A", "size": entrants}], "stages": list(stages), **plan}
    running = Running(full)
    running.start(entrants, [1000 - number for number in range(entrants)])
    running.play(outcome)
    return running
