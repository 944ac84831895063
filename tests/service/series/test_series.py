"""Apocalypse series in the service: each game is tallied once and opened once (docs/leagues.md, chapter 9)."""

import hashlib
import threading

import pytest

from domain.audit import audit as audit_record
from domain.audit.aggregates import audit
from domain.audit.verdict import CONSISTENT
from domain.log.canon import canonical
from domain.log.derived import game_id, game_seed
from domain.log.record import seed_commitment
from domain.records.export import read
from domain.series.state import Holder
from projections.series import SeriesQuery
from service.bootstrap import build
from service.games.shapes import NewGame
from service.games.shapes.answers import Seat
from tests.installation import install
from tests.league.bots import MORE_GAMES, play_on
from tests.service.playing import AI, ME, OPEN, block_meanwhile, refusal

GAME = "counting-pig"
ENTROPY = bytes(range(32))
SEALED = hashlib.sha256(ENTROPY).hexdigest()


@pytest.fixture
def services(tmp_path):
    services = install(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES)
    yield services
    services.close()


@pytest.fixture
def series(services):
    return services.series


def open_series(services, account, *seats, limit=60, **more):
    new = NewGame(GAME, list(seats), more.pop("options", {"goal": 20}), **more)
    return services.series.open(account, new, limit)


def types(services, series_id):
    return [event["type"] for event in services.series.events(series_id, limit=1000)]


def current(services, series_id):
    return services.series.view(series_id).games[-1].game_id


def play_out(services, series_id):
    """Play the series to its end: how many games it took."""
    for _ in range(100):
        view = services.series.view(series_id)
        if view.status != "running":
            return len(view.games)
        play_on(services, current(services, series_id))
        services.series.step(series_id)
    raise AssertionError("the series has no end")


def test_the_first_game_begins_when_all_sit(services, series, people):
    series_id = open_series(services, people["ann"], ME, OPEN, AI)
    assert series.view(series_id).games == []
    series.sit(people["bob"], series_id)
    view = series.view(series_id)
    assert [game.game_id for game in view.games] == [game_id(series_id, 1)]
    table = services.ledger.table(game_id(series_id, 1))
    assert table.status == "running"
    assert {seat: held.account or held.level for seat, held in table.seats.items()} == {
        "s1": people["ann"],
        "s2": people["bob"],
        "s3": "random",
    }


@pytest.mark.parametrize(("shunning", "shunned"), [("ann", "bob"), ("bob", "ann")])
def test_nobody_sits_down_with_whom_one_blocks_nor_sees_the_free_seat(services, series, people, shunning, shunned):
    services.blocks.add(people[shunning], shunned, "blocked")
    series_id = open_series(services, people["ann"], ME, OPEN)
    assert refusal(series.sit, people["bob"], series_id) == "illegal"
    assert services.read_models.follower.catch_up(10)

    def seen_by(name):
        query = SeriesQuery(people[name], services.blocks.apart(people[name]))
        return [one.id for one in services.read_models.series.page(query).series]

    assert [seen_by(name) for name in ("ann", "bob", "cy")] == [[series_id], [], [series_id]]
    series.sit(people["cy"], series_id)
    assert services.read_models.follower.catch_up(10)
    assert seen_by("bob") == [series_id]


def test_a_series_that_nobody_has_opened_is_hidden_from_nobody(services, people):
    series_id = open_series(services, people["ann"], ME, OPEN)
    read = services.read_models
    assert read.follower.catch_up(10)
    with read.database.writing() as db:
        db.execute("UPDATE series_series SET creator = NULL")
    query = SeriesQuery(people["bob"], frozenset((people["cy"],)))
    assert [one.id for one in read.series.page(query).series] == [series_id]


def test_whom_the_host_blocks_meanwhile_does_not_sit_down(services, series, people, monkeypatch):
    series_id = open_series(services, people["ann"], ME, OPEN)
    block_meanwhile(monkeypatch, services.blocks, people["ann"], "bob")
    assert refusal(series.sit, people["bob"], series_id) == "illegal"
    assert series.view(series_id).seats["s2"].kind == "open"


def test_a_seat_that_is_kept_is_for_nobody_else(services, series, people):
    series_id = open_series(services, people["ann"], ME, {"account": "bob"})
    assert refusal(series.sit, people["cy"], series_id) == "illegal"
    assert refusal(series.sit, people["cy"], series_id, "s2") == "forbidden"
    series.sit(people["bob"], series_id)
    assert series.view(series_id).seats["s2"] == Seat(name="bob", kind="person", level=None)


