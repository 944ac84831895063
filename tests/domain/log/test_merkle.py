"""The Merkle tree: the vectors of RFC 6962, and every proof of trees of many sizes."""

import pytest

from domain.log.merkle import EMPTY, BadProof, Leaves, check_consistency, check_inclusion, leaf_hash, node_hash

INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
HEADS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""Inputs and heads that the implementations of Certificate Transparency share."""

SIZES = (1, 2, 3, 5, 7, 8, 13, 255, 256, 257, 511, 512, 513, 770, 1030)
HASHES = [leaf_hash(str(number).encode()) for number in range(max(SIZES))]


def plain_head(hashes):
    """The head as RFC 6962 defines it, word for word."""
    if len(hashes) < 2:
        return hashes[0] if hashes else EMPTY
    left = max(2**power for power in range(len(hashes).bit_length()) if 2**power < len(hashes))
    return node_hash(plain_head(hashes[:left]), plain_head(hashes[left:]))


@pytest.mark.parametrize("size", range(1, 9))
def test_heads_of_the_standard_inputs(size):
    leaves = [leaf_hash(bytes.fromhex(one)) for one in INPUTS]
    assert Leaves(leaves).head(size).hex() == HEADS[size - 1]


def test_the_head_of_no_leaves_is_the_hash_of_nothing():
    assert Leaves([]).head(0) == EMPTY == bytes.fromhex(
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_the_head_is_the_one_that_the_standard_defines(size):
    assert Leaves(HASHES).head(size) == plain_head(HASHES[:size])


def test_proofs_of_the_standard_inputs():
    tree = Leaves([leaf_hash(bytes.fromhex(one)) for one in INPUTS])
    assert [node.hex() for node in tree.inclusion(0, 8)] == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
    assert [node.hex() for node in tree.consistency(2, 5)] == [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ]


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_is_proved_to_be_in_its_place_and_in_no_other(size):
    tree = Leaves(HASHES)
    head = tree.head(size)
    for number in {*range(0, size, 37), size - 1}:
        proof = tree.inclusion(number, size)
        assert check_inclusion(HASHES[number], number, size, proof, head) is None, "it raises for any other"
        outside, elsewhere = f"leaf {size} is not in a tree of {size}", "does not lead from entry"
        for leaf, place, nodes, says in (
            (leaf_hash(b"another"), number, proof, elsewhere),
            (HASHES[number], number + 1, proof, outside if number + 1 == size else elsewhere),
            (HASHES[number], number, [*proof, EMPTY], "the proof of inclusion is too long"),
            (HASHES[number], number, [EMPTY, *proof[1:]], elsewhere if proof else "the proof of inclusion is too long"),
        ):
            with pytest.raises(BadProof, match=says):
                check_inclusion(leaf, place, size, nodes, head)


@pytest.mark.parametrize("size", SIZES)
def test_a_tree_is_proved_to_go_on_from_each_earlier_one(size):
    tree = Leaves(HASHES)
    head = tree.head(size)
    for earlier in {0, 1, *range(1, size, 41), size - 1, size}:
        before, proof = tree.head(earlier), tree.consistency(earlier, size)
        assert check_consistency(earlier, size, before, head, proof) is None, "it raises for any other"
        two, other = f"there are two trees of {earlier} entries", "does not go on from that"
        between = 0 < earlier < size
        with pytest.raises(BadProof, match=other if between else two):
            check_consistency(earlier, size, leaf_hash(b"another"), head, proof)
        with pytest.raises(BadProof, match="the proof of consistency is too long" if between else two):
            check_consistency(earlier, size, before, head, [*proof, EMPTY])
        if between:
            with pytest.raises(BadProof, match=other):
                check_consistency(earlier, size, before, leaf_hash(b"another"), proof)
            with pytest.raises(BadProof, match=f"does not go on from one of {earlier}$"):
                check_consistency(earlier, size, before, head, [])


def test_there_is_one_tree_without_entries():
    assert check_consistency(0, 0, EMPTY, EMPTY, []) is None, "it raises for any other"
    with pytest.raises(BadProof, match="there are two trees of 0 entries"):
        check_consistency(0, 0, EMPTY, leaf_hash(b"another"), [])


def test_a_shorter_tree_does_not_go_on_from_a_longer_one():
    with pytest.raises(BadProof, match="a tree of 2 entries does not go on from one of 3"):
        check_consistency(3, 2, HASHES[0], HASHES[1], [EMPTY])


@pytest.mark.parametrize(("leaf", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_what_is_not_in_the_tree_has_no_proof(leaf, size):
    with pytest.raises(ValueError, match=f"leaf {leaf} is not in a tree of {size}"):
        Leaves(HASHES).inclusion(leaf, size)
    with pytest.raises(BadProof, match=f"leaf {leaf} is not in a tree of {size}"):
        check_inclusion(HASHES[0], leaf, size, [], HASHES[0])


def test_there_is_no_proof_of_what_is_not_there():
    tree = Leaves(HASHES[:3])
    for leaf, size in ((-1, 3), (3, 3), (0, 0)):
        with pytest.raises(ValueError, match=f"leaf {leaf} is not in a tree of {size}"):
            tree.inclusion(leaf, size)
    for earlier, size in ((-1, 3), (4, 3)):
        with pytest.raises(ValueError, match=f"a tree of {size} leaves does not go on from one of {earlier}"):
            tree.consistency(earlier, size)
    assert tree.consistency(0, 3) == tree.consistency(3, 3) == []
