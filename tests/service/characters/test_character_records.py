"""The log of a character as a document, and that nothing can be added to it that was not played for."""

from __future__ import annotations

from contextlib import closing
from copy import deepcopy

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, PREFIX, REFUSED, UNFAIR
from domain.audit.characters import CharacterRecord, audit_character, read
from domain.audit.verdict import MALFORMED
from domain.contract.game import to_json
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.log.record import GENESIS, chained
from service.cli.audit import command
from service.games.shapes import NewGame, OperatorAct
from tests.installation import install
from tests.service.characters.thieves import THIEF
from tests.service.web.playing import play_idly


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """The document of a character that has played two games to their ends and left a third before its start."""
    services = install(tmp_path_factory.mktemp("grown") / "home")
    ann = services.accounts.create("Ann")[0].id
    thief = services.characters.make(ann, "darkness", "Vito", THIEF)
    seat = {"account": "me", "character": thief}
    for scenario in ("last-bus-out", "first-night"):
        seats = [seat, {"ai": "random"}]
        play_idly(services, services.characters.open_game(ann, NewGame("darkness", seats, {"scenario": scenario})))
    third = services.characters.open_game(ann, NewGame("darkness", [seat, {"open": True}]))
    services.ledger.leave(ann, third, "s1")
    record = services.characters.record(thief)
    services.close()
    return to_json(record)


OPEN = {"open": True}


def verdict(document):
    return audit_character(read(canonical(document)), Catalog())


def forged(document, change):
    """The document changed by somebody who makes the whole chain anew."""
    made = deepcopy(document)
    change(made)
    made["head"] = rehashed(made["events"])
    return made


def rehashed(events):
    """The head, once the hash of each event was made anew."""
    head = GENESIS
    for event in events:
        body = {name: value for name, value in event.items() if name not in ("hash", "private")}
        head = chained(head, canonical(body))
        event["hash"] = head.hex()
    return head.hex()


def event(document, kind, number=0):
    return [one for one in document["events"] if one["type"] == kind][number]


def test_the_document_proves_what_the_character_has_become(grown):
    kinds = [one["type"] for one in grown["events"]]
    assert kinds == [
        "KeepsakeMade", "KeepsakeBrought", "KeepsakeAdvanced", "KeepsakeBrought", "KeepsakeAdvanced",
        "KeepsakeBrought", "KeepsakeReturned",
    ]  # fmt: skip
    assert len(grown["games"]) == 2
    assert verdict(grown).code == CONSISTENT
    assert verdict(forged(grown, lambda document: None)).code == CONSISTENT


def test_without_a_game_it_is_a_prefix_that_says_what_is_missing(grown):
    found = verdict({**grown, "games": grown["games"][:1]})
    assert found.code == PREFIX
    said = f"game {grown['games'][1]['id']} is not here to its end: what was taken away from it is not checked"
    assert said in found.remarks


def test_a_game_that_is_there_in_part_is_as_one_that_is_not_there(grown):
    made = deepcopy(grown)
    game = made["games"][1]
    del game["events"][20:]
    for one in game["events"]:
        one["private"] = {}
    game["head"] = game["events"][-1]["hash"]
    found = verdict(made)
    assert (found.code, found.reason) == (PREFIX, None)
    assert any(remark.startswith(f"game {game['id']} is not here to its end") for remark in found.remarks)


def test_of_a_game_that_it_left_it_is_said_that_it_is_not_here(grown):
    third = event(grown, "KeepsakeReturned")["data"]["game_id"]
    found = verdict(grown)
    assert f"game {third} is not here to its end: that nothing was taken away from it is not checked" in found.remarks


def test_what_is_remarked_of_its_games_is_remarked_of_it(grown):
    found = verdict(grown)
    for game in grown["games"]:
        assert f"game {game['id']}: dealt by the operator alone: no seat gave entropy" in found.remarks


