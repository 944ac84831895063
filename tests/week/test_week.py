"""Play by post holds over a week: every day brings something else, and log, timeline and post tell of it.

The week is played twice: undisturbed, and with Redis and a sender killed in it. Nobody is told anything else for that.
"""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from tests.service.clocks import DAY, HOUR
from tests.week.week import PEOPLE, Week

HOLDING = [{"order": "default", "decisions": ["turn"]}]

AI = {"per_decision": DAY, "grace": HOUR, "policy": "ai", "level": "random", "vacation": 3 * DAY}
OTHERS = {policy: {"per_decision": DAY, "policy": policy} for policy in ("remind", "default", "forfeit")}


@pytest.fixture
def week():
    with TemporaryDirectory(prefix="nl-") as folder, closing(Week(Path(folder))) as week:
        yield week


@pytest.mark.parametrize("disturbed", [False, True], ids=["undisturbed", "disturbed"])
def test_a_week_of_a_game_of_four(week, disturbed):
    game = week.open(*PEOPLE, game="talking-pig", clock=AI, options={"goal": 1000})
    others = {policy: week.open(*PEOPLE, game="talking-pig", clock=clock) for policy, clock in OTHERS.items()}
    monday_has_orders(week, game)
    tuesday_passes_a_deadline(week, game)
    wednesday_begins_a_vacation(week, game)
    friday_goes_on_after_it(week, game, disturbed)
    who_had_vanished_is_back(week, game)
    repeated = saturday_takes_back(week, game, disturbed)
    sunday_ends_the_game(week, game)
    assert week.repeated() == dict.fromkeys(repeated, 2)
    the_log_tells_it_all(week, game)
    the_timeline_tells_it_all(week, game)
    what_was_told_stands_in_the_log(week, game)
    the_other_policies_did_what_they_say(week, others)


def monday_has_orders(week, game):
    """Ann and bob play on Monday, bob by an order: he is told of the start and of no turn."""
    week.services.standing_orders.put(week.people["bob"], game, None, HOLDING)
    week.hold("ann", game)
    assert week.waiting(game) == ["cy"]
    week.hours(1)
    assert week.told(game) == {"ann": ["started"], "bob": ["started"], "cy": ["started", "turn"], "dee": ["started"]}


def tuesday_passes_a_deadline(week, game):
    """Cy is reminded three times and does not answer; an hour of grace later an AI plays the seat, and dee is asked."""
    week.hours(12)
    assert week.told(game) == {"cy": ["reminder-50"]}
    week.hours(11)
    assert week.told(game) == {"cy": ["reminder-80", "reminder-95"]}
    assert week.waiting(game) == ["cy"]
    week.hours(1)
    assert week.clock.now == week.monday + DAY + HOUR
    assert week.told(game) == {"cy": ["seat-ai"]}
    assert week.waiting(game) == ["dee"]
    week.hours(1)
    assert week.told(game) == {"dee": ["turn"]}


def wednesday_begins_a_vacation(week, game):
    """Dee goes on vacation for two days: her clock stands still, and she is not reminded."""
    week.hours(6)
    left = week.clock_of(game, "s4").deadline - week.clock.now
    back = week.go_on_vacation("dee", 2 * DAY)
    assert week.clock_of(game, "s4").deadline == back + left
    week.hours(48)
    assert week.clock.now == back
    assert week.told(game) == {}
    assert week.waiting(game) == ["dee"]


def friday_goes_on_after_it(week, game, disturbed):
    """Back from her vacation dee is reminded of what is left of her time, and plays; then ann, bob's order and the AI.

    The turn of the AI is on its way when Redis is killed.
    """
    week.hours(6)
    assert week.told(game) == {"dee": ["reminder-50"]}
    week.hold("dee", game)
    week.hours(1)
    assert week.told(game) == {"ann": ["turn"]}
    week.hold("ann", game)
    assert week.waiting(game) == ["random"], "bob's order has answered"
    if disturbed:
        week.kill_redis_with_a_turn_in_it()
    week.ais_answer()
    assert week.waiting(game) == ["dee"]
    week.hours(1)
    assert week.told(game) == {"dee": ["turn"]}


