"""Two checkpoints of one log: which go together, which prove a fork, and of which it cannot be told."""

from domain.audit.forks import FORK, TOGETHER, UNKNOWN, Compared, compared
from domain.log.checkpoint import Checkpoint
from domain.log.merkle import Leaves, leaf_hash

TRUE = [leaf_hash(str(number).encode()) for number in range(9)]
FALSE = [*TRUE[:2], leaf_hash(b"another"), *TRUE[3:]]


def checkpoint(leaves, size, origin="log"):
    return Checkpoint(origin, size, Leaves(leaves).head(size))


def test_one_checkpoint_goes_with_itself():
    one = checkpoint(TRUE, 5)
    assert compared(one, one) == Compared(TOGETHER, f"they are one: 5 entries, head {one.head.hex()}")


def test_two_heads_of_one_size_prove_a_fork():
    found = compared(checkpoint(TRUE, 5), checkpoint(FALSE, 5))
    assert (found.code, found.words.startswith("a fork: the log has signed two trees of 5 entries")) == (FORK, True)
    assert compared(checkpoint(TRUE, 2), checkpoint(FALSE, 2)).code == TOGETHER


def test_of_two_sizes_the_journal_tells():
    for one, other in ((checkpoint(TRUE, 5), checkpoint(TRUE, 8)), (checkpoint(TRUE, 8), checkpoint(TRUE, 5))):
        assert compared(one, other).code == UNKNOWN
        assert compared(one, other, TRUE) == Compared(TOGETHER, "the second goes on from the first: 5 and 8 entries")
        assert compared(one, other, TRUE[:7]).code == UNKNOWN
        assert compared(one, other, FALSE).code == UNKNOWN
    forked = compared(checkpoint(TRUE, 5), checkpoint(FALSE, 8), FALSE)
    assert (forked.code, "the log that has signed 8 entries does not begin with the 5" in forked.words) == (FORK, True)


def test_whoever_alters_the_journal_proves_no_fork_by_it():
    assert compared(checkpoint(TRUE, 5), checkpoint(TRUE, 8), FALSE).code == UNKNOWN


def test_checkpoints_of_two_logs_say_nothing_of_each_other():
    assert compared(checkpoint(TRUE, 5), checkpoint(FALSE, 5, "another")).code == UNKNOWN
