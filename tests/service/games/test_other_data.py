"""A release brings other data: games that were begun before go on as if nothing had changed, new ones use it."""

import json
from contextlib import closing
from hashlib import sha256

import pytest

from domain.audit import CONSISTENT, audit
from domain.contract.chance import Stream
from domain.contract.game import to_json
from domain.games.catalog import Catalog
from domain.games.darkness import data as darkness
from domain.log.canon import canonical
from domain.records.export import read
from service.bootstrap import build
from service.dev.release_check import Games
from service.language.names import Names
from service.web.games.choices import NOTHING
from service.web.tables import drawing
from tests.installation import prepare, settings_of
from tests.other_data import CHANGED, DARKNESS, LATER
from tests.service.playing import ME, OPEN, NewGame, act
from tests.service.web.playing import game_seen
from tests.stored_games import played
from tests.streams import random_bytes

RELEASE = {"NIGHTLEDGER_EXTRA_GAMES": ",".join(f"{game}={place}" for game, place in LATER.items())}
EYES = ("s1", "s2", "spectator")
MOVES = 60


class Before:
    """An installation with games of a kind: one closed, two under way, one that waits for its last seat; and all that
    was seen of two of them."""

    def __init__(self, home, game):
        self.home, self.game = home, game
        with closing(build(prepare(home), entropy=random_bytes(game.encode()))) as services:
            self.ann = services.accounts.create("ann")[0].id
            self.closed, self.running, self.unfinished = (self.played(services, number) for number in range(3))
            services.ledger.close(self.closed, "void")
            self.bob = services.accounts.create("bob")[0].id
            self.waiting = services.ledger.open_game(self.ann, NewGame(game, [ME, OPEN]))
            self.seen = {game_id: self.everything(services, game_id) for game_id in (self.closed, self.running)}
            self.record = canonical(services.ledger.record(self.closed))
            self.picture = self.drawn(services, self.running)
        [self.data] = json.loads(self.record)["data"].values()

    def played(self, services, number):
        game_id = services.ledger.open_game(self.ann, NewGame(self.game, [ME, ME]))
        self.play_on(services, game_id, Stream(b"%d" % number))
        return game_id

    def play_on(self, services, game_id, rng):
        for _ in range(MOVES):
            table = services.ledger.table(game_id)
            if not table.pending:
                return
            seat = next(iter(table.pending))
            act(services.ledger, self.ann, game_id, to_json(table.game.sample(table.state, seat, rng)), seat=seat)

    def everything(self, services, game_id):
        """The game through all eyes at the ends of its commands, the log, and the record."""
        ledger, last = services.ledger, services.ledger.view(game_id, self.ann).version
        ends = [*ledger.timeline(game_id, self.ann)["boundaries"][::10], last]
        seen = {(at, seat): ledger.view(game_id, self.ann, seat, at=at) for at in ends for seat in EYES}
        return seen, ledger.events(game_id, self.ann, limit=10_000), ledger.record(game_id, self.ann)

    def drawn(self, services, game_id):
        """The picture of the table that a page shows, for the first seat."""
        view = services.ledger.view(game_id, self.ann, "s1")
        game = services.catalog[self.game]
        return drawing(game).model(view, NOTHING, Names.of(game, view, "en"))

    def later(self):
        """The installation under the release with other data."""
        return build(settings_of(self.home, **RELEASE))


@pytest.fixture(scope="module", params=LATER)
def before(request, tmp_path_factory):
    return Before(tmp_path_factory.mktemp(request.param) / "home", request.param)


@pytest.fixture(scope="module")
def services(before):
    with closing(before.later()) as services:
        yield services


def test_games_are_seen_at_every_time_as_they_were(before, services):
    for game_id in (before.closed, before.running):
        assert before.everything(services, game_id) == before.seen[game_id]


def test_pages_draw_them_as_before(before, services):
    assert before.drawn(services, before.running) == before.picture


def test_what_a_later_file_lacks_keeps_its_name():
    """The bar of the other town has one window less."""
    then = darkness.load()
    game = DARKNESS.with_data({}, {then.sha256: darkness.built_in().decode()}.get)
    view = game_seen(table={"data": then.sha256})
    assert Names.of(game, view, "en").card("bar/2/1/w") == "Bar 2/1/w"
    assert Names.of(game, game_seen(), "en").card("bar/2/1/w") == "bar/2/1/w"


def test_a_bot_weighs_its_answers_as_before(before, services):
    state, rated = services.ledger.table(before.running).state, []
    for game in (Catalog()[before.game], services.catalog[before.game]):
        for seat in state.open:
            view = game.view(state, seat)
            answers = game.candidates(view, seat, game.legal(state, seat))
            rated.append([(answer, game.rate(view, seat, answer)) for answer in answers])
    half = len(rated) // 2
    assert rated[:half] == rated[half:] != []


