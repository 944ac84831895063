"""What is derived from a seed: what was derived once is derived so for ever, or no old log could be checked."""

import pytest
from msgspec.structs import replace

from domain.contract.game import Action, Event
from domain.log.derived import UnknownSeed, game_id, game_seed, seed_of
from domain.log.record import Command, Happened, bot_key, split_stored
from domain.log.wellformed import MOST_LISTED, Misshapen, check_entries, check_listed
from tests.domain.audit.games import pig
from tests.pigs.pig import Roll

SEED = b"s" * 32


def test_seeds_ids_and_keys():
    assert game_seed(SEED, 1).hex() == "1c90de75843cb1a45e6e637ce7e63c600238916dbe0bb682bca4832d30b2cdc3"
    assert game_seed(SEED, 2).hex() == "26b6d3d9ade4c03a70acbfcbcc83fb4a662ae56c0a33bb1ff5448f9ee45132fc"
    assert game_id("L/1/A/1", 1) == "acf43d46-eb3f-5d9f-854d-cb858106671f"
    assert game_id("L/1/A/1", 2) == "d84e91fa-2a96-59c1-943d-69d1c06ea02c"
    assert bot_key(SEED, "12/s1").hex() == "f3ff3dac3fbf30056e87646eb04a275d52984cf623d4d1975c8677cb7f58a4d4"


def test_a_seed_that_is_not_known_is_refused():
    assert seed_of("L/1/A/1", {"L/1/A/1": SEED}) == SEED
    with pytest.raises(UnknownSeed, match="the seed of L/1/A/1 is not known") as refused:
        seed_of("L/1/A/1", {})
    assert (refused.value.code, refused.value.source) == ("illegal", "L/1/A/1")


class Whispered(Event, frozen=True):
    """What nobody but its seat may even know to have happened."""

    seat: str
    word: str
    sealed = True
    private = {"seat": "seat", "word": "seat"}


def test_of_a_sealed_event_its_seat_alone_reads_what_it_is():
    command = Command("seat", "s1", Roll(), 100)
    public, private = split_stored(Happened(Whispered("s1", "boo")), command, ("s1", "s2"), first=False)
    assert (public["type"], public["schema"], public["draws"]) == ("Sealed", 1, [])
    assert list(private) == ["s1"]
    assert private["s1"]["type"] == "Whispered"
    assert (private["s1"]["schema"], private["s1"]["draws"]) == (1, [])


class Whisper(Action, tag="whisper", frozen=True):
    """What nobody but its seat may even know to have been posted."""

    word: str
    sealed = True


def test_of_a_sealed_action_its_seat_alone_reads_what_it_is():
    command = Command("seat", "s1", Whisper("boo"), 100, {"key": "k"})
    public, private = split_stored(Happened(Whispered("s1", "boo")), command, ("s1", "s2"), first=True)
    assert (public["by"], public["action"]) == ("seat", {"type": "sealed"})
    assert private["s1"]["action"] == {"type": "whisper", "word": "boo"}
    assert private["closed"] == {"key": "k"}


def test_what_has_no_canonical_form_is_in_no_record():
    first, *_ = pig().entries
    with pytest.raises(Misshapen, match=r"^GameOpened: 1.5 is not an integer"):
        check_entries([replace(first, public=first.public.replace(b'"at":100', b'"at":1.5'))])


def test_a_time_that_no_calendar_names_is_in_no_record():
    first, *_ = pig().entries
    check_entries([first])
    with pytest.raises(Misshapen, match="GameOpened: its time is -1"):
        check_entries([replace(first, label=replace(first.label, at=-1))])


def test_an_entry_of_the_journal_is_not_larger_than_everybody_wants_to_read():
    first, *_ = pig().entries
    large = replace(first, public=b'"' + b"x" * MOST_LISTED + b'"')
    with pytest.raises(Misshapen, match=f"{MOST_LISTED + 2} bytes are more than"):
        check_listed([large])
