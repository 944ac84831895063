"""Characters that come to a game when their owner sits down, and are changed until it begins."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from domain.audit import CONSISTENT, audit
from domain.audit.aggregates import audit as audit_log
from domain.games.catalog import Catalog
from domain.records.export import Record
from domain.table.snapshot import restore, snapshot
from service.bootstrap import build
from service.errors import ServiceError
from service.games.shapes import NewGame
from tests.installation import prepare
from tests.service.characters.thieves import THIEF, refused
from tests.service.web.playing import play

DOCTOR = {
    "occupation": "doctor",
    "attributes": {"S": 3, "A": 3, "Dex": 3, "Int": 3, "Pers": 2, "Med": 4, "D": 2},
    "skills": ["first-aid"],
}


@pytest.fixture
def thief(services, bob):
    return services.characters.make(bob, "darkness", "Vito", THIEF)


@pytest.fixture
def doctor(services, bob):
    return services.characters.make(bob, "darkness", "Ines", DOCTOR)


@pytest.fixture
def game(services, ann):
    """A game that waits for two more."""
    seats = [{"account": "me"}, {"open": True}, {"open": True}]
    return services.ledger.open_game(ann, NewGame("darkness", seats, {"scenario": "last-bus-out"}))


def begin(services, game):
    """The last seat is taken."""
    services.ledger.sit(services.accounts.create("Cy")[0].id, game)


def occupation(services, game, seat):
    return services.ledger.view(game).table["seats"][seat]["sheet"]["occupation"]


def causes(services, character):
    return [visit.cause for visit in services.characters.view(character).games]


def test_who_sits_down_brings_a_character(services, bob, thief, game):
    answer = services.characters.sit(bob, game, character=thief)
    assert answer.game.seats["s2"].character == thief
    assert services.characters.view(thief).away == game
    begin(services, game)
    assert occupation(services, game, "s2") == "thief"
    assert "s2" not in services.ledger.table(game).pending


def test_the_last_to_sit_down_brings_one_before_the_game_begins(services, ann, bob, thief):
    seats = [{"ai": "random"}, {"open": True}]
    game = services.ledger.open_game(ann, NewGame("darkness", seats, {"scenario": "last-bus-out"}))
    assert services.characters.sit(bob, game, character=thief).game.status == "running"
    assert occupation(services, game, "s2") == "thief"


def test_it_is_changed_until_the_start(services, bob, thief, doctor, game):
    services.characters.sit(bob, game, character=thief)
    services.characters.change(bob, game, "s2", doctor)
    assert (causes(services, thief), causes(services, doctor)) == (["left"], [None])
    services.characters.change(bob, game, "s2", None)
    assert causes(services, doctor) == ["left"]
    services.characters.change(bob, game, "s2", thief)
    assert causes(services, thief) == ["left", None]
    begin(services, game)
    assert occupation(services, game, "s2") == "thief"
    with refused("illegal"):
        services.characters.change(bob, game, "s2", doctor)
    assert services.characters.view(doctor).away is None


def test_where_two_have_brought_characters_one_is_changed_and_the_other_stays(services, ann, bob, thief, doctor, game):
    hers = services.characters.make(ann, "darkness", "Zoe", THIEF)
    services.characters.change(ann, game, "s1", hers)
    services.characters.sit(bob, game, character=thief)
    services.characters.change(bob, game, "s2", doctor)
    brought = {seat: one.id for seat, one in services.ledger.table(game).brought.items()}
    assert brought == {"s1": hers, "s2": doctor}
    assert [causes(services, one) for one in (hers, thief, doctor)] == [[None], ["left"], [None]]
    begin(services, game)
    assert [occupation(services, game, seat) for seat in ("s1", "s2")] == ["thief", "doctor"]


def test_of_two_who_have_brought_characters_one_leaves_and_the_other_stays(services, ann, bob, thief, game):
    hers = services.characters.make(ann, "darkness", "Zoe", THIEF)
    services.characters.change(ann, game, "s1", hers)
    services.characters.sit(bob, game, character=thief)
    services.characters.change(ann, game, "s1", None)
    assert list(services.ledger.table(game).brought) == ["s2"]
    services.characters.change(ann, game, "s1", hers)
    services.ledger.leave(bob, game, "s2")
    assert list(services.ledger.table(game).brought) == ["s1"]
    assert [causes(services, one) for one in (hers, thief)] == [["left", None], ["left"]]


def test_who_leaves_takes_it_along(services, bob, thief, game):
    services.characters.sit(bob, game, character=thief)
    services.ledger.leave(bob, game, "s2")
    assert causes(services, thief) == ["left"]
    assert not services.ledger.view(game).seats["s2"].character


def test_one_character_is_in_one_game(services, ann, bob, thief, game):
    services.characters.sit(bob, game, character=thief)
    other = services.ledger.open_game(ann, NewGame("darkness", [{"account": "me"}, {"open": True}]))
    with refused("illegal"):
        services.characters.sit(bob, other, character=thief)
    assert services.ledger.view(other).seats["s2"].kind == "open"


def test_a_seat_that_cannot_be_taken_leaves_the_character_where_it_is(services, ann, thief, bob, game):
    before = services.characters.view(thief)
    with refused("illegal"):
        services.characters.sit(bob, game, seat="s1", character=thief)
    assert services.characters.view(thief) == before


def test_a_game_that_has_no_characters_takes_none(services, ann, bob, thief):
    game = services.ledger.open_game(ann, NewGame("pig", [{"account": "me"}, {"open": True}]))
    with refused("malformed"):
        services.characters.sit(bob, game, character=thief)


def test_a_game_master_brings_nobody(services, ann, bob, thief):
    """WD-GM-1: the game master plays no character."""
    options = {"scenario": "the-awakening", "gm": "s2"}
    game = services.ledger.open_game(ann, NewGame("darkness", [{"account": "me"}, {"open": True}], options))
    with refused("malformed"):
        services.characters.sit(bob, game, seat="s2", character=thief)


def test_experienced_characters_come_only_where_they_are_allowed(services, ann, bob, thief):
    """WD-XP-5."""
    first = services.characters.open_game(
        bob, NewGame("darkness", [{"account": "me", "character": thief}], {"scenario": "last-bus-out"})
    )
    play(services, first, 5_000)
    options = {"scenario": "last-bus-out", "experienced": False}
    game = services.ledger.open_game(ann, NewGame("darkness", [{"account": "me"}, {"open": True}], options))
    with refused("illegal"):
        services.characters.sit(bob, game, character=thief)


def test_a_game_with_brought_characters_is_audited_branched_and_played_again(services, ann, bob, thief, game):
    services.characters.sit(bob, game, character=thief)
    begin(services, game)
    play(services, game, 5_000)
    table = services.ledger.table(game)
    record = Record(**services.ledger.record(game))
    assert audit(record, Catalog()).code == CONSISTENT
    middle = next(done.last for done in table.commands if done.last > table.version // 2)
    branch = services.practice.branch(bob, game, middle)
    assert occupation(services, branch, "s2") == "thief"
    rematch = services.rematches.wanted(bob, game, "same")
    assert "characters" not in rematch.options


def test_an_invitation_is_accepted_with_a_character(services, ann, bob, thief, game):
    invitation = services.hosting.invite(ann, game, "s3")
    services.characters.sit(bob, game, invitation=invitation.token, character=thief)
    assert services.ledger.view(game).seats["s3"].character == thief


def test_what_lies_in_the_log_is_the_character_at_that_version(services, bob, thief, game):
    services.characters.sit(bob, game, character=thief)
    brought = services.ledger.table(game).brought["s2"]
    shown = services.characters.view(thief)
    assert (brought.id, brought.version, brought.head) == (thief, shown.version, shown.head)


def test_a_restored_table_knows_what_was_brought(services, bob, thief, game):
    services.characters.sit(bob, game, character=thief)
    table = services.ledger.table(game)
    restored = restore(snapshot(table), services.catalog, services.store.entries(game))
    assert restored.brought == table.brought != {}


def test_only_who_holds_a_seat_brings_something_to_it(services, ann, bob, thief, game):
    with refused("forbidden"):
        services.characters.change(bob, game, "s1", thief)
    with refused("illegal"):
        services.characters.change(ann, game, "s1", None)


def test_a_character_that_is_brought_twice_at_once_keeps_one_chain(services, bob, thief, game, monkeypatch):
    """The same request reaches two processes: the later one answers alike, and has stored nothing."""
    other = build(services.settings)
    append, overtaken = other.store.append, []

    def beaten(*stored, **more):
        if not overtaken:
            overtaken.append(services.characters.sit(bob, game, character=thief))
        return append(*stored, **more)

    monkeypatch.setattr(other.store, "append", beaten)
    assert other.characters.sit(bob, game, character=thief).game.seats["s2"].character == thief
    assert overtaken
    other.hosting.free(bob, game, "s2")
    assert causes(other, thief) == ["left"]
    other.close()
    log = services.characters.record(thief, bob).log
    assert [event["type"] for event in log.events] == ["KeepsakeMade", "KeepsakeBrought", "KeepsakeReturned"]
    assert audit_log(log, services.catalog).code == CONSISTENT


def test_of_two_games_at_once_one_gets_the_character(tmp_path):
    """Two processes over one store: whichever is later is refused, and its seat stays free."""
    settings = prepare(tmp_path / "home")
    one, other = build(settings), build(settings)
    bob = one.accounts.create("Bob")[0].id
    thief = one.characters.make(bob, "darkness", "Vito", THIEF)
    games = [one.ledger.open_game(bob, NewGame("darkness", [{"open": True}, {"open": True}])) for _ in range(2)]
    start = Barrier(2)

    def sit(services, game):
        start.wait(30)
        try:
            services.characters.sit(bob, game, character=thief)
        except ServiceError as error:
            return error.code
        return "sat"

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(sit, (one, other), games))
    taken = [game for game in games if one.ledger.view(game).seats["s1"].kind == "person"]
    assert sorted(done)[1:] == ["sat"]
    assert set(done) <= {"sat", "illegal", "busy"}
    assert [one.characters.view(thief).away] == taken
    for services in (one, other):
        services.close()
