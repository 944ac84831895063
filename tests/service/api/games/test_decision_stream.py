"""The stream from which a program lives: its decisions one by one, each once, with what it may answer."""

import pytest

from service.errors import ServiceError
from service.games.streams import Listener
from tests.service.api.games.streaming import messages
from tests.service.playing import ME, OPEN

PATH = "/accounts/me/decisions/stream"


@pytest.fixture
def game(ann, bob):
    game = ann.open_game(ME, OPEN, options={"goal": 50})
    return bob.post(f"/games/{game['id']}/seats", {}).json["game"]


def heard(person, headers=None, **query):
    with person.get(PATH, headers, **{"seconds": 0, **query}) as response:
        return messages(response.text)


def opened(services, person, after=0):
    """A stream that goes on."""
    account = services.accounts.by_name(person.name).id
    return services.streams.decisions(account, after, Listener(30, lambda: True))


def next_of(stream, kind):
    """The next message of this kind."""
    return next(found for sent in stream for found in messages(sent.decode()) if found[0] == kind)


def end_turn(person, game):
    """Roll until there is something to hold, or nothing is left of the turn."""
    while (view := person.look(game))["decision"]:
        wanted = "hold" if view["table"]["turn_points"] else "roll"
        assert person.act(game, {"type": wanted}, decision=view["decision"]).status_code == 200


def test_what_waits_already_comes_first_with_its_legal_actions(ann, bob, game):
    [(kind, number, told)] = heard(ann)
    view = ann.look(game)
    assert (kind, number > 0) == ("decision", True)
    assert told == {
        "game": game["id"], "seat": "s1", "kind": view["pending"]["s1"]["kind"], "decision": view["decision"],
        "version": view["version"], "legal": view["legal"], "legal_complete": True,
    }  # fmt: skip
    assert heard(bob) == []


def test_with_the_view_nothing_else_is_needed(ann, game):
    [(_, _, told)] = heard(ann, view="true")
    assert told["view"] == ann.look(game)


def test_whoever_connects_again_is_told_what_was_opened_since(ann, bob, game):
    [(_, number, _)] = heard(ann)
    assert heard(ann, {"Last-Event-ID": str(number)}) == []
    second = ann.open_game(ME, ME)
    [(_, later, told)] = heard(ann, {"Last-Event-ID": str(number)})
    assert (later > number, told["game"]) == (True, second["id"])
    assert [told["game"] for _, _, told in heard(ann)] == [game["id"], second["id"]]


def test_a_decision_is_told_when_it_comes_and_when_it_is_gone(services, ann, bob, game):
    of_ann, of_bob = opened(services, ann), opened(services, bob)
    first = next_of(of_ann, "decision")[2]
    end_turn(ann, game)
    told = next_of(of_bob, "decision")[2]
    assert (told["seat"], told["decision"]) == ("s2", bob.look(game)["decision"])
    assert next_of(of_ann, "gone")[2] == {key: first[key] for key in ("game", "seat", "decision")}


def test_it_says_that_a_game_is_over(services, ann, bob, game):
    stream = opened(services, ann)
    next_of(stream, "decision")
    assert bob.post(f"/games/{game['id']}/resignations", {}).status_code == 200
    assert next_of(stream, "over") == ("over", None, {"game": game["id"]})


def test_of_several_that_one_event_opens_the_last_alone_has_the_id(ann, person):
    cy = person("Cy")
    cy.open_game(ME, ME, game="nightfall")
    found = heard(cy)
    assert len(found) == 2
    assert [number is None for _, number, _ in found] == [True, False]


def test_a_game_that_cannot_be_read_keeps_back_no_other(services, ann, game, monkeypatch):
    second = ann.open_game(ME, ME)
    view = services.ledger.view

    def unreadable(game_id, *eyes):
        if game_id == game["id"]:
            raise ServiceError("unreadable", "a later program wrote it")
        return view(game_id, *eyes)

    monkeypatch.setattr(services.ledger, "view", unreadable)
    assert next_of(opened(services, ann), "decision")[2]["game"] == second["id"]


def test_it_needs_a_token(nobody):
    assert nobody.get(PATH).status_code == 401
