"""A game whose log cannot be read: it says so, and keeps neither other games nor people nor processes waiting."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.log.record import GENESIS, chained
from domain.records.export import read
from projections.unavailable import Unavailable
from service.app.application import create_app
from service.bootstrap import build
from service.databases import init_database
from service.games.opening.fixtures import Ended, Fixtures
from service.games.timing.due import LEASE_SECONDS
from service.store.backup import back_up
from tests.installation import settings_of
from tests.notify.hooks import confirmed_webhook
from tests.service.characters.thieves import THIEF, mine, new_game
from tests.service.clocks import DAILY, DAY, HOUR, Days
from tests.service.parts import other_games
from tests.service.playing import HOLD, refusal
from tests.service.unreadable import rename_an_event, replace_an_event, spoil_an_event, spoil_data_of_an_event
from tests.service.web.visitor import Visitor
from workers.clock import Sweeper

PASSWORD = "correct horse"


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def broken(days):
    """A game with a clock in which an event stands that nobody knows."""
    game_id = days.open("ann", "bob", clock=DAILY)
    days.act("ann", game_id, HOLD)
    rename_an_event(days.services.settings, game_id, "PointsBanked", "PointsBurnt")
    return game_id


def fixtures_of(services):
    """The games that nobody opens by hand, of services that are there."""
    games = other_games(services)
    return Fixtures(
        services.store,
        games.logs,
        games.commands,
        services.partners,
        services.accounts,
        services.catalog,
        services.clock,
        bytes,
    )


@pytest.fixture
def sound(days, broken):
    """A game like it in which nothing is wrong; the clock looks at it later."""
    return days.open("ann", "bob", clock=DAILY)


@pytest.fixture
def started_again(days, sound):
    """The service after its processes were started again: nothing is in memory."""
    services = build(days.services.settings, days.clock)
    yield services
    services.close()


def test_no_part_of_it_is_shown(days, broken, started_again):
    ledger, ann = started_again.ledger, days.people["ann"]
    assert refusal(lambda: ledger.view(broken, ann)) == "unreadable"
    assert refusal(lambda: ledger.events(broken, ann)) == "unreadable"
    answer = create_app(started_again).test_client().get(f"/api/v1/games/{broken}")
    assert (answer.status_code, answer.json["code"]) == (500, "unreadable")


def test_it_is_logged_once_why(broken, started_again, caplog):
    for _ in range(3):
        refusal(lambda: started_again.ledger.view(broken))
    assert [record.message for record in caplog.records if record.exc_info] == [f"game {broken} cannot be read"]


def test_the_clock_goes_on(days, broken, sound, started_again):
    sweeper = Sweeper(started_again.read_models, started_again.clockwork, started_again.vacations, started_again.expiry)
    for _ in range(2 * DAY // HOUR):
        days.clock.now += HOUR
        started_again.heartbeat.beat()
        sweeper.step()
    assert "DeadlinePassed" in [event["type"] for event in started_again.ledger.events(sound)]


def test_the_clock_warns_of_it_once_an_hour(days, broken, sound, started_again, caplog):
    sweeper = Sweeper(started_again.read_models, started_again.clockwork, started_again.vacations, started_again.expiry)
    warned = []
    for seconds in (DAY, 1, 60, 3600, 1):
        days.clock.now += seconds
        started_again.heartbeat.beat()
        caplog.clear()
        sweeper.step()
        warned.append([record.levelname for record in caplog.records if record.name == "workers.clock"])
    assert warned == [["WARNING"], [], [], ["WARNING"], []]


def test_nor_does_it_move_its_deadlines_each_second_after_an_outage(days, broken, sound, started_again, caplog):
    sweeper = Sweeper(started_again.read_models, started_again.clockwork, started_again.vacations, started_again.expiry)
    started_again.heartbeat.beat()
    days.clock.now += DAY
    started_again.heartbeat.watch()
    for _ in range(3):
        sweeper.step()
    about = [record.message for record in caplog.records if record.name == "workers.clock" and broken in record.message]
    assert len(about) == 1
    assert "OutagesCounted" in [event["type"] for event in started_again.ledger.events(sound)]


def failing_with(days, monkeypatch, game_id, error):
    """The clock meets this error whenever it enforces the deadlines of a game."""
    enforce = days.services.clockwork.enforce

    def fails(one):
        if one == game_id:
            raise error
        return enforce(one)

    monkeypatch.setattr(days.services.clockwork, "enforce", fails)


def test_a_game_with_which_the_program_fails_keeps_no_other_waiting_and_is_left_alone(days, monkeypatch, caplog):
    odd, other = (days.open("ann", "bob", clock=DAILY) for _ in range(2))
    failing_with(days, monkeypatch, odd, KeyError("an answer that nobody has thought of"))
    for seconds in (DAY, 1, 60):
        days.later(seconds)
    assert "DeadlinePassed" in days.types(other)
    told = [(record.message, bool(record.exc_info)) for record in caplog.records if record.name == "workers.clock"]
    assert told == [(f"game {odd}: the clock fails with it", True)]
    monkeypatch.undo()
    for _ in range(13):
        days.later(300)
    assert "DeadlineSet" in days.types(odd), "it has missed that time"
    days.later(DAY)
    days.later(HOUR)
    assert "DeadlinePassed" in days.types(odd)


def test_a_store_that_is_away_is_no_fault_of_a_game(days, monkeypatch):
    game_id = days.open("ann", "bob", clock=DAILY)
    failing_with(days, monkeypatch, game_id, Unavailable("the disk is full"))
    with pytest.raises(Unavailable, match="the disk is full"):
        days.later(DAY)
    monkeypatch.undo()
    days.later(LEASE_SECONDS)
    assert "DeadlinePassed" in days.types(game_id)


@pytest.fixture
def mended(days, broken):
    """Makes the game readable again, as another version of the program would."""

    def mend():
        rename_an_event(days.services.settings, broken, "PointsBurnt", "PointsBanked")

    return mend


def sweep_hourly(days, services, hours):
    """Another clock process looks every hour; what it remembers is gone with it."""
    sweeper = Sweeper(services.read_models, services.clockwork, services.vacations, services.expiry)
    for _ in range(hours):
        days.clock.now += HOUR
        services.heartbeat.beat()
        sweeper.step()


def test_its_deadlines_stand_still_until_it_can_be_read_again(days, broken, started_again, mended):
    before, since = days.view(broken).clocks["s2"].deadline, days.view(broken).at
    sweep_hourly(days, started_again, 6)
    sweep_hourly(days, started_again, 40)
    mended()
    sweep_hourly(days, started_again, 1)
    gone = days.clock.now - since
    view = started_again.ledger.view(broken)
    assert view.clocks["s2"].deadline == before + gone + HOUR
    assert list(view.pending) == ["s2"]
    marks = [(mark["mark"], mark["data"].get("cause")) for mark in started_again.ledger.timeline(broken)["marks"]]
    assert marks == [("start", None), ("pause", "outage"), ("extension", None)]
    sweep_hourly(days, started_again, 2)
    assert started_again.ledger.view(broken).version == view.version, "once"
    assert started_again.clockwork.standing_still() == {}
    sweep_hourly(days, started_again, 25)
    assert "DeadlinePassed" in [event["type"] for event in started_again.ledger.events(broken)], "its time is up then"


def test_an_outage_before_it_counts_too(days, broken, started_again, mended):
    before = days.view(broken).clocks["s2"].deadline
    started_again.heartbeat.beat()
    since = days.clock.now
    days.clock.now += 2 * DAY
    started_again.heartbeat.watch()
    Sweeper(started_again.read_models, started_again.clockwork, started_again.vacations, started_again.expiry).step()
    sweep_hourly(days, started_again, 3)
    mended()
    sweep_hourly(days, started_again, 1)
    assert started_again.ledger.view(broken).clocks["s2"].deadline == before + days.clock.now - since + HOUR


def test_nothing_stands_still_any_more_once_it_is_void(days, broken, sound, started_again, operate):
    sweep_hourly(days, started_again, 25)
    assert list(started_again.clockwork.standing_still()) == [broken]
    operate("void")
    sweep_hourly(days, started_again, 1)
    assert started_again.clockwork.standing_still() == {}


def test_the_post_warns_of_it_once(days, broken, sound, started_again, caplog, mended):
    """Once for each process."""

    def warned(hours):
        caplog.clear()
        for _ in range(hours * 60):
            days.clock.now += 60
            started_again.heartbeat.beat()
            started_again.post.reminders.step()
        return [record.levelname for record in caplog.records if record.name == "service.notify.reminders"]

    assert (warned(13), warned(3)) == (["WARNING"], [])
    mended()
    assert warned(2) == []


def test_people_are_reminded_of_other_games(days, broken, sound, started_again):
    post, ann = started_again.post, days.people["ann"]
    hook = confirmed_webhook(post, ann, "https://1.1.1.1/hook", "generic")
    days.pass_time(DAY * 6 // 10)
    post.reminders.step()
    told = [(row.game, row.kind) for row in post.outbox.deliveries.of(hook.id)]
    assert (sound, "reminder-50") in told
    assert broken not in [game for game, kind in told if kind.startswith("reminder")]


@pytest.fixture
def operate(days, broken, started_again):
    """Carries out an operator's verb in the game that cannot be read, over the API: status and body of the answer."""
    services = started_again
    account, token = services.accounts.create("olga")
    services.accounts.set_operator(account.id, True)
    client = create_app(services).test_client()

    def post(verb, **more):
        headers = {"Authorization": f"Bearer {token.secret}"}
        body = {"verb": verb, "reason": "nobody can read it", **more}
        answer = client.post(f"/api/v1/games/{broken}/operator", json=body, headers=headers)
        return answer.status_code, answer.json

    return post


