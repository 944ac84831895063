"""What has happened in a few stories: by command, the most telling events, message ids with their fields."""

from msgspec.structs import replace

from domain.contract.sentences import Message, Sentences
from domain.table.stories import (
    MOST,
    Happening,
    each,
    first_move_is_open,
    happening,
    last_command,
    since_last_move,
    singled_out,
    stories,
)

WORDS = Sentences(
    events={"Won": ("{seat} wins",), "Hit": ("{seat} hits {at}", "{seat} hits"), "Moved": ("{seat} goes",)},
    telling=("Won", "Hit", "Moved"),
)


def happened(*commands, first=1):
    """Commands, each the kinds of its events and, last, who answered."""
    told = []
    for *kinds, seat in commands:
        for kind in kinds:
            told.append(Happening(first + len(told), kind, {"seat": seat}))
        told.append(Happening(first + len(told), "Asked", {"answered": [seat], "open": {}}))
    return told


def kinds(found):
    phrases = {sentences: kind for kind, sentences in WORDS.events.items()}
    return [[phrases[message.sentences] for message in story.told] for story in found]


def test_each_command_is_a_story_of_its_most_telling_events_in_their_order():
    first, last = ("Moved", "Hit", "Rolled", "Hit", "Hit", "s1"), ("Hit", "Moved", "Won", "s2")
    found = stories(happened(first, ("Moved", "s2"), ("Rolled", "s1"), last), WORDS)
    assert kinds(found) == [["Hit", "Hit", "Hit"], ["Moved"], ["Hit", "Moved", "Won"]]
    assert [(story.first, story.last) for story in found] == [(2, 5), (7, 7), (11, 13)]
    assert found[1].told == (Message(("{seat} goes",), {"seat": "s2"}),)


def test_of_many_commands_the_most_telling_are_told_and_of_those_alike_the_latest():
    found = stories(happened(("Won", "s1"), *[("Moved", "s2")] * 10, ("Hit", "s1")), WORDS)
    assert len(found) == MOST
    assert kinds(found) == [["Won"], *[["Moved"]] * (MOST - 2), ["Hit"]]
    assert found[1].first == 11


def test_the_events_of_one_command_are_told_by_themselves():
    found = stories(happened(("Moved", "Hit", "Moved", "Won", "s1")), WORDS)
    assert kinds(found) == [["Moved"], ["Hit"], ["Moved"], ["Won"]]


def test_an_event_that_says_that_nothing_happened_is_no_story():
    words = replace(WORDS, only_with={"Hit": "amount"})
    assert stories([Happening(1, "Hit", {"seat": "s1", "amount": 0})], words) == []
    assert len(stories([Happening(1, "Hit", {"seat": "s1", "amount": 1})], words)) == 1


def test_what_happens_at_every_table_is_told_too():
    [story] = stories([Happening(1, "SeatResigned", {"seat": "s1"})], WORDS)
    assert story.told == (Message(("{seat} resigns",), {"seat": "s1"}),)


def test_a_seat_is_told_what_came_after_its_last_move():
    told = happened(("Moved", "s1"), ("Hit", "s2"), ("Won", "s3"))
    assert [one.kind for one in since_last_move(told, "s1")] == ["Hit", "Asked", "Won", "Asked"]
    assert since_last_move(told, "s4") == told
    assert since_last_move(told, "s3") == []


def test_the_most_telling_events_are_singled_out_in_their_order():
    told = happened(("Moved", "Hit", "s1"), ("Won", "Hit", "Moved", "s2"))
    assert kinds(singled_out(told, WORDS, 3)) == [["Hit"], ["Won"], ["Hit"]]
    assert kinds(each(told[:3], WORDS)) == [["Moved"], ["Hit"]]


def test_the_last_command_and_whether_a_seat_has_moved():
    told = happened(("Moved", "s1"), ("Hit", "Won", "s2"))
    assert [one.kind for one in last_command(told)] == ["Hit", "Won", "Asked"]
    assert [one.kind for one in last_command(told[:2])] == ["Moved", "Asked"]
    assert first_move_is_open(told, "s3")
    assert not first_move_is_open(told, "s1")


def test_an_event_is_what_its_reader_got_of_it():
    entry = {
        "version": 7,
        "type": "Sealed",
        "data": {},
        "private": {"s1": {"nonce": "00", "part": {"type": "Hit", "data": {"at": "s2"}}}},
    }
    assert happening(entry) == Happening(7, "Hit", {"at": "s2"})
    assert happening({**entry, "private": {}}) == Happening(7, "Sealed", {})
