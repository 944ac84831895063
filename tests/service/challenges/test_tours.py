"""Tours through the ledger, the API and the pages."""

import re

import pytest

from service.app.application import create_app
from service.errors import ServiceError
from service.games.shapes import NewGame
from tests.service.playing import refusal
from tests.service.web.playing import play
from tests.service.web.visitor import Visitor

INTRODUCTION = {"scenario": "introduction"}


@pytest.fixture
def olga(services):
    """Somebody who organises: a visitor of the pages."""
    visitor = Visitor(create_app(services))
    visitor.sign_up("Olga")
    return visitor


@pytest.fixture
def organiser(services, olga):
    return services.accounts.by_name("Olga").id


@pytest.fixture
def nights(services, organiser):
    """Two challenges that nobody has tried: their ids."""
    return [
        services.challenges.open(organiser, NewGame("last-spell", [{}], INTRODUCTION), f"Night {number}")
        for number in (1, 2)
    ]


def ended(services, organiser, challenge_id, *tries):
    """The challenge after these have tried and it has ended."""
    for account in tries:
        play(services, services.challenges.begin(account, challenge_id), 10_000)
    services.challenges.close_entries(organiser, challenge_id)
    assert services.challenges.view(challenge_id).status == "closed"


def test_the_table_grows_with_the_challenges_that_have_ended(services, people, organiser, nights):
    tour_id = services.tours.open(organiser, "Two nights", nights, [10, 6, 3])
    assert services.tours.view(tour_id).standings == []
    ended(services, organiser, nights[0], people["ann"], people["bob"])
    places = {own.name: own.rank for own in services.challenges.view(nights[0]).tries}
    table = services.tours.view(tour_id).standings
    assert {line.names[0]: line.places for line in table} == {who: [rank, None] for who, rank in places.items()}
    ended(services, organiser, nights[1], people["ann"])
    [first, *_] = services.tours.view(tour_id).standings
    assert (first.rank, first.names, first.places[1]) == (1, ["ann"], 1)


def test_a_try_that_begins_while_a_tour_is_opened_comes_before_it(services, people, organiser, nights, monkeypatch):
    """CH-TOUR-1"""
    look = services.challenges.look

    def looked_at(challenge_id):
        found = look(challenge_id)
        if not found.tries:
            services.challenges.begin(people["ann"], challenge_id)
        return found

    monkeypatch.setattr(services.challenges, "look", looked_at)
    assert refusal(services.tours.open, organiser, "Two nights", nights, [3]) == "illegal"


def test_a_tour_is_announced_before_anybody_has_tried(services, people, organiser, nights):
    tours = services.tours
    assert refusal(tours.open, people["ann"], "Hers", nights, [3]) == "illegal"
    assert refusal(tours.open, organiser, "Twice", [nights[0]] * 2, [3]) == "malformed"
    assert refusal(tours.open, organiser, " ", nights, [3]) == "malformed"
    assert refusal(tours.open, organiser, "Nothing", [], [3]) == "malformed"
    assert refusal(tours.open, organiser, "No points", nights, []) == "malformed"
    assert refusal(tours.open, organiser, "Nowhere", ["x"], [3]) == "not-found"
    assert refusal(tours.open, organiser, "Too many", ["x"] * 51, [3]) == "malformed"
    assert refusal(tours.open, organiser, "Many places", nights, [1] * 101) == "malformed"
    services.challenges.begin(people["ann"], nights[0])
    assert refusal(tours.open, organiser, "Too late", nights, [3]) == "illegal"


def test_the_read_model_lists_tours_and_what_can_make_one(services, people, organiser, nights):
    tour_id = services.tours.open(organiser, "Two nights", nights, [3])
    services.challenges.begin(people["ann"], nights[1])
    read_models = services.read_models
    assert read_models.follower.catch_up(10)
    [listed] = read_models.challenges.tours().tours
    assert (listed.id, listed.challenges) == (tour_id, 2)
    assert [one.id for one in read_models.challenges.untried(organiser)] == [nights[0]]
    assert read_models.rebuilder.verify("challenges", lambda position: None) == []


