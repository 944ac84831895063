"""Leagues over HTTP: from the plan to frozen standings, with the organiser's decisions in the log."""

import csv
import hashlib
import io
from fractions import Fraction

import pytest
from click.testing import CliRunner
from icalendar import Calendar

from domain.audit.aggregates import audit, read
from domain.audit.verdict import CONSISTENT
from service.cli.audit import command
from tests.league.bots import MORE_GAMES
from tests.league.seasons import GAME, SWISS

ENTROPY = {name: hashlib.sha256(name.encode()).digest() for name in ("Ann", "Bob")}
DAY = 86_400


def opened(olga, *, next_season=None, **plan):
    more = {} if next_season is None else {"next_season": next_season}
    answer = olga.post("/leagues", {"game": GAME, "name": "Winter", "plan": {**SWISS, **plan}, **more})
    assert answer.status_code == 201, answer.text
    return f"/leagues/{answer.json['id']}"


def begun(olga, ais=4, **plan):
    """A league of AIs whose season has begun: its path."""
    path = opened(olga, **plan)
    assert olga.post(f"{path}/seasons").status_code == 201
    for _ in range(ais):
        assert olga.post(f"{path}/entrants", {"level": "random"}).status_code == 201
    for verb in ("close-enrolment", "start-season"):
        assert olga.post(f"{path}/organiser", {"verb": verb}).status_code == 200
    return path


def played(seasons, path):
    """The path again, when the season has been played and lists have all of it."""
    seasons.play_season(path.rpartition("/")[2])
    assert seasons.services.read_models.follower.catch_up(60)
    return path


def test_the_plan_is_public_before_anybody_enrols(house, olga):
    path = opened(olga)
    league = house.check("League", house.nobody.get(path).json)
    assert (league["name"], league["organiser"], league["seasons"]) == ("Winter", "The organiser", [])
    assert league["plan"]["tiebreaks"][0] == "wins"
    assert league["plan"]["stages"][0]["rounds"] == 2


def test_people_enrol_with_sealed_entropy_open_it_and_may_leave(house, olga, ann, bob):
    path = opened(olga)
    assert ann.post(f"{path}/entrants", {}).json["code"] == "illegal"
    assert ann.post(f"{path}/seasons").json["code"] == "forbidden"
    season = house.check("LeagueAnswer", olga.post(f"{path}/seasons").json)["league"]["seasons"][0]
    assert len(season["commitments"]) == 1
    for person in (ann, bob):
        sealed = hashlib.sha256(ENTROPY[person.name]).hexdigest()
        answer = person.post(f"{path}/entrants", {"entropy_hash": sealed})
        assert answer.status_code == 201
    assert ann.post(f"{path}/entrants", {}).json["code"] == "illegal"
    assert [own["entropy"] for own in answer.json["league"]["seasons"][0]["enrolled"]] == ["sealed", "sealed"]
    assert answer.json["league"]["entrants"]["e2"]["name"] == "Bob"
    olga.post(f"{path}/organiser", {"verb": "close-enrolment"})
    own = ann.call("PUT", f"{path}/entrants/me/entropy", {"entropy": ENTROPY["Ann"].hex()})
    assert [event["type"] for event in own.json["events"]] == ["EntropyOpened"]
    left = bob.call("DELETE", f"{path}/entrants/me")
    assert [event["type"] for event in left.json["events"]] == ["EntrantWithdrew"]
    assert bob.call("DELETE", f"{path}/entrants/me").json["code"] == "illegal"


def test_an_organiser_says_whether_the_next_season_opens_by_itself(house, olga, ann):
    path = opened(olga)
    assert house.check("League", house.nobody.get(path).json)["next_season"] is True
    assert ann.post(f"{path}/organiser", {"verb": "next-season", "by_itself": False}).json["code"] == "forbidden"
    answer = olga.post(f"{path}/organiser", {"verb": "next-season", "by_itself": False})
    assert [event["type"] for event in answer.json["events"]] == ["NextSeasonDecided"]
    assert house.nobody.get(path).json["next_season"] is False
    assert olga.post(f"{path}/organiser", {"verb": "next-season"}).json["code"] == "malformed"
    by_hand = opened(olga, next_season=False)
    assert house.nobody.get(by_hand).json["next_season"] is False


