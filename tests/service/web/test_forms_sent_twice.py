"""Every form of the pages is sent again, at once and in turn: it counts once and leads where it led at first."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import service.web
from service.api.described.examples import BODIES
from service.web.games.entropy import sealed
from tests.installation import install
from tests.service.api.test_sent_twice import AT_ONCE, Everything, environ, stored
from tests.service.clocks import HandClock
from tests.service.playing import ME, OPEN

CSRF = "c" * 32
CONSENT = (
    "/oauth/authorize?response_type=code&client_id={0}&redirect_uri=https://watcher.example/callback&scope=read"
    f"&code_challenge={'c' * 43}&code_challenge_method=S256"
)
TEMPLATES = Path(service.web.__file__).parent / "templates"
WITHOUT_FORM = {"pages.notices.unsubscribe", "pages.notices.renew_device"}
"""What mail programs (RFC 8058) and service workers call by themselves, without a page."""

STORING_NOTHING = {"pages.lessons.move", "pages.puzzles.answer", "pages.printed.enter"}
"""Forms after which nothing is stored: the moves of a lesson, and the answer to a puzzle, stand in its address; what is
printed comes back as a file."""


class Forms(Everything):
    """What each form needs to be there: the method of an address gives who sends it, its path and its fields."""

    def of_operation(self, operation, page, **fields):
        """The form for what an operation of the API does; `page` is made from the second part of its path."""
        caller, path, *_ = getattr(self, operation)()
        return caller, page.format(*path.split("/")[2:]), fields

    def of_branch(self, operation, form, **fields):
        """A form about a private branch, with the decision that the operation is about."""
        caller, path, *body = getattr(self, operation)()
        decision = {name: value for one in body for name, value in one.items() if name == "decision"}
        return caller, f"/private-branches/{path.split('/')[2]}/{form}", {**decision, **fields}

    def answer_in_branch(self):
        caller, path, body = self.answer_in_private_branch()
        fields = {"decision": body["decision"], "action": json.dumps(body["action"])}
        return caller, path.replace("/answers", "/answer"), fields

    def of_app(self, page, **fields):
        """The form about an app of somebody's, whose id stands in its page and fields."""
        caller = self.somebody()
        app = caller.post("/apps", BODIES["register_app"]).json["id"]
        return caller, page.format(app), {name: value.format(app) for name, value in fields.items()}

    def void(self):
        operator, path = self.operate()
        return operator, "/operate/games", {"game": path.split("/")[2], "reason": "It broke."}

    def sign_in(self):
        self.person("Irma", "correct horse")
        return self.nobody, "/sign-in", {"name": "Irma", "password": "correct horse"}

    def delete(self):
        caller = self.somebody()
        return caller, "/account/delete", {"name": caller.name}

    def end_token(self):
        caller, path = self.log_out()
        return caller, "/account/tokens", {"token": path.rpartition("/")[2]}

    def answer(self):
        caller, path, body = self.act()
        fields = {"decision": body["decision"], "action": json.dumps(body["action"])}
        return caller, f"{path.removesuffix('/actions')}/answer", fields

    def answer_takeback(self):
        game = self.game(ME, {"account": "Bob"}, game="thinking-pig")
        begun = self.bob.post(f"/games/{game['id']}/seats", {}).json["game"]
        for caller in (self.ann, self.bob):
            assert caller.act(game, {"type": "hold"}, decision=caller.look(game)["decision"]).status_code == 200
        assert self.ann.post(f"/games/{game['id']}/takebacks", {"to": begun["version"]}).status_code == 200
        return self.bob, f"/games/{game['id']}/take-back/answer", {"agreed": "yes"}

    def over(self, page, **fields):
        """A form of a game that has been played to its end, about a position of it."""
        game = self.ann.play_to_the_end(self.game(ME, ME, game="pig", options={"goal": 1}))
        at = self.ann.get(f"/games/{game['id']}/timeline").json["boundaries"][0]
        return self.ann, page.format(game["id"]), {"at": str(at), **fields}

    def unasked(self):
        game = self.game(ME, ME, game="talking-pig")
        words = {"verb": "say", "text": "words", "text:words": "Hello"}
        return self.ann, f"/games/{game['id']}/unasked", {"seat": "s1", "after": "0", **words}

    def bring(self):
        caller, path, body = self.bring_character()
        return caller, f"{path.partition('/seats')[0]}/bring", {"seat": "s1", **body}

    def make(self):
        example = BODIES["make_character"]
        parts = {"json": list(example["character"])}
        parts |= {f"json:{name}": json.dumps(value) for name, value in example["character"].items()}
        return self.somebody(), "/characters", {"game": example["game"], "name": example["name"], **parts}

    def open_entropy_of_a_league(self):
        league = self.league(self.person("Cy"), self.person("Dan"))
        typed = {"entropy": "the weather"}
        assert self.bob.post(f"{league}/entrants", {"entropy_hash": sealed(typed["entropy"])}).status_code == 201
        assert self.ann.post(f"{league}/organiser", BODIES["organise"]).status_code == 200
        return self.bob, f"{league}/entropy", typed

    def open_entropy_of_a_game(self):
        game = self.game(ME, OPEN)
        assert self.bob.post(f"/games/{game['id']}/seats", {"entropy_hash": sealed("the weather")}).status_code == 200
        return self.bob, f"/games/{game['id']}/entropy", {"seat": "s2", "entropy": "the weather"}

    def open_entropy_of_a_series(self):
        series = self.series(entropy_hash=sealed("the weather"))
        assert self.bob.post(f"/series/{series}/seats", {}).status_code == 200
        return self.ann, f"/series/{series}/entropy", {"seat": "s1", "entropy": "the weather"}

    def contest(self):
        caller, path, body = self.open_dispute()
        return caller, path, {"where": f"{body['stage']} {body['table']}", "words": body["words"]}

    def decide(self):
        fields = {"verb": "withdraw", "entrants": "e1", "reason": "Asked for it."}
        return self.ann, f"{self.league(self.bob)}/decide", fields

    def form_group(self):
        caller, path, _ = self.begin_try()
        return caller, f"{path.removesuffix('/tries')}/groups", {"seat": ["me", "open"], "name": ["", ""]}

    def invitation(self):
        caller, path = self.invite()
        return self.bob, f"/invitations/{caller.post(path, {}).json['token']}", {}

    def revoked(self):
        caller, path = self.revoke_invitation()
        game, link = path.split("/")[2], path.rpartition("/")[2]
        return caller, f"/games/{game}/invitations/revoke", {"link": link}

    def sent_away(self):
        _, path = self.leave()
        return self.ann, f"/games/{path.split('/')[2]}/seats/free", {"seat": "s2"}

    def taken_in(self):
        caller, _, record = self.take_in_record()
        return caller, "/records", {"text": json.dumps(record)}

    def confirm(self):
        caller, _ = self.remove_mail()
        channels = self.services.post.channels
        return self.nobody, f"/mail/confirm/{channels.link(channels.mail(self.account(caller)))}", {}

    def channel(self, page):
        caller, path = self.webhook()
        return caller, page, {"channel": path.split("/")[2]}

    def test_of_a_channel(self):
        caller, path = self.test_webhook()
        return caller, "/account/notices/test", {"channel": path.split("/")[2]}

    def confirmed(self):
        caller, path, body = self.confirm_webhook()
        return caller, "/account/notices/webhooks/confirm", {"channel": path.split("/")[2], **body}


