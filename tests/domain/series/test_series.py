"""Apocalypse series: games in a row whose wounds are added up (NF-VAR-6 to NF-VAR-8, docs/leagues.md chapter 9)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import reduce
from typing import Any

import pytest

from domain.audit.aggregates import SERIES, audit, document, read
from domain.audit.verdict import CONSISTENT, PREFIX, REFUSED
from domain.bots.simulation import play, random_player
from domain.contract.chance import Seeded, Stream
from domain.contract.facets.series import in_series, tally
from domain.contract.game import Outcome, Refused
from domain.games.catalog import Catalog
from domain.games.nightfall.game import Nightfall
from domain.log.canon import canonical
from domain.log.derived import game_id
from domain.log.log import Log
from domain.log.record import seed_commitment
from domain.series.actions import Close, OpenEntropy, OpenGame, Replace, Sit, Tally, parse
from domain.series.decide import MOST_VOID, Rules, opening
from domain.series.state import Series, SeriesHolder, Step, members_after, next_step
from domain.table.members import Members, Sight
from domain.table.rules.ranking import with_resigned
from tests.domain.altered import altered, leaves
from tests.pigs.pig import PIG

SEED = bytes(range(32))
PEOPLE = (SeriesHolder(account="p1"), SeriesHolder(account="p2"), SeriesHolder(level="random"))
ENTROPY = hashlib.sha256(b"entropy").digest()


def empty_log(game, entropy):
    return Log(Series(), "S", Rules(game).decide, {"S": SEED}, entropy)


class Played:
    """A series of Nightfall in memory."""

    def __init__(self, seats=PEOPLE, game=None, **terms: Any) -> None:
        rng = Stream(b"series")
        game = game or Nightfall()
        self.log = empty_log(game, lambda count: bytes(rng.below(256) for _ in range(count)))
        self.post(opening(game, "S", seats, SEED, **terms))

    @property
    def series(self):
        return self.log.aggregate

    def post(self, action, by="service", seat=None) -> list[str]:
        return [entry.read().type for entry in self.log.post(by, seat, action, 1000)]

    def open_next(self) -> Step:
        step = next_step(self.series)
        assert step is not None
        self.post(OpenGame(step.number))
        return step

    def tally(self, wounds: Mapping[str, int], ranking: str = "s1 s2 s3") -> list[str]:
        """Tally the game that is played."""
        return self.post(tallied(len(self.series.games), wounds, ranking))


def tallied(number: int, wounds: Mapping[str, int], ranking: str = "s1 s2 s3") -> Tally:
    return Tally(number, "over", dict(wounds), {seat: place for place, seat in enumerate(ranking.split(), 1)})


def test_it_opens_with_a_commitment_and_the_first_game_follows():
    played = Played()

    assert played.series.header.commitment == seed_commitment("S", SEED)
    assert next_step(played.series) == Step("open-game", 1, game_id("S", 1))
    played.open_next()
    [game] = played.series.games
    assert (game.number, game.game_id, game.cause) == (1, game_id("S", 1), None)
    assert next_step(played.series) == Step("tally", 1, game_id("S", 1))


def test_nobody_at_a_hundred_the_next_game_gets_the_sums():
    played = Played(options={"edition": "fr"})
    played.open_next()

    assert played.tally({"s1": 40, "s2": 30, "s3": 20}) == ["GameTallied"]
    played.open_next()

    [*_, opened] = [entry.read().data for entry in played.log.entries]
    assert opened["options"] == {
        "edition": "fr",
        "apocalypse": {"before": {"s1": 40, "s2": 30, "s3": 20}, "limit": 100},
    }
    assert opened["game_id"] == game_id("S", 2) != game_id("S", 1)


def test_someone_at_a_hundred_the_lowest_sum_wins_whoever_won_the_game():
    """NF-VAR-6, with the sums of the rule case nf-var-apocalypse-ends."""
    played = Played()
    played.open_next()
    played.tally({"s1": 60, "s2": 99, "s3": 75})
    played.open_next()

    assert played.tally({"s1": 4, "s2": 1, "s3": 2}, "s2 s3 s1") == ["GameTallied", "SeriesClosed"]

    series = played.series
    assert series.sums == {"s1": 64, "s2": 100, "s3": 77}
    assert (series.status, series.ranking) == ("over", ("s1", "s3", "s2"))
    assert series.seed == SEED.hex()
    assert next_step(series) is None


def test_equal_sums_are_ordered_by_the_places_of_the_last_game():
    """NF-VAR-7, NF-RUL-17, with the sums of the rule case nf-var-apocalypse-equal-sums."""
    played = Played()
    played.open_next()
    played.tally({"s1": 60, "s2": 90, "s3": 60})
    played.open_next()

    played.tally({"s1": 2, "s2": 12, "s3": 2}, "s2 s3 s1")

    assert played.series.ranking == ("s3", "s1", "s2")


def test_a_tally_late_or_twice_gives_exactly_one_next_game():
    played = Played()
    played.open_next()
    wounds = {"s1": 1, "s2": 2, "s3": 3}
    played.tally(wounds)
    before = played.series.version

    assert played.tally({"s1": 9, "s2": 9, "s3": 9}) == []
    assert played.post(OpenGame(1)) == []
    assert played.post(OpenGame(2)) == ["GameOpenedInSeries"]
    assert played.post(OpenGame(2)) == []
    assert played.post(tallied(1, wounds)) == []

    assert played.series.version == before + 1
    assert [game.number for game in played.series.games] == [1, 2]
    assert played.series.sums == wounds


def test_a_crash_between_game_over_and_next_game_loses_nothing():
    """Whoever folds the log anew finds the same next step, with the same id."""
    played = Played()
    played.open_next()
    played.tally({"s1": 1, "s2": 2, "s3": 3})

    again = Played()
    again.log.follow(played.log.entries[1:])

    assert next_step(again.series) == next_step(played.series) == Step("open-game", 2, game_id("S", 2))
    assert again.series.head == played.series.head


def test_no_game_opens_before_the_one_before_is_tallied():
    played = Played()
    played.open_next()

    with pytest.raises(Refused, match="not to be opened now"):
        played.post(OpenGame(2))


def test_a_void_game_adds_nothing_and_is_followed_by_the_next():
    played = Played()
    played.open_next()
    played.tally({"s1": 5, "s2": 6, "s3": 7}, "s2 s1 s3")
    played.open_next()

    assert played.post(Tally(2, "void")) == ["GameTallied"]

    assert played.series.sums == {"s1": 5, "s2": 6, "s3": 7}
    assert next_step(played.series) == Step("open-game", 3, game_id("S", 3))
    assert played.series.standing() == ("s1", "s2", "s3")


def test_so_many_void_games_in_a_row_end_the_series():
    played = Played()
    events = []
    for number in range(1, MOST_VOID + 1):
        played.open_next()
        events = played.post(Tally(number, "void"))

    assert events == ["GameTallied", "SeriesClosed"]
    assert (played.series.status, played.series.ranking) == ("void", None)


def test_an_abandoned_game_ends_the_series():
    played = Played()
    played.open_next()

    assert played.post(Tally(1, "abandoned")) == ["GameTallied", "SeriesClosed"]
    assert played.series.status == "abandoned"


def test_an_organiser_may_end_it_once():
    played = Played()
    played.open_next()

    assert played.post(Close(), "operator") == ["SeriesClosed"]
    assert played.post(Close(), "operator") == []
    assert played.series.status == "void"


def test_an_open_seat_is_taken_once_and_the_first_game_waits_for_it():
    played = Played((SeriesHolder(account="p1"), SeriesHolder()))
    assert next_step(played.series) is None
    for wrong, seat in ((Sit(), "s2"), (Sit(account="p2", level="random"), "s2"), (Sit(account="p2"), "s9")):
        with pytest.raises(Refused, match=r"^malformed"):
            played.post(wrong, "seat", seat)

    assert played.post(Sit(account="p2"), "seat", "s2") == ["SeriesSeatTaken"]

    assert played.series.holders["s2"] == SeriesHolder(account="p2")
    assert next_step(played.series) is not None
    with pytest.raises(Refused, match="not open"):
        played.post(Sit(account="p3"), "seat", "s2")


def test_sealed_entropy_is_opened_before_the_first_game():
    sealed = SeriesHolder(account="p1", entropy_hash=hashlib.sha256(ENTROPY).hexdigest())
    played = Played((sealed, SeriesHolder(account="p2")))
    assert next_step(played.series) is None
    for wrong in ("00" * 32, "zz", "00"):
        with pytest.raises(Refused, match="not the one whose hash"):
            played.post(OpenEntropy(wrong), "seat", "s1")
    with pytest.raises(Refused, match="no sealed entropy"):
        played.post(OpenEntropy(ENTROPY.hex()), "seat", "s2")

    assert played.post(OpenEntropy(ENTROPY.hex()), "seat", "s1") == ["SeriesEntropyOpened"]

    assert played.series.entropy == {"s1": ENTROPY.hex()}
    assert next_step(played.series) is not None


def test_a_seat_changes_hands_with_its_sum():
    """LG-RES-8"""
    sealed = SeriesHolder(account="p1", entropy_hash=hashlib.sha256(ENTROPY).hexdigest())
    played = Played((sealed, SeriesHolder(account="p2")))
    played.post(OpenEntropy(ENTROPY.hex()), "seat", "s1")
    played.open_next()
    played.tally({"s1": 9, "s2": 4}, "s2 s1")

    assert played.post(Replace(account="p3"), seat="s1") == ["SeriesSeatReplaced"]
    assert played.post(Replace(account="p3"), seat="s1") == []

    assert played.series.holders["s1"] == SeriesHolder(account="p3")
    assert played.series.sums == {"s1": 9, "s2": 4}
    assert played.series.entropy == {}
    assert next_step(played.series) == Step("open-game", 2, game_id("S", 2))


@pytest.mark.parametrize(
    ("replace", "seat", "says"),
    [
        (Replace(), "s1", "either a person or an AI"),
        (Replace(account="p3", level="random"), "s1", "a person or by an AI"),
        (Replace(account="p3"), "s9", "nobody holds 's9'"),
    ],
)
def test_a_seat_is_given_to_somebody(replace, seat, says):
    with pytest.raises(Refused, match=says):
        Played().post(replace, seat=seat)


def test_who_is_replaced_has_not_decided_it_nor_when_all_is_over():
    played = Played()
    with pytest.raises(Refused, match="a seat does not decide this"):
        played.post(Replace(account="p3"), "seat", "s1")
    played.post(Close(), "operator")
    with pytest.raises(Refused, match="the series is over"):
        played.post(Replace(account="p3"), seat="s1")


@pytest.mark.parametrize(
    ("tally", "says"),
    [
        (Tally(2, "over"), "no game 2"),
        (Tally(0, "over"), "no game 0"),
        (Tally(1, "over", {"s1": 1}, {"s1": 1}), "every seat"),
    ],
)
def test_a_tally_that_does_not_fit_is_refused(tally, says):
    played = Played()
    played.open_next()

    with pytest.raises(Refused, match=says):
        played.post(tally)


def test_a_seat_decides_nothing_but_its_entropy():
    played = Played()

    with pytest.raises(Refused, match="does not decide"):
        played.post(OpenGame(1), "seat", "s1")


@pytest.mark.parametrize(
    ("seats", "terms"),
    [
        ((SeriesHolder(account="p1"), SeriesHolder(account="p2", entropy_hash="zz")), {}),
        ((SeriesHolder(account="p1"), SeriesHolder(account="p2", level="random")), {}),
        ((SeriesHolder(account="p1"), SeriesHolder(level="random", entropy_hash="00" * 32)), {}),
        ((SeriesHolder(account="p1"),), {}),
        (PEOPLE, {"limit": 0}),
        (PEOPLE, {"options": {"edition": "xx"}}),
    ],
)
def test_a_series_that_cannot_be_is_refused(seats, terms):
    with pytest.raises(Refused, match=r"^malformed"):
        opening(Nightfall(), "S", seats, SEED, **terms)


def test_it_is_opened_once():
    played = Played()

    with pytest.raises(Refused, match="open already"):
        played.post(opening(Nightfall(), "S", PEOPLE, SEED))


@pytest.mark.parametrize("limit", [100, 40])
def test_whole_games_are_played_until_the_rules_of_the_game_say_that_the_series_is_over(limit):
    """The series and Nightfall's own outcome agree on sums, end and ranking, game after game (NF-VAR-6)."""
    nightfall = Nightfall()
    played = Played(limit=limit)
    while played.series.status == "running":
        step = played.open_next()
        options = played.log.entries[-1].read().data["options"]
        done = play(
            nightfall,
            options,
            list(played.series.sums),
            f"k{step.number}".encode(),
            dict.fromkeys(("s1", "s2", "s3"), random_player),
        )
        if done.outcome is None:
            played.post(Tally(step.number, "void"))
            continue
        played.post(Tally(step.number, "over", dict(nightfall.tally(done.state)), dict(done.outcome.places)))
        series = done.outcome.detail["series"]
        assert series["totals"] == played.series.sums
        assert series["over"] is (played.series.status == "over")
        assert series["ranking"] == (list(played.series.ranking) if played.series.ranking else None)

    assert max(played.series.sums.values()) >= limit


