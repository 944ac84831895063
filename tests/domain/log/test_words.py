"""Words are replaced by references wherever an action's types say that there may be some."""

import pytest

from domain.contract.game import Action, Refused, Text
from domain.log.words import LONGEST, Words, references, with_references


class Speech(Action, tag="speech", frozen=True):
    plain: str = ""
    said: Text | str | None = None
    to: dict[str, Text | str] = {}
    lines: tuple[Text | str, ...] = ()
    optional: tuple[Text | str, ...] | None = None


def kept():
    words = []

    def keep(text):
        words.append(text)
        return Text(f"t{len(words)}", "commitment")

    return words, keep


def test_only_fields_for_words_are_touched():
    words, keep = kept()
    action = with_references(Speech("a", "b", {"s1": "c"}, ("d", "e"), ("f",)), keep)
    assert words == ["b", "c", "d", "e", "f"]
    assert action == Speech(
        "a", Text("t1", "commitment"), {"s1": Text("t2", "commitment")},
        (Text("t3", "commitment"), Text("t4", "commitment")), (Text("t5", "commitment"),),
    )  # fmt: skip


def test_an_action_without_words_is_left_alone():
    words, keep = kept()
    action = Speech("a")
    assert with_references(action, keep) == action
    assert words == []


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", f"words have 1 to {LONGEST} characters"),
        ("  ", f"words have 1 to {LONGEST} characters"),
        ("x" * (LONGEST + 1), f"words have 1 to {LONGEST} characters"),
        (Text("t1", "c"), "words are posted as a text"),
    ],
)
def test_nothing_too_much_and_somebody_elses_reference_are_refused(said, reason):
    with pytest.raises(Refused) as refused:
        with_references(Speech(said=said), kept()[1])
    assert (refused.value.code, refused.value.reason) == ("malformed", reason)


def test_references_are_found_in_anything_shown():
    reference = {"id": "t1", "commitment": "c"}
    shown = {"a": [1, {"b": reference}], "c": {"id": "no", "commitment": "no", "more": 1}, "d": ({"e": reference},)}
    assert list(references(shown)) == [Text("t1", "c"), Text("t1", "c")]
    assert list(references(None)) == []


def test_the_commitment_hides_and_binds():
    nonce = "00" * 32
    assert Words("yes", nonce).commitment() != Words("no", nonce).commitment()
    assert Words("yes", nonce).commitment() != Words("yes", "11" * 32).commitment()
