"""The page of characters: one is made, brought to a game from the lobby, and put away."""

ATTRIBUTES = dict(zip(("S", "A", "Dex", "Int", "Pers", "Med", "D"), "3344222"))
NEW = {
    "name": "Vito",
    "one:occupation": '"thief"',
    "some:skills": ['"lockpick"'],
    **{f"one:attributes.{code}": number for code, number in ATTRIBUTES.items()},
}


def make(visitor, **changes):
    page = visitor.open("/characters")
    return visitor.send(page.form("/characters"), **{**NEW, **changes})


def test_a_character_is_made_and_shown_with_what_it_is(ann):
    page = make(ann)
    assert page.path == "/characters"
    assert "Vito" in page.text
    assert "Lockpick 3" in page.text


def test_one_that_the_rules_do_not_allow_is_refused_in_words(ann):
    page = make(ann, **{"one:attributes.Dex": "5"})
    assert page.status == 409
    assert "20 attribute points at most (WD-CHAR-2)" in page.text
    assert "You have none yet" in page.text


def test_what_was_filled_in_stays_when_it_is_refused(ann):
    form = make(ann, **{"one:attributes.Dex": "5"}).form("/characters")
    assert form.fields["name"] == "Vito"
    assert form.fields["one:attributes.Dex"] == "5"
    assert form.fields.getlist("some:skills") == ['"lockpick"']
    assert form.fields["one:occupation"] == '"thief"'


def test_what_an_activity_asks_for_is_said(ann):
    page = make(ann, **{"one:attributes.Dex": "3", "one:attributes.S": "4"})
    assert "thief asks for Dex 4 or more and lockpick (WD-CHAR-4)" in page.text


def test_the_form_says_what_everything_costs(ann):
    """WD-CHAR-2, WD-CHAR-3: each die a point of 20, each skill its cost of 10."""
    page = ann.open("/characters")
    assert "of 20 points left" in page.text
    assert "of 10 points left" in page.text
    assert "Lockpick (3)" in page.text


def test_it_is_brought_to_a_game_from_the_lobby(ann, services):
    make(ann)
    [character] = services.characters.of_account(services.accounts.by_name("Ann").id)
    home = ann.open("/?game=darkness")
    form = home.form("/games")
    seats = [f"character:{character.id}", "ai:random", "", "", "", ""]
    page = ann.send(form, seat=seats, scenario="first-night")
    assert page.path.startswith("/games/")
    assert services.characters.view(character.id).away == page.path.rpartition("/")[2]
    assert "being played" in ann.open("/characters").text


def test_one_is_put_away(ann):
    page = make(ann)
    form = next(form for form in page.forms if form.action.endswith("/retire"))
    assert "retired" in ann.send(form).text


def test_a_stranger_signs_in_first(nobody):
    assert nobody.open("/characters").path != "/characters"


def made(visitor, services):
    """The id of a character that the visitor has made."""
    make(visitor)
    return services.characters.of_account(services.accounts.by_name("Ann").id)[0].id


def test_one_is_brought_when_sitting_down_and_changed_before_the_start(ann, bob, opened, services):
    character = made(ann, services)
    game = opened("Bob", {"account": "me"}, {"open": True}, {"open": True}, game="darkness", scenario="first-night")
    page = ann.open(f"/games/{game}")
    page = ann.send(page.form(f"/games/{game}/sit"), character=character)
    assert services.ledger.view(game).seats["s2"].character == character
    page = ann.send(page.form(f"/games/{game}/bring"), character="")
    assert not services.ledger.view(game).seats["s2"].character
    ann.send(page.form(f"/games/{game}/bring"), character=character)
    assert services.characters.view(character).away == game


def test_one_is_brought_along_an_invitation(ann, bob, opened, services):
    character = made(ann, services)
    game = opened("Bob", {"account": "me"}, {"open": True}, game="darkness", scenario="first-night")
    link = services.hosting.invite(services.accounts.by_name("Bob").id, game, "s2").token
    page = ann.open(f"/invitations/{link}")
    ann.send(page.form(f"/invitations/{link}"), character=character)
    assert services.ledger.view(game).table["seats"]["s2"]["sheet"]["occupation"] == "thief"


def test_nobody_is_asked_whom_to_bring_where_nobody_can_be_brought(ann, bob, opened, services):
    made(ann, services)
    game = opened("Bob", {"account": "me"}, {"open": True})
    assert "character" not in ann.open(f"/games/{game}").form(f"/games/{game}/sit").fields
