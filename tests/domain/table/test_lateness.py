"""Which seats were lost to the clock: what a league counts of it (LG-ENR-8)."""

from domain.contract.quantities import DAY
from domain.table import actions as a
from domain.table.lateness import lost_to_the_clock, may_be_late
from tests.domain.table.lateness import AI, REASON, START, begun, sweep

FORFEIT = {"per_decision": DAY, "policy": "forfeit"}


class Watched:
    """A game with the entries that its commands bring about after its start."""

    def __init__(self, *people, terms=FORFEIT, game="pig"):
        self.log, self.entries = begun(terms, *people, game=game), []
        post = self.log.post

        def kept(*command):
            self.entries += post(*command)

        self.log.post = kept

    def operate(self, seat, **who):
        self.log.post("operator", None, a.Operate("replace", REASON, seat=seat, **who), START + DAY)

    @property
    def late(self):
        return lost_to_the_clock(self.log.table, self.entries)


def test_who_forfeited_as_the_time_was_up_has_lost_to_the_clock_and_nobody_who_resigned():
    game = Watched("ann", "bob", "cy", "dee")
    sweep(game.log, START + DAY)
    game.log.post("seat", "s3", a.Resign(), START + DAY)
    assert (game.log.table.resigned, game.late) == (("s1", "s3"), ["s1"])


def test_whoever_takes_over_a_seat_that_was_forfeited_begins_anew():
    """A person, or an AI that an operator gives it to; until the time is up for them too."""
    for who in ({"account": "eve"}, {"level": "random"}):
        game = Watched("ann", "bob", "cy")
        sweep(game.log, START + DAY)
        assert game.late == ["s1"]
        game.operate("s1", **who)
        assert game.late == []
    game = Watched("ann", "bob", "cy")
    sweep(game.log, START + DAY)
    game.operate("s1", account="eve")
    sweep(game.log, START + 2 * DAY)
    assert "s1" in game.late


def test_a_seat_that_plays_together_with_others_and_is_free_is_lost_until_somebody_sits_down_there():
    game = Watched("ann", "bob", "cy", game="together")
    sweep(game.log, START + DAY)
    table = game.log.table
    assert (table.seats["s1"].taken, game.late, may_be_late(table)) == (False, ["s1"], True)
    game.log.post("seat", "s1", a.TakeOver("eve"), START + DAY)
    assert game.late == []


def test_a_seat_that_an_ai_keeps_at_the_end_was_lost_to_the_clock():
    game = Watched("ann", "bob", terms=AI)
    sweep(game.log, START + DAY)
    assert game.late == ["s1"]
    game.operate("s1", account="eve")
    assert (game.late, may_be_late(game.log.table)) == ([], True)
