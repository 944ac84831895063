"""The catalogues: complete, with the same fields as their messages, and every form of the plural."""

import json
import lzma
import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from domain.contract.facets.told import sentences
from domain.league.breakdown import ADJUSTMENT, PART_KINDS
from domain.league.conduct.state import Dispute
from domain.league.ratings import REASONS
from domain.league.state import Season, Stage
from service.dev.messages import catalogues, is_filled, read
from service.games.shapes.answers import STATUSES
from service.language.catalogues import catalogue
from service.language.lines import lines
from service.language.names import Names, described
from service.leagues.answer_shapes import ListedLeague
from service.web.games.options import option_fields
from service.web.teaching.printed import shelves

FIELD = re.compile(r"\{(\w+(?:![r])?)\??(?::[^}]*)?\}")
COUNTED = re.compile(r"\{\w+:([^}]*)\}")
FORMS = {"fr": 2, "de": 2, "pl": 3}
PLACE = re.compile(r"s\d+|[\d#,-]+|[nesw]|[0-9a-f]{16,}|any|greedy|random|search")
"""What is said as it is: seats, numbers, sides, hashes, levels."""

TOLD_BY_OPERATORS = ("GameOpened",)

TORN = re.compile(r"\w'\w|[^\s,] [:;!?»](?!\w)|« ")
"""A typewriter's apostrophe, or a sign that a line may break before: French has neither."""

GAMES = ("darkness", "last-spell", "nightfall")

TRANS = re.compile(r"{% trans (.*?)%}(.*?){% endtrans %}", re.DOTALL)
"""The fields of a message of a template, and the message as it is looked up when a page is made."""

PUT_IN = re.compile(r"{% trans .*?{% endtrans %}|{{.*?}}|{%.*?%}", re.DOTALL)

SAYING = re.compile(r'\b(?:title|alt|placeholder|aria-label)="([^"]*[^\W\d_]{2}[^"]*)"')
"""What an attribute says by itself that people read or hear."""


def fields(sentence):
    """What a message is filled with."""
    return set(FIELD.findall(sentence)) | set(re.findall(r"%\((\w+)\)", sentence))


@pytest.fixture(scope="module")
def found():
    """Each catalogue: file, language, the messages that it has to translate, what lies in it."""
    return [(file, language, set(messages), read(file, language)) for file, language, messages in catalogues()]


@pytest.fixture(scope="module")
def translated(found):
    """Each translation: language, message, its forms as they are said."""
    return [
        (language, message.id, message.string) for _, language, _, lying in found for message in lying if message.id
    ]


def test_every_message_is_translated_and_nothing_else(found):
    for file, _, messages, lying in found:
        assert {message.id for message in lying if message.id} == messages, f"{file}: run make messages"
        missing = [message.id for message in lying if message.id and not is_filled(message.string)]
        fuzzy = [message.id for message in lying if message.id and message.fuzzy]
        assert (missing, fuzzy) == ([], []), file


def test_a_translation_has_the_fields_of_its_message(translated):
    for language, message, said in translated:
        forms = (said,) if isinstance(said, str) else said
        wanted = fields(message) if isinstance(message, str) else fields(message[-1])
        assert [fields(form) for form in forms] == [wanted] * len(forms), (language, message)


def test_every_form_of_the_plural_is_filled(translated):
    for language, message, said in translated:
        if not isinstance(message, str):
            assert len(said) == FORMS[language], (language, message)
        elif COUNTED.search(message):
            numbers = [len(forms.split("|")) for forms in COUNTED.findall(said)]
            assert numbers == [FORMS[language]] * len(numbers), (language, message)


def test_parts_that_may_be_left_out_stay_closed(translated):
    for language, message, said in translated:
        if isinstance(said, str):
            assert said.count("[") == said.count("]") == message.count("["), (language, message)
            assert said[:1].isspace() == message[:1].isspace(), (language, message)


