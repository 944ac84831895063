"""The pages of leagues and series, without a script."""

import hashlib
import re

import pytest

from service.games.shapes import NewGame
from service.leagues.looking import Stages
from tests.league.bots import play_on
from tests.league.seasons import GAME
from tests.service.playing import AI, ME, OPEN
from tests.service.web.visitor import Visitor

WITH_FINAL = {
    "ais": 2,
    "divisions": [{"name": "A", "size": 2}],
    "stages": [{"kind": "swiss", "rounds": 1}, {"kind": "apocalypse-final", "limit": 30}],
}


@pytest.fixture(scope="module")
def olga(app, seasons):
    """The organiser of all leagues."""
    visitor = Visitor(app)
    visitor.sign_up("Olga P")
    seasons.organiser = seasons.services.accounts.by_name("Olga P").id
    return visitor


@pytest.fixture(scope="module")
def ann(app):
    visitor = Visitor(app)
    visitor.sign_up("Ann")
    return visitor


@pytest.fixture
def nobody(app):
    return Visitor(app)


def opened(visitor, **fields):
    """A league that somebody opens by the form: the path of its page."""
    form = visitor.open("/leagues").form("/leagues")
    given = {"name": "Winter <cup>", "game": GAME, "seats": "2", "size": "4", "relegated": "0", "kind": "swiss"}
    page = visitor.send(form, **{**given, "rounds": "2", **fields})
    assert page.status == 200
    assert re.fullmatch(r"/leagues/[0-9a-f-]{36}", page.path), page.text
    return page.path


def pressed(visitor, path, label, **changes):
    """The page after a step of the season's form."""
    form = visitor.open(path).form(f"{path}/season")
    return visitor.send(form, form.button(label), **changes)


def begun(visitor, ais=4, **fields):
    path = opened(visitor, **fields)
    pressed(visitor, path, "Open enrolment for the next season")
    for _ in range(ais):
        pressed(visitor, path, "Enrol an AI", level="random")
    pressed(visitor, path, "Close enrolment")
    page = pressed(visitor, path, "Begin the season")
    assert ">running</span>" in page.text
    return path


def played(seasons, **plan):
    """A league whose season is over, of short games: the path of its page."""
    league = seasons.begin(**plan)
    seasons.play_season(league)
    return f"/leagues/{league}"


def league_id(path):
    return path.rpartition("/")[2]


def decided(visitor, path, **fields):
    return visitor.send(visitor.open(path).form(f"{path}/decide"), reason="all agreed", **fields)


def test_a_league_is_opened_and_listed(olga, nobody):
    path = opened(olga)
    page = nobody.open("/leagues")
    assert path in page.links
    assert "Winter &lt;cup&gt;" in page.text
    assert [form.action for form in page.forms] == []


def test_a_plan_that_does_not_fit_is_told(olga):
    form = olga.open("/leagues").form("/leagues")
    page = olga.send(form, name="x", game="last-spell", seats="9")
    assert "No league was opened: " in page.text


def test_somebody_enrols_and_leaves(olga, ann, nobody):
    path = opened(olga)
    assert f"{path}/enrol" not in [form.action for form in ann.open(path).forms]
    pressed(olga, path, "Open enrolment for the next season")
    page = ann.send(ann.open(path).form(f"{path}/enrol"))
    assert "Ann" in page.text
    assert "<summary>Your place</summary>" in page.text
    assert "season 1, 1 entrant<" in nobody.open("/leagues").text
    assert [form.action for form in nobody.open(path).forms] == []
    page = ann.send(ann.open(path).form(f"{path}/withdraw"))
    assert "Your place" not in page.text


