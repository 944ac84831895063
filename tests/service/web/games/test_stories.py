"""What has happened since one's last move: the same stories on the page, in the replay, in mails, in one's language."""

import re
from dataclasses import replace
from html import unescape

import pytest

from domain.contract.facets.told import asked_about
from domain.contract.sentences import Message
from domain.table.stories import MOST, Story
from projections.notices.outbox import Row
from service.games.shapes.answers import Decision
from service.language.names import Names
from service.language.stories import Recaps
from service.language.stories import told as told_in_words
from service.notify.messages import Messages
from service.web.games.recap import Recap, Told
from tests.service.web.playing import play

ME, AI = {"account": "me"}, {"ai": "random"}


@pytest.fixture
def told(services, opened, ann):
    """A game of Nightfall under way, and what Ann is told of it: `told(language)`."""
    account, recaps = services.accounts.by_name("Ann").id, Recaps(services.ledger, services.catalog)
    game = opened("Ann", ME, AI, game="nightfall", draft="quick")
    play(services, game, 40)
    return game, lambda language: recaps.since_last_move(game, account, "s1", language)


def test_a_page_and_its_replay_tell_what_has_happened_since_ones_last_move(told, ann, services):
    game, stories = told
    assert 0 < len(stories("en")) <= MOST
    last = services.ledger.table(game).version
    for path in (f"/games/{game}?seat=s1", f"/games/{game}/replay?seat=s1&at={last}"):
        text = unescape(ann.open(path).text)
        assert [story for story in stories("en") if f"<span>{story}</span></li>" not in text] == []


def test_the_bar_tells_the_newest_first_with_whom_it_is_about_and_what_it_names(told, ann):
    game, stories = told
    _, _, strip = unescape(ann.open(f"/games/{game}?seat=s1").text).partition('<details class="lately">')
    summary, _, opened = strip.partition("</details>")[0].partition("</summary>")
    newest = stories("en")[::-1]
    assert "Since your last move:" in summary
    assert [summary.index(story) for story in newest[:2]] == sorted(summary.index(story) for story in newest[:2])
    assert re.findall(r"<span>([^<]*)</span></li>", opened) == newest
    assert 'class="person p' in opened
    assert 'href="#nf-' in opened


def test_where_nothing_has_happened_since_ones_move_the_bar_tells_what_did_before(opened, ann, services):
    game = opened("Ann", ME, game="last-spell", scenario="lakeburg")
    play(services, game, 2)
    assert services.ledger.table(game).decision_id("s1") is not None
    text = ann.open(f"/games/{game}?seat=s1").text
    assert "<b>What happened last:</b>" in text
    assert "Since your last move" not in text


def test_who_reads_another_language_reads_nothing_but_that(told, ann):
    game, stories = told
    ann.read_in("pl")
    text = unescape(ann.open(f"/games/{game}?seat=s1").text)
    assert [story for story in stories("pl") if f"<span>{story}</span></li>" not in text] == []
    assert not set(stories("pl")) & set(stories("en"))
    assert "Od twojego ostatniego ruchu" in text


def test_a_mail_tells_it_too(told, services):
    game, stories = told
    account, title = services.accounts.by_name("Ann").id, services.ledger.table(game).header.game
    recaps = Recaps(services.ledger, services.catalog)
    messages = Messages("https://night.example", str, str, str, recaps.since_last_move, lambda game, account: ["s1"])
    known = {"id": "d1", "channel": "c1", "account": account, "game": game, "played": title, "seat": "s1"}
    empty = {"decision": "", "asked": "", "version": 9, "head": "ab", "at": 0, "due": 0, "state": "", "attempts": 0}
    row = Row(**known, **empty, kind="turn", ended=None, error=None)
    lines = messages.of_one(row, "de").text.split("\n")
    assert lines[1:-2] == stories("de")
    assert lines[0].startswith("Du bist")


def test_the_chain_is_asked_for_by_its_last_card(catalog):
    names = Names.of_game(catalog["nightfall"], "en")
    link = Decision(kind="link", verbs=["link", "pass"], details={})
    assert names.question(link, {"chain": []}).startswith("Link any card of your hand")
    assert names.question(link, {"chain": [{"card": "vulko"}]}) == "Link a card that fits Vulko, or pass"
    assert names.question(link) == "Link a card that fits the last one, or pass"
    unfitting = Decision(kind="link", verbs=["pass"], details={})
    assert names.question(unfitting, {"chain": [{"card": "vulko"}]}) == "Pass: no card of your hand fits Vulko"
    assert asked_about(catalog["darkness"], {}) == {}


def test_what_happens_several_times_running_is_told_once(catalog):
    names = Names({}, {"s1": "Ann", "s2": "Bob"})
    passed, left = (Message(("{seat} " + verb,), {"seat": "s1"}) for verb in ("passes", "leaves"))
    found = [Story(1, 2, (passed, passed, left)), Story(3, 3, (left,)), Story(4, 4, (left,)), Story(5, 5, (passed,))]
    assert told_in_words(found, names) == ["Ann passes (× 2); Ann leaves", "Ann leaves (× 2)", "Ann passes"]


def test_the_bar_tells_first_what_the_open_question_comes_from():
    older, asked, newer = (Told(at, f"{at}", None, (name,), ()) for at, name in enumerate(("s2", "vulko", "s3"), 1))
    told = Recap(0, [], lead=asked, single=[older, asked, newer])
    assert [one.sentence for one in told.lately] == [asked, newer, older]
    assert [one.sentence for one in Recap(0, [], single=[older, asked, newer]).lately] == [newer, asked, older]


def test_the_bar_cuts_no_sentence_and_leaves_those_out_that_have_no_room():
    long, short = Told(1, "x" * 200, None, (), ()), Told(2, "y" * 60, None, (), ())
    assert [one.sentence for one in Recap(0, [], lead=long, single=[long, short]).lately] == [long]
    two = Recap(0, [], single=[replace(short, text="z" * 60), short])
    assert [one.is_roomy for one in two.lately] == [False, True], "a phone has room for the first of them"
