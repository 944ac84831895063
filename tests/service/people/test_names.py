"""Which names people and things may have: what can be read, and passes for nobody else's."""

import pytest

from domain.bots.levels import LEVELS
from service.errors import ServiceError
from service.people.names import RESERVED, checked_name, checked_persons_name, skeleton


def refusal(check, name):
    with pytest.raises(ServiceError) as error:
        check(name)
    assert error.value.code == "malformed"
    return error.value.reason


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("\u0430nna", "\u0430nna"),
        ("Ol\u0435g", "Ol\u0435g"),
        ("\u039cary Ann", "\u039cary"),
        ("Mary \u0391nn", "\u0391nn"),
        ("p4\u0443", "p4\u0443"),
        ("ann-\u0430nn", "\u0430nn"),
        ("\u0410\u0392", "\u0410\u0392"),
        ("\u00b5Torrent", "\u00b5Torrent"),
        ("\uff21\u043dn", "\uff21\u043dn"),
    ],
)
def test_a_word_of_several_scripts_is_refused_by_name(name, word):
    assert refusal(checked_name, name) == f"the word {word!r} mixes scripts whose letters look alike"


@pytest.mark.parametrize(
    "name",
    [
        "José", "Анна", "Ελένη", "Mr Олег", "Анна-Maria", "O'Brien", "東京Tower", "ひらがなカタカナ漢字", "김철수K",
        "ann_77", "ﬁn",
    ],
)  # fmt: skip
def test_words_of_one_script_and_those_that_are_written_together_are_welcome(name):
    assert checked_persons_name(name) == name


def test_a_name_is_brought_to_normal_form():
    assert checked_name("A\u0301nn") == "\u00c1nn"


@pytest.mark.parametrize("name", ["", " ", " ann", "ann ", "a\nb", "a\u200bb", "\u3164", "a\ufe0f", "\u2800", "\u034f"])
def test_a_name_can_be_seen(name):
    assert refusal(checked_name, name).startswith("a name ")


@pytest.mark.parametrize("unseen", ["\u3164", "\ufffc", "\U0001d159", "\U00016fe4"])
def test_nothing_unseen_makes_a_second_name_of_one(unseen):
    assert refusal(checked_name, f"Ann {unseen}").startswith("a name is printable")


def test_no_name_is_another_with_more_space_in_it():
    """A page draws several spaces as one."""
    assert checked_name("Mary Ann") == "Mary Ann"
    assert refusal(checked_name, "Mary  Ann").startswith("a name is printable")


def test_a_letter_has_no_tower_of_marks():
    assert checked_name("n\u0323\u0304\u0301ame")
    assert refusal(checked_name, "n" + "\u0301" * 5) == "a letter of a name has four marks at most"


@pytest.mark.parametrize("name", RESERVED)
def test_what_speaks_for_the_installation_is_nobodys_name(name):
    for written in (name, name.upper(), name.title()):
        assert "reserved" in refusal(checked_persons_name, written)


@pytest.mark.parametrize(
    "name",
    [
        "ADMlN", "adm1n", "ａｄｍｉｎ", "𝐚𝐝𝐦𝐢𝐧", "Ádmin", "admins", "a d m i n", "supp0rt", "Night-Ledger",
        "Nightledger Support", "oper\u0101tor", "ᴀᴅᴍɪɴ", "🅐🅓🅜🅘🅝", "🅰🅳🅼🅸🅽", "🇦🇩🇲🇮🇳", "⒜⒟⒨⒤⒩", "s\u1d1cpport",
    ],
)  # fmt: skip
def test_it_is_compared_by_what_it_looks_like(name):
    assert "reserved" in refusal(checked_persons_name, name)


@pytest.mark.parametrize("name", ["Beginner (AI)", "Expert 2 (al)", "Anfänger (KI)", "Ann [A1]"])
def test_nobody_is_called_as_an_ai_is(name):
    assert "reserved" in refusal(checked_persons_name, name)


@pytest.mark.parametrize(
    "name", ["Ai", "Ann (Bonn)", "Expert", "Adminah", "John Support", "Mel", "Clockwork", "Greedy Smaug"]
)
def test_a_name_that_only_holds_a_reserved_word_is_welcome(name):
    assert checked_persons_name(name) == name


def test_things_may_be_called_what_people_may_not():
    assert [checked_name(name) for name in ("System", "A/B", *LEVELS)] == ["System", "A/B", *LEVELS]


def test_what_looks_alike_has_one_skeleton():
    assert skeleton("\u0440\u0430\u0443\u0440\u0430l") == skeleton("paypal")
    assert skeleton("rnodern") == skeleton("modern")
    assert skeleton("ann") != skeleton("bob")
