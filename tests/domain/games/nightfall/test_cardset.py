"""Card sets: what can be played with, and how a game keeps the one that it began with."""

from __future__ import annotations

import hashlib
import re

import pytest

from domain.audit import CONSISTENT, audit
from domain.bots import player
from domain.bots.simulation import play_logged
from domain.contract.chance import Seeded
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.games.nightfall.data import built_in, catalogue, read_data
from domain.games.nightfall.data.card_sets import BadSet, Library
from domain.games.nightfall.data_check import check_data
from domain.games.nightfall.game import Nightfall
from domain.records.export import export, read
from tests.changed_data import a_card_less, a_card_more, one_line_of_text

TEXT = built_in().decode()


def changed(card: str, old: str, new: str) -> str:
    """The file of the package with one change in the entry of a card."""
    before, mark, after = TEXT.partition(f'id = "{card}"')
    entry, end, rest = after.partition("[[card]]")
    assert re.search(old, entry, re.MULTILINE), f"{card} has no {old}"
    return before + mark + re.sub(old, new, entry, count=1, flags=re.MULTILINE) + end + rest


def a_cheap_vulko() -> str:
    return changed("vulko", r"^cost = \d+", "cost = 1")


def test_the_set_of_the_package_is_fit():
    assert check_data(built_in()) == []


def test_numbers_colours_names_and_copies_are_a_sets_own():
    text = changed("vulko", r'name = "Vulko"', 'name = "Vulko the Great"').replace("archive = 7", "archive = 6")

    assert check_data(text.encode()) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (changed("vulko", r"^cost = \d+", "cost = -1"), "vulko: cost is a number from 0 to 99"),
        (changed("vulko", r"^cost = \d+", "price = 3"), "`price`"),
        (changed("vulko", r"^health = \d+", "health = 0"), "vulko: a minion has power, and health of at least 1"),
        (changed("blaine-cordell", r"^health = \d+", "health = 2"), "blaine-cordell: it enters play with 2 damage"),
        (changed("vulko", r"^color = .*", 'color = "pink"'), "vulko: color 'pink' is none of"),
        (changed("vulko", r"^links = .*", "links = []"), "vulko: links are one or more"),
        (changed("vulko", r"^kick_color = .*", 'kick_color = "pink"'), "vulko: kick_color 'pink' is none of"),
        (changed("vulko", r"^kick_color = .*", ""), "vulko: kick and kick_color belong together"),
        (changed("vulko", r'pl = "[^"]*"', 'pl = ""'), "vulko: names.pl is missing"),
        (changed("vulko", r'cost = "\w+", ', ""), "vulko: provenance.cost is missing"),
        (changed("vulko", r'cost = "\w+", ', 'cost = "a friend", '), "vulko: provenance.cost: 'a friend' is none of"),
        (changed("vulko", r"^kind = .*", 'kind = "action"'), "vulko: kind is minion"),
        (changed("vulko", r"^in_play = .*", ""), "vulko: in_play: it has such text"),
        (TEXT.replace('id = "vulko"', 'id = "nosferatu"'), "nosferatu: there is no such card"),
        (TEXT.replace('id = "vulko"', 'id = "nosferatu"'), "vulko: it is missing"),
        (TEXT.replace('id = "vulko"', 'id = "big-ghost"'), "big-ghost: it stands 2 times"),
        (TEXT.replace("archive = 7", "archive = 0"), "copies.archive is a number"),
        (TEXT.replace("burn = 20", "burn = 21"), "wounds.counts make 61, total says 60"),
        (TEXT.replace("de = 24", "de = 23"), "draft_cards.de says 23, the cards make 24"),
        (TEXT.replace('pair = ["vulko"', 'pair = ["franz-orlok"'), "quick_start: a card stands in two pairs"),
        (TEXT.replace('pair = ["vulko"', 'pair = ["bad-smoke"'), "quick_start: bad-smoke is no draft card"),
        (changed("vulko", r"^in_base = .*", "in_base = { fr = true }"), "vulko: in_base says true or false for"),
        (changed("vulko", r"^name = .*", 'name = " "'), "vulko: it has no name"),
        (changed("vulko", r"pl = ", "cz = "), "vulko: names.cz: there is no such edition"),
        (changed("vulko", r'cost = "\w+", ', 'cost = "faq", chain = "faq", '), "provenance.chain: it has no such"),
        (changed("vulko", r'cost = "\w+", ', 'cost = "faq", taste = "faq", '), "provenance.taste: it has no such"),
        (changed("deadly-grip", r"^cost = ", "power = 1\ncost = "), "an action has neither power nor health"),
        (TEXT.replace("schema = 1", "schema = 2"), "schema 2 is not known; it is 1"),
        (TEXT.replace('"purple", "yellow"]', '"purple", "pink"]', 1), "colors are "),
        (TEXT.replace("starting_deck = 2", "starting_deck = 0"), "copies.starting_deck is a number from 1 to"),
        (TEXT.replace("kick_stacks = { fr = true", "kick_stacks = { fr = false"), "edition_differences are those"),
        (TEXT.replace('types = ["bite", ', 'types = ["scratch", ', 1), "wounds.types are "),
        (TEXT.replace("{ bite = 20, burn = 20, ", "{ burn = 40, ", 1), "wounds.counts gives each type a number"),
        (TEXT.replace("{ bite = 20, burn = 20, ", "{ bite = -1, burn = 41, ", 1), "wounds.counts gives each type"),
        (TEXT.replace("face_up_per_player = 10", "face_up_per_player = 13", 1), "wounds.face_up_per_player for five"),
        (TEXT.replace("face_up_per_player = 10", "face_up_per_player = 0", 1), "wounds.face_up_per_player for five"),
        (TEXT.replace('{ types = "rulebook"', '{ types = "a friend"', 1), "wounds.provenance: 'a friend' is none of"),
        (TEXT.replace("{ fr = true, de = true", "{ fr = true, de = false"), "draft_cards.de: five seats need 23"),
        (TEXT.replace('editions = ["fr", "de", "pl"]', 'editions = ["fr"]', 2), "quick_start: de has 4 pairs"),
        ("schema = ", "the file is not TOML"),
    ],
)
def test_what_is_wrong_is_told(text, told):
    assert any(told in problem for problem in check_data(text.encode()))


