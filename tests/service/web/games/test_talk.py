"""Talk, notes and invitations on pages, and the account's page."""

import pytest

from service.games.shapes import Condition, Posted

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def game(ann, bob, opened, services):
    """A game of Ann and Bob: its path."""
    game = opened("Ann", ME, OPEN)
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    return f"/games/{game}"


def say(visitor, game, text):
    return visitor.send(visitor.open(game).form(f"{game}/talk"), text=text)


def test_people_talk_at_the_table_and_no_tag_of_theirs_is_one(ann, bob, game):
    assert "Nobody has said anything." in ann.open(game).text
    page = say(ann, game, "<script>hello</script>")
    assert "&lt;script&gt;hello&lt;/script&gt;" in page.text
    assert "<script>hello" not in page.text
    assert "hello" in bob.open(game).text


def test_others_neither_read_nor_write(person, nobody, ann, game):
    say(ann, game, "between us")
    for visitor in (person("Cy"), nobody):
        page = visitor.open(game)
        assert "between us" not in page.text
        assert all(form.action != f"{game}/talk" for form in page.forms)


def test_somebody_is_muted_reported_and_heard_again(ann, bob, game, services):
    say(bob, game, "blah blah")
    page = ann.open(game)
    page = ann.send(page.form(f"{game}/talk/report"), reason="spam")
    assert "The operators are told." in page.text
    assert [report.words for report in services.talk.reports()] == ["blah blah"]
    page = ann.send(page.form(f"{game}/talk/mute"))
    assert "blah blah" not in page.text
    ann.send(ann.open("/account").form("/account/forgive"))
    assert "blah blah" in ann.open(game).text


def test_what_muted_people_say_by_the_verbs_of_a_game_is_hidden_in_its_log(ann, bob, opened, services):
    game = opened("Ann", ME, OPEN, game="talking-pig")
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    talking = next(form for form in bob.open(f"/games/{game}").forms if form.fields.get("verb") == "say")
    bob.send(talking, **{"text:words": "blah blah"})
    assert "“blah blah”" in ann.open(f"/games/{game}").text
    services.blocks.add(services.accounts.by_name("Ann").id, "Bob", "muted")
    for page in (f"/games/{game}", f"/games/{game}/replay?at=99"):
        text = ann.open(page).text
        assert ("blah blah" in text, "words of somebody whom you muted" in text) == (False, True)


def test_what_muted_people_say_by_the_verbs_of_a_game_is_hidden_in_its_bar(ann, bob, opened, services):
    game = opened("Ann", ME, OPEN, game="darkness")
    people = [services.accounts.by_name(name).id for name in ("Ann", "Bob")]
    services.ledger.sit(people[1], game)
    for who in people * 12:
        view = services.ledger.view(game, who)
        if view.decision is not None and view.pending[view.seat].kind == "setup":
            services.ledger.act(who, game, None, Posted([view.legal[0]], Condition(decision=view.decision)))
    services.ledger.act(people[1], game, None, Posted([{"type": "talk", "to": ["s1"], "text": "you rotten fool"}]))
    assert "you rotten fool" in ann.open(f"/games/{game}").text
    services.blocks.add(people[0], "Bob", "muted")
    assert "you rotten fool" not in ann.open(f"/games/{game}").text


def test_notes_are_kept_for_their_writer_alone(ann, bob, game):
    page = ann.send(ann.open(game).form(f"{game}/notes"), text="\r\nhe bluffs\r\n& how")
    assert "Your note is kept." in page.text
    assert "he bluffs\n&amp; how</textarea>" in ann.open(game).text
    for _ in range(2):
        form = ann.open(game).form(f"{game}/notes")
        assert form.fields["text"] == "\nhe bluffs\n& how", "kept as it is, it loses no line"
        ann.send(form)
    assert "he bluffs" not in bob.open(game).text


def test_two_windows_do_not_overwrite_each_others_notes(ann, game, services):
    first, second = (ann.open(game).form(f"{game}/notes") for _ in range(2))
    ann.send(first, text="from the first window")
    page = ann.send(second, text="from the second one")
    assert page.status == 412
    assert ("from the first window" in page.text, "from the second one" in page.text) == (True, True)
    account = services.accounts.by_name("Ann").id
    assert services.notes.read(account, game[7:]).text == "from the first window"
    page = ann.send(page.form(f"{game}/notes"), text="both")
    assert page.path == game
    assert services.notes.read(account, game[7:]).text == "both"


def test_a_link_leads_to_the_table(ann, bob, opened, services):
    game = opened("Ann", ME, OPEN, visibility="private")
    invitation = services.hosting.invite(services.accounts.by_name("Ann").id, game)
    link = f"/invitations/{invitation.token}"
    page = bob.open(link)
    assert "You are invited to a game of Pig" in page.text
    page = bob.send(page.form(link))
    assert page.path == f"/games/{game}"
    assert services.ledger.view(game, services.accounts.by_name("Bob").id).status == "running"
    assert bob.open(link).status == 404


def test_who_is_not_signed_in_is_led_back_to_the_invitation(nobody, ann, opened, services):
    game = opened("Ann", ME, OPEN, visibility="private")
    invitation = services.hosting.invite(services.accounts.by_name("Ann").id, game)
    page = nobody.open(f"/invitations/{invitation.token}")
    assert f"/?next=/invitations/{invitation.token}" in page.links


def test_time_zone_and_language_are_chosen(ann, services):
    page = ann.send(ann.open("/account").form("/account/place"), time_zone="Europe/Warsaw", language="pl")
    assert "Strefa czasowa i język są zapisane." in page.text
    account = services.accounts.by_name("Ann")
    assert (account.time_zone, account.language) == ("Europe/Warsaw", "pl")
    page = ann.send(ann.open("/account").form("/account/place"), time_zone="Nowhere", language="pl")
    assert "Nic się nie zmieniło: nie ma strefy czasowej" in page.text


def test_somebody_is_blocked_on_the_accounts_page(ann, bob):
    page = ann.send(ann.open("/account").form("/account/block"), name="bob")
    assert "<b>Bob</b>" in page.text
    page = ann.send(page.form("/account/forgive"))
    assert "<b>Bob</b>" not in page.text
    page = ann.send(page.form("/account/block"), name="Eve")
    assert "Nobody was blocked" in page.text
