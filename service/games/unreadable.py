"""The end of a game whose log cannot be read: it is declared void, and everybody is done with it."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import delete

from domain.contract.audience import SPECTATOR
from domain.contract.game import Action, Refused
from domain.log.record import Command
from domain.table.actions import Close, Operate
from domain.table.outline import outline
from projections.statements import matching
from service.errors import ServiceError
from service.games.commands import Keeper
from service.games.delayed import dropping_all
from service.games.shapes import Answer
from service.store.event_store import Change, Conflict, executing
from service.store.journal import listings, verdict_listed
from service.store.relations import standing_orders
from service.store.texts import keep_text

LEFT_ALONE_SECONDS = 3600
"""How long processes leave such a game alone before they look again: another version of the program may read it."""

FORGET_ORDERS = delete(standing_orders).where(matching(standing_orders.c.game))


def void(keeper: Keeper, account_id: str, game_id: str, words: str) -> Answer:
    """Close the game as void, as an operator: what it looks like in outline, without a table.

    `words` are the reason. `game-over` if it is closed, `unreadable` if not even its outline can be made, `busy` if
    somebody else was faster.
    """
    reason, kept = keep_text(words, game_id, account_id, keeper.entropy)
    return _closed(keeper, game_id, "operator", Operate("void", reason), kept)


def close(keeper: Keeper, game_id: str) -> None:
    """Close the game as void, the service's own doing; nothing happens if it is closed."""
    if keeper.games.outline(game_id).table.closed is None:
        _closed(keeper, game_id, "service", Close("void"))


def _closed(keeper: Keeper, game_id: str, by: str, action: Action, *extra: Change) -> Answer:
    """Store what closes the game behind the last entry of its log."""
    log = keeper.games.outline(game_id)
    try:
        entries = log.decide(Command(by, None, action, keeper.now(log.table)))
        whole = [*log.entries, *entries]
        after = outline(whole, keeper.catalog)
        listed = [*listings(after.header, after.rules, entries), verdict_listed(after, whole)]
        batch = (game_id, log.table.version, entries)
        position = keeper.store.append([batch], [*extra, *_forgetting(game_id)], listed, after.at)
    except Refused as refused:
        raise ServiceError.of(refused) from None
    except Conflict:
        raise ServiceError("busy", "somebody else was faster; try again") from None
    keeper.games.see_again(game_id)
    keeper.moves.tell()
    keeper.tally.add("stored")
    return keeper.answer(after, SPECTATOR, entries, position)


def _forgetting(game_id: str) -> Iterator[Change]:
    """What waits for a move of the game: there will be none."""
    yield dropping_all(game_id)
    yield executing(FORGET_ORDERS, game=game_id)