def test_french_has_its_apostrophe_and_keeps_its_signs_by_their_words(translated):
    forms = [(said,) if isinstance(said, str) else said for language, _, said in translated if language == "fr"]
    assert [form for each in forms for form in each if TORN.search(form)] == []


def test_templates_look_up_what_was_gathered_and_choose_the_plural_by_its_count():
    for template in Path("service/web/templates").rglob("*.html"):
        for given, message in TRANS.findall(template.read_text()):
            assert message == " ".join(message.split()), f"{template}: spaces are taken off what is gathered"
            assert "," not in given or "{% pluralize %}" not in message, f"{template}: which of {given} counts?"


def test_what_an_attribute_of_a_template_says_is_a_message():
    for template in Path("service/web/templates").rglob("*.html"):
        plain = PUT_IN.sub("", template.read_text("utf-8"))
        assert [said for said in SAYING.findall(plain) if said != "JSON"] == [], template


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", ["1 mage tombe, reste 4 mages", "5 mages tombent, reste 0 mage"]),
        ("de", ["1 Magier fällt, noch 4 übrig", "5 Magier fallen, noch 0 übrig"]),
        ("pl", ["1 mag ginie, w kręgu 4 magowie", "5 magów ginie, w kręgu 0 magów"]),
    ],
)
def test_numbers_take_the_form_of_their_language(catalog, language, told):
    names = Names.of_game(catalog["last-spell"], language)
    phrases = sentences(catalog["last-spell"]).events["MagesLost"]
    assert names.told(phrases, {"amount": 1, "left": 4}) == told[0]
    assert names.told(phrases, {"amount": 5, "left": 0}) == told[1]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", ["À qui", "Sur", "Garder", "Combattre", "Chercher", "Blocage"]),
        ("de", ["Wen", "Worüber", "Behalten", "Kämpfen", "Suche", "Blocken"]),
        ("pl", ["Kogo", "Dotyczy", "Zachowaj", "Walcz", "Szukanie", "Blok"]),
    ],
)
def test_a_word_of_a_game_is_not_told_as_the_same_word_of_a_page(catalog, language, told):
    names = Names.of_game(catalog["darkness"], language)
    assert [names.titled(word) for word in ("of", "on", "keep", "fight", "search", "block")] == told


def test_a_language_that_there_is_not_is_english():
    assert catalogue("eo").told("Games") == "Games"
    assert catalogue("de").told("Games") == "Partien"


class Listening(Names):
    """Names that notes what it has no word for."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.unknown = set()

    def card(self, card):
        kind, colon, _ = card.partition(":")
        if not {card, kind + colon} & self._labels.keys() and not PLACE.fullmatch(card):
            self.unknown.add(card)
        return super().card(card)


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_whole_game_is_mixed(catalog, game):
    """What events hold has a name or a word in every language: nothing is told as it is spelt in the log."""
    names = Listening.of_game(catalog[game], "pl")
    for file in sorted(Path(f"tests/games/{game}").iterdir())[:6]:
        record = json.loads(lzma.decompress(file.read_bytes()))
        begun = [entry for entry in record["events"] if entry["type"] not in TOLD_BY_OPERATORS]
        lines([{**entry, "at": 0, "private": {}} for entry in begun], names, sentences(catalog[game]).events)
    assert names.unknown == set()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_printed_or_chosen_is_told_as_it_is_spelt(catalog, game):
    """What stands on cards and pieces, and what options choose from, has a name or a word too."""
    names = Listening.of_game(catalog[game], "pl")
    shelves(names)
    for option in option_fields(described(catalog[game]).options):
        if option.kind in ("choice", "set"):
            names.say(list(option.values))
    assert names.unknown == set()


def test_every_status_cause_and_kind_has_a_translation():
    own = catalogue("pl")
    leagues = [get_type_hints(kept)["status"] for kept in (Season, Stage, Dispute, ListedLeague)]
    told = [*STATUSES, *(status for one in leagues for status in get_args(one)), *REASONS.values(), *PART_KINDS]
    assert [status for status in told if own.told(status) == status] == [ADJUSTMENT], "it has a sentence of its own"
