"""Challenges: one try for everybody, and the seed revealed when the last has ended."""

import pytest

from domain.audit.aggregates import CHALLENGE, audit, document
from domain.audit.verdict import CONSISTENT, PREFIX, REFUSED
from domain.challenge.actions import Begin, Close, CloseEntries, Form, Join, Leave, Report, Start
from domain.challenge.decide import decide, due_steps, opening
from domain.challenge.state import Challenge
from domain.contract.chance import Stream
from domain.contract.game import Refused, Text
from domain.contract.seats import Seat
from domain.games.catalog import Catalog
from domain.log.derived import game_id
from domain.log.log import Log
from tests.domain.altered import rechained
from tests.pigs.compared_pig import PigTogether
from tests.pigs.pig import PIG

SEED = bytes(range(32))
DUE = 5000
OPEN = Seat()


class Played:
    """A challenge in memory."""

    def __init__(self, due=None, ai_seats=True):
        self.log = Log(Challenge(), "C", decide, {"C": SEED}, Stream(b"challenge").random_bytes)
        opened = opening(PigTogether(), "C", SEED, "a name", "olga", seats=2, due=due, terms={"ai_seats": ai_seats})
        with pytest.raises(Refused, match="outside its log"):
            self.post(opened)
        self.post(type(opened)(opened.data, Text("t1", "00" * 32)))

    @property
    def challenge(self):
        return self.log.aggregate

    def post(self, action, by="service", at=1000):
        return [entry.read().type for entry in self.log.post(by, None, action, at)]

    def led(self, leader="ann", second=OPEN):
        """The types of the events by which somebody forms a group of two."""
        return self.post(Form(leader, {"s1": Seat(leader), "s2": second}), "seat")

    def tried(self, account, cause, won, **values):
        """Somebody tries, and the game ends so."""
        self.post(Begin(account=account), "seat")
        return self.post(Report(self.challenge.last_number, cause, won, values))

    def ranked(self):
        """The places (rank, number) in the end."""
        self.post(CloseEntries(), "operator")
        self.post(Close())
        return [(place.rank, place.number) for place in self.challenge.places]

    def document(self):
        return document(CHALLENGE, self.challenge, self.log.entries)


@pytest.fixture
def played():
    return Played()


def refused(played, action, by="service", at=1000):
    with pytest.raises(Refused) as error:
        played.post(action, by, at)
    return error.value.code


def test_everybody_has_one_try(played):
    assert played.post(Begin(account="ann"), "seat") == ["TryBegun"]
    assert played.post(Begin(level="greedy"), "operator") == ["TryBegun"]
    assert [own.game_id for own in played.challenge.tries.values()] == [game_id("C", 1), game_id("C", 2)]
    assert refused(played, Begin(account="ann"), "seat") == "illegal"
    assert refused(played, Begin(level="greedy"), "operator") == "illegal"
    assert refused(played, Begin(level="random"), "seat") == "not-your-decision"
    assert refused(played, Begin(), "seat") == "malformed"


def test_a_report_counts_once(played):
    played.post(Begin(account="ann"), "seat")
    assert refused(played, Report(2, "over", True)) == "malformed"
    assert refused(played, Report(1, "over")) == "malformed"
    assert played.post(Report(1, "over", True)) == ["TryEnded"]
    assert played.post(Report(1, "void")) == []


def test_who_won_comes_before_who_lost_and_void_games_have_no_place(played):
    for account, cause, won in (("a", "over", False), ("b", "over", True), ("c", "void", None), ("d", "over", True)):
        played.tried(account, cause, won)
    assert played.ranked() == [(1, 2), (1, 4), (3, 1)]
    assert played.challenge.seed == SEED.hex()
    assert played.post(Close()) == []


def test_who_came_out_alike_is_ordered_by_the_tie_breaks_in_their_order(played):
    for account, won, points, throws in (
        ("a", True, 5, 9), ("b", False, 9, 9), ("c", True, 7, 1), ("d", True, 7, 2), ("e", True, 5, 9),
    ):  # fmt: skip
        assert played.tried(account, "over", won, points=points, throws=throws) == ["TryEnded", "TryMeasured"]
    assert played.challenge.tie_breaks == ["points", "throws"]
    assert played.ranked() == [(1, 4), (2, 3), (3, 1), (3, 5), (5, 2)]


def test_a_game_that_is_not_won_together_makes_no_challenge():
    with pytest.raises(Refused, match="not won and lost together"):
        opening(PIG, "C", SEED, "a name", "olga", seats=2)


