"""What a receipt proves that the journal listed, and what games of the same creator are named beside."""

import msgspec
import pytest

from domain.audit.listed import shown_under_a_checkpoint
from domain.audit.verdict import Bad
from domain.log.journal import EndListed, ImportListed, ReservationListed, StartListed
from tests.domain.audit.games import played, record_of
from tests.domain.log.journals import listed_of, verdict, void_game


@pytest.fixture(scope="module")
def record():
    return record_of(played())


def started(record):
    """What the journal lists of the start of a game."""
    [event] = [event for event in record.events if event["type"] == "GameStarted"]
    commitment = record.events[0]["data"]["commitment"]
    return StartListed("g1", "pig", record.rules, commitment, event["version"], event["hash"])


def test_a_reservation_that_is_listed_before_the_first_move_is_said_to_be(record):
    start = started(record)
    reserved = ReservationListed("g1", "ann", start.commitment)
    told = "a receipt proves offline that ReservationListed stood in the journal"
    assert shown_under_a_checkpoint(record, start.version, reserved) == f"{told} before the first move"
    last = len(record.events)
    assert shown_under_a_checkpoint(record, last, reserved) == f"{told} by version {last}"


def test_a_start_that_is_listed_is_the_one_of_the_record(record):
    start = started(record)
    told = "a receipt proves offline that StartListed stood in the journal before the first move"
    assert shown_under_a_checkpoint(record, start.version, start) == told


@pytest.mark.parametrize(
    ("altered", "reason"),
    [
        ({"commitment": "cc" * 32}, "a receipt proves that the journal lists another commitment"),
        ({"head": "ab" * 32}, f"a receipt proves that the journal lists the start with head {'ab' * 32}"),
        ({"version": 2}, "a receipt proves that the journal lists the start with head "),
        ({"version": 9999}, "a receipt proves that the journal lists the start with head "),
    ],
)
def test_what_is_listed_otherwise_than_the_record_has_it_is_refused(record, altered, reason):
    listed = msgspec.structs.replace(started(record), **altered)
    with pytest.raises(Bad) as found:
        shown_under_a_checkpoint(record, 5, listed)
    assert found.value.finding.reason.startswith(reason)


def test_a_game_that_is_listed_twice_is_refused():
    log = void_game()
    reserved, start, end = listed_of(log)
    for twice in ((reserved, reserved, start, end), (reserved, start, start, end), (reserved, start, end, end)):
        [finding] = verdict(log, *twice).findings
        assert finding.reason.startswith("the journal has two entries ")


def test_a_record_that_was_taken_in_with_another_end_is_refused():
    log = void_game()
    other = ImportListed("here", "g1", "pig", 1, listed_of(log)[0].commitment, "ab" * 32)
    [finding] = verdict(log, other).findings
    assert finding.reason == f"the journal lists it as taken in from elsewhere with the final head {'ab' * 32}"


@pytest.mark.parametrize(
    ("cause", "told"), [("void", "are void"), ("cancelled", "were cancelled"), ("abandoned", "were abandoned")]
)
def test_of_the_creators_other_games_twenty_are_named(cause, told):
    log = void_game()
    ids = [f"g{number}" for number in range(10, 31)]
    reserved = [ReservationListed(one, "ann", "cc" * 32) for one in ids]
    ended = [EndListed(one, "pig", cause, 1, "cc" * 32, 9, "dd" * 32) for one in ids]
    last = verdict(log, *listed_of(log), *reserved, *ended).remarks[-1]
    assert last == f"of the same creator's other games 21 {told}: {', '.join(ids[:20])} and 1 more"
    last = verdict(log, *listed_of(log), *reserved[1:], *ended[1:]).remarks[-1]
    assert last == f"of the same creator's other games 20 {told}: {', '.join(ids[1:])}"


def test_other_games_that_ended_well_are_not_named():
    log = void_game()
    over = ReservationListed("g2", "ann", "cc" * 32), EndListed("g2", "pig", "over", 1, "cc" * 32, 9, "dd" * 32)
    assert not any("other games" in remark for remark in verdict(log, *listed_of(log), *over).remarks)