def test_lists_in_which_it_stands_are_shown(days, broken, sound, started_again):
    started_again.accounts.change(days.people["ann"], password=PASSWORD)
    nobody, ann = (Visitor(create_app(started_again)) for _ in range(2))
    ann.sign_in("ann", PASSWORD)
    for visitor, path in ((nobody, "/"), (nobody, "/search?status=running"), (ann, "/")):
        assert {f"/games/{broken}", f"/games/{sound}"} <= {*visitor.open(path).links}, path


@pytest.fixture
def traveller(days):
    """A character of Ann's that is away at a game which nobody can read: its id and the game's."""
    services, ann = days.services, days.people["ann"]
    thief = services.characters.make(ann, "darkness", "Vito", THIEF)
    game_id = services.characters.open_game(ann, new_game(mine(thief), {"ai": "random"}))
    rename_an_event(days.services.settings, game_id, "CharacterChosen", "CharacterFound")
    return thief, game_id


def test_a_character_that_is_at_it_stays_away_until_it_is_void(days, traveller):
    thief, game_id = traveller
    services, ann = build(days.services.settings, days.clock), days.people["ann"]
    assert refusal(services.ledger.view, game_id) == "unreadable"
    [away] = services.characters.of_account(ann)
    assert (away.id, away.away) == (thief, game_id)
    assert services.characters.free(ann, "darkness") == []
    services.ledger.close(game_id, "void")
    [home] = services.characters.free(ann, "darkness")
    assert [visit.cause for visit in home.games] == ["void"]
    services.close()


