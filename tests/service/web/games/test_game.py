"""The page of a game: looking, answering, and what happens when an answer comes too late."""

import json
import re
from threading import Thread

import pytest

from domain.contract.game import to_json
from tests.service.web.playing import answer_for_ais, play, sampled

ME = {"account": "me"}
OPEN = {"open": True}
AI = {"ai": "random"}


def test_a_game_of_pig_is_played_to_its_end_by_buttons(ann, opened, services):
    path = f"/games/{opened('Ann', ME, ME, goal=10)}"
    page = ann.open(path)
    for _ in range(200):
        if not any(form.id == "answer" for form in page.forms):
            break
        points = services.ledger.view(path[7:]).table["turn_points"]
        page = ann.send(page.answer, page.answer.button("Hold" if points >= 5 else "Roll"))
        assert page.path == path
    assert ">Over</h2>" in page.text
    assert '<li value="1">Ann' in page.text
    assert re.search(r"Ann was the first to reach the goal", page.text)


def test_the_bar_says_whose_turn_it_is_and_who_is_waited_for(ann, bob, opened, services):
    game = opened("Ann", ME, {"account": "Bob"})
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    active = services.ledger.view(game).table["active"]
    asked, other, name = (ann, bob, "Ann") if active == "s1" else (bob, ann, "Bob")
    path = f"/games/{game}"
    assert '<span class="status">Your turn</span>' in asked.open(path).text
    waiting = other.open(path).text
    assert f">Waiting for {name}</h2>" in waiting
    assert "Your turn" not in waiting


def test_who_is_asked_in_the_turn_of_another_reads_so(ann, opened, services):
    """In a chain each seat is asked for links, also in the turn of another."""
    game = opened("Ann", ME, AI, game="nightfall", draft="quick")
    markers = set()
    for _ in range(60):
        table, asked = services.ledger.view(game).table, services.ledger.table(game).pending
        if "s1" in asked and table["phase"] == "chain":
            bar = re.search('<p class="whose">(.*?)</p>', ann.open(f"/games/{game}").text)
            markers.add((table["active"], *re.findall('<span class="(?:status|turn)">(.*?)</span>', bar[1])))
        if len(markers) == 2:
            break
        play(services, game, 1)
    assert markers == {("s1", "Your turn"), ("s2", "You must answer", "Turn of Beginner (AI)")}


def test_nightfall_is_played_by_forms_alone(ann, opened, services):
    """Every answer that a seat samples is sent through the panel, whatever its shape, until each kind was asked."""
    game = opened("Ann", ME, AI, AI, game="nightfall")
    every, kinds = {"draft", "link", "attack", "claim", "treat", "choose"}, set()
    for _ in range(120):
        if every <= kinds:
            break
        answer_for_ais(services, game, ("s2", "s3"))
        action = sampled(services, game, "s1")
        if action is None:
            break
        before = services.ledger.table(game)
        kinds.add(before.pending["s1"].kind)
        page = send_action(ann, ann.open(f"/games/{game}"), action)
        assert "This was not done" not in page.text
        posted = [entry["action"] for entry in services.ledger.events(game, after=before.version, limit=1)]
        assert posted[0]["type"] == action["type"]
    assert every <= kinds


def send_action(visitor, page, action):
    """Give this action by the panel: its button, its entry in a list, or its form filled in."""
    text = json.dumps(action)
    for form in page.forms:
        for name, value, _ in form.buttons:
            if name == "action" and json.loads(value) == action:
                return visitor.send(form, (name, value))
        for options in form.choices.get("action", []):
            for value in options:
                if json.loads(value) == action:
                    return visitor.send(form, action=value)
    for form in page.forms:
        if form.fields.get("verb") == action["type"]:
            return visitor.send(form, **filled_in(form, action))
    raise AssertionError(f"the panel cannot give {text}")


def filled_in(form, action):
    """What the fields of a form are changed to, for its one argument to be this list."""
    [name] = set(action) - {"type"}
    wanted = [json.dumps(item) for item in action[name]]
    picks, places = [], []
    for options in form.choices[f"many:{name}"]:
        chosen = next((v for v in options if v and any(json.loads(v) == json.loads(w) for w in wanted)), "")
        if f"place:{name}" in form.fields:
            picks.append(chosen)
            places.append(str(1 + [json.loads(w) for w in wanted].index(json.loads(chosen))) if chosen else "1")
        else:
            picks = wanted
    return {f"many:{name}": picks} | ({f"place:{name}": places} if places else {})


def test_a_click_on_a_card_answers_like_its_button(ann, opened, services):
    game = opened("Ann", ME, ME, game="nightfall")
    page = ann.open(f"/games/{game}?seat=s1")
    pictures = [value for name, value, label in page.answer.buttons if name and not label.startswith("Draft")]
    legal = services.ledger.view(game, services.accounts.by_name("Ann").id, "s1").legal
    assert [json.loads(value) for value in pictures] == legal
    page = ann.send(page.answer, ("action", pictures[2]))
    drafted = services.ledger.events(game, services.accounts.by_name("Ann").id, "s1")[-2]
    assert drafted["private"]["s1"]["part"]["action"] == {"card": legal[2]["card"]}


def test_a_form_sent_twice_is_stored_once(ann, opened, services):
    game = opened("Ann", ME, ME, goal=1000)
    form = ann.open(f"/games/{game}").answer
    first = ann.send(form, form.button("Roll"))
    version = services.ledger.table(game).version
    second = ann.send(form, form.button("Roll"))
    assert services.ledger.table(game).version == version
    assert "already" not in first.text
    assert "already" not in second.text