def test_every_game_has_the_same_seats_and_terms_and_a_derived_seed(services, people):
    clock = {"per_decision": 86_400, "policy": "default"}
    series_id = open_series(services, people["ann"], AI, AI, AI, clock=clock, rated=True)
    play_out(services, series_id)
    view = services.series.view(series_id)
    assert len(view.games) > 1
    seed = bytes.fromhex(view.seed)
    assert seed_commitment(series_id, seed) == view.commitment
    for game in view.games:
        table = services.ledger.table(game.game_id)
        assert table.header.terms["clock"] == clock
        assert table.header.terms["rated"] is True
        assert table.header.terms["series"] == {"id": series_id, "number": game.number}
        assert [held.level for held in table.seats.values()] == ["random"] * 3
        assert table.header.commitment == seed_commitment(game.game_id, game_seed(seed, game.number))


def test_the_sums_are_those_of_the_games_and_the_lowest_wins(services, people):
    series_id = open_series(services, people["ann"], AI, AI)
    play_out(services, series_id)
    view = services.series.view(series_id)
    sums = {seat: sum(game.tally[seat] for game in view.games) for seat in ("s1", "s2")}
    assert view.sums == sums
    assert max(sums.values()) >= 60
    assert view.status == "over"
    assert view.ranking == sorted(sums, key=sums.__getitem__)


def test_a_step_that_is_done_twice_or_late_changes_nothing(services, series, people):
    series_id = open_series(services, people["ann"], AI, AI, limit=1000)
    assert series.step(series_id) == 0
    play_on(services, current(services, series_id))
    assert series.step(series_id) == 2
    assert series.step(series_id) == 0
    assert types(services, series_id) == ["SeriesOpened", "GameOpenedInSeries", "GameTallied", "GameOpenedInSeries"]


def test_many_workers_at_once_open_one_next_game(services, people):
    series_id = open_series(services, people["ann"], AI, AI, limit=1000)
    play_on(services, current(services, series_id))
    others = [build(services.settings) for _ in range(4)]
    together = threading.Barrier(len(others))

    def step(other):
        together.wait()
        other.series.step(series_id)
        other.close()

    threads = [threading.Thread(target=step, args=(other,)) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert types(services, series_id) == ["SeriesOpened", "GameOpenedInSeries", "GameTallied", "GameOpenedInSeries"]
    assert len(services.store.games()) == 2


class Killed(BaseException):
    """Stands for a process that is killed."""


@pytest.mark.parametrize("written", range(4))
@pytest.mark.parametrize("before", [True, False])
def test_a_worker_killed_before_or_after_any_write_leaves_one_next_game(services, people, monkeypatch, written, before):
    series_id = open_series(services, people["ann"], AI, AI, limit=1000)
    play_on(services, current(services, series_id))
    doomed, writes = build(services.settings), []

    def dying(*batches, **more):
        if len(writes) == written and before:
            raise Killed
        position = type(doomed.store).append(doomed.store, *batches, **more)
        writes.append(position)
        if len(writes) == written + 1 and not before:
            raise Killed
        return position

    monkeypatch.setattr(doomed.store, "append", dying)
    try:
        doomed.series.step(series_id)
    except Killed:
        assert len(writes) == written + (not before)
    doomed.close()
    services.series.step(series_id)
    assert types(services, series_id) == ["SeriesOpened", "GameOpenedInSeries", "GameTallied", "GameOpenedInSeries"]
    assert sorted(services.store.games()) == sorted(game_id(series_id, number) for number in (1, 2))
    assert services.ledger.table(game_id(series_id, 2)).status == "running"


def test_three_void_games_in_a_row_end_it_as_void(services, people):
    series_id = open_series(services, people["ann"], AI, AI)
    for _ in range(3):
        services.ledger.close(current(services, series_id), "void")
        services.series.step(series_id)
    view = services.series.view(series_id)
    assert view.status == "void"
    assert [game.cause for game in view.games] == ["void"] * 3
    assert view.sums == {"s1": 0, "s2": 0}


def test_an_abandoned_game_ends_it(services, people):
    series_id = open_series(services, people["ann"], AI, AI)
    services.ledger.close(current(services, series_id), "abandoned")
    services.series.step(series_id)
    assert services.series.view(series_id).status == "abandoned"


def test_sealed_entropy_enters_every_game(services, series, people):
    series_id = open_series(services, people["ann"], ME, OPEN, entropy_hash=SEALED)
    series.sit(people["bob"], series_id)
    assert series.view(series_id).entropy == {"s1": "sealed"}
    assert series.view(series_id).games == []
    assert refusal(series.open_entropy, people["bob"], series_id, "s1", ENTROPY.hex()) == "forbidden"
    assert refusal(series.open_entropy, people["ann"], series_id, "s1", bytes(32).hex()) == "illegal"
    series.open_entropy(people["ann"], series_id, "s1", ENTROPY.hex())
    for number in (1, 2):
        assert services.ledger.table(game_id(series_id, number)).given_entropy() == (("s1", ENTROPY.hex()),)
        services.ledger.close(game_id(series_id, number), "void")
        series.step(series_id)


def test_who_opened_it_ends_it_before_the_first_game_only(services, series, people):
    waiting = open_series(services, people["ann"], ME, OPEN)
    assert refusal(series.close, people["bob"], waiting) == "forbidden"
    series.close(people["ann"], waiting)
    assert series.view(waiting).status == "void"
    assert refusal(series.sit, people["bob"], waiting) == "illegal"
    running = open_series(services, people["ann"], ME, AI)
    assert refusal(series.close, people["ann"], running) == "forbidden"


def test_an_operator_ends_it_with_the_game_that_runs(services, series, people):
    series_id = open_series(services, people["ann"], ME, AI)
    services.accounts.set_operator(people["cy"], True)
    series.close(people["cy"], series_id)
    assert series.view(series_id).status == "void"
    assert services.ledger.table(game_id(series_id, 1)).closed.cause == "void"


def test_a_private_series_is_nobody_elses_business(services, series, people):
    series_id = open_series(services, people["ann"], ME, {"account": "bob"}, visibility="private")
    assert series.view(series_id, people["bob"]).visibility == "private"
    for stranger in (people["cy"], None):
        assert refusal(series.view, series_id, stranger) == "not-found"
        assert refusal(series.events, series_id, stranger) == "not-found"
        assert refusal(series.document, series_id, stranger) == "not-found"


@pytest.mark.parametrize(
    "other", ["", "x", "6a6f7572-6e61-4c00-8000-000000000000", "00000000-0000-4000-8000-000000000000"]
)
def test_what_is_no_series_is_not_found(series, other):
    assert refusal(series.view, other) == "not-found"


def test_a_game_is_no_series(services, series, people):
    game = services.ledger.open_game(people["ann"], NewGame(GAME, [ME, AI]))
    assert refusal(series.view, game) == "not-found"


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "pig"},
        {"game": "chess"},
        {"seats": []},
        {"seats": [ME, {"account": "nobody"}]},
        {"options": {"goal": 0}},
        {"clock": {"per_decision": 1}},
        {"limit": 0},
    ],
)
def test_what_cannot_be_played_is_refused(services, people, wanted):
    limit = wanted.pop("limit", 100)
    new = NewGame(**{"game": GAME, "seats": [ME, AI], **wanted})
    assert refusal(services.series.open, people["ann"], new, limit) == "malformed"


