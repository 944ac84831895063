"""How a use case's answer becomes a response."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import request

from service.api.conditions import quoted
from service.api.context import services
from service.api.schemas import LOG_POSITION
from service.games import answer_shapes as shapes
from service.games.idempotency import IdempotentRequest, Keep, once
from service.games.shapes import Answer

Headed = tuple[Any, dict[str, str]]
"""A body and its headers."""


ETAG = "Changes whenever the game does; may be sent as If-Match and If-None-Match."

COMMAND_HEADERS = {
    "Log_Position": "The log position from which on every read shows what was stored.",
    "Idempotent_Replayed": "`true`: an earlier request with this Idempotency-Key stored it.",
}
"""What the headers of a command's answer mean."""

OPENED_HEADERS = {"Location": "The game.", "ETag": ETAG, **COMMAND_HEADERS}
"""What the headers mean when a game was opened."""


def answered(answer: Answer) -> Headed:
    """The body `{game, events, receipt}` and the headers of a command's answer; it is encoded with what was stored."""
    events, receipt = list(answer.shown.as_text()), shapes.Receipt(**answer.receipt)
    return shapes.Answer(game=answer.game, events=events, receipt=receipt), _headers(answer)


def _headers(answer: Answer) -> dict[str, str]:
    return {LOG_POSITION: str(answer.position), **replayed(answer.repeated)}


def opened_once(account: str, key: str | None, open_it: Callable[[Keep], str]) -> tuple[str, bool]:
    """The id of what this request opens, or has opened already under the same key, and whether it had.

    `open_it` is given what it must store in the transaction that opens it.
    """
    parts = services()
    asked = IdempotentRequest(account, request.path, key, request.get_data())
    return once(parts.store, parts.clock(), asked, open_it)


def replayed(repeated: bool) -> dict[str, str]:
    """The header that says so if an earlier request has done it."""
    return {"Idempotent-Replayed": "true"} if repeated else {}


def opened(game_id: str, account: str, location: str, *, repeated: bool = False) -> Headed:
    """The body and the headers of the answer when the account has opened a game."""
    parts = services()
    view = parts.ledger.view(game_id, account)
    receipt = parts.signer.receipt(game_id, view.version, view.head)
    headers = {
        "Location": location,
        "ETag": quoted(parts.ledger.etag(game_id, account)),
        LOG_POSITION: str(parts.store.position()),
        **replayed(repeated),
    }
    return shapes.Opened.of(view, receipt=shapes.Receipt(**receipt)), headers
