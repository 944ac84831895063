"""A program that plays with the typed client, on asyncio or without, whatever becomes of server and network."""

import asyncio

import httpx
import pytest

from nightledger_client import UNSET, AsyncNightledger, Nightledger, Problem
from service.app.application import create_app
from service.bootstrap import build
from service.games.shapes import Condition, OperatorAct, Posted
from tests.client.lines import ADDRESS, OnAsyncio

ME = {"account": "me"}


def hold(decision):
    """Roll, and hold what there is."""
    wanted = "hold" if decision.view.table["turn_points"] else "roll"
    return next(action for action in decision.legal if action["type"] == wanted)


class Line(httpx.BaseTransport):
    """A line to a service that breaks before or after each so many-th request is done, and its server with it."""

    def __init__(self, services, every=0, *, after=False):
        self.services, self.every, self.after, self.count = services, every, after, 0
        self.app = create_app(services)

    def handle_request(self, request):
        self.count += 1
        breaks = self.every and self.count % self.every == 0
        if breaks and not self.after:
            self._break()
        response = httpx.WSGITransport(app=self.app).handle_request(request)
        if breaks and request.method == "POST":
            response.read()
            self._break()
        return response

    def _break(self):
        self.app = create_app(build(self.services.settings))
        raise httpx.ReadError("the line broke")


class Contended(Line):
    """A line to a service that says once of an answer that others were faster each time."""

    busy = True

    def handle_request(self, request):
        if self.busy and request.url.path.endswith("/actions"):
            self.busy = False
            problem = {"type": "about:blank", "title": "no", "status": 409, "code": "busy", "detail": "try again"}
            return httpx.Response(409, json=problem, request=request)
        return super().handle_request(request)


@pytest.fixture
def no_pause(monkeypatch):
    async def at_once(seconds):
        return None

    monkeypatch.setattr("nightledger_client.playing.time.sleep", lambda seconds: None)
    monkeypatch.setattr("nightledger_client.aio.playing.asyncio.sleep", at_once)


class Program(Nightledger):
    """A client whose bot plays at once."""

    def __init__(self, token, line):
        super().__init__(ADDRESS, token, transport=line)


class AsyncioProgram(Program):
    """A client whose bot plays on asyncio."""

    def __init__(self, token, line):
        super().__init__(token, line)
        self.token, self.line = token, line

    def play(self, bot, game_id=None):
        return asyncio.run(self._played(bot, game_id))

    async def _played(self, bot, game_id):
        async def awaited(decision):
            return bot(decision)

        async with AsyncNightledger(ADDRESS, self.token, transport=OnAsyncio(self.line)) as client:
            return await client.play(awaited, game_id)


@pytest.fixture(params=[Program, AsyncioProgram])
def player(request):
    """Makes the client of a new account."""
    return lambda services, line: request.param(services.accounts.create("Ann")[1].secret, line)


def test_a_game_is_played_to_its_end(services, player):
    ann = player(services, Line(services))
    game = ann.games.open_game(game="pig", seats=[ME, ME], options={"goal": 20})
    closed = ann.play(hold, game.id)
    assert (closed.id, closed.status) == (game.id, "over")
    assert sorted(closed.result.places.values()) == [1, 2]


@pytest.mark.parametrize("after", [False, True])
def test_a_line_that_breaks_and_a_server_that_begins_anew_end_nothing_and_double_nothing(
    services, player, no_pause, after
):
    line = Line(services)
    ann = player(services, line)
    game = ann.games.open_game(game="pig", seats=[ME, ME], options={"goal": 20})
    line.every, line.after, asked = 3, after, []

    def bot(decision):
        asked.append(decision.decision)
        return hold(decision)

    assert ann.play(bot, game.id).status == "over"
    line.every = 0
    events = services.ledger.events(game.id, None, after=0, limit=500)
    commands = {event["command"] for event in events if event["type"] in ("DieRolled", "PointsBanked")}
    assert len(asked) == len(set(asked)) == len(commands)


def test_an_answer_for_which_others_were_faster_each_time_is_given_again(services, player, no_pause):
    line = Contended(services)
    ann = player(services, line)
    game = ann.games.open_game(game="pig", seats=[ME, ME], options={"goal": 1})
    assert ann.play(hold, game.id).status == "over"
    assert not line.busy


def test_a_token_that_is_ended_ends_it_with_the_reason(services, player):
    ann = player(services, Line(services))
    ann.games.open_game(game="pig", seats=[ME, ME])
    account = services.accounts.by_name("Ann").id

    def bot(decision):
        services.accounts.logout_everywhere(account)
        return hold(decision)

    with pytest.raises(Problem, match="the token is not valid") as ended:
        ann.play(bot)
    assert ended.value.code == "unauthorized"


def test_an_action_that_is_not_legal_ends_it_with_the_reason(services, player):
    ann = player(services, Line(services))
    game = ann.games.open_game(game="pig", seats=[ME, ME])
    with pytest.raises(Problem) as ended:
        ann.play(lambda decision: {"type": "fly"}, game.id)
    assert ended.value.code in ("malformed", "illegal")


