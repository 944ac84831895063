"""What is hidden from a reader stands on no page: looked for in whole bodies, card by card."""

import json
import re

import pytest

from domain.games.nightfall.data import catalogue
from tests.service.web.playing import play

ME = {"account": "me"}
AI = {"ai": "random"}


@pytest.fixture
def game(ann, bob, opened, services):
    game = opened("Ann", ME, {"account": "Bob"}, AI, game="nightfall", variants=["secret-archives"])
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    return game


@pytest.fixture
def readers(ann, bob, nobody):
    """Account name and visitor, for the two who play and for somebody who watches."""
    return [("Ann", ann), ("Bob", bob), (None, nobody)]


def pages(visitor, game, version):
    """All that can be opened of a game; of the record without the data files, which name all cards."""
    paths = [f"/games/{game}", f"/games/{game}?seat=spectator", "/"]
    paths += [f"/games/{game}/replay?at={at}" for at in range(version, 0, -max(1, version // 8))]
    for path in paths:
        page = visitor.open(path)
        assert page.status == 200, path
        # The picture on the first page is of a game that is nobody's.
        yield re.sub(r'<figure class="sample">.*?</figure>', "", page.text, flags=re.DOTALL)
    yield json.dumps({**visitor.client.get(f"/games/{game}/record").json, "files": None})


def known_cards(services, game, name):
    """The cards that the ledger lets a reader know of: at any version of the table, and in the log."""
    account = services.accounts.by_name(name).id if name else None
    now = services.ledger.view(game, account)
    tables = [services.ledger.view(game, account, now.seat, at).table for at in range(1, now.version + 1)]
    events = services.ledger.events(game, account, now.seat, limit=10_000)
    told = json.dumps([tables, [[event["data"], event["private"], event.get("opens")] for event in events]])
    return {card for card in catalogue().cards if re.search(f'["/]{card}["/]', told)}


@pytest.mark.parametrize("decisions", [0, 4, 9, 60, pytest.param(150, marks=pytest.mark.slow)])
def test_no_page_names_a_card_that_its_reader_may_not_know(readers, game, services, decisions):
    play(services, game, decisions)
    version = services.ledger.table(game).version
    labels = services.catalog["nightfall"].describe().labels["en"]
    hidden_from_somebody = 0
    for name, visitor in readers:
        hidden = catalogue().cards.keys() - known_cards(services, game, name)
        hidden_from_somebody += len(hidden)
        for text in pages(visitor, game, version):
            # The options' form names the promotional cards, whoever asks.
            body = text.partition('id="new"')[0]
            for card in hidden:
                assert card not in body
                assert labels[card].replace('"', "&#34;") not in body
    assert hidden_from_somebody


def test_in_the_draft_each_sees_its_own_packet_and_picks_alone(readers, game, services):
    play(services, game, 4)
    state = services.ledger.table(game).state
    labels = services.catalog["nightfall"].describe().labels["en"]
    for name, visitor in readers:
        own = {"Ann": "s1", "Bob": "s2"}.get(name)
        text = "".join(pages(visitor, game, services.ledger.table(game).version))
        for seat, player in state.players.items():
            had = {card for packet in player.packets for card in packet}
            seen = {card for card in had if labels[card].replace('"', "&#34;") in text}
            known = had if seat == own else had & {c for p in state.players[own].packets for c in p} if own else set()
            assert seen == known


def test_a_secret_number_is_on_no_page_of_the_others(ann, bob, nobody, opened, services):
    game = opened("Ann", ME, {"account": "Bob"}, game="thinking-pig", guess=True)
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    page = ann.open(f"/games/{game}")
    ann.send(page.answer, action='{"type":"guess","number":7654321}')
    version = services.ledger.table(game).version
    assert any("7654321" in text for text in pages(ann, game, version))
    for visitor in (bob, nobody):
        assert not any("7654321" in text for text in pages(visitor, game, version))
