"""Server-sent events: the log of a game, and the decisions that wait for an account, as they come."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any
from uuid import UUID

from flask import Response

from service.api.callers import anybody, signed_in
from service.api.context import at_hand, services, waiting_room
from service.api.fields import Count, Fixed, Switch, Text, Wanted
from service.api.held import sent_by_server
from service.api.limits.limiter import counted_as
from service.api.operations import Resource
from service.api.problems import Problem
from service.api.reading import bearer_token
from service.api.schemas import EyesQuery, Query
from service.games.shapes.streamed import TOLD
from service.games.streams import LONGEST, Listener, Stream

stream = Resource("stream", __name__, description="What happens, as it happens (`text/event-stream`).")

MEDIA_TYPE = "text/event-stream"

OPENING = b"retry: 3000\n\n"
"""Sent at once, as an answer's head waits for something to go with it: connect again after 3 seconds."""

TOLD_IN_ALL = "By the event `decision`: a ToldDecision; by `gone`: a GoneDecision; by `over`: a GameOver."

RETRY_AFTER = 30
"""Seconds after which somebody who found no place may try again."""


class StreamQuery(Wanted):
    """How long to listen."""

    seconds = Count(
        0,
        LONGEST,
        load_default=LONGEST,
        metadata={"description": "After so many seconds the stream ends; connect again to go on."},
    )


class GameStreamQuery(EyesQuery, StreamQuery):
    """Which part of the log, and how long to listen."""

    after = Count(load_default=0, metadata={"description": "The version after which to begin, if no header says so."})


class DecisionStreamQuery(StreamQuery):
    """How long to listen, and how much to be told."""

    view = Switch(load_default=False, metadata={"description": "Send with each decision the game as its seat sees it."})


class LastEventHeaders(Fixed):
    """Where a listener was."""

    last_event_id = Text(
        "[0-9]{1,15}", "the id of no event of ours", "The id of the last event that was seen.", data_key="Last-Event-ID"
    )


END = {"type": "object", "properties": {"version": {"type": "integer"}}, "required": ["version"]}
"""The JSON schema of what the event `end` holds."""


def described(event: str, data: str, *held: str, ends: bool = False) -> dict[str, Any]:
    """The JSON schema of a message of a stream, whose parts are all text; `held` names the schemas of its data, besides
    that of its end where one is told."""
    schemas = [*({"$ref": f"#/components/schemas/{name}"} for name in held), *([END] if ends else [])]
    content = {"contentSchema": {"anyOf": schemas} if len(schemas) > 1 else schemas[0]} if schemas else {}
    return {
        "type": "object",
        "description": f"Messages, most of them of the event `{event}`.",
        "properties": {
            "event": {"type": "string"},
            "id": {"type": "string"},
            "data": {"type": "string", "contentMediaType": "application/json", "description": data, **content},
        },
        "required": ["data"],
    }


@stream.route("/games/<uuid:game_id>/stream")
@anybody
@stream.arguments(GameStreamQuery, location="query")
@stream.arguments(LastEventHeaders, location="headers")
@stream.response(
    200, described("message", "An event; at the end `{version}`.", "GameEvent", ends=True), content_type=MEDIA_TYPE
)
@stream.alt_response(204)
def stream_game(query: Query, headers: Query, game_id: UUID, account: str | None) -> Response:
    """The log of a game as it grows: one message an event, its id the version; `end` when the game is closed.

    Connect again with `Last-Event-ID` (an EventSource does so by itself) and nothing is missed or repeated. A version
    that is not yet is waited for; when a closed game has nothing after it, the answer is 204. `crowded` when too many
    listen already: then ask for events.
    """
    after = int(headers["last_event_id"]) if "last_event_id" in headers else query["after"]
    found = services().streams.game(str(game_id), account, query.get("seat"), after, listener(account, query))
    return Response(status=204) if found is None else streamed(found)


@stream.route("/accounts/me/stream")
@signed_in
@stream.arguments(StreamQuery, location="query")
@stream.response(200, described("turns", "`{turns: [...]}`."), content_type=MEDIA_TYPE)
def stream_turns(query: Query, account: str) -> Response:
    """The decisions that wait for you, in all games: the whole list at first, and whenever it changes."""
    return streamed(services().streams.turns(account, listener(account, query)))


@stream.route("/accounts/me/decisions/stream")
@signed_in
@stream.arguments(DecisionStreamQuery, location="query")
@stream.arguments(LastEventHeaders, location="headers")
@stream.response(200, described("decision", TOLD_IN_ALL, *(one.__name__ for one in TOLD)), content_type=MEDIA_TYPE)
def stream_decisions(query: Query, headers: Query, account: str) -> Response:
    """Your decisions in all games, one by one as they come: `{game, seat, decision, kind, version, legal, ...}`.

    Those that wait already come first. Connect again with `Last-Event-ID` and you are told those that were opened
    since. `gone` says that one does not wait any more, `over` that a game is closed in which you sit.
    """
    after = int(headers.get("last_event_id", 0))
    found = services().streams.decisions(account, after, listener(account, query), with_view=query["view"])
    return streamed(found)


def listener(account: str | None, query: Query) -> Listener:
    """Who listens, for as long as the token is valid that was shown."""
    accounts, shown = services().accounts, bearer_token(at_hand())
    return Listener(query["seconds"], lambda: account is None or accounts.authenticate(shown) == account)


def streamed(sent: Stream) -> Response:
    """The answer that sends this; `crowded` when this process has no room for one more listener, or for one more of
    the caller's."""
    room, caller = waiting_room(), counted_as()
    if not room.enter(caller):
        raise Problem("crowded", "too many are listening; ask for events", headers={"Retry-After": str(RETRY_AFTER)})
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(chain((OPENING,), sent_by_server(sent)), mimetype=MEDIA_TYPE, headers=headers)
    response.call_on_close(partial(room.leave, caller))
    return response
