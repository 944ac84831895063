"""An answer that waits for the table's release, as its seat's page shows it."""

import pytest

from domain.log.canon import canonical
from service.bootstrap import build
from service.games.shapes import NewGame
from service.games.timing.delayed import holds_back
from tests.installation import GAMES, prepare
from tests.service.playing import ME, act, guess


@pytest.fixture
def services(tmp_path):
    games = f"{GAMES},hiding-pig=tests.pigs.hiding_pig:HidingPig"
    services = build(prepare(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=games))
    yield services
    services.close()


def test_the_page_says_when_an_answer_that_waits_appears(ann, nobody, services):
    account = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(account, NewGame("nightfall", [ME] * 3, {"draft": "quick"}, release=30))
    while not holds_back(table := services.ledger.table(game), next(iter(table.pending))):
        act(services.ledger, account, game, services.ledger.view(game, account).legal[0])
    assert "Your answer is given" not in ann.open(f"/games/{game}").text
    act(services.ledger, account, game, {"type": "pass"})
    assert "Your answer is given. It appears at" in ann.open(f"/games/{game}").text
    assert "Your answer is given" not in nobody.open(f"/games/{game}").text


def test_an_answer_that_waits_is_changed_on_the_page_and_changed_back(ann, services):
    account = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(account, NewGame("hiding-pig", [ME] * 2, {"guess": True}, release=24 * 60))
    forms = []
    for number in (1, 2, 1, 2):
        forms.append(ann.open(f"/games/{game}").answer)
        page = ann.send(forms[-1], action=canonical(guess(number)).decode())
        assert "made already" not in page.text
        assert services.ledger.view(game, account).held.action == guess(number)
    ann.send(forms[0], action=canonical(guess(1)).decode())
    assert services.ledger.view(game, account).held.action == guess(2), "the first form was sent again late"
