"""Ratings as the log makes them: verdicts, and the same numbers from nothing (docs/leagues.md, chapter 8)."""

import pytest

from domain.league.ratings import ORIGIN, Finished, Player, Ratings, Verdict
from projections.cursors import BadCursor
from tests.pigs.pig import Hold, Roll
from tests.projections.written import WrittenGame, WrittenLog

RATED = {"rated": True}


def started(game_id="g1", terms=RATED, people=None, levels=None, **more):
    people = {"s1": "ann", "s2": "ben", "s3": "cid"} if people is None else people
    game = WrittenGame(game_id, people=people, levels=levels, terms=terms, goal=6, **more)
    game.start()
    return game


def finished(game, order=("s1", "s2", "s3")):
    """Who comes first reaches the goal in the second round; the next have 4 and 2 points by then."""
    thrown = dict(zip(order, (5, 4, 2)))
    for seat in game.seats:
        turn(game, seat, thrown[seat])
    for seat in game.seats:
        turn(game, seat, *([5] if seat == order[0] else []))
        if seat == order[0]:
            break
    return game


def turn(game, seat, *thrown):
    for face in thrown:
        game.act(seat, Roll(), face)
    game.act(seat, Hold())


def rated_alone(*orders):
    """The ratings of these games, in order, by the rules alone."""
    ratings = Ratings()
    for order in orders:
        ratings.add(Finished("g", "over", tuple(Player(who, False, place) for place, who in enumerate(order, 1))))
    return ratings.table()


def test_a_rated_game_counts_for_all_who_sat_there(models):
    ratings = models(WrittenLog(finished(started()))).ratings

    assert ratings.verdict("g1") == Verdict("g1", "rated", "no-opponent")
    assert ratings.best("pig") == rated_alone(("ann", "ben", "cid"))
    assert ratings.rating("pig", "ann", False) > ratings.rating("pig", "ben", False)
    assert ratings.rating("pig", "ann", True) == ratings.rating("nightfall", "ann", False) == ORIGIN


def test_what_a_game_did_to_the_ratings_is_kept(models):
    read = models(WrittenLog(finished(started("first")), finished(started("second"), ("s3", "s1", "s2")))).ratings

    first, second = ({one.holder: one for one in read.changes(game)} for game in ("first", "second"))
    assert set(first) == set(second) == {"ann", "ben", "cid"}
    assert {one.before for one in first.values()} == {ORIGIN}
    assert {who: one.before for who, one in second.items()} == {who: one.after for who, one in first.items()}
    assert {line.holder: line.rating for line in read.best("pig")} == {who: one.after for who, one in second.items()}
    assert read.changes("none such") == []


def test_games_count_in_the_order_in_which_they_end(models):
    """LG-RAT-7"""
    first, second = started("first"), finished(started("second"), ("s3", "s1", "s2"))
    log = WrittenLog(first, second)
    finished(first)
    log.store(first)
    read = models(log)

    assert [game.id for game in read.ratings.verdicts("pig").games] == ["first", "second"]
    assert read.ratings.best("pig") == rated_alone(("cid", "ann", "ben"), ("ann", "ben", "cid"))


def test_ratings_come_out_the_same_from_nothing(models):
    """LG-RAT-7: to the last digit."""
    read = models(WrittenLog(*(finished(started(f"g{n}")) for n in range(4))))
    before = read.ratings.best("pig")

    assert read.rebuilder.verify("ratings", lambda position: None) == []
    read.rebuilder.rebuild("ratings", lambda position: None)

    assert read.ratings.best("pig") == before
    assert [line.games for line in before] == [4, 4, 4]


def test_what_was_taken_back_does_not_count(models):
    """Ann's first turn brought 5, and after the takeback 2: so she comes last."""
    game = started()
    game.act("s1", Roll(), 2)
    before = game.version
    game.act("s1", Roll(), 3)
    game.take_back("s1", to=before)
    game.act("s1", Hold())
    turn(game, "s2", 5)
    turn(game, "s3", 4)
    turn(game, "s1")
    turn(game, "s2", 5)

    assert models(WrittenLog(game)).ratings.best("pig") == rated_alone(("ben", "cid", "ann"))


def test_a_game_whose_dice_were_given_does_not_count(models):
    """LG-RAT-2"""
    ratings = models(WrittenLog(finished(started(forced=True)))).ratings

    assert ratings.verdict("g1").people == "forced"
    assert ratings.best("pig") == []


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"rated": False}, "unrated"),
        ({}, "unrated"),
        ({"rated": True, "branch": {"id": "g0", "version": 9, "head": "00" * 32}}, "practice"),
    ],
)
def test_a_game_that_was_opened_so_does_not_count(models, terms, reason):
    """LG-RAT-2"""
    ratings = models(WrittenLog(finished(started(terms=terms)))).ratings

    assert ratings.verdict("g1").people == reason
    assert ratings.best("pig") == []


