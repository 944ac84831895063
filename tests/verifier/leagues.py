"""Leagues that are played by hand, with all that may happen in them: ties, forfeits, games that are void or played
again, rounds paired by hand, points given, people who leave, come late or give their place on, results corrected."""

import json

from domain.audit.aggregates import LEAGUE, document
from domain.contract.game import to_json
from domain.league import actions as a
from domain.league.conduct.actions import DraftSeason
from domain.league.plan import read_plan
from domain.league.tiebreaks.registry import IN_PLANS
from tests.domain.league.running import BECAUSE, Running
from tests.pigs.pig import PIG

PLANS = {
    "swiss at larger tables, then a knock-out": {
        "seats": 4, "fewest": 3, "divisions": [{"name": "A", "size": 8}],
        "stages": [{"kind": "swiss", "rounds": 2, "advance": 7}, {"kind": "knock-out", "through": 2}],
    },
    "swiss by twos": {
        "seats": 2, "points": [1, 0], "bye": "3/2", "divisions": [{"name": "A", "size": 9}],
        "eligibility": {"late_until": 4},
        "stages": [{"kind": "swiss", "rounds": 4}],
    },
    "a round robin, carried into a knock-out": {
        "seats": 2, "points": [3, 1], "bye": "3/2", "divisions": [{"name": "A", "size": 6}],
        "stages": [{"kind": "round-robin", "cycles": 2, "annul": True}, {"kind": "knock-out", "carry": True}],
    },
    "swiss, carried into balanced groups": {
        "seats": 3, "fewest": 2, "divisions": [{"name": "A", "size": 8}],
        "stages": [{"kind": "swiss", "rounds": 3}, {"kind": "balanced-groups", "carry": True}],
    },
}  # fmt: skip


def played(plan, rng):
    """The running of a league under a plan, played to its end; then a result of each stage is corrected."""
    *_, running = playing(plan, rng)
    for stage in running.league.stages.values():
        table = rng.choice([*stage.tables.values()])
        running.organiser(a.Correct(stage.id, table.number, BECAUSE, _places(table, rng)))
    return running


def playing(plan, rng):
    """The running of a league under a plan with all tie-breaks in some order: after each step, and each round."""
    tiebreaks = rng.sample([*IN_PLANS], len(IN_PLANS))
    running = Running({**PLANS[plan], "tiebreaks": tiebreaks}, f"{plan} {rng.random()}".encode())
    running.start(PLANS[plan]["divisions"][0]["size"])
    while running.league.season.status != "closed":
        running.step()
        yield running
        for stage in running.league.season.stages.values():
            if stage.status == "running" and stage.open_round is not None:
                _play_round(running, stage, rng)
                yield running


def two_plans():
    """Two seasons of four, the second one drafted with another plan; a result of the first is corrected afterwards."""
    first = {"seats": 2, "points": [1, 0], "tiebreaks": ["wins", "lots"], "stages": [{"kind": "round-robin"}]}
    second = {"seats": 4, "points": [5, 2, 1], "tiebreaks": ["tally", "lots"], "stages": [{"kind": "balanced-groups"}]}
    divisions = {"divisions": [{"name": "A", "size": 4}]}
    running = Running({**first, **divisions})
    running.start(4)
    running.organiser(DraftSeason(plan=to_json(read_plan({**second, **divisions}, PIG))))
    running.play()
    running.start_again()
    running.play()
    running.organiser(a.Correct("L/1/A/1", 1, BECAUSE, void=True))
    return running


def told(running):
    """The log as a document, as a value."""
    return json.loads(document(LEAGUE, running.league, running.log.entries).encode())


def _play_round(running, stage, rng):
    if stage.plan.kind == "swiss" and rng.random() < 0.3:
        tables = tuple(table.seats[::-1] for table in stage.tables_of(stage.open_round))
        running.organiser(a.PairByHand(stage.id, len(stage.rounds), tables, BECAUSE))
    for table in [*stage.tables_of(stage.open_round)]:
        absent, *others = table.seats
        if (chance := rng.random()) < 0.1:
            running.organiser(a.Forfeit(stage.id, table.number, (absent,), _ranks(others), BECAUSE))
        elif chance < 0.15:
            running.service(a.Report(stage.id, table.number, "void"))
            if rng.random() < 0.5:
                running.organiser(a.Replay(stage.id, table.number))
                _finish(running, stage, table, rng)
        else:
            _finish(running, stage, table, rng)
    if rng.random() < 0.3:
        running.organiser(a.Adjust(stage.id, rng.choice(stage.entrants), rng.choice([1, -1, "1/2"]), BECAUSE))
    staying = [entrant for entrant in stage.entrants if entrant not in running.league.season.withdrawn]
    if rng.random() < 0.15 and len(staying) > 4:
        running.organiser(a.Withdraw(rng.choice(staying), BECAUSE))
    if stage.plan.kind == "swiss" and rng.random() < 0.3:
        _let_somebody_in(running, stage, staying)


def _let_somebody_in(running, stage, staying):
    """One comes late where a round is still to come, and one gives its place on."""
    number, eligibility = len(running.log.entries), running.league.plan.eligibility
    if len(stage.rounds) < min(stage.plan.rounds, eligibility.late_until):
        running.organiser(a.EnterLate(stage.id, 1000, account=f"late-{number}"))
    running.organiser(a.Replace(staying[0], BECAUSE, account=f"instead-{number}"))


def _finish(running, stage, table, rng):
    tally = {entrant: rng.randrange(9) for entrant in table.seats}
    running.service(a.Report(stage.id, table.number, "over", _places(table, rng), tally=tally))


def _ranks(entrants):
    return {entrant: place for place, entrant in enumerate(entrants, 1)} if len(entrants) > 1 else {}


def _places(table, rng):
    """Places in some order, some of them shared."""
    places = {}
    for number, entrant in enumerate(rng.sample(table.seats, len(table.seats)), 1):
        before = max(places.values(), default=0)
        places[entrant] = before if before and rng.random() < 0.25 else number
    return places


SMALL = {
    "seats": 2,
    "points": [1, 0],
    "divisions": [{"name": "A", "size": 5}],
    "stages": [{"kind": "swiss", "rounds": 3}],
}


def example():
    """The small league that lies among the examples: five entrants, three rounds, somebody who did not come."""
    running = Running({**SMALL, "tiebreaks": ["buchholz", "wins", "lots"]}, b"example", "example-league")
    running.start(5)
    stage = running.league.stages["example-league/1/A/1"]
    while running.league.season.status != "closed":
        running.step()
        for table in [] if stage.open_round is None else [*stage.tables_of(stage.open_round)]:
            _report_by_name(running, stage, table)
    return running


def _report_by_name(running, stage, table):
    """Whose name comes first wins; but once somebody does not come."""
    if table.number == 3:
        running.organiser(a.Forfeit(stage.id, table.number, table.seats[:1], {}, BECAUSE))
        return
    places = {entrant: place for place, entrant in enumerate(sorted(table.seats), 1)}
    running.service(a.Report(stage.id, table.number, "over", places))
