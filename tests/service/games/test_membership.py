"""Whoever loses a seat keeps what was shown until then and sees nothing later, by whatever way one looks."""

import pytest

from domain.contract.audience import SPECTATOR
from projections.games.lists import GamesQuery
from service.api.lists import seats_shown
from service.app.application import create_app
from service.games.shapes import OperatorAct
from service.games.shapes.answers import Seat
from service.games.streams import Listener
from tests.service.clocks import DAY, HOUR, Days
from tests.service.playing import ME, OPEN, NewGame, refusal
from tests.service.web.visitor import Visitor

AI_TAKES = {"per_decision": DAY, "policy": "ai", "level": "random"}
ONCE = Listener(0, lambda: True)


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home", people=("ann", "bob", "cy", "dan"))
    days.services.accounts.set_operator(days.people["dan"], True)
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def bob(days):
    return days.people["bob"]


def replace(days, game_id, seat, **by):
    act = OperatorAct("replace", "it had to be", seat=seat, **by)
    return days.services.corrections.operate(days.people["dan"], game_id, act)


@pytest.fixture
def lost(days, bob):
    """A private game, bob's second seat in it, which cy has now; and more has happened there since."""
    game_id = days.open("ann", "bob", options={"goal": 90}, visibility="private")
    days.services.talk.say(bob, game_id, "for all of us")
    days.services.notes.write(bob, game_id, "s1 rolls too often")
    days.clock.now += 60
    replace(days, game_id, "s2", account="cy")
    days.services.talk.say(days.people["cy"], game_id, "now without bob")
    days.act("ann", game_id, {"type": "hold"})
    return game_id


@pytest.fixture
def end(days, lost):
    """The version at which bob lost the seat."""
    events = days.services.ledger.events(lost, days.people["ann"])
    return next(event["version"] for event in events if event["type"] == "SeatReplaced")


def test_the_view_and_its_etag_end_with_the_seat(days, lost, end, bob):
    ledger = days.services.ledger
    view = ledger.view(lost, bob)
    assert (view.version, view.seat, view.decision, view.legal) == (end, "s2", None, [])
    assert ledger.view(lost, bob, at=end).version == end
    assert refusal(ledger.view, lost, bob, at=end + 1) == "not-found"
    assert refusal(ledger.view, lost, bob, "s1") == "forbidden"
    assert ledger.view(lost, bob, SPECTATOR).version == end
    before = ledger.etag(lost, bob)
    days.act("cy", lost, {"type": "hold"})
    assert ledger.etag(lost, bob) == before


def test_so_do_the_log_the_timeline_what_differs_and_the_record(days, lost, end, bob):
    ledger = days.services.ledger
    assert ledger.events(lost, bob)[-1]["version"] == end
    assert ledger.events(lost, bob, after=end) == []
    assert max(ledger.timeline(lost, bob)["boundaries"]) <= end
    assert refusal(ledger.diff, lost, 1, end + 1, bob) == "not-found"
    record = ledger.record(lost, bob)
    assert (record["events"][-1]["version"], record["head"]) == (end, record["events"][-1]["hash"])
    assert record["names"] == {"s1": "ann", "s2": "cy"}


def test_so_it_is_when_the_game_is_over(days, lost, end, bob):
    ledger = days.services.ledger
    days.services.absence.resign(days.people["cy"], lost, None)
    assert ledger.view(lost, days.people["cy"]).status == "over"
    assert (ledger.view(lost, bob).status, ledger.view(lost, bob).result) == ("running", None)
    assert ledger.record(lost, bob)["events"][-1]["version"] == end
    assert refusal(ledger.view, lost, bob, "s1") == "forbidden"
    assert refusal(days.services.rematches.wanted, bob, lost) == "forbidden"
    assert refusal(days.services.practice.branch, bob, lost, 1) == "forbidden"
    assert [len(game.events) for game in days.services.chains.record(bob, lost).games] == [end]
    assert [(table.status, table.version) for table in days.services.chains.games(bob, lost)] == [("running", end)]


def test_the_talk_is_read_up_to_there_and_nothing_is_said(days, lost, bob):
    talk = days.services.talk
    assert [said.text for said in talk.messages(lost, bob)] == ["for all of us"]
    assert [said.text for said in talk.latest(lost, bob, 10)] == ["for all of us"]
    assert (talk.last(lost, bob), talk.last(lost, days.people["ann"])) == (1, 2)
    assert refusal(talk.say, bob, lost, "I am still here") == "forbidden"
    assert refusal(talk.report, bob, lost, 2, "what is that") == "not-found"
    assert [said.text for said in talk.messages(lost, days.people["cy"])] == ["for all of us", "now without bob"]


