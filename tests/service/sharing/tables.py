"""A game at the host's whose seed its partner shares."""

from domain.log.canon import canonical
from domain.records.export import read
from service.games.shapes import Condition, NewGame
from tests.service.playing import HOLD, ME, ROLL, act, all_events


class Table:
    """A game of pig at the host's whose seed its partner shares."""

    def __init__(self, house, *seats, **options):
        self.house, self.ledger = house, house.services.ledger
        self.account = house.services.accounts.create("ann")[0].id
        new = NewGame("pig", list(seats or (ME, ME)), {"goal": 12, **options}, shared_seed=True)
        self.id = self.ledger.open_game(self.account, new)

    def act(self, *actions, **how):
        return act(self.ledger, self.account, self.id, *actions, **how)

    def decision(self):
        """What answers the decision that is open now."""
        return Condition(decision=self.ledger.view(self.id, self.account).decision)

    def play(self):
        """Roll for some points a turn until somebody has won."""
        while (view := self.ledger.view(self.id, self.account)).status == "running":
            self.act(HOLD if view.table["turn_points"] >= 6 else ROLL)

    def log(self):
        with self.house.services.commands.latest(self.id) as log:
            return log

    def record(self):
        return read(canonical(self.ledger.record(self.id, self.account)))

    def types(self):
        return [event["type"] for event in all_events(self.ledger, self.id, self.account)]
