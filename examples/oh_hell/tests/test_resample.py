"""Another table that looks the same."""

from domain.contract.chance import Stream
from domain.contract.game import to_json


def test_a_table_that_looks_the_same_deals_nobody_what_it_has_shown_to_lack(game, table):
    deal = table("AH 2C 3C", "4D 5D 6D", "QH 4C 5C", trump="7S")
    deal.bid(1, 1, 1)
    deal.play("AH", "4D")
    for number in range(20):
        other = game.resample(deal.state, "s1", Stream(bytes([number])))
        assert not [card for card in other.hands["s2"] if card.endswith("H")]
        assert to_json(game.view(other, "s1")) == to_json(game.view(deal.state, "s1"))
