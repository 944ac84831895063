"""By whom each action may stand in a log; who is an operator."""

import pytest

from domain.audit.authority import check_authority, check_poster, in_a_game, operators_acts, outside_games
from domain.audit.verdict import Bad
from domain.log.record import Public

EVERYBODY = ("seat", "clock", "organiser", "operator", "service")


def posted(verb, by, **more):
    """The public part of a command's first event."""
    action = None if verb is None else {"type": verb, **more}
    return Public(7, 3, "Happened", 1, 1000, None, {}, [], {}, action, by)


def may_post(verb, where):
    """By whom an action may stand in a log."""
    found = []
    for by in EVERYBODY:
        try:
            check_poster(posted(verb, by), where)
        except Bad:
            continue
        found.append(by)
    return found


@pytest.mark.parametrize(
    ("verb", "by"),
    [
        ("table/open", "service"),
        ("table/sit", "seat service"),
        ("table/leave", "seat service"),
        ("table/start", "service"),
        ("table/branch", "service"),
        ("table/close", "service"),
        ("table/pause", "service"),
        ("table/move-deadlines", "service"),
        ("table/pass-deadline", "clock"),
        ("table/operate", "operator"),
        ("table/take-back", "seat"),
        ("roll", "seat clock service"),
        ("league/correct", "seat clock service"),
        ("series/open", "seat clock service"),
    ],
)
def test_who_may_post_what_in_a_game(verb, by):
    assert may_post(verb, in_a_game) == by.split()


@pytest.mark.parametrize(
    ("verb", "by"),
    [
        ("series/open", "service"),
        ("series/sit", "seat service"),
        ("series/open-entropy", "seat service"),
        ("series/replace", "service"),
        ("series/open-game", "service"),
        ("series/tally", "service"),
        ("series/close", "operator service"),
        ("league/open", "service"),
        ("league/enrol", "seat organiser operator"),
        ("league/open-entropy", "seat"),
        ("league/withdraw", "seat organiser operator"),
        ("league/report", "service"),
        ("league/correct", "seat organiser operator service"),
        ("challenge/open", "service"),
        ("challenge/begin", "seat organiser operator"),
        ("challenge/form", "seat"),
        ("challenge/join", "seat"),
        ("challenge/leave", "seat"),
        ("challenge/start", "seat"),
        ("challenge/report", "service"),
        ("challenge/close-entries", "organiser operator service"),
        ("challenge/close", "service"),
    ],
)
def test_and_outside_of_games(verb, by):
    assert may_post(verb, outside_games) == by.split()


def test_what_follows_by_itself_is_posted_by_nobody():
    check_poster(posted(None, None), in_a_game)


def test_an_operators_act_is_told_with_its_version_and_what_it_was():
    acts = [
        posted("table/operate", "operator", what="void"),
        posted("league/correct", "operator"),
        posted("league/correct", "organiser"),
        posted("table/sit", "seat"),
        posted(None, None),
    ]
    assert list(operators_acts(acts)) == [
        "an operator acted at version 7: void",
        "the organiser or an operator acted at version 7: correct",
    ]


@pytest.mark.parametrize("given", [{"entropy": "00" * 16}, {"entropy_hash": "00" * 32}])
@pytest.mark.parametrize("kind", ["SeatTaken", "EntropyOpened"])
def test_a_seat_gives_entropy_to_a_seed_that_was_drawn_for_its_game(given, kind):
    def log(source):
        opened = Public(1, 1, "GameOpened", 1, 1000, None, {"seed_source": source}, [], {}, None, "service")
        return opened, Public(2, 2, kind, 1, 1000, "s1", given, [], {}, None, "seat")

    check_authority(log("os"))
    with pytest.raises(Bad, match="a seat gives entropy, but the seed is 'given'") as bad:
        check_authority(log("given"))
    assert bad.value.finding.version == 2