def test_what_is_typed_at_enrolment_enters_the_chance_of_the_season(olga, ann, seasons):
    path = opened(olga)
    pressed(olga, path, "Open enrolment for the next season")
    page = ann.send(ann.open(path).form(f"{path}/enrol"), entropy=" a red herring ")
    assert "entropy sealed" in page.text
    for _ in range(3):
        pressed(olga, path, "Enrol an AI", level="random")
    pressed(olga, path, "Close enrolment")
    page = ann.send(ann.open(path).form(f"{path}/entropy"), entropy="a black sheep")
    assert "This was not done: the entropy is not the one whose hash was given." in page.text
    page = ann.send(page.form(f"{path}/entropy"), entropy="a red herring")
    assert "entropy opened" in page.text
    pressed(olga, path, "Begin the season")
    assert "season 1, 4 entrants<" in olga.open("/leagues").text
    seasons.step(league_id(path))
    stage = seasons.look(league_id(path), lambda league: next(iter(league.stages.values())))
    assert stage.entropy == (("e1", hashlib.sha256(b"a red herring").hexdigest()),)


def test_who_enrolled_without_entropy_may_give_some_later(olga, ann, seasons):
    path = opened(olga)
    pressed(olga, path, "Open enrolment for the next season")
    page = ann.send(ann.open(path).form(f"{path}/enrol"))
    assert "entropy sealed" not in page.text
    page = ann.send(page.form(f"{path}/enrol"), entropy="a red herring")
    assert "entropy sealed" in page.text
    assert f"{path}/enrol" not in [form.action for form in page.forms]


def test_an_organiser_says_whether_the_next_season_opens_by_itself(olga, seasons):
    path = opened(olga)
    league = league_id(path)
    assert seasons.look(league, lambda league: league.opens_next)
    page = pressed(olga, path, "Open the next season by hand")
    assert not seasons.look(league, lambda league: league.opens_next)
    assert "Later seasons open by themselves: no" in olga.open(f"{path}/log").text
    page.form(f"{path}/season").button("Let the next season open by itself")


def test_somebody_offers_to_stand_in_and_is_given_a_place(olga, ann, seasons):
    path = begun(olga)
    seasons.step(league_id(path))
    form = ann.open(path).form(f"{path}/substitute")
    page = ann.send(form, form.button("Offer to take a place that becomes free"))
    assert "Would take a place that becomes free: Ann." in page.text
    decided(olga, path, verb="replace", entrants="e1", account="Ann")
    assert "<summary>Your place</summary>" in ann.open(path).text


def test_only_the_organiser_finds_forms_to_decide(olga, ann):
    path = begun(olga)
    assert f"{path}/decide" in [form.action for form in olga.open(path).forms]
    assert f"{path}/decide" not in [form.action for form in ann.open(path).forms]


def test_standings_show_their_rules_and_rounds_lead_to_the_games(olga, nobody, seasons):
    page = nobody.open(played(seasons))
    assert "Frozen when the stage closed" in page.text
    assert all(f"<small>LG-TIE-{number}</small>" in page.text for number in (1, 2, 3, 4, 5, 6, 8, 9))
    games = [link for link in page.links if link.startswith("/games/")]
    assert len(set(games)) == 4
    assert nobody.open(games[0]).status == 200


def test_the_log_tells_who_decided_what_and_why(olga, nobody, seasons):
    path = begun(olga)
    seasons.step(league_id(path))
    page = decided(olga, path, verb="forfeit", table="1", entrants="e1")
    seated = seasons.look(league_id(path), lambda league: next(iter(league.stages.values())).tables[1].seats)
    if "e1" not in seated:
        assert "This was not done" in page.text
        decided(olga, path, verb="forfeit", table="1", entrants=seated[0])
    page = nobody.open(f"{path}/log")
    assert "is forfeited by Beginner" in page.text
    assert ", by the organiser" in page.text
    assert "Stage 1 of A in season 1 begins" in page.text
    assert "<q>all agreed</q>" in page.text


