"""Forms of options from their schemas, and back."""

import pytest
from werkzeug.datastructures import MultiDict

from service.errors import ServiceError
from service.web.games.options import option_fields, read_options

SCHEMA = {
    "required": ["map"],
    "properties": {
        "sums": {"type": "object"},
        "side": {"type": ["string", "null"], "enum": ["left", "right", None]},
        "map": {"enum": ["hills", "coast"]},
        "edition": {"enum": ["fr", "de"], "default": "de"},
        "extras": {"type": "array", "items": {"enum": ["a", "b"]}, "default": []},
        "quick": {"type": "boolean"},
        "goal": {"type": "integer", "minimum": 1, "maximum": 9, "default": 5},
        "code": {"type": "string"},
        "cards": {"enum": ["built-in"], "default": "built-in"},
    },
}


def test_each_option_has_the_field_that_its_schema_asks_for():
    fields = {field.name: field for field in option_fields(SCHEMA)}
    kinds = {name.partition(":")[2]: field.kind for name, field in fields.items()}
    assert kinds == {
        "side": "choice", "map": "choice", "edition": "choice", "extras": "set", "quick": "flag", "goal": "number",
        "code": "text", "sums": "json",
    }  # fmt: skip
    assert list(fields)[-1] == "option:sums"
    assert fields["option:side"].values == ["left", "right"]
    assert fields["option:map"].required
    assert (fields["option:goal"].default, fields["option:goal"].least, fields["option:goal"].most) == ("5", 1, 9)


def test_what_is_left_empty_keeps_its_default():
    form = MultiDict({"option:goal": " ", "option:edition": "", "option:sums": ""})
    assert read_options(SCHEMA, form) == {"quick": False}


def test_what_is_filled_in_is_read_by_its_type():
    form = MultiDict(
        [("option:extras", "a"), ("option:extras", "b"), ("option:quick", "yes"), ("option:goal", "3"),
         ("option:code", "007"), ("option:sums", '{"s1": 4}'), ("option:side", "left"), ("other", "x")]
    )  # fmt: skip
    assert read_options(SCHEMA, form) == {
        "extras": ["a", "b"], "quick": True, "goal": 3, "code": "007", "sums": {"s1": 4}, "side": "left",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"option:goal": "many"}, "Goal is a number from 1 to 9"),
        ({"option:sums": "{"}, "Sums: '{' cannot be read"),
        ({"option:goal": "1.5"}, "Goal is a number from 1 to 9"),
        ({"option:goal": "true"}, "Goal is a number from 1 to 9"),
    ],
)
def test_what_cannot_be_read_is_told(fields, reason):
    with pytest.raises(ServiceError) as error:
        read_options(SCHEMA, MultiDict(fields))
    assert (error.value.code, error.value.reason) == ("malformed", reason)