def test_the_seed_is_kept_back_while_a_try_may_begin_or_goes_on(played):
    played.post(Begin(account="ann"), "seat")
    assert refused(played, Close()) == "illegal"
    assert refused(played, CloseEntries()) == "illegal"
    assert refused(played, CloseEntries(), "seat") == "not-your-decision"
    played.post(CloseEntries(), "operator")
    assert refused(played, Begin(account="bob"), "seat") == "illegal"
    assert refused(played, Close()) == "illegal"
    assert played.challenge.status == "ending"


def test_what_follows_by_itself():
    played = Played(DUE)
    played.post(Begin(account="ann"), "seat")
    assert due_steps(played.challenge, DUE - 1) == []
    assert due_steps(played.challenge, DUE) == [CloseEntries()]
    played.post(CloseEntries(), at=DUE)
    assert due_steps(played.challenge, DUE) == []
    played.post(Report(1, "void"), at=DUE)
    assert due_steps(played.challenge, DUE) == [Close()]
    played.post(Close(), at=DUE)
    assert due_steps(played.challenge, DUE) == []


# groups


def test_a_group_begins_when_all_seats_are_taken(played):
    assert played.led() == ["GroupFormed"]
    assert played.challenge.tries[1].status == "forming"
    assert played.post(Join("bob", 1, "s2"), "seat") == ["GroupJoined", "GroupBegun"]
    begun = played.challenge.tries[1]
    assert (begun.status, begun.members, begun.game_id) == ("playing", {"ann", "bob"}, game_id("C", 1))


def test_ten_seats_of_a_group_are_in_the_order_of_their_numbers():
    opened = opening(PigTogether(), "C", SEED, "a name", "olga", seats=2)
    log = Log(Challenge(), "C", decide, {"C": SEED}, Stream(b"challenge").random_bytes)
    log.post("service", None, type(opened)({**opened.data, "seats": 10}, Text("t1", "00" * 32)), 1000)
    names = log.aggregate.seat_ids
    log.post("seat", None, Form("ann", {name: Seat("ann" if name == "s1" else None) for name in names}), 1000)

    assert list(log.aggregate.tries[1].seats) == names
    assert log.aggregate.tries[1].open_seats == names[1:]


def test_a_group_without_an_open_seat_begins_at_once(played):
    assert played.led(second=Seat("ann")) == ["GroupFormed", "GroupBegun"]
    assert played.led("bob", Seat(level="greedy")) == ["GroupFormed", "GroupBegun"]


def test_each_account_has_one_try_also_as_a_member(played):
    played.led()
    played.led("bob")
    for action in (Begin("bob"), Form("bob", {"s1": Seat("bob"), "s2": OPEN}), Join("bob", 1, "s2")):
        assert refused(played, action, "seat") == "illegal"
    played.post(Join("cy", 1, "s2"), "seat")
    for action in (Begin("cy"), Join("cy", 2, "s2")):
        assert refused(played, action, "seat") == "illegal"


def test_who_leaves_before_the_start_may_try_otherwise():
    played = Played()
    played.post(Form("ann", {"s1": Seat("ann"), "s2": OPEN}), "seat")
    assert played.post(Leave("ann", 1), "seat") == ["GroupDissolved"]
    assert played.post(Begin("ann"), "seat") == ["TryBegun"]
    assert played.challenge.tries[2].game_id == game_id("C", 2)
    assert refused(played, Leave("ann", 2), "seat") == "illegal"


def test_a_seat_that_somebody_left_is_open_to_others_and_without_its_leader_all_are_free():
    played = Played()
    opened = opening(PigTogether(), "D", SEED, "a name", "olga", seats=3)
    played.log = Log(Challenge(), "D", decide, {"D": SEED}, Stream(b"three").random_bytes)
    played.post(type(opened)(opened.data, Text("t1", "00" * 32)))
    played.post(Form("ann", {"s1": Seat("ann"), "s2": OPEN, "s3": OPEN}), "seat")
    played.post(Join("bob", 1, "s2"), "seat")
    assert refused(played, Join("cy", 1, "s2"), "seat") == "illegal"
    assert refused(played, Leave("cy", 1), "seat") == "not-your-decision"
    assert played.post(Leave("bob", 1), "seat") == ["GroupLeft"]
    assert played.post(Join("cy", 1, "s2"), "seat") == ["GroupJoined"]
    assert played.post(Leave("ann", 1), "seat") == ["GroupDissolved"]
    assert played.post(Begin("cy"), "seat") == ["TryBegun"]


def test_a_seat_that_is_kept_for_somebody_is_not_open_to_others(played):
    played.led(second=Seat(invited="bob"))
    assert refused(played, Join("cy", 1, "s2"), "seat") == "illegal"
    assert played.post(Begin("cy"), "seat") == ["TryBegun"]
    assert played.post(Join("bob", 1, "s2"), "seat") == ["GroupJoined", "GroupBegun"]


