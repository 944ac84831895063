"""What stands around a game whose seed is shared: workers, other processes, pages, commands, settings, explanations."""

import json
from contextlib import closing

import pytest
from click.testing import CliRunner
from sqlalchemy import insert

from service.app.application import create_app
from service.bootstrap import build
from service.cli import cli
from service.games.shapes import NewGame
from service.operation.why.explaining import explain
from service.settings import Settings, SettingsError
from service.store.event_store import executing
from service.store.relations import standing_orders
from service.store.repeats import KeyedRequest
from tests.installation import settings_of
from tests.service.api.conftest import Caller
from tests.service.playing import HOLD, ME, ROLL, refusal
from tests.service.sharing.tables import Table
from tests.service.web.visitor import Visitor
from workers.chores import Chores, do_with


class Queue:
    """Jobs that nobody has taken."""

    def __init__(self):
        self.jobs = []

    def put_job(self, job, arguments, name, *, thinks):
        self.jobs.append((arguments, name))


def waiting(houses):
    """A table whose move waits for its share, with a partner that is there again."""
    host, partner = houses
    table = Table(host)
    partner.open = False
    table.act(ROLL)
    partner.open = True
    host.now += 6
    return host, table


def test_a_worker_is_sent_to_a_game_that_waits_and_carries_the_move_out(houses):
    host, table = waiting(houses)
    queue, parts = Queue(), host.services
    chores = Chores(parts.read_models, queue, parts.partners.waiting)
    version = table.ledger.view(table.id).version
    chores.send(host.now, 100.0)
    assert queue.jobs == [(("share", table.id), f"share-{table.id}-{version}")]
    do_with(parts, "share", table.id)
    assert table.types()[version:][:2] == ["ShareGiven", "DieRolled"]
    chores.send(host.now, 200.0)
    assert len(queue.jobs) == 1
    assert parts.partners.waiting() == []


def test_whose_game_waits_for_a_share_asks_later_to_be_forgotten_by_the_same_token(houses):
    host, partner = houses
    table = Table(host, ME, ME)
    token = host.services.accounts.make_token(table.account)
    caller = Caller(create_app(host.services).test_client(), "ann", token.secret)
    partner.open = False
    table.act(ROLL)
    assert caller.call("DELETE", "/accounts/me").json["code"] == "awaits-share"
    assert caller.get("/accounts/me").status_code == 200
    partner.open = True
    host.now += 6
    do_with(host.services, "share", table.id)
    assert caller.call("DELETE", "/accounts/me").status_code == 204
    assert caller.get("/accounts/me").status_code == 401


def test_another_process_of_the_host_carries_it_out_with_its_next_command(houses):
    host, table = waiting(houses)
    with closing(build(host.services.settings, lambda: host.now)) as other:
        other.commands.follow_up(table.id)
    assert table.types().count("ShareGiven") == table.types().count("ShareAsked")
    assert table.ledger.view(table.id).shared.awaited is None


def test_a_request_that_is_refused_uses_no_key_up_though_it_carries_the_move_out(houses):
    host, table = waiting(houses)
    hosting, repeats = host.services.hosting, host.services.repeats
    asked = KeyedRequest.of("account", table.account, "free", "key", body=b"{}", account=table.account)
    freeing = (asked, lambda: hosting.free(table.account, table.id, "s1"), lambda done, stored: b"done")
    assert refusal(repeats.once, *freeing) == "illegal"
    assert table.types().count("ShareGiven") == table.types().count("ShareAsked")
    assert refusal(repeats.once, *freeing) == "illegal"


def test_of_two_processes_that_have_the_share_one_carries_the_move_out(houses):
    host, table = waiting(houses)
    with (
        closing(build(host.services.settings, lambda: host.now)) as other,
        host.services.commands.latest(table.id) as log,
    ):
        other.commands.settle(table.id)
        assert log.table.awaited is not None
        appended = host.services.commands.append(log, ())
    assert [entry.label.type for entry in appended.entries][:2] == ["ShareGiven", "DieRolled"]
    assert table.types().count("DieRolled") == 1


