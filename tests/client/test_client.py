"""What programs do with the typed client."""

import httpx
import msgspec
import pytest

from domain.audit import CONSISTENT, audit
from domain.records.export import read
from nightledger_client import UNSET, Nightledger, Problem
from service.api.context import WAITING_ROOM
from service.app.application import create_app
from service.server.waiting_room import WaitingRoom
from tests.service.api.conftest import API

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def app(services):
    return create_app(services)


@pytest.fixture
def client(app):
    """Makes clients: `client()` is nobody's, `client(name)` a new account's."""
    made = []

    def make(name=None):
        transport = httpx.WSGITransport(app=app)
        nobody = Nightledger("http://nightledger.test", transport=transport)
        made.append(nobody)
        if name is None:
            return nobody
        token = nobody.accounts.create_account(name=name).token
        made.append(Nightledger("http://nightledger.test", token, transport=transport))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_game_from_its_opening_to_its_audited_record(client, app, services):
    ann, bob = client("Ann"), client("Bob")
    game = ann.games.open_game(game="pig", seats=[ME, OPEN], options={"goal": 6}, idempotency_key="k")
    assert ann.games.open_game(game="pig", seats=[ME, OPEN], options={"goal": 6}, idempotency_key="k").id == game.id
    bob.seats.sit(game.id)
    while (mine := ann.games.look(game.id)).status == "running":
        mover, view = (ann, mine) if mine.decision else (bob, bob.games.look(game.id))
        verb = "hold" if view.table["turn_points"] else "roll"
        answer = mover.actions.act(game.id, action={"type": verb}, decision=view.decision)
        assert answer.receipt.version == answer.game.version
    assert mine.result.places is not None
    followed = list(ann.follow(game.id))
    assert [event.version for event in followed] == list(range(1, mine.version + 1))
    assert followed == ann.log.events(game.id, limit=500).events
    record = ann.log.record(game.id)
    assert record.head == mine.head
    raw = app.test_client().get(f"{API}/games/{game.id}/record").data
    assert audit(read(raw), services.catalog).code == CONSISTENT


def test_answers_are_typed_and_what_did_not_change_is_none(client, services):
    ann = client("Ann")
    game = ann.games.open_game(game="pig", seats=[ME, ME])
    etag = services.ledger.etag(game.id, services.accounts.by_name("Ann").id)
    assert ann.games.look(game.id).seats["s1"].name == "Ann"
    assert ann.games.look(game.id, if_none_match=f'"{etag}"') is None
    [listed] = ann.listing.list_games(mine=True).games
    assert (listed.id, listed.pending["s1"].kind) == (game.id, game.pending["s1"].kind)


def test_what_is_not_set_is_not_sent_and_none_is_null(client):
    ann = client("Ann")
    game = ann.games.open_game(game="pig", seats=[ME, OPEN], clock=None, release=UNSET)
    assert (game.clock, game.release) == (None, None)


def test_problems_are_exceptions_with_a_stable_code(client):
    nobody, ann = client(), client("Ann")
    with pytest.raises(Problem) as refused:
        nobody.accounts.own_account()
    assert (refused.value.status, refused.value.code) == (401, "unauthorized")
    with pytest.raises(Problem) as refused:
        ann.games.open_game(game="pig", seats=[{"ai": 3}])
    assert refused.value.code == "malformed"
    assert refused.value.faults[0].pointer == "#/seats/0/ai"
    with pytest.raises(Problem) as refused:
        ann.blocks.block_person("nobody/at all?")
    assert (refused.value.status, refused.value.code) == (404, "not-found")


def test_what_is_refused_before_it_reaches_the_service_is_an_unknown_problem():
    def proxy(environ, start_response):
        start_response("502 Bad Gateway", [("Content-Type", "text/html"), ("Retry-After", "7")])
        return [b"<h1>Bad Gateway</h1>"]

    with (
        Nightledger("http://nightledger.test", transport=httpx.WSGITransport(app=proxy)) as nobody,
        pytest.raises(Problem, match=r"^unknown: Bad Gateway$") as refused,
    ):
        nobody.health.healthz()
    assert (refused.value.status, refused.value.retry_after) == (502, 7)


class TooOften(Exception):
    """Somebody asks again and again."""


class Answering(httpx.BaseTransport):
    """A line on which the same is answered each time, three times at most."""

    def __init__(self, status, content, **headers):
        self.status, self.content, self.headers, self.count = status, content, headers, 0

    def handle_request(self, request):
        self.count += 1
        if self.count > 3:
            raise TooOften
        return httpx.Response(self.status, content=self.content, headers=self.headers, request=request)


