"""Every state that a table with a clock can reach comes to a deadline or to the end, by the clock's process alone.

People, AIs, operators and outages do what they may, in any order; now and then, and at the end, nobody does anything
but the process that looks at the clocks.
"""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from domain.contract.game import Refused, Text
from domain.contract.quantities import DAY, MINUTE
from domain.games.catalog import Catalog
from domain.table import actions as a
from domain.table.gamelog import GameLog
from domain.table.rules.absence import absent, claimable_from
from domain.table.rules.deadlines import answers_by_default, default_answer
from tests.streams import random_bytes

HOUR = 3600
SEATS = ("s1", "s2", "s3")
START = 1_000_000


GAMES = {"pig": "tests.pigs.pig:PIG", "together": "tests.pigs.seated_pigs:Together"}

SHARED = {"grace": st.sampled_from([0, HOUR]), "vacation": st.sampled_from([0, 3 * DAY])}

TERMS = st.one_of(
    st.fixed_dictionaries(
        {"per_decision": st.sampled_from([HOUR, DAY]), "policy": st.sampled_from(["remind", "default", "forfeit"])},
        optional=SHARED,
    ),
    st.fixed_dictionaries({"bank": st.just(DAY), "policy": st.just("forfeit")}, optional=SHARED),
    st.fixed_dictionaries(
        {"bank": st.just(DAY), "increment": st.just(HOUR), "policy": st.sampled_from(["remind", "default"])},
        optional=SHARED,
    ),
    st.fixed_dictionaries(
        {"per_decision": st.just(DAY), "policy": st.just("ai"), "level": st.just("random")}, optional=SHARED
    ),
)

ANY_SEAT = st.sampled_from(SEATS)