def test_a_series_that_was_opened_under_the_first_number_opens_its_games_as_it_did():
    opened = opening(Nightfall(), "S", PEOPLE, SEED, limit=40)
    log = empty_log(Nightfall(), bytes)
    log.post("service", None, type(opened)({**opened.data, "rules": 1}), 1000)
    log.post("service", None, OpenGame(1), 1000)

    assert log.entries[-1].read().data["options"] == {"apocalypse": {"before": {"s1": 0, "s2": 0, "s3": 0}}}


def test_a_seat_that_resigned_in_the_last_game_comes_after_equal_sums_in_game_and_series():
    """NF-VAR-7: the game's own word on the series goes by the places that its table gives."""
    series = {"totals": {"s1": 50, "s2": 40, "s3": 40}, "over": True, "ranking": ["s2", "s3", "s1"]}
    outcome = Outcome({"s1": 3, "s2": 1, "s3": 2}, {"ranking": ["s2", "s3", "s1"], "series": series})

    resigned = with_resigned(outcome, ("s1", "s2", "s3"), {"s2": 7})

    assert resigned.places == {"s3": 1, "s1": 2, "s2": 3}
    assert resigned.detail["series"]["ranking"] == ["s3", "s2", "s1"]


def test_a_game_that_counts_nothing_has_no_tally_and_takes_no_sums():
    state = PIG.setup({}, ["s1", "s2"], Seeded(b"k")).state

    assert tally(PIG, state) is None
    assert in_series(PIG, {"goal": 20}, {"s1": 4}, 100, 1) == {"goal": 20}


