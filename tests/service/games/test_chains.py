"""Chains of games through the ledger, the API and the page: nights of The Last Spell that go on from each other."""

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, PREFIX, REFUSED, chain
from domain.contract.datafiles import Editions
from domain.games.catalog import Catalog
from domain.games.last_spell import data as last_spell
from domain.games.last_spell.game import LastSpell
from domain.log.canon import canonical
from domain.records.export import BadRecord
from service.app.application import create_app
from service.bootstrap import build
from service.cli import cli
from service.games.shapes import NewGame, OperatorAct
from tests.installation import install, settings_of
from tests.service.games.nights import play, won_by
from tests.service.playing import AI, HOLD, ME, ROLL, act, open_pig, refusal
from tests.service.unreadable import rename_an_event
from tests.service.web.visitor import Visitor
from tests.verifier.both import command_line

PASSWORD = "correct horse"


class Played(NamedTuple):
    """An installation in a folder, in which ann has won a first night; the ids of accounts and of that game."""

    home: Path
    people: dict[str, str]
    won: str


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Played once for all, as it takes long: each test goes on in a copy."""
    home = tmp_path_factory.mktemp("played") / "home"
    with closing(install(home)) as services:
        people = {name: services.accounts.create(name, PASSWORD)[0].id for name in ("ann", "bob", "cy")}
        return Played(home, people, won_by(services, people["ann"]))


@pytest.fixture
def services(played, tmp_path):
    """The services of a copy of that installation."""
    home = tmp_path / "home"
    shutil.copytree(played.home, home)
    with closing(build(settings_of(home))) as services:
        yield services


@pytest.fixture
def people(played):
    """Ids of the accounts `ann`, `bob` and `cy`."""
    return played.people


@pytest.fixture
def won(played):
    """A first night that ann has won: its id."""
    return played.won


def test_the_next_night_goes_on_from_what_the_first_has_left(services, people, won):
    made = services.chains.go_on(people["ann"], won)
    first, second = services.ledger.table(won), services.ledger.table(made)
    assert (second.state.night, second.state.setting.until, second.state.setting.mode) == (2, 2, "campaign")
    kept = {name: (hero.profile, hero.weapons, hero.wounds) for name, hero in first.state.heroes.items()}
    assert {name: (hero.profile, hero.weapons, hero.wounds) for name, hero in second.state.heroes.items()} == kept
    assert (second.state.gold, second.state.material) == (first.state.gold, first.state.material)
    standing = {name: (piece.kind, piece.at, piece.flames) for name, piece in first.state.constructions.items()}
    assert {name: (one.kind, one.at, one.flames) for name, one in second.state.constructions.items()} == standing
    assert second.state.quests == first.state.quests
    assert second.header.terms["chain"] == {"id": won, "head": first.head.hex(), "number": 2}
    assert [seat.level for seat in second.seats.values()] == [None, "random"]
    assert second.header.terms["open_talk"]


def test_a_game_is_gone_on_from_once(services, people, won):
    made = services.chains.go_on(people["ann"], won)
    assert services.chains.go_on(people["ann"], won) == made
    place = services.chains.place(people["ann"], won)
    assert (place.number, place.before, place.after, place.may_go_on) == (1, None, made, False)
    after = services.chains.place(people["ann"], made)
    assert (after.number, after.before, after.after, after.may_go_on) == (2, won, None, False)


def with_other_heroes(text):
    """The data of a later release, in which no hero has the name of today."""
    for hero in last_spell.content().heroes:
        text = text.replace(f'"{hero}"', f'"{hero}-again"')
    return text


RELEASED = LastSpell(Editions(with_other_heroes(last_spell.built_in().decode()).encode, last_spell.read_data))


@pytest.mark.parametrize(
    ("place", "kept"), [("tests.other_data:LAST_SPELL", False), ("tests.service.games.test_chains:RELEASED", True)]
)
def test_a_chain_goes_on_with_newer_data_unless_these_lack_what_was_saved(services, people, won, place, kept):
    with closing(build(settings_of(services.settings.home, NIGHTLEDGER_EXTRA_GAMES=f"last-spell={place}"))) as later:
        made = later.chains.go_on(people["ann"], won)
        first, second = (list(later.ledger.table(game).header.data.values()) for game in (won, made))
        assert (second == first) is kept
        later.ledger.close(made, "void")
        record = later.chains.record(people["ann"], made)
        for catalog in (Catalog(), Catalog({"last-spell": place})):
            assert chain.audit_chain(record, catalog).code == CONSISTENT


def test_after_a_night_that_was_not_won_another_attempt_is_made(services, people, won):
    first = services.chains.go_on(people["ann"], won)
    services.ledger.close(first, "void")
    assert services.chains.place(people["ann"], won).may_go_on
    second = services.chains.go_on(people["ann"], won)
    assert second != first
    assert services.ledger.table(second).header.options == services.ledger.table(first).header.options


def test_a_night_that_cannot_be_read_keeps_the_one_before_it_readable(services, people, won):
    made = services.chains.go_on(people["ann"], won)
    rename_an_event(services.settings, made, "GameStarted", "GameStirred")
    with closing(build(services.settings)) as later:
        place = later.chains.place(people["ann"], won)
        assert (place.after, place.may_go_on) == (made, False)
        assert later.chains.go_on(people["ann"], won) == made
        later.ledger.close(made, "void")
        assert later.chains.place(people["ann"], won).may_go_on


def test_only_who_held_a_seat_goes_on(services, people, won):
    assert refusal(services.chains.go_on, people["bob"], won) == "forbidden"
    assert not services.chains.place(people["bob"], won).may_go_on


def test_nothing_follows_a_running_game_or_one_without_a_chain(services, people):
    running = services.ledger.open_game(people["ann"], NewGame("last-spell", [ME], {"scenario": "introduction"}))
    assert refusal(services.chains.go_on, people["ann"], running) == "illegal"
    pig = open_pig(services.ledger, people["ann"], ME, ME, goal=2)
    while services.ledger.table(pig).pending:
        seat = next(iter(services.ledger.table(pig).pending))
        action = HOLD if services.ledger.view(pig, people["ann"], seat).table.get("bank") else ROLL
        act(services.ledger, people["ann"], pig, action, seat=seat)
        if services.ledger.table(pig).version > 200:
            break
    assert refusal(services.chains.go_on, people["ann"], pig) == "illegal"


def won_at(services, people, new):
    """A night that ann has won with bob, in a game that she opens: its id."""
    for _ in range(5):
        game_id = services.ledger.open_game(people["ann"], new)
        services.ledger.sit(people["bob"], game_id)
        if play(services, game_id, people["ann"]).result.won:
            break
    return game_id


def test_the_others_are_invited_and_a_private_chain_stays_private(services, people):
    bob = {"account": "bob"}
    new = NewGame("last-spell", [ME, bob], {"scenario": "gildenberg", "until": 1}, visibility="private")
    game_id = won_at(services, people, new)
    made = services.chains.go_on(people["bob"], game_id)
    assert services.ledger.table(made).header.terms["invited"] == {"s1": people["ann"]}
    assert refusal(services.ledger.view, made, people["cy"]) == "not-found"
    assert refusal(services.chains.place, people["cy"], game_id) == "not-found"
    services.ledger.sit(people["ann"], made)
    assert services.ledger.table(made).status == "running"


def test_a_chain_is_exported_as_one_record_and_audited(services, people, won, tmp_path):
    made = services.chains.go_on(people["ann"], won)
    play(services, made, people["ann"])
    record = services.chains.record(people["ann"], made)
    verdict = chain.audit_chain(record, services.catalog)
    assert (verdict.code, verdict.findings, verdict.head) == (CONSISTENT, (), record.games[-1].head)
    file = tmp_path / "chain.json"
    file.write_bytes(record.encode())
    done = CliRunner().invoke(cli, ["audit", str(file)])
    assert (done.exit_code, "2 games, each of which goes on" in done.output) == (0, True)
    assert chain.read(record.encode()) == record
    assert command_line(file) == CONSISTENT
    file.write_bytes(services.chains.record(people["ann"], made).encode().replace(b'"number":2', b'"number":3'))
    assert (CliRunner().invoke(cli, ["audit", str(file)]).exit_code, command_line(file)) == (REFUSED, REFUSED)


def test_who_has_lost_a_seat_of_its_last_game_has_the_chain_up_to_then(services, people, tmp_path):
    new = NewGame("last-spell", [ME, {"account": "bob"}], {"scenario": "gildenberg", "until": 1}, visibility="private")
    first = won_at(services, people, new)
    made = services.chains.go_on(people["ann"], first)
    services.ledger.sit(people["bob"], made)
    services.corrections.operate(None, made, OperatorAct("replace", "bob has left", seat="s2", account="cy"))
    play(services, made, people["ann"])
    shown = services.ledger.record(made, people["bob"])
    record = services.chains.record(people["bob"], made)
    assert [game.head for game in record.games] == [services.ledger.table(first).head.hex(), shown["head"]]
    before, last = services.chains.games(people["bob"], made)
    assert (before.status, last.status, last.version) == ("over", "running", len(shown["events"]))
    assert services.chains.place(people["bob"], made).after is None
    assert chain.audit_chain(record, services.catalog).code == PREFIX
    file = tmp_path / "chain.json"
    file.write_bytes(record.encode())
    assert command_line(file) == PREFIX
    assert refusal(services.chains.record, people["cy"], made) == "not-found", "it has seen nothing of the first"


def test_a_forged_chain_is_refused(services, people, won):
    made = services.chains.go_on(people["ann"], won)
    services.ledger.close(made, "void")
    other = services.ledger.open_game(people["ann"], NewGame("last-spell", [ME, AI], {"until": 1, "mode": "campaign"}))
    play(services, other, people["ann"])
    record = services.chains.record(people["ann"], made)
    elsewhere = services.chains.record(people["ann"], other)
    forged = chain.ChainRecord(chain.FORMAT, [elsewhere.games[0], record.games[1]])
    found = chain.audit_chain(forged, services.catalog)
    assert (found.code, found.reason) == (REFUSED, "game 2: it does not name the game before it")
    found = chain.audit_chain(chain.ChainRecord(chain.FORMAT, record.games[1:]), services.catalog)
    assert (found.code, found.reason) == (REFUSED, "game 1: it goes on from a game that is not here")
    for raw, says in (
        (b"{}", "missing required field"),
        (
            canonical({"format": "nightledger/chain/2", "games": []}),
            "it is no chain of games: 'nightledger/chain/2', 0",
        ),
        (b"nothing", "not JSON"),
    ):
        with pytest.raises(BadRecord, match=says):
            chain.read(raw)


def test_the_api_goes_on_and_shows_the_chain(services, people, won):
    client = create_app(services).test_client()
    token = client.post("/api/v1/accounts", json={"name": "Dora"}).json["token"]
    dora = services.accounts.by_name("Dora").id
    running = services.ledger.open_game(dora, NewGame("last-spell", [ME], {"scenario": "introduction"}))
    refused = client.post(f"/api/v1/games/{running}/next", headers={"Authorization": f"Bearer {token}"})
    assert (refused.status_code, refused.json["code"]) == (409, "illegal")
    made = services.chains.go_on(people["ann"], won)
    head = services.ledger.table(won).head.hex()
    assert client.get(f"/api/v1/games/{made}").json["chain"] == {"id": won, "head": head, "number": 2}
    assert client.get(f"/api/v1/games/{won}").json["chain"] is None
    shown = client.get(f"/api/v1/games/{won}/chain").json
    assert shown["next"] == made
    assert [(game["id"], game["number"], game["won"]) for game in shown["games"]] == [(won, 1, True)]
    record = json.loads(client.get(f"/api/v1/games/{made}/chain/record").data)
    assert [game["id"] for game in record["games"]] == [won, made]


def test_the_page_offers_the_next_game(services, people, won):
    visitor = Visitor(create_app(services))
    visitor.sign_in("ann", PASSWORD)
    page = visitor.open(f"/games/{won}")
    page = visitor.send(page.form(f"/games/{won}/next"))
    made = services.chains.place(people["ann"], won).after
    assert f"/games/{made}" in page.links
    assert "Game 1 of this chain" in visitor.open(f"/games/{made}").text
