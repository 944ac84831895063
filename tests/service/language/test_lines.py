"""The log in words, and ids by their names."""

import re

import msgspec
import pytest

from domain.contract.facets.told import sentences
from domain.games.last_spell.sentences import EVENTS
from domain.log.record import SEALED
from domain.table.events import TABLE_EVENTS
from domain.table.sentences import SENTENCES
from service.games.shapes.answers import Seat
from service.language.lines import line, lines
from service.language.names import Names, game_title, holders
from service.web.tables import DRAWINGS

NAMES = Names({"vulko": "Vulko", "wound": "never"}, {"s1": "Ann (s1)", "s2": "Bob (s2)"})


def entry(kind, data, private=None):
    parts = {name: {"nonce": "00", "part": part} for name, part in (private or {}).items()}
    return {"version": 7, "at": 0, "type": kind, "data": data, "private": parts}


def test_what_the_reader_knows_of_is_told_and_nothing_more():
    phrases = {"CardsDrawn": ("{seat} draws {cards}", "{seat} draws {count}")}
    public = {"seat": "s1", "count": 2}
    own = {"s1": {"data": {"cards": ["vulko", "wound:bite"]}}}
    assert line(entry("CardsDrawn", public), NAMES, phrases).text == "Ann (s1) draws 2"
    assert line(entry("CardsDrawn", public, own), NAMES, phrases).text == "Ann (s1) draws Vulko, wound bite"


def test_an_event_without_a_phrase_is_told_with_all_its_fields():
    assert (
        line(entry("DieRolled", {"seat": "s2", "face_up": 4}), NAMES, {}).text == "Die rolled: seat Bob (s2), face up 4"
    )


def test_a_sealed_event_is_told_to_who_knows_its_type():
    own = {"s1": {"type": "MonsterPlaced", "data": {"at": "s2"}}}
    assert line(entry(SEALED, {}), NAMES, SENTENCES.events).text == "Something happens in secret"
    assert line(entry(SEALED, {}, own), NAMES, SENTENCES.events).text == "Monster placed: at Bob (s2)"


def test_words_of_people_are_told_as_they_are_or_as_gone():
    words = {"id": "w1", "commitment": "ab"}
    awarded = entry("Awarded", {"why": words}) | {"texts": {"w1": {"text": "well-played s1", "nonce": "00"}}}
    assert line(awarded, NAMES, {"Awarded": ("Award: {why}",)}).text == "Award: “well-played s1”"
    assert line(entry("Awarded", {"why": words}), NAMES, {"Awarded": ("Award: {why}",)}).text == (
        "Award: words that are gone"
    )


def test_a_message_is_told_once_however_many_read_it():
    words = {"id": "w1", "commitment": "ab"}
    sent = entry("Sent", {"text": {"s1": words, "s2": words}}) | {"texts": {"w1": {"text": "Hi", "nonce": "00"}}}
    assert line(sent, NAMES, {"Sent": ("{text}",)}).text == "“Hi”"


def test_what_is_empty_is_left_out_where_a_phrase_says_so():
    phrases = {"Paid": ("{by} pays[ {vp} VP][ and {items}]",)}
    assert line(entry("Paid", {"by": "s1", "vp": 0, "items": []}), NAMES, phrases).text == "Ann (s1) pays"
    assert line(entry("Paid", {"by": "s1", "vp": 2, "items": ["vulko"]}), NAMES, phrases).text == (
        "Ann (s1) pays 2 VP and Vulko"
    )


def test_a_game_that_is_over_has_ended_for_no_other_reason():
    closed = [line(entry("GameClosed", {"cause": cause}), NAMES, SENTENCES.events).text for cause in ("over", "void")]
    assert closed == ["The game has ended", "The game has ended: void"]


def test_of_a_place_it_can_be_told_what_it_is_part_of():
    phrases = {"Came": ("{seat} comes to {at_whole}",)}
    assert line(entry("Came", {"seat": "s1", "at": "bar/0/3"}), NAMES, phrases).text == "Ann (s1) comes to bar"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"amount": 1, "left": 1}, "1 mage falls, 1 is left"),
        ({"amount": 2, "left": 0}, "2 mages fall, 0 are left"),
        ({"amount": 1, "left": 5, "by": "s2"}, "Bob (s2) makes 1 mage fall, 5 are left"),
    ],
)
def test_one_is_told_otherwise_than_several(data, told):
    assert line(entry("MagesLost", data), NAMES, EVENTS).text == told


def test_who_must_decide_is_no_line_of_the_log():
    told = lines([entry("GameStarted", {}), entry("Asked", {"open": {}})], NAMES, {})
    assert [one.text for one in told] == ["The game begins"]