def test_in_the_place_of_a_rematch_that_is_one_another_is_opened(days):
    ann, game_id = days.people["ann"], days.open("ann", "bob")
    days.services.ledger.close(game_id, "void")
    first = days.services.rematches.ask(ann, game_id, "same")
    rename_an_event(days.services.settings, first, "SeatTaken", "SeatStolen")
    services = build(days.services.settings, days.clock)
    second = services.rematches.ask(ann, game_id, "same")
    assert second != first
    assert services.rematches.ask(ann, game_id, "same") == second
    services.close()


def test_an_operator_declares_it_void(days, broken, started_again, operate):
    before = started_again.store.entries(broken)
    status, answer = operate("void")
    assert status == 200
    assert (answer["game"]["status"], answer["game"]["table"]) == ("void", None)
    assert [event["type"] for event in answer["events"]] == ["OperatorActed", "Asked", "GameClosed"]
    assert answer["events"][0]["texts"].popitem()[1]["text"] == "nobody can read it"
    entries = started_again.store.entries(broken)
    assert entries[: len(before)] == before
    assert [entry.read().version for entry in entries] == list(range(1, len(entries) + 1))
    head = GENESIS
    for entry in entries[len(before) :]:
        head = chained(bytes.fromhex(before[-1].hash) if head == GENESIS else head, entry.public)
        assert entry.hash == head.hex()
    assert {entry.read().command for entry in entries[len(before) :]} == {before[-1].read().command + 1}


