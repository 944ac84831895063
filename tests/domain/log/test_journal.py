"""The journal: a chain that lists every game, and what a record is compared with it for."""

import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED
from domain.log.canon import canonical, parse
from domain.log.journal import (
    BadJournal,
    EndListed,
    ImportListed,
    KeyListed,
    ReservationListed,
    StartListed,
    checked,
    journal_of,
    keys,
    next_entry,
    read_journal,
)
from domain.log.record import GENESIS, chained
from tests.domain.log.journals import listed_of, listing, verdict, void_game


def test_a_journal_survives_the_file_and_its_chain_is_checked():
    journal = listing(KeyListed("aa", "Ed25519"), ReservationListed("g1", "ann", "cc"))
    found = checked(read_journal(journal.encode()))
    assert [line.version for line in found] == [1, 2]
    assert [line.listed for line in found] == [KeyListed("aa", "Ed25519"), ReservationListed("g1", "ann", "cc")]
    assert keys(found) == ["aa"]


def test_an_empty_journal_is_one():
    assert checked(journal_of([])) == []


def test_time_never_runs_backwards():
    first = next_entry(None, KeyListed("aa", "Ed25519"), 100)
    assert next_entry(first, KeyListed("bb", "Ed25519"), 50).read().at == 100


def test_things_are_listed_in_the_same_second():
    first = next_entry(None, KeyListed("aa", "Ed25519"), 100)
    second = next_entry(first, KeyListed("bb", "Ed25519"), 100)
    assert [line.at for line in checked(journal_of([first, second]))] == [100, 100]


def test_a_journal_may_be_so_large_and_no_larger(monkeypatch):
    raw = listing(KeyListed("aa", "Ed25519")).encode()
    monkeypatch.setattr("domain.log.journal.MOST_BYTES", len(raw))
    assert len(checked(read_journal(raw))) == 1
    with pytest.raises(BadJournal, match=f"{len(raw) + 1} bytes are more than a journal may have"):
        read_journal(raw + b" ")


def forged(change):
    """A journal that was changed and given new hashes, and one that kept the old ones."""
    value = parse(listing(*listed_of(void_game())).encode())
    change(value)
    old = read_journal(canonical(value))
    head = GENESIS
    for entry in value["entries"]:
        public = {key: part for key, part in entry.items() if key not in ("private", "hash")}
        head = chained(head, canonical(public))
        entry["hash"] = head.hex()
    value["head"] = head.hex()
    return old, read_journal(canonical(value))


def drop(value):
    del value["entries"][1]


def swap(value):
    value["entries"][0], value["entries"][1] = value["entries"][1], value["entries"][0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (drop, "entry 2: it calls itself version 3"),
        (swap, "entry 1: it calls itself version 2"),
        (lambda value: value["entries"][0].update(at=500), "entry 2: its time is earlier"),
        (lambda value: value["entries"][0].update(command=2), "entry 1 has not the form of one"),
        (lambda value: value["entries"][0].update(type="Nonsense"), "entry 1 has not the form of one: 'Nonsense'"),
        (lambda value: value["entries"][0].update(schema=2), "entry 1 has not the form of one"),
        (lambda value: value["entries"][0].update(more=1), "entry 1 has not the form of one"),
        (lambda value: value["entries"][0]["data"].update(more=1), "contains unknown field `more`"),
        (lambda value: value["entries"][0].update(private={"s1": {}}), "entry 1 has not the form of one"),
        (lambda value: value.update(format="nightledger/journal/0"), "the format is 'nightledger/journal/0'"),
    ],
)
def test_what_is_no_chain_of_listings_is_refused_even_with_new_hashes(change, says):
    old, new = forged(change)
    with pytest.raises(BadJournal, match=f"{says}|its hash does not follow"):
        checked(old)
    with pytest.raises(BadJournal, match=says):
        checked(new)


def test_content_that_was_changed_breaks_the_chain():
    old, new = forged(lambda value: value["entries"][0]["data"].update(creator="eve"))
    with pytest.raises(BadJournal, match="entry 1: its hash does not follow"):
        checked(old)
    assert checked(new)[0].listed.creator == "eve"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON: Expecting value"),
        (b"{}", "missing required field `format`"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"format":1,"entries":[],"head":""}', "Expected `str`, got `int`"),
        (b"\xff", "not JSON: 'utf-8' codec"),
    ],
)
def test_what_is_no_journal_is_refused(raw, says):
    with pytest.raises(BadJournal, match=says):
        read_journal(raw)


def test_a_game_that_is_listed_as_it_was_is_said_to_be():
    log = void_game()
    found = verdict(log, *listed_of(log))
    assert found.code == CONSISTENT
    assert "the journal lists its reservation under the same commitment" in found.remarks
    assert f"the journal lists its end at version {log.table.version}, head {log.table.head.hex()}" in found.remarks