def test_with_a_game_that_has_not_the_form_of_one_it_has_none_of_a_document(grown):
    made = deepcopy(grown)
    made["games"][1]["events"][3]["more"] = 1
    found = verdict(made)
    assert (found.code, found.word) == (MALFORMED, "malformed")
    assert found.reason == f"game {made['games'][1]['id']}: it has fields that no event has"


def test_with_a_game_that_is_not_fair_it_is_none(grown):
    made = deepcopy(grown)
    game = made["games"][1]
    drawn = next(one for one in game["events"] if one["draws"])
    for draw in drawn["draws"]:
        draw["forced"] = True
    game["head"] = rehashed(game["events"])
    advanced = event(made, "KeepsakeAdvanced", 1)
    advanced["data"]["head"] = advanced["action"]["head"] = game["head"]
    found = verdict(forged(made, lambda document: None))
    assert (found.code, found.word) == (UNFAIR, "not a fair game")
    assert f"game {game['id']}: outcomes were given, not drawn; decisions are not checked" in found.remarks


@pytest.fixture
def services(tmp_path):
    with closing(install(tmp_path / "home")) as services:
        yield services


def thief_of(services, name):
    account = services.accounts.create(name)[0].id
    return account, services.characters.make(account, "darkness", "Vito", THIEF)


def test_whoever_has_lost_the_seat_of_a_private_game_is_told_that_it_is_not_here_to_its_end(services):
    """The owner reads on from there no more; who has the seat now reads the game to its end."""
    ann, thief = thief_of(services, "Ann")
    cyril, operator = (services.accounts.create(name)[0].id for name in ("Cyril", "Olga"))
    services.accounts.set_operator(operator, True)
    seats = [{"account": "me", "character": thief}, {"ai": "random"}]
    new = NewGame("darkness", seats, {"scenario": "last-bus-out"}, visibility="private")
    game = services.characters.open_game(ann, new)
    services.corrections.operate(operator, game, OperatorAct("replace", "away", seat="s1", account="Cyril"))
    play_idly(services, game)
    for account, code in ((ann, PREFIX), (None, PREFIX), (cyril, CONSISTENT)):
        found = verdict(to_json(services.characters.record(thief, account)))
        assert (found.code, found.reason) == (code, None)
    acted = [remark for remark in found.remarks if remark.startswith(f"game {game}: an operator acted")]
    assert len(acted) == 1


@pytest.mark.parametrize("other", [{"ai": "random"}, {"open": True}])
def test_a_game_that_was_not_played_to_its_end_is_there_and_shows_that_nothing_came_of_it(services, other):
    """Whether it has begun or not."""
    ann, thief = thief_of(services, "Ann")
    game = services.characters.open_game(ann, NewGame("darkness", [{"account": "me", "character": thief}, other]))
    services.ledger.close(game, "void")
    document = to_json(services.characters.record(thief, ann))
    assert [one["id"] for one in document["games"]] == [game]
    found = verdict(document)
    assert (found.code, [one for one in found.remarks if "not here" in one]) == (CONSISTENT, [])


def test_a_game_that_it_left_shows_that_it_had_left_before_the_start(services):
    ann, thief = thief_of(services, "Ann")
    bob, nimble = thief_of(services, "Bob")
    game = services.characters.open_game(bob, NewGame("darkness", [{"account": "me", "character": nimble}, OPEN, OPEN]))
    services.characters.sit(ann, game, "s2", character=thief)
    services.ledger.leave(ann, game, "s2")
    document = to_json(services.characters.record(thief, ann))
    services.ledger.cancel(bob, game)
    document["games"] = [services.ledger.record(game, ann)]
    found = verdict(document)
    assert (found.code, [one for one in found.remarks if "not here" in one]) == (CONSISTENT, [])

    def earlier(made):
        back = event(made, "KeepsakeReturned")
        version = back["data"]["version"] - 1
        for told in (back["data"], back["action"]):
            told |= {"version": version, "head": document["games"][0]["events"][version - 1]["hash"]}

    found = verdict(forged(document, earlier))
    assert (found.code, found.reason) == (REFUSED, "it had not left the game then")


