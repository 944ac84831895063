"""Logs of leagues in which older programs decided otherwise are consistent with a remark, and nothing else is."""

from __future__ import annotations

import msgspec
import pytest

from domain.audit import older_places, older_substitutes
from domain.audit.aggregates import LEAGUE, Document, audit, document
from domain.audit.older_results import TAKEN, decide_as_before
from domain.audit.verdict import CONSISTENT, PREFIX, REFUSED
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.stages import winner
from domain.log.log import Log
from domain.log.record import Command
from tests.domain.altered import rechained
from tests.domain.league.by_hand import STAGE
from tests.domain.league.conduct.test_drafts import after_one_that_overran, opening_of, opens_itself
from tests.domain.league.running import BECAUSE, TWO, Running, by_strength, entropy_of
from tests.domain.league.test_audit import BEGUN, PLAN, acted, events_of, league
from tests.domain.league.test_knock_out import all_of_two_go_on

PAIRED = TAKEN["RoundPaired"]
ROBIN = [{"kind": "round-robin"}]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (a.Correct(STAGE, 1, BECAUSE, {"e1": 1}), "no place is given for"),
        (
            a.Correct(STAGE, 1, BECAUSE, {"e1": 7}, won=False, tally={"e1": 1}),
            "a result has places, or says whether the game was won, and not both",
        ),
    ],
)
def test_a_result_that_an_older_program_took_half_given_stands_with_a_remark(typed, reason):
    running = league()
    first = running.league.stage(STAGE).table(1).seats[0]

    [corrected, _] = older(running).post("operator", None, renamed(typed, first), running.at)

    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    version = corrected.label.version
    taken = f"version {version} has a result as older programs took it: not of everybody"
    assert (verdict.code, verdict.remarks) == (CONSISTENT, (taken, *BEGUN, acted(version, "correct")))
    with pytest.raises(Refused, match=reason):
        running.organiser(renamed(typed, first))


def older(running, decide=decide_as_before):
    """The log of a league, as older programs go on with it."""
    found = Log(running.league, "L", decide, running.seeds, bytes)
    found.resume(running.league, running.log.entries)
    return found


def of_round_robin(people, lost=(1, 2), **rule):
    """Rounds of a round robin that annuls, up to the last of those that e1 has lost to the clock."""
    divisions, stages = [{"name": "A", "size": people}], [{"kind": "round-robin", "annul": True}]
    running = Running({"seats": 2, "divisions": divisions, "stages": stages, "eligibility": rule})
    running.start(people)

    def late(stage, table):
        is_late = "e1" in table.seats and table.round in lost
        return {**by_strength(stage, table), **({"late": ("e1",)} if is_late else {})}

    for _ in range(max(lost)):
        running.step()
        running.step()
        running.report_all(late)
        running.service(a.CloseRound(STAGE))
    return running


def test_who_was_taken_out_by_an_older_program_kept_the_games_with_a_remark():
    """LG-ENR-8, LG-RES-9"""
    running = of_round_robin(6, missed=2)

    [left] = older(running).post("service", None, c.TakeOut("e1"), running.at)

    assert "annulled" not in left.read().data
    running.play()
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert verdict.code == CONSISTENT
    told = f"version {left.label.version} has taken somebody out as older programs did: no game is annulled"
    assert told in verdict.remarks


def test_who_was_taken_out_by_an_older_program_as_a_correction_made_an_old_game_the_last_stays_out_with_a_remark():
    """LG-ENR-8: between two games that were lost to the clock is one that was not, and the first is corrected."""
    running = of_round_robin(8, lost=(1, 3), missed=2)
    [table] = [own for own in running.league.stage(STAGE).tables.values() if own.round == 1 and "e1" in own.seats]
    places = {entrant: table.result.places[entrant] for entrant in table.seats}
    running.organiser(a.Correct(STAGE, table.number, BECAUSE, places, tally=dict.fromkeys(places, 7)))
    with pytest.raises(Refused, match="e1 has not lost so many games in a row to the clock"):
        running.service(c.TakeOut("e1"))

    [left] = older(running, older_places.decide_as_before).post("service", None, c.TakeOut("e1"), running.at)

    running.play()
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    told = "has taken somebody out as older programs did: a correction had made an old game the last one"
    assert verdict.code == CONSISTENT
    assert f"version {left.label.version} {told}" in verdict.remarks