@pytest.mark.parametrize("cause", ["void", "abandoned"])
def test_a_game_that_was_not_played_to_its_end_does_not_count(models, cause):
    game = started()
    game.close(cause)

    assert models(WrittenLog(game)).ratings.verdict("g1").people == cause


def test_a_game_that_goes_on_has_no_verdict_yet(models):
    assert models(WrittenLog(started())).ratings.verdict("g1") is None


def test_ais_are_rated_apart(models):
    """LG-RAT-3"""
    game = finished(started(people={"s2": "ben"}, levels={"s1": "greedy", "s3": "random"}))
    ratings = models(WrittenLog(game)).ratings

    assert ratings.verdict("g1") == Verdict("g1", "no-opponent", "rated")
    assert ratings.best("pig") == []
    assert [line.holder for line in ratings.best("pig", bots=True)] == ["greedy", "random"]


def test_a_seat_that_changed_hands_is_left_out(models):
    """LG-RAT-4"""
    game = started()
    game.replace("s2", account="dan")
    ratings = models(WrittenLog(finished(game))).ratings

    assert [line.holder for line in ratings.best("pig")] == ["ann", "cid"]


def test_who_resigns_before_the_first_move_is_left_out_and_who_does_later_comes_last(models):
    """LG-RAT-4: of the two who stay ben comes first in both games."""
    early, late = started("early"), started("late")
    early.resign("s1")
    turn(early, "s1")
    turn(late, "s1", 5)
    late.resign("s1")
    for game in (early, late):
        turn(game, "s2", 5)
        turn(game, "s3", 4)
        turn(game, "s1")
        turn(game, "s2", 5)

    assert models(WrittenLog(early, late)).ratings.best("pig") == rated_alone(("ben", "cid"), ("ben", "cid", "ann"))


def test_two_seats_of_one_holder_make_a_game_of_nobody(models):
    """LG-RAT-5"""
    game = finished(started(people={"s1": "ann", "s2": "ann", "s3": "cid"}))

    assert models(WrittenLog(game)).ratings.verdict("g1").people == "one-holder"


def test_verdicts_come_in_pages_the_last_closed_first(models):
    read = models(WrittenLog(*(finished(started(f"g{n}")) for n in range(3))))

    first = read.ratings.verdicts("pig", limit=2)
    second = read.ratings.verdicts("pig", first.next, limit=2)

    assert [game.id for game in (*first.games, *second.games)] == ["g2", "g1", "g0"]
    assert second.next is None
    assert read.ratings.verdicts("nightfall").games == []
    with pytest.raises(BadCursor, match="'x' is no cursor of a page"):
        read.ratings.verdicts("pig", "x")


def test_a_game_that_cannot_be_folded_has_no_verdict_and_stops_no_other(models, caplog):
    ratings = models(WrittenLog(finished(started("gone", name="chess")), finished(started("good")))).ratings

    assert ratings.verdict("gone") is None
    assert ratings.verdict("good").people == "rated"
    assert "game gone cannot be folded" in caplog.text


def test_what_a_game_did_to_whom_is_told_in_seat_order(models):
    ratings = models(WrittenLog(finished(started(), ("s2", "s1", "s3")))).ratings
    changes = ratings.changes("g1")

    assert [(one.holder, one.place, one.why, one.before) for one in changes] == [
        ("ann", 2, "rated", ORIGIN), ("ben", 1, "rated", ORIGIN), ("cid", 3, "rated", ORIGIN),
    ]  # fmt: skip
    assert {one.holder: one.after for one in changes} == {line.holder: line.rating for line in ratings.best("pig")}
    assert ratings.changes("g2") == []


def test_of_a_game_that_does_not_count_everybody_is_told_why(models):
    game = started(terms={})
    changes = models(WrittenLog(finished(game))).ratings.changes("g1")
    assert {(one.why, one.before, one.after) for one in changes} == {("unrated", ORIGIN, ORIGIN)}


def test_a_rating_over_time_is_in_pages_the_last_closed_first(models):
    orders = [("s1", "s2", "s3"), ("s3", "s1", "s2"), ("s2", "s3", "s1")]
    games = [finished(started(f"g{number}"), order) for number, order in enumerate(orders, 1)]
    ratings = models(WrittenLog(*games)).ratings

    first = ratings.history("pig", "ann", limit=2)
    second = ratings.history("pig", "ann", cursor=first.next)
    steps = [*first.games, *second.games]

    assert ([one.id for one in steps], second.next) == (["g3", "g2", "g1"], None)
    assert [one.change.place for one in steps] == [3, 2, 1]
    assert [one.change.before for one in steps] == [*(one.change.after for one in steps[1:]), ORIGIN]
    assert steps[0].change.after == ratings.rating("pig", "ann", False)
    with pytest.raises(BadCursor):
        ratings.history("pig", "ann", cursor="x")
