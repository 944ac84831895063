"""AIs that play whole games in this process, through the job that workers do."""

from tests.installation import GAMES
from workers.ai import Bots

MORE_GAMES = f"{GAMES},counting-pig=tests.pigs.counting_pig:CountingPig"


class KeptQueue:
    """Remembers the turns that a job has left for another one."""

    def __init__(self):
        self.turns = []

    def put(self, *turn):
        self.turns.append(turn)


def play_on(services, game_id):
    """Have the AIs of a table without people play until their game has ended."""
    queue = KeptQueue()
    bots = Bots(services.ledger, services.catalog, queue, batch_seconds=60.0)
    table = services.ledger.table(game_id)
    for seat in table.pending:
        bots.play(game_id, seat, table.decision_id(seat))
    assert queue.turns == []
    assert services.ledger.table(game_id).closed is not None
