"""An answer that waits for the table's release, as its seat's page shows it."""

from service.games.shapes import NewGame
from service.games.timing.delayed import holds_back
from tests.service.playing import ME, act


def test_the_page_says_when_an_answer_that_waits_appears(ann, nobody, services):
    account = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(account, NewGame("nightfall", [ME] * 3, {"draft": "quick"}, release=30))
    while not holds_back(table := services.ledger.table(game), next(iter(table.pending))):
        act(services.ledger, account, game, services.ledger.view(game, account).legal[0])
    assert "Your answer is given" not in ann.open(f"/games/{game}").text
    act(services.ledger, account, game, {"type": "pass"})
    assert "Your answer is given. It appears at" in ann.open(f"/games/{game}").text
    assert "Your answer is given" not in nobody.open(f"/games/{game}").text
