"""Who must decide what since when, and which games there are."""

import pytest

from domain.games.catalog import Catalog
from domain.table.table import Table
from projections.cursors import BadCursor
from projections.database import SqliteFile
from projections.games.lists import AiTurn, GamesQuery, Waiting
from projections.membership import ListedSeat
from projections.read_models import ReadModels
from tests.pigs.pig import Guess, Hold, Roll
from tests.projections.written import WrittenGame, WrittenLog

PEOPLE = {"s1": "ann", "s2": "ben", "s3": "cat"}


def begun(game_id="g1", **options):
    game = WrittenGame(game_id, people=PEOPLE, **options)
    game.start()
    return game


def listed(models, **query):
    return models.lists.games(GamesQuery(**query)).games


def test_a_game_is_listed_with_its_seats_before_it_starts(models):
    game = WrittenGame("g1", people={"s1": "ann"}, levels={"s2": "greedy"}, terms={"creator": "ann"}, goal=20)
    [shown] = listed(models(WrittenLog(game)))
    assert (shown.id, shown.game, shown.options, shown.creator) == ("g1", "pig", {"goal": 20, "guess": False}, "ann")
    assert (shown.status, shown.version, shown.opened, shown.changed) == ("open", 3, 1000, 1020)
    assert [(name, seat.account, seat.level) for name, seat in shown.seats.items()] == [
        ("s1", "ann", None),
        ("s2", None, "greedy"),
        ("s3", None, None),
    ]


def test_a_seat_that_is_left_is_free_again(models):
    game = WrittenGame("g1", people={"s1": "ann"})
    game.leave("s1")
    [shown] = listed(models(WrittenLog(game)))
    assert shown.seats["s1"].account is None


def test_the_seat_that_must_decide_waits_since_the_start(models):
    [shown] = listed(models(WrittenLog(begun())))
    assert shown.status == "running"
    assert shown.waiting == {"s1": Waiting("7.s1", "turn", ("roll", "hold"), 1040, 7)}


def test_an_answer_renews_the_own_decision_and_leaves_those_of_others(models):
    game = begun(guess=True)
    opened = game.version
    game.act("s2", Guess(3))
    game.act("s1", Guess(2))
    [shown] = listed(models(WrittenLog(game)))
    assert {seat: waiting.decision for seat, waiting in shown.waiting.items()} == {"s3": f"{opened}.s3"}


def test_after_a_takeback_the_decision_is_open_again_under_a_new_id(models):
    game = begun()
    game.act("s1", Roll(), 5)
    before = game.version
    game.act("s1", Hold())
    game.take_back("s1", to=before)
    [shown] = listed(models(WrittenLog(game)))
    assert shown.waiting == {"s1": Waiting(f"{game.version}.s1", "turn", ("roll", "hold"), game.at, game.version)}


def test_a_closed_game_waits_for_nobody(models):
    game = begun(goal=5)
    game.act("s1", Roll(), 6)
    game.act("s1", Hold())
    [shown] = listed(models(WrittenLog(game)))
    assert (shown.status, shown.waiting) == ("over", {})


def test_inbox_and_table_agree_at_every_command(models, catalog):
    game = begun(guess=True, goal=9)
    for seat in ("s3", "s1", "s2"):
        game.act(seat, Guess(4), 4)
    first = game.version
    game.act("s1", Roll(), 5)
    game.take_back("s1", to=first)
    game.act("s1", Roll(), 1)
    log, table = WrittenLog(), Table(catalog)
    read = models(log)
    for entry in game.entries:
        log.append(game.id, entry)
        read.follower.catch_up()
        table.fold(entry)
        [shown] = listed(read)
        assert shown.version == table.version
        assert shown.status == table.status
        if entry.read().type == "Asked":
            assert {seat: waiting.decision for seat, waiting in shown.waiting.items()} == {
                seat: table.decision_id(seat) for seat in table.pending
            }


def test_events_of_an_older_schema_are_read_in_todays_form(tmp_path):
    def renamed(data):
        return {**data, "account": data["account"].upper()}

    catalog = Catalog({"pig": "tests.pigs.pig:PIG"}, {("table", "SeatTaken", 1): renamed})
    read = ReadModels(
        SqliteFile(tmp_path / "projections.sqlite"), WrittenLog(WrittenGame("g1", people={"s1": "ann"})), catalog
    )
    read.create_schema()
    read.follower.catch_up()
    [shown] = listed(read)
    assert shown.seats["s1"].account == "ANN"


