"""Where something is due is found without a look at anything else: the relation, its leases, and who asks it."""

import pytest

from projections.games.inbox import inbox_games
from service.bootstrap import build
from service.games.timing.due import LEASE_SECONDS, DueWork, look_at_all
from service.store.event_store import Store, executing
from tests.service.clocks import DAILY, DAY, HOUR, Days
from workers.clock import Sweeper

NOW = 1_800_000_000

PUT = "INSERT INTO due_work (game, kind, version, due, taken) VALUES (:game, :kind, 1, :due, :taken)"


def put(game, due, kind="deadline", taken=0):
    return executing(PUT, game=game, kind=kind, due=due, taken=taken)


@pytest.fixture
def store(database):
    store = Store(database.recorder(), b"installation")
    store.create_schema()
    yield store
    store.close()


@pytest.fixture
def work(store):
    return DueWork(store, "deadline")


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    days.sweep()
    yield days
    days.close()


def rows(store):
    """(game, kind) -> when it is due."""
    return {(row["game"], row["kind"]): row["due"] for row in store.rows("SELECT game, kind, due FROM due_work")}


def taken(work, now, **more):
    return [due.game for due in work.take(now, **more)]


def test_what_is_due_is_taken_the_unknown_last_and_nothing_that_is_to_come_or_of_another_kind(store, work):
    store.write(put("unknown", 0), put("late", NOW - 60), put("now", NOW), put("later", NOW + 1))
    store.write(put("now", NOW, kind="reminder"))
    assert taken(work, NOW) == ["now", "late", "unknown"]


def test_two_clocks_never_take_the_same_until_a_lease_is_over(store, work):
    store.write(*(put(f"g{number}", NOW - number) for number in range(5)))
    other = DueWork(store, "deadline")
    one, two = taken(work, NOW, most=3), taken(other, NOW, most=3)
    assert (one, two) == (["g0", "g1", "g2"], ["g3", "g4"])
    assert taken(other, NOW + LEASE_SECONDS - 1) == []
    assert sorted(taken(other, NOW + LEASE_SECONDS)) == sorted([*one, *two])


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_who_has_taken_it_with_a_clock_that_was_set_wrong_keeps_it_no_longer_than_a_lease(store, work, step):
    store.write(put("g", NOW - DAY))
    assert taken(work, NOW + step) == ["g"]
    assert taken(DueWork(store, "deadline"), NOW + LEASE_SECONDS) == ["g"]


@pytest.mark.parametrize(("settled", "left"), [(NOW + DAY, {("g", "deadline"): NOW + DAY}), (None, {})])
def test_what_was_looked_at_is_due_again_when_that_says(store, work, settled, left):
    store.write(put("g", NOW))
    [due] = work.take(NOW)
    work.settle(due, settled)
    assert rows(store) == left


@pytest.mark.parametrize("settled", [NOW + DAY, None])
def test_a_command_that_came_meanwhile_has_the_last_word(store, work, settled):
    store.write(put("g", NOW))
    [due] = work.take(NOW)
    store.write(executing("UPDATE due_work SET version = 2, due = :due", due=NOW + 5))
    work.settle(due, settled)
    assert rows(store) == {("g", "deadline"): NOW + 5}


def test_the_oldest_is_told_and_how_many_are_unknown(store, work):
    assert (work.oldest(), work.unknown()) == (None, 0)
    store.write(put("unknown", 0), put("late", NOW - 60), put("later", NOW + 1))
    assert (work.oldest(), work.unknown()) == (NOW - 60, 1)


def test_the_relation_is_asked_by_its_index(services):
    plans = [
        "SELECT game FROM due_work WHERE kind = 'deadline' AND due <= 5 ORDER BY due DESC LIMIT 20",
        "SELECT min(due) FROM due_work WHERE kind = 'deadline' AND due > 0",
        "SELECT * FROM answers_held WHERE due <= 5 ORDER BY due",
        "SELECT game FROM answers_held WHERE holder = 'random'",
    ]
    told = [row["detail"] for plan in plans for row in services.store.rows(f"EXPLAIN QUERY PLAN {plan}")]
    assert told
    assert not [detail for detail in told if detail.startswith("SCAN")]


# ---- what commands write