@pytest.mark.parametrize(
    ("missing", "version", "reason"),
    [
        (0, None, "the journal does not list this game"),
        (1, 4, "the journal does not list the start of the game"),
        (2, 8, "the journal does not list the end of the game"),
    ],
)
def test_a_game_that_is_not_listed_is_refused(missing, version, reason):
    log = void_game()
    things = [thing for at, thing in enumerate(listed_of(log)) if at != missing]
    later = ReservationListed("other", "bob", "cc")
    found = verdict(log, *things, later, start=200_000)
    assert (found.code, found.version, found.reason) == (REFUSED, version, reason)


def test_a_game_that_is_listed_otherwise_is_refused():
    log, other = void_game(), void_game("g2")
    reserved, start, end = listed_of(log)
    elsewhere = listed_of(other)
    for says, *things in (
        ("another commitment", ReservationListed("g1", "ann", elsewhere[0].commitment), start, end),
        (
            f"the start at version {start.version} with head {'00' * 32}",
            reserved, StartListed("g1", "pig", 1, start.commitment, start.version, "00" * 32), end,
        ),
        (
            f"the end at version {end.version} with head {elsewhere[2].head}",
            reserved, start, EndListed("g1", "pig", "void", 1, end.commitment, end.version, elsewhere[2].head),
        ),
        ("the cause 'over'", reserved, start, EndListed("g1", "pig", "over", 1, end.commitment, end.version, end.head)),
        (
            f"the end at version {end.version - 1} with head {end.head}",
            reserved, start, EndListed("g1", "pig", "void", 1, end.commitment, end.version - 1, end.head),
        ),
    ):  # fmt: skip
        found = verdict(log, *things)
        assert (found.code, found.reason) == (REFUSED, f"the journal lists {says}")


@pytest.mark.parametrize("order", [(1, 0, 2), (0, 2, 1), (2, 1, 0)])
def test_a_game_whose_listings_stand_in_another_order_is_refused(order):
    log = void_game()
    things = listed_of(log)
    found = verdict(log, *(things[at] for at in order))
    assert found.code == REFUSED
    assert found.reason.startswith("the journal lists this game in another order: ")


def test_a_journal_that_was_taken_earlier_is_no_reproach():
    log = void_game()
    reserved, start, _ = listed_of(log)
    found = verdict(log, reserved, start)
    assert found.code == CONSISTENT
    assert "the journal was taken before the end of the game" in found.remarks


@pytest.mark.parametrize(("later", "code"), [(86_400, CONSISTENT), (86_401, REFUSED)])
def test_an_end_need_not_be_listed_where_something_of_the_next_day_is(later, code):
    """A clock that was ahead gave that its time; the journal may have been taken before the end all the same."""
    log = void_game()
    ended = log.entries[-1].label.at
    reserved, start, _ = listed_of(log)
    others = ReservationListed("other", "bob", "cc")
    assert verdict(log, reserved, start, others, start=ended + later - 2).code == code


def test_a_record_without_the_end_that_is_listed_is_refused():
    log, whole = void_game(closed=False), void_game()
    found = verdict(log, *listed_of(whole))
    assert (found.code, found.version) == (REFUSED, None)
    assert found.reason == f"the journal lists its end at version {whole.table.version}, which it does not reach"
    reserved, start, _ = listed_of(whole)
    assert verdict(log, reserved, start).code == PREFIX


def test_a_game_from_elsewhere_stands_in_the_journal_with_its_final_head():
    log = void_game()
    head, commitment = log.table.head.hex(), listed_of(log)[0].commitment
    taken_in = ImportListed("here", "g1", "pig", 1, commitment, head)
    found = verdict(log, taken_in)
    assert found.code == CONSISTENT
    assert f"the journal lists it as taken in from elsewhere, final head {head}" in found.remarks
    running = verdict(void_game(closed=False), taken_in)
    assert running.code == REFUSED
    assert running.reason == f"the journal lists it as taken in from elsewhere with the final head {head}"
    other = verdict(log, ImportListed("here", "g1", "pig", 1, "cc" * 32, head))
    assert (other.code, other.reason) == (REFUSED, "the journal lists another commitment")


def test_games_of_the_same_creator_that_came_to_nothing_stand_out():
    log = void_game()
    others = [void_game(name) for name in ("g2", "g3", "g4", "g5")]
    void, running, strange = listed_of(others[0]), listed_of(others[1])[:2], listed_of(others[3], creator="bob")
    found = verdict(log, *listed_of(log), *void, *running, listed_of(others[2])[0], *strange)
    assert found.remarks[-3:] == (
        "of the same creator's other games 1 are void: g2",
        "of the same creator's other games 1 were begun and have no end: g3",
        "of the same creator's other games 1 were never begun: g4",
    )