def test_an_answer_that_comes_too_late_shows_the_table_as_it_is(ann, opened, services):
    game = opened("Ann", ME, ME, goal=1000)
    form = ann.open(f"/games/{game}").answer
    ann.send(form, form.button("Roll"))
    version = services.ledger.table(game).version
    page = ann.send(form, form.button("Hold"))
    assert services.ledger.table(game).version == version
    assert page.path == f"/games/{game}"
    assert "That decision was made already." in page.text
    assert page.answer.button("Roll")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"action": "{"}, "cannot be read"),
        ({"action": "[1]"}, "an action is an object"),
        ({"action": '{"type":"fly"}'}, "an action is an object whose type is one of guess, roll, hold"),
        ({"action": '{"type":"guess","number":9}'}, "a number from 1 to 6"),
        ({"verb": "guess", "number": "number", "number:number": "9"}, "a number from 1 to 6"),
        ({"verb": "guess", "one": "number", "one:number": "1.5"}, "cannot be read"),
        ({}, "an action is an object"),
    ],
)
def test_what_the_rules_do_not_take_is_told(ann, opened, fields, reason):
    game = opened("Ann", ME, ME, guess=True)
    page = ann.send(ann.open(f"/games/{game}").answer, **fields)
    assert page.path == f"/games/{game}"
    assert "This was not done" in page.text
    assert reason in page.text


def test_who_sits_there_no_more_than_watches_cannot_answer(ann, bob, opened):
    game = opened("Ann", ME, ME)
    form = ann.open(f"/games/{game}").answer
    assert not any(other.id == "answer" for other in bob.open(f"/games/{game}").forms)
    form.fields["csrf"] = bob.open("/").form("/sign-out").fields["csrf"]
    assert "This was not done: you do not hold s1." in bob.send(form, form.button("Roll")).text


def test_a_private_game_is_none_to_others(ann, bob, nobody, opened):
    game = opened("Ann", ME, ME, visibility="private")
    assert ann.open(f"/games/{game}").status == 200
    for visitor in (bob, nobody):
        for page in ("", "/replay", "/record", "/news"):
            assert visitor.open(f"/games/{game}{page}").status == 404
    assert nobody.open("/games/no-game").status == 404


def test_a_seat_is_taken_left_and_taken_again(ann, bob, person, opened):
    path = f"/games/{opened('Ann', ME, OPEN, OPEN)}"
    page = bob.send(bob.open(path).form(f"{path}/sit"))
    assert "Bob</a>, open seat" in page.text
    page = bob.send(page.form(f"{path}/leave"))
    assert "Bob</a>, open seat" not in page.text
    assert "open seat, open seat 2" in page.text, "two that would be called the same"
    page = bob.send(page.form(f"{path}/sit"))
    assert not any(form.action == f"{path}/sit" for form in page.forms), "one seat is enough"
    further = ann.open(path).form(f"{path}/sit")
    assert further.fields["seat"] == "s3", "who opened the game may take a second one, by its name"
    assert 'class="status running"' in ann.send(further).text


def test_who_opened_a_game_cancels_it_before_the_start(ann, bob, opened):
    path = f"/games/{opened('Ann', ME, OPEN)}"
    assert not any(form.action == f"{path}/cancel" for form in bob.open(path).forms)
    page = ann.send(ann.open(path).form(f"{path}/cancel"))
    assert 'class="status cancelled"' in page.text
    assert "It was not played to an end." in page.text


def test_of_two_own_seats_the_one_that_must_decide_is_shown(ann, opened):
    path = f"/games/{opened('Ann', ME, ME, goal=1000)}"
    page = ann.open(path)
    assert f'href="{path}?seat=s1" aria-current="page"' in page.text
    for _ in range(100):
        if page.answer.fields["seat"] == "s2":
            break
        page = ann.send(page.answer, page.answer.button("Hold"))
    assert f'href="{path}?seat=s2" aria-current="page"' in page.text
    assert ann.open(f"{path}?seat=s3").status == 403


def test_news_come_as_soon_as_the_game_moves(ann, opened, services, app):
    game = opened("Ann", ME, ME, goal=1000)
    version = services.ledger.table(game).version
    assert ann.client.get(f"/games/{game}/news?after={version - 1}").status_code == 200
    page, heard = ann.open(f"/games/{game}"), []
    cookie = ann.client.get_cookie("nightledger").value

    def listen():
        client = app.test_client()
        client.set_cookie("nightledger", cookie)
        heard.append(client.get(f"/games/{game}/news?after={version}").status_code)

    listener = Thread(target=listen)
    listener.start()
    ann.send(page.answer, page.answer.button("Roll"))
    listener.join(60)
    assert heard == [200]


def test_the_record_is_what_the_ledger_gives_the_reader(ann, nobody, opened, services):
    game = opened("Ann", ME, ME, game="nightfall")
    account = services.accounts.by_name("Ann").id
    response = ann.client.get(f"/games/{game}/record")
    assert response.json == to_json(services.ledger.record(game, account))
    assert response.headers["Content-Disposition"] == f"attachment; filename=nightfall-{game}.json"
    assert nobody.client.get(f"/games/{game}/record").json == to_json(services.ledger.record(game))


def test_any_game_can_be_looked_at_and_answered(ann, opened, services):
    for game in services.catalog:
        game_id = opened("Ann", ME, ME, game=game)
        page = ann.open(f"/games/{game_id}")
        assert page.status == 200
        version = services.ledger.table(game_id).version
        ann.send(page.answer, page.answer.buttons[0][:2])
        assert services.ledger.table(game_id).version > version
