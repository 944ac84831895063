"""The first page: lists of games, and opening one."""

import pytest

from service.web.games.entropy import typed

HOUR, DAY = 3600, 86_400

ME = {"account": "me"}
OPEN = {"open": True}


def new_game(visitor, game, /, **fields):
    """Fill in the form of a new game and send it."""
    form = visitor.open(f"/?game={game}").form("/games")
    return visitor.send(form, **fields)


def game_id(page):
    return page.path.rpartition("/")[2]


def test_whose_turn_it_is_ones_games_and_games_to_join(ann, bob, opened):
    mine, others = opened("Ann", ME, {"ai": "random"}), opened("Bob", ME, OPEN)
    page = ann.open("/").text
    turn, games, joinable, _ = (part for part in page.split("<section")[1:])
    assert f"/games/{mine}" in turn
    assert "waits for Ann<" in turn
    assert f"/games/{mine}" in games
    assert f"/games/{others}" not in games
    assert f"/games/{others}" in joinable
    assert "Bob, open seat" in joinable


def test_who_comes_for_the_first_time_reads_what_can_be_played(nobody):
    page = nobody.open("/").text
    assert "Play Nightfall, When Darkness Comes, The Last Spell" in page
    assert "a password of eight characters or more" in page


def test_a_game_where_one_sits_already_is_not_among_those_to_join(ann, opened):
    game = opened("Ann", ME, OPEN)
    _, games, joinable, _ = ann.open("/").text.split("<section")[1:]
    assert f"/games/{game}" in games
    assert f"/games/{game}" not in joinable


def test_who_is_not_signed_in_sees_public_games_only(ann, nobody, opened):
    public, private = opened("Ann", ME, OPEN), opened("Ann", ME, OPEN, visibility="private")
    page = nobody.open("/").text
    assert f"/games/{public}" in page
    assert f"/games/{private}" not in page


def test_the_list_of_ones_games_goes_on_on_another_page(ann, opened):
    games = [opened("Ann", ME, OPEN) for _ in range(21)]
    first = ann.open("/")
    assert f"/games/{games[0]}" not in first.text
    [older] = [link for link in first.links if link and "older=" in link]
    assert f"/games/{games[0]}" in ann.open(older.partition("#")[0]).text
    assert ann.open("/?older=nonsense").status == 404


def test_a_game_opened_as_the_form_stands_begins_at_once(ann):
    page = new_game(ann, "pig")
    assert page.status == 200
    assert page.answer.button("Roll")


def test_a_form_that_is_sent_twice_opens_one_game(ann):
    form = ann.open("/?game=pig").form("/games")
    first, second = ann.send(form), ann.send(form)
    assert first.path == second.path
    assert ann.send(form, seat=["me", "open", "", "", "", ""]).path != first.path
    assert ann.send(ann.open("/?game=pig").form("/games")).path != first.path


def test_options_go_into_the_game(ann, services):
    page = new_game(
        ann,
        "nightfall",
        **{
            "option:edition": "fr",
            "option:draft": "quick",
            "option:variants": ["secret-archives"],
            "seat": ["me", "ai:random", "ai:greedy", "", ""],
            "private": "yes",
        },
    )
    view = services.ledger.view(game_id(page), services.accounts.by_name("Ann").id)
    chosen = {"edition": "fr", "draft": "quick", "variants": ["secret-archives"], "promos": []}
    assert view.options.items() >= chosen.items()
    assert [seat.level for seat in view.seats.values()] == [None, "random", "greedy"]
    assert view.visibility == "private"


def test_a_flag_and_a_number_are_options_too(ann, services):
    page = new_game(ann, "pig", **{"option:goal": "20", "option:guess": "yes"})
    view = services.ledger.view(game_id(page), services.accounts.by_name("Ann").id)
    assert view.options == {"goal": 20, "guess": True}


def test_a_seat_can_be_kept_for_somebody(ann, bob):
    page = new_game(ann, "pig", seat=["me", "invite", "", "", "", ""], name=["", " bob ", "", "", "", ""])
    assert "Bob (not yet here)" in page.text
    assert "Sit down" in bob.open(page.path).text


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"option:goal": "many"}, "Goal is a number from 1 to 1000"),
        ({"option:goal": "0"}, "Goal is a number from 1 to 1000"),
        ({"seat": ["me", "", "", "", "", ""]}, "pig has 2 to 6 seats"),
        ({"seat": ["me", "invite", "", "", "", ""], "name": ["", "Nobody", "", "", "", ""]}, "there is no account"),
        ({"game": "chess"}, "there is no game"),
    ],
)
def test_what_cannot_be_opened_is_told_and_the_form_keeps_what_was_filled_in(ann, fields, reason):
    page = new_game(ann, "pig", **{"option:guess": "yes", **fields})
    assert page.status == 422
    assert reason in page.text
    assert page.form("/games").fields.get("option:guess") == (None if "game" in fields else "yes")


def test_seats_stay_as_they_were_filled_in(ann):
    seats = ["ai:random", "invite", "open", "", "me", ""]
    form = new_game(ann, "pig", seat=seats, name=["", "Nobody", "", "", "", ""]).form("/games")
    assert form.fields.getlist("seat") == seats
    assert form.fields.getlist("name")[1] == "Nobody"


def test_every_game_of_the_installation_has_a_form(ann, services):
    for game in services.catalog:
        form = ann.open(f"/?game={game}").form("/games")
        assert form.fields["game"] == game
        assert len(form.fields.getlist("seat")) == services.catalog[game].seat_range[1]


