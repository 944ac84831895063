"""The page on which operators find games that cannot be read."""

from service.app.application import create_app
from service.bootstrap import build
from tests.service.unreadable import rename_an_event
from tests.service.web.visitor import Visitor

ME = {"account": "me"}


def test_it_is_for_operators_alone(bob, operator):
    assert bob.client.get("/operate/games").status_code == 403
    assert "/operate/games" in operator.open("/account").links
    assert "No process has met one" in operator.open("/operate/games").text


def test_a_game_that_cannot_be_read_is_listed_and_given_up(services, operator, bob, opened):
    game_id = opened("Bob", ME, ME, goal=90)
    rename_an_event(services.settings, game_id, "GameStarted", "GameStirred")
    started_again = build(services.settings)
    first = Visitor(create_app(started_again))
    first.sign_in("Ann")
    assert first.client.get(f"/games/{game_id}").status_code == 500, "now one process has met it"
    elsewhere = build(services.settings)
    visitor = Visitor(create_app(elsewhere))
    visitor.sign_in("Ann")
    listed = visitor.open("/operate/games")
    assert f"nightledger why {game_id}" in listed.text
    assert "The log of this game cannot be read; nothing of it is lost." in listed.text
    after = visitor.send(listed.form("/operate/games"), reason="It broke.")
    assert "The game is void" in after.text
    assert game_id not in after.text
    assert elsewhere.unreadable.met() == []
    for process in (started_again, elsewhere):
        process.close()
