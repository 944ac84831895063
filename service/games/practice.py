"""What is tried out: what an action would do, and a closed game played on from one of its positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from domain.contract.chance import Stream
from domain.contract.facets.data_files import begun_with, data_for
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.table.actions import Branch
from domain.table.branch import Origin, position_of
from domain.table.preview import preview
from domain.table.table import Table
from service.errors import ServiceError
from service.games import posting, views
from service.games.game_logs import GameLogs, check_between_commands
from service.games.ledger import Ledger
from service.games.notes import Notes
from service.games.opening.first_commands import Beginning, table_of
from service.games.shapes import NewGame
from service.games.shapes.beside import Preview
from service.store.event_store import Store


class Practice:
    """Previews and branches. Thread-safe; raises `ServiceError`."""

    def __init__(
        self,
        store: Store,
        logs: GameLogs,
        catalog: Catalog,
        entropy: Callable[[int], bytes],
        ledger: Ledger,
        notes: Notes,
    ) -> None:
        self._store = store
        self._logs = logs
        self._catalog = catalog
        self._entropy = entropy
        self._ledger = ledger
        self._notes = notes

    def preview(self, account_id: str, game_id: str, seat: str | None, action: Json) -> Preview:
        """What the action would do as far as the seat may know. Nothing is stored.

        It is refused as the action itself would be: `malformed`, `game-over`, `not-your-decision`, `illegal`.
        """
        with self._logs.latest(game_id) as log:
            table = log.table
            actor = views.acting_seat(table, views.seats_to_act(table, account_id, seat))
            try:
                parsed = posting.rehearsed(table.game, action)
                if table.closed is not None:
                    raise ServiceError("game-over", "the game is closed ({cause})", cause=table.closed.cause)
                if table.state is None:
                    raise ServiceError("not-your-decision", "the game has not begun")
                found = preview(table.game, table.state, actor, parsed, Stream(self._entropy(32)))
            except Refused as refused:
                raise ServiceError.of(refused) from None
        return Preview.copied(found)

    def branch(self, account_id: str, game_id: str, at: int, new: NewGame | None = None) -> str:
        """Open a practice game that begins from version `at` of a closed game: its id.

        It has a seed of its own, is never rated, and has the game, options, rules and (if that was private)
        visibility of its source; `new` says who sits where (None: the caller at every seat). It is played with the data
        that the source was begun with, and what the account has noted at the version is its note on it. `illegal`
        while the game runs, where no command has ended, and when its rules are no longer kept.
        """
        with self._logs.latest(game_id) as log:
            views.check_may_see(log.table, account_id)
            if log.table.closed is None:
                raise ServiceError("illegal", "only a closed game is branched; this one runs")
            if not log.table.is_laid_open:
                raise ServiceError("illegal", "other tables of its deal may still be played on")
            check_between_commands(log, at)
            head = log.entries[at - 1].hash
        source = table_of(self._catalog, self._store, game_id, at)
        try:
            position = position_of(source)
        except Refused as refused:
            raise ServiceError.of(refused) from None
        self._check_kept(source)
        beginning = Beginning(position, source.rules, Origin(game_id, at, head), data=source.header.data)
        practice = _practice_game(source, _options(source, position), new)
        made = self._ledger.open_game(account_id, practice, beginning)
        self._notes.take_along(account_id, game_id, at, made)
        return made

    def _check_kept(self, source: Table) -> None:
        game = self._catalog[source.header.game]
        if not game.rules_kept_from <= source.rules <= game.rules:
            raise ServiceError("illegal", "rules {rules} are no longer kept", rules=source.rules)
        if dict(data_for(begun_with(game, source.header.data), source.header.options)) != source.header.data:
            raise ServiceError("illegal", "the game can no longer be played with the data that it was begun with")


def _options(source: Table, position: Branch) -> Mapping[str, Json]:
    """The options that the game was set up with, which may say more than those that it was opened with."""
    _, created = position.events[0]
    options: Mapping[str, Json] = created.get("options", source.options)
    return options


def _practice_game(source: Table, options: Mapping[str, Json], new: NewGame | None) -> NewGame:
    wanted = new or NewGame(source.header.game, [{"account": "me"}] * len(source.seats))
    if len(wanted.seats) != len(source.seats):
        raise ServiceError("malformed", "the position has {seats} seats", seats=len(source.seats))
    private = "private" in (wanted.visibility, views.visibility(source))
    return replace(
        wanted,
        game=source.header.game,
        options=options,
        visibility="private" if private else "public",
        rated=False,
    )