@pytest.mark.parametrize(
    ("fields", "event"),
    [
        ({"verb": "adjust", "entrants": "e1", "points": "-2"}, "PointsAdjusted"),
        ({"verb": "adjust", "entrants": "e1", "points": "1/2"}, "PointsAdjusted"),
        ({"verb": "withdraw", "entrants": "e2"}, "EntrantWithdrew"),
        ({"verb": "replace", "entrants": "e3", "account": "Olga P"}, "EntrantReplaced"),
        ({"verb": "pair-by-hand", "round": "1", "tables": "e1 e2\ne3 e4"}, "RoundPaired"),
    ],
)
def test_an_organiser_decides_by_the_form(olga, seasons, fields, event):
    path = begun(olga)
    seasons.step(league_id(path))
    page = decided(olga, path, **fields)
    assert "This is done" in page.text, page.text
    assert seasons.events(league_id(path))[-1] == event


def test_a_result_is_corrected_by_the_form(olga, seasons):
    path = played(seasons)
    first, second = seasons.look(league_id(path), lambda league: next(iter(league.stages.values())).tables[1].seats)
    decided(olga, path, verb="correct", table="1", result=f"{second} > {first}")
    result = seasons.look(league_id(path), lambda league: next(iter(league.stages.values())).tables[1].result)
    assert result.places == {second: 1, first: 2}
    page = olga.open(path).text
    assert "corrected since by" in page
    assert page.count("corrected by Olga P: <q>all agreed</q>") == 3  # at the table, and in the points of both


def test_a_result_that_is_typed_by_half_is_told_and_changes_nothing(olga, seasons):
    path = played(seasons)
    first, _ = seasons.look(league_id(path), lambda league: next(iter(league.stages.values())).tables[1].seats)
    before = seasons.events(league_id(path))
    page = decided(olga, path, verb="correct", table="1", result=first)
    assert re.search(r"This was not done: no place is given for Beginner[0-9 ]* \(AI\)", page.text)
    assert seasons.events(league_id(path)) == before


def made_of(page):
    """The cells of the standings that hold points, and those that hold tie-breaks."""
    rows = re.findall(r'<th scope="row">.*?</th><td>(.*?)</td>(.*?)</tr>', page.text, re.DOTALL)
    return "".join(points for points, _ in rows), "".join(ties for _, ties in rows)


def test_points_are_told_apart_and_standings_shown_after_each_round(olga, nobody, seasons):
    path = played(seasons)
    decided(olga, path, verb="adjust", entrants="e1", points="-2")
    page = nobody.open(path)
    assert "given or taken after round 2: -2, by Olga P: <q>all agreed</q>" in page.text
    points, ties = made_of(page)
    assert points.count("round 1, ") == 4
    assert ties.count("round 1, ") == sum(
        part.round == 1
        for line in seasons.views.standings(league_id(path), Stages())[0].lines
        for value in line.values
        for part in value.parts
    )
    assert f"{path}?season=1&amp;round=1" in page.text
    first = nobody.open(f"{path}?season=1&round=1")
    assert "After round 1, as its results are now" in first.text
    assert "given or taken" not in first.text
    assert "round 2, " not in first.text


def test_a_knock_out_has_no_columns_that_tell_nobody_apart(nobody, seasons):
    # Of two one comes further, whatever is thrown; of four two may be level but for their opponents.
    page = nobody.open(played(seasons, ais=2, stages=[{"kind": "knock-out"}]))
    assert "<small>LG-KO-4</small>" in page.text
    assert all(f"<small>LG-TIE-{number}</small>" not in page.text for number in (5, 6, 8, 9))


def test_a_knock_out_is_drawn_as_a_bracket_and_its_winner_is_the_champion(nobody, seasons):
    path = played(seasons, stages=[{"kind": "knock-out"}])
    page = nobody.open(path).text
    bracket = page.partition('class="bracket"')[2].partition("</div>")[0]
    assert [bracket.count("<section>"), bracket.count("<li><a"), bracket.count('class="through"')] == [2, 3, 3]
    champion = bracket.rpartition('class="through">')[2].partition(" <small>")[0]
    champions = page.partition('aria-labelledby="champions"')[2].partition("</section>")[0]
    assert f"Season 1</a>: {champion}</li>" in champions


