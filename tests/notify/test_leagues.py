"""What the people of a league are told, and in which words."""

import tomllib
from importlib.resources import files

import pytest

from projections.notices.of_leagues import KINDS
from service.leagues.lateness import Lateness
from service.leagues.ledger import NewLeague
from service.notify.messages import said
from tests.notify.conftest import PUBLIC
from tests.notify.hooks import confirmed_webhook

TWO_DIVISIONS = {
    "seats": 2,
    "divisions": [{"name": "A", "size": 2, "relegated": 1}, {"name": "B", "size": 2}],
    "stages": [{"kind": "round-robin"}],
}


class LeagueOfFour:
    """A league of ann and cy in division A, bob and an AI in B; results are decided by the organiser."""

    def __init__(self, services, people, plan=TWO_DIVISIONS, *, next_season=False) -> None:
        self.services, self.ledger = services, services.leagues
        self.lateness = Lateness(services.ledger, services.series)
        self.organiser = services.accounts.create("olga")[0].id
        self.id = self.ledger.open(self.organiser, NewLeague("pig", "Winter", plan, next_season))
        self.ledger.open_season(self.organiser, self.id)
        for name in ("ann", "cy", "bob"):
            self.ledger.enrol(people[name], self.id)
        self.ledger.enrol_ai(self.organiser, self.id, "random")

    def organise(self, verb, **arguments):
        self.ledger.organise(self.organiser, self.id, verb, arguments)

    def begin(self):
        self.organise("close-enrolment")
        self.organise("start-season")
        self.step()

    def step(self):
        self.services.league_play.step(self.id)

    def late(self, division):
        """Who keeps the tables of a division waiting."""
        with self.services.league_views.reading(self.id) as log:
            return self.lateness.of(log.aggregate, f"{self.id}/1/{division}/1")

    def decide(self, division, absent):
        """Let an entrant forfeit the table of its division."""
        self.organise("forfeit", stage=f"{self.id}/1/{division}/1", table=1, absent=[absent], reason="did not come")
        self.step()


@pytest.fixture
def hooks(post, people, hook):
    """A webhook of everybody's at the same address."""
    return {name: confirmed_webhook(post, people[name], hook.url, "generic") for name in ("ann", "bob", "cy")}


def told(post, hooks, name):
    """What somebody was told of the league, in order."""
    rows = sorted(post.outbox.deliveries.of(hooks[name].id), key=lambda row: row.version)
    return [(row.kind, row.seat, row.asked) for row in rows if row.kind in KINDS]


def test_who_plays_is_told_that_the_round_is_paired(services, people, post, hooks, hook, later):
    league = LeagueOfFour(services, people)
    league.begin()
    later()
    assert told(post, hooks, "ann") == [("league-round", "e1", "1")]
    [body] = [body for body in hook.bodies if body["notices"][0]["seat"] == "e1"]
    assert body["subject"] == "Round 1 of Winter is paired: your game is open"
    [notice] = body["notices"]
    assert (notice["game"], notice["played"], notice["url"]) == (league.id, "pig", f"{PUBLIC}/leagues/{league.id}")


def test_who_has_no_game_is_told_so(services, people, post, hooks, later):
    three = {"seats": 2, "divisions": [{"name": "A", "size": 3}], "stages": [{"kind": "swiss", "rounds": 1}]}
    LeagueOfFour(services, people, three).begin()
    later()
    kinds = [kind for name in ("ann", "bob", "cy") for kind, _, _ in told(post, hooks, name)]
    assert sorted(kinds) == ["league-bye", "league-round", "league-round"]


def test_at_the_end_of_a_season_all_are_told_their_places_and_where_they_go(services, people, post, hooks, later):
    league = LeagueOfFour(services, people)
    league.begin()
    league.decide("A", "e2")
    league.decide("B", "e4")
    later()
    assert told(post, hooks, "ann")[1:] == [("league-staying", "e1", "1 A A")]
    assert told(post, hooks, "cy")[1:] == [("league-relegated", "e2", "2 A B")]
    assert told(post, hooks, "bob")[1:] == [("league-promoted", "e3", "1 B A")]


