"""Nightfall over the API: three people at one table, each seeing what is theirs."""

import json

import pytest

OPEN = {"open": True}
HIDDEN = ("hand", "deck", "discard", "packet", "picks")


@pytest.fixture
def people(person):
    return {seat: person(name) for seat, name in (("s1", "Ann"), ("s2", "Bob"), ("s3", "Cy"))}


@pytest.fixture
def game(people):
    game = people["s1"].open_game({"account": "me"}, OPEN, OPEN, game="nightfall")
    for seat in ("s2", "s3"):
        assert people[seat].post(f"/games/{game['id']}/seats", {"seat": seat}).status_code == 200
    return game


def test_picks_made_at_the_same_time_do_not_refuse_one_another(people, game):
    seen = {seat: who.look(game) for seat, who in people.items()}
    assert list(seen["s1"]["pending"]) == ["s1", "s2", "s3"]
    for seat, who in people.items():
        response = who.act(game, seen[seat]["legal"][0], decision=seen[seat]["decision"])
        assert response.status_code == 200, response.text
    assert people["s1"].look(game)["decision"] != seen["s1"]["decision"]


def test_every_legal_action_is_one_of_the_documented_verbs(people, game, nobody):
    verbs = nobody.get("/rules/nightfall").json["verbs"]
    for view in play(people, game, 40):
        assert {action["type"] for action in view["legal"]} <= set(view["pending"][view["seat"]]["verbs"]) <= set(verbs)


def test_nobody_is_shown_anothers_cards(people, game, nobody):
    eyes = {**people, "spectator": nobody}
    for step, _ in enumerate(play(people, game, 60)):
        if step % 10:
            continue
        for seat, who in eyes.items():
            view = who.look(game)
            for other, cards in view["table"]["seats"].items():
                shown = [name for name in HIDDEN if isinstance(cards.get(name), list)]
                assert other == seat or shown == []


def test_private_parts_of_events_are_their_readers_only(people, game, nobody):
    for _ in play(people, game, 60):
        continue
    for seat, who in {**people, "spectator": nobody}.items():
        for path in ("events", "record"):
            events = who.get(f"/games/{game['id']}/{path}").json["events"]
            assert {reader for event in events for reader in event["private"]} <= {seat}
            assert all(set(event["commitments"]) >= set(event["private"]) for event in events)


def test_a_pick_is_read_by_its_seat_alone(people, game, nobody):
    view = people["s1"].look(game)
    pick = view["legal"][0]
    answer = people["s1"].act(game, pick, decision=view["decision"]).json
    assert answer["events"][0]["private"]["s1"]["part"]["action"] == {"card": pick["card"]}
    for who in (people["s2"], people["s3"], nobody):
        own = who.look(game)
        texts = [
            json.dumps(who.get(f"/games/{game['id']}/events", after=view["version"]).json),
            json.dumps(own["table"]["seats"]["s1"]),
        ]
        assert all(pick["card"] not in text for text in texts)


def play(people, game, decisions):
    """Play the first legal action of whoever must decide first: the views in which they decide."""
    for _ in range(decisions):
        pending = people["s1"].look(game)["pending"]
        if not pending:
            return
        seat = next(iter(pending))
        view = people[seat].look(game)
        yield view
        response = people[seat].act(game, view["legal"][0], decision=view["decision"])
        assert response.status_code == 200, response.text


def test_looking_ahead_gives_conditional_answers_before_the_other_orders(people, game):
    path = f"/games/{game['id']}/standing-orders"
    block = {"order": "block", "with": "all"}
    assert people["s1"].call("PUT", path, {"orders": [block]}).status_code == 200
    answer = people["s1"].post(f"{path}/conditions")
    assert answer.status_code == 200, answer.text
    *conditions, last = answer.json["orders"]
    assert last == block
    assert {order["order"] for order in conditions} == {"if"}
    assert people["s1"].get(path).json["orders"] == answer.json["orders"]
    assert people["s2"].get(path).json["orders"] == []
    assert people["s1"].post(f"{path}/conditions", seat="s2").json["code"] == "forbidden"
