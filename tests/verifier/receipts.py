"""Receipts of a game, genuine and forged: each kind alters one thing as the installation itself could, which signs what
it likes, or as whoever holds the file.

A kind gets a `Draft` and changes what is put into the receipt. `docs/log-format.md` says what each part must be.
"""

from base64 import b64encode
from dataclasses import dataclass, field

from nacl.signing import SigningKey

from domain.log.canon import canonical
from domain.log.merkle import Leaves, leaf_hash
from domain.log.note import Key, signature
from service.store.published.receipts import signed_bytes

PRIVATE = SigningKey(b"k" * 32)
KEY = bytes(PRIVATE.verify_key).hex()
ORIGIN = f"nightledger/{KEY}"


def signed(message):
    return PRIVATE.sign(message).signature


@dataclass
class Draft:
    """What a receipt of the last version of a record is made from: an entry of the journal, which has two, the text of
    a checkpoint over them, the lines below it, and what else is put into the receipt."""

    record: dict
    entry: dict = field(default_factory=dict)
    size: str = "2"
    head: bytes | None = None
    above: str = ORIGIN
    more: str = ""
    own: bytes | None = None
    before: str = ""
    below: str = ""
    end: str = "\n"
    receipt: dict = field(default_factory=dict)
    listed: dict = field(default_factory=dict)

    def __post_init__(self):
        opened = self.record["events"][0]
        [start] = [event for event in self.record["events"] if event["type"] == "GameStarted"]
        listed = {name: self.record[name] for name in ("id", "game", "rules")}
        listed |= {"commitment": opened["data"]["commitment"], "version": start["version"], "head": start["hash"]}
        self.entry = {"version": 2, "command": 2, "type": "StartListed", "schema": 1, "at": 1, "seat": None}
        self.entry |= {"data": listed, "draws": [], "commitments": {}}

    def made(self):
        """The receipt."""
        tree = Leaves([leaf_hash(b"{}"), leaf_hash(canonical(self.entry))])
        head = b64encode(tree.head(2) if self.head is None else self.head).decode()
        text = f"{self.above}\n{self.size}\n{head}\n{self.more}"
        line = signature(text, Key(ORIGIN, bytes.fromhex(KEY)), signed)
        own = line.signature if self.own is None else self.own
        encoded = b64encode(line.key_id + own).decode()
        note = f"{text}\n{self.before}\u2014 {ORIGIN} {encoded}{self.end}{self.below}"
        last = self.record["events"][-1]
        receipt = {"game": self.record["id"], "version": last["version"], "head": last["hash"]}
        receipt["signature"] = signed(signed_bytes(*receipt.values())).hex()
        proof = [node.hex() for node in tree.inclusion(1, 2)]
        listed = {"entry": self.entry, "proof": proof, "checkpoint": note, **self.listed}
        return {**receipt, "listed": listed, **self.receipt}

    def genuine(self, name):
        """A part of the receipt as it would be."""
        return Draft(self.record).made()[name]


def nothing(draft):
    """It is genuine."""


def a_reservation(draft):
    data = draft.entry["data"]
    draft.entry["type"] = "ReservationListed"
    draft.entry["data"] = {"id": data["id"], "creator": "ann", "commitment": data["commitment"]}


def more_lines_in_the_checkpoint(draft):
    draft.more = "more\n"


def a_witness(draft):
    draft.below = f"\u2014 eye.example {b64encode(bytes(76)).decode()}\n"


GENUINE = (nothing, a_reservation, more_lines_in_the_checkpoint, a_witness)


def a_size_with_a_zero_before_it(draft):
    draft.size = "02"


def a_size_with_a_sign(draft):
    draft.size = "+2"


def a_size_with_a_space(draft):
    draft.size = " 2"


def another_size(draft):
    draft.size = "3"


def a_head_that_is_short(draft):
    draft.head = bytes(31)


def the_name_of_another_log(draft):
    draft.above = "nightledger/another"


def a_signature_with_a_byte_more(draft):
    draft.own = bytes.fromhex(draft.genuine("signature")) + b"\0"


def a_signature_of_nobody(draft):
    draft.own = bytes(64)


def a_false_signature_before_the_true_one(draft):
    made = Key(ORIGIN, bytes.fromhex(KEY)).id + bytes(64)
    draft.before = f"\u2014 {ORIGIN} {b64encode(made).decode()}\n"