def test_what_can_make_a_tour_is_no_page_of_all_challenges(services, organiser, nights, monkeypatch):
    monkeypatch.setattr("projections.challenges.MOST", 1)
    assert services.read_models.follower.catch_up(10)
    assert [one.id for one in services.read_models.challenges.untried(organiser)] == nights


def test_a_tour_over_http(services, people, organiser, nights):
    client = create_app(services).test_client()
    token = services.accounts.login("Olga", "correct horse").secret
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "t1"}
    body = {"name": "Two nights", "challenges": nights}
    made, again = (client.post("/api/v1/tours", json=body, headers=headers) for _ in range(2))
    assert (made.status_code, made.json["points"]) == (201, [10, 6, 3, 1])
    assert again.json["id"] == made.json["id"]
    shown = client.get(f"/api/v1/tours/{made.json['id']}").json
    assert [one["name"] for one in shown["challenges"]] == ["Night 1", "Night 2"]
    assert [one["id"] for one in client.get("/api/v1/tours").json["tours"]] == [made.json["id"]]
    for wrong in ({"challenges": []}, {"points": [1, 2]}, {"points": [-1]}, {"challenges": ["x"]}, {"name": ""}):
        refused = client.post("/api/v1/tours", json={**body, **wrong}, headers={"Authorization": f"Bearer {token}"})
        assert (refused.status_code, refused.json["code"]) == (422, "malformed")


def test_a_tour_is_opened_and_read_on_its_pages(services, people, organiser, nights, olga):
    page = olga.send(olga.open("/tours").form("/tours"), name="Two <nights>", challenge=nights, points="5, 2")
    assert re.fullmatch(r"/tours/[0-9a-f-]{36}", page.path), page.text
    assert "No challenge of it has ended yet." in page.text
    assert page.path in olga.open("/tours").links
    assert "Two &lt;nights&gt;" in page.text
    ended(services, organiser, nights[0], people["ann"])
    text = olga.open(page.path).text
    assert re.search(r'<td>1</td><th scope="row">ann</th><td>5</td>\s*<td>1</td>\s*<td>–</td>', text)
    assert "bring 5, 2 points" in text


@pytest.mark.parametrize("fields", [{"points": "x"}, {"points": "1 2"}, {"name": " "}, {"challenge": []}])
def test_a_tour_that_cannot_be_is_told(organiser, nights, olga, fields):
    given = {"name": "Two", "challenge": nights, "points": "5 2", **fields}
    assert "No tour was opened: " in olga.send(olga.open("/tours").form("/tours"), **given).text


def test_who_has_no_challenge_is_told_what_a_tour_is_made_of(olga):
    page = olga.open("/tours")
    assert "before anybody has tried them" in page.text
    assert "/challenges" in page.links


def test_an_operator_who_has_tried_a_challenge_decides_in_none_of_its_tour(services, people, organiser, nights):
    alone = services.challenges.open(organiser, NewGame("last-spell", [{}], INTRODUCTION), "Another night")
    services.tours.open(organiser, "Two nights", nights, [10, 6, 3])
    services.read_models.follower.catch_up(10)
    services.accounts.set_operator(people["ann"], True)
    assert services.challenges.organises(people["ann"], nights[1])
    services.challenges.begin(people["ann"], nights[0])
    assert refusal(services.challenges.close_entries, people["ann"], nights[1]) == "forbidden"
    assert services.challenges.organises(people["ann"], alone)


def test_the_secrets_of_a_try_that_has_ended_are_shown_to_no_operator_before_the_challenge_ends(
    services, people, organiser, nights
):
    game = services.challenges.begin(people["ann"], nights[0])
    play(services, game, 10_000)
    assert services.ledger.table(game).closed is not None
    with pytest.raises(ServiceError, match="closed and not laid open yet"):
        services.ledger.record(game, secrets=True, operator=True)
    services.challenges.close_entries(organiser, nights[0])
    assert services.challenges.record(nights[0], 1)["events"]
