"""What operators see of an installation: metrics, parts that are away, log lines; and what limits callers."""

import io
import json
import logging
from contextlib import closing

import pytest
from prometheus_client.parser import text_string_to_metric_families
from rq.serializers import JSONSerializer

from service.api.observed import REQUEST_ID
from service.app.application import create_app
from service.dev.servers.redis import RedisServer
from service.games.shapes import NewGame
from service.operation import logs
from service.operation.monitoring import LATE, LATE_CLOCK
from service.operation.turns import QUEUE, TurnQueue
from service.store.event_store import executing
from service.store.leases import Lease
from tests.installation import install
from tests.notify.hooks import confirmed_webhook
from workers.worker import TurnWorker

ORIGIN = "https://games.example"


class Clock:
    now = 1_000_000

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def redis(tmp_path):
    server = RedisServer(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def installed(tmp_path, clock, redis):
    """Makes an installation with these settings: its services and a client of its web."""
    made = []

    def build(**settings):
        services = install(tmp_path / "home", clock, REDIS_URL=redis.url, **settings)
        made.append(services)
        return services, create_app(services).test_client()

    yield build
    for services in made:
        services.close()


def samples(client, **headers):
    """Name and labels -> value, of all metrics."""
    response = client.get("/metrics", headers=headers)
    assert response.status_code == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def swept(services, name):
    """Have a process of this name be there, which has done all that was due."""
    lease = Lease(services.store, name, f"the {name}", "a machine 1", services.clock, services.elapsed)
    lease.renew()
    lease.has_swept()
    assert lease.renew()


def test_methods_that_there_are_not_are_counted_as_one(installed):
    _, client = installed()
    for method in ("BREW", "BREW-AGAIN"):
        assert client.open("/healthz", method=method).status_code == 405
    found = samples(client)
    assert found["nightledger_requests_total", "other", "none", "405"] == 2
    assert not any("BREW" in part for labels in found for part in labels)


def test_parts_that_no_request_needs_are_told_apart(installed, redis, clock):
    services, client = installed()
    told = client.get("/readyz").json
    assert (told["ready"], set(told["degraded"])) == (True, {"redis", "clock", "dispatcher", "notify"})
    assert told["leases"] == {}

    redis.start()
    services.clockwork.beat()
    for name in ("dispatcher", "notify"):
        swept(services, name)
    assert set(client.get("/readyz").json["degraded"]) == {"worker"}

    with closing(redis.client()) as connection:
        TurnWorker([QUEUE], connection=connection, serializer=JSONSerializer).register_birth()
        assert client.get("/readyz").json["degraded"] == {}

    clock.now += LATE_CLOCK + 1
    told = client.get("/readyz").json
    assert set(told["degraded"]) == {"clock", "dispatcher", "notify"}
    assert f"{LATE_CLOCK + 1} seconds ago" in told["degraded"]["dispatcher"]
    assert told["leases"]["notify"] == {"held": True, "since": 1_000_000, "swept": LATE_CLOCK + 1}
    found = samples(client)
    assert found["nightledger_sweep_age_seconds", "dispatcher"] == LATE_CLOCK + 1
    assert found["nightledger_lease_held_seconds", "notify", "a machine 1"] == LATE_CLOCK + 1


def test_how_long_what_is_due_has_waited_is_told_and_called_late(installed, redis, clock):
    redis.start()
    services, client = installed()
    account, _ = services.accounts.create("Ann")
    seats = [{"account": "me"}, {"ai": "random"}]
    clock_terms = {"per_decision": 3600}
    services.ledger.open_game(account.id, NewGame("pig", seats, {"guess": True}, clock=clock_terms))
    confirmed_webhook(services.post, account.id, "https://1.1.1.1/hook", "generic")
    services.read_models.follower.catch_up()
    ages = ("deadline", "reminder", "ai_turn", "notice", "release")

    def told():
        found = samples(client)
        return [found[f"nightledger_oldest_{what}_seconds",] for what in ages]

    assert told() == [0, 0, 0, 0, 0]
    clock.now += 3600 + LATE + 1
    services.clockwork.beat()
    for name in ("dispatcher", "notify"):
        swept(services, name)
    services.post.reminders.step()
    services.post.outbox.follower.catch_up()
    assert told() == [LATE + 1, 0, 3600 + LATE + 1, 3600 + LATE + 1, 0]
    with closing(redis.client()) as connection:
        TurnWorker([QUEUE], connection=connection, serializer=JSONSerializer).register_birth()
        degraded = client.get("/readyz").json["degraded"]
    assert f"{LATE + 1} seconds" in degraded["clock"]
    assert f"{3600 + LATE + 1} seconds" in degraded["worker"]
    assert f"{3600 + LATE + 1} seconds" in degraded["notify"]


def test_metrics_count_answers_by_route_and_status(installed):
    _, client = installed()
    client.get("/healthz")
    client.get("/api/v1/accounts/me")
    client.get("/api/v1/nowhere")

    told = samples(client)

    assert told["nightledger_requests_total", "GET", "/healthz", "200"] == 1
    assert told["nightledger_requests_total", "GET", "/api/v1/accounts/me", "401"] == 1
    assert told["nightledger_requests_total", "GET", "none", "404"] == 1
    assert told["nightledger_request_seconds_count", "/healthz"] == 1


def test_metrics_tell_of_commands_read_models_queues_and_the_clock(installed, redis, clock):
    redis.start()
    services, client = installed()
    account, _ = services.accounts.create("Ann")
    game_id = services.ledger.open_game(account.id, NewGame("pig", [{"account": "me"}, {"open": True}]))
    services.ledger.cancel(account.id, game_id)
    TurnQueue(services.redis).put(game_id, "s1", "1.1")
    services.clockwork.beat()
    clock.now += 7

    told = samples(client)

    assert told["nightledger_commands_total", "stored"] == 1
    assert told["nightledger_commands_total", "conflict"] == told["nightledger_commands_total", "busy"] == 0
    assert told["nightledger_log_position",] == services.store.position() == told["nightledger_projection_lag", "inbox"]
    assert told["nightledger_queue_depth", QUEUE] == 1
    assert (told["nightledger_redis_up",], told["nightledger_workers",]) == (1, 0)
    assert told["nightledger_clock_age_seconds",] == 7


def test_metrics_come_without_redis(installed):
    _, client = installed()
    told = samples(client)
    assert told["nightledger_redis_up",] == 0
    assert ("nightledger_workers",) not in told


def test_metrics_are_for_this_machine_and_for_operators(installed):
    services, client = installed()
    account, token = services.accounts.create("Ann")
    bearer = {"Authorization": f"Bearer {token.secret}"}
    away = {"REMOTE_ADDR": "203.0.113.7"}

    assert client.get("/metrics", environ_base=away).status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 403
    assert client.get("/metrics", headers=bearer, environ_base=away).status_code == 403
    services.accounts.set_operator(account.id, True)
    assert client.get("/metrics", headers=bearer, environ_base=away).status_code == 200


def test_a_caller_who_asks_too_much_is_told_when_to_go_on(installed, redis):
    redis.start()
    services, client = installed(NIGHTLEDGER_REQUESTS_PER_MINUTE="3")
    bearers = [{"Authorization": f"Bearer {services.accounts.create(name)[1].secret}"} for name in ("Ann", "Bob")]

    def ask(**headers):
        return client.get("/api/v1/accounts/me", headers=headers)

    assert [ask(**bearers[0]).status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = ask(**bearers[0])
    assert refused.json["code"] == "too-many-requests"
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert ask(**bearers[1]).status_code == 200
    made_up = [ask(Authorization=f"Bearer made-up-{number}").status_code for number in range(4)]
    assert made_up == [401, 401, 401, 429], "tokens that nobody has count for the address"
    assert client.get("/readyz").status_code == 200


def test_an_account_gets_no_more_by_further_tokens_or_by_pages(installed):
    services, client = installed(NIGHTLEDGER_REQUESTS_PER_MINUTE="3")
    services.accounts.create("Ann", "a password")
    tokens = [services.accounts.login("Ann", "a password").secret for _ in range(3)]

    answered = [client.get("/api/v1/accounts/me", headers={"Authorization": f"Bearer {one}"}) for one in tokens]
    with client.session_transaction() as page:
        page["token"] = tokens[0]

    assert [answer.status_code for answer in answered] == [200, 200, 200]
    assert client.get("/").status_code == 429


def test_a_network_of_ipv6_counts_as_one_address(installed):
    _, client = installed(NIGHTLEDGER_REQUESTS_PER_MINUTE="1")

    def ask(address):
        return client.get("/api/v1/journal", environ_base={"REMOTE_ADDR": address}).status_code

    assert [ask("2001:db8::1"), ask("2001:db8::2"), ask("2001:db8:0:1::1")] == [200, 429, 200]
    assert [ask("::ffff:198.51.100.1"), ask("::ffff:198.51.100.2")] == [200, 200]


def test_without_redis_requests_are_counted_all_the_same(installed):
    _, client = installed(NIGHTLEDGER_REQUESTS_PER_MINUTE="2")
    assert [client.get("/api/v1/journal").status_code for _ in range(3)] == [200, 200, 429]


def test_an_address_makes_so_many_accounts_an_hour(installed):
    _, client = installed()
    made = [client.post("/api/v1/accounts", json={"name": f"Ann {number}"}).status_code for number in range(61)]
    assert made == [201] * 60 + [429]
    with client.session_transaction() as page:
        page["csrf"] = "c" * 32
    assert client.post("/guest", data={"csrf": "c" * 32, "game": "nightfall"}).status_code == 429


def test_pages_of_another_origin_are_let_in_only_where_the_installation_says_so(installed):
    _, client = installed()
    assert "Access-Control-Allow-Origin" not in client.get("/api/v1/journal", headers={"Origin": ORIGIN}).headers


def test_pages_of_an_origin_that_is_let_in_read_the_api_but_never_the_pages(installed):
    _, client = installed(NIGHTLEDGER_CORS_ORIGINS=ORIGIN)

    answer = client.get("/api/v1/journal", headers={"Origin": ORIGIN})
    asked_before = client.options("/api/v1/games", headers={"Origin": ORIGIN, "Access-Control-Request-Method": "POST"})

    assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert asked_before.headers["Access-Control-Allow-Origin"] == ORIGIN
    for path, origin in (("/api/v1/journal", "https://other.example"), ("/", ORIGIN)):
        assert "Access-Control-Allow-Origin" not in client.get(path, headers={"Origin": origin}).headers


@pytest.mark.parametrize(("proxies", "answered"), [("0", [200, 429, 429]), ("1", [200, 200, 429])])
def test_the_callers_address_is_believed_from_as_many_proxies_as_there_are(installed, proxies, answered):
    _, client = installed(NIGHTLEDGER_PROXIES=proxies, NIGHTLEDGER_REQUESTS_PER_MINUTE="1")

    def ask(address):
        return client.get("/api/v1/journal", headers={"X-Forwarded-For": f"198.51.100.1, {address}"}).status_code

    assert [ask("203.0.113.7"), ask("203.0.113.8"), ask("203.0.113.7")] == answered


@pytest.fixture
def json_lines(monkeypatch):
    """What is logged in the form `json`, read."""
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.begin("web", "json")
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.handlers[:] = before
    root.setLevel(level)
    logging.getLogger(logs.REQUESTS).setLevel(logging.NOTSET)


def test_a_request_is_a_json_line_without_secrets(installed, json_lines):
    services, client = installed()
    account, token = services.accounts.create("Ann", "correct horse")

    bearer = {"Authorization": f"Bearer {token.secret}"}
    answer = client.get("/api/v1/games/5f1fd12e-0000-4000-8000-000000000000?seat=s1", headers=bearer)

    [line] = [line for line in json_lines() if line["message"] == "request"]
    assert {name: line[name] for name in ("process", "level", "method", "status", "account")} == {
        "process": "web",
        "level": "INFO",
        "method": "GET",
        "status": 404,
        "account": account.id,
    }
    assert line["route"] == "/api/v1/games/<uuid:game_id>"
    assert line["request_id"] == answer.headers[REQUEST_ID]
    assert token.secret not in json.dumps(json_lines())


def test_a_fault_of_ours_is_logged_with_its_place_and_the_password_is_not(installed, json_lines):
    services, client = installed()
    services.store.write(executing("DROP TABLE accounts"))

    answer = client.post("/api/v1/accounts", json={"name": "Ann", "password": "correct horse"})

    assert answer.status_code == 500
    [fault] = [line for line in json_lines() if line["level"] == "ERROR"]
    assert "no such table: accounts" in fault["exc_info"]
    assert "correct horse" not in json.dumps(json_lines())
