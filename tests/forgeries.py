"""Records that somebody made at home under the id of a game that others play: consistent, from another seed."""

from domain.bots.simulation import play_logged, random_player
from domain.games.catalog import Catalog
from domain.log.canon import parse
from domain.log.journal import ImportListed
from domain.records.export import export

CATALOG = Catalog({"pig": "tests.pigs.pig:PIG"})
SEATS = ("s1", "s2")


def forged(game_id, key=b"at home"):
    """The bytes of a whole game of pig under this id."""
    players, levels = dict.fromkeys(SEATS, random_player), dict.fromkeys(SEATS, "random")
    log = play_logged(CATALOG, game_id, "pig", {"goal": 5}, SEATS, key, players, levels)
    return export(log.table, log.entries, {}, ()).encode()


def taken_in(raw, record_id="00000000-0000-4000-8000-00000000aaaa"):
    """What the journal lists of a record that is taken in under this id."""
    record = parse(raw)
    commitment = record["events"][0]["data"]["commitment"]
    return ImportListed(record_id, record["id"], record["game"], record["rules"], commitment, record["head"])
