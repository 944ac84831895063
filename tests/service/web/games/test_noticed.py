"""The link of a notice opens the very position that it tells of, and from there the present one."""

import re

from tests.service.web.playing import play

ME = {"account": "me"}


def asked(services, game, seat="s1"):
    """The link of the notice that asks this seat."""
    return f"/games/{game}/at/{services.ledger.table(game).version}?seat={seat}"


def test_while_nothing_has_happened_it_is_the_table_where_one_answers(ann, bob, services, opened):
    game = opened("Ann", ME, {"account": "Bob"})
    bob.send(bob.open(f"/games/{game}").form(f"/games/{game}/sit"))
    page = ann.open(asked(services, game))
    assert page.path == f"/games/{game}"
    assert page.answer.buttons


def test_later_it_is_the_replay_at_that_version_and_one_step_leads_to_the_table(ann, bob, services, opened):
    game = opened("Ann", ME, {"account": "Bob"})
    bob.send(bob.open(f"/games/{game}").form(f"/games/{game}/sit"))
    link, version = asked(services, game), services.ledger.table(game).version
    page = ann.open(f"/games/{game}")
    ann.send(page.answer, page.answer.button("Hold"))
    page = ann.open(link)
    assert page.path == f"/games/{game}/replay?at={version}&told=yes"
    assert "This is the position that you were told of." in page.text
    assert f"Version <b>{version}</b>" in page.text
    assert f"/games/{game}" in page.links
    assert "This is the position that you were told of." not in ann.open(f"/games/{game}/replay?at={version}").text


def test_who_does_not_hold_the_seat_sees_what_anybody_may(ann, bob, nobody, services, opened):
    game = opened("Ann", ME, {"ai": "random"}, game="nightfall")
    play(services, game, 120)
    link = asked(services, game)
    play(services, game, 10)
    hands = [re.search(r'aria-label="Your hand">', who.open(link).text) is not None for who in (ann, bob, nobody)]
    assert hands == [True, False, False]


def test_of_a_private_game_one_signs_in_first(ann, nobody, bob, opened):
    game = opened("Ann", ME, {"open": True}, visibility="private")
    link = f"/games/{game}/at/3?seat=s1"
    assert nobody.open(link).path.startswith(f"/?next=%2Fgames%2F{game}%2Fat%2F3")
    assert bob.open(link).status == 404


def test_before_the_start_it_is_the_table_where_one_sits_down(ann, bob, opened):
    game = opened("Ann", ME, {"account": "Bob"})
    assert bob.open(f"/games/{game}/at/1?seat=s2").path == f"/games/{game}"