def test_lists_are_filtered(models):
    waiting = WrittenGame("free", people={"s1": "ann"})
    running = begun("running")
    over = begun("over", goal=5)
    over.act("s1", Roll(), 6)
    over.act("s1", Hold())
    read = models(WrittenLog(waiting, running, over))

    def ids(**query):
        return [game.id for game in listed(read, **query)]

    assert ids() == ["over", "running", "free"]
    assert ids(status="running") == ["running"]
    assert ids(game="nightfall") == []
    assert ids(game="pig", open=True) == ["free"]
    assert ids(account="ben", mine=True) == ["over", "running"]
    assert ids(account="ann", my_turn=True) == ["running"]
    assert ids(account="ben", my_turn=True) == []
    assert ids(mine=True) == []


def test_private_games_are_listed_for_those_who_take_part(models):
    terms = {"creator": "ann", "visibility": "private", "invited": {"s2": "ben"}}
    read = models(WrittenLog(WrittenGame("secret", people={"s3": "cat"}, terms=terms)))
    assert [bool(listed(read, account=who)) for who in ("ann", "ben", "cat", "dan", None)] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_a_seat_that_waits_for_an_invited_account_is_free_for_that_one_only(models):
    terms = {"invited": {"s2": "ben"}}
    game = WrittenGame("g1", ("s1", "s2"), people={"s1": "ann"}, terms=terms)
    read = models(WrittenLog(game))
    assert [len(listed(read, account=who, open=True)) for who in ("ben", "dan", None)] == [1, 0, 0]


@pytest.mark.parametrize(
    ("terms", "may"),
    [
        ({}, {"cat", "dan", None}),
        ({"creator": "ben"}, {"ben", "cat", "dan", None}),
        ({"several_seats": True}, {"ann", "ben", "cat", "dan", None}),
        ({"invited": {"s3": "ben"}}, {"ben", "cat", "dan", None}),
        ({"invited": {"s3": "ben", "s4": "dan"}}, {"ben", "dan"}),
        ({"invited": {"s4": "dan"}}, {"cat", "dan", None}),
    ],
)
def test_a_further_seat_is_free_for_who_opened_it_or_is_invited_or_for_all_if_that_is_said(models, terms, may):
    game = WrittenGame("g1", ("s1", "s2", "s3", "s4"), people={"s1": "ann", "s2": "ben"}, terms=terms)
    read = models(WrittenLog(game))
    assert {who for who in ("ann", "ben", "cat", "dan", None) if listed(read, account=who, open=True)} == may


def test_a_seat_that_was_left_is_free_for_all_but_those_who_play(models):
    game = begun("g1", terms={"invited": {"s2": "ben"}})
    game.give_up("s2")
    read = models(WrittenLog(game))
    assert [len(listed(read, account=who, open=True)) for who in ("ann", "ben", "dan", None)] == [0, 1, 1, 1]
    assert listed(read)[0].seats["s2"] == ListedSeat(account=None, level=None, invited=None)


def test_a_seat_that_an_operator_has_freed_is_not_free_for_whom_that_sent_away(models):
    game = begun("g1", terms={"invited": {"s2": "ben"}})
    game.replace("s2")
    read = models(WrittenLog(game))
    assert [len(listed(read, account=who, open=True)) for who in ("ann", "ben", "dan", None)] == [0, 0, 1, 1]


def test_a_private_game_is_listed_no_more_for_who_has_lost_the_seat(models):
    game = begun("g1", terms={"creator": "ben", "visibility": "private"})
    game.replace("s2", "dan")
    read = models(WrittenLog(game))
    assert [len(listed(read, account=who)) for who in ("ann", "ben", "dan")] == [1, 0, 1]


def test_lists_are_paged_by_a_cursor_that_new_games_do_not_shift(models):
    log = WrittenLog(*(WrittenGame(f"g{n}") for n in range(5)))
    read = models(log)
    first = read.lists.games(GamesQuery(limit=2))
    log.store(WrittenGame("g5"))
    read.follower.catch_up()
    second = read.lists.games(GamesQuery(limit=2, cursor=first.next))
    third = read.lists.games(GamesQuery(limit=2, cursor=second.next))
    assert [[game.id for game in page.games] for page in (first, second, third)] == [["g4", "g3"], ["g2", "g1"], ["g0"]]
    assert third.next is None


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1.5", "²", "9" * 19])
def test_a_cursor_that_no_page_gave_is_refused(models, cursor):
    with pytest.raises(BadCursor, match="is no cursor of a page"):
        listed(models(WrittenLog()), cursor=cursor)