@pytest.mark.parametrize(
    "ask",
    [
        lambda client: client.games.look("g"),
        lambda client: client.blocks.block_person("Troll"),
        lambda client: client.accounts.create_account(name="Ann"),
        lambda client: client.health.prometheus(),
        lambda client: list(client.stream.stream_game("g")),
        lambda client: list(client.archive.games_of_player("Ann")),
        lambda client: list(client.follow("g")),
        lambda client: client.play(lambda decision: decision.legal[0]),
    ],
    ids=["look", "do", "write", "text", "stream", "lines", "follow", "play"],
)
def test_an_address_that_leads_elsewhere_has_done_nothing_and_says_where_it_leads(ask):
    line = Answering(301, b"<h1>Moved</h1>", Location="https://nightledger.test/")
    with (
        Nightledger("http://nightledger.test", "token", transport=line) as client,
        pytest.raises(
            Problem, match=r"^unknown: Moved Permanently, the address leads to https://nightledger.test/$"
        ) as led,
    ):
        ask(client)
    assert (led.value.status, line.count) == (301, 1)


@pytest.mark.parametrize(
    "listen",
    [
        lambda client: list(client.follow("g")),
        lambda client: client.play(lambda decision: decision.legal[0]),
    ],
    ids=["follow", "play"],
)
def test_a_stream_that_has_told_nothing_is_not_asked_again_at_once(waited, listen):
    line = Answering(200, b": still here\n\n")
    with Nightledger("http://nightledger.test", transport=line) as client, pytest.raises(TooOften):
        listen(client)
    assert waited == [1.0, 1.0, 1.0]


def test_fields_that_a_client_does_not_know_are_left_alone(client):
    class Less(msgspec.Struct):
        name: str

    ann = client("Ann")
    assert ann._connection.ask(Less, "GET", f"{API}/accounts/me") == Less("Ann")


def test_a_game_is_followed_where_too_many_listen_already(app, client):
    ann = client("Ann")
    game = ann.games.open_game(game="pig", seats=[ME, OPEN])
    ann.games.cancel(game.id)
    room = app.extensions[WAITING_ROOM] = WaitingRoom(1)
    with room.place("bob"):
        assert [event.type for event in ann.follow(game.id)] == ["GameOpened", "SeatTaken", "GameClosed"]


def test_following_goes_on_where_the_stream_was_cut(app, client, monkeypatch):
    monkeypatch.setattr("service.games.streams.LONGEST", 0)
    monkeypatch.setattr("service.games.streams.BATCH", 2)
    ann = client("Ann")
    game = ann.games.open_game(game="pig", seats=[ME, ME])
    ann.absence.resign(game.id, seat="s1")
    versions = [event.version for event in ann.follow(game.id, after=1)]
    assert versions == list(range(2, ann.games.look(game.id).version + 1))


WORDS = "one\u2028two\u2029three\u0085four"
"""What some programs take for four lines; a line of a stream ends with a line feed."""


def test_words_are_read_whole_whatever_they_hold(client):
    ann = client("Ann")
    game = ann.games.open_game(game="talking-pig", seats=[ME, ME])
    ann.actions.act(game.id, action={"type": "say", "words": WORDS}, seat="s1", decision=game.decision)
    ann.absence.resign(game.id, seat="s1")
    said = [event.texts for event in ann.follow(game.id) if event.type == "Said"]
    assert [words.text for texts in said for words in texts.values()] == [WORDS]
    [played] = ann.archive.games_of_player("Ann", records=True)
    assert [words.text for words in played.record.texts.values()] == [WORDS]


@pytest.fixture
def waited(monkeypatch):
    """The seconds for which following would have waited."""
    seconds = []
    monkeypatch.setattr("nightledger_client.nightledger.time.sleep", lambda wait: seconds.append(wait))
    return seconds


class Breaking(httpx.BaseTransport):
    """A line to a service that breaks at these requests, counted from 1."""

    def __init__(self, app, at):
        self.answering, self.at, self.count = httpx.WSGITransport(app=app), at, 0

    def handle_request(self, request):
        self.count += 1
        if self.count in self.at:
            raise httpx.ConnectError("nobody is there")
        return self.answering.handle_request(request)


def test_following_goes_on_once_the_service_is_there_again(app, client, monkeypatch, waited):
    monkeypatch.setattr("service.games.streams.LONGEST", 0)
    ann = client("Ann")
    game = ann.games.open_game(game="pig", seats=[ME, OPEN])
    line = Breaking(app, at=(2, 3))
    followed = Nightledger("http://nightledger.test", transport=line).follow(game.id)
    assert [next(followed).type for _ in range(2)] == ["GameOpened", "SeatTaken"]
    ann.games.cancel(game.id)
    assert [event.type for event in followed] == ["GameClosed"]
    assert waited == [1.0, 1.0]


