"""An installation goes on from each schema that there was: whoever played there notices nothing but the new program.

What each holds was played by a program that had that schema: a game with an AI, one with a clock, one that is over, an
open one with an invitation, a league in its first round, an address that nobody has confirmed, and notices that were
not sent.
"""

import pytest

from domain.audit import CONSISTENT, PREFIX, audit
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.records.export import read
from service.bootstrap import build
from service.leagues.work import open_tables
from service.store.published.receipts import read_receipt
from tests.installation import prepare
from tests.kept import REVISIONS, SCHEMAS, Kept
from tests.kept.upgraded import Installation, moves, seen_by_somebody
from tests.notify.peers import MailServer
from tests.service.api.conftest import Caller
from tests.service.clocks import DAY
from tests.service.web.playing import answer_for_ais

CATALOG = Catalog({})

HOUR = 3600

EVERY = [
    revision if revision in (REVISIONS[0], REVISIONS[-1]) else pytest.param(revision, marks=pytest.mark.slow)
    for revision in REVISIONS
]
"""The schemas: the first and the last always, those between among the long tests."""


@pytest.fixture(scope="module")
def mails():
    server = MailServer()
    yield server
    server.close()


@pytest.fixture(params=EVERY)
def installation(request, tmp_path, mails):
    mails.taken.clear()
    kept = Kept(request.param, SCHEMAS)
    installation = Installation(kept, kept.unpack(tmp_path), NIGHTLEDGER_SMTP_URL=mails.url)
    yield installation
    installation.services.close()


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """An installation of this program that knows nothing of them, and an account there."""
    services = build(prepare(tmp_path_factory.mktemp("elsewhere") / "home", NIGHTLEDGER_EXTRA_GAMES=""))
    yield services
    services.close()


def test_everything_goes_on(installation, elsewhere, mails, tmp_path):
    _people_are_known(installation)
    _receipts_and_records_prove_themselves(installation)
    _a_record_of_then_is_taken_in(elsewhere, tmp_path / "record.json")
    _what_was_not_sent_is_sent(installation, mails)
    _an_ai_answers(installation)
    _a_link_seats_whom_it_was_sent_to(installation)
    _a_league_counts_what_is_played(installation)
    _a_deadline_passes(installation)


def _people_are_known(installation):
    for name, caller in installation.callers.items():
        assert caller.get("/accounts/me").json["name"] == name
        login = {"name": name, "password": installation.kept.passwords[name], "token_name": "again"}
        assert Caller(installation.app.test_client()).post("/tokens", login).status_code == 201


def _receipts_and_records_prove_themselves(installation):
    kept = installation.kept
    [known] = installation.services.signer.keys()
    for receipt in kept.receipts:
        read_receipt(canonical(receipt)).check(known.key)
    for label, game in kept.games.items():
        _, document = seen_by_somebody(installation.callers, f"/games/{game['id']}/record")
        heads = {
            one["version"]: one["head"] for one in (game, *kept.receipts) if one.get("game", game["id"]) == game["id"]
        }
        verdict = audit(read(canonical(document)), CATALOG, heads)
        assert verdict.code == (CONSISTENT if game["status"] == "over" else PREFIX), (label, verdict)


def _a_record_of_then_is_taken_in(elsewhere, record):
    taken = elsewhere.imports.take_in(None, record.read_bytes())
    assert elsewhere.imports.view(taken.id).status == "over"


def _what_was_not_sent_is_sent(installation, mails):
    installation.clock.now += HOUR
    installation.services.post.step()
    assert {mail["To"] for mail in mails.taken} == set(installation.kept.listed["mail"])


def _an_ai_answers(installation):
    game = installation.kept.games["running"]
    while moves(installation.callers, game):
        pass
    services = installation.services
    services.read_models.follower.catch_up(30)
    assert [turn.seat for turn in services.read_models.lists.ai_turns() if turn.game_id == game["id"]] == ["s3"]
    answer_for_ais(services, game["id"], ["s3"])
    assert services.ledger.table(game["id"]).version > game["version"]


def _a_link_seats_whom_it_was_sent_to(installation):
    game, token = installation.kept.games["open"]["id"], installation.kept.listed["invitation"]["token"]
    answer = installation.callers["olga"].post(f"/games/{game}/seats", {"invitation": token})
    assert (answer.status_code, answer.json["game"]["status"]) == (200, "running")


def _a_league_counts_what_is_played(installation):
    """Who sits in a game of the round resigns: its table has a result, and the season goes on."""
    services, league = installation.services, installation.kept.listed["league"]
    before = _open_games(services, league)
    resigned = {
        game
        for game in before
        for name in ("ann", "bob")
        if installation.callers[name].post(f"/games/{game}/resignations", {}).status_code == 200
    }
    services.league_play.step(league)
    assert resigned
    after = _open_games(services, league)
    assert after
    assert not resigned & set(after)


def _open_games(services, league):
    with services.league_views.reading(league) as log:
        return [work.fixture.id for work in open_tables(log.aggregate)]


def _a_deadline_passes(installation):
    """The time during which nobody could act is none of it; then it is over a day later."""
    game = installation.kept.games["clock"]
    installation.sweep()
    assert installation.services.ledger.table(game["id"]).version == game["version"]
    installation.clock.now += 2 * DAY
    installation.services.heartbeat.beat()
    installation.sweep()
    assert installation.services.ledger.table(game["id"]).version > game["version"]