def test_standings_show_every_value_with_its_rule_and_are_frozen_at_the_end(house, seasons, olga):
    path = begun(olga)
    seasons.step(path.rpartition("/")[2])
    running = house.check("Standings", house.nobody.get(f"{path}/standings").json)["standings"][0]
    assert running["frozen"] is False
    played(seasons, path)
    body = house.check("Standings", house.nobody.get(f"{path}/standings").json)
    [shown] = body["standings"]
    assert shown["frozen"] is True
    assert [line["rank"] for line in shown["lines"]] == [1, 2, 3, 4]
    for line in shown["lines"]:
        assert [value["name"] for value in line["values"]] == [name for name in shown["rules"] if name != "points"]
        assert all(value["rule"] == shown["rules"][value["name"]] for value in line["values"])
    assert set(body["names"].values()) == {f"random {number}" for number in range(1, 5)}


def test_rounds_and_tables_lead_to_the_games(house, seasons, olga):
    path = played(seasons, begun(olga))
    [stage] = house.check("Rounds", house.nobody.get(f"{path}/rounds").json)["stages"]
    assert [one["key"] for one in stage["rounds"]] == [f"{stage['id']}/{number}/1" for number in (1, 2)]
    tables = house.check("Tables", house.nobody.get(f"{path}/tables").json)["tables"]
    assert [table["game"] for table in tables] == [t["game"] for one in stage["rounds"] for t in one["tables"]]
    for table in tables:
        game = house.nobody.get(f"/games/{table['game']}").json
        places = {seat: place for seat, place in game["result"]["places"].items()}
        assert [seat["place"] for seat in table["seats"]] == [places["s1"], places["s2"]]
        assert {seat["points"] for seat in table["seats"]} == {10, 6}


def test_every_decision_of_the_organiser_needs_a_reason_that_all_may_read(house, seasons, olga):
    path = played(seasons, begun(olga))
    [table, *_] = house.nobody.get(f"{path}/tables").json["tables"]
    first, second = (seat["entrant"] for seat in table["seats"])
    act = {"verb": "correct", "stage": table["stage"], "table": 1, "places": {first: 1, second: 1}}
    assert olga.post(f"{path}/organiser", act).json["code"] == "malformed"
    answer = olga.post(f"{path}/organiser", {**act, "reason": "the clock was wrong"})
    assert [event["type"] for event in answer.json["events"]] == ["ResultCorrected", "StandingsCorrected"]
    log = house.check("LogPart", house.nobody.get(f"{path}/log", after=5, limit=500).json)["events"]
    corrected = next(event for event in log if event["type"] == "ResultCorrected")
    assert [words["text"] for words in corrected["texts"].values()] == ["the clock was wrong"]
    [shown] = house.nobody.get(f"{path}/standings").json["standings"]
    assert shown["corrected"] == [corrected["version"] + 1]


