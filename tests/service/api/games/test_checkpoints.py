"""The journal as a Merkle log over HTTP: checkpoints, proofs under them, cosignatures."""

import pytest
from nacl.signing import SigningKey

from domain.log.canon import canonical
from domain.log.checkpoint import read_checkpoint
from domain.log.inclusion import Inclusion
from domain.log.merkle import check_consistency
from domain.log.note import COSIGNATURE, Key, read_note
from service.app.application import create_app
from tests.installation import install
from tests.service.api.document import schema
from tests.service.api.games.witnessing import KEY, cosigned
from tests.service.api.problems import is_problem


def test_the_checkpoint_is_a_signed_note(ann, nobody, services):
    ann.post("/reservations")
    answer = nobody.get("/journal/checkpoint")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    note = read_note(answer.data)
    assert note.signed_by(services.checkpoints.key) == 0
    assert read_checkpoint(note.text).size == nobody.get("/journal").json["next"] == 2
    assert nobody.get("/journal/checkpoint", size=2).data == answer.data
    assert read_checkpoint(read_note(nobody.get("/journal/checkpoint", size=1).data).text).size == 1


def test_proofs_under_it_hold(ann, nobody, services):
    for _ in range(5):
        ann.post("/reservations")
    [key] = [one["key"] for one in nobody.get("/keys").json["keys"]]
    found = nobody.get("/journal/inclusion", entry=3, size=5).json
    inclusion = Inclusion(**found)
    assert inclusion.check([key]).checkpoint.size == 5
    whole = nobody.get("/journal").json["entries"]
    assert found["entry"] == {name: part for name, part in whole[2].items() if name not in ("private", "hash")}
    heads = [read_checkpoint(read_note(nobody.get("/journal/checkpoint", size=n).data).text).head for n in (3, 6)]
    proof = nobody.get("/journal/consistency", **{"from": 3, "to": 6}).json["proof"]
    assert check_consistency(3, 6, *heads, [bytes.fromhex(node) for node in proof]) is None, "it raises for any other"
    for name, body in (("Inclusion", found), ("Consistency", {"proof": proof})):
        assert [error.message for error in schema(name).iter_errors(body)] == []


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("checkpoint", {"size": 99}),
        ("checkpoint", {"cosigned": "true"}),
        ("inclusion", {"entry": 99}),
        ("inclusion", {"entry": 1, "size": 0}),
        ("consistency", {"from": 2, "to": 1}),
        ("consistency", {"from": 1, "to": 99}),
    ],
)
def test_what_there_is_not_is_not_found(nobody, path, query):
    assert is_problem(nobody.get(f"/journal/{path}", **query), 404, "not-found")


@pytest.mark.parametrize(
    ("path", "query"),
    [("checkpoint", {"size": -1}), ("inclusion", {}), ("inclusion", {"entry": 0}), ("consistency", {"from": 1})],
)
def test_what_makes_no_sense_is_malformed(nobody, path, query):
    assert is_problem(nobody.get(f"/journal/{path}", **query), 422, "malformed")


@pytest.fixture
def witnessed(tmp_path):
    """The client of an installation that names a witness."""
    services = install(tmp_path / "home", NIGHTLEDGER_WITNESSES=KEY.encode())
    yield create_app(services).test_client()
    services.close()


def test_a_witness_that_is_named_adds_its_signature_and_twice_is_once(witnessed):
    plain = witnessed.get("/api/v1/journal/checkpoint").text
    body = {"size": 1, "line": cosigned(read_note(plain.encode()).text)}
    for _ in range(2):
        assert witnessed.post("/api/v1/journal/cosignatures", json=body).status_code == 204
    found = witnessed.get("/api/v1/journal/checkpoint?cosigned=true").text
    assert found == f"{plain}{body['line']}\n"
    assert read_note(found.encode()).signed_by(KEY) == 1_700_000_000


def test_nobody_else_does(witnessed):
    text = read_note(witnessed.get("/api/v1/journal/checkpoint").data).text
    other = SigningKey(bytes([1] * 32))
    stranger = Key("eye.example", bytes(other.verify_key), COSIGNATURE)
    for line, status, code in (
        (cosigned(text, stranger, other), 403, "forbidden"),
        (cosigned(text, KEY, other), 422, "malformed"),
        (cosigned("another text\n"), 422, "malformed"),
        ("\u2014 eye.example AAAA", 422, "malformed"),
        (f"{cosigned(text)}\n{cosigned(text)}", 422, "malformed"),
        ("eye.example AAAAAAAA", 422, "malformed"),
    ):
        answer = witnessed.post("/api/v1/journal/cosignatures", data=canonical({"size": 1, "line": line}), headers=JSON)
        assert (answer.status_code, answer.json["code"]) == (status, code), line
    answer = witnessed.post("/api/v1/journal/cosignatures", json={"size": 9, "line": cosigned(text)})
    assert (answer.status_code, answer.json["code"]) == (404, "not-found")


JSON = {"Content-Type": "application/json"}
