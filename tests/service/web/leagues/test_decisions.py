"""What an organiser types into the form of decisions."""

import pytest
from werkzeug.datastructures import MultiDict

from service.errors import ServiceError
from service.web.leagues.league_forms import decision_of


def corrected(text):
    """The result that a correction of this text says."""
    form = MultiDict({"verb": "correct", "stage": "1/A/1", "table": "1", "result": text, "reason": " a slip "})
    verb, arguments = decision_of(form)
    assert (verb, arguments.pop("stage"), arguments.pop("table"), arguments.pop("reason")) == (
        "correct", "1/A/1", 1, "a slip",
    )  # fmt: skip
    return arguments


def test_a_result_says_who_came_before_whom():
    assert corrected("e3 > e1 = e2 > e4") == {"places": {"e3": 1, "e1": 2, "e2": 2, "e4": 4}}
    assert corrected("e3>e1") == {"places": {"e3": 1, "e1": 2}}
    assert corrected(" void ") == {"void": True}


@pytest.mark.parametrize("text", ["e3 e1", "e3 > e1 e2", "e3 = e1 e2 > e4"])
def test_entrants_without_a_sign_between_them_are_nobodys_tie(text):
    with pytest.raises(ServiceError, match="between two entrants stands > or =") as refused:
        corrected(text)
    assert refused.value.code == "malformed"