class Tables(RuleBasedStateMachine):
    """One table, its people, and the time."""

    @initialize(game=st.sampled_from(sorted(GAMES)), terms=TERMS, guess=st.booleans())
    def begins(self, game, terms, guess):
        log = GameLog(Catalog(GAMES), "g1", b"s" * 32, random_bytes())
        options = {"goal": 1000, "guess": guess}
        terms = {"clock": terms, "visibility": "public", "rated": False}
        log.post("service", None, log.opening(game, options, SEATS, terms=terms), START)
        for seat in SEATS:
            log.post("service", seat, a.Sit(account=f"account-{seat}"), START)
        log.post("service", None, a.Start(), START)
        self.log, self.at = log, START

    @property
    def table(self):
        return self.log.table

    @property
    def runs(self):
        return hasattr(self, "log") and self.table.status == "running"

    # ---- time

    @precondition(lambda self: self.runs)
    @rule(seconds=st.integers(1, 3 * DAY))
    def time_passes(self, seconds):
        """The clock's process is there all the while."""
        self.sweep_until(self.at + seconds)

    @precondition(lambda self: self.runs)
    @rule(seconds=st.integers(HOUR, 3 * DAY))
    def the_service_is_away(self, seconds):
        """No deadline is enforced before all of them have moved: none of them is due then."""
        since, self.at = self.at, self.at + seconds
        self.try_to("service", None, a.MoveDeadlines(since))
        following = self.table.clocks.next_due()
        assert following is None or following[0] > self.at
        self.sweep_until(self.at)

    def sweep_until(self, until):
        """The deadlines that are due by then, each at its time."""
        while self.runs and (following := self.table.clocks.next_due()) is not None and following[0] <= until:
            due, seat = following
            self.at = max(due, self.at)
            self.log.post("clock", seat, a.PassDeadline(self.table.decision_id(seat)), self.at)
            self.what_follows()
        self.at = until

    def what_follows(self):
        """The default answers of seats that are absent."""
        for _ in range(100):
            table = self.table
            away = [seat for seat in table.pending if seat in table.resigned or answers_by_default(table, seat)]
            if not away:
                return
            by = "service" if away[0] in table.resigned else "clock"
            self.log.post(by, away[0], default_answer(table, away[0]), self.at)

    # ---- people, AIs, operators

    @precondition(lambda self: self.runs)
    @rule(data=st.data())
    def somebody_answers(self, data):
        seat = data.draw(st.sampled_from(sorted(self.table.pending)))
        if self.table.seats[seat].taken and seat not in self.table.resigned:
            legal = self.table.game.legal(self.table.state, seat).actions
            self.post("seat", seat, data.draw(st.sampled_from(legal)))

    @precondition(lambda self: self.runs)
    @rule(seat=ANY_SEAT, data=st.data())
    def takes_back(self, seat, data):
        """At once, or by asking the others."""
        to = data.draw(st.sampled_from([done.last for done in self.table.commands]))
        self.try_to("seat", seat, a.TakeBack(to))

    @precondition(lambda self: self.runs and self.table.waiting.takeback is not None)
    @rule(seat=ANY_SEAT, agreed=st.sampled_from([True, True, False]))
    def answers_a_takeback(self, seat, agreed):
        self.try_to("seat", seat, a.AnswerTakeback(agreed))

    @precondition(lambda self: self.runs)
    @rule(seat=ANY_SEAT)
    def resigns(self, seat):
        self.try_to("seat", seat, a.Resign())

    @precondition(lambda self: self.runs)
    @rule(seat=ANY_SEAT)
    def returns(self, seat):
        self.try_to("seat", seat, a.TakeOver(f"account-{seat}"))

    @precondition(lambda self: self.runs)
    @rule(seat=ANY_SEAT, what=st.sampled_from(["end", "replacement"]))
    def claims(self, seat, what):
        away = next((other for other in absent(self.table) if other != seat), None)
        self.try_to("seat", seat, a.Claim(what, away, "random" if what == "replacement" else None))

    @precondition(lambda self: self.runs)
    @rule(seat=ANY_SEAT, seconds=st.integers(0, 2 * DAY))
    def takes_a_vacation(self, seat, seconds):
        self.try_to("service", None, a.Pause((seat,), self.at + seconds, "vacation"))

    @precondition(lambda self: self.runs)
    @rule(
        verb=st.sampled_from(["pause", "resume", "extend"]),
        seat=st.none() | ANY_SEAT,
        seconds=st.integers(MINUTE, DAY),
    )
    def an_operator_turns_the_clock(self, verb, seat, seconds):
        to = {"pause": self.at + seconds, "resume": None, "extend": seconds}[verb]
        self.operate(verb, to=to, seat=seat)

    @precondition(lambda self: self.runs)
    @rule(seat=ANY_SEAT, who=st.sampled_from(["a person", "an AI"]))
    def an_operator_replaces(self, seat, who):
        person, level = (f"new-{seat}", None) if who == "a person" else (None, "random")
        self.operate("replace", seat=seat, account=person, level=level)

    @precondition(lambda self: not self.runs)
    @rule(seat=ANY_SEAT)
    def nothing_happens_after_the_end(self, seat):
        with pytest.raises(Refused) as refused:
            self.post("seat", seat, a.TakeOver(f"account-{seat}"))
        assert refused.value.code == "game-over"

    def operate(self, verb, **more):
        self.try_to("operator", None, a.Operate(verb, Text("reason", "0" * 64), **more))

    def post(self, by, seat, action):
        self.log.post(by, seat, action, self.at)
        self.what_follows()

    def try_to(self, by, seat, action):
        """What the rules refuse changes nothing."""
        with suppress(Refused):
            self.post(by, seat, action)

    # ---- what always holds

    @invariant()
    def something_is_to_come(self):
        """Of every open decision: an AI or the service answers, a deadline comes, or others may go on without it."""
        if not self.runs:
            return
        for seat in self.table.pending:
            assert self.is_taken_care_of(seat), f"{seat} is waited for in vain"

    @invariant()
    def a_clock_runs_for_nothing_else(self):
        """Only for the open decision of a seat that a person holds, or nobody; and for that one always."""
        if not self.runs:
            return
        for seat, clock in self.table.clocks.seats.items():
            timed = self.table.seats[seat].level is None and seat not in self.table.resigned
            assert clock.decision == (self.table.decision_id(seat) if timed else None)

    @invariant()
    def ais_do_not_play_on_alone_while_somebody_may_come_back(self):
        if self.runs and self.table.kept_for:
            assert any(self.table.has_person(seat) for seat in SEATS)

    @invariant()
    def nobody_takes_more_vacation_than_the_terms_allow(self):
        if self.runs:
            allowed = self.table.clocks.terms.vacation
            assert all(0 <= clock.vacation <= allowed for clock in self.table.clocks.seats.values())

    def is_taken_care_of(self, seat):
        clocks = self.table.clocks
        if self.table.seats[seat].level is not None:
            return True
        return clocks.has_passed(seat) or clocks.due(seat) is not None or claimable_from(self.table) is not None

    def teardown(self):
        """From here on nobody does anything but the clock's process, and AIs."""
        if not self.runs:
            return
        for _ in range(60):
            self.bots_answer()
            if not self.runs or self.table.clocks.next_due() is None:
                break
            self.sweep_until(self.table.clocks.next_due()[0])
        self.has_come_to_rest()

    def bots_answer(self):
        for _ in range(3):
            if self.runs:
                bots = [seat for seat in self.table.pending if self.table.seats[seat].level is not None]
                for seat in bots[:1]:
                    self.post("seat", seat, default_answer(self.table, seat))

    def has_come_to_rest(self):
        """The game is over or abandoned; or AIs play on alone; or it waits for somebody, as its terms say."""
        table = self.table
        if not self.runs:
            assert table.status in ("over", "abandoned")
            return
        people = [seat for seat in table.seats if table.has_person(seat)]
        alone = all(seat.level is not None or name in table.resigned for name, seat in table.seats.items())
        waited_for = all(table.clocks.has_passed(seat) for seat in table.pending) and bool(people)
        assert alone or (waited_for and table.clocks.terms.policy in ("remind", "ai"))


def explore(examples, steps):
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_every_state_comes_to_a_deadline_or_to_the_end():
    explore(50, 15)


@pytest.mark.slow
def test_every_state_of_many_comes_to_a_deadline_or_to_the_end():
    explore(300, 30)