def test_ais_sit_only_where_the_challenge_allows_them(played):
    played.led()
    assert refused(played, Start("bob", 1, "greedy"), "seat") == "not-your-decision"
    assert played.post(Start("ann", 1, "greedy"), "seat") == ["GroupBegun"]
    assert played.challenge.tries[1].seats["s2"] == Seat(level="greedy")
    strict = Played(ai_seats=False)
    strict.led()
    assert refused(strict, Start("ann", 1, "greedy"), "seat") == "illegal"
    assert refused(strict, Form("bob", {"s1": Seat("bob"), "s2": Seat(level="greedy")}), "seat") == "illegal"


@pytest.mark.parametrize(
    "seats",
    [
        {"s1": Seat("ann")},
        {"s2": Seat("ann"), "s1": OPEN},
        {"s1": OPEN, "s2": OPEN},
        {"s1": Seat("ann"), "s2": Seat("bob")},
        {"s1": Seat("ann"), "s2": Seat("ann", "greedy")},
    ],
)
def test_a_group_that_cannot_be_is_refused(played, seats):
    assert refused(played, Form("ann", seats), "seat") == "malformed"


def test_what_has_not_begun_when_entries_close_is_no_more(played):
    played.led()
    played.post(CloseEntries(), "operator")
    assert played.challenge.tries == {}
    assert due_steps(played.challenge, 1000) == [Close()]
    assert refused(played, Join("bob", 1, "s2"), "seat") == "illegal"
    assert refused(played, Report(1, "over", True)) == "malformed"


def test_its_log_is_audited(played):
    catalog = Catalog({"pig": "tests.pigs.pig:PIG"})
    played.post(Begin(account="ann"), "seat")
    assert audit(played.document(), catalog).code == PREFIX
    played.post(Report(1, "over", True))
    played.post(CloseEntries(), "operator")
    played.post(Close())
    found = played.document()
    assert audit(found, catalog).code == CONSISTENT
    found.events[-1]["data"]["places"] = []
    verdict = audit(found, catalog)
    assert (verdict.code, verdict.version) == (REFUSED, found.events[-1]["version"])
    assert verdict.reason == "its hash does not follow from its content and the hash before it"


def test_a_log_with_groups_is_audited_and_what_a_forger_alters_is_refused(played):
    played.led(second=Seat(invited="bob"))
    played.post(Join("bob", 1, "s2"), "seat")
    played.post(Report(1, "over", True, {"points": 7, "throws": 2}))
    played.tried("cy", "over", True, points=7, throws=3)
    assert played.ranked() == [(1, 2), (2, 1)]
    found, catalog = played.document(), Catalog()
    assert audit(found, catalog).code == CONSISTENT

    def better(events):
        measured = next(event for event in events if event["type"] == "TryMeasured")
        measured["data"] = {**measured["data"], "values": {"points": 8, "throws": 2}}

    def another(events):
        joined = next(event for event in events if event["type"] == "GroupJoined")
        joined["data"] = {**joined["data"], "account": "cy"}

    def swapped(events):
        events[-1]["data"] = {**events[-1]["data"], "places": list(reversed(events[-1]["data"]["places"]))}

    for change, version in ((better, 6), (another, 3), (swapped, found.events[-1]["version"])):
        verdict = audit(rechained(found, change), catalog)
        assert (verdict.code, verdict.version) == (REFUSED, version)
        assert verdict.reason == "its data do not follow from the action"


def test_places_follow_from_the_results_that_everybody_reads_and_from_nothing_beside_them(played):
    played.tried("ann", "over", True, points=5, throws=5)
    played.tried("bob", "over", True, points=9, throws=9)
    played.ranked()
    found = played.document()

    def first_place_for_ann(events):
        for event in events:
            if event["type"] == "TryMeasured" and event["data"]["number"] == 1:
                values = {"points": 99, "throws": 99}
                event["private"] = {"s1": {"nonce": "00", "part": {"data": {"values": values}}}}
        events[-1]["data"] = {**events[-1]["data"], "places": [{"rank": 1, "number": 1}, {"rank": 2, "number": 2}]}

    verdict = audit(rechained(found, first_place_for_ann), Catalog())
    assert (verdict.code, verdict.reason) == (
        REFUSED,
        "it has private parts, or opens some, where everything is public",
    )


def test_two_challenges_with_the_same_seed_have_other_deals_and_commitments():
    one = opening(PigTogether(), "C", SEED, "a name", "olga", seats=2).data
    other = opening(PigTogether(), "D", SEED, "a name", "olga", seats=2).data
    assert one["commitment"] != other["commitment"]