def test_following_ends_where_a_private_game_does_for_who_has_lost_the_seat(app, client):
    ann, bob = client("Ann"), client("Bob")
    game = ann.games.open_game(game="pig", seats=[ME, {"account": "Bob"}, OPEN], visibility="private")
    bob.seats.sit(game.id)
    ann.seats.leave(game.id, "s2")
    last = bob.games.look(game.id).version
    assert [event.version for event in bob.follow(game.id)] == list(range(1, last + 1))
    assert list(bob.follow(game.id, after=last)) == []


def test_who_finds_no_place_to_wait_does_not_ask_again_at_once(app, client, monkeypatch):
    waits = []
    ann = client("Ann")
    game = ann.games.open_game(game="pig", seats=[ME, OPEN])

    def wait(seconds):
        waits.append(seconds)
        ann.games.cancel(game.id)

    monkeypatch.setattr("nightledger_client.nightledger.time.sleep", wait)
    room = app.extensions[WAITING_ROOM] = WaitingRoom(1)
    with room.place("bob"):
        assert [event.type for event in ann.follow(game.id)] == ["GameOpened", "SeatTaken", "GameClosed"]
    assert waits == [1.0]


def test_the_turns_of_an_account_are_heard(client):
    ann = client("Ann")
    game = ann.games.open_game(game="pig", seats=[ME, ME])
    [message] = ann.stream.stream_turns(seconds=0)
    assert message.event == "turns"
    assert [turn["game_id"] for turn in message.data["turns"]] == [game.id]


def test_games_of_a_player_come_line_by_line(client):
    ann = client("Ann")
    games = [ann.games.open_game(game="pig", seats=[ME, ME]).id for _ in range(2)]
    for game in games:
        ann.absence.resign(game, seat="s1")
    played = ann.archive.games_of_player("Ann", records=True)
    assert [(next(played).id, next(played).record.id)] == [(games[1], games[0])]
    assert list(played) == []
    with pytest.raises(Problem, match="there is no account 'Eve'"):
        next(ann.archive.games_of_player("Eve"))


class Busy(httpx.BaseTransport):
    """A service that refuses so many requests, each as one too many for these seconds, before it answers."""

    def __init__(self, app, refusals, seconds, code="too-many-requests"):
        self.answering = httpx.WSGITransport(app=app)
        self.left, self.seconds, self.code = refusals, seconds, code

    def handle_request(self, request):
        if self.left == 0:
            return self.answering.handle_request(request)
        self.left -= 1
        problem = {"type": "about:blank", "title": "no", "status": 429, "code": self.code, "detail": "too many"}
        return httpx.Response(429, json=problem, headers={"Retry-After": self.seconds}, request=request)


@pytest.fixture
def slept(monkeypatch):
    """The seconds that the client would have slept."""
    seconds = []
    monkeypatch.setattr("nightledger_client.connection.time.sleep", seconds.append)
    return seconds


def test_what_is_one_too_many_waits_as_long_as_the_service_says(app, slept):
    client = Nightledger("http://nightledger.test", transport=Busy(app, 2, "7"))
    assert client.accounts.create_account(name="Ann").name == "Ann"
    assert slept == [7.0, 7.0]


def test_streams_and_lines_that_are_one_too_many_wait_as_well(app, client, slept):
    ann = client("Ann")
    game = ann.games.open_game(game="pig", seats=[ME, ME])
    ann.absence.resign(game.id, seat="s1")
    line = Busy(app, 2, "7")
    waiting = Nightledger("http://nightledger.test", transport=line)
    assert next(waiting.stream.stream_game(game.id)).data["type"] == "GameOpened"
    line.left = 1
    assert [played.id for played in waiting.archive.games_of_player("Ann")] == [game.id]
    assert slept == [7.0, 7.0, 7.0]


@pytest.mark.parametrize(
    ("refusals", "seconds", "slept_first"), [(1, "61", []), (3, "25", [25.0, 25.0]), (1, "soon", [])]
)
def test_it_waits_a_minute_at_most(app, slept, refusals, seconds, slept_first):
    client = Nightledger("http://nightledger.test", transport=Busy(app, refusals, seconds))
    with pytest.raises(Problem, match="too many") as refused:
        client.accounts.create_account(name="Ann")
    assert (refused.value.status, slept) == (429, slept_first)


def test_a_stream_is_waited_for_a_minute_at_most(app, slept):
    client = Nightledger("http://nightledger.test", transport=Busy(app, 1, "61"))
    with pytest.raises(Problem, match="too many") as refused:
        next(client.stream.stream_game("6f9619ff-8b86-4d11-b42d-00cf4fc964ff"))
    assert (refused.value.status, refused.value.retry_after, slept) == (429, 61.0, [])


def test_whoever_will_not_wait_is_told_when_to_come_again(app, slept):
    client = Nightledger("http://nightledger.test", transport=Busy(app, 1, "2"), longest_wait=0)
    with pytest.raises(Problem, match="too many") as refused:
        client.accounts.create_account(name="Ann")
    assert (refused.value.retry_after, slept) == (2.0, [])