def test_the_turns_of_ais_are_listed_from_a_position_on(models):
    game = WrittenGame("g1", people={"s1": "ann"}, levels={"s2": "greedy", "s3": "random"}, guess=True)
    game.start()
    log = WrittenLog(game)
    read = models(log)
    opened, seen = game.version, log.position()
    assert read.lists.ai_turns() == [
        AiTurn("g1", "s2", f"{opened}.s2", "greedy", game.at, True),
        AiTurn("g1", "s3", f"{opened}.s3", "random", game.at, True),
    ]
    game.act("s3", Guess(1))
    game.act("s1", Guess(1))
    log.store()
    read.follower.catch_up()
    assert read.lists.ai_turns(after=seen) == []
    assert [turn.seat for turn in read.lists.ai_turns()] == ["s2"]


def test_a_seat_that_an_ai_takes_over_is_an_ai_seat_from_then_on(models):
    game = begun()
    game.replace("s1", level="random")
    read = models(WrittenLog(game))
    assert [(turn.seat, turn.level, turn.people) for turn in read.lists.ai_turns()] == [("s1", "random", True)]


def test_a_seat_that_an_ai_keeps_is_still_among_the_games_of_its_person(models):
    clocked, claimed, replaced = (begun(name) for name in ("clocked", "claimed", "replaced"))
    clocked.let_pass("s1", level="random")
    claimed.claim("s1", level="random")
    replaced.replace("s1", level="random")
    log = WrittenLog(clocked, claimed, replaced)
    read = models(log)
    assert [game.id for game in listed(read, account="ann", mine=True)] == ["claimed", "clocked"]
    assert listed(read, account="ann", my_turn=True) == []
    clocked.replace("s1", account="ann")
    clocked.replace("s1", account="dan")
    log.store(clocked)
    read.follower.catch_up()
    assert [game.id for game in listed(read, account="ann", mine=True)] == ["claimed"]


def test_who_has_resigned_is_nobody_whom_an_ai_must_wait_for(models):
    game = WrittenGame("g1", people={"s1": "ann"}, levels={"s2": "greedy", "s3": "random"})
    game.start()
    game.act("s1", Hold())
    game.resign("s1")
    read = models(WrittenLog(game))
    assert [(turn.seat, turn.people) for turn in read.lists.ai_turns()] == [("s2", False)]


@pytest.mark.parametrize(
    ("deed", "asked", "theirs"),
    [
        ((), ["s2", "s3"], ["ben", "cat"]),
        (("answer_back", "s2", True), ["s3"], ["cat"]),
        (("answer_back", "s2", False), [], ["cat"]),
        (("replace", "s2", None, "greedy"), ["s3"], ["cat"]),
        (("replace", "s2", "ann"), ["s3"], ["cat"]),
        (("replace", "s1", "cat"), [], ["cat"]),
        (("replace", "s1", None, "greedy"), [], ["cat"]),
        (("take_back", "s1", 7), [], ["ann"]),
        (("act", "s3", Hold()), [], ["ann"]),
        (("close", "void"), [], []),
    ],
)
def test_who_is_asked_to_agree_to_a_takeback_waits_until_all_have_or_one_has_not(models, deed, asked, theirs):
    game = begun()
    assert game.version == 7
    for seat in ("s1", "s2"):
        game.act(seat, Hold())
    game.ask_back("s1", 7)
    if deed:
        name, *arguments = deed
        getattr(game, name)(*arguments)
    read = models(WrittenLog(game))
    [shown] = listed(read)
    assert list(shown.takeback) == asked
    assert [name for name in ("ann", "ben", "cat") if listed(read, account=name, my_turn=True)] == theirs


def test_whoever_takes_a_seat_over_is_asked_to_agree_though_another_has_agreed_there(models):
    game = begun()
    for seat in ("s1", "s2"):
        game.act(seat, Hold())
    game.ask_back("s1", 7)
    for seat in ("s2", "s3"):
        game.answer_back(seat, True)
    game.replace("s2", "dan")
    read = models(WrittenLog(game))
    [shown] = listed(read)
    assert list(shown.takeback) == ["s2"]
    assert [name for name in ("ben", "cat", "dan") if listed(read, account=name, my_turn=True)] == ["cat", "dan"]