@pytest.mark.parametrize(
    ("back", "told"),
    [
        (a.Enrol(1000, account="p2"), "has enrolled somebody as older programs did: who had left the season"),
        (
            a.EnterLate(STAGE, 1000, account="p2"),
            "has let somebody in late as older programs did: after having left, or after all rounds",
        ),
    ],
)
def test_who_came_back_in_the_same_season_in_an_older_program_is_in_it_with_a_remark(back, told):
    """LG-ENR-7"""
    rule = {"substitutes": True, "late_until": 3}
    plan = {"divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "swiss", "rounds": 3}], "eligibility": rule}
    running = Running({**TWO, **plan})
    running.start(5)
    running.step()
    running.step()
    assert running.post("seat", a.Withdraw("e2"), "e2") == ["EntrantWithdrew", "SubstituteSeated"]

    [entered, *_] = older(running, older_places.decide_as_before).post("operator", None, back, running.at)

    running.play()
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert verdict.code == CONSISTENT
    assert f"version {entered.label.version} {told}" in verdict.remarks


def has_a_substitute(running, leaves, *, waits):
    """Somebody leaves and is followed, by an older program, by who waits or comes then: the version of the event."""
    post, before = older(running, older_substitutes.decide_as_before).post, running.post
    if waits:
        told = post("seat", leaves, a.Withdraw(leaves), running.at)
    else:
        before("seat", a.Withdraw(leaves), leaves)
        running.organiser(a.Replace(leaves, BECAUSE, account="p9"))
        told = post("seat", None, a.Enrol(1000, account="p8"), running.at)
    assert [entry.read().type for entry in told][1:] == ["SubstituteSeated"]
    return told[0].label.version


@pytest.mark.parametrize("waits", [True, False], ids=["no game left", "given away"])
def test_a_substitute_whom_an_older_program_seated_has_the_place_with_a_remark(waits):
    """LG-ENR-7: where no game was left, or somebody had been given the place."""
    divisions = [{"name": "A", "size": 4}]
    running = Running({**TWO, "divisions": divisions, "stages": ROBIN, "eligibility": {"substitutes": True}})
    running.start(5 if waits else 4)
    running.step()
    running.step()
    for _ in range(2 if waits else 0):
        running.report_all(by_strength)
        running.step()
        running.step()
    if waits:
        running.report_all(by_strength)

    version = has_a_substitute(running, "e2", waits=waits)

    assert running.league.entrants["e2"].account == ("p5" if waits else "p8")
    running.play(by_strength)
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert verdict.code == CONSISTENT
    told = "has seated a substitute as older programs did: where no game was left, or somebody had been given the place"
    assert f"version {version} {told}" in verdict.remarks


def test_a_place_on_the_waiting_list_that_an_older_program_gave_away_after_it_was_left_is_of_no_use_with_a_remark():
    """LG-RES-8: nobody plays in it."""
    divisions = [{"name": "A", "size": 2}]
    running = Running({**TWO, "divisions": divisions, "stages": ROBIN, "eligibility": {"substitutes": True}})
    running.start(3)
    running.post("seat", a.Withdraw("e3"), "e3")
    replacing = a.Replace("e3", BECAUSE, account="p7")
    with pytest.raises(Refused, match="e3 is not enrolled"):
        running.organiser(replacing)

    [replaced] = older(running).post("operator", None, replacing, running.at)

    running.play()
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert verdict.code == CONSISTENT
    assert f"version {replaced.label.version} {TAKEN['EntrantReplaced']}" in verdict.remarks
    assert not running.league.season.has_place("e3")


def test_who_came_late_when_no_round_was_left_in_an_older_program_is_in_the_season_with_a_remark():
    """LG-RES-7"""
    divisions, rule = [{"name": "A", "size": 4}], {"late_until": 3}
    running = Running({**TWO, "divisions": divisions, "stages": [{"kind": "swiss", "rounds": 1}], "eligibility": rule})
    running.start(4)
    running.step()
    running.step()
    entering = a.EnterLate(STAGE, 1000, account="p5")

    [entered] = older(running, older_places.decide_as_before).post("operator", None, entering, running.at)

    running.play()
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert verdict.code == CONSISTENT
    assert f"version {entered.label.version} has let somebody in late as older programs did" in str(verdict.remarks)


def test_whom_an_older_program_struck_for_what_somebody_else_had_sealed_is_out_with_a_remark():
    """LG-CH-2"""
    running = Running(PLAN)
    running.open_season()
    running.enrol(7)
    running.organiser(a.CloseEnrolment())
    running.organiser(a.Replace("e1", BECAUSE, account="p9"))
    for number in range(2, 8):
        running.post("seat", a.OpenEntropy(entropy_of(number).hex()), f"e{number}")

    [struck, _] = older(running, older_places.decide_as_before).post("service", None, a.StartSeason(), running.at)

    running.play()
    assert "e1" not in running.league.season.order
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert verdict.code == CONSISTENT
    told = "has struck somebody as older programs did: who was to open what somebody else had sealed"
    assert f"version {struck.label.version} {told}" in verdict.remarks


def test_a_season_that_an_older_program_closed_by_the_alphabet_stands_with_a_remark():
    """LG-DIV-4"""
    divisions = [{"name": "Top", "size": 2, "relegated": 1}, {"name": "Low", "size": 2}]
    running = Running({**TWO, "divisions": divisions, "stages": [{"kind": "round-robin"}]})
    running.start(4, [1004, 1003, 1002, 1001])
    while any(stage.status != "closed" for stage in running.league.season.stages.values()):
        running.step()
        running.report_all(by_strength)

    [closed] = older(running).post("service", None, a.CloseSeason(), running.at)

    assert closed.read().data["order"] == ["e3", "e4", "e1", "e2"]
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    [told, *_] = verdict.remarks
    assert verdict.code == CONSISTENT
    assert told.startswith(f"version {closed.label.version} has closed the season as older programs did")


def test_a_season_that_an_older_program_closed_by_the_lots_of_its_final_stands_with_a_remark():
    """LG-DIV-5: nobody played in it, and who drew the first lot has won the season, also when an earlier result is
    corrected."""
    stages = [{"kind": "swiss", "rounds": 2, "advance": 3}, {"kind": "apocalypse-final"}]
    running = Running({"seats": 4, "divisions": [{"name": "A", "size": 8}], "stages": stages}, b"lots")
    running.start(8)
    while running.league.stage("L/1/A/2").failed is None:
        running.step()
        running.report_all(by_strength)
    running.organiser(a.CloseStage("L/1/A/2"))

    [closed] = older(running, older_places.decide_as_before).post("service", None, a.CloseSeason(), running.at)

    season = running.league.season
    drawn = [line.entrant for line in season.stages["L/1/A/2"].standings]
    assert season.order[:3] == tuple(drawn)
    assert drawn != [line.entrant for line in running.league.stage(STAGE).standings[:3]]
    running.organiser(a.Correct(STAGE, 1, BECAUSE, void=True))
    assert winner(season) == drawn[0]
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    told = "has closed the season as older programs did: with who did not play in a final as its lots fell"
    assert (verdict.code, f"version {closed.label.version} {told}" in verdict.remarks) == (CONSISTENT, True)


def test_a_season_that_an_older_program_opened_without_putting_off_its_calendar_stands_with_a_remark():
    """LG-DIV-7: its enrolment was over as it opened; when that of the next one is, the organiser decides."""
    running = after_one_that_overran(Running({**TWO, "divisions": [{"name": "A", "size": 4}], "stages": ROBIN}))

    [opened, *_] = older(running).post("service", None, opening_of(running, running.league.season.order), running.at)

    assert opened.read().data["closes"] < running.at
    running.play(by_strength)
    opens_itself(running, running.league.season.order)
    assert (running.league.season.closes, running.league.season.starts) == (None, None)
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    told = f"version {opened.label.version} has opened a season as older programs did: its calendar was not put off"
    assert (verdict.code, [remark for remark in verdict.remarks if "older" in remark]) == (CONSISTENT, [told])


def test_a_final_that_an_older_program_let_be_paired_with_byes_stands_with_a_remark():
    """LG-RND-4"""
    divisions, stages = [{"name": "A", "size": 5}], [{"kind": "apocalypse-final"}]
    running = Running({"seats": 4, "fewest": 3, "divisions": divisions, "stages": stages})
    running.start(5, [5, 4, 3, 2, 1])
    running.step()
    by_hand = a.PairByHand(STAGE, 1, (("e1", "e2", "e3"),), BECAUSE)

    [paired] = older(running).post("operator", None, by_hand, running.at)

    assert paired.read().data["byes"] == ["e4", "e5"]
    running.play()
    assert {line.points for line in running.league.stage(STAGE).standings if line.entrant in ("e4", "e5")} == {5}
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert (verdict.code, f"version {paired.label.version} {PAIRED}" in verdict.remarks) == (CONSISTENT, True)


def test_what_organisers_could_do_in_older_programs_stands_with_a_remark():
    """LG-RES-8, LG-RND-3: a place that had been left is given away, and a round is paired after the last one."""
    running = Running({**TWO, "divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "swiss", "rounds": 1}]})
    running.start(2)
    running.step()
    running.step()
    running.report_all(by_strength)
    running.service(a.CloseRound(STAGE))

    [paired] = older(running).post("operator", None, a.PairByHand(STAGE, 2, (("e1", "e2"),), BECAUSE), running.at)
    running.report_all(by_strength)
    running.post("seat", a.Withdraw("e2"), "e2")
    [given] = older(running).post("operator", None, a.Replace("e2", BECAUSE, account="p9"), running.at)
    running.play()

    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert verdict.code == CONSISTENT
    assert {
        f"version {paired.label.version} {PAIRED}",
        f"version {given.label.version} {TAKEN['EntrantReplaced']}",
    } <= {*verdict.remarks}


def test_whom_an_older_program_gave_what_was_theirs_stood_on_the_list_no_more_with_a_remark():
    """LG-RES-8, LG-ENR-7"""
    running = Running({**TWO, "divisions": [{"name": "A", "size": 2}], "stages": ROBIN})
    running.start(3)

    [given] = older(running).post("operator", None, a.Replace("e3", BECAUSE, account="p3"), running.at)

    assert "e3" not in running.league.season.enrolled
    running.play()
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert verdict.code == CONSISTENT
    assert f"version {given.label.version} {TAKEN['EntrantReplaced']}" in verdict.remarks


@pytest.mark.parametrize(
    ("by", "action"),
    [
        ("service", a.PairRound(STAGE)),
        ("operator", a.PairByHand(STAGE, 2, (("e1", "e4"), ("e2", "e3")), BECAUSE)),
    ],
)
def test_a_round_that_an_older_program_paired_with_all_of_each_table_stands_with_a_remark(by, action):
    """LG-KO-3: by its plan two of each table went on, of which there were two; and the knock-out goes on as it should,
    whoever paired its rounds."""
    running = all_of_two_go_on()
    for _ in range(2):
        running.step()
    running.report_all(by_strength)
    running.step()

    [paired] = older(running).post(by, None, action, running.at)

    assert [set(table["seats"]) for table in paired.read().data["tables"]] == [{"e1", "e4"}, {"e2", "e3"}]
    running.play(by_strength, most=10)
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert (verdict.code, len(running.league.stage(STAGE).rounds)) == (CONSISTENT, 3)
    assert [remark for remark in verdict.remarks if "older" in remark] == [f"version {paired.label.version} {PAIRED}"]


def test_so_does_one_that_was_paired_where_only_one_goes_on_before_its_stage_is_over():
    """LG-KO-3: nobody came to one table, and both of the other were paired again; the draws wait for the seed."""
    running = all_of_two_go_on()
    for _ in range(2):
        running.step()
    nobody, both = running.league.stage(STAGE).tables.values()
    running.organiser(a.Forfeit(STAGE, nobody.number, nobody.seats, {}, BECAUSE))
    running.service(a.Report(STAGE, both.number, "over", **by_strength(running.league.stage(STAGE), both)))
    running.step()
    with pytest.raises(Refused, match="has had its last round"):
        running.service(a.PairRound(STAGE))

    [paired] = older(running).post("service", None, a.PairRound(STAGE), running.at)

    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert (verdict.code, f"version {paired.label.version} {PAIRED}" in verdict.remarks) == (PREFIX, True)


@pytest.mark.parametrize(
    ("by", "action", "reason"),
    [
        ("service", a.PairRound(STAGE), "it was never decided otherwise"),
        ("operator", a.Correct(STAGE, 1, BECAUSE, {"e1": 1}, author="olga"), "there is nothing to correct"),
        ("operator", a.CloseRound(STAGE), "it was never decided otherwise"),
        ("service", a.Correct(STAGE, 1, BECAUSE, {"e1": 1}), "it was never decided otherwise"),
    ],
)
def test_what_older_programs_refused_as_well_is_illegal(by, action, reason):
    running = league()
    with pytest.raises(Refused, match=reason) as refused:
        decide_as_before(running.league, Command(by, None, action, running.at), running.seeds)
    assert refused.value.code == "illegal"


def of_four(*stages, until="closed"):
    """Four at tables of two, whose first stage is played until it has this status."""
    running = Running({**TWO, "divisions": [{"name": "A", "size": 4}], "stages": list(stages)})
    running.start(4, [4, 3, 2, 1])
    while running.league.stage(STAGE).status != until:
        running.step()
        running.report_all(by_strength)
    return running


def the_leader_is_taken_out():
    running = of_four({"kind": "swiss", "rounds": 3}, until="running")
    return running, "service", c.TakeOut("e1"), "it was never decided otherwise"


def the_season_is_closed_before_its_knock_out():
    running = of_four({"kind": "swiss", "rounds": 2}, {"kind": "knock-out"})
    return running, "service", a.CloseSeason(), "not all stages are closed"


def a_round_is_paired_in_a_stage_that_is_closed():
    running = of_four({"kind": "swiss", "rounds": 2})
    tables = (("e4", "e1"), ("e2", "e3"))
    return running, "operator", a.PairByHand(STAGE, 3, tables, BECAUSE), "is closed"


def a_game_is_forfeited_that_was_played_out():
    running = of_four({"kind": "swiss", "rounds": 2})
    first = running.league.stage(STAGE).table(1).seats[0]
    return running, "operator", a.Forfeit(STAGE, 1, (first,), {}, BECAUSE), "has another result"


@pytest.mark.parametrize(
    "forged",
    [
        the_leader_is_taken_out,
        the_season_is_closed_before_its_knock_out,
        a_round_is_paired_in_a_stage_that_is_closed,
        a_game_is_forfeited_that_was_played_out,
    ],
)
def test_nobody_forges_a_champion_by_what_older_programs_would_have_refused(forged):
    running, by, action, reason = forged()
    with pytest.raises(Refused, match=reason):
        decide_as_before(running.league, Command(by, None, action, running.at), running.seeds)


def renamed(typed, entrant):
    """The correction with an entrant in the place of e1."""
    tally = None if typed.tally is None else {entrant: 1}
    return msgspec.structs.replace(typed, places={entrant: typed.places["e1"]}, tally=tally)


def test_a_half_given_result_is_none_of_an_older_program_where_it_names_who_corrected():
    running = league()
    first, second, *_ = running.league.stage(STAGE).table(1).seats
    others = {entrant: place for place, entrant in enumerate(running.league.stage(STAGE).table(1).seats, 1)}
    running.organiser(a.Correct(STAGE, 1, BECAUSE, {**others, first: 2, second: 1}, author="olga"))
    log = msgspec.json.decode(document(LEAGUE, running.league, running.log.entries).encode(), type=Document)

    def half(events):
        corrected = events_of("ResultCorrected", events)[0]
        del corrected["action"]["places"][first], corrected["data"]["result"]["places"][first]

    assert audit(log, Catalog()).code == CONSISTENT
    verdict = audit(rechained(log, half), Catalog())
    refused = f"its action is refused: malformed: no place is given for {first}"
    assert (verdict.code, verdict.reason) == (REFUSED, refused)