def test_a_move_is_answered_though_something_beside_the_log_was_stored_meanwhile(houses, monkeypatch):
    """While the partner is asked another process stores the first order of a seat."""
    host, _ = houses
    table = Table(host)
    partners = host.services.partners
    share = partners.share

    def slowly(*question):
        given = share(*question)
        monkeypatch.setattr(partners, "share", share)
        order = {"game": table.id, "seat": "s2", "account": table.account}
        host.services.store.write(executing(insert(standing_orders), **order, orders="[]", used=0))
        return given

    monkeypatch.setattr(partners, "share", slowly)
    condition = table.decision()
    table.act(ROLL, condition=condition)
    assert table.types().count("ShareGiven") == table.types().count("ShareAsked")
    assert table.types().count("DieRolled") == 1


def test_it_is_told_what_a_game_waits_for(houses):
    host, partner = houses
    table = Table(host)
    partner.open = False
    table.act(ROLL)
    [reason] = explain(host.services, table.id).reasons
    assert (reason.kind, reason.facts["url"], reason.facts["number"]) == ("share", partner.url, 0)
    assert f"from {partner.url}" in reason.says


def test_a_rematch_shares_its_seed_too(houses):
    host, _ = houses
    table = Table(host)
    table.play()
    assert host.services.rematches.wanted(table.account, table.id).shared_seed


def test_the_page_offers_it_where_there_is_a_partner_and_says_so_of_the_game(houses):
    host, partner = houses
    ann = Visitor(create_app(host.services))
    ann.sign_up("Ann")
    page = ann.open("/?game=pig")
    form = page.form("/games")
    assert partner.url in page.text
    form.fields.setlist("seat", ["me", "open"])
    form.fields["shared_seed"] = "yes"
    opened = ann.send(form)
    assert "shared with another installation" in opened.text


def test_the_page_of_leagues_offers_it_for_their_games(houses):
    host, partner = houses
    ann = Visitor(create_app(host.services))
    ann.sign_up("Ann")
    page = ann.open("/leagues")
    assert partner.url in page.text
    form = page.form("/leagues")
    form.fields["name"] = "Shared"
    form.fields["shared_seed"] = "yes"
    ann.send(form)
    [league] = ann.client.get("/api/v1/leagues").json["leagues"]
    assert host.services.league_views.league(league["id"]).plan["shared_seed"] is True


def test_nothing_of_it_is_offered_without_a_partner(services):
    ann = services.accounts.create("ann")[0].id
    assert refusal(services.ledger.open_game, ann, NewGame("pig", [ME, ME], shared_seed=True)) == "illegal"


def test_commands_open_such_games_and_show_what_is_kept(houses, monkeypatch):
    host, partner = houses
    host.services.accounts.create("ann")

    def run(house, *arguments):
        monkeypatch.setenv("NIGHTLEDGER_HOME", str(house.home))
        monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", "pig=tests.pigs.pig:PIG")
        monkeypatch.setenv("NIGHTLEDGER_SEED_PARTNERS", f"{partner.url}+{partner.key}")
        return CliRunner().invoke(cli, ["games", *arguments])

    assert run(host, "partner").output.strip().endswith(f"+{host.key}")
    opened = run(host, "open", "pig", "--account", "ann", "--seat", "me", "--seat", "open", "--shared-seed")
    assert opened.exit_code == 0, opened.output
    kept = json.loads(run(partner, "shares", opened.output.strip()).output)
    assert (kept["host"], kept["shares"], kept["revealed"], kept["refused"]) == (host.key, 0, None, [])
    assert run(host, "open", "pig", "--account", "nobody", "--seat", "me").exit_code == 1


@pytest.mark.parametrize("wrong", ["https://example.org", "https://example.org+ab", f"ftp://example.org+{'ab' * 32}"])
def test_a_partner_is_an_address_with_a_key(tmp_path, wrong):
    with pytest.raises(SettingsError, match="SEED_PARTNERS"):
        settings_of(tmp_path, NIGHTLEDGER_SEED_PARTNERS=wrong)
    right = Settings.from_env({"NIGHTLEDGER_SEED_PARTNERS": f"https://example.org/+{'ab' * 32}"})
    assert [(one.url, one.key) for one in right.seed_partners] == [("https://example.org", "ab" * 32)]


def test_a_move_that_draws_nothing_needs_no_partner(houses):
    host, partner = houses
    table = Table(host)
    while not table.ledger.view(table.id).table["turn_points"]:
        table.act(ROLL)
    partner.open = False
    assert [event["type"] for event in table.act(HOLD).events] == ["PointsBanked", "TurnPassed", "Asked"]