@pytest.mark.parametrize("ahead", [3, HOUR])
def test_so_it_is_though_the_clock_was_ahead_by_which_the_seat_was_lost(days, bob, ahead):
    talk, ann = days.services.talk, days.people["ann"]
    game_id = days.open("ann", "bob", visibility="private")
    talk.say(ann, game_id, "for all of us")
    days.clock.now += ahead
    replace(days, game_id, "s2", account="cy")
    days.clock.now += 1 - ahead
    talk.say(ann, game_id, "now without bob")
    assert [said.text for said in talk.messages(game_id, bob)] == ["for all of us"]
    assert [said.text for said in talk.latest(game_id, bob, 10)] == ["for all of us"]
    assert (talk.last(game_id, bob), talk.last(game_id, ann)) == (1, 2)


def test_notes_are_kept_and_no_more_are_taken(days, lost, bob):
    assert days.services.notes.read(bob, lost).text == "s1 rolls too often"
    assert refusal(days.services.notes.write, bob, lost, "s2 is mine") == "forbidden"


def test_its_page_tells_of_no_vacation_that_began_later(days, lost, bob):
    days.services.vacations.take(days.people["cy"], days.clock.now + DAY)
    app = create_app(days.services)
    for person, is_told in ((bob, False), (days.people["ann"], True)):
        days.services.accounts.change(person, password="correct horse")
        visitor = Visitor(app)
        visitor.sign_in(days.services.accounts.get(person).name)
        assert ("cy is on vacation" in visitor.open(f"/games/{lost}").text) is is_told


def test_a_stream_ends_there(days, lost, end, bob):
    sent = b"".join(days.services.streams.game(lost, bob, None, end - 1, ONCE)).decode()
    assert f"id: {end}\n" in sent
    assert f'event: end\ndata: {{"version":{end}}}' in sent
    assert f"id: {end + 1}\n" not in sent
    assert days.services.streams.game(lost, bob, None, end, ONCE) is None
    assert days.services.ledger.ends_at(lost, bob) == end
    assert days.services.ledger.ends_at(lost, days.people["ann"]) is None


def test_no_list_holds_the_game_any_more(days, lost, bob):
    days.services.read_models.follower.catch_up(10)
    lists = days.services.read_models.lists
    assert lists.games(GamesQuery(bob)).games == []
    assert [game.id for game in lists.games(GamesQuery(days.people["cy"], mine=True)).games] == [lost]


def test_nothing_is_done_there_any_more(days, lost, bob):
    services = days.services
    assert refusal(services.absence.resign, bob, lost, None) == "forbidden"
    assert refusal(services.ledger.sit, bob, lost) == "forbidden"
    assert refusal(services.hosting.seat_ai, bob, lost, "s2", "random") == "forbidden"
    assert refusal(services.standing_orders.get, bob, lost, None) == "forbidden"


def test_of_a_public_game_one_sees_what_spectators_see(days, bob):
    game_id = days.open("ann", "bob", options={"goal": 90})
    replace(days, game_id, "s2", account="cy")
    end = days.view(game_id).version - 1
    days.act("ann", game_id, {"type": "hold"})
    assert days.view(game_id, "bob") == days.view(game_id)
    assert days.services.ledger.view(game_id, bob, "s2").version == end
    assert refusal(days.services.talk.say, bob, game_id, "hello") == "forbidden"


def test_a_host_who_is_removed_reads_nothing_later(days):
    game_id = days.open("ann", "bob", visibility="private")
    replace(days, game_id, "s1", level="random")
    days.services.talk.say(days.people["bob"], game_id, "at last")
    assert days.services.talk.messages(game_id, days.people["ann"]) == []
    assert days.services.ledger.events(game_id, days.people["ann"])[-1]["type"] == "SeatReplaced"


def test_a_guest_by_a_link_leaves(days, bob):
    services = days.services
    game_id = services.ledger.open_game(days.people["ann"], NewGame("pig", [ME, OPEN, OPEN], visibility="private"))
    link = services.hosting.invite(days.people["ann"], game_id)
    services.ledger.sit(bob, game_id, "s2", invitation=link.token)
    answer = services.hosting.free(bob, game_id, "s2")
    assert (answer.game.seats["s2"].kind, [event["type"] for event in answer.events]) == ("open", ["SeatLeft"])
    services.ledger.sit(days.people["cy"], game_id, "s3", invitation=link.token)
    assert services.ledger.view(game_id, bob).seats["s3"].kind == "open", "of that nothing is shown"
    assert refusal(services.ledger.sit, bob, game_id) == "forbidden"
    assert services.ledger.sit(bob, game_id, invitation=link.token).game.status == "running"


