"""A log is folded without asking what a card says today."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from domain.games.nightfall import setup
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.text import CardText, Clause
from tests.domain.games.nightfall.tables import GAME, kinds, play, stored, told


def _raises(*_: Any) -> Any:
    raise AssertionError("a card text ran while a log was folded")


def test_no_card_text_runs_while_a_log_is_folded(monkeypatch):
    played = [play(kind) for kind in kinds(8)]
    clause = Clause(_raises)
    raising = CardText(chain=clause, your_chain=clause, kick=clause, instead=clause, strength=_raises)
    monkeypatch.setattr(setup, "TEXTS", MappingProxyType(dict.fromkeys(TEXTS, raising)))

    for game in played:
        events = (GAME.decode_event(name, data) for name, data in stored(game.events))
        assert told(GAME.fold(events)) == told(game.state)


def test_a_clone_shares_nothing_that_changes():
    for kind in kinds(8):
        played = play(kind)
        state = None
        for event in played.events:
            if state is not None:
                before, clone = told(state), state.clone()
                assert told(clone) == before
                GAME.evolve(clone, event)
                if state.turn % 7 == 0:
                    assert told(state) == before
            state = GAME.evolve(state, event)
        assert told(state) == told(played.state)