def test_its_log_is_audited_like_a_leagues():
    played = Played()
    played.open_next()
    played.tally({"s1": 10, "s2": 20, "s3": 30})
    running = document(SERIES, played.series, played.log.entries)
    played.open_next()
    played.tally({"s1": 99, "s2": 20, "s3": 30})
    closed = document(SERIES, played.series, played.log.entries)

    assert audit(closed, Catalog()).code == CONSISTENT
    assert audit(running, Catalog()).code == PREFIX


def test_whatever_number_or_name_in_its_log_is_altered_is_found():
    """Every leaf of every event's data, one after the other, with a chain that fits."""
    played = Played(options={"edition": "fr"})
    for wounds in ({"s1": 10, "s2": 20, "s3": 30}, {"s1": 99, "s2": 20, "s3": 30}):
        played.open_next()
        played.tally(wounds)
    encoded = document(SERIES, played.series, played.log.entries).encode()

    for at, event in enumerate(read(encoded).events):
        for path in leaves(event["data"]):
            found = audit(altered(read(encoded), at, path), Catalog())
            assert (found.code, found.version) == (REFUSED, event["version"]), (event["type"], path)


def test_posted_commands_are_parsed():
    assert parse({"type": "series/open-game", "number": 2}) == OpenGame(2)
    with pytest.raises(Refused, match=r"^malformed"):
        parse({"type": "series/open-game", "number": "two"})