@pytest.mark.parametrize(
    "result",
    [
        lambda first, second: {"void": True},
        lambda first, second: {"places": {first: 1, second: 1}},
        lambda first, second: {"absent": [first]},
        lambda first, second: {"absent": [second]},
    ],
)
def test_a_bracket_has_who_goes_on_as_the_standings_have_it(nobody, seasons, result):
    """LG-KO-3, LG-KO-4: of a final that is void or a draw the better seeded, of one that is forfeited who came."""
    path = played(seasons, ais=2, divisions=[{"name": "A", "size": 2}], stages=[{"kind": "knock-out"}])
    [stage] = seasons.look(league_id(path), lambda league: [*league.stages])
    seats = seasons.look(league_id(path), lambda league: league.stages[stage].table(1).seats)
    told = {"stage": stage, "table": 1, "reason": "So it was.", **result(*seats)}
    assert seasons.organise(league_id(path), "correct", **told) == ["ResultCorrected", "StandingsCorrected"]

    [first, *_] = seasons.look(league_id(path), lambda league: league.stages[stage].standings)
    bracket = nobody.open(path).text.partition('class="bracket"')[2].partition("</div>")[0]
    drawn = re.findall('<span( class="through")?>(?=[A-Z])', bracket)
    assert [bool(through) for through in drawn] == [seat == first.entrant for seat in seats]


def test_a_bracket_has_all_whom_the_plan_lets_go_on_before_the_next_round_is_paired(nobody, seasons):
    """LG-KO-3"""
    stages = [{"kind": "knock-out", "through": 2}]
    league = seasons.begin(6, seats=3, divisions=[{"name": "A", "size": 6}], stages=stages)
    seasons.step(league)
    [stage] = seasons.look(league, lambda league: [*league.stages])
    seats = seasons.look(league, lambda league: league.stages[stage].table(1).seats)
    seasons.organise(league, "forfeit", stage=stage, table=1, absent=seats[:1], reason="Nobody was there.")

    bracket = nobody.open(f"/leagues/{league}").text.partition('class="bracket"')[2].partition("</div>")[0]
    assert [bracket.count("<li><a"), bracket.count('class="through"')] == [2, 2]


def test_a_round_robin_is_drawn_as_a_cross_table(nobody, seasons):
    page = nobody.open(played(seasons, stages=[{"kind": "round-robin"}])).text
    cross = page.partition('class="standings cross"')[2].partition("</table>")[0]
    assert (cross.count('<th scope="row">'), cross.count("/games/"), cross.count("×")) == (4, 12, 4)


def test_how_a_league_is_played_is_told_before_anybody_has_enrolled(olga, nobody):
    page = nobody.open(opened(olga, kind="swiss", rounds="3", days="2", hours="24"))
    terms = page.text.partition('aria-labelledby="format"')[2].partition("</section>")[0]
    assert "<dt>Stage 1</dt><dd>rounds by score (Swiss system); rounds: 3; days for a round: 2</dd>" in terms
    assert "<dt>Clock</dt><dd>1 day for each decision; then the usual answer is given</dd>" in terms
    assert "<dt>Who is level on points is ordered by</dt><dd>" in terms


def test_no_id_of_an_entrant_stands_after_a_name_but_for_who_decides(olga, nobody, seasons):
    path = played(seasons)
    assert 'class="id"' not in nobody.open(path).text
    assert 'class="id">e1<' in olga.open(path).text


def test_a_round_robin_is_opened_in_which_games_of_who_leaves_are_annulled(olga, seasons):
    path = opened(olga, kind="round-robin", annul="yes")
    assert seasons.look(league_id(path), lambda league: league.plan.stages[0].annul) is True


@pytest.mark.parametrize("fields", [{"verb": ""}, {"verb": "forfeit", "table": "x"}, {"verb": "correct", "table": "1"}])
def test_a_decision_that_cannot_be_read_is_told(olga, seasons, fields):
    path = begun(olga)
    seasons.step(league_id(path))
    before = seasons.events(league_id(path))
    assert "This was not done: " in decided(olga, path, **fields).text
    assert seasons.events(league_id(path)) == before