def terms_of(services, page):
    return services.ledger.table(game_id(page)).header.terms


DAILY = {"clock": "per_decision", "clock_time": "36", "clock_unit": "hours", "policy": "default"}


def test_as_the_form_stands_no_clock_runs(ann, services):
    assert terms_of(services, new_game(ann, "pig"))["clock"] is None


@pytest.mark.parametrize(
    ("fields", "clock"),
    [
        (DAILY, {"per_decision": 36 * HOUR, "policy": "default", "grace": 0, "vacation": 14 * DAY}),
        (
            {"clock": "bank", "clock_time": "10", "increment": "6", "policy": "forfeit", "grace": "1", "vacation": ""},
            {"bank": 10 * DAY, "increment": 6 * HOUR, "policy": "forfeit", "grace": HOUR, "vacation": 0},
        ),
        (
            {"clock": "per_decision", "policy": "ai:greedy"},
            {"per_decision": 2 * DAY, "policy": "ai", "level": "greedy", "grace": 0, "vacation": 14 * DAY},
        ),
    ],
)
def test_a_clock_goes_into_the_game(ann, services, fields, clock):
    page = new_game(ann, "pig", **fields)
    assert terms_of(services, page)["clock"] == clock
    assert "Ann: until" in page.text


def test_a_release_interval_goes_into_the_game(ann, services):
    page = new_game(ann, "nightfall", release="30", **{"option:draft": "quick"})
    assert terms_of(services, page)["release"] == 30


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"clock_time": "soon"}, "clock time is a number from 0 to"),
        ({"clock_time": "0"}, "per_decision is a number of seconds from"),
        ({"clock": "hourglass"}, "there is no such clock"),
        ({"clock_unit": "years"}, "there is no such clock"),
        ({"policy": "shout"}, "clock: "),
        ({"clock": "bank", "increment": "0"}, "give an increment"),
        ({"vacation": "61"}, "vacation is a number of seconds from"),
        ({"release": "2000"}, "release is a number of minutes"),
    ],
)
def test_a_clock_that_cannot_run_is_told_and_the_form_keeps_it(ann, fields, reason):
    page = new_game(ann, "pig", **{**DAILY, **fields})
    assert page.status == 422
    assert reason in page.text
    kept = page.form("/games").fields
    assert kept["clock_time"] == {**DAILY, **fields}["clock_time"]


def test_whether_it_is_rated_is_chosen_on_the_form_and_said_on_the_table(ann, bob, opened):
    page = new_game(ann, "pig", seat=["me", "open", "", "", "", ""], rated="yes", several_seats="yes", open_talk="yes")
    assert "<dt>Rated</dt><dd>yes</dd>" in page.text
    assert "<dt>Talk read by</dt><dd>whoever may see the game</dd>" in page.text
    assert '<span class="status">rated game</span>' in bob.send(bob.open(page.path).form(f"{page.path}/sit")).text
    other = opened("Ann", ME, OPEN)
    assert "<dt>Rated</dt><dd>no</dd>" in bob.open(f"/games/{other}").text
    assert '<span class="status">unrated game</span>' in bob.open(f"/games/{other}").text


def test_who_may_take_several_seats_is_offered_them(ann, bob):
    page = new_game(ann, "pig", seat=["me", "open", "open", "", "", ""], several_seats="yes")
    page = bob.send(bob.open(page.path).form(f"{page.path}/sit"))
    assert "Take s3 too" in page.text


def test_a_series_is_opened_listed_joined_and_cancelled_by_page(ann, bob, services):
    seats = ["me", "open", "", "", ""]
    page = new_game(ann, "nightfall", series="60", seat=seats)
    assert page.path.startswith("/series/")
    assert "a series up to 60" in page.text
    for visitor, listing in ((ann, "/"), (bob, "/series")):
        assert f'href="{page.path}"' in visitor.open(listing).text
    ann.send(page.form(f"{page.path}/close"))
    assert services.series.view(page.path.rpartition("/")[2]).status == "void"
    joined = new_game(ann, "nightfall", series="40", seat=seats)
    bob.send(bob.open(joined.path).form(f"{joined.path}/sit"))
    begun = services.series.view(joined.path.rpartition("/")[2])
    assert [len(begun.games), begun.limit] == [1, 40]
    assert "Cancel the series" not in ann.open(joined.path).text


def test_what_cannot_be_a_series_says_so(ann):
    assert "Series" not in ann.open("/?game=last-spell").text.partition('class="new-game"')[2].partition("</form>")[0]
    assert new_game(ann, "pig", series="60").status == 422


def test_who_opens_a_game_gives_to_its_chance_after_the_seed_is_fixed(ann, services):
    form = ann.open("/?game=pig").form("/games")
    form.action = "/games/reserve"
    page = ann.send(form, **{"option:goal": "33"}, seat=["me", "ai:random"])
    assert "The seed is fixed. Its seal: " in page.text
    form = page.form("/games")
    assert form.fields["option:goal"] == "33", "what was chosen before stays"
    page = ann.send(form, entropy="the weather")
    game = form.fields["reservation"]
    assert page.path == f"/games/{game}"
    assert services.ledger.table(game).seats["s1"].entropy == typed("the weather")


def test_what_is_given_to_chance_needs_a_seed_that_is_fixed(ann):
    form = ann.open("/?game=pig").form("/games")
    page = ann.send(form, seat=["me", "ai:random"], entropy="the weather")
    assert "entropy counts for a seat of your own, and only with a reservation made before" in page.text
