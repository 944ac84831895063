"""The greedy bot plays better than the random one, and by what its seat sees alone."""

from domain.bots import player
from domain.bots.simulation import play

SEATS = ("s1", "s2", "s3")


def test_the_greedy_bot_wins_most_games(game):
    levels = {"s1": "greedy", "s2": "random", "s3": "random"}
    players = {seat: player(level) for seat, level in levels.items()}
    played = [play(game, {"cards": 5}, SEATS, f"bots {number}".encode(), players) for number in range(20)]
    assert sum(one.outcome.places["s1"] == 1 for one in played) > 12


def test_it_bids_what_a_hand_promises(game, table):
    deal = table("AS KS", "2H 3H", "4D 5D", trump="QS")
    assert [best(game, deal, seat).tricks for seat in SEATS] == [2, 0, 0]


def test_it_takes_the_trick_that_it_has_bid_for_as_the_last_with_its_lowest_card(game, table):
    deal = table("9H 2C", "8H 3C", "10H AH", trump="7S")
    deal.bid(0, 0, 1)
    deal.play("9H", "8H")
    assert best(game, deal, "s3").card == "10H"


def best(game, deal, seat):
    view = game.view(deal.state, seat)
    return max(game.legal(deal.state, seat).actions, key=lambda action: game.rate(view, seat, action))
