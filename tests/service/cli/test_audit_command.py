"""`nightledger audit`, `journal` and `record import`: exit codes, and what is printed."""

import json

import pytest
from click.testing import CliRunner

from domain.audit.chain import FORMAT, ChainRecord
from domain.log.canon import canonical
from domain.log.record import GENESIS, chained
from domain.records.export import read
from service.cli import cli
from service.games.shapes import NewGame
from tests.forgeries import forged, taken_in
from tests.installation import GAMES, install
from tests.service.characters.thieves import THIEF
from tests.service.playing import HOLD, ME, ROLL, act


@pytest.fixture
def services(tmp_path):
    services = install(tmp_path / "home")
    yield services
    services.close()


@pytest.fixture
def run(services):
    """Runs a command of this installation."""

    def call(*arguments):
        environ = {"NIGHTLEDGER_HOME": str(services.settings.home), "NIGHTLEDGER_EXTRA_GAMES": GAMES}
        return CliRunner(env=environ).invoke(cli, [str(argument) for argument in arguments])

    return call


@pytest.fixture
def files(services, ann, run, tmp_path):
    """A finished game as files: `record`, a `receipt` of its middle, the `journal`; and the `key`."""
    ledger = services.ledger
    dropped = ledger.open_game(ann, NewGame("pig", [ME, ME]))
    ledger.close(dropped, "void")
    game_id = ledger.open_game(ann, NewGame("pig", [ME, ME], {"goal": 5}))
    receipt = act(ledger, ann, game_id, ROLL).receipt
    while (view := ledger.view(game_id, ann)).status == "running":
        act(ledger, ann, game_id, HOLD if view.table["turn_points"] > 2 else ROLL)
    found = {name: tmp_path / f"{name}.json" for name in ("record", "receipt", "journal")}
    found["record"].write_bytes(canonical(ledger.record(game_id)))
    found["receipt"].write_bytes(canonical(receipt))
    assert run("journal", "export", "--out", found["journal"]).exit_code == 0
    return {**found, "key": services.signer.keys()[0].key, "dropped": dropped}


def test_a_consistent_record_is_exit_0_with_what_was_not_proved(run, files):
    done = run("audit", files["record"])
    assert done.exit_code == 0
    first, *remarks = done.output.splitlines()
    assert first.startswith(f"{files['record']}: consistent, ")
    assert "  - dealt by the operator alone: no seat gave entropy" in remarks


def remarks_on(done):
    """What is remarked of the one file that a command has examined."""
    assert done.exit_code == 0, done.output
    return [line.removeprefix("  - ") for line in done.output.splitlines() if line.startswith("  - ")]


def test_of_each_game_of_a_chain_is_remarked_what_is_remarked_of_its_record(run, files, tmp_path):
    """Against receipts and journal too."""
    chain = tmp_path / "chain.json"
    chain.write_bytes(ChainRecord(FORMAT, [read(files["record"].read_bytes())]).encode())
    beside = ("--receipt", files["receipt"], "--journal", files["journal"])
    alone = remarks_on(run("audit", files["record"], *beside))
    assert any(remark.startswith("a receipt proves offline that") for remark in alone)
    assert any(remark.startswith("the journal lists its end") for remark in alone)
    told = remarks_on(run("audit", chain, *beside))
    assert [remark for remark in told if remark.startswith("game 1: ")] == [f"game 1: {remark}" for remark in alone]


