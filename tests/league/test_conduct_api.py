"""How a season is conducted, over HTTP: disputes, who is kept apart, reminders, the waiting list, drafts, the clock."""

import pytest

from domain.contract.quantities import INSTANTS
from tests.league.seasons import GAME, SWISS

TWO = {"divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "swiss", "rounds": 1}]}
"""A season of one table."""

WRONG = "The game was over when the line broke."


def organised(olga, path, verb, **arguments):
    """The types of the events that a verb of the organiser's has brought about."""
    answer = olga.post(f"{path}/organiser", {"verb": verb, **arguments})
    assert answer.status_code == 200, answer.text
    return [event["type"] for event in answer.json["events"]]


def opened(olga, people, **plan):
    """A league with people who have enrolled: its path."""
    answer = olga.post("/leagues", {"game": GAME, "name": "Winter", "plan": {**SWISS, **plan}, "next_season": False})
    assert answer.status_code == 201, answer.text
    path = f"/leagues/{answer.json['id']}"
    assert olga.post(f"{path}/seasons").status_code == 201
    for person in people:
        assert person.post(f"{path}/entrants", {}).status_code == 201
    return path


def begun(seasons, olga, people, **plan):
    """The same with its season begun and its first round paired: its path, and the id of its first game."""
    path = opened(olga, people, **plan)
    for verb in ("close-enrolment", "start-season"):
        organised(olga, path, verb)
    seasons.step(path.rpartition("/")[2])
    return path, olga.get(f"{path}/tables").json["tables"][0]


def test_a_dispute_with_a_thread_and_a_verdict_that_corrects_the_table(seasons, house, olga, ann, bob):
    path, table = begun(seasons, olga, (ann, bob), **TWO)
    assert bob.post(f"/games/{table['game']}/resignations", {}).status_code == 200
    seasons.step(path.rpartition("/")[2])
    contested = {"stage": table["stage"], "table": table["table"], "words": WRONG}
    assert house.person("Eve").post(f"{path}/disputes", contested).json["code"] in ("forbidden", "illegal")
    assert bob.post(f"{path}/disputes", contested).status_code == 201
    assert ann.post(f"{path}/disputes/1/messages", {"words": "It was mine."}).status_code == 201
    verdict = {"dispute": 1, "upheld": True, "void": True, "reason": "So the log says."}
    assert ann.post(f"{path}/organiser", {"verb": "decide-dispute", **verdict}).json["code"] == "forbidden"
    assert organised(olga, path, "decide-dispute", **verdict)[0] == "DisputeDecided"
    assert olga.get(f"{path}/tables").json["tables"][0]["corrected"] != []
    [shown] = house.check("Disputes", house.nobody.get(f"{path}/disputes").json)["disputes"]
    assert shown["status"] == "upheld"
    assert [said["words"] for said in shown["said"]] == [WRONG, "It was mine."]
    assert bob.post(f"{path}/disputes/1/messages", {"words": "More."}).json["code"] == "illegal"


def test_a_forfeit_by_the_clock_reaches_the_league_s_table(seasons, house, olga, ann, bob):
    clock = {"per_decision": 3600, "policy": "forfeit"}
    path, table = begun(seasons, olga, (ann, bob), **TWO, clock=clock)
    late = next(iter(ann.get(f"/games/{table['game']}").json["pending"]))
    seasons.be_an_hour_late()
    assert ann.get(f"/games/{table['game']}").json["status"] == "over"
    seasons.step(path.rpartition("/")[2])
    [played] = house.nobody.get(f"{path}/tables").json["tables"]
    loser = played["seats"][int(late[1:]) - 1]
    assert (played["outcome"], loser["place"]) == ("played", 2)
    [stage] = house.nobody.get(f"{path}/standings").json["standings"]
    assert stage["lines"][-1]["entrant"] == loser["entrant"]
    told = [entry["data"].get("late") for entry in house.nobody.get(f"{path}/log").json["events"]]
    assert [loser["entrant"]] in told


def test_a_seat_that_an_ai_keeps_for_who_was_late_goes_to_whoever_has_the_place_now(seasons, house, olga, ann, bob):
    """LG-RES-8: the AI keeps it for who holds the place, and for nobody who held it before."""
    clock = {"per_decision": 3600, "policy": "ai", "level": "random"}
    path, table = begun(seasons, olga, (ann, bob), **TWO, clock=clock, options={"goal": 500})
    league_id, game = path.rpartition("/")[2], f"/games/{table['game']}"
    late = next(iter(ann.get(game).json["pending"]))
    seasons.be_an_hour_late()
    seasons.step(league_id)
    seat, place = olga.get(game).json["seats"][late], table["seats"][int(late[1:]) - 1]["entrant"]
    assert (seat["level"], seat["kept_for"]) == ("random", olga.get(path).json["entrants"][place]["name"])
    house.person("Eve").call("PUT", f"{path}/substitutes/me")
    organised(olga, path, "replace", entrant=place, account="Eve", reason="Away for good.")
    seasons.step(league_id)
    assert olga.get(game).json["seats"][late]["name"] == "Eve"
    assert seasons.step(league_id) == 0


def test_who_is_kept_apart_does_not_meet_until_it_is_allowed(seasons, olga, ann, bob):
    people = (ann, bob)
    path = opened(olga, people)
    for _ in range(2):
        assert olga.post(f"{path}/entrants", {"level": "random"}).status_code == 201
    assert organised(olga, path, "keep-apart", entrants=["e1", "e2"], reason="One household.") == ["EntrantsKeptApart"]
    for verb in ("close-enrolment", "start-season"):
        organised(olga, path, verb)
    seasons.step(path.rpartition("/")[2])
    tables = olga.get(f"{path}/tables").json["tables"]
    assert len(tables) == 2
    assert all({"e1", "e2"} - {seat["entrant"] for seat in table["seats"]} for table in tables)


def test_the_late_are_reminded_with_the_organiser_s_words(seasons, olga, ann, bob):
    path, table = begun(seasons, olga, (ann, bob), **TWO)
    assert organised(olga, path, "set-reminders", hours=[24, 2], reason="Please move in time.") == ["RemindersSet"]
    assert organised(olga, path, "remind", stage=table["stage"], reason="It is your move.") == ["LateReminded"]
    mine = {"verb": "remind", "stage": table["stage"], "reason": "Move!"}
    assert ann.post(f"{path}/organiser", mine).json["code"] == "forbidden"


def test_who_waits_is_given_the_place_of_who_leaves(seasons, olga, ann, bob, house):
    path, _ = begun(seasons, olga, (ann, bob), **TWO)
    eve = house.person("Eve")
    assert eve.call("PUT", f"{path}/substitutes/me").status_code == 200
    assert organised(olga, path, "replace", entrant="e2", account="Eve", reason="Bob is away.")
    assert olga.get(path).json["entrants"]["e2"]["name"] == "Eve"


def test_a_season_is_drafted_with_its_dates_and_opens_by_itself(seasons, olga):
    answer = olga.post("/leagues", {"game": GAME, "name": "Spring", "plan": {**SWISS, **TWO}, "next_season": False})
    path, now = f"/leagues/{answer.json['id']}", seasons.clock.now
    dates = {"opens": now + 3600, "closes": now + 7200, "starts": now + 7200}
    assert organised(olga, path, "draft-season", **dates) == ["SeasonDrafted"]
    assert olga.get(path).json["seasons"] == []
    seasons.clock.now += 3601
    seasons.step(path.rpartition("/")[2])
    assert [season["number"] for season in olga.get(path).json["seasons"]] == [1]


def test_a_season_is_drafted_with_a_plan_of_its_own(seasons, olga, house):
    answer = olga.post("/leagues", {"game": GAME, "name": "Summer", "plan": {**SWISS, **TWO}, "next_season": False})
    path = f"/leagues/{answer.json['id']}"
    plan = {**SWISS, **TWO, "tiebreaks": ["wins", "lots"], "clock": {"per_decision": 3600, "policy": "forfeit"}}
    for fault, says in (({"tiebreaks": ["fame"]}, "unknown tie-break 'fame'"), ({"zone": "Mars/Base"}, "Mars/Base")):
        refused = olga.post(f"{path}/organiser", {"verb": "draft-season", "plan": {**plan, **fault}})
        assert (refused.status_code, refused.json["code"]) == (422, "malformed")
        assert says in refused.text
    assert olga.get(path).json["draft"] is None
    assert organised(olga, path, "draft-season", plan=plan) == ["SeasonDrafted"]
    shown = house.check("League", house.nobody.get(path).json)
    assert shown["draft"]["plan"]["tiebreaks"] == ["wins", "lots"]
    assert shown["plan"]["tiebreaks"] != ["wins", "lots"]
    assert olga.post(f"{path}/seasons").status_code == 201
    shown = house.check("League", house.nobody.get(path).json)
    assert shown["draft"] is None
    assert [shown["plan"]["clock"], shown["seasons"][0]["plan"]["clock"]] == [plan["clock"]] * 2


@pytest.mark.parametrize("opens", [-1, 0, INSTANTS.most, INSTANTS.most + 1, None])
def test_a_season_is_cloned_only_to_a_day_within_a_year(seasons, olga, ann, bob, opens):
    """LG-DIV-7"""
    path, _ = begun(seasons, olga, (ann, bob), **TWO)
    refused = olga.post(f"{path}/organiser", {"verb": "clone-season", "season": 1, "opens": opens})
    assert (refused.status_code, refused.json["code"]) == (422, "malformed")
    assert "opens" in refused.text


def test_an_offer_is_used_up_by_the_place_that_is_taken(seasons, olga, ann, bob, house):
    path, _ = begun(seasons, olga, (ann, bob), **TWO)
    gil = house.person("Gil")
    gil.call("PUT", f"{path}/substitutes/me")
    assert olga.get(path).json["substitutes"] == ["Gil"]
    organised(olga, path, "replace", entrant="e2", account="Gil", reason="Bob is away.")
    assert olga.get(path).json["substitutes"] == []
    assert gil.call("DELETE", f"{path}/substitutes/me").status_code == 200
    assert olga.get(path).json["entrants"]["e2"]["name"] == "Gil"


def test_who_has_taken_an_offer_back_is_given_no_place(seasons, olga, ann, bob, house):
    path, _ = begun(seasons, olga, (ann, bob), **TWO)
    hal, version = house.person("Hal"), olga.get(path).json["version"]
    for method in ("PUT", "DELETE"):
        assert hal.call(method, f"{path}/substitutes/me").status_code == 200
    refused = olga.post(f"{path}/organiser", {"verb": "replace", "entrant": "e2", "account": "Hal", "reason": "Away."})
    assert (refused.status_code, refused.json["code"]) == (403, "forbidden")
    assert olga.get(path).json["version"] == version
