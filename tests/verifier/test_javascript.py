"""The checker for browsers gives the verdicts of the one file, whatever is laid before it, and names what fails."""

import hmac
import json
import lzma
import random
import subprocess
from copy import deepcopy
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.audit.verdict import USAGE
from domain.log.canon import canonical, parse
from domain.log.journal import EndListed, ReservationListed, StartListed, journal_of, next_entry
from domain.records.export import export
from service.cli import cli
from tests.domain.audit.games import pig
from tests.verifier import forging, receipts
from tests.verifier.both import command_line, made_anew
from tests.verifier.javascript import Examiner
from tests.verifier.mutations import mutants
from tests.verifier.receipts import KEY
from tests.verifier.sharing import Shared
from tests.verifier.test_agreement import replaced_before_the_start
from tests.verifier.test_chains import chained, cut_chains
from tests.verifier.test_chains import played as night
from tests.verifier.test_deals import REVEALED, complete, dealt_pig
from tests.verifier.test_forged_receipts import drafted
from tests.verifier.test_forgeries import EXPECTED, forged
from tests.verifier.test_guards import UNFIT
from tests.verifier.test_mutations import record as spoilt_record
from verifier import verify

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def alike(examiner, both):
    """Asks both, which must say the same: the answer of the one for browsers."""

    def ask(raw, **kept):
        told = examiner(raw, **kept)
        assert verify.VERDICTS[told["verdict"]] == both.verified(raw, **kept), told
        return told

    return ask


@pytest.fixture(scope="module")
def record():
    log = pig()
    return parse(export(log.table, log.entries, {"s1": "Ana"}, ()).encode())


@pytest.mark.parametrize("game", ["nightfall", "darkness", "last-spell"])
def test_a_golden_game_is_consistent_with_each_of_its_draws(examiner, game):
    raw = lzma.decompress(min(GAMES.glob(f"{game}/*.json.xz")).read_bytes())
    told = examiner(raw)
    assert (told["verdict"], told["check"]) == ("consistent", None)
    assert told["draws"] == len([*forging.drawn(parse(raw))]) > 0


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", EXPECTED, ids=lambda kind: kind.__name__)
def test_every_kind_of_forgery(alike, record, kind, seed):
    raw = forged({"pig": record}, "pig", kind, seed)
    assert raw is None or verify.VERDICTS[alike(raw)["verdict"]] == EXPECTED[kind][1]


@pytest.mark.parametrize(
    ("kind", "check"),
    [
        (forging.another_outcome, "draws"),
        (forging.an_event_dropped, "chain"),
        (forging.another_nonce, "commitments"),
        (forging.a_seats_verb_by_an_operator, "commitments"),
        (forging.a_name_for_nobody, "opening"),
        (forging.a_seed_revealed_where_none_is_shared, "shares"),
        (forging.true_for_1, "form"),
    ],
)
def test_what_fails_is_named(alike, record, kind, check):
    told = alike(forged({"pig": record}, "pig", kind))
    assert told["check"] == check
    assert told["told"].startswith(f"event {told['where']}: " if isinstance(told["where"], int) else told["where"])


@pytest.mark.parametrize("gave", [(), ("cd" * 32,)], ids=["nobody", "with entropy"])
def test_a_seat_that_an_older_program_gave_away_before_the_start(alike, gave):
    assert alike(replaced_before_the_start(*gave))["verdict"] == "consistent"


@pytest.fixture(scope="module")
def shared():
    return Shared().play().record().encode()


def test_a_shared_seed(alike, shared):
    assert alike(shared)["verdict"] == "consistent"


@pytest.mark.parametrize("kind", forging.OF_A_SHARED_SEED, ids=lambda kind: kind.__name__)
def test_forgeries_of_a_shared_seed(alike, shared, kind):
    assert alike(forged({"shared": parse(shared)}, "shared", kind))["check"] in ("opening", "shares", "draws")


@pytest.mark.parametrize(("name", "count"), [("pig", 40), ("darkness", 2), ("a prefix", 40)])
def test_spoilt_records(alike, name, count):
    told = {alike(spoilt)["verdict"] for spoilt in mutants(spoilt_record(name), random.Random(name), count)}
    assert told == {"refused", "malformed"}