def more_skill(document):
    """A point that was not played for, told by event and action alike."""
    advanced = event(document, "KeepsakeAdvanced")
    for content in (advanced["data"]["content"], advanced["action"]["content"]):
        content["skill_points"] += 1


def better_at_first(document):
    made = event(document, "KeepsakeMade")
    made["data"]["content"]["attributes"]["A"] = 6


def beyond_the_rules(document):
    made = event(document, "KeepsakeMade")
    for content in (made["data"]["content"], made["action"]["content"]):
        content["attributes"]["A"] = 6


def another_seat(document):
    brought = event(document, "KeepsakeBrought")
    brought["data"]["seat"] = brought["action"]["seat"] = "s2"


def another_end(document):
    advanced = event(document, "KeepsakeAdvanced")
    advanced["data"]["version"] = advanced["action"]["version"] = 12


def of_a_game_left(document):
    """The third game, which was left, is said to have been played."""
    back = event(document, "KeepsakeReturned")
    content = event(document, "KeepsakeAdvanced", 1)["data"]["content"]
    back["type"] = "KeepsakeAdvanced"
    back["action"] |= {"cause": "over", "content": content}
    back["data"] = {name: back["data"][name] for name in ("game_id", "version", "head")} | {"content": content}


def returned(cause):
    """The second game, to whose end it was played, is said to have changed nothing."""

    def change(document):
        back = event(document, "KeepsakeAdvanced", 1)
        back["type"] = "KeepsakeReturned"
        del back["data"]["content"], back["action"]["content"]
        back["data"]["cause"] = back["action"]["cause"] = cause

    return change


def without_the_first_game(document):
    """The second game alone counts, as if the first had never been."""
    del document["events"][1:3]
    for number, one in enumerate(document["events"], 1):
        one["version"], one["command"] = number, number


@pytest.mark.parametrize(
    ("change", "code", "reason"),
    [
        (more_skill, REFUSED, "it is not what the game has made of it"),
        (better_at_first, REFUSED, "its data do not follow from the action"),
        (beyond_the_rules, REFUSED, "its action is refused: illegal: attributes are 2 to 5 (WD-CHAR-2)"),
        (another_seat, REFUSED, "s2 did not bring it to the game as it was"),
        (another_end, REFUSED, "it does not name the end of the game"),
        (of_a_game_left, PREFIX, None),
        (returned("void"), REFUSED, "the game did not end so"),
        (returned("over"), REFUSED, "it came back unchanged from a game that has made something of it"),
        (returned("left"), REFUSED, "it had not left the game then"),
        (without_the_first_game, REFUSED, "s1 did not bring it to the game as it was"),
    ],
)
def test_a_chain_made_anew_does_not_hide_a_change(grown, change, code, reason):
    found = verdict(forged(grown, change))
    assert (found.code, found.reason) == (code, reason)


@pytest.mark.parametrize("number", range(7))
def test_any_other_byte_breaks_the_chain(grown, number):
    made = deepcopy(grown)
    made["events"][number]["at"] += 1
    found = verdict(made)
    assert (found.code, found.version) == (REFUSED, made["events"][number]["version"])
    assert found.reason == "its hash does not follow from its content and the hash before it"


def test_a_game_that_was_altered_is_refused(grown):
    made = deepcopy(grown)
    made["games"][0]["events"][-1]["at"] += 1
    found = verdict(made)
    assert found.code == REFUSED
    assert made["games"][0]["id"] in found.reason


def test_the_document_is_read_back_as_it_was_written(grown):
    record = read(canonical(grown))
    assert isinstance(record, CharacterRecord)
    assert record.encode() == canonical(grown)


def test_the_command_audits_it(grown, tmp_path):
    file = tmp_path / "character.json"
    file.write_bytes(canonical(grown))
    result = CliRunner().invoke(command, [str(file)])
    assert result.exit_code == CONSISTENT, result.output
    assert "consistent, 7 events" in result.output
