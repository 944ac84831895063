"""Who plays alone, or holds every seat, cannot ask for other dice: whatever they try, the draws that come are the ones
that seed and entropy gave from the first, each once and in order, and nothing tells one before it comes."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.contract.chance import Seeded
from domain.log.record import chance_key
from service.errors import ServiceError
from service.games.shapes import NewGame, Posted
from tests.service.playing import AI, HOLD, ME, ROLL, THINK, act

TRICKS = ("roll", "hold", "think", "back", "far back", "preview", "list", "long list", "look", "ai", "branch")
REFUSED = {"back": "illegal", "far back": "illegal", "branch": "illegal", "long list": "list-too-long"}
"""The tricks that may be refused, with the code."""

ENTROPY = "ab" * 32


class Trickster:
    """Somebody who tries everything at a table of their own."""

    def __init__(self, services, account, seats):
        self._services = services
        self._account = account
        ledger = services.ledger
        reserved = ledger.reserve(account).id
        new = NewGame("thinking-pig", seats, {"goal": 1000}, reservation=reserved, entropy=ENTROPY)
        self.game_id = ledger.open_game(account, new)
        seed = services.store.reservation(self.game_id).seed
        chance = Seeded(chance_key(seed, self.game_id, [("s1", ENTROPY)]))
        self.fixed = [chance.draw("roll", "d6", 6, 1).result for _ in range(80)]

    def drawn(self):
        """The draws so far: number and result, in the order of the log."""
        events = self._services.ledger.events(self.game_id, limit=10_000)
        return [(draw["n"], draw["result"]) for event in events for draw in event["draws"]]

    def attempt(self, trick):
        """Try it; a refusal for what is tricky in it is an answer too."""
        try:
            self._attempt(trick)
        except ServiceError as refused:
            if refused.code != REFUSED.get(trick):
                raise

    def _attempt(self, trick):
        services, ledger = self._services, self._services.ledger
        view = ledger.view(self.game_id, self._account)
        seat = next(iter(view.pending), None)
        mine = view.seats[seat].kind == "person"
        if trick == "ai" and not mine:
            ledger.act_as_bot(self.game_id, seat, ledger.bot_turn(self.game_id, seat).decision, ROLL)
        elif trick in ("back", "far back"):
            versions = view.may_take_back or [4]
            to = versions[0 if trick == "back" else -1]
            services.corrections.take_back(self._account, self.game_id, view.seat, to, Posted(()))
        elif trick == "branch":
            services.practice.branch(self._account, self.game_id, view.version)
        elif mine:
            self._act(trick, seat)

    def _act(self, trick, seat):
        ledger = self._services.ledger
        if trick == "preview":
            for action in (ROLL, HOLD, THINK):
                found = self._services.practice.preview(self._account, self.game_id, seat, action)
                assert not [event for event in found.events if event.type == "DieRolled"]
        elif trick in ("list", "long list"):
            actions = [THINK, ROLL] if trick == "list" else [ROLL, HOLD]
            act(ledger, self._account, self.game_id, *actions, seat=seat)
        else:
            action = {"roll": ROLL, "hold": HOLD, "think": THINK}.get(trick, THINK)
            act(ledger, self._account, self.game_id, action, seat=seat)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(TRICKS), max_size=25), st.sampled_from([[ME, ME], [ME, AI]]))
def test_no_trick_changes_or_foretells_a_draw(services, people, tricks, seats):
    trickster = Trickster(services, people["ann"], seats)
    for trick in tricks:
        before = trickster.drawn()
        trickster.attempt(trick)
        after = trickster.drawn()
        assert after[: len(before)] == before
        assert after == list(enumerate(trickster.fixed[: len(after)]))