def test_whom_the_host_has_sent_away_comes_back_by_a_link_only(days, bob):
    services, ann = days.services, days.people["ann"]
    game_id = services.ledger.open_game(ann, NewGame("pig", [ME, OPEN]))
    services.ledger.sit(days.people["cy"], services.ledger.open_game(ann, NewGame("pig", [ME, OPEN, OPEN])))
    assert services.admission.offered(services.ledger.table(game_id), bob) == ["s2"]
    paused = services.ledger.open_game(ann, NewGame("pig", [ME, OPEN, {"account": "bob"}]))
    services.ledger.sit(bob, paused)
    services.hosting.free(ann, paused, "s3")
    assert services.admission.offered(services.ledger.table(paused), bob) == []
    assert refusal(services.ledger.sit, bob, paused) == "forbidden"
    services.read_models.follower.catch_up(10)
    assert paused not in {game.id for game in services.read_models.lists.games(GamesQuery(bob, open=True)).games}
    link = services.hosting.invite(ann, paused)
    assert services.ledger.sit(bob, paused, "s2", invitation=link.token).game.seats["s2"].name == "bob"


def test_the_owner_of_a_seat_that_an_ai_keeps_is_told_so_and_may_return(days):
    game_id = days.open("ann", "bob", clock=AI_TAKES, options={"goal": 90}, visibility="private")
    days.later(DAY)
    ann, others = days.view(game_id, "ann"), days.view(game_id, "bob")
    assert ann.seats["s1"] == Seat(name="random", kind="ai", level="random", kept_for="ann")
    assert (ann.may_return, others.may_return) == (["s1"], [])
    assert ann.seats == others.seats
    assert days.services.admission.offered(days.services.ledger.table(game_id), days.people["ann"]) == ["s1"]
    before = days.services.ledger.etag(game_id, days.people["ann"])
    assert before != days.services.ledger.etag(game_id, days.people["bob"])
    answer = days.services.ledger.sit(days.people["ann"], game_id)
    assert (answer.game.seat, answer.game.may_return) == ("s1", [])
    assert answer.game.seats["s1"] == Seat(name="ann", kind="person", level=None)


def test_a_list_tells_who_holds_seats_and_whom_they_are_kept_for_as_the_game_does(days):
    days.open("ann", "bob", clock=AI_TAKES, options={"goal": 90})
    days.later(DAY)
    days.services.ledger.open_game(days.people["ann"], NewGame("pig", [ME, OPEN, {"account": "bob"}]))
    assert days.services.read_models.follower.catch_up(10)
    games = days.services.read_models.lists.games(GamesQuery()).games
    with create_app(days.services).app_context():
        assert seats_shown([game.seats for game in games]) == [days.view(game.id).seats for game in games]


def test_what_was_let_pass_twice_is_not_offered_to_take_back(days):
    game_id = days.open("ann", "bob", clock=AI_TAKES, options={"goal": 90})
    days.later(DAY)
    days.services.ledger.sit(days.people["ann"], game_id)
    days.later(DAY)
    view = days.view(game_id, "ann")
    assert (view.seats["s1"].kept_for, view.may_return) == ("ann", [])
    assert days.services.admission.offered(days.services.ledger.table(game_id), days.people["ann"]) == []
    assert refusal(days.services.ledger.sit, days.people["ann"], game_id) == "illegal"


@pytest.mark.parametrize("name", ["ann", "cy", "eve"])
def test_no_seat_is_offered_to_who_sits_or_is_not_meant_or_is_blocked(days, name):
    services = days.services
    people = {**days.people, "eve": services.accounts.create("eve")[0].id}
    wanted = [ME, {"account": "bob"}] if name == "cy" else [ME, OPEN]
    game_id = services.ledger.open_game(days.people["ann"], NewGame("pig", wanted))
    services.blocks.add(people["ann"], "eve", "blocked")
    assert services.admission.offered(services.ledger.table(game_id), people[name]) == []
    assert services.admission.offered(services.ledger.table(game_id), None) == []
    assert services.admission.offered(services.ledger.table(game_id), people["bob"]) == ["s2"]