def who_had_vanished_is_back(week, game):
    """Cy takes the seat back from the AI, and is told of the next turn."""
    week.come_to("cy", game)
    week.hold("dee", game)
    week.hold("ann", game)
    assert week.waiting(game) == ["cy"]
    assert week.clock_of(game, "s3").deadline == week.clock.now + DAY
    week.hours(1)
    assert week.told(game) == {"cy": ["turn"]}


def saturday_takes_back(week, game, disturbed):
    """Cy has held too soon. Dee has played since, so that all have to agree; then cy is asked again.

    What a sender told when it was killed is told once more, under the same ids: those of these letters.
    """
    before = week.view(game).version
    week.hold("cy", game)
    week.hold("dee", game)
    week.ask_back("cy", game, before)
    repeated = week.kill_the_sender(3) if disturbed else set()
    week.deliver()
    assert week.told(game) == {"ann": ["takeback"], "bob": ["takeback"], "dee": ["takeback"]}
    week.hours(1)
    assert week.told(game) == {"ann": ["turn"]}
    for name in ("ann", "bob", "dee"):
        assert week.waiting(game) == ["ann"]
        week.agree(name, game)
    assert week.waiting(game) == ["cy"]
    week.hours(1)
    assert week.told(game) == {"cy": ["turn"]}
    return repeated


def sunday_ends_the_game(week, game):
    """One after the other gives up; who resigns first is last, and bob, whose orders have played for him, wins."""
    for name in ("dee", "cy", "ann"):
        week.resign(name, game)
    assert week.view(game).result.places == {"s1": 2, "s2": 1, "s3": 3, "s4": 4}
    week.hours(1)
    assert week.told(game) == {name: ["over"] for name in PEOPLE}
    while week.clock.now < week.monday + 7 * DAY:
        week.hours(1)
    assert week.told(game) == {}


def the_log_tells_it_all(week, game):
    """In the order of its happening, and who did it; bob's orders are known to the log alone."""
    shared = [event for event in week.log(game) if event.type in HAPPENED]
    assert [(event.type, event.data.get("seat"), event.by) for event in shared] == [
        ("GameStarted", None, "service"),
        ("DeadlinePassed", "s3", "clock"),
        ("SeatReplaced", "s3", None),
        ("ClockPaused", None, "service"),
        ("SeatReplaced", "s3", "seat"),
        ("TakebackAsked", "s3", "seat"),
        ("TakebackAnswered", "s1", "seat"),
        ("TakebackAnswered", "s2", "seat"),
        ("TakebackAnswered", "s4", "seat"),
        ("TakenBack", None, None),
        ("SeatResigned", "s4", "seat"),
        ("SeatResigned", "s3", "seat"),
        ("SeatResigned", "s1", "seat"),
        ("GameClosed", None, None),
    ]
    assert [(event.type, event.seat, event.by) for event in week.ordered(game)] == [("PointsBanked", "s2", "seat")] * 3
    record = week.services.ledger.record(game)
    assert audit(read(canonical(record)), week.services.catalog).code == CONSISTENT


HAPPENED = (
    "GameStarted", "DeadlinePassed", "SeatReplaced", "ClockPaused", "TakebackAsked", "TakebackAnswered", "TakenBack",
    "SeatResigned", "GameClosed",
)  # fmt: skip


def the_timeline_tells_it_all(week, game):
    """Turns that orders and AIs have played stand there as all others do, and what was taken back does not count."""
    marks = week.timeline(game)
    assert [(mark["mark"], mark["data"].get("seat")) for mark in marks if mark["counts"]] == [
        ("start", None),
        ("turn", "s2"),
        ("turn", "s3"),
        ("deadline", "s3"),
        ("replacement", "s3"),
        ("turn", "s4"),
        ("pause", None),
        ("turn", "s1"),
        ("turn", "s2"),
        ("turn", "s3"),
        ("turn", "s4"),
        ("replacement", "s3"),
        ("turn", "s1"),
        ("turn", "s2"),
        ("turn", "s3"),
        ("takeback", None),
        ("resignation", "s4"),
        ("resignation", "s3"),
        ("turn", "s4"),
        ("turn", "s1"),
        ("resignation", "s1"),
        ("end", None),
    ]
    assert [(mark["mark"], mark["data"].get("seat")) for mark in marks if not mark["counts"]] == [
        ("turn", "s4"), ("turn", "s1")
    ]  # fmt: skip
    taken, returned = (mark["data"] for mark in marks if mark["mark"] == "replacement")
    assert (taken["level"], returned["account"]) == ("random", week.people["cy"])
    [pause] = [mark["data"] for mark in marks if mark["mark"] == "pause"]
    assert (pause["seats"], pause["cause"]) == (["s4"], "vacation")
    turns = {mark["version"]: mark["data"]["seat"] for mark in marks if mark["mark"] == "turn"}
    assert [turns[event.version + 1] for event in week.ordered(game)] == ["s3"] * 3, "what bob's orders have brought"
    page = week.web.get(f"/games/{game}/replay?at=1")
    assert page.status_code == 200