def test_each_command_says_when_its_game_is_due_and_one_without_a_clock_nothing(days):
    days.open("ann", "bob")
    game_id = days.open("ann", "bob", clock=DAILY)
    at, store = days.clock.now, days.services.store
    assert rows(store) == {(game_id, "deadline"): at + DAY, (game_id, "reminder"): at + DAY // 2}
    days.clock.now += HOUR
    days.act("ann", game_id, {"type": "hold"})
    assert rows(store)[game_id, "deadline"] == at + HOUR + DAY


def test_a_closed_game_is_due_no_more(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.services.ledger.close(game_id, "void")
    assert rows(days.services.store) == {}


def test_a_row_that_is_early_does_no_harm_and_is_put_right(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    before = rows(days.services.store)
    days.services.store.write(executing("UPDATE due_work SET due = :due", due=days.clock.now))
    days.sweep()
    days.services.post.reminders.step()
    assert "DeadlinePassed" not in days.types(game_id)
    assert rows(days.services.store) == before


def test_all_running_games_can_be_looked_at_anew(days):
    clocked, plain = days.open("ann", "bob", clock=DAILY), days.open("ann", "bob")
    before, store = rows(days.services.store), days.services.store
    store.write(executing("DELETE FROM due_work"))
    assert look_at_all(store) == 2
    assert rows(store) == {(game, kind): 0 for game in (clocked, plain) for kind in ("deadline", "reminder")}
    days.sweep()
    days.services.post.reminders.step()
    assert rows(store) == before


def test_a_clock_that_was_killed_with_what_it_had_taken_is_followed_by_another_after_the_lease(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.services.heartbeat.beat()
    days.clock.now += DAY
    days.services.heartbeat.beat()
    assert [due.game for due in days.services.clockwork.due.take(days.clock.now)] == [game_id]
    days.sweep()
    assert "DeadlinePassed" not in days.types(game_id)
    days.later(LEASE_SECONDS)
    assert days.types(game_id).count("DeadlinePassed") == 1


# ---- how much is read


@pytest.fixture
def reading(days, monkeypatch):
    """What a part of a process that has just started reads: rows of the store, logs, and steps of the read models."""

    def read(part):
        services = build(days.services.settings, days.clock)
        found = {"rows": 0, "logs": set(), "steps": 0}
        rows_of, entries_of = services.store.rows, services.store.entries

        def counted(statement, /, **values):
            got = rows_of(statement, **values)
            found["rows"] += len(got)
            return got

        def noted(game_id, after=0):
            found["logs"].add(game_id)
            return entries_of(game_id, after)

        def step():
            found["steps"] += 1

        services.read_models.follower.catch_up(10)
        monkeypatch.setattr(services.store, "rows", counted)
        monkeypatch.setattr(services.store, "entries", noted)
        services.read_models.database.connection.set_progress_handler(step, 1)
        part(services)
        services.close()
        return found

    return read


def clock(services):
    Sweeper(services.read_models, services.clockwork, services.vacations, services.expiry).step()


def reminders(services):
    services.post.reminders.step()


LISTED = "INSERT INTO inbox_games SELECT id || :number, position + :number, {rest} FROM inbox_games WHERE id = :id"


def crowd(days, game_id, first, number):
    """So many more running games, as rows of what is due and of the lists: their deadlines are to come."""
    services, due = days.services, days.clock.now + 30 * DAY
    services.read_models.follower.catch_up(10)
    names = range(first, first + number)
    services.store.write(*(put(f"g{name}", due, kind=kind) for name in names for kind in ("deadline", "reminder")))
    columns = [column.name for column in inbox_games.c if column.name not in ("id", "position")]
    with services.read_models.database.writing() as db:
        copied = LISTED.format(rest=", ".join(columns))
        db.executemany(copied, [{"number": 10_000 + name, "id": game_id} for name in names])


def three_due(days):
    """Three games whose deadlines have just passed."""
    games = {days.open("ann", "bob", clock=DAILY) for _ in range(3)}
    days.services.heartbeat.beat()
    days.clock.now += DAY
    days.services.heartbeat.beat()
    return games


@pytest.mark.parametrize("part", [clock, reminders])
def test_with_two_thousand_games_of_which_three_are_due_a_start_touches_three(days, reading, part):
    other, found = days.open("ann", "bob"), []
    for first, number in ((0, 20), (20, 1980)):
        crowd(days, other, first, number)
        games = three_due(days)
        found.append(reading(part))
        assert found[-1]["logs"] == games
        for game_id in games:
            days.services.ledger.close(game_id, "void")
    few, many = found
    assert many["rows"] == few["rows"]
    assert many["steps"] <= few["steps"] + 100