def test_a_correction_is_shown_in_the_row_of_its_table_in_the_points_and_in_both_files(house, seasons, olga):
    path = played(seasons, begun(olga))
    [table, *_] = house.nobody.get(f"{path}/tables").json["tables"]
    first, second = (seat["entrant"] for seat in table["seats"])
    turned = {seat["entrant"]: 3 - seat["place"] for seat in table["seats"]}
    decision = {"verb": "correct", "stage": table["stage"], "table": 1, "reason": "the clock was wrong"}
    for half in ({first: 1}, {first: 1, second: 3}, {first: 1, second: 2, "e9": 3}):
        answer = olga.post(f"{path}/organiser", {**decision, "places": half})
        assert (answer.status_code, answer.json["code"]) == (422, "malformed")
    assert olga.post(f"{path}/organiser", {**decision, "won": True}).json["code"] == "malformed"
    assert house.nobody.get(f"{path}/tables").json["tables"][0] == table

    [event, _] = olga.post(f"{path}/organiser", {**decision, "places": turned}).json["events"]

    told = [{"event": event["version"], "author": "The organiser", "reason": "the clock was wrong"}]
    row = house.check("Tables", house.nobody.get(f"{path}/tables").json)["tables"][0]
    assert (row["corrected"], row["event"]) == (told, event["version"])
    assert [seat["tally"] for seat in row["seats"]] == [seat["tally"] for seat in table["seats"]]
    [shown] = house.check("Standings", house.nobody.get(f"{path}/standings").json)["standings"]
    parts = {line["entrant"]: line["parts"][0] for line in shown["lines"] if line["entrant"] in turned}
    assert [part["corrected"] for part in parts.values()] == [told, told]
    assert parts[first]["opponents"] == [second]
    assert (parts[first]["game"], parts[first]["table"], parts[first]["round"]) == (table["game"], 1, 1)
    tables = list(csv.DictReader(io.StringIO(house.nobody.get(f"{path}/tables.csv").text)))
    assert [(line["corrected"], line["corrected by"], line["reason"]) for line in tables[:3]] == [
        *[("yes", "The organiser", "the clock was wrong")] * 2,
        ("no", "", ""),
    ]
    lines = list(csv.DictReader(io.StringIO(house.nobody.get(f"{path}/standings.csv").text)))
    cell = next(line["round 1"] for line in lines if line["entrant"] == first)
    assert cell == (
        f"game v. {second}: {parts[first]['points']} (table 1, game {table['game']}, event {event['version']}, "
        "corrected by The organiser: the clock was wrong)"
    )


def test_adjustments_are_parts_of_the_sum(house, seasons, olga):
    path = played(seasons, begun(olga))
    [shown] = house.nobody.get(f"{path}/standings").json["standings"]
    first = shown["lines"][0]
    act = {"verb": "adjust", "stage": shown["stage"], "entrant": first["entrant"], "points": "-1/2", "reason": "late"}
    [event, _] = olga.post(f"{path}/organiser", act).json["events"]
    [shown] = house.check("Standings", house.nobody.get(f"{path}/standings").json)["standings"]
    line = next(line for line in shown["lines"] if line["entrant"] == first["entrant"])
    [*games, adjustment] = line["parts"]
    assert [part["kind"] for part in games] == ["game", "game"]
    assert [adjustment[name] for name in ("kind", "round", "points", "event", "author", "reason")] == [
        "adjustment", 2, "-1/2", event["version"], "The organiser", "late",
    ]  # fmt: skip
    assert sum(Fraction(part["points"]) for part in line["parts"]) == Fraction(line["points"])
    lines = csv.DictReader(io.StringIO(house.nobody.get(f"{path}/standings.csv").text))
    assert [line["adjustments"] for line in lines if line["adjustments"]] == [
        f"adjustment after round 2: -1/2 (event {event['version']}, by The organiser: late)"
    ]


def test_standings_are_asked_for_after_a_round(house, seasons, olga):
    path = played(seasons, begun(olga))
    for number, games in ((1, 1), (2, 2)):
        [shown] = house.check("Standings", house.nobody.get(f"{path}/standings", round=number).json)["standings"]
        assert (shown["round"], shown["rounds"], shown["frozen"]) == (number, 2, number == 2)
        assert [len(line["parts"]) for line in shown["lines"]] == [games] * 4
        rows = list(csv.DictReader(io.StringIO(house.nobody.get(f"{path}/standings.csv", round=number).text)))
        assert [row["points"] for row in rows] == [str(line["points"]) for line in shown["lines"]]
        assert ("round 2" in rows[0]) is (number == 2)
    assert shown["lines"] == house.nobody.get(f"{path}/standings").json["standings"][0]["lines"]
    assert house.nobody.get(f"{path}/standings", round=3).status_code == 404
    assert house.nobody.get(f"{path}/standings", round=0).status_code == 422


@pytest.mark.parametrize("verb", ["close-enrolment", "start-season"])
def test_only_the_organiser_decides(house, seasons, olga, ann, verb):
    path = opened(olga)
    olga.post(f"{path}/seasons")
    for _ in range(4):
        olga.post(f"{path}/entrants", {"level": "random"})
    assert ann.post(f"{path}/organiser", {"verb": verb}).json["code"] == "forbidden"
    assert ann.post(f"{path}/entrants", {"level": "random"}).json["code"] == "forbidden"
    operator = house.person("The operator")
    seasons.services.accounts.set_operator(seasons.services.accounts.by_name("The operator").id, True)
    assert operator.post(f"{path}/organiser", {"verb": "close-enrolment"}).status_code == 200