def test_its_document_is_canonical():
    played = Played()

    log = document(SERIES, played.series, played.log.entries)

    assert log.encode() == canonical({"events": log.events, "format": SERIES, "head": log.head, "id": "S"})


def test_who_belongs_to_a_series_is_folded_as_for_a_table():
    seats = (SeriesHolder(account="p1"), SeriesHolder(), SeriesHolder(level="random"))
    terms = {"visibility": "private", "creator": "p1", "invited": {"s2": "p2"}}
    played = Played(seats, terms=terms)
    assert [played.series.members.may_know(who) for who in ("p1", "p2", "p3", None)] == [True, True, False, False]
    played.post(Sit(account="p2"), by="seat", seat="s2")
    played.open_next()
    played.post(Replace(account="p3"), seat="s2")
    members = played.series.members
    assert (members.belongs("p2"), members.sight("p2", None)) == (False, Sight("s2", played.series.version))
    assert members.sight("p3", None) == Sight("s2")
    assert not members.may_come("p2")
    assert reduce(members_after, [entry.read() for entry in played.log.entries], Members()) == members


def test_the_host_of_a_series_whose_seat_is_given_away_is_host_no_more():
    played = Played((SeriesHolder(account="p1"), SeriesHolder(), SeriesHolder(level="random")), terms={"creator": "p1"})
    assert played.series.members.host == "p1"
    played.post(Replace(account="p3"), seat="s1")
    assert reduce(members_after, [entry.read() for entry in played.log.entries], Members()).host is None


def test_ten_seats_sit_in_the_order_of_their_numbers():
    opened = opening(Nightfall(), "S", PEOPLE, SEED)
    names = [f"s{number}" for number in range(1, 11)]
    log = empty_log(Nightfall(), bytes)
    seats = {name: {"level": "random"} for name in names}
    log.post("service", None, type(opened)({**opened.data, "seats": seats}), 1000)

    series = log.aggregate
    assert list(series.holders) == list(series.sums) == list(series.members.holders) == names