def test_their_records_carry_the_data_and_are_audited_as_before(before, services):
    record = read(canonical(services.ledger.record(before.closed)))
    assert record.encode() == before.record
    assert [sha256(text.encode()).hexdigest() for text in record.files.values()] == [before.data]
    for catalog in (Catalog(), Catalog(LATER)):
        verdict = audit(record, catalog)
        assert (verdict.code, verdict.findings) == (CONSISTENT, ())


def test_no_stored_command_would_be_decided_otherwise(before, services):
    settings = settings_of(before.home)
    old, new = (Games(str(settings.events_path), settings.secret_path, extra) for extra in ({}, LATER))
    digests = [one for of_game in old.digests(old.ids(), 3) for one in of_game]
    checked = [checked for game_id, checked in new.check(new.ids(), moved=True) if game_id in before.seen]
    assert [(len(one.differs), one.kept) for one in checked] == [(0, True)] * 2
    assert all(one.decided > MOVES for one in checked)
    assert [found for found in new.compare(digests) if found] == []


def test_a_game_under_way_goes_on_with_its_own_data(before, services):
    game_id = services.practice.branch(before.ann, before.closed, _last_decision(services, before.closed))
    for going_on in (before.unfinished, game_id):
        before.play_on(services, going_on, Stream(b"on"))
        services.ledger.close(going_on, "void")
        record = read(canonical(services.ledger.record(going_on)))
        assert list(record.data.values()) == list(record.files) == [before.data]
        assert audit(record, Catalog()).code == CONSISTENT


def test_a_game_that_waited_for_its_last_seat_begins_with_the_data_that_it_was_opened_with(before, services):
    assert services.ledger.sit(before.bob, before.waiting).game.status == "running"
    services.ledger.close(before.waiting, "void")
    record = read(canonical(services.ledger.record(before.waiting)))
    assert list(record.data.values()) == list(record.files) == [before.data]
    assert audit(record, Catalog()).code == CONSISTENT


def test_a_closed_game_is_branched_wherever_somebody_must_decide(before, services):
    boundaries = services.ledger.timeline(before.closed)["boundaries"]
    for at in boundaries[2:-1:20]:
        branch = services.practice.branch(before.ann, before.closed, at)
        for seat in ("s1", "s2"):
            now, then = (
                services.ledger.view(game, before.ann, seat, at=v) for game, v in ((branch, None), (before.closed, at))
            )
            assert now.table == then.table
        assert list(services.ledger.record(branch, before.ann)["data"].values()) == [before.data]


def test_a_snapshot_of_it_gives_it_back(before, services):
    table = services.ledger.table(before.closed)
    assert table.game.view(table.state, "referee") == services.ledger.view(before.closed, None, "referee").table


def test_another_installation_with_other_data_takes_the_record_in(before, tmp_path):
    with closing(build(prepare(tmp_path / "elsewhere", **RELEASE))) as elsewhere:
        found = elsewhere.imports.take_in(None, before.record)
        seen, _, _ = before.seen[before.closed]
        for (at, seat), view in seen.items():
            assert elsewhere.imports.view(found.id, seat, at).table == view.table
        assert elsewhere.imports.record(found.id).encode() == before.record


@pytest.mark.parametrize("game", LATER)
def test_with_the_new_data_the_same_answers_lead_elsewhere(game):
    """Or nothing here would show that old games are not played with them."""
    old, new = (played(Catalog(extra), game, {}, ("s1", "s2"), 5) for extra in ({}, LATER))
    [before, after] = (log.table.game.view(log.table.state, "referee") for log in (old, new))
    pinned = ("data", "cards")
    assert [before[key] for key in before if key not in pinned] != [after[key] for key in after if key not in pinned]


def test_new_games_use_the_new_data(before, services):
    game_id = services.ledger.open_game(before.ann, NewGame(before.game, [ME, ME]))
    record = services.ledger.record(game_id, before.ann)
    text = CHANGED[before.game]
    assert record["files"] == {sha256(text.encode()).hexdigest(): text}
    [new] = record["data"].values()
    assert new != before.data
    before.play_on(services, game_id, Stream(b"new"))
    services.ledger.close(game_id, "void")
    record = read(canonical(services.ledger.record(game_id)))
    for catalog in (Catalog(), Catalog(LATER)):
        assert audit(record, catalog).code == CONSISTENT


def _last_decision(services, game_id):
    return services.ledger.timeline(game_id)["boundaries"][-2]