def test_lists_clocks_notices_and_the_journal_are_done_with_it_then(days, broken, sound, started_again, operate):
    ann, post, lists = days.people["ann"], started_again.post, started_again.read_models.lists
    hook = confirmed_webhook(post, ann, "https://1.1.1.1/hook", "generic")
    operate("void")
    started_again.read_models.follower.catch_up(10)
    assert (lists.has_ended(sound), lists.has_ended(broken)) == (False, True)
    assert lists.running_games_of(ann) == [sound]
    days.pass_time(DAY * 6 // 10)
    post.reminders.step()
    post.outbox.follower.catch_up(10)
    told = [(row.kind, row.asked) for row in post.outbox.deliveries.of(hook.id) if row.game == broken]
    assert ("over", "void") in told
    assert not [kind for kind, _ in told if kind.startswith("reminder")]
    ended = [entry["data"] for entry in started_again.journal.entries() if entry["data"].get("id") == broken]
    assert [listed.get("cause") for listed in ended][-2:] == ["void", None]
    assert ended[-1]["people"] == "void"


def test_it_is_void_once_and_nothing_else_is_done_to_it(operate):
    assert operate("pause")[1]["code"] == "unreadable"
    assert operate("void")[0] == 200
    assert operate("void")[1]["code"] == "game-over"


def test_of_two_operators_at_once_one_is_told_to_try_again(broken, days, started_again, operate, monkeypatch):
    services, append = started_again, started_again.store.append

    def beaten(batches, *given):
        if batches:
            monkeypatch.setattr(services.store, "append", append)
            assert operate("void")[0] == 200
        return append(batches, *given)

    monkeypatch.setattr(services.store, "append", beaten)
    assert operate("void")[1]["code"] == "busy"
    assert [entry.read().type for entry in services.store.entries(broken)].count("GameClosed") == 1


def test_a_game_that_is_read_again_by_another_version_stays_void(days, broken, started_again, operate, mended):
    operate("void")
    mended()
    services = build(days.services.settings, days.clock)
    record = services.ledger.record(broken)
    services.close()
    assert audit(read(canonical(record)), days.services.catalog).code == CONSISTENT


def test_whoever_waits_for_its_end_is_told_that_it_goes_on_and_then_that_it_is_void(broken, started_again):
    services = started_again
    fixtures = fixtures_of(services)
    assert fixtures.ended(broken) is None
    services.ledger.close(broken, "void")
    length = services.store.version(broken)
    assert fixtures.ended(broken) == Ended("void", None, None, None)
    services.ledger.close(broken, "void")
    assert services.store.version(broken) == length


def test_of_a_game_that_has_a_result_nobody_says_that_it_has_none(days, broken, started_again):
    days.services.absence.resign(days.people["ann"], broken, None)
    assert days.view(broken).result.places == {"s1": 2, "s2": 1}
    services = started_again
    fixtures = fixtures_of(services)
    assert refusal(fixtures.ended, broken) == "unreadable"


def test_people_can_be_forgotten(days, broken, sound, started_again):
    started_again.account_deletion.forget(days.people["ann"])
    assert started_again.accounts.names([days.people["ann"]]) == {}
    assert started_again.ledger.view(sound).status == "over"


def copied_and_folded_anew(days, folder, spoil):
    """An installation made of a copy in which something is spoilt, whose log is folded anew."""
    list(back_up(days.services.settings, folder))
    settings = settings_of(folder)
    spoil(settings)
    init_database(settings)
    services = build(settings, days.clock)
    assert services.read_models.follower.catch_up(10)
    services.post.step()
    return services


@pytest.mark.parametrize("version", [1, 2], ids=["first", "second"])
@pytest.mark.parametrize("spoil", [spoil_an_event, spoil_data_of_an_event], ids=["all of it", "its data"])
def test_where_an_event_cannot_be_decoded_all_other_games_go_on_when_the_log_is_folded_anew(
    tmp_path, days, sound, version, spoil
):
    spoiled, later = (days.open("ann", "bob", clock=DAILY) for _ in range(2))
    services = copied_and_folded_anew(days, tmp_path / "copy", lambda settings: spoil(settings, spoiled, version))
    lists = services.read_models.lists
    assert {sound, later} <= {*lists.running_games_of(days.people["ann"])}
    assert spoiled not in lists.running_games_of(days.people["ann"])
    sweep_hourly(days, services, 26)
    assert "DeadlinePassed" in [event["type"] for event in services.ledger.events(later)]
    services.close()


def test_a_game_with_such_an_event_stays_unreadable(tmp_path, days):
    game = days.open("ann", "bob")
    services = copied_and_folded_anew(days, tmp_path / "copy", lambda settings: spoil_an_event(settings, game, 2))
    assert refusal(lambda: services.ledger.view(game)) == "unreadable"
    services.close()


def test_the_clock_goes_on_where_the_last_event_of_a_game_cannot_be_decoded(days):
    spoiled, other = (days.open("ann", "bob", clock=DAILY) for _ in range(2))
    last = days.services.store.version(spoiled)
    before = spoil_an_event(days.services.settings, spoiled, last)
    services = build(days.services.settings, days.clock)
    sweep_hourly(days, services, 26)
    assert "DeadlinePassed" in [event["type"] for event in services.ledger.events(other)]
    assert list(services.clockwork.standing_still()) == [spoiled]
    replace_an_event(services.settings, spoiled, last, before)
    sweep_hourly(days, services, 1)
    assert "DeadlineSet" in [event["type"] for event in services.ledger.events(spoiled)], "it has missed that time"
    services.close()
