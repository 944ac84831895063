"""How closed games ended, for whom."""

import pytest

from domain.contract.quantities import INSTANTS
from projections.games.scores import SeatResult
from tests.pigs.pig import Hold, Roll
from tests.projections.written import WrittenGame, WrittenLog


def played(game_id="g1", **more):
    """Until the first round is over: ann has 2 points, ben 4, and the greedy bot 3."""
    game = WrittenGame(game_id, people={"s1": "ann", "s2": "ben"}, levels={"s3": "greedy"}, goal=6, **more)
    game.start()
    for seat, face in (("s1", 2), ("s2", 4), ("s3", 3)):
        game.act(seat, Roll(), face)
        game.act(seat, Hold())
    return game


def won_by_ann(game):
    game.act("s1", Roll(), 6)
    game.act("s1", Hold())
    return game


def results(models):
    """Game -> how it ended."""
    return {one.id: one for one in models.archive.closed_publicly(0, INSTANTS.most)}


def test_a_game_that_goes_on_has_no_result(models):
    assert results(models(WrittenLog(played()))) == {}


def test_a_game_that_is_over_has_a_place_for_every_seat(models):
    result = results(models(WrittenLog(won_by_ann(played(terms={"rated": True})))))["g1"]
    assert (result.game, result.rules, result.cause, result.rated, result.closed) == ("pig", 1, "over", True, 1120)
    assert result.detail == {"ranking": ["s1", "s2", "s3"]}
    assert result.seats == {
        "s1": SeatResult("ann", None, 1, unranked=False, resigned=False),
        "s2": SeatResult("ben", None, 2, unranked=False, resigned=False),
        "s3": SeatResult(None, "greedy", 3, unranked=False, resigned=False),
    }


def test_what_was_taken_back_does_not_count(models):
    game = WrittenGame("g1", people={"s1": "ann", "s2": "ben"}, levels={"s3": "greedy"}, goal=6)
    game.start()
    game.act("s1", Hold())
    game.act("s2", Roll(), 4)
    before = game.version
    game.act("s2", Hold())
    game.take_back("s2", to=before)
    game.act("s2", Roll(), 1)
    game.act("s3", Roll(), 3)
    game.act("s3", Hold())
    result = results(models(WrittenLog(won_by_ann(game))))["g1"]
    assert {seat: shown.place for seat, shown in result.seats.items()} == {"s1": 1, "s3": 2, "s2": 3}


@pytest.mark.parametrize("cause", ["void", "abandoned"])
def test_a_game_that_was_not_played_to_its_end_has_no_places(models, cause):
    game = played()
    game.close(cause)
    result = results(models(WrittenLog(game)))["g1"]
    assert (result.cause, result.detail, result.won) == (cause, None, None)
    assert [shown.place for shown in result.seats.values()] == [None, None, None]


def test_a_game_may_be_closed_before_it_starts(models):
    game = WrittenGame("g1", people={"s1": "ann"})
    game.close("cancelled")
    result = results(models(WrittenLog(game)))["g1"]
    assert (result.cause, result.seats["s1"].account, result.seats["s2"].account) == ("cancelled", "ann", None)


def test_the_result_names_who_held_the_seat_at_the_end(models):
    game = played()
    game.replace("s2", level="random")
    result = results(models(WrittenLog(won_by_ann(game))))["g1"]
    assert (result.seats["s2"].account, result.seats["s2"].level) == (None, "random")


def test_a_game_that_cannot_be_folded_has_no_result_and_stops_no_other(models, caplog):
    found = results(models(WrittenLog(won_by_ann(played("gone", name="chess")), won_by_ann(played("good")))))
    assert {game_id: one.cause for game_id, one in found.items()} == {"good": "over"}
    assert "game gone cannot be folded" in caplog.text