def test_words_of_people_are_never_taken_for_fields():
    assert line(entry("Said", {"words": "{seat} {0}"}), NAMES, {"Said": ("{words}",)}).text == "{seat} {0}"


@pytest.mark.parametrize("game", [*DRAWINGS, "oh-hell"])
def test_every_event_of_a_drawn_game_has_a_phrase_of_its_own_fields(catalog, game):
    phrases = sentences(catalog[game]).events
    kinds = {kind.__name__: kind for kind in catalog[game].event_types}
    assert phrases.keys() == kinds.keys()
    for name, kind in kinds.items():
        assert fields_in(phrases[name]) <= {field.encode_name for field in msgspec.structs.fields(kind)}, name
        assert not fields_in(phrases[name][-1:]) & set(kind.private), f"{name} cannot be told to everybody"


def test_every_event_of_the_table_has_a_phrase_of_its_own_fields():
    assert SENTENCES.events.keys() == {*TABLE_EVENTS, SEALED}
    for name, kind in TABLE_EVENTS.items():
        assert fields_in(SENTENCES.events[name]) <= {field.encode_name for field in msgspec.structs.fields(kind)}, name


def fields_in(phrases):
    found = {name for phrase in phrases for name in re.findall(r"\{(\w+)\}", phrase)}
    return {re.sub("_(whole|first|second)$", "", name) for name in found}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("s1", "Ann (s1)"),
        ("vulko", "Vulko"),
        ("s1/vulko", "Vulko of Ann (s1)"),
        ("s1/vulko/2", "Vulko 2 of Ann (s1)"),
        ("commons/vulko", "Vulko (commons)"),
        ("some-thing_else", "some thing else"),
        (["s1", "s2"], "Ann (s1), Bob (s2)"),
        ([["s1/vulko", "s2"]], "Vulko of Ann (s1) → Bob (s2)"),
        ([{"minion": "s1/vulko", "seat": "s2"}], "Vulko of Ann (s1) → Bob (s2)"),
        ({"s1": 3, "s2": []}, "Ann (s1) 3, Bob (s2) nothing"),
        ([], "nothing"),
        ({}, "nothing"),
        (None, "none"),
        (True, "yes"),
        (False, "no"),
        (12, "12"),
    ],
)
def test_values_in_words(value, said):
    assert NAMES.say(value) == said


def test_who_sits_at_seats_and_only_those_who_would_be_called_the_same_are_numbered():
    ann = {"kind": "person", "name": "Ann", "level": None}
    greedy = {"kind": "ai", "name": "greedy", "level": "greedy"}
    free = {"kind": "open", "name": None, "level": None}
    held = [
        (ann, "Ann"),
        ({**ann, "bot": True}, "Ann (a bot)"),
        ({**ann, "name": None}, "somebody"),
        (greedy, "Club player (AI)"),
        (free, "open seat"),
        ({**free, "name": "Bob"}, "Bob (not yet here)"),
        (greedy, "Club player 3 (AI)"),
        ({**ann, "name": "Club player 2 (AI)"}, "Club player 2 (AI)"),
        (free, "open seat 2"),
    ]
    seats = {f"s{number}": Seat(**one) for number, (one, _) in enumerate(held, 1)}
    assert list(holders(seats).values()) == [said for _, said in held]


def test_a_game_is_called_by_its_label_or_its_id(catalog):
    assert [game_title(catalog[game]) for game in ("pig", "nightfall")] == ["Pig", "Nightfall"]


def test_holders_whose_names_begin_alike_have_signs_that_tell_them_apart():
    names = Names({}, {"s1": "Ann", "s2": "Beginner (AI)", "s3": "Bea"})
    assert [names.initial(seat) for seat in ("s1", "s2", "s3")] == ["A", "B", "B2"]


def test_a_list_of_a_single_pair_is_told_by_its_parts():
    names = Names({"vulko": "Vulko"}, {"s1": "Ann", "s2": "Bob"})
    sentences = ("{attacks_first} attacks {attacks_second}", "{seat} attacks: {attacks}")
    one, two = [["s1/vulko", "s2"]], [["s1/vulko", "s2"], ["s1/vulko/2", "s2"]]
    assert names.told(sentences, {"seat": "s1", "attacks": one}) == "Vulko of Ann attacks Bob"
    assert names.told(sentences, {"seat": "s1", "attacks": two}) == (
        "Ann attacks: Vulko of Ann → Bob, Vulko 2 of Ann → Bob"
    )
