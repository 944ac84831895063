"""A record is taken in by page, and looked at there at any version through anybody's eyes."""

import json
from io import BytesIO

import pytest

from service.games.shapes import NewGame
from tests.installation import install
from tests.service.playing import ME
from tests.service.web.playing import play


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A game of Zoe's that was played elsewhere."""
    elsewhere = install(tmp_path_factory.mktemp("elsewhere") / "home")
    zoe = elsewhere.accounts.create("Zoe")[0].id
    game = elsewhere.ledger.open_game(zoe, NewGame("pig", [ME, ME], {"goal": 3}))
    play(elsewhere, game, 200)
    yield elsewhere.ledger.record(game)
    elsewhere.close()


def upload(visitor, content):
    form = visitor.open("/records").form("/records")
    data = {**form.fields, "file": (BytesIO(content), "game.json")}
    return visitor.client.post("/records", data=data, follow_redirects=True)


def test_a_file_is_taken_in_and_looked_at(ann, nobody, record):
    answer = upload(ann, json.dumps(record).encode())
    assert "It is examined, consistent and kept." in answer.text
    path = answer.request.path
    assert f'href="{path}"' in nobody.open("/records").text
    last = len(record["events"])
    page = nobody.open(f"{path}?at=5&seat=s1").text
    assert f"5 of {last}" in page
    assert "Zoe" in page
    assert "It was here already." in upload(ann, json.dumps(record).encode()).text


def test_what_is_wrong_with_a_record_is_told_and_nothing_is_kept(ann, record):
    head = record["head"]
    page = upload(ann, json.dumps({**record, "head": head[::-1]}).encode())
    assert "The record was not taken in" in page.text
    assert "There is no record yet." in ann.open("/records").text
    assert "The record was not taken in" in upload(ann, b"{").text


def test_records_are_not_examined_all_day_by_page_and_api_together(ann):
    for _ in range(20):
        ann.client.post("/api/v1/records", json={})
    assert upload(ann, b"{").status_code == 429


def test_a_record_that_is_not_there_is_a_page_that_says_so(nobody):
    assert nobody.open("/records/7").status == 404
