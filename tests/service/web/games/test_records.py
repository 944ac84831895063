"""A record is taken in by page, and looked at there at any version through anybody's eyes."""

import json
from io import BytesIO

import pytest

from service.api.reading import MOST_BYTES, MOST_RECORD_BYTES
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


def paste(visitor, text):
    form = visitor.open("/records").form("/records")
    sent = {"data": {**form.fields, "text": text}, "content_type": "multipart/form-data"}
    return visitor.client.post("/records", **sent, follow_redirects=True)


def test_a_record_is_pasted_whatever_its_length_if_a_file_may_have_it(ann, record):
    answer = paste(ann, json.dumps(record).ljust(MOST_BYTES * 3))
    assert "It is examined, consistent and kept." in answer.text


def test_what_is_longer_than_any_record_is_refused_on_a_page_that_says_how_long_one_is(ann):
    answer = paste(ann, " " * (MOST_RECORD_BYTES + 1))
    assert (answer.status_code, answer.mimetype) == (413, "text/html")
    assert "what is sent here has 16 MiB at most" in answer.text
    assert "frame-ancestors" in answer.headers["Content-Security-Policy"]


def test_what_is_too_long_for_another_page_is_refused_on_a_page_too(ann):
    form = ann.open("/account/notices").form("/account/notices/mail")
    sent = {"data": {**form.fields, "address": "a" * MOST_BYTES}, "content_type": "multipart/form-data"}
    answer = ann.client.post("/account/notices/mail", **sent)
    assert (answer.status_code, answer.mimetype) == (413, "text/html")
    assert "what is sent here has 1 MiB at most" in answer.text


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
