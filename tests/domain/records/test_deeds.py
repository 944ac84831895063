"""What each seat did most, and what decided the game: told with golden games."""

from pathlib import Path

import pytest

from domain.contract.facets.explained import deciding
from domain.contract.facets.told import sentences
from domain.log.record import Public
from domain.records.deeds import deeds
from service.dev.golden import golden_files, read_golden
from service.language.names import Names

ROOT = Path(__file__).parents[3]
GAMES = ("nightfall", "darkness", "last-spell")


def event(version, kind, **data):
    return Public(version, version, kind, 1, 0, None, data, [], {})


def test_deeds_are_counted_by_whose_they_are_without_those_that_were_taken_back():
    log = [
        event(1, "Hit", seat="s1"), event(2, "Hit", by="s2/vulko"), event(3, "Moved", hero="s2/2"),
        event(4, "Hit", seat="s1"), event(5, "TakenBack", seat="s1", to=3), event(6, "Hit", seat="s1"),
        event(7, "Hit", by="clawer/3"), event(8, "Moved", hero="s2"), event(9, "Rolled", seat="s2"),
    ]  # fmt: skip
    assert deeds(log, ("s1", "s2"), ("Hit", "Moved")) == {
        "s1": [("Hit", 2)],
        "s2": [("Moved", 2), ("Hit", 1)],
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_deed_that_counts_has_a_doer_in_some_game(catalog, game):
    seen = set()
    for file in golden_files(ROOT, game):
        record = read_golden(file)
        found = deeds([entry.read() for entry in record.entries()], record.seats, sentences(catalog[game]).counted)
        seen |= {kind for counts in found.values() for kind, _ in counts}
        if seen == set(sentences(catalog[game]).counted):
            return
    assert set(sentences(catalog[game]).counted) - seen == set()


@pytest.mark.parametrize("game", GAMES)
def test_what_decided_a_game_is_told_in_sentences_all_fields_of_which_are_known(catalog, game):
    played, names, told = catalog[game], Names.of_game(catalog[game], "de"), {}
    for file in golden_files(ROOT, game)[:20]:
        ended = [entry.read().data for entry in read_golden(file).entries() if entry.label.type == played.ending]
        for key, fields in deciding(played, ended[0] if ended else None):
            told[key] = names.told((sentences(played).reasons[key],), fields)
    assert None not in told.values()
    assert "won" in told


def test_nightfall_sets_each_apart_from_the_next_by_the_rule_that_decided(catalog):
    ended = {
        "ranking": ["s2", "s1", "s3"],
        "wounds": {"s1": 7, "s2": 7, "s3": 9},
        "kinds": {"s1": {"bite": 5, "burn": 2}, "s2": {"bite": 4, "burn": 3}, "s3": {"bite": 9}},
        "decided": ["NF-TIE-1", "NF-END-7"],
    }
    assert list(deciding(catalog["nightfall"], ended)) == [
        ("won", {"seat": "s2", "wounds": 7}),
        ("NF-TIE-1", {"better": "s2", "worse": "s1", "one": 4, "other": 5}),
        ("NF-END-7", {"better": "s1", "worse": "s3", "one": 7, "other": 9}),
    ]


def test_a_game_that_says_nothing_of_it_has_neither(catalog):
    assert deciding(catalog["oh-hell"], {"scores": {}}) == ()
    assert deciding(catalog["pig"], {}) == ()
    assert sentences(catalog["oh-hell"]).counted == {}