@pytest.mark.parametrize("with_its_key", [False, True])
def test_a_decision_that_somebody_else_has_answered_is_left(services, player, with_its_key):
    """The other may be the same program, run twice, whose bot chooses something else."""
    ann = player(services, Line(services))
    game = ann.games.open_game(game="pig", seats=[ME, ME], options={"goal": 10})
    answered = []

    def bot(decision):
        if not answered:
            answered.append(decision.decision)
            key = decision.key if with_its_key else UNSET
            ann.actions.act(
                game.id, action={"type": "roll"}, decision=decision.decision, seat=decision.seat, idempotency_key=key
            )
            return next(action for action in decision.legal if action["type"] == "hold")
        return hold(decision)

    assert ann.play(bot, game.id).status == "over"


@pytest.mark.parametrize("other", [{"account": "Bob"}, ME])
def test_a_seat_that_is_lost_while_the_bot_thinks_is_left_and_other_games_go_on(services, player, other):
    """Its account holds the other seat of that game, or none."""
    ann, (bob, _) = player(services, Line(services)), services.accounts.create("Bob")
    lost = ann.games.open_game(game="pig", seats=[ME, other])
    if other != ME:
        services.ledger.sit(bob.id, lost.id)
    game = ann.games.open_game(game="pig", seats=[ME, ME], options={"goal": 10})
    asked = []

    def bot(decision):
        if decision.game == lost.id:
            asked.append(decision.seat)
            act = OperatorAct("replace", "it had to be", seat=decision.seat, level="random")
            services.corrections.operate(None, lost.id, act)
        return hold(decision)

    assert ann.play(bot, game.id).status == "over"
    assert asked == ["s1"]


def test_it_ends_with_a_private_game_of_whose_end_it_may_see_nothing(services, player):
    ann, (bob, _) = player(services, Line(services)), services.accounts.create("Bob")
    game = ann.games.open_game(game="pig", seats=[ME, {"account": "Bob"}], visibility="private")
    services.ledger.sit(bob.id, game.id)

    def bot(decision):
        act = OperatorAct("replace", "it had to be", seat="s1", level="random")
        services.corrections.operate(None, game.id, act)
        services.ledger.close(game.id, "void")
        return hold(decision)

    seen = ann.play(bot, game.id)
    assert (seen.id, seen.status) == (game.id, "running")
    assert services.ledger.view(game.id, bob.id).status == "void"


class Ending(Line):
    """A line to a service on which a game ends just before its player begins to listen."""

    game_id = None

    def handle_request(self, request):
        if request.url.path.endswith("/decisions/stream"):
            assert int(request.url.params["seconds"]) <= 60, "the end is not told to who listens afterwards"
            self.services.ledger.close(self.game_id, "void")
        return super().handle_request(request)


def test_a_game_that_ended_before_it_was_listened_to_is_not_waited_for(services, player, no_pause, monkeypatch):
    for module in ("nightledger_client.playing", "nightledger_client.aio.playing"):
        monkeypatch.setattr(f"{module}.LISTENED", 0)
    line = Ending(services)
    ann = player(services, line)
    game = ann.games.open_game(game="pig", seats=[ME, ME])
    line.game_id = game.id
    assert ann.play(hold, game.id).status == "void"


@pytest.mark.parametrize("learns", [True, False])
def test_a_bot_whose_action_another_seat_was_faster_to_take_is_asked_again_with_what_is_legal_now(
    services, player, learns
):
    ann, (bob, _) = player(services, Line(services)), services.accounts.create("Bob")
    game = ann.games.open_game(game="last-spell", seats=[ME, {"account": "Bob"}])
    services.ledger.sit(bob.id, game.id)
    asked = []

    def bot(decision):
        asked.append(decision)
        if len(asked) == 1:
            taken = services.ledger.view(game.id, bob.id)
            posted = Posted([decision.legal[0]], Condition(decision=taken.decision))
            services.ledger.act(bob.id, game.id, None, posted)
        elif learns:
            assert decision.legal[0] == asked[0].legal[1]
            services.ledger.close(game.id, "void")
        return decision.legal[0] if learns else asked[0].legal[0]

    if learns:
        assert ann.play(bot, game.id).status == "void"
    else:
        with pytest.raises(Problem) as ended:
            ann.play(bot, game.id)
        assert ended.value.code == "illegal"
    assert [one.decision for one in asked] == [asked[0].decision] * 2


def test_a_bot_is_asked_with_all_legal_actions_also_where_a_game_is_shown_with_the_first(services, player, monkeypatch):
    monkeypatch.setattr("service.games.views.LEGAL_LIMIT", 1)
    ann = player(services, Line(services))
    game = ann.games.open_game(game="pig", seats=[ME, ME], options={"goal": 3})
    assert ann.play(hold, game.id).status == "over"
