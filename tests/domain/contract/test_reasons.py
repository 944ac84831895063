"""Reasons: an English sentence that knows the message it was made of."""

import pytest

from domain.contract.game import Refused
from domain.contract.reason import Reason


def test_a_reason_is_its_message_with_the_fields_filled_in():
    why = Reason("{seat} is taken", seat="s2")
    assert (str(why), why.message, why.fields) == ("s2 is taken", "{seat} is taken", {"seat": "s2"})
    assert str(Reason("a {brace} stays")) == "a {brace} stays"


@pytest.mark.parametrize("said", [None, 3, ["no"]])
def test_nothing_is_refused_without_a_reason_in_words(said):
    with pytest.raises(TypeError, match="is no sentence"):
        Refused("illegal", said)


def test_a_reason_knows_what_it_speaks_of_and_was_not_given():
    assert Reason("{seat} has {count}", seat="s1", count=0).untold == []
    assert Reason("{seat} has {count}", seat=None, count=0).untold == ["seat"]
    assert Reason("{seat!r} is free").untold == ["seat"]
    assert Reason("it is over").untold == []
