"""Play by post holds over a week: every day brings something else, and log, timeline and post tell of it."""

from contextlib import closing

import pytest

from domain.audit import CONSISTENT, audit
from domain.canon import canonical
from domain.export import read
from tests.service.clocks import DAY, HOUR
from tests.service.playing import HOLD
from tests.week.week import PEOPLE, Week

GAME = {"per_decision": DAY, "grace": HOUR, "policy": "default", "vacation": 3 * DAY}
HOLDING = [{"order": "default", "decisions": ["turn"]}]

POLICIES = {
    "remind": {"per_decision": DAY, "policy": "remind"},
    "default": {"per_decision": DAY, "policy": "default"},
    "ai": {"per_decision": DAY, "policy": "ai", "level": "random"},
    "forfeit": {"per_decision": DAY, "policy": "forfeit"},
}


@pytest.fixture
def week(tmp_path):
    with closing(Week(tmp_path / "home")) as week:
        yield week


def test_a_week_of_a_game_of_four(week):
    game = week.open(*PEOPLE, clock=GAME, options={"goal": 1000})
    monday_has_orders(week, game)
    tuesday_passes_a_deadline(week, game)
    wednesday_begins_a_vacation(week, game)
    friday_goes_on_after_it(week, game)
    saturday_takes_back(week, game)
    sunday_ends_the_game(week, game)
    the_log_tells_it_all(week, game)


def monday_has_orders(week, game):
    """Ann and bob play on Monday, bob by an order: he is told of the start and of no turn."""
    week.services.standing_orders.put(week.people["bob"], game, None, HOLDING)
    week.hold("ann", game)
    assert week.waiting(game) == ["cy"]
    week.hours(1)
    assert week.told(game) == {"ann": ["started"], "bob": ["started"], "cy": ["started", "turn"], "dee": ["started"]}


def tuesday_passes_a_deadline(week, game):
    """Cy is reminded three times and does not answer; an hour of grace later the clock answers, and dee is asked."""
    week.hours(12)
    assert week.told(game) == {"cy": ["reminder-50"]}
    week.hours(12)
    assert week.told(game) == {"cy": ["reminder-80", "reminder-95"]}
    assert week.clock.now == week.monday + DAY + HOUR
    assert week.waiting(game) == ["dee"]
    week.hours(1)
    assert week.told(game) == {"dee": ["turn"]}


def wednesday_begins_a_vacation(week, game):
    """Dee goes on vacation for two days: her clock stands still, and she is not reminded."""
    week.hours(6)
    left = week.clock_of(game, "s4")["deadline"] - week.clock.now
    back = week.go_on_vacation("dee", 2 * DAY)
    assert week.clock_of(game, "s4")["deadline"] == back + left
    week.hours(48)
    assert week.clock.now == back
    assert week.told(game) == {}
    assert week.waiting(game) == ["dee"]


def friday_goes_on_after_it(week, game):
    """Back from her vacation she is reminded of what is left of her time, and plays."""
    week.hours(6)
    assert week.told(game) == {"dee": ["reminder-50"]}
    week.hold("dee", game)
    assert week.waiting(game) == ["ann"]
    week.hold("ann", game)
    assert week.waiting(game) == ["cy"], "bob's order has answered"
    week.hours(1)
    assert week.told(game) == {"cy": ["turn"]}


def saturday_takes_back(week, game):
    """Cy has held too soon. Dee has played since, so that all have to agree; then cy is asked again."""
    before = week.view(game)["version"]
    week.hold("cy", game)
    week.hold("dee", game)
    week.ask_back("cy", game, before)
    week.hours(1)
    assert week.told(game) == {"ann": ["turn", "takeback"], "bob": ["takeback"], "dee": ["takeback"]}
    for name in ("ann", "bob", "dee"):
        assert week.waiting(game) == ["ann"]
        week.agree(name, game)
    assert week.waiting(game) == ["cy"]
    week.hours(1)
    assert week.told(game) == {"cy": ["turn"]}


def sunday_ends_the_game(week, game):
    """One after the other gives up; who resigns first is last, and bob, whose orders have played for him, wins."""
    for name in ("dee", "cy", "ann"):
        week.resign(name, game)
    assert week.view(game)["result"]["places"] == {"s1": 2, "s2": 1, "s3": 3, "s4": 4}
    week.hours(1)
    assert week.told(game) == {name: ["over"] for name in PEOPLE}
    week.hours(24)
    assert week.told(game) == {}