def account_form(page, **fields):
    return lambda s: (s.somebody(), page, fields)


FORMS = {
    "lobby.sign_in": Forms.sign_in,
    "lobby.sign_up": lambda s: (s.nobody, "/sign-up", {"name": f"New {next(s.numbers)}", "password": "correct horse"}),
    "lobby.sign_out": account_form("/sign-out"),
    "lobby.open_game": account_form("/games", game="pig", seat=["me", "open"], name=["", ""]),
    "lobby.reserve": account_form("/games/reserve", game="pig", seat=["me", "open"], name=["", ""]),
    "game.answer": Forms.answer,
    "game.sit": lambda s: s.of_operation("sit", "/games/{0}/sit"),
    "game.bring": Forms.bring,
    "game.open_entropy": Forms.open_entropy_of_a_game,
    "game.leave": lambda s: s.of_operation("leave", "/games/{0}/leave", seat="s2"),
    "game.cancel": lambda s: s.of_operation("cancel", "/games/{0}/cancel"),
    "game.go_on": lambda s: s.of_operation("go_on", "/games/{0}/next"),
    "operating.act": lambda s: s.of_operation("operate", "/games/{0}/operate", verb="void", reason="It broke."),
    "unreadable.void": Forms.void,
    "hosting.invite": lambda s: s.of_operation("invite", "/games/{0}/invitations"),
    "hosting.revoke": Forms.revoked,
    "hosting.seat_ai": lambda s: (
        s.ann, f"/games/{s.game(ME, OPEN)['id']}/seats/ai", {"seat": "s2", "level": "random"}
    ),
    "hosting.send_away": Forms.sent_away,
    "branch.note": lambda s: s.over("/games/{0}/notes-at", text="Mine."),
    "branch.play_on": lambda s: s.over("/games/{0}/branches", seat="s1", others="random"),
    "private_branch.begin": lambda s: s.of_operation("begin_private_branch", "/games/{0}/private-branches"),
    "private_branch.answer": Forms.answer_in_branch,
    "private_branch.let_others_answer": lambda s: s.of_branch("let_others_answer", "others"),
    "private_branch.note": lambda s: s.of_branch("note_in_private_branch", "note", step="0", text="Mine."),
    "private_branch.make_condition": lambda s: s.of_branch("make_condition", "condition", step="0"),
    "private_branch.remove": lambda s: s.of_branch("remove_private_branch", "remove"),
    "mirror.analyse": lambda s: s.of_operation("analyse", "/games/{0}/analysis"),
    "ending.ask_again": lambda s: s.over("/games/{0}/rematch", seats="same"),
    "records.take_in": Forms.taken_in,
    "seat.take_back": lambda s: s.of_operation("take_back", "/games/{0}/take-back"),
    "seat.answer_takeback": Forms.answer_takeback,
    "seat.resign": lambda s: s.of_operation("resign", "/games/{0}/resign"),
    "seat.claim": lambda s: s.of_operation("claim", "/games/{0}/claim", absent="s1"),
    "seat.give_orders": lambda s: s.of_operation(
        "give_orders", "/games/{0}/standing-orders", order='{"order": "pass", "when": "unless-link"}'
    ),
    "seat.look_ahead": lambda s: s.of_operation("give_orders", "/games/{0}/look-ahead"),
    "account.rename": lambda s: (s.somebody(), "/account/name", {"name": f"Renamed {next(s.numbers)}"}),
    "translation.choose": account_form("/language", language="de", next="/account"),
    "guests.play": lambda s: (s.nobody, "/guest", {"game": "nightfall"}),
    "guests.keep": account_form("/account/keep", name="Kept", password="correct horse"),
    "account.choose_zone_and_language": account_form("/account/place", time_zone="Europe/Paris", language="fr"),
    "account.go_on_vacation": account_form("/account/vacation", days="1"),
    "account.come_back": lambda s: (s.end_vacation()[0], "/account/vacation/end", {}),
    "account.block": account_form("/account/block", name="Bob"),
    "account.unblock": lambda s: (s.unblock_person()[0], "/account/forgive", {"name": "Bob", "way": "blocked"}),
    "account.change_password": account_form("/account/password", password="a new one"),
    "account.make_token": account_form("/account/tokens/new", token_name="bot", scope=["read", "play"], days="7"),
    "apps.register": account_form(
        "/account/apps", name="Watcher", uris="https://watcher.example/callback", scope=["read"]
    ),
    "apps.remove": lambda s: s.of_app("/account/apps/remove", app="{0}"),
    "apps.decide": lambda s: s.of_app(CONSENT, allow="yes"),
    "account.mark_as_bot": account_form("/account/bot", for_ever="yes"),
    "account.end_token": Forms.end_token,
    "account.delete": Forms.delete,
    "characters.make": Forms.make,
    "characters.retire": lambda s: s.of_operation("retire_character", "/characters/{0}/retire"),
    "invitation.accept": Forms.invitation,
    "leagues.open_league": account_form(
        "/leagues", game="nightfall", name="Winter", seats="2", size="8", divisions="1", relegated="0", kind="swiss",
        rounds="3",
    ),
    "leagues.enrol": lambda s: s.of_operation("enrol", "/leagues/{0}/enrol"),
    "leagues.open_entropy": Forms.open_entropy_of_a_league,
    "leagues.withdraw": lambda s: s.of_operation("withdraw", "/leagues/{0}/withdraw"),
    "leagues.substitute": lambda s: s.of_operation("offer_to_substitute", "/leagues/{0}/substitute", ready="yes"),
    "leagues.season": lambda s: s.of_operation("open_season", "/leagues/{0}/season", step="open"),
    "leagues.decide": Forms.decide,
    "disputes.open_dispute": Forms.contest,
    "disputes.say": lambda s: s.of_operation("say_in_dispute", "/leagues/{0}/disputes/1/messages", words="No."),
    "disputes.withdraw": lambda s: s.of_operation("withdraw_dispute", "/leagues/{0}/disputes/1/withdraw"),
    "series.sit": lambda s: s.of_operation("sit_in_series", "/series/{0}/sit"),
    "series.close": lambda s: (s.ann, f"/series/{s.series()}/close", {}),
    "series.open_entropy": Forms.open_entropy_of_a_series,
    "challenges.open_challenge": account_form(
        "/challenges", game="last-spell", name="One night", seats="2", days="14"
    ),
    "challenges.form_group": Forms.form_group,
    "challenges.begin": lambda s: s.of_operation("begin_try", "/challenges/{0}/try"),
    "challenges.join": lambda s: s.of_operation("join_group", "/challenges/{0}/groups/{2}/join"),
    "challenges.leave": lambda s: s.of_operation("leave_group", "/challenges/{0}/groups/{2}/leave"),
    "challenges.start": lambda s: s.of_operation("start_group", "/challenges/{0}/groups/{2}/start", level="greedy"),
    "challenges.end": lambda s: s.of_operation("end_challenge", "/challenges/{0}/end"),
    "tours.open_tour": lambda s: (
        s.ann, "/tours", {"name": "Three", "points": "10 6 3", "challenge": s.open_tour()[2]["challenges"]}
    ),
    "talk.say": lambda s: s.of_operation("say", "/games/{0}/talk", text="Well played!"),
    "talk.note": lambda s: s.of_operation("write_note", "/games/{0}/notes", text="Mine."),
    "talk.mute": lambda s: s.of_operation("report_message", "/games/{0}/talk/mute", name="Bob"),
    "talk.report": lambda s: s.of_operation("report_message", "/games/{0}/talk/report", number="1", reason="Loud."),
    "notices.set_mail": account_form("/account/notices/mail", address="ann@example.org"),
    "notices.add_webhook": account_form("/account/notices/webhooks", url="https://example.org/here", kind="generic"),
    "notices.add_device": lambda s: (
        s.somebody(), "/account/notices/devices", {**BODIES["add_device"], "device": "Telephone"}
    ),
    "notices.remove": lambda s: s.channel("/account/notices/remove"),
    "notices.test": Forms.test_of_a_channel,
    "notices.confirm_webhook": Forms.confirmed,
    "notices.mute": lambda s: s.of_operation("mute", "/account/notices/game/{0}", muted="yes"),
    "notices.confirm": Forms.confirm,
    "unasked.do": Forms.unasked,
}  # fmt: skip


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    """A stage on one installation for all forms."""
    clock = HandClock()
    services = install(tmp_path_factory.mktemp("forms") / "home", clock, **environ())
    yield Forms(services, clock)
    services.close()


