"""Refusals: all that a page can show are messages, told in the reader's language with the names of the table."""

import ast

import pytest

from domain.contract.game import Refused
from domain.contract.places import listed
from domain.contract.reason import AllOf, OneOf, Reason
from service.dev.messages import CASES, FOR_PROGRAMS, HERE, REFUSALS, REFUSING
from service.errors import ServiceError
from service.language.catalogues import catalogue
from service.language.names import Names
from service.language.refusals import told

GIVEN_ON = {
    "reason", "said", "problem", "fault", "NO_SEAT", "HAS_BEGUN", "NO_MESSAGE", "WRONG_CREDENTIALS", "ANOTHER_PASSWORD",
    "WHY_NOT[why]", "_refusal(str(url.hostname))",
}  # fmt: skip
"""A message that another line has made."""

ENGLISH = {
    "str(error)": "what does not fit a form, as the libraries say it: pages post no such forms",
    "f'clock: {error}'": "the same",
    "f'{SHARED}: {error}'": "the same",
    "f'options: {error}'": "the same",
    "f'plan: {error}'": "the same",
    "f'save: {error}'": "the same",
    "f'no character: {error}'": "the same",
    "f'no record can hold this: {error}'": "the same",
    "f'this is no address: {error}'": "the same",
    "f'{text!r} cannot be read: {error}'": "the same, of JSON that was typed where a page has no form",
    "f'cards: {bad}; there are {names}'": "a file of the installation is at fault",
    "f'the position cannot be folded: {type(error).__name__}: {error}'": "a fault of the program",
    "f'there is no such {self._kind}'": "each is in the vocabulary",
    "error.description or str(error.error)": "what an app did wrong, by a standard for programs",
    "error.description or error.name": "what HTTP says",
}
"""What stays English, and why."""


def refusals():
    """Each reason that is given in the rooms whose refusals pages show: file, line, expression."""
    for file in (file for room in REFUSING for file in sorted(room.rglob("*.py"))):
        place = str(file.relative_to(HERE))
        if place.startswith(FOR_PROGRAMS) or place.endswith(CASES):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
                (position,) = REFUSALS[node.func.id] or (1,)
                if len(node.args) >= position:
                    yield place, node.lineno, node.args[position - 1]


def is_message(given):
    """Whether it is a message, or chosen from messages."""
    match given:
        case ast.Constant(value=str()):
            return True
        case ast.IfExp():
            return is_message(given.body) and is_message(given.orelse)
        case ast.Call(func=ast.Name(id="Reason")):
            return True
    return ast.unparse(given) in GIVEN_ON


def test_every_refusal_that_a_page_can_show_is_a_message():
    found = [(place, line, ast.unparse(given)) for place, line, given in refusals() if not is_message(given)]
    assert [one for one in found if one[2] not in ENGLISH and "state.round" not in one[2]] == []
    assert set(ENGLISH) <= {given for _, _, given in found}, "one that is gone needs no reason"


def test_a_reason_is_its_english_sentence():
    refused = Refused("illegal", "this card costs {cost}", cost=3)
    assert (refused.reason, str(refused)) == ("this card costs 3", "illegal: this card costs 3")
    assert type(refused.reason) is str, "it is stored and compared as any text"
    assert ServiceError.of(refused).why.fields == {"cost": 3}


def test_a_message_without_fields_keeps_its_braces():
    assert Reason("a note has {longest} characters") == "a note has {longest} characters"


@pytest.fixture
def names(catalog):
    """Names of a table of Nightfall at which Ann sits, in German."""
    return Names({"vulko": "Vulko"}, {"s1": "Ann"}, catalog["nightfall"], catalogue("de", catalog["nightfall"]))


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (Reason("this card costs {cost}", cost=3), "diese Karte kostet 3"),
        (Reason("{seat} is taken", seat="s1"), "dieser Platz ist besetzt: Ann"),
        (Reason("unknown card {name!r}", name="vulko"), "unbekannte Karte 'vulko'"),
        (Reason("the game is closed ({cause})", cause="void"), "die Partie ist geschlossen (ungültig)"),
        (
            Reason("stage {number}: {fault}", number=1, fault=Reason("no tie-break stands twice")),
            "Etappe 1: keine Feinwertung steht zweimal",
        ),
    ],
)
def test_a_reason_is_told_with_names_and_words(names, why, said):
    assert told(why, names.catalogue, names) == said


def test_possibilities_are_told_with_their_verbs(names):
    why = Reason("{verb} is not open now; {seat} may {verbs}", verb="attack", seat="s1", verbs=OneOf(("block", "pass")))
    assert str(why) == "attack is not open now; s1 may block or pass"
    assert told(why, names.catalogue, names) == "Angreifen geht jetzt nicht; Ann hat die Wahl: Blocken oder Passen"


def test_what_is_asked_for_together_is_told_in_the_language(catalog):
    words = catalogue("fr", catalog["darkness"])
    rated = Reason("{attribute} {value} or more", attribute="Agility", value=3)
    why = Reason("{occupation} asks for {asked} (WD-CHAR-4)", occupation="Cook", asked=AllOf((rated, "Cooking")))
    assert str(why) == "Cook asks for Agility 3 or more and Cooking (WD-CHAR-4)"
    assert " 3 ou plus et " in told(why, words)


def test_those_of_whom_a_reason_speaks_are_told_by_name_and_joined_in_the_language(catalog):
    seats = {"s1": "Ann", "s2": "Ben", "s3": "Cyd"}
    names = Names({}, seats, catalog["nightfall"], catalogue("de", catalog["nightfall"]))
    why = Reason("no place is given for {missing}", missing=listed(["s1", "s2", "s3"]))
    assert str(why) == "no place is given for s1, s2 and s3"
    assert told(why, names.catalogue, names) == "für Ann, Ben und Cyd ist keine Platzierung angegeben"


def test_what_has_no_translation_is_left_to_be_told_in_english(names):
    assert told(Reason("Expected `int`, got `str`"), names.catalogue, names) is None
    assert told(Reason("Expected `int`, got `str`"), catalogue("en")) == "Expected `int`, got `str`"
