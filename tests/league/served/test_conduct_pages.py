"""How a season is conducted, by pages: whatever an organiser or a player does is a form that the page shows."""

import re
from datetime import UTC, datetime

import pytest

from tests.league.seasons import GAME
from tests.service.clocks import DAY, HOUR
from tests.service.web.visitor import Visitor

ONE_TABLE = {"size": "2", "rounds": "1"}
"""A season of one table, whose seats are two entrants'."""


@pytest.fixture(scope="module")
def people(app):
    """The organiser of all leagues, and three who play."""
    found = {name: Visitor(app) for name in ("Olga", "Ann", "Bob", "Cleo")}
    for name, visitor in found.items():
        visitor.sign_up(f"{name} P")
    return found


@pytest.fixture(scope="module")
def olga(people):
    return people["Olga"]


def opened(olga, **fields):
    """A league that is opened by the form: the path of its page."""
    given = {"name": "Winter", "game": GAME, "seats": "2", "size": "4", "relegated": "0", "kind": "swiss"}
    return olga.send(olga.open("/leagues").form("/leagues"), **{**given, "rounds": "2", **fields}).path


def pressed(visitor, path, label, **fields):
    """The page after the form with the button of this label was sent."""
    forms = visitor.open(path).forms
    [form] = [form for form in forms if any(words == label for _, _, words in form.buttons)]
    return visitor.send(form, form.button(label), **fields)


def decided(olga, path, verb, **fields):
    return pressed(olga, path, "Decide", verb=verb, reason="All agreed.", **fields)


def begun(seasons, people, names, ais=0, **fields):
    """A league with people of these names, and AIs, whose season has begun: the path of its page."""
    olga = people["Olga"]
    path = opened(olga, **fields)
    pressed(olga, path, "Open enrolment for the next season")
    for name in names:
        pressed(people[name], path, "Enrol")
    for _ in range(ais):
        pressed(olga, path, "Enrol an AI", level="random")
    pressed(olga, path, "Close enrolment")
    pressed(olga, path, "Begin the season")
    seasons.step(league_id(path))
    return path


def league_id(path):
    return path.rpartition("/")[2]


def league(seasons, path, read=lambda league: league):
    return seasons.look(league_id(path), read)


def local(seasons, seconds):
    """What the field of an hour holds, in UTC."""
    return f"{datetime.fromtimestamp(seasons.clock.now + seconds, UTC):%Y-%m-%dT%H:%M}"


def terms(page, heading):
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page.text.partition(heading)[2].partition("</dl>")[0]))


# ---- drafts


def test_a_season_is_drafted_with_its_hours_and_another_plan(seasons, olga):
    path = opened(olga, name="Drafted")
    hours = {"opens": local(seasons, DAY), "closes": local(seasons, 2 * DAY), "starts": local(seasons, 2 * DAY)}
    plan = {"rounds": "3", "hours": "48", "tiebreaks": "wins lots", "divisions": "2"}
    page = pressed(olga, path, "Draft it", **hours, **plan)
    now, ahead = terms(page, 'id="format"'), terms(page, "How the next season is played")
    assert now["Stage 1"].startswith("rounds by score (Swiss system); rounds: 2")
    assert ahead["Stage 1"].startswith("rounds by score (Swiss system); rounds: 3")
    assert ahead["Divisions"] == "A with 4 places, B with 4 places"
    shown = next(form for form in page.forms if "opens" in form.fields).fields
    assert {name: shown[name] for name in (*hours, *plan)} == {**hours, **plan}
    seasons.clock.now += DAY + 60
    seasons.step(league_id(path))
    page = olga.open(path)
    assert ">enrolling</span>" in page.text
    assert terms(page, 'id="format"')["Stage 1"].startswith("rounds by score (Swiss system); rounds: 3")
    assert "Enrolment closes: " in page.text


def test_what_the_form_has_no_field_for_stays_in_the_plan(seasons, olga):
    plan = {"options": {"goal": 20}, "eligibility": {"rating_to": 2000}, "divisions": [{"name": "Gold", "size": 2}]}
    seasons.organiser = seasons.services.accounts.by_name("Olga P").id
    path = f"/leagues/{seasons.open(**plan)}"
    pressed(olga, path, "Draft it", missed="3")
    now, ahead = league(seasons, path, lambda league: (league.plan, league.draft.plan))
    assert (ahead.options, ahead.divisions, ahead.stages) == (now.options, now.divisions, now.stages)
    assert (ahead.eligibility.rating_to, ahead.eligibility.missed) == (2000, 3)