def browser(forms, caller):
    """A browser in which somebody is signed in, and looks at a page with a form."""
    client = forms.app.test_client()
    with client.session_transaction() as session:
        session["csrf"] = CSRF
        if caller.token is not None:
            session["token"], session["token_id"] = caller.token, caller.token_id
    return client


def send(forms, caller, path, fields, nonce):
    """What a form leads to, sent from a page that has been there since before: where to, and who is signed in there."""
    client = browser(forms, caller)
    answer = client.post(path, data={"csrf": CSRF, "nonce": nonce, **fields})
    with client.session_transaction() as session:
        return answer.status_code, answer.headers.get("Location"), session.get("token"), answer.data


@pytest.mark.parametrize("endpoint", FORMS)
def test_a_form_that_is_sent_again_counts_once(forms, endpoint):
    request = (forms, *FORMS[endpoint](forms), f"nonce of {endpoint}")
    untouched, barrier = stored(forms.services), Barrier(AT_ONCE)

    def send_one(_):
        barrier.wait()
        return send(*request)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        [first, *others] = pool.map(send_one, range(AT_ONCE))
    before = stored(forms.services)
    assert len(before["done_once"]) == len(untouched["done_once"]) + 1, first
    assert {name for name in before if before[name] != untouched[name]} > {"done_once"}
    repeat = send(*request)
    assert stored(forms.services) == before
    assert [*others, repeat] == [first] * AT_ONCE


