"""No record is taken in under an id of this installation: what is to be said of that, its own journal says."""

from uuid import uuid4

import pytest

from domain.log.canon import canonical, parse
from domain.log.journal import checked
from domain.log.record import GENESIS
from service.games.imports import NotTakenIn
from service.games.shapes import NewGame
from service.store.event_store import JOURNAL, Conflict, unreserved
from tests.forgeries import forged, taken_in
from tests.league.seasons import Seasons
from tests.service.characters.thieves import THIEF
from tests.service.playing import ME, OPEN, finished, open_pig

MADE = {
    "running": lambda services, ann: open_pig(services.ledger, ann, ME, ME),
    "waiting for players": lambda services, ann: open_pig(services.ledger, ann, ME, OPEN),
    "finished": lambda services, ann: finished(services, ann),
    "void": lambda services, ann: closed(services, open_pig(services.ledger, ann, ME, ME)),
    "reserved": lambda services, ann: services.ledger.reserve(ann).id,
    "series": lambda services, ann: services.series.open(ann, NewGame("nightfall", [ME, OPEN]), 60),
    "challenge": lambda services, ann: services.challenges.open(
        ann, NewGame("last-spell", [{}], {"scenario": "introduction"}), "Night"
    ),
    "character": lambda services, ann: services.characters.make(ann, "darkness", "Vito", THIEF),
    "journal": lambda services, ann: JOURNAL,
}
"""What has an id here -> makes one: its id."""


def closed(services, game_id):
    services.ledger.close(game_id, "void")
    return game_id


@pytest.fixture
def operator(services, people):
    services.accounts.set_operator(people["cy"], True)
    return people["cy"]


@pytest.mark.parametrize("what", MADE)
def test_a_forgery_under_an_id_of_this_installation_is_refused(services, people, operator, what):
    own = MADE[what](services, people["ann"])
    before = services.journal.document()
    for account in (people["bob"], operator, None):
        with pytest.raises(NotTakenIn, match=f"{own} is an id of this installation"):
            services.imports.take_in(account, forged(own))
    assert services.journal.document() == before
    assert services.imports.listed() == []


@pytest.mark.parametrize(
    "write",
    [
        str.upper,
        "{{{}}}".format,
        "urn:uuid:{}".format,
        lambda own: own.replace("-", ""),
        lambda own: own.replace("-", "--"),
    ],
    ids=["in capitals", "in braces", "as a name", "without dashes", "with more dashes"],
)
def test_nor_is_one_under_such_an_id_in_other_words(services, people, write):
    written = write(open_pig(services.ledger, people["ann"], ME, ME))
    before = services.journal.document()
    with pytest.raises(NotTakenIn, match="the id of a game is"):
        services.imports.take_in(people["bob"], forged(written))
    assert services.journal.document() == before
    assert services.imports.listed() == []


def test_neither_a_league_nor_a_stage_of_one_lends_its_id(tmp_path):
    seasons = Seasons(tmp_path / "home")
    league_id = seasons.begin()
    stages = [line.listed.id for line in checked(seasons.services.journal.document()) if hasattr(line.listed, "id")]
    assert len(stages) > 0
    with pytest.raises(NotTakenIn, match="is an id of this installation, where no such record was made"):
        seasons.services.imports.take_in(None, forged(league_id))
    for stage in stages:
        with pytest.raises(NotTakenIn, match="the id of a game is"):
            seasons.services.imports.take_in(None, forged(stage))
    seasons.close()


def test_it_is_told_before_the_record_is_examined_and_what_is_no_chain_is_told_first(services, people):
    own = open_pig(services.ledger, people["ann"], ME, ME)
    raw = forged(own)
    with pytest.raises(NotTakenIn) as refused:
        services.imports.take_in(people["bob"], raw)
    assert (refused.value.code, refused.value.status, refused.value.findings) == ("bad-record", 422, ())
    record = parse(raw)
    with pytest.raises(NotTakenIn, match="the head is not the hash of the last event"):
        services.imports.take_in(people["bob"], canonical({**record, "head": GENESIS.hex()}))


def test_a_game_that_is_reserved_while_a_record_is_examined_is_not_spoilt(services, people):
    """An id that is given out in the same moment: whichever is stored first, no import follows the reservation."""
    store = services.store
    reserved = services.ledger.reserve(people["ann"]).id
    with pytest.raises(Conflict, match=f"{reserved} was given out meanwhile"):
        store.append((), [], [taken_in(forged(reserved))], 100, (unreserved(reserved),))
    assert "ImportListed" not in [entry["type"] for entry in services.journal.entries()]


def test_a_genuine_record_of_a_game_of_this_installation_is_where_it_was(services, people):
    game_id = finished(services, people["ann"])
    found = services.imports.take_in(people["bob"], canonical(services.ledger.record(game_id)))
    assert (found.id, found.known, found.played_here) == (game_id, True, True)


def test_ids_of_elsewhere_are_taken_in_as_before(services, people):
    for own in ("nightfall-readme-0", str(uuid4()), "golden-nightfall-4-10"):
        assert services.imports.take_in(people["bob"], forged(own)).known is False
