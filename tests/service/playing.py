"""What tests of the ledger do again and again."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from domain.log.canon import Json
from service.errors import ServiceError
from service.games.ledger import Ledger
from service.games.shapes import CommandResult, Condition, NewGame, Posted

ME = {"account": "me"}
OPEN = {"open": True}
AI = {"ai": "random"}

ROLL = {"type": "roll"}
HOLD = {"type": "hold"}
THINK = {"type": "think"}
WAVE = {"type": "wave"}


def guess(number: Json) -> Json:
    return {"type": "guess", "number": number}


def open_pig(ledger: Ledger, account: str, *seats: Json, game: str = "pig", **options: Json) -> str:
    """Open a game of pig: its id."""
    return ledger.open_game(account, NewGame(game, list(seats), options))


def act(
    ledger: Ledger, account: str, game_id: str, *actions: Json, seat: str | None = None, **how: Json
) -> CommandResult:
    """Post actions, by default as an answer to the decision that is open now."""
    condition = how.pop("condition", None)
    if condition is None:
        condition = Condition(decision=ledger.view(game_id, account, seat).decision)
    body = json.dumps(actions).encode()
    posted = Posted(list(actions), condition, how.pop("key", None), how.pop("body", body))
    assert not how
    return ledger.act(account, game_id, seat, posted)


def refusal(call, *arguments, **named) -> str:
    """The code with which the call is refused."""
    with pytest.raises(ServiceError) as error:
        call(*arguments, **named)
    return error.value.code


def all_events(ledger: Ledger, game_id: str, account: str | None = None) -> list[Json]:
    """The log as the account may read it."""
    return ledger.events(game_id, account, limit=10_000)


def at_once(count, call):
    """What `call(number)` gives in as many threads that begin together: results, or codes of refusal."""
    barrier = Barrier(count)

    def run(number):
        barrier.wait()
        try:
            return call(number)
        except ServiceError as error:
            return error.code

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def block_meanwhile(patch, blocks, account, name):
    """Have an account block somebody right after it was looked up who blocks whom."""
    apart = blocks.apart

    def looked_up(whose):
        found = apart(whose)
        blocks.add(account, name, "blocked")
        return found

    patch.setattr(blocks, "apart", looked_up)


def finished(services, account, **options):
    """A game played to its end: its id."""
    game_id = open_pig(services.ledger, account, ME, ME, goal=6, **options)
    while (view := services.ledger.view(game_id, account)).status == "running":
        kind = next(iter(view.pending.values())).kind
        action = guess(2) if kind == "guess" else HOLD if view.table["turn_points"] > 3 else ROLL
        act(services.ledger, account, game_id, action)
    return game_id