def test_who_left_is_told_nothing_more(services, people, post, hooks, later):
    league = LeagueOfFour(services, people)
    league.begin()
    league.ledger.withdraw(people["cy"], league.id)
    league.decide("A", "e2")
    league.decide("B", "e4")
    later()
    assert told(post, hooks, "cy") == [("league-round", "e2", "1")]


def test_a_corrected_result_is_told_to_those_who_played(services, people, post, hooks, later):
    league = LeagueOfFour(services, people)
    league.begin()
    league.decide("A", "e2")
    league.organise("correct", stage=f"{league.id}/1/A/1", table=1, absent=["e1"], reason="it was the other")
    later()
    assert [told(post, hooks, name)[1:] for name in ("ann", "cy", "bob")] == [
        [("league-corrected", "e1", "1")],
        [("league-corrected", "e2", "1")],
        [],
    ]


def test_who_is_enrolled_without_asking_is_told(services, people, post, hooks, later):
    league = LeagueOfFour(services, people, next_season=True)
    later()
    assert told(post, hooks, "ann") == []
    league.begin()
    league.decide("A", "e2")
    league.decide("B", "e4")
    later()
    assert told(post, hooks, "bob")[1:] == [("league-promoted", "e3", "1 B A"), ("league-enrolled", "e3", "2")]


def test_whoever_took_the_place_is_told(services, people, post, hooks, later):
    league = LeagueOfFour(services, people)
    league.begin()
    league.organise("replace", entrant="e2", level="random", reason="gone")
    league.decide("A", "e2")
    league.decide("B", "e4")
    later()
    assert told(post, hooks, "cy") == [("league-round", "e2", "1")]


def test_a_muted_league_is_silent_and_its_games_are_not(services, people, post, hooks, later):
    league = LeagueOfFour(services, people)
    post.channels.mute(people["ann"], league.id, True)
    league.begin()
    later()
    assert told(post, hooks, "ann") == []
    assert told(post, hooks, "cy") == [("league-round", "e2", "1")]
    assert "started" in {row.kind for row in post.outbox.deliveries.of(hooks["ann"].id)}
    post.channels.mute(people["ann"], league.id, False)
    league.decide("A", "e2")
    league.decide("B", "e4")
    later()
    assert [kind for kind, _, _ in told(post, hooks, "ann")] == ["league-staying"]


def test_every_language_has_words_for_every_kind():
    words = tomllib.loads(files("service.notify").joinpath("words.toml").read_text("utf-8"))
    for language in words:
        for kind in KINDS:
            assert "Winter" in said(language, kind, league="Winter", told=["1", "A", "B"]), (language, kind)


def test_who_is_late_is_reminded_in_the_organisers_words(services, people, post, hooks, hook, later):
    plan = {**TWO_DIVISIONS, "zone": "Europe/Warsaw", "until": "21:00"}
    league = LeagueOfFour(services, people, {**plan, "stages": [{"kind": "round-robin", "days": 7}]})
    league.begin()
    later()
    [late] = league.late("A")
    league.organise("remind", stage=f"{league.id}/1/A/1", reason="We all wait for you, dear friend.")
    later()
    [name] = [name for name in ("ann", "cy") if told(post, hooks, name)[-1][0] == "league-reminded"]
    assert told(post, hooks, name)[-1][1] == late
    [body] = [body for body in hook.bodies if body["notices"][0]["kind"] == "league-reminded"]
    subject, due, words, *_ = body["text"].splitlines()
    assert subject == "Round 1 of Winter waits for your move"
    assert due.endswith("21:00 Europe/Warsaw.")
    assert words == "We all wait for you, dear friend."


def test_who_is_late_is_reminded_by_itself_as_the_round_nears_its_end(services, people, post, hooks, later, clock):
    league = LeagueOfFour(services, people, {**TWO_DIVISIONS, "stages": [{"kind": "round-robin", "days": 7}]})
    league.organise("set-reminders", hours=[24], reason="One day is left.")
    league.begin()
    clock.now += 6 * 86_400 + 1
    league.step()
    later()
    reminded = [name for name in hooks for kind, _, _ in told(post, hooks, name) if kind == "league-reminded"]
    assert len(reminded) >= 1
    before = services.league_views.league(league.id).version
    league.step()
    assert services.league_views.league(league.id).version == before