def test_a_stage_behind_the_first_and_the_names_of_divisions_stay(seasons, olga):
    stages = [{"kind": "swiss", "rounds": 2, "advance": 2}, {"kind": "knock-out", "carry": True}]
    divisions = [{"name": "Gold", "size": 4}, {"name": "Silver", "size": 6}]
    seasons.organiser = seasons.services.accounts.by_name("Olga P").id
    path = f"/leagues/{seasons.open(stages=stages, divisions=divisions)}"
    pressed(olga, path, "Draft it", rounds="3", divisions="3")
    ahead = league(seasons, path, lambda league: league.draft.plan)
    assert [(stage.kind, stage.rounds, stage.advance) for stage in ahead.stages] == [
        ("swiss", 3, 2),
        ("knock-out", None, None),
    ]
    assert [(one.name, one.size) for one in ahead.divisions] == [("Gold", 4), ("Silver", 6), ("C", 4)]
    pressed(olga, path, "Draft it", size="5", final="30")
    ahead = league(seasons, path, lambda league: league.draft.plan)
    assert [(one.name, one.size) for one in ahead.divisions] == [("Gold", 5), ("Silver", 5), ("C", 5)]
    assert [stage.kind for stage in ahead.stages] == ["swiss", "knock-out", "apocalypse-final"]


def test_a_draft_that_changes_nothing_has_no_plan_of_its_own(seasons, olga):
    path = opened(olga)
    page = pressed(olga, path, "Draft it")
    assert league(seasons, path, lambda league: league.draft.plan) is None
    assert "How the next season is played" not in page.text
    page = pressed(olga, path, "Drop the draft")
    assert "The next season is drafted" not in page.text


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"tiebreaks": "wins fame"}, "unknown tie-break &#39;fame&#39;"),
        ({"until": "21:00"}, "an hour until which rounds are due is one of a zone"),
        ({"kind": "round-robin", "seats": "4"}, "at tables of more than two all play all in balanced groups"),
        ({"rounds": "0"}, "rounds"),
    ],
)
def test_a_draft_whose_plan_is_none_is_told_and_what_was_typed_is_kept(seasons, olga, fields, says):
    path = opened(olga)
    page = pressed(olga, path, "Draft it", opens=local(seasons, DAY), **fields)
    assert says in page.text
    assert league(seasons, path, lambda league: league.draft) is None
    shown = next(form for form in page.forms if "opens" in form.fields).fields
    assert {name: shown[name] for name in fields} == fields
    assert shown["opens"] == local(seasons, DAY)


def test_a_season_is_cloned_with_its_plan(seasons, olga):
    path = opened(olga, **ONE_TABLE)
    pressed(olga, path, "Open enrolment for the next season")
    for _ in range(2):
        pressed(olga, path, "Enrol an AI", level="random")
    seasons.clock.now += 2 * DAY
    pressed(olga, path, "Close enrolment")
    pressed(olga, path, "Begin the season")
    for far in ("1960-01-01T12:00", "9999-12-31T12:00", "9999-12-30T12:00"):
        page = pressed(olga, path, "Draft it as season 1 was, from when it opens", opens=far)
        assert "This was not done" in page.text
    pressed(olga, path, "Draft it as season 1 was, from when it opens", opens=local(seasons, 30 * DAY))
    draft = league(seasons, path, lambda league: league.draft)
    assert (draft.like, draft.closes - draft.opens, draft.starts - draft.closes) == (1, 2 * DAY, 0)


# ---- rounds


def test_rounds_are_due_at_an_hour_of_the_zone(seasons, people):
    path = begun(seasons, people, ["Ann", "Bob"], days="2", zone="Europe/Warsaw", until="21:00", **ONE_TABLE)
    page = people["Ann"].open(path)
    assert re.search(r", until \d{4}-\d\d-\d\d 21:00 \(Europe/Warsaw\)", page.text)
    assert terms(page, 'id="format"')["Rounds are due"] == "at 21:00 (Europe/Warsaw)"


def test_the_late_are_reminded_in_the_organiser_s_words(seasons, people):
    path = begun(seasons, people, ["Ann", "Bob"], days="2", **ONE_TABLE)
    page = decided(people["Olga"], path, "set-reminders", hours="24 2")
    assert "Who is late is reminded before a round is due (hours: 24, 2): <q>All agreed.</q>" in page.text
    decided(people["Olga"], path, "remind")
    assert "Who is late in round 1 of stage 1 of A in season 1 is reminded" in people["Bob"].open(f"{path}/log").text
    seasons.clock.now += 2 * DAY - 24 * HOUR
    seasons.step(league_id(path))
    assert seasons.events(league_id(path)).count("LateReminded") == 2


