"""The building blocks of the schemas: marshmallow fields that take a value of the right type or none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate, validates_schema

from domain.contract.game import Refused
from domain.contract.quantities import Bounds, points, points_schema, whole
from domain.log.canon import LIMIT
from service.people.names import LONGEST

MAX_INTEGER = LIMIT - 1


class Fixed(Schema):
    """A schema that stays as it is once it is made: what describes an operation is copied often, and shares it."""

    def __deepcopy__(self, copied: dict[int, Any]) -> Self:
        return self


class Wanted(Fixed):
    """What a request holds; unknown fields are refused."""

    class Meta:
        unknown = RAISE


class ExactlyOne(Wanted):
    """What a request holds, with exactly one of the fields named in `choices`."""

    choices: ClassVar[tuple[str, ...]]

    @validates_schema
    def exactly_one(self, data: Mapping[str, Any], **kwargs: Any) -> None:
        if len(data.keys() & set(self.choices)) != 1:
            raise ValidationError(f"exactly one of {', '.join(self.choices)}")


class Shown(Fixed):
    """What an answer holds. Fields may be added to it later: a client leaves alone what it does not know."""

    class Meta:
        unknown = EXCLUDE


class Documented(fields.Raw):
    """A value that something else validates; `json_schema` is how the OpenAPI document describes it."""

    def __init__(self, json_schema: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.json_schema = dict(json_schema)


class Map(fields.Dict):
    """A JSON object with any content; something else validates it. `json_schema` describes it."""

    def __init__(self, json_schema: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.json_schema = dict(json_schema or {})


class TrueOrFalse(fields.Boolean):
    """`true` or `false`, and nothing that merely looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Whole(fields.Integer):
    """A whole number of JSON, from `least` up; no text, no boolean."""

    def __init__(self, least: int = 0, most: int = MAX_INTEGER, **kwargs: Any) -> None:
        super().__init__(strict=True, validate=validate.Range(least, most), **kwargs)


class Bounded(Whole):
    """A whole number of JSON within the bounds of its kind."""

    def __init__(self, bounds: Bounds, **kwargs: Any) -> None:
        super().__init__(bounds.least, bounds.most, **kwargs)


class Count(fields.Integer):
    """A whole number in a query string."""

    def __init__(self, least: int = 0, most: int = MAX_INTEGER, **kwargs: Any) -> None:
        super().__init__(validate=validate.Range(least, most), **kwargs)

    def _validated(self, value: Any) -> int:
        number = whole(value) if isinstance(value, str) else value
        if type(number) is not int:
            raise self.make_error("invalid", input=value)
        return number


class Points(fields.Field[Any]):
    """A number of points as it is typed: a whole number, or a text that says a fraction."""

    json_schema = points_schema()

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            points(value)
        except Refused as refused:
            raise ValidationError(refused.reason) from None
        return value


class Switch(fields.Boolean):
    """`true` or `false` in a query string; given without a value it is true."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(truthy={"true", "1", "yes", ""}, falsy={"false", "0", "no"}, **kwargs)


class Text(fields.String):
    """A text that a regular expression matches from its beginning to its end."""

    def __init__(self, pattern: str, error: str, description: str = "", **kwargs: Any) -> None:
        shown = {"pattern": f"^(?:{pattern})$"} | ({"description": description} if description else {})
        super().__init__(validate=_matching(pattern, error), metadata=shown, **kwargs)


class SeatId(Text):
    """A seat: `s1`, `s2`, ..."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("s[1-9][0-9]?", "a seat is s1, s2, ...", **kwargs)


class Hex32(Text):
    """32 bytes in lower-case hex."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("[0-9a-f]{64}", "32 bytes in lower-case hex", **kwargs)


class Name(fields.String):
    """An account's name as a request gives it; the accounts know the whole rule."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate=(validate.Length(1, LONGEST), _printable), **kwargs)


def json_schema_of(converter: Any, field: fields.Field[Any], **kwargs: Any) -> dict[str, Any]:
    """The attribute function by which apispec describes `Documented` and `Map` fields."""
    return dict(getattr(field, "json_schema", {}))


def _matching(pattern: str, error: str) -> Callable[[str], None]:
    expression = re.compile(pattern)

    def match(text: str) -> None:
        if expression.fullmatch(text) is None:
            raise ValidationError(error)

    return match


def _printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError("only printable characters")