def test_who_offers_to_stand_in_is_shown(house, olga, ann):
    path = begun(olga)
    assert house.check("League", ann.call("PUT", f"{path}/substitutes/me").json)["substitutes"] == ["Ann"]
    assert ann.call("DELETE", f"{path}/substitutes/me").json["substitutes"] == []


def test_leagues_are_listed(house, olga):
    first, second = opened(olga), begun(olga)
    page = house.check("LeaguesPage", house.nobody.get("/leagues").json)
    assert [f"/leagues/{one['id']}" for one in page["leagues"]][:2] == [second, first]
    assert [(one["name"], one["status"], one["entrants"]) for one in page["leagues"]][:2] == [
        ("Winter", "running", 4),
        ("Winter", "announced", 0),
    ]
    cut = house.nobody.get("/leagues", limit=1).json
    following = house.nobody.get("/leagues", limit=1, cursor=cut["next"]).json
    assert [one["id"] for one in following["leagues"]] == [page["leagues"][1]["id"]]


def test_tables_and_standings_as_csv(house, seasons, olga):
    path = played(seasons, begun(olga))
    answer = house.nobody.get(f"{path}/standings.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    [shown] = house.nobody.get(f"{path}/standings").json["standings"]
    assert [(line["entrant"], line["points"], line["wins (LG-TIE-1)"]) for line in lines] == [
        (line["entrant"], str(line["points"]), str(line["values"][0]["value"])) for line in shown["lines"]
    ]
    [buchholz] = [value for value in shown["lines"][0]["values"] if value["name"] == "buchholz"]
    assert sum(Fraction(part["points"]) for part in buchholz["parts"]) == Fraction(buchholz["value"])
    assert [(part["kind"], part["round"], len(part["opponents"])) for part in buchholz["parts"]] == [
        ("game", 1, 1), ("game", 2, 1)
    ]  # fmt: skip
    made_of = lines[0]["buchholz (LG-TIE-6) made of"].split("; ")
    assert [cell.rpartition(", ")[2] for cell in made_of] == [f"event {part['event']})" for part in buchholz["parts"]]
    tables = list(csv.DictReader(io.StringIO(house.nobody.get(f"{path}/tables.csv").text)))
    assert len(tables) == 8
    assert {line["outcome"] for line in tables} == {"played"}
    assert [line["seat"] for line in tables] == ["s1", "s2"] * 4


def test_a_name_is_never_a_formula_in_a_spreadsheet(house, seasons, olga):
    path = opened(olga, divisions=[{"name": "A", "size": 2}], stages=[{"kind": "swiss", "rounds": 1}])
    olga.post(f"{path}/seasons")
    for name in ("=1+1", "+a"):
        assert house.person(name).post(f"{path}/entrants", {}).status_code == 201
    for verb in ("close-enrolment", "start-season"):
        olga.post(f"{path}/organiser", {"verb": verb})
    seasons.step(path.rpartition("/")[2])
    lines = csv.DictReader(io.StringIO(house.nobody.get(f"{path}/standings.csv").text))
    assert {line["name"] for line in lines} == {"'=1+1", "'+a"}


def test_deadlines_as_a_calendar(house, seasons, olga):
    path = begun(olga, stages=[{"kind": "swiss", "rounds": 2, "days": 7}])
    seasons.step(path.rpartition("/")[2])
    answer = house.nobody.get(f"{path}/deadlines.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = Calendar.from_ical(answer.text).walk("VEVENT")
    assert event.decoded("dtstart").timestamp() == seasons.clock.now + 7 * DAY
    assert str(event["summary"]) == "Winter: round 1 of A, stage 1, ends"


def test_the_record_of_a_league_passes_the_audit(house, seasons, olga):
    path = played(seasons, begun(olga))
    record = house.nobody.get(f"{path}/record")
    house.check("Document", record.json)
    assert audit(read(record.data), seasons.services.catalog).code == CONSISTENT


def test_the_audit_command_examines_leagues_and_refuses_a_forged_one(house, seasons, olga, tmp_path):
    path, files = played(seasons, begun(olga)), (tmp_path / "league.json", tmp_path / "forged.json")
    record = house.nobody.get(f"{path}/record").data
    files[0].write_bytes(record)
    files[1].write_bytes(record.replace(b'"points":20', b'"points":19'))
    runner = CliRunner(env={"NIGHTLEDGER_EXTRA_GAMES": MORE_GAMES})
    told = [runner.invoke(command, [str(file)]) for file in files]
    assert [result.exit_code for result in told] == [0, 1]
    assert ": consistent, " in told[0].output
    assert "refused: event " in told[1].output


def test_earlier_seasons_and_single_divisions_are_asked_for(house, seasons, olga):
    divisions = [{"name": "A", "size": 2}, {"name": "B", "size": 2}]
    path = played(seasons, begun(olga, divisions=divisions, stages=[{"kind": "swiss", "rounds": 1}]))
    shown = house.nobody.get(path).json["seasons"]
    assert [one["status"] for one in shown] == ["closed", "enrolling"]
    for asked in ({}, {"season": 1}):
        assert [one["season"] for one in house.nobody.get(f"{path}/standings", **asked).json["standings"]] == [1, 1]
    assert [one["division"] for one in house.nobody.get(f"{path}/rounds", season=1, division="B").json["stages"]] == [
        "B"
    ]
    assert house.nobody.get(f"{path}/tables", season=3).status_code == 404


@pytest.mark.parametrize(
    "plan",
    [
        {"seats": 1},
        {"seats": 99},
        {"divisions": []},
        {"divisions": [{"name": "A", "size": 10_000}]},
        {"stages": [{"kind": "swiss", "rounds": 1000}]},
        {"stages": [{"kind": "chess"}]},
        {"options": {"goal": 0}},
        {"clock": {"per_decision": 1}},
        {"tiebreaks": ["beauty"]},
        {"points": ["1/0"]},
        {"more": 1},
    ],
)
def test_a_plan_that_does_not_fit_is_refused(olga, plan):
    answer = olga.post("/leagues", {"game": GAME, "name": "Winter", "plan": {**SWISS, **plan}})
    assert (answer.status_code, answer.json["code"]) == (422, "malformed")


@pytest.mark.parametrize(
    "body",
    [
        {"verb": "open"},
        {"verb": "replace", "entrant": "e1", "account": "Nobody", "reason": "x"},
        {"verb": "replace", "entrant": "e1", "level": "clever", "reason": "x"},
        {"verb": "adjust", "stage": "x", "entrant": "e1", "points": 1, "reason": "x"},
        {"verb": "adjust", "stage": "x", "entrant": "e1", "points": "a lot", "reason": "x"},
        {"verb": "forfeit", "reason": "x"},
        {"verb": "enter-late", "stage": "x"},
    ],
)
def test_a_decision_that_does_not_fit_is_refused(olga, body):
    answer = olga.post(f"{begun(olga)}/organiser", body)
    assert (answer.status_code, answer.json["code"]) == (422, "malformed")


def test_what_is_no_league_is_not_found(house):
    for part in ("", "/rounds", "/tables", "/standings", "/log", "/record", "/standings.csv", "/deadlines.ics"):
        assert house.nobody.get(f"/leagues/00000000-0000-4000-8000-000000000000{part}").status_code == 404


def test_the_games_of_a_league_are_listed_and_name_their_table(house, seasons, olga):
    path = played(seasons, begun(olga))
    league = path.rpartition("/")[2]
    olga.open_game({"account": "me"}, {"ai": "random"})
    listed = house.nobody.get("/games", league=league).json["games"]
    tables = house.nobody.get(f"{path}/tables").json["tables"]
    assert {game["id"] for game in listed} == {table["game"] for table in tables}
    game = house.check("Game", house.nobody.get(f"/games/{tables[0]['game']}").json)
    assert game["league"] == {"id": league, "stage": tables[0]["stage"], "round": 1, "table": 1}