def test_who_is_kept_apart_does_not_meet_in_the_rounds_that_are_named(seasons, people, olga):
    path = opened(olga)
    pressed(olga, path, "Open enrolment for the next season")
    for _ in range(4):
        pressed(olga, path, "Enrol an AI", level="random")
    page = decided(olga, path, "keep-apart", entrants="e1 e2", round="1", last="1")
    assert "(rounds 1 to 1)" in page.text
    page = decided(olga, path, "keep-apart", entrants="e3 e4")
    page = decided(olga, path, "let-meet", round="2")
    assert list(league(seasons, path, lambda league: league.season.apart)) == [1]
    pressed(olga, path, "Close enrolment")
    pressed(olga, path, "Begin the season")
    seasons.step(league_id(path))
    tables = league(seasons, path, lambda league: [table.seats for table in league.stages.popitem()[1].tables.values()])
    assert all(set(seats) != {"e1", "e2"} for seats in tables)


def test_accelerated_rounds_are_chosen_and_told(seasons, people, olga):
    path = begun(seasons, people, (), ais=4, accelerated="baku")
    assert league(seasons, path, lambda league: league.plan.stages[0].accelerated) == "baku"
    assert terms(olga.open(path), 'id="format"')["Stage 1"].endswith("accelerated rounds (Baku)")


# ---- people


def test_the_waiting_list_takes_the_place_of_who_leaves(seasons, people):
    path = begun(seasons, people, ["Ann", "Bob"], substitutes="yes", **ONE_TABLE)
    page = pressed(people["Cleo"], path, "Join the waiting list")
    assert re.search(r"On the waiting list:.*Cleo P", page.text)
    page = pressed(people["Ann"], path, "Yes, leave the league")
    assert "<summary>Your place</summary>" not in page.text
    page = people["Cleo"].open(path)
    assert "On the waiting list:" not in page.text
    assert "<summary>Your place</summary>" in page.text
    assert league(seasons, path, lambda league: league.entrants["e1"].account) == people_id(seasons, "Cleo P")


def test_a_dispute_has_a_thread_and_a_verdict(seasons, people):
    path = begun(seasons, people, ["Ann", "Bob"], next_season=[], **ONE_TABLE)
    game = league(seasons, path, lambda league: next(iter(league.stages.values())).tables[1].game_id)
    people["Bob"].send(people["Bob"].open(f"/games/{game}").form(f"/games/{game}/resign"))
    seasons.step(league_id(path))
    page = pressed(people["Bob"], path, "Open the dispute", words="The line broke.")
    assert "<q>The line broke.</q>" in page.text
    pressed(people["Ann"], path, "Say it", words="It was mine.")
    page = pressed(people["Olga"], path, "Say it", words="I look at it.")
    assert [words in page.text for words in ("<q>It was mine.</q>", "<q>I look at it.</q>")] == [True, True]
    dispute = [form for form in page.forms if form.fields.get("verb") == "decide-dispute"]
    page = people["Olga"].send(dispute[0], upheld="yes", result="void", reason="So says the log.")
    assert '<span class="status upheld">upheld</span>' in page.text
    assert "<q>So says the log.</q>" in people["Bob"].open(path).text
    assert "does not count" in page.text or "void" in page.text
    assert [form.action for form in people["Bob"].open(path).forms if "/disputes/1" in form.action] == []


def test_parties_of_a_dispute_are_asked_also_when_the_next_season_has_opened(seasons, people):
    """LG-DSP-1, LG-DSP-2"""
    path = begun(seasons, people, ["Ann", "Bob"], **ONE_TABLE)
    game = league(seasons, path, lambda league: next(iter(league.stages.values())).tables[1].game_id)
    people["Bob"].send(people["Bob"].open(f"/games/{game}").form(f"/games/{game}/resign"))
    seasons.step(league_id(path))
    assert league(seasons, path, lambda league: league.season.number) == 2
    pressed(people["Bob"], f"{path}?season=1", "Open the dispute", words="The line broke.")
    page = pressed(people["Ann"], path, "Say it", words="It was mine.")
    assert "<q>It was mine.</q>" in page.text


def test_a_dispute_is_taken_back(seasons, people):
    path = begun(seasons, people, ["Ann", "Bob"], **ONE_TABLE)
    pressed(people["Ann"], path, "Open the dispute", words="Bob moves too late.")
    page = pressed(people["Ann"], path, "Take the dispute back")
    assert '<span class="status withdrawn">withdrawn</span>' in page.text


def people_id(seasons, name):
    return seasons.services.accounts.by_name(name).id