def the_log_tells_it_all(week, game):
    """In the order of its happening; nothing was told twice, and the record is consistent."""
    marks = [(mark["mark"], mark["data"].get("seat")) for mark in week.timeline(game)]
    assert marks == [
        ("start", None),
        ("deadline", "s3"),
        ("pause", None),
        ("takeback", None),
        ("resignation", "s4"),
        ("resignation", "s3"),
        ("resignation", "s1"),
        ("end", None),
    ]
    page = week.web.get(f"/games/{game}/replay?at=1")
    assert page.status_code == 200
    assert week.ids_are_unique()
    record = week.services.ledger.record(game)
    assert audit(read(canonical(record)), week.services.catalog).code == CONSISTENT


def test_of_who_vanishes_each_game_takes_care_as_it_was_agreed(week):
    """Four games, one for each policy, in which ann never answers; on Saturday she is back."""
    games = {policy: week.open(*PEOPLE, clock=clock) for policy, clock in POLICIES.items()}
    week.hours(23)
    assert all(week.waiting(game) == ["ann"] for game in games.values())
    week.hours(1)
    marks = {policy: [mark["mark"] for mark in week.timeline(game)] for policy, game in games.items()}
    assert marks == {
        "remind": ["start", "deadline"],
        "default": ["start", "deadline"],
        "ai": ["start", "deadline", "replacement"],
        "forfeit": ["start", "deadline", "resignation"],
    }
    assert {policy: week.waiting(game) for policy, game in games.items()} == {
        "remind": ["ann"], "default": ["bob"], "ai": ["random"], "forfeit": ["bob"]
    }  # fmt: skip
    week.hours(100)
    the_reminding_game_waits(week, games["remind"])
    the_seat_of_the_ai_is_hers_again(week, games["ai"])
    the_forfeited_game_goes_on_without_her(week, games["forfeit"])


def the_reminding_game_waits(week, game):
    """Nothing was done in her place; the others could have claimed a replacement."""
    assert week.waiting(game) == ["ann"]
    assert week.told(game)["ann"] == ["started", "turn", "reminder-50", "reminder-80", "reminder-95"]
    week.hold("ann", game)
    assert week.waiting(game) == ["bob"]


def the_seat_of_the_ai_is_hers_again(week, game):
    """An AI has answered for her; she sits down, and is asked and told again when it is her turn."""
    week.told(game)
    turn = week.services.ledger.bot_turn(game, "s1")
    assert week.services.ledger.act_as_bot(game, "s1", turn.decision, HOLD)
    week.services.ledger.sit(week.people["ann"], game)
    for name in ("bob", "cy", "dee"):
        week.hold(name, game)
    assert week.clock_of(game, "s1")["deadline"] == week.clock.now + DAY
    week.hours(1)
    assert week.told(game) == {"ann": ["turn"]}
    week.hold("ann", game)
    assert [mark["data"]["account"] is None for mark in week.timeline(game) if mark["mark"] == "replacement"] == [
        True, False
    ]  # fmt: skip


def the_forfeited_game_goes_on_without_her(week, game):
    """Bob, cy and dee have let their time pass too: the last who stayed has won."""
    view = week.view(game)
    assert view["status"] == "over"
    assert view["result"]["places"] == {"s1": 4, "s2": 3, "s3": 2, "s4": 1}


def test_a_game_that_all_have_left_ends_by_itself(week):
    """Nobody answers in a game of defaults: after three rounds they stop, and a day later it is abandoned."""
    game = week.open(*PEOPLE, clock={"per_decision": 6 * HOUR, "policy": "default"})
    week.hours(6 * 12)
    assert week.types(game).count("PointsBanked") == 12
    week.hours(6)
    assert (week.view(game)["status"], week.types(game).count("PointsBanked")) == ("running", 12)
    week.hours(6)
    assert week.view(game)["status"] == "abandoned"
    assert week.timeline(game)[-1]["data"]["cause"] == "abandoned"
    assert all(kinds[-1] == "over" for kinds in week.told(game).values())


def test_after_a_night_without_the_service_nobody_has_lost_time(week):
    """The clock was away for ten hours: every deadline moves by them and an hour, before any is enforced."""
    games = {policy: week.open(*PEOPLE, clock=clock) for policy, clock in POLICIES.items()}
    week.hours(20)
    week.later(10 * HOUR, awake=False)
    for game in games.values():
        assert week.clock_of(game, "s1")["deadline"] == week.monday + DAY + 11 * HOUR
        assert [mark["mark"] for mark in week.timeline(game)] == ["start", "pause", "extension"]
    week.hours(4)
    assert all(week.waiting(game) == ["ann"] for game in games.values())
    week.hours(1)
    assert all("deadline" in [mark["mark"] for mark in week.timeline(game)] for game in games.values())
