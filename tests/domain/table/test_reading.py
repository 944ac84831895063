"""What the table folds, read straight from stored bytes, is what the entry's parts say when they are put together."""

import pytest

from domain.bots.simulation import play_logged, random_player
from domain.log.upcast import UPCASTERS
from domain.log.whole import whole
from domain.table.events import TABLE_EVENTS
from domain.table.reading import read

GAMES = [
    ("pig", {"goal": 30, "guess": True}, ("s1", "s2", "s3")),
    ("nightfall", {}, ("s1", "s2", "s3")),
    ("nightfall", {"variants": ["secret-archives"]}, ("s1", "s2")),
    ("darkness", {}, ("s1", "s2", "s3")),
    ("last-spell", {}, ("s1", "s2")),
]


@pytest.fixture(params=GAMES, ids=lambda game: "-".join((game[0], *game[1])))
def log(request, catalog):
    """A game of random players to its end."""
    game, options, seats = request.param
    players, levels = dict.fromkeys(seats, random_player), dict.fromkeys(seats, "random")
    return play_logged(catalog, "g1", game, options, seats, b"reading", players, levels)


def test_an_entry_tells_what_its_parts_say_together(log):
    game = log.table.game
    for entry in log.entries:
        told, together = read(entry, game, UPCASTERS), whole(entry)
        if together.type not in TABLE_EVENTS:
            assert told.event == game.decode_event(together.type, together.data)
        assert type(told.event).__name__ == together.type
        assert [draw.n for draw in told.draws] == [draw["n"] for draw in together.draws]
        assert told.closed.key == together.closed.get("key")