def test_its_log_and_the_records_of_its_games_pass_the_audit(services, people):
    series_id = open_series(services, people["ann"], AI, AI)
    play_out(services, series_id)
    document = services.series.document(series_id)
    assert audit(document, services.catalog).code == CONSISTENT
    for game in services.series.view(series_id).games:
        record = services.ledger.record(game.game_id)
        assert audit_record(read(canonical(record)), services.catalog).code == CONSISTENT


def test_the_journal_lists_the_series_and_each_of_its_games(services, people):
    series_id = open_series(services, people["ann"], AI, AI)
    games = play_out(services, series_id)
    listed = [(entry["type"], entry["data"].get("id")) for entry in services.journal.entries()]
    ids = [game_id(series_id, number) for number in range(1, games + 1)]
    assert listed.count(("ReservationListed", series_id)) == 1
    assert [listed.count(("StartListed", one)) for one in ids] == [1] * games
    assert [listed.count(("EndListed", one)) for one in ids] == [1] * games


def test_who_loses_a_seat_of_a_private_series_sees_nothing_later(services, series, people):
    series_id = open_series(services, people["ann"], ME, OPEN, visibility="private")
    series.replace(series_id, "s1", Holder(account=people["cy"]))
    version = series.view(series_id, people["cy"]).version
    series.end(series_id)
    assert series.view(series_id, people["cy"]).status == "void"
    lost = series.view(series_id, people["ann"])
    assert (lost.status, lost.version, lost.seed) == ("running", version, None)
    assert series.events(series_id, people["ann"])[-1]["version"] == version
    assert len(series.document(series_id, people["ann"]).events) == version
    services.read_models.follower.catch_up(10)
    listed = {name: services.read_models.series.page(SeriesQuery(account)).series for name, account in people.items()}
    assert ([one.id for one in listed["cy"]], listed["ann"]) == ([series_id], [])


def test_a_seat_is_offered_to_whom_it_is_open(services, series, people):
    series_id = open_series(services, people["ann"], ME, {"account": "bob"})
    offered = {name: series.offered(series_id, account) for name, account in people.items()}
    assert offered == {"ann": [], "bob": ["s2"], "cy": []}
    assert series.offered(series_id, None) == []
