"""A form counts once, however often it is sent: by a double click, or again by a browser that got no answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Response, make_response, request

from domain.contract.chance import joined
from service.api import session
from service.api.context import services
from service.store.repeats import KeyedRequest
from service.store.vault import Vault

View = Callable[..., Any]


class Sent(msgspec.Struct, array_like=True):
    """What the sending of a form led to: an answer, and what the session held then."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    session: dict[str, Any]


class _Form:
    """The form of a request. What it led to is kept so that only who sends this very form can read it."""

    def __init__(self, nonce: str) -> None:
        secret = joined(request.form.get(session.FORM_TOKEN, ""), nonce)
        content = urlencode(sorted([*request.form.items(multi=True), *_files()]))
        # What was changed after going back to the page is another request, and so is part of the key.
        self.keyed = KeyedRequest.of("page", secret.hex(), request.path, content, body=b"")
        self._vault = Vault(hashlib.sha256(secret).digest())

    def to_keep(self, response: Response, stored: bool) -> bytes | None:
        """What is kept of its answer; a form that was refused has stored nothing, and may be sent again."""
        if not stored:
            return None
        headers = [(name, value) for name, value in response.headers if name not in ("Content-Length", "Set-Cookie")]
        sent = Sent(response.status_code, headers, response.get_data(), session.lasting())
        return self._vault.seal(self.keyed.key, msgspec.msgpack.encode(sent))

    def again(self, kept: bytes) -> Response:
        """The answer that was kept, the session being as it was then."""
        sent = msgspec.msgpack.decode(self._vault.open(self.keyed.key, kept), type=Sent)
        session.put_back(sent.session)
        return Response(sent.body, sent.status, sent.headers)


def _files() -> Iterator[tuple[str, str]]:
    """The name of each file that was sent, with a hash of what is in it."""
    for name, file in request.files.items(multi=True):
        yield name, hashlib.sha256(file.read()).hexdigest()
        file.seek(0)


def sent_once(view: View) -> View:
    """The view, carried out once for each form that is sent to it; a form without a nonce counts each time."""

    @wraps(view)
    def once(**arguments: Any) -> Any:
        nonce = request.form.get(session.NONCE) if request.method == "POST" else None
        if not nonce or session.FORM_TOKEN not in request.form:
            return view(**arguments)
        form = _Form(nonce)
        done = services().repeats.once(form.keyed, lambda: make_response(view(**arguments)), form.to_keep)
        return form.again(done) if isinstance(done, bytes) else done

    return once