def words_below_the_checkpoint(draft):
    draft.below = "garbage\n"


def a_witness_that_signs_nothing(draft):
    draft.below = "\u2014 eye.example AAAA\n"


def a_checkpoint_without_its_end(draft):
    draft.end = ""


def a_proof_that_is_too_long(draft):
    draft.listed["proof"] = draft.genuine("listed")["proof"] * 2


def a_proof_that_is_too_short(draft):
    draft.listed["proof"] = []


def another_place_in_the_journal(draft):
    draft.listed["entry"] = {**draft.entry, "version": 1, "command": 1}


def an_end_in_place_of_the_start(draft):
    last = draft.record["events"][-1]
    draft.entry["type"] = "EndListed"
    draft.entry["data"] |= {"cause": last["data"]["cause"], "version": last["version"], "head": last["hash"]}


def an_entry_of_no_kind(draft):
    draft.entry["type"] = "Nonsense"


def an_entry_that_lacks_its_time(draft):
    del draft.entry["at"]


def an_entry_with_a_field_more(draft):
    draft.entry["more"] = 1


def a_listing_with_a_field_more(draft):
    draft.entry["data"]["more"] = 1


def an_entry_that_somebody_posted(draft):
    draft.entry |= {"by": "service", "action": {"type": "x"}}


def an_entry_for_a_seat(draft):
    draft.entry["seat"] = "s1"


def an_entry_with_draws(draft):
    draft.entry["draws"] = [1]


def an_entry_with_a_private_part(draft):
    draft.entry["commitments"] = {"s1": "00" * 32}


def an_entry_before_all_time(draft):
    draft.entry["at"] = -1


def an_entry_of_another_command(draft):
    draft.entry["command"] = 1


def an_entry_of_another_schema(draft):
    draft.entry["schema"] = 2


def a_listing_with_true_for_1(draft):
    draft.entry["data"]["rules"] = True


def a_listing_of_another_game(draft):
    draft.entry["data"]["id"] = "another"


REFUSED = (
    a_size_with_a_zero_before_it, a_size_with_a_sign, a_size_with_a_space, another_size, a_head_that_is_short,
    the_name_of_another_log, a_signature_with_a_byte_more, a_signature_of_nobody,
    a_false_signature_before_the_true_one, words_below_the_checkpoint, a_witness_that_signs_nothing,
    a_checkpoint_without_its_end, a_proof_that_is_too_long, a_proof_that_is_too_short, another_place_in_the_journal,
    an_end_in_place_of_the_start, an_entry_of_no_kind, an_entry_that_lacks_its_time, an_entry_with_a_field_more,
    a_listing_with_a_field_more, an_entry_that_somebody_posted, an_entry_for_a_seat, an_entry_with_draws,
    an_entry_with_a_private_part, an_entry_before_all_time, an_entry_of_another_command, an_entry_of_another_schema,
    a_listing_with_true_for_1, a_listing_of_another_game,
)  # fmt: skip


def a_listing_of_another_commitment(draft):
    draft.entry["data"]["commitment"] = "00" * 32


def a_start_at_another_event(draft):
    opened = draft.record["events"][0]
    draft.entry["data"] |= {"version": opened["version"], "head": opened["hash"]}


BESIDE_THE_RECORD = (a_listing_of_another_commitment, a_start_at_another_event)
"""What only whoever has the record can tell."""


def a_proof_in_capitals(draft):
    draft.listed["proof"] = [node.upper() for node in draft.genuine("listed")["proof"]]


def a_proof_with_spaces(draft):
    draft.listed["proof"] = [f"{node[:2]} {node[2:]}" for node in draft.genuine("listed")["proof"]]


def a_head_in_capitals(draft):
    draft.receipt["head"] = draft.genuine("head").upper()


def a_signature_in_capitals(draft):
    draft.receipt["signature"] = draft.genuine("signature").upper()


def true_for_its_version(draft):
    draft.receipt["version"] = True


def nothing_where_a_listing_is(draft):
    draft.receipt["listed"] = None


def a_receipt_with_a_field_more(draft):
    draft.receipt["more"] = 1


MALFORMED = (
    a_proof_in_capitals, a_proof_with_spaces, a_head_in_capitals, a_signature_in_capitals, true_for_its_version,
    nothing_where_a_listing_is, a_receipt_with_a_field_more,
)  # fmt: skip
