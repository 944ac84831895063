"""How a use case's answer becomes a response."""

from __future__ import annotations

from typing import Any

from service.api.conditions import quoted
from service.api.context import services
from service.api.repeats import REPLAYED
from service.api.schemas import LOG_POSITION
from service.games.shapes import CommandResult
from service.games.shapes import answers as shapes

Headed = tuple[Any, dict[str, str]]
"""A body and its headers."""


ETAG = "Changes whenever the game does; may be sent as If-Match and If-None-Match."

COMMAND_HEADERS = {
    "Log_Position": "The log position from which on every read shows what was stored.",
    "Idempotent_Replayed": "`true`: an earlier request with this Idempotency-Key stored it.",
}
"""What the headers of a command's answer mean."""

POSITION_HEADER = {"Log_Position": COMMAND_HEADERS["Log_Position"]}
"""What the header means, where an answer tells the position alone."""

OPENED_HEADERS = {"Location": "The game.", "ETag": ETAG, **COMMAND_HEADERS}
"""What the headers mean when a game was opened."""


def answered(answer: CommandResult) -> Headed:
    """The body `{game, events, receipt}` and the headers of a command's answer; it is encoded with what was stored."""
    events, receipt = list(answer.shown.as_text()), shapes.Receipt(**answer.receipt)
    return shapes.Answer(game=answer.game, events=events, receipt=receipt), _headers(answer)


def _headers(answer: CommandResult) -> dict[str, str]:
    told = {LOG_POSITION: str(answer.position)}
    return {**told, REPLAYED: "true"} if answer.repeated else told


def position() -> dict[str, str]:
    """The header that says how far the log goes by now."""
    return {LOG_POSITION: str(services().store.position())}


def opened(game_id: str, account: str, location: str) -> Headed:
    """The body and the headers of the answer when the account has opened a game."""
    parts = services()
    etag, view = parts.ledger.etag(game_id, account), parts.ledger.view(game_id, account)
    receipt = parts.signer.receipt(game_id, view.version, view.head)
    headers = {"Location": location, "ETag": quoted(etag), **position()}
    return shapes.Opened.of(view, receipt=shapes.Receipt(**receipt)), headers