def what_was_told_stands_in_the_log(week, game):
    """Every letter, reminders too, names a version of the log and its head."""
    entries = week.services.store.entries(game)
    for letter in week.letters_of(game):
        assert entries[letter.version - 1].hash == letter.head, letter


def the_other_policies_did_what_they_say(week, games):
    """In each of these games ann has never looked, and nobody else after her."""
    marks = {
        policy: [(mark["mark"], mark["data"].get("seat")) for mark in week.timeline(game) if mark["mark"] != "turn"]
        for policy, game in games.items()
    }
    late = [("deadline", seat) for seat in ("s1", "s2", "s3", "s4", "s1", "s2", "s3")]
    lost = [(mark, seat) for seat in ("s1", "s2", "s3") for mark in ("deadline", "resignation")]
    assert marks == {
        "remind": [("start", None), ("deadline", "s1")],
        "default": [("start", None), *late],
        "forfeit": [("start", None), *lost, ("end", None)],
    }
    banked = [event for event in week.log(games["default"]) if event.type == "PointsBanked"]
    assert [(event.seat, event.by) for event in banked] == [(seat, "clock") for _, seat in late]
    asked = ["turn", "reminder-50", "reminder-80", "reminder-95"]
    ann, bob, cy, dee = PEOPLE
    assert {policy: week.told(game) for policy, game in games.items()} == {
        "remind": {ann: ["started", *asked], bob: ["started"], cy: ["started"], dee: ["started"]},
        "default": {dee: ["started", *asked], **{name: ["started", *asked, *asked] for name in (ann, bob, cy)}},
        "forfeit": {
            **{name: ["started", *asked, "seat-lost", "over"] for name in (ann, bob)},
            cy: ["started", *asked, "over"],
            dee: ["started", "over"],
        },
    }
    assert week.view(games["forfeit"]).result.places == {"s1": 4, "s2": 3, "s3": 2, "s4": 1}
    week.hold("ann", games["remind"])
    assert week.waiting(games["remind"]) == ["bob"]


def test_a_game_that_all_have_left_ends_by_itself(week):
    """Nobody answers in a game of defaults: after three rounds they stop, and a day later it is abandoned."""
    game = week.open(*PEOPLE, game="talking-pig", clock={"per_decision": 6 * HOUR, "policy": "default"})
    week.hours(6 * 12)
    assert week.types(game).count("PointsBanked") == 12
    week.hours(6)
    assert (week.view(game).status, week.types(game).count("PointsBanked")) == ("running", 12)
    week.hours(6)
    assert week.view(game).status == "abandoned"
    assert week.timeline(game)[-1]["data"]["cause"] == "abandoned"
    assert all(kinds[-1] == "over" for kinds in week.told(game).values())


def test_after_a_night_without_the_service_nobody_has_lost_time(week):
    """Nobody could act for ten hours: every deadline moves by them and an hour, before any is enforced."""
    policies = OTHERS | {"ai": {"per_decision": DAY, "policy": "ai", "level": "random"}}
    games = [week.open(*PEOPLE, game="talking-pig", clock=clock) for clock in policies.values()]
    week.hours(20)
    week.later(10 * HOUR, awake=False)
    for game in games:
        assert week.clock_of(game, "s1").deadline == week.monday + DAY + 11 * HOUR
        assert [mark["mark"] for mark in week.timeline(game)] == ["start", "outage"]
    week.hours(4)
    assert all(week.waiting(game) == ["ann"] for game in games)
    week.hours(1)
    assert all("deadline" in [mark["mark"] for mark in week.timeline(game)] for game in games)
