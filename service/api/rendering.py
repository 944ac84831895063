"""How answers are written: as JSON, by msgspec."""

from __future__ import annotations

from typing import Any

import flask
import msgspec
from flask.json.provider import DefaultJSONProvider


class FastJson(DefaultJSONProvider):
    """JSON answers written by msgspec, keys in the order in which they were put in."""

    def dumps(self, obj: Any, *, indent: int | None = None, **kwargs: Any) -> str:
        text = msgspec.json.encode(obj)
        return (msgspec.json.format(text, indent=indent) if indent else text).decode()

    def response(self, *args: Any, **kwargs: Any) -> flask.Response:
        """The answer that carries a value, given by position or by names."""
        return json_response(self._prepare_response_obj(args, kwargs))


def json_response(value: Any) -> flask.Response:
    """The answer that carries a value."""
    return flask.Response(msgspec.json.encode(value) + b"\n", mimetype="application/json")
