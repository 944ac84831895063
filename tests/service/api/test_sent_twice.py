"""Every operation that changes something is sent again under its key, at once and in turn: it is done once."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier

import pytest
from nacl.signing import SigningKey

from domain.log import shares
from domain.log.note import read_note
from domain.log.record import seed_commitment
from service.api.described.examples import BODIES
from service.app.application import create_app
from service.bootstrap import build
from service.store.relations import METADATA, counts_of_limits
from tests.installation import install, prepare
from tests.service.api.conftest import Caller
from tests.service.api.games.witnessing import KEY as WITNESS
from tests.service.api.games.witnessing import cosigned
from tests.service.api.test_examples import Stage
from tests.service.clocks import HandClock
from tests.service.playing import AI, ME, OPEN, open_pig
from workers.clock import Sweeper

KEY, SECRET = "Idempotency-Key", "Idempotency-Secret"
HOST, HOST_SEED = SigningKey(bytes(range(32))), bytes(range(32))
HOST_KEY = bytes(HOST.verify_key).hex()
"""Another installation, which shares the seed of its game with this one."""

AT_ONCE = 3
DAY = 86_400
ON_BOTH = ("sit", "organise", "say", "create_account", "add_webhook")
"""Operations that are sent at once on every kind of database."""


class Everything(Stage):
    """What each operation needs to be there, those without a body too: its caller, its path, a body of its own."""

    def __init__(self, services, clock):
        self.services, self.clock = services, clock
        self.app = create_app(services)
        self.nobody = Caller(self.app.test_client())
        self.known, self.numbers = {}, count(1)
        self.ann, self.bob = self.person("Ann"), self.person("Bob")

    def person(self, name, password=None):
        """The caller of this name, whose account is made if there is none."""
        if name not in self.known:
            body = {"name": name} | ({"password": password} if password else {})
            made = self.nobody.post("/accounts", body)
            assert made.status_code == 201, made.text
            self.known[name] = Caller(self.app.test_client(), name, made.json["token"])
            self.known[name].token_id = made.json["token_id"]
        return self.known[name]

    def somebody(self):
        return self.person(f"Somebody {next(self.numbers)}")

    def account(self, caller):
        return self.services.accounts.by_name(caller.name).id

    # ---- people

    def create_account(self):
        return self.nobody, "/accounts", {"name": f"Marie {next(self.numbers)}", "password": "nine lives of a cat"}

    def change_account(self):
        return self.somebody(), "/accounts/me", {"password": "a new one", "language": "fr"}

    def forget_account(self):
        return self.somebody(), "/accounts/me"

    def take_vacation(self):
        return self.somebody(), "/accounts/me/vacation", {"until": self.clock() + DAY}

    def end_vacation(self):
        caller, path, body = self.take_vacation()
        assert caller.call("PUT", path, body).status_code == 200
        return caller, path

    def log_out(self):
        caller = self.somebody()
        [token] = caller.get("/tokens").json["tokens"]
        return caller, f"/tokens/{token['id']}"

    def block_person(self):
        return self.somebody(), "/accounts/me/blocks/Bob"

    def mute_person(self):
        return self.somebody(), "/accounts/me/mutes/Bob"

    def unblock_person(self):
        return self._after("PUT", *self.block_person())

    def unmute_person(self):
        return self._after("PUT", *self.mute_person())

    # ---- games

    def reserve(self):
        return self.ann, "/reservations"

    def sit(self):
        return self.bob, f"/games/{self.game(ME, OPEN, OPEN)['id']}/seats", {}

    def cancel(self):
        return self.ann, f"/games/{self.game(ME, OPEN)['id']}"

    def leave(self):
        caller, path, body = self.sit()
        assert caller.post(path, body).status_code == 200
        return caller, f"{path}/s2"

    def remove_app(self):
        return self.ann, f"/apps/{self.ann.post('/apps', BODIES['register_app']).json['id']}"

    def analyse(self):
        game = self.game(ME, ME, game="searched-pig", options={"goal": 1})
        return self.ann, f"/games/{self.ann.play_to_the_end(game)['id']}/analysis"

    def look_ahead(self):
        game = self.ann.open_game(ME, {"account": "me"}, game="nightfall", options={"draft": "quick"})
        return self.ann, f"/games/{game['id']}/standing-orders/conditions"

    def remove_private_branch(self):
        return self.ann, f"/private-branches/{self.private_branch()['id']}"

    def resign(self):
        return self.ann, f"/games/{self.game(ME, AI, AI)['id']}/resignations", {}

    def claim(self):
        game = self.game(ME, {"account": "Bob"}, game="pig", clock={"per_decision": 3600, "policy": "remind"})
        assert self.bob.post(f"/games/{game['id']}/seats", {}).status_code == 200
        self.services.heartbeat.beat()
        self.clock.now += 3600
        self.services.heartbeat.beat()
        self.services.read_models.follower.catch_up(10)
        parts = self.services
        Sweeper(parts.read_models, parts.clockwork, parts.vacations, parts.expiry).step()
        return self.bob, f"/games/{game['id']}/claims", {**BODIES["claim"], "absent": "s1"}

    def operate(self):
        operator = self.person("Oskar")
        self.services.accounts.set_operator(self.account(operator), True)
        return operator, f"/games/{self.game()['id']}/operator"

    def take_orders_back(self):
        caller, path = self.give_orders()
        return self._after("PUT", caller, path, BODIES["give_orders"])

    def revoke_invitation(self):
        caller, path = self.invite()
        made = caller.post(path, {}).json["id"]
        return caller, f"{path}/{made}"

    def go_on(self):
        from tests.service.games.test_chains import won_by

        return self.ann, f"/games/{won_by(self.services, self.account(self.ann))}/next"

    def take_in_record(self):
        elsewhere = install(self.services.settings.home / "elsewhere")
        zoe = elsewhere.accounts.create("Zoe")[0].id
        game_id = open_pig(elsewhere.ledger, zoe, ME, ME)
        elsewhere.ledger.close(game_id, "void")
        record = elsewhere.ledger.record(game_id)
        elsewhere.close()
        return self.ann, "/records", record

    def add_cosignature(self):
        plain = self.nobody.get("/journal/checkpoint").data
        size = self.nobody.get("/journal").json["next"]
        return self.nobody, "/journal/cosignatures", {"size": size, "line": cosigned(read_note(plain).text)}

    def host_asks(self, path, message, **asked):
        """What another installation asks of this one, as its partner."""
        signed = {"key": HOST_KEY, "signature": HOST.sign(message).signature.hex()}
        return self.nobody, f"/shared-seeds{path}", {**asked, **signed}

    def share_seed(self):
        game, own = f"00000000-0000-4000-8000-{next(self.numbers):012}", self.services.signer.keys()[0].key
        commitment = seed_commitment(game, HOST_SEED)
        return self.host_asks("", shares.wanted(game, commitment, own), game=game, commitment=commitment)

    def shared_game(self):
        """A game of the other installation whose seed is shared."""
        caller, path, body = self.share_seed()
        assert caller.post(path, body).status_code == 200
        return body["game"]

    def give_share(self):
        game = self.shared_game()
        return self.host_asks(f"/{game}/shares", shares.asked(game, 0, "ab" * 32), number=0, head="ab" * 32)

    def reveal_seed(self):
        game, seed = self.shared_game(), HOST_SEED.hex()
        return self.host_asks(f"/{game}/end", shares.ended(game, "ab" * 32), head="ab" * 32, seed=seed)

    # ---- what one is told

    def add_webhook(self):
        return self.somebody(), "/webhooks"

    def webhook(self):
        caller, path = self.add_webhook()
        return caller, f"{path}/{caller.post(path, BODIES['add_webhook']).json['id']}"

    def remove_webhook(self):
        return self.webhook()

    def confirm_webhook(self):
        return self.challenged(*self.webhook())

    def challenged(self, caller, path):
        """The confirmation of a channel by what was sent there."""
        channels = self.services.post.channels
        challenge = channels.link(channels.get(self.account(caller), path.rpartition("/")[2]))
        return caller, f"{path}/confirmation", {"challenge": challenge}

    def challenge_webhook(self):
        caller, path = self.webhook()
        self.clock.now += 600
        return caller, f"{path}/challenge"

    def test_webhook(self):
        caller, path, body = self.confirm_webhook()
        assert caller.post(path, body).status_code == 200
        return caller, path.replace("/confirmation", "/test")

    def add_device(self):
        return self.somebody(), "/devices"

    def device(self):
        caller, path = self.add_device()
        return caller, f"{path}/{caller.post(path, BODIES['add_device']).json['id']}"

    def remove_device(self):
        return self.device()

    def confirm_device(self):
        return self.challenged(*self.device())

    def challenge_device(self):
        caller, path = self.device()
        self.clock.now += 600
        return caller, f"{path}/challenge"

    def test_device(self):
        caller, path, body = self.confirm_device()
        assert caller.post(path, body).status_code == 200
        return caller, path.replace("/confirmation", "/test")

    def set_mail(self):
        return self.somebody(), "/accounts/me/mail"

    def remove_mail(self):
        return self._after("PUT", *self.set_mail(), BODIES["set_mail"])

    def test_mail(self):
        caller, path = self.remove_mail()
        channels = self.services.post.channels
        channels.confirm(channels.link(channels.mail(self.account(caller))))
        return caller, f"{path}/test"

    # ---- characters, series, leagues, challenges

    def retire_character(self):
        return self.ann, f"/characters/{self.ann.post('/characters', BODIES['make_character']).json['id']}"

    def sit_in_series(self):
        body = {"game": "nightfall", "seats": [ME, OPEN, OPEN]}
        return self.bob, f"/series/{self.ann.post('/series', body).json['id']}/seats", {}

    def end_series(self):
        return self.ann, f"/series/{self.series()}"

    def open_season(self):
        return self.ann, f"/leagues/{self.ann.post('/leagues', BODIES['open_league']).json['id']}/seasons"

    def withdraw(self):
        return self.bob, f"{self.league(self.bob)}/entrants/me"

    def offer_to_substitute(self):
        return self.bob, f"{self.league()}/substitutes/me"

    def withdraw_dispute(self):
        caller, path, body = self.open_dispute()
        assert caller.post(path, body).status_code == 201
        return caller, f"{path}/1"

    def take_offer_back(self):
        return self._after("PUT", *self.offer_to_substitute())

    def begin_try(self):
        caller, path = super().begin_try()
        return caller, path, {}

    def group(self, *seats):
        caller, tries = super().begin_try()
        return f"{tries}/{caller.post(tries, {'seats': list(seats)}).json['number']}"

    def leave_group(self):
        return self.ann, f"{self.group(ME, OPEN)}/seats"

    def end_challenge(self):
        challenge = self.ann.post("/challenges", BODIES["open_challenge"]).json
        return self.ann, f"/challenges/{challenge['id']}/end"

    def _after(self, method, caller, path, body=None):
        """The same, when a request by this method was answered."""
        assert caller.call(method, path, body).status_code < 300
        return caller, path


OPERATIONS = sorted(
    {*BODIES, "forget_account", "end_vacation", "reserve", "cancel", "leave", "resign", "take_orders_back"}
    | {"go_on", "retire_character", "take_in_record", "add_cosignature", "remove_webhook", "test_webhook"}
    | {"remove_device", "confirm_device", "challenge_device", "test_device"}
    | {"confirm_webhook", "challenge_webhook", "share_seed", "give_share", "reveal_seed"}
    | {"remove_mail", "test_mail", "end_series", "open_season", "withdraw", "offer_to_substitute", "take_offer_back"}
    | {"leave_group", "end_challenge", "log_out", "revoke_invitation", "block_person", "unblock_person"}
    | {"mute_person", "unmute_person", "withdraw_dispute", "analyse", "remove_app", "look_ahead"}
    | {"remove_private_branch"}
)
"""What is sent: a method of `Everything` each."""

WITHOUT_ACCOUNT = {"create_account", "log_in", "add_cosignature", "share_seed", "give_share", "reveal_seed"}


def environ():
    return {
        "NIGHTLEDGER_WITNESSES": WITNESS.encode(),
        "NIGHTLEDGER_SEED_PARTNERS": f"https://host.example+{HOST_KEY}",
        "NIGHTLEDGER_SMTP_URL": "smtp://127.0.0.1:9",
        "NIGHTLEDGER_PUBLIC_URL": "https://games.example",
    }


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """A stage on one installation for all operations."""
    clock = HandClock()
    services = install(tmp_path_factory.mktemp("twice") / "home", clock, **environ())
    yield Everything(services, clock)
    services.close()


def stored(services):
    """All that the store holds but for what is counted of requests: the rows of each relation."""
    tables = [table.name for table in METADATA.sorted_tables if table is not counts_of_limits]
    return {name: sorted(map(tuple, services.store.rows(f"SELECT * FROM {name}")), key=repr) for name in tables}


def send(everything, operation, method, caller, path, body):
    headers = {KEY: f"once {operation}".replace(" ", "-")}
    if operation.partition(" ")[0] in WITHOUT_ACCOUNT:
        headers[SECRET] = "a-secret-of-the-client-alone"
    client = Caller(everything.app.test_client(), caller.name, caller.token)
    return client.call(method.upper(), path, body, headers)


def send_at_once(*request):
    barrier = Barrier(AT_ONCE)

    def send_one(_):
        barrier.wait()
        return send(*request)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(send_one, range(AT_ONCE)))


def again(response):
    """What a repeat of an answer says: secrets that are shown once are null."""
    if not response.data:
        return None
    return {name: None if name in ("token", "secret", "link") else value for name, value in response.json.items()}


def changing(document):
    """Operation -> method, of all that may change something."""
    return {
        operation["operationId"]: method
        for item in document["paths"].values()
        for method, operation in item.items()
        if method not in ("get", "parameters")
    }


def check_once(everything, operation, method):
    caller, path, *own = getattr(everything, operation)()
    body = own[0] if own else BODIES.get(operation)
    request = (everything, operation, method, caller, path, body)
    answers = send_at_once(*request)
    assert {answer.status_code < 300 for answer in answers} == {True}, [answer.text for answer in answers]
    [first] = [answer for answer in answers if "Idempotent-Replayed" not in answer.headers]
    before = stored(everything.services)
    repeat = send(*request)
    assert stored(everything.services) == before
    assert repeat.headers["Idempotent-Replayed"] == "true"
    for one in (repeat, *(answer for answer in answers if answer is not first)):
        assert (one.status_code, one.headers.get("Location")) == (first.status_code, first.headers.get("Location"))
        assert again(one) == again(first)
        assert one.json == again(first) if one.data else one.data == first.data


def test_every_operation_is_sent(document):
    assert changing(document).keys() == set(OPERATIONS)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_operation_that_is_sent_again_is_done_once(everything, document, operation):
    check_once(everything, operation, changing(document)[operation])


def test_it_is_done_once_in_every_kind_of_database(tmp_path, database, document):
    clock = HandClock()
    services = build(prepare(tmp_path / "home", **environ(), **database.environ), clock)
    stage = Everything(services, clock)
    for operation in ON_BOTH:
        check_once(stage, operation, changing(document)[operation])
    services.close()


def test_every_operation_documents_its_key(document):
    for item in document["paths"].values():
        for method, operation in item.items():
            if method not in ("get", "parameters"):
                names = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "header"}
                assert KEY in names
                assert (SECRET in names) is (operation["operationId"] in WITHOUT_ACCOUNT)


def test_a_repeat_shows_no_secret(everything):
    for operation in ("create_account", "log_in", "add_webhook", "invite"):
        caller, path, *own = getattr(everything, operation)()
        body = own[0] if own else BODIES[operation]
        first, repeat = (send(everything, f"{operation} shown", "post", caller, path, body) for _ in range(1, 3))
        hidden = {name for name, value in first.json.items() if repeat.json[name] != value}
        assert hidden == {name for name in ("token", "secret", "link") if name in first.json}
        assert {repeat.json[name] for name in hidden} == {None}


def test_without_an_account_a_key_counts_only_with_a_secret(everything):
    caller, path, body = everything.create_account()
    refused = caller.post(path, body, {KEY: "k"})
    assert (refused.status_code, refused.json["code"]) == (422, "malformed")
    assert refused.json["errors"][0]["parameter"] == SECRET
    mine, other = ({KEY: "k", SECRET: letter * 22} for letter in "ab")
    assert caller.post(path, body, mine).status_code == 201
    assert caller.post(path, body, mine).status_code == 201
    assert caller.post(path, body, other).json["code"] == "name-taken"
    assert caller.post(path, body, {KEY: "k", SECRET: "short"}).json["errors"][0]["parameter"] == SECRET


def test_another_body_or_query_under_the_key_is_refused(everything):
    caller, path = everything.write_note()
    key = {KEY: "notes"}
    assert caller.call("PUT", path, {"text": "one"}, key).status_code == 200
    assert caller.call("PUT", path, {"text": "two"}, key).json["code"] == "key-reused"
    assert caller.call("PUT", path, {"text": "one"}, key, seat="s1").json["code"] == "key-reused"


def test_what_was_refused_uses_no_key_up(everything):
    caller, path = everything.write_note()
    key = {KEY: "refused"}
    assert caller.call("PUT", path, {"words": "one"}, key).status_code == 422
    assert caller.call("PUT", path, {"text": "one"}, key).status_code == 200


def test_a_key_is_kept_for_thirty_days(everything):
    caller, path = everything.write_note()
    for number in range(2):
        for text in ("first", "second"):
            body = {"text": f"{text} {number}"}
            assert caller.call("PUT", path, body, {KEY: f"{text}-kept"}).status_code == 200
        everything.clock.now += 31 * DAY


@pytest.mark.parametrize("place", ["/games", "/series"])
def test_any_free_seat_is_the_one_that_is_held(everything, place):
    ann, bob = everything.ann, everything.bob
    for several in (False, True):
        body = {"game": "nightfall", "seats": [ME, OPEN, OPEN, OPEN], "several_seats": several}
        path = f"{place}/{ann.post(place, body).json['id']}"
        seats = f"{path}/seats"
        for wanted in ({}, {}, {"seat": "s2"}):
            assert bob.post(seats, wanted).status_code == 200
        held = [name for name, seat in bob.get(path).json["seats"].items() if seat["name"] == "Bob"]
        assert held == ["s2"]
        further = bob.post(seats, {"seat": "s3"})
        assert (further.status_code, further.json.get("code")) == ((200, None) if several else (409, "illegal"))
        assert ann.post(seats, {"seat": "s4"}).status_code == 200, "who opened it may"


def test_in_a_group_any_free_seat_is_the_one_that_is_held(everything):
    _, tries = Stage.begin_try(everything)
    number = everything.ann.post(tries, {"seats": [ME, {"account": "Bob"}]}).json["number"]
    seats = f"{tries}/{number}/seats"
    first, repeat = (everything.bob.post(seats, {}) for _ in range(2))
    assert (first.status_code, repeat.status_code) == (200, 200)
    assert repeat.json == first.json
