"""Whole games of bots through the ledger: what anybody was shown, what the end proves, the same after a restart."""

import json

import pytest

from domain.audit import CONSISTENT, audit
from domain.bots import LEVELS
from domain.contract.audience import SPECTATOR
from domain.contract.chance import Stream
from domain.contract.game import to_json
from domain.log.canon import canonical
from domain.records.export import read
from service.bootstrap import build
from service.errors import ServiceError
from service.games.shapes import NewGame
from tests.service.playing import AI, OPEN, act

GAMES = [
    pytest.param("pig", {"guess": True, "goal": 30}, 3, id="pig"),
    pytest.param("nightfall", {"draft": "standard"}, 3, id="nightfall"),
]


def play(services, game_id, until):
    """Let the bots answer until nobody must decide or `until` says so; every answer goes through the ledger."""
    ledger = services.ledger
    while pending := ledger.table(game_id).pending:
        for seat in pending:
            if turn := ledger.bot_turn(game_id, seat):
                answer(services, turn)
        if until(ledger):
            return


def answer(services, turn):
    game = services.catalog[turn.game]
    bot = LEVELS[turn.level]
    for action in bot.answers(game, turn.view, turn.seat, turn.legal, turn.pending, Stream(turn.key)):
        try:
            assert services.ledger.act_as_bot(turn.game_id, turn.seat, turn.decision, to_json(action))
        except ServiceError:
            continue
        return


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
def test_a_game_of_bots_is_consistent_and_survives_a_restart(services, people, game, options, seats):
    game_id = services.ledger.open_game(people["ann"], NewGame(game, [AI] * seats, options))
    play(services, game_id, until=lambda ledger: False)
    view, record = services.ledger.view(game_id), services.ledger.record(game_id)
    assert view.status == "over"
    assert set(view.result.places) == {f"s{number}" for number in range(1, seats + 1)}
    verdict = audit(read(canonical(record)), services.catalog)
    assert (verdict.code, verdict.reason) == (CONSISTENT, None)
    again = build(services.settings)
    assert canonical(again.ledger.view(game_id)) == canonical(view)
    assert canonical(again.ledger.record(game_id)) == canonical(record)
    again.close()


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
def test_no_reader_is_given_a_part_of_another(services, people, game, options, seats):
    ledger = services.ledger
    game_id = ledger.open_game(people["ann"], NewGame(game, [{"account": "me"}, *[AI] * (seats - 2), OPEN], options))
    ledger.sit(people["bob"], game_id)
    readers = {"s1": people["ann"], f"s{seats}": people["bob"], SPECTATOR: people["cy"]}
    for _ in range(12):
        play(services, game_id, until=lambda ledger: True)
        for account in (people["ann"], people["bob"]):
            view = ledger.view(game_id, account)
            if view.decision:
                act(ledger, account, game_id, view.legal[0])
        entries = services.store.entries(game_id)
        for reader, account in readers.items():
            shown = json.dumps(to_json([ledger.view(game_id, account), ledger.record(game_id, account)]))
            for entry in entries:
                for audience, part in entry.private.items():
                    assert (part.nonce in shown) == (audience == reader or _opened(entry, audience, entries))


def _opened(entry, audience, entries):
    """Whether a later event has opened this sealed part to all."""
    version = entry.read().version
    openings = [opening for later in entries for opening in later.read().opens or []]
    return any((opening["version"], opening["audience"]) == (version, audience) for opening in openings)