@pytest.mark.parametrize("what", UNFIT)
def test_what_has_no_canonical_form(alike, record, what):
    spoilt = deepcopy(record)
    spoilt["options"]["s2"] = UNFIT[what]
    assert alike(json.dumps(spoilt).encode())["verdict"] == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        "", "[", "{}", "[]x", '{"a":1,}', '{"a":1,"a":2}', "[1,]", "[01]", "[1.0]", "[1e3]", "[-]", "[NaN]", '["\\x"]',
        '["\t"]', "\ufeff{}", '{"__proto__":1}', '{"format":"nightledger/league/1"}', '{"format":"nightledger/1"}',
        "[9007199254740992]", '{"constructor":{},"hasOwnProperty":[]}', "[" * 100, '"\\ud83d\\ude00"', "\x0b1",
    ],
)  # fmt: skip
def test_any_text(alike, text):
    assert alike(text.encode())["check"] == "form"


def test_bytes_that_are_no_text(alike):
    assert alike(b'{"format":"\xff"}')["verdict"] == "malformed"


def test_the_same_values_however_they_are_written(alike, record):
    """Escapes, order of keys, a zero with a sign and spaces are of the writing; hashes are of the value."""
    renamed = deepcopy(record)
    renamed["names"]["s1"] = 'Zoë "🎲" \u2028\x7f</script>'
    raw = json.dumps(dict(reversed(renamed.items())), indent=1).replace('"n": 0,', '"n": -0,').encode()
    assert alike(raw)["verdict"] == "consistent"


@pytest.mark.parametrize("key", ["__proto__", "constructor", "length", "10", "9"])
def test_keys_that_mean_something_to_javascript(alike, record, key):
    value = deepcopy(record)
    for place in (value["events"][0]["data"], value["events"][0]["action"]["data"]):
        place["terms"][key] = {"10": 2, "9": 2**53 - 1}
    assert alike(made_anew(value))["verdict"] == "consistent"


@pytest.mark.parametrize("draw", [{"from": 0}, {"from": -1}, {"from": 2**53 - 1}, {"from": []}, {"result": 5}])
@pytest.mark.parametrize("kind", ["roll", "pick", "shuffle", "guess"])
def test_draws_that_there_cannot_be(alike, record, kind, draw):
    value = deepcopy(record)
    next(forging.drawn(value)).update(kind=kind, **draw)
    assert alike(made_anew(value))["check"] == "draws"


@pytest.mark.parametrize("faces", [2**31 + 1, 2**32 - 1, 2**32, 3])
def test_large_numbers_are_drawn_alike(alike, record, faces):
    """Where many words are passed over, and where none is."""
    value = deepcopy(record)
    draw = next(forging.drawn(value))
    draw.update({"kind": "roll", "from": faces, "result": [0] * 9})
    opened, seed = value["events"][0]["data"], bytes.fromhex(value["events"][-1]["data"]["seed"])
    source = verify.canonical([opened["procedure"], value["id"], verify.entropy_at_start(value)])
    draw["result"] = verify.outcome(hmac.digest(seed, source, "sha256"), draw["n"], draw)
    assert alike(made_anew(value))["verdict"] == "consistent"


def test_chains_of_games(alike):
    first = night("night 1")
    second = night("night 2", first.table)
    assert alike(chained(first, second))["verdict"] == "consistent"
    assert alike(chained(second, first))["told"].endswith("it does not follow the one before")
    assert [alike(raw)["verdict"] for raw in cut_chains()] == ["a prefix", "refused"]


def test_games_of_a_deal(alike):
    raw = complete(dealt_pig())
    assert alike(raw)["verdict"] == "a prefix"
    assert alike(raw, deals=REVEALED)["verdict"] == "consistent"
    assert alike(raw, deals=dict.fromkeys(REVEALED, bytes(32)))["check"] == "commitments"


def test_kept_heads(alike, record):
    last = record["events"][-1]
    assert alike(canonical(record), seen={last["version"]: last["hash"]})["verdict"] == "consistent"
    told = alike(canonical(record), seen={last["version"]: "ab" * 32})
    assert (told["check"], told["where"]) == ("kept", last["version"])


TYPED = """
import { readTyped } from "./verifier/kept.mjs";
for (const typed of JSON.parse(process.argv[1])) {
  let told;
  try { told = readTyped({ heads: [], keys: [], deals: [], ...typed }).seen; } catch (fault) { told = fault.message; }
  console.log(JSON.stringify(told));
}
"""


