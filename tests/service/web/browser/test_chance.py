"""What is given to chance by the browser: it seals it, keeps it, and opens it when all have sat."""

import pytest
from playwright.sync_api import expect

from service.games.shapes import NewGame
from service.web.games.entropy import sealed

pytestmark = pytest.mark.slow


def test_the_browser_chooses_seals_keeps_and_opens(visit, services):
    host, _ = services.accounts.create("Host of chance")
    game = services.ledger.open_game(host.id, NewGame("pig", [{"account": "me"}, {"open": True}]))
    with visit("Ann of chance") as page:
        sent = []
        page.on("request", lambda request: sent.append(request.post_data or ""))
        page.goto(f"/games/{game}")
        page.get_by_text("Give something to chance").click()
        page.get_by_role("button", name="Let this browser choose").click()
        chosen = page.locator("input[name=entropy]").input_value()
        expect(page.locator("input[name=entropy_hash]")).to_have_value(sealed(chosen))
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_label("What you gave to chance")).to_have_value(chosen)
        seat = services.ledger.table(game).seats["s2"]
        assert len(chosen) == 32
        assert not any(chosen in body for body in sent), "the server is told the seal alone"
        assert f"entropy_hash={seat.entropy_hash}" in "".join(sent)
        page.get_by_role("button", name="Open it").click()
        expect(page.locator("#about .status").first).to_have_text("running")
        assert services.ledger.table(game).seats["s2"].opened_entropy
