"""The page on which a reader checks a game, and the same as a file to keep."""

import hashlib
import json
import re
from base64 import b64encode
from html import unescape

import pytest

from domain.log.canon import parse
from service.web.games.checking import checker, inlaid
from tests.service.web.playing import play


@pytest.fixture
def closed(ann, services, opened):
    """A game of pig that is over, played by Ann against an AI."""
    game = opened("Ann", {"account": "me"}, {"ai": "greedy"}, goal=5)
    play(services, game, 200)
    return game


def test_a_closed_game_has_a_page_that_checks_it(ann, closed):
    assert f"/games/{closed}/check" in ann.open(f"/games/{closed}").links
    page = ann.open(f"/games/{closed}/check")
    assert f'data-record="/games/{closed}/record"' in page.text
    assert re.findall(r'<script[^>]*src="([^"]*)"', page.text) == ["/check.mjs"], "no script of the other pages"
    for said in ("Chain, commitments, draws and receipts", "allowed by the rules", "The draws"):
        assert said in page.text


def test_a_running_game_is_told_to_go_on(ann, opened):
    game = opened("Ann", {"account": "me"}, {"ai": "greedy"})
    assert f"/games/{game}/check" not in ann.open(f"/games/{game}").links
    assert "The game goes on" in ann.open(f"/games/{game}/check").text


def test_who_may_not_see_the_game_may_not_check_it(bob, opened, ann):
    game = opened("Ann", {"account": "me"}, {"ai": "greedy"}, visibility="private")
    assert [bob.open(f"/games/{game}/{page}").status for page in ("check", "check.html")] == [404, 404]


def test_the_file_has_all_that_it_needs_and_may_load_nothing(ann, services, closed):
    answer = ann.client.get(f"/games/{closed}/check.html")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=pig-{closed}-check.html"
    [record] = re.findall(r'id="record">(.*?)</script>', answer.text)
    assert parse(record.encode()) == services.ledger.record(closed, services.accounts.by_name("Ann").id)
    [policy] = map(unescape, re.findall(r'Content-Security-Policy" content="([^"]*)"', answer.text))
    parts = re.findall(r"<(?:style|script type=.module.)>(.*?)</(?:style|script)>", answer.text, re.DOTALL)
    hashes = [f"sha256-{b64encode(hashlib.sha256(part.encode()).digest()).decode()}" for part in parts]
    assert policy.startswith("default-src 'none'; ")
    assert [one in policy for one in hashes] == [True, True]
    assert not re.search(r'(?:src|href)="', answer.text)


def test_no_record_ends_the_script_that_holds_it():
    value = {"names": {"s1": "</script><!--<script>"}}
    told = inlaid(json.dumps(value).encode())
    assert "<" not in told
    assert json.loads(told) == value


def test_the_script_is_one_file_that_imports_nothing(ann):
    answer = ann.client.get("/check.mjs")
    assert (answer.mimetype, answer.text) == ("text/javascript", checker())
    assert not re.search(r"^(?:import|export)\b|</script|<!--", answer.text, re.MULTILINE)
    assert len(answer.data) < 60_000


@pytest.mark.parametrize(("language", "said"), [("fr", "Les tirages"), ("de", "Die Ziehungen"), ("pl", "Losowania")])
def test_it_speaks_the_readers_language(ann, closed, language, said):
    ann.read_in(language)
    assert said in ann.open(f"/games/{closed}/check").text
    assert said in ann.client.get(f"/games/{closed}/check.html").text
