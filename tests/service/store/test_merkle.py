"""The tree of the journal in the store: it grows with each entry, and is made again where it lacks."""

from base64 import b64encode

import pytest

from domain.log.journal import VerdictListed, leaves_of
from domain.log.merkle import Leaves, check_consistency, check_inclusion
from domain.log.note import read_note
from service.errors import ServiceError
from service.store.event_store import executing
from tests.installation import install

SIZE = 600


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    """An installation whose journal has 600 entries."""
    services = install(tmp_path_factory.mktemp("many") / "home")
    for number in range(SIZE - 1):
        services.store.append((), (), [VerdictListed(f"g{number}", "rated", "void")], number)
    yield services
    services.close()


def head(services, size):
    return services.checkpoints.note(size).text.split("\n")[2]


def tree_of(services):
    return Leaves(leaves_of(services.journal.document()))


def test_its_heads_are_those_of_the_whole_journal(services):
    tree = tree_of(services)
    assert services.store.listed() == SIZE
    for size in (0, 1, 2, 255, 256, 257, 511, 512, 513, SIZE):
        assert head(services, size) == b64encode(tree.head(size)).decode()


def test_its_proofs_hold(services):
    tree = tree_of(services)
    leaves = leaves_of(services.journal.document())
    for version in (1, 256, 257, 511, SIZE):
        proof = [bytes.fromhex(node) for node in services.checkpoints.inclusion(version).proof]
        assert check_inclusion(leaves[version - 1], version - 1, SIZE, proof, tree.head(SIZE)) is None
    for earlier in (1, 255, 256, 300, 512, SIZE):
        proof = services.checkpoints.consistency(earlier, SIZE)
        assert check_consistency(earlier, SIZE, tree.head(earlier), tree.head(SIZE), proof) is None


def test_what_an_older_program_has_left_out_is_made_up_for(services):
    before = head(services, SIZE)
    services.store.write(
        executing("DELETE FROM journal_nodes WHERE level=0 AND number>=:first", first=400),
        executing("DELETE FROM journal_nodes WHERE level=1 AND number>=:first", first=1),
    )
    assert services.store.listed() == 400
    services.store.create_schema()
    assert (services.store.listed(), head(services, SIZE)) == (SIZE, before)


@pytest.mark.parametrize("ask", [lambda c: c.note(10**6), lambda c: c.inclusion(10**6), lambda c: c.consistency(5, 3)])
def test_what_there_is_not_is_not_found(services, ask):
    with pytest.raises(ServiceError, match="not-found"):
        ask(services.checkpoints)


def test_every_kind_of_store_has_the_same_tree(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    for number in range(4):
        services.store.append((), (), [VerdictListed(f"g{number}", "rated", "void")], number)
    note = services.checkpoints.note()
    assert note.signed_by(services.checkpoints.key) == 0
    assert read_note(note.encode().encode()) == note
    assert note.text.split("\n")[1] == "5"
    assert services.checkpoints.note(5) == note
    assert len(services.checkpoints.inclusion(3).proof) == 3
    assert services.checkpoints.listing("nobody's") is None
    services.close()
