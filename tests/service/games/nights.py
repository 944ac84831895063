"""Nights of The Last Spell that a test plays to their end."""

from domain.bots import player
from domain.contract.chance import Stream
from domain.contract.game import to_json
from service.games.shapes import NewGame
from tests.service.playing import AI, ME, act

GREEDY = player("greedy")


def play(services, game_id, account):
    """Play a game to its end with the greedy bot at every seat."""
    for number in range(2000):
        table = services.ledger.table(game_id)
        if not table.pending:
            return table
        seat, decision = next((seat, table.decision_id(seat)) for seat in table.pending)
        action = to_json(GREEDY(table.game, table.state, seat, Stream(f"{game_id} {number}".encode())))
        if table.seats[seat].account is None:
            services.ledger.act_as_bot(game_id, seat, decision, action)
        else:
            holder = table.seats[seat].account
            act(services.ledger, holder, game_id, action, seat=seat)
    raise AssertionError("the game has no end")


def won_by(services, account):
    """A first night that the account and an AI have won: its id."""
    for _ in range(5):
        options = {"scenario": "gildenberg", "night": 1, "until": 1, "mode": "campaign"}
        new = NewGame("last-spell", [ME, AI], options, open_talk=True)
        game_id = services.ledger.open_game(account, new)
        if play(services, game_id, account).result.won:
            return game_id
    raise AssertionError("five first nights were lost")
