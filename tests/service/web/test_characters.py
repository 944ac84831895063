"""The page of characters: one is made, brought to a game from the lobby, and put away."""

NEW = {
    "name": "Vito",
    "occupation": "thief",
    "skills": ["lockpick"],
    **{f"attributes.{code}": number for code, number in zip(("S", "A", "Dex", "Int", "Pers", "Med", "D"), "3344222")},
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
    page = make(ann, **{"attributes.Dex": "5"})
    assert "20 attribute points at most" in page.text
    assert "You have none yet" in page.text


def test_it_is_brought_to_a_game_from_the_lobby(ann, services):
    make(ann)
    [character] = services.characters.of_account(services.accounts.by_name("Ann").id)
    home = ann.open("/?game=darkness")
    form = home.form("/games")
    seats = [f"character:{character['id']}", "ai:random", "", "", "", ""]
    page = ann.send(form, seat=seats, scenario="first-night")
    assert page.path.startswith("/games/")
    assert services.characters.view(character["id"])["away"] == page.path.rpartition("/")[2]
    assert "being played" in ann.open("/characters").text


def test_one_is_put_away(ann, services):
    page = make(ann)
    form = next(form for form in page.forms if form.action.endswith("/retire"))
    assert "retired" in ann.send(form).text


def test_a_stranger_signs_in_first(nobody):
    assert nobody.open("/characters").path != "/characters"