def test_every_form_of_the_pages_is_sent(forms):
    views = {rule.endpoint for rule in forms.app.url_map.iter_rules() if "POST" in rule.methods}
    pages = {view for view in views if view.startswith("pages.")}
    assert pages - WITHOUT_FORM - STORING_NOTHING == {f"pages.{endpoint}" for endpoint in FORMS}


def test_every_form_in_the_templates_has_a_nonce():
    for template in TEMPLATES.rglob("*.html"):
        for form in re.findall(r'<form[^>]*method="post".*?</form>', template.read_text(), re.DOTALL):
            assert "{{ csrf() }}" in form, (template.name, form[:120])


def test_a_page_that_is_loaded_again_has_other_forms(forms):
    client = browser(forms, forms.ann)
    nonces = [set(re.findall(r'name="nonce" value="([^"]+)"', client.get("/account").text)) for _ in range(2)]
    assert [len(found) for found in nonces] == [1, 1]
    assert nonces[0] != nonces[1]


def test_another_content_of_a_form_is_another_request(forms):
    caller, path, fields = forms.of_operation("say", "/games/{0}/talk", text="Well played!")
    game = path.split("/")[2]
    for text in ("Well played!", "Well played!", "Again?", "Well played!"):
        send(forms, caller, path, {**fields, "text": text}, "one page")
    said = caller.get(f"/games/{game}/messages").json["messages"]
    assert sorted(message["text"] for message in said) == ["Again?", "Well played!"]


def test_what_was_refused_may_be_sent_again(forms):
    game = forms.game(ME, OPEN, OPEN)
    path, fields = f"/games/{game['id']}/leave", {"seat": "s2"}
    send(forms, forms.bob, path, fields, "refused")
    assert forms.bob.post(f"/games/{game['id']}/seats", {}).status_code == 200
    before = stored(forms.services)["done_once"]
    send(forms, forms.bob, path, fields, "refused")
    assert len(stored(forms.services)["done_once"]) == len(before) + 1


def test_a_secret_that_a_page_shows_once_is_not_shown_again(forms):
    caller, path, fields = account_form("/account/notices/webhooks", url="https://a.example", kind="generic")(forms)
    client = browser(forms, caller)
    shown = []
    for _ in range(2):
        client.post(path, data={"csrf": CSRF, "nonce": "webhook", **fields})
        shown.append(re.findall("whsec_[0-9A-Za-z+/]{43}=", client.get("/account/notices").text))
    assert [len(secrets) for secrets in shown] == [1, 0]
