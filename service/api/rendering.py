"""How answers are written: as JSON, by msgspec."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import flask
import msgspec
from flask.json.provider import DefaultJSONProvider

NDJSON = "application/x-ndjson"
"""The media type of JSON objects, one a line."""


class JsonResponse(flask.Response):
    """An answer that carries a JSON text, whose length is known, and leaves nothing open behind it."""

    def get_wsgi_response(self, environ: Any) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """What is sent: in an answer that all is well there is nothing to correct, and nothing to leave out."""
        if self.status_code != HTTPStatus.OK or environ["REQUEST_METHOD"] == "HEAD":
            return super().get_wsgi_response(environ)
        return self.iter_encoded(), self.status, self.headers.to_wsgi_list()


class FastJson(DefaultJSONProvider):
    """JSON answers written by msgspec, keys in the order in which they were put in."""

    def dumps(self, obj: Any, *, indent: int | None = None, **kwargs: Any) -> str:
        text = msgspec.json.encode(obj)
        return (msgspec.json.format(text, indent=indent) if indent else text).decode()

    def response(self, *args: Any, **kwargs: Any) -> flask.Response:
        """The answer that carries a value, given by position or by names."""
        return json_response(self._prepare_response_obj(args, kwargs))


def json_response(value: Any, status: int = HTTPStatus.OK) -> flask.Response:
    """The answer that carries a value."""
    return JsonResponse(msgspec.json.encode(value) + b"\n", status, content_type="application/json")


def file_response(content: bytes, name: str, kind: str = "application/json") -> flask.Response:
    """The answer that carries a file to be kept, under this name and of this media type."""
    response = flask.Response(content, mimetype=kind)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def ndjson_response(lines: Iterable[Any]) -> flask.Response:
    """The answer that carries one value a line, each sent as soon as it is there."""
    return flask.Response((msgspec.json.encode(line) + b"\n" for line in lines), mimetype=NDJSON)