def test_the_games_of_a_character_are_held_against_the_journal(services, ann, run, tmp_path):
    thief = services.characters.make(ann, "darkness", "Vito", THIEF)
    seats = [{"account": "me", "character": thief}, {"ai": "random"}]
    game = services.characters.open_game(ann, NewGame("darkness", seats, {"scenario": "last-bus-out"}))
    services.ledger.close(game, "void")
    character, journal, earlier = (tmp_path / f"{name}.json" for name in ("character", "journal", "earlier"))
    character.write_bytes(services.characters.record(thief, ann).encode())
    assert run("journal", "export", "--out", journal).exit_code == 0
    told = remarks_on(run("audit", character, "--journal", journal))
    assert [remark for remark in told if remark.startswith(f"game {game}: the journal lists its end at version")]
    document = json.loads(journal.read_bytes())
    document["entries"] = document["entries"][:1]
    document["head"] = document["entries"][0]["hash"]
    earlier.write_bytes(canonical(document))
    done = run("audit", character, "--journal", earlier)
    assert (done.exit_code, f"game {game}: the journal does not list this game" in done.output) == (1, True)


def altered(files, alter):
    value = json.loads(files["record"].read_text())
    alter(value)
    head = GENESIS
    for event in value["events"]:
        head = chained(head, canonical({k: v for k, v in event.items() if k not in ("private", "hash")}))
        event["hash"] = head.hex()
    value["head"] = head.hex()
    files["record"].write_bytes(canonical(value))
    return value


def test_a_refused_record_is_exit_1_and_names_the_event(run, files):
    value = altered(files, lambda value: value["events"][6].update(action={"type": "hold"}))
    done = run("audit", files["record"])
    assert (done.exit_code, len(done.output.splitlines())) == (1, 1)
    assert f"refused: event {value['events'][6]['version']}: " in done.output


@pytest.mark.parametrize("none", ["0", "-1"])
def test_of_a_refused_record_one_fault_at_least_is_told(run, files, none):
    altered(files, lambda value: value["events"][6].update(action={"type": "hold"}))
    assert run("audit", files["record"], "--findings", none).exit_code == 64


def test_a_prefix_is_exit_2(run, files):
    altered(files, lambda value: value["events"].pop())
    assert run("audit", files["record"]).exit_code == 2


def test_no_fair_game_is_exit_3(run, files):
    altered(files, lambda value: value["events"][6]["draws"][0].update(forced=True))
    done = run("audit", files["record"])
    assert (done.exit_code, "not a fair game" in done.output) == (3, True)


