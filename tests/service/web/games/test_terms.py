"""What is said of a game before it begins."""

import pytest

from service.web.games.terms import duration

ME, OPEN = {"account": "me"}, {"open": True}
HOUR, DAY = 3600, 86_400


def terms_on(page):
    return page.text.partition('aria-labelledby="terms"')[2].partition("</section>")[0]


def test_who_thinks_about_sitting_down_reads_what_is_played(ann, bob, opened):
    clock = {"per_decision": 2 * DAY, "policy": "ai", "level": "random"}
    game = opened("Ann", ME, OPEN, game="nightfall", edition="fr", clock=clock)
    terms = terms_on(bob.open(f"/games/{game}"))
    assert "<dt>Edition</dt><dd>French rules</dd>" in terms
    assert "<dt>Clock</dt><dd>2 days for each decision; then Beginner (AI) takes the seat</dd>" in terms
    assert "Cards" not in terms, "a file of data has no name"


def test_a_bank_is_told_with_what_each_decision_adds(ann, opened):
    game = opened("Ann", ME, OPEN, clock={"bank": 7 * DAY, "increment": 12 * HOUR}, visibility="private")
    terms = terms_on(ann.open(f"/games/{game}"))
    assert "7 days for the whole game and 12 hours more a decision; then" in terms
    assert "<dt>Seen by</dt><dd>its players only</dd>" in terms


def test_when_the_game_has_begun_its_table_is_there_instead(ann, opened):
    game = opened("Ann", ME, {"ai": "random"}, game="nightfall")
    assert terms_on(ann.open(f"/games/{game}")) == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(DAY, "1 day"), (36 * HOUR, "36 hours"), (60, "1 minute"), (90 * 60, "90 minutes"), (5400 + 30, "1.5 hours")],
)
def test_a_duration_in_the_largest_unit_that_is_whole(seconds, words):
    assert duration(seconds) == words