def test_what_a_reader_mistypes_is_told_as_that_and_says_nothing_of_the_record():
    head = "aB" * 32
    mistyped = {
        "heads": [head, f"x:{head}", f"0:{head}", f"-1:{head}", f"3:{head}a", "3:", f"1.5:{head}", f"3:{head[:-1]}g"],
        "keys": ["x", head[1:], f"{head}00"],
        "deals": [head, f":{head}", "d:", "d:xyz"],
    }
    asked = [{"heads": [f"3:{head}"], "keys": [head], "deals": [f"d:1:{head}"]}]
    asked += [{kind: [line]} for kind, lines in mistyped.items() for line in lines]
    command = ["node", "--input-type=module", "-e", TYPED, json.dumps(asked)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=GAMES.parents[1]).stdout.splitlines()
    fit, *unfit = map(json.loads, told)
    assert fit == [[3, head.lower()]]
    names = {"heads": "VERSION:HEAD", "keys": "key, 32 bytes in hex", "deals": "ID:SEED"}
    assert unfit == [f"{line} is no {names[kind]}" for kind, lines in mistyped.items() for line in lines]


@pytest.mark.parametrize("head", ["0:" + "ab" * 32, "-1:" + "ab" * 32, "1:" + "xy" * 32, "1:ab"])
def test_so_it_is_on_the_command_line(tmp_path, record, head):
    file = tmp_path / "record.json"
    file.write_bytes(canonical(record))
    told = CliRunner().invoke(cli, ["audit", str(file), f"--seen={head}"])
    assert (command_line(file, f"--seen={head}"), told.exit_code) == (USAGE, USAGE)


KINDS = (*receipts.GENUINE, *receipts.REFUSED, *receipts.BESIDE_THE_RECORD, *receipts.MALFORMED)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_receipts(examiner, tmp_path, record, kind):
    files = [tmp_path / "record.json", tmp_path / "receipt.json"]
    raw = canonical(record), json.dumps(drafted(record, kind)).encode()
    for file, content in zip(files, raw, strict=True):
        file.write_bytes(content)
    told = examiner(raw[0], receipts=[raw[1]], keys=[KEY])
    assert verify.VERDICTS[told["verdict"]] == command_line(files[0], "--receipt", files[1], "--key", KEY), told


def test_without_ed25519_signatures_are_not_checked_and_nothing_is_called_good(record, shared):
    older = Examiner("without_ed25519.mjs")
    receipt = json.dumps(drafted(record, receipts.nothing)).encode()
    asked = {"alone": {"raw": canonical(record)}, "shared": {"raw": shared}}
    asked["receipt"] = {"raw": canonical(record), "receipts": [receipt], "keys": [KEY]}
    told = {name: older(**question) for name, question in asked.items()}
    older.close()
    assert {name: (one["verdict"], one["check"]) for name, one in told.items()} == {
        "alone": ("consistent", None),
        "shared": ("not checked", "shares"),
        "receipt": ("not checked", "kept"),
    }


def test_a_receipt_of_another_game(examiner, record):
    other = json.dumps({**drafted(record, receipts.nothing)}).encode()
    value = export(*_other(), {}, ()).encode()
    assert examiner(value, receipts=[other], keys=[KEY])["verdict"] == "another game"


def _other():
    log = dealt_pig("g2", terms={})
    return log.table, log.entries


@pytest.mark.parametrize("cause", ["over", "void"])
def test_a_journal(examiner, tmp_path, record, cause):
    start = next(event for event in record["events"] if event["type"] == "GameStarted")
    game, end, commitment = record["id"], record["events"][-1], record["events"][0]["data"]["commitment"]
    entries = []
    for one in (
        ReservationListed(game, "ann", commitment),
        StartListed(game, record["game"], record["rules"], commitment, start["version"], start["hash"]),
        EndListed(game, record["game"], cause, record["rules"], commitment, end["version"], end["hash"]),
    ):
        entries.append(next_entry(entries[-1] if entries else None, one, end["at"]))
    journal = journal_of(entries).encode()
    files = [tmp_path / "record.json", tmp_path / "journal.json"]
    for file, content in zip(files, (canonical(record), journal), strict=True):
        file.write_bytes(content)
    told = examiner(canonical(record), journals=[journal])
    assert verify.VERDICTS[told["verdict"]] == command_line(files[0], "--journal", files[1]), told
    assert told["verdict"] == ("consistent" if cause == end["data"]["cause"] else "refused")