def test_what_is_no_text_is_told():
    assert check_data(b"\xff") == ["the file is not UTF-8"]


def test_a_kick_that_never_comes_is_told():
    lines = [re.sub('"red"', '"blue"', line) if line.startswith("links = ") else line for line in TEXT.splitlines()]
    lines = [re.sub(r'\["blue", "blue"\]', '["blue"]', line) for line in lines]
    never = [problem for problem in check_data("\n".join(lines).encode()) if "cannot be reached" in problem]

    assert never
    assert all(problem.endswith("links to red") for problem in never)


def test_a_game_names_a_set_and_keeps_what_it_holds():
    game = Nightfall(Library({"cheap": a_cheap_vulko()}))
    options = game.check_options({"cards": "cheap"}, ("s1", "s2"))
    state = game.setup(options, ("s1", "s2"), Seeded(b"cheap")).state

    assert state.cards["vulko"].cost == 1 != catalogue().cards["vulko"].cost
    assert game.check_options(options, ("s1", "s2")) == options
    assert game.data_for(options) == {"cards.toml": options["cards"]}
    assert game.data_file(options["cards"]) == a_cheap_vulko()
    assert game.describe().options["properties"]["cards"]["enum"] == ["built-in", "cheap"]


@pytest.mark.parametrize("cards", ["printed", "0" * 64, 3])
def test_a_set_that_there_is_not_is_refused(cards):
    with pytest.raises(Refused, match="cards"):
        Nightfall().check_options({"cards": cards}, ("s1", "s2"))