def test_of_several_files_the_worst_counts(run, files, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    done = run("audit", files["record"], bad)
    assert (done.exit_code, "malformed: it is no record" in done.output) == (5, True)


def test_a_receipt_proves_the_game_up_to_its_version(run, files):
    done = run("audit", files["record"], "--receipt", files["receipt"], "--key", files["key"])
    assert done.exit_code == 0
    version = json.loads(files["receipt"].read_text())["version"]
    assert f"it is the game as it was played up to version {version}" in done.output


def test_a_receipt_is_checked_by_itself(run, files):
    done = run("audit", "--receipt", files["receipt"], "--key", files["key"])
    assert (done.exit_code, ": signed: game " in done.output) == (0, True)
    assert run("audit", "--receipt", files["receipt"], "--key", "00" * 32).exit_code == 1
    assert run("audit", "--receipt", files["receipt"]).exit_code == 64


def test_the_journal_knows_the_key(run, files):
    done = run("audit", "--receipt", files["receipt"], "--journal", files["journal"])
    assert done.exit_code == 0


def test_a_record_that_was_altered_since_is_refused_against_the_receipt(run, files):
    altered(files, lambda value: value["names"].update(s1="Zoe"))
    assert run("audit", files["record"], "--receipt", files["receipt"], "--key", files["key"]).exit_code == 0
    altered(files, lambda value: [event.update(at=event["at"] + 60) for event in value["events"]])
    assert run("audit", files["record"]).exit_code == 0
    assert run("audit", files["record"], "--receipt", files["receipt"], "--key", files["key"]).exit_code == 1


def test_two_heads_of_one_version_prove_that_the_log_was_altered(run, files):
    version = json.loads(files["receipt"].read_text())["version"]
    seen = f"{version}:{'ab' * 32}"
    done = run("audit", files["record"], "--receipt", files["receipt"], "--key", files["key"], "--seen", seen)
    assert (done.exit_code, f"two heads of version {version}" in done.output) == (1, True)


def test_a_game_stands_in_the_journal_and_those_that_were_dropped_stand_out(run, files):
    done = run("audit", files["record"], "--journal", files["journal"])
    assert done.exit_code == 0
    assert "the journal lists its end at version" in done.output
    assert f"of the same creator's other games 1 are void: {files['dropped']}" in done.output


def test_a_journal_whose_chain_is_broken_is_refused(run, files):
    raw = files["journal"].read_text()
    files["journal"].write_text(raw.replace('"cause":"void"', '"cause":"over"'))
    done = run("audit", "--journal", files["journal"])
    assert (done.exit_code, "refused: entry" in done.output) == (1, True)


def test_something_must_be_given(run):
    assert run("audit").exit_code == 64


@pytest.mark.parametrize("seen", ["x", "1", "1:xyz", ":"])
def test_a_head_has_a_version(run, files, seen):
    assert run("audit", files["record"], "--seen", seen).exit_code == 64


@pytest.fixture
def elsewhere(tmp_path, files):
    """The file of a record that was played elsewhere: the same game, exported there, is new to a fresh home."""
    services = install(tmp_path / "fresh")
    yield services
    services.close()


def test_a_record_is_taken_in_from_a_file(elsewhere, files):
    environ = {"NIGHTLEDGER_HOME": str(elsewhere.settings.home), "NIGHTLEDGER_EXTRA_GAMES": GAMES}
    command = ["record", "import", str(files["record"])]
    first = CliRunner(env=environ).invoke(cli, command)
    assert (first.exit_code, "imported; consistent; not witnessed here" in first.output) == (0, True)
    again = CliRunner(env=environ).invoke(cli, command)
    assert (again.exit_code, again.output.split(":")) == (0, [first.output.split(":")[0], " known here already\n"])
    altered(files, lambda value: value["events"][6].update(action={"type": "hold"}))
    refused = CliRunner(env=environ).invoke(cli, command)
    assert (refused.exit_code, "command 5: " in refused.output) == (1, True)
    stranger = CliRunner(env=environ).invoke(cli, [*command, "--account", "nobody"])
    assert (stranger.exit_code, "there is no account 'nobody'" in stranger.output) == (1, True)


def test_an_account_is_marked_as_an_operators(services, ann, run):
    assert run("account", "operator", "Ann").exit_code == 0
    assert services.accounts.is_operator(ann)
    assert run("account", "operator", "ann", "--revoke").exit_code == 0
    assert not services.accounts.is_operator(ann)
    assert run("account", "operator", "nobody").exit_code == 1


def test_the_schema_of_a_record_is_printed(run):
    assert json.loads(run("record", "schema").output)["title"] == "A game's record"


def test_a_forgery_under_the_id_of_a_game_of_this_installation_is_not_taken_in(run, files, tmp_path):
    game_id = json.loads(files["record"].read_text())["id"]
    forgery = tmp_path / "forged.json"
    forgery.write_bytes(forged(game_id))
    for more in ((), ("--account", "ann")):
        done = run("record", "import", forgery, *more)
        assert (done.exit_code, f"{game_id} is an id of this installation" in done.output) == (1, True)
    assert run("audit", files["record"], "--journal", files["journal"]).exit_code == 0
    assert run("record", "import", files["record"]).output == f"{game_id}: known here already\n"


def test_a_forgery_that_an_older_version_took_in_says_nothing_of_the_game(services, run, files, tmp_path):
    game_id = json.loads(files["record"].read_text())["id"]
    services.store.append((), [], [taken_in(forged(game_id))], 2**33)
    assert run("journal", "export", "--out", files["journal"]).exit_code == 0
    assert run("audit", files["record"], "--journal", files["journal"]).exit_code == 0
