"""What happens, as it happens (`text/event-stream`). Made by `nightledger client --write`."""

from __future__ import annotations

from collections.abc import Iterator

from nightledger_client.connection import UNSET, Connection, StreamMessage, Unset


class StreamResource:
    """What happens, as it happens (`text/event-stream`)."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream_game(
        self,
        game_id: str,
        *,
        last_event_id: str | Unset = UNSET,
        seconds: int | Unset = UNSET,
        seat: str | Unset = UNSET,
        after: int | Unset = UNSET,
    ) -> Iterator[StreamMessage]:
        """The log of a game as it grows: one message an event, its id the version; `end` when the game is closed.

        Connect again with `Last-Event-ID` (an EventSource does so by itself) and nothing is missed or repeated.
        A version that is not yet is waited for; when a closed game has nothing after it, the answer is 204.
        `crowded` when too many listen already: then ask for events.
        """
        return self._connection.stream(
            "GET",
            self._connection.path("/api/v1/games/{game_id}/stream", game_id),
            query={"seconds": seconds, "seat": seat, "after": after},
            headers={"Last-Event-ID": last_event_id},
        )

    def stream_turns(self, *, seconds: int | Unset = UNSET) -> Iterator[StreamMessage]:
        """The decisions that wait for you, in all games: the whole list at first, and whenever it changes."""
        return self._connection.stream("GET", "/api/v1/accounts/me/stream", query={"seconds": seconds})