def test_a_set_that_is_not_fit_is_refused_with_what_is_wrong():
    game = Nightfall(Library({"pink": changed("vulko", r"^color = .*", 'color = "pink"')}))

    with pytest.raises(Refused, match="vulko: color 'pink'"):
        game.check_options({"cards": "pink"}, ("s1", "s2"))


def test_a_set_is_found_by_its_hash_when_its_name_is_gone():
    kept = Library({"cheap": a_cheap_vulko()}).chosen("cheap").sha256
    texts = {kept: a_cheap_vulko()}

    assert Library(find=texts.get).by_hash(kept).cards["vulko"].cost == 1
    with pytest.raises(BadSet, match="no card set"):
        Library().by_hash(kept)
    with pytest.raises(BadSet, match="another one"):
        Library(find={kept: TEXT}.get).by_hash(kept)


def pink():
    return changed("vulko", r"^color = .*", 'color = "pink"')


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_no_set_that_is_not_fit_is_taken_by_its_hash():
    with pytest.raises(Refused, match="vulko: color 'pink'"):
        Nightfall(Library({"pink": pink()})).check_options({"cards": sha256(pink())}, ("s1", "s2"))


def test_a_set_that_games_were_begun_with_was_fit_then_and_is_only_read():
    """A series, or a rematch, goes on with it by its hash; by its name it is offered no more."""
    game = Nightfall(Library({"pink": pink()}, {sha256(pink()): pink()}.get))
    assert game.check_options({"cards": sha256(pink())}, ("s1", "s2"))["cards"] == sha256(pink())
    with pytest.raises(Refused, match="vulko: color 'pink'"):
        game.check_options({"cards": "pink"}, ("s1", "s2"))


def test_a_game_that_was_begun_with_a_set_chooses_no_other():
    game = Nightfall(Library({"cheap": a_cheap_vulko(), "pink": pink()}))
    for text in (a_cheap_vulko(), pink()):
        begun = game.begun_with({"cards.toml": sha256(text)})
        for options in ({}, {"cards": sha256(text)}):
            assert begun.check_options(options, ("s1", "s2"))["cards"] == sha256(text)
        with pytest.raises(Refused, match="was begun with the card set"):
            begun.check_options({"cards": "built-in"}, ("s1", "s2"))


@pytest.mark.parametrize("change", [one_line_of_text, a_card_less, a_card_more], ids=lambda change: change.__name__)
def test_sets_are_compared_with_the_known_cards_of_their_program(change):
    """The file of the package before a release has changed it, and after."""
    then, now = TEXT, change(TEXT)
    later = read_data(now.encode())
    assert check_data(then.encode(), later) != [] == check_data(then.encode())
    assert Nightfall(Library(built_in=now.encode)).check_data(then.encode()) != []
    kept = Nightfall(Library({}, {sha256(then): then}.get, now.encode))
    assert kept.begun_with({"cards.toml": sha256(then)}).data == catalogue()
    assert kept.data == later


def test_a_card_without_code_is_told():
    assert "cold-snap: there is no such card" in Nightfall(Library(built_in=a_card_more(TEXT).encode)).check_data()[0]


def test_a_starting_deck_that_no_box_holds_is_not_read():
    text = TEXT.replace("starting_deck = 2", "starting_deck = 9999")
    with pytest.raises(BadSet, match="more than a starting deck may have"):
        Library(find={sha256(text): text}.get).by_hash(sha256(text))


def test_a_record_brings_its_card_set_with_it():
    catalog = Catalog(data={"nightfall": {"cheap": a_cheap_vulko()}})
    levels = {"s1": "greedy", "s2": "greedy"}
    players = {seat: player(level) for seat, level in levels.items()}
    log = play_logged(catalog, "cheap", "nightfall", {"cards": "cheap"}, list(levels), b"cheap", players, levels)
    record = read(export(log.table, log.entries, levels, ()).encode())

    verdict = audit(record, Catalog())

    assert (verdict.code, verdict.findings) == (CONSISTENT, ())
    assert list(record.files.values()) == [a_cheap_vulko()]