def test_a_final_leads_to_its_series_with_a_chart(olga, nobody, seasons):
    path = played(seasons, **WITH_FINAL)
    series = next(link for link in nobody.open(path).links if link.startswith("/series/"))
    page = nobody.open(series)
    view = seasons.services.series.view(series.rpartition("/")[2])
    assert page.text.count("<polyline") == 2
    for seat, total in view.sums.items():
        assert f"<td>{total}</td>" in page.text.partition("<tfoot>")[2], seat
    assert "wins." in page.text
    assert path in page.links


def test_a_seat_of_a_series_is_taken(app, olga, ann, seasons):
    account = seasons.services.accounts.by_name("Olga P").id
    series_id = seasons.services.series.open(account, NewGame(GAME, [ME, OPEN]))
    page = ann.open(f"/series/{series_id}")
    page = ann.send(page.form(f"/series/{series_id}/sit"))
    assert "Ann" in page.text
    assert "being played" in page.text


def test_what_is_typed_when_sitting_down_enters_the_chance_of_all_games(olga, ann, seasons):
    account = seasons.services.accounts.by_name("Olga P").id
    series_id = seasons.services.series.open(account, NewGame(GAME, [ME, OPEN]))
    path = f"/series/{series_id}"
    page = ann.send(ann.open(path).form(f"{path}/sit"), entropy="a red herring")
    assert "being played" not in page.text
    assert f"{path}/entropy" not in [form.action for form in olga.open(path).forms]
    page = ann.send(page.form(f"{path}/entropy"), entropy="a black sheep")
    assert "This was not done: the entropy is not the one whose hash was given." in page.text
    page = ann.send(page.form(f"{path}/entropy"), entropy="a red herring")
    assert "being played" in page.text
    assert f"{path}/entropy" not in [form.action for form in page.forms]
    table = seasons.services.ledger.table(seasons.services.series.view(series_id).games[0].game_id)
    assert table.given_entropy() == (("s2", hashlib.sha256(b"a red herring").hexdigest()),)


def test_the_chart_grows_with_the_games(olga, seasons):
    series_id = seasons.services.series.open(seasons.organiser, NewGame(GAME, [AI, AI], {"goal": 20}), 1000)
    assert "<svg" not in olga.open(f"/series/{series_id}").text
    play_on(seasons.services, seasons.services.series.view(series_id).games[0].game_id)
    seasons.services.series.step(series_id)
    points = re.findall(r'points="([^"]*)"', olga.open(f"/series/{series_id}").text)
    assert [len(line.split()) for line in points] == [2, 2]


def test_pages_that_do_not_exist(nobody):
    for path in ("/leagues/x", "/leagues/x/log", "/series/x", "/leagues?older=x"):
        assert nobody.open(path).status == 404


def test_no_style_and_no_script_stands_in_a_page(olga, seasons):
    path = played(seasons, **WITH_FINAL)
    for address in ("/leagues", path, f"{path}/log"):
        text = olga.open(address).text
        assert " style=" not in text
        assert "<style" not in text
        assert not re.search(r"<script(?![^>]*src=)", text)


def test_a_challenge_is_tried_and_ended_by_its_pages(olga, ann, nobody, seasons):
    challenges, account = seasons.services.challenges, seasons.services.accounts.by_name("Olga P").id
    wanted = NewGame("last-spell", [{}], {"scenario": "introduction"})
    path = f"/challenges/{challenges.open(account, wanted, 'One <night>')}"
    page = nobody.open("/challenges")
    assert path in page.links
    assert "One &lt;night&gt;" in page.text
    assert nobody.open(path).forms == []
    page = ann.send(ann.open(path).form(f"{path}/try"))
    game = page.path
    assert game.startswith("/games/")
    assert nobody.open(game).status == 404
    assert game in ann.open(path).links
    page = olga.send(olga.open(path).form(f"{path}/end"))
    assert "ending" in page.text
    assert "kept back" in page.text
    seasons.services.ledger.close(game.rpartition("/")[2], "void")
    challenges.step(league_id(path))
    assert f"/api/v1{path}/tries/1/record" in nobody.open(path).links
