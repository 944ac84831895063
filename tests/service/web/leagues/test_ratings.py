"""The page of ratings, without a script."""

from domain.contract.game import to_json
from service.games.shapes import Condition, NewGame, Posted
from tests.pigs.pig import Hold, Roll


def won_by_ann(services):
    ann, bob = (services.accounts.by_name(name).id for name in ("Ann", "Bob"))
    seats = [{"account": "me"}, {"open": True}]
    game = services.ledger.open_game(ann, NewGame("pig", seats, {"goal": 1}, rated=True))
    services.ledger.sit(bob, game)
    while (table := services.ledger.table(game)).pending:
        [seat] = table.pending
        action = Roll() if seat == "s1" and not table.state.turn_points else Hold()
        posted = Posted([to_json(action)], Condition(decision=table.decision_id(seat)))
        services.ledger.act(table.seats[seat].account, game, seat, posted)
    return game


def test_before_the_first_game_nobody_is_rated(nobody):
    page = nobody.open("/ratings?game=pig")

    assert page.status == 200
    assert "Nobody is rated yet." in page.text
    assert "No game has been closed yet." in page.text


def test_who_is_rated_and_which_games_counted(services, ann, bob, nobody):
    game = won_by_ann(services)

    page = nobody.open("/ratings?game=pig")

    assert page.text.index("Ann") < page.text.index("Bob")
    assert f"/games/{game}" in page.links
    assert "<td>it is rated</td><td>fewer than two of a kind sat at it</td>" in page.text


def test_why_a_game_counts_or_not_is_told_in_the_readers_language(services, ann, bob):
    won_by_ann(services)
    ann.read_in("pl")

    page = ann.open("/ratings?game=pig")

    assert "<td>jest rankingowa</td><td>grało w niej mniej niż dwóch graczy tego samego rodzaju</td>" in page.text
    ann.read_in("fr")
    assert "Gagnées" in ann.open("/people/Ann").text


def test_every_page_leads_there(nobody):
    assert "/ratings" in nobody.open("/").links


def test_a_game_that_there_is_not(nobody):
    assert nobody.open("/ratings?game=chess").status == 404
    assert nobody.open("/ratings?game=pig&older=x").status == 404


def test_programs_have_a_table_of_their_own(services, ann, bob, nobody):
    for name in ("Ann", "Bob"):
        services.accounts.change(services.accounts.by_name(name).id, bot=True)
    won_by_ann(services)

    page = nobody.open("/ratings?game=pig")

    people, bots = page.text.split('id="bots"')
    assert "Nobody is rated yet." in people
    assert bots.index("Ann") < bots.index("Bob")
    assert "<td>fewer than two of a kind sat at it</td><td>it is rated</td>" in page.text
