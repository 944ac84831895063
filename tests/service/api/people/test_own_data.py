"""One's own data as a file: all that is kept of a person, and nothing that is another's, or secret."""

import json

import pytest
from sqlalchemy import bindparam, insert, select

from domain.records.export import export
from projections.statements import adding
from service.errors import ServiceError
from service.people.personal import OF_A_PERSON, SHOWN, WITHHELD
from service.store.event_store import executing
from service.store.relations import METADATA, done_once, former_names, leases, records, reports, shunned
from tests.domain.audit.games import pig
from tests.service.playing import ME

PATH = "/accounts/me/data"
PASSWORD = "nine lives of a cat"


@pytest.fixture
def cat(person):
    return person("Cat", PASSWORD)


def lines_of(person):
    with person.get(PATH) as response:
        assert (response.status_code, response.mimetype) == (200, "application/x-ndjson")
        return [json.loads(line) for line in response.text.splitlines()]


def of_kind(lines, kind):
    return [{key: value for key, value in line.items() if key != "kind"} for line in lines if line["kind"] == kind]


def test_what_was_written_and_set_is_there(cat, ann):
    game = cat.open_game(ME, {"ai": "random"}, game="pig")
    path = f"/games/{game['id']}"
    assert cat.call("PUT", f"{path}/notes", {"text": "mind the die"}).status_code == 200
    assert cat.post(f"{path}/messages", {"text": "Good luck"}).status_code == 201
    assert cat.call("PUT", "/accounts/me/blocks/Ann").status_code == 204
    assert cat.call("PATCH", "/accounts/me", {"language": "pl"}).status_code == 200
    lines = lines_of(cat)
    [account] = of_kind(lines, "accounts")
    assert (account["name"], "password" in account) == ("Cat", False)
    assert of_kind(lines, "account_settings")[0]["language"] == "pl"
    assert of_kind(lines, "notes")[0]["words"] == "mind the die"
    assert of_kind(lines, "messages")[0]["words"] == "Good luck"
    assert of_kind(lines, "shunned")[0]["how"] == "blocked"


def test_games_are_there_as_records_that_show_what_one_may_read(cat):
    closed = cat.open_game(ME, ME, game="pig", options={"goal": 1})
    cat.play_to_the_end(closed)
    running = cat.open_game(ME, {"ai": "random"}, game="nightfall")
    records = {game["id"]: game["record"] for game in of_kind(lines_of(cat), "game")}
    assert set(records) == {closed["id"], running["id"]}
    for game_id, record in records.items():
        assert record == cat.get(f"/games/{game_id}/record").json


def test_what_was_reserved_and_brought_here_is_there_without_what_is_sealed(cat, services):
    reserved = cat.post("/reservations", {}).json["id"]
    of_record = {"id": "r", "head": "h", "taken_in": 1, "header": b"{}"}
    of_record["account"] = services.accounts.by_name("Cat").id
    services.store.write(executing(insert(records), **of_record))
    lines = lines_of(cat)
    [seed], [brought] = of_kind(lines, "seeds"), of_kind(lines, "records")
    assert (seed["game"], set(seed)) == (reserved, {"game", "account", "reserved"})
    assert (brought["id"], brought["head"], "header" in brought) == ("r", "h", False)


def test_who_blocks_one_is_not_told_and_no_row_of_another_is_there(cat, ann, services):
    assert ann.call("PUT", "/accounts/me/blocks/Cat").status_code == 204
    lines = lines_of(cat)
    assert of_kind(lines, "shunned") == []
    assert services.accounts.by_name("Ann").id not in json.dumps(lines)


def test_no_secret_is_there(cat, services):
    text = cat.get(PATH).text
    assert cat.token not in text
    [row] = services.store.rows("SELECT password FROM accounts WHERE name = :name", name="Cat")
    assert row["password"] not in text


def test_whatever_goes_with_a_person_is_shown_to_the_person():
    """But for that others keep away, and for answers that are kept for repeats."""
    assert set(OF_A_PERSON) - set(SHOWN) == {shunned.c.other, done_once.c.account}


NAMING = ("account", "author", "holder", "other")
"""What a column is called that names an account."""

COLUMNS = {column for table in METADATA.tables.values() for column in table.c if column.name in NAMING}

ACCOUNTS = COLUMNS - {leases.c.holder}
"""The columns that name accounts; a lease is a process's."""


def test_whatever_names_an_account_is_shown_to_it():
    """But for what others say and do, and for names that can no longer be read."""
    of_others = {shunned.c.other, reports.c.author}
    assert ACCOUNTS - set(SHOWN) == {*of_others, done_once.c.account, former_names.c.account}


def naming(column, account):
    """The change by which there is a row of the column's table in which the account stands there."""
    fillers = {str: str(column), int: 1, bytes: b"another"}
    needed = [one for one in column.table.c if not one.nullable]
    row = {one.name: fillers[one.type.python_type] for one in needed} | {column.name: account}
    return executing(adding(column.table, *row), **row)


def test_nothing_names_an_account_that_is_deleted(cat, services):
    account = services.accounts.by_name("Cat").id
    for column in ACCOUNTS:
        services.store.write(naming(column, account))
    services.account_deletion.forget(account)
    for column in ACCOUNTS:
        assert services.store.rows(select(column).where(column == bindparam("gone")), gone=account) == [], column


def test_nobody_who_is_gone_is_named_by_what_comes_later(cat, services):
    account = services.accounts.by_name("Cat").id
    played = pig()
    services.account_deletion.forget(account)
    services.store.write(services.store.seed_kept("later", b"s" * 32, account, 0))
    assert services.store.reservation("later").account == ""
    with pytest.raises(ServiceError, match="there is no such account"):
        services.ledger.reserve(account)
    with pytest.raises(ServiceError, match="there is no such account"):
        services.imports.take_in(account, export(played.table, played.entries, {}, ()).encode())


def test_nothing_that_is_sealed_is_shown():
    secret = {"sealed", "hash", "password", "nonce"}
    shown = [column.table for column in SHOWN]
    assert {column for table in shown for column in table.c if column.name in secret} <= WITHHELD
    assert {column.table for column in WITHHELD} <= set(METADATA.tables.values())


def test_it_takes_a_token_for_the_account(cat, nobody):
    assert nobody.get(PATH).status_code == 401
    narrow = cat.post("/tokens", {"scopes": ["read"]}).json["token"]
    assert type(cat)(cat.client, "Cat", narrow).get(PATH).json["code"] == "insufficient-scope"
