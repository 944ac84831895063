"""All games of an installation before another program, the work shared out among processes."""

import pytest

from service.bootstrap import build
from service.dev.release_check import BATCH, Games
from tests.figures.release_games import altered, differing_games, stored
from tests.installation import GAMES, prepare
from tests.stored_games import seed_of, stored_games

COUNT = BATCH + 10
EXTRA = dict(entry.split("=") for entry in GAMES.split(","))


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The event file and the secret of an installation with more games than one process takes at a time."""
    settings = prepare(tmp_path_factory.mktemp("many") / "home")
    services = build(settings)
    for number, log in enumerate(stored_games("pig", {"goal": 20}, count=COUNT)):
        seed = services.store.seed_kept(log.id, seed_of(number), "ann", 0)
        services.store.append([(log.id, 0, log.entries)], [seed])
    services.close()
    return str(settings.events_path), settings.secret_path


def test_two_processes_find_what_one_finds_in_the_same_order(place):
    one, two = Games(*place, EXTRA, 1), Games(*place, EXTRA, 2)
    ids = one.ids()
    assert len(ids) == COUNT
    alone = list(one.check(ids, moved=False))
    assert [game_id for game_id, _ in alone] == ids
    assert list(two.check(ids, moved=False)) == alone
    digests = list(one.digests(ids, 2))
    assert list(two.digests(ids, 2)) == digests
    assert list(two.compare([found for of_game in digests for found in of_game])) == [[]] * COUNT


@pytest.mark.slow
def test_exactly_the_games_that_used_an_altered_rule_differ(tmp_path):
    games, used, _ = stored(tmp_path / "home", 300, 2)
    assert 20 < len(used) < 150
    assert differing_games(games)[0] == set()
    assert differing_games(altered(games))[0] == used
