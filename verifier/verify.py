#!/usr/bin/env python3
"""Check records of games with nothing but this file and Python 3.11: `python3 verify.py game.json --receipt 120.json`.

It follows docs/log-format.md and shares no code with what writes the logs. Rules of games are for `nightledger audit`.
"""

import argparse
import base64
import hashlib
import hmac
import json
import re
import sys
import unicodedata

VERDICTS = {"consistent": 0, "a prefix": 2, "not a fair game": 3, "another game": 4, "no such file": 66,
            "another kind": 6, "malformed": 5, "refused": 1}  # with the exit codes, from the best
USAGE = 64
YEAR_10000 = 253402214400  # seconds UTC, from which on calendars have no name for a time in every zone
A_DAY = 86400  # seconds by which a journal may seem later than it was taken, by a clock that was ahead
HASH, SIGNATURE = "[0-9a-f]{64}", "[0-9a-f]{128}"
SEATING = "SeatTaken", "EntropyOpened"
OTHERS = "league", "series", "challenge", "keepsake", "journal"
TEXT, NUMBER, MAP, LIST, EITHER, ANY = (str,), (int,), (dict,), (list,), (int, list), (object,)
RECORD = dict(format=TEXT, id=TEXT, game=TEXT, rules=NUMBER, data=MAP, options=MAP, seats=LIST, names=MAP, events=LIST,
              head=TEXT)
BESIDE = dict(files=MAP, texts=MAP, revealed=MAP)
REVEALED = dict(seed=TEXT, shares=NUMBER, head=TEXT, signature=TEXT)
ENTRY = dict(version=NUMBER, command=NUMBER, type=TEXT, schema=NUMBER, at=NUMBER, seat=(str, type(None)), data=MAP,
             draws=LIST, commitments=MAP, private=MAP, hash=TEXT)
PUBLIC = {key: kinds for key, kinds in ENTRY.items() if key not in ("private", "hash")}
JOURNAL = dict(format=TEXT, entries=LIST, head=TEXT)
LISTED = dict(KeyListed=dict(key=TEXT, algorithm=TEXT),
              ReservationListed=dict(id=TEXT, creator=TEXT, commitment=TEXT),
              BranchListed=dict(id=TEXT, source=TEXT, version=NUMBER, head=TEXT),
              StartListed=dict(id=TEXT, game=TEXT, rules=NUMBER, commitment=TEXT, version=NUMBER, head=TEXT),
              EndListed=dict(id=TEXT, game=TEXT, cause=TEXT, rules=NUMBER, commitment=TEXT, version=NUMBER, head=TEXT),
              VerdictListed=dict(id=TEXT, people=TEXT, bots=TEXT),
              ImportListed=dict(id=TEXT, source=TEXT, game=TEXT, rules=NUMBER, commitment=TEXT, head=TEXT))
OPENING = dict(version=NUMBER, audience=TEXT, nonce=TEXT, part=MAP)
PART = dict(data=MAP, draws=LIST, action=MAP, type=TEXT, schema=NUMBER)
DRAW = {"n": NUMBER, "kind": TEXT, "name": TEXT, "from": EITHER, "result": ANY}
BY = {"open": "service", "sit": "seat service", "leave": "seat service", "start": "service", "branch": "service",
      "close": "service", "pause": "service", "move-deadlines": "service", "count-outages": "service",
      "ask-share": "service", "pass-deadline": "clock", "operate": "operator"}  # who posts what; the rest is for seats


class Fault(ValueError):
    """What is wrong, under one of the words of `VERDICTS`."""

    word = "refused"


def demand(holds, where, fault, word="refused"):
    if not holds:
        found = Fault(f"{where}: {fault}")
        found.word = word
        raise found


def demand_form(value, where, required, optional=None, word="malformed"):
    """Each key there, and no other; each value of its type, so that `true` is no 1."""
    known = required | (optional or {})
    if type(value) is not dict:
        demand(False, where, f"it is {json.dumps(value)[:60]}, no map", word)
    demand(required.keys() <= value.keys() <= known.keys(), where, f"its keys are {', '.join(value)}", word)
    for key, kinds in known.items():
        if key in value and object not in kinds and type(value[key]) not in kinds:
            demand(False, where, f"its {key} is {json.dumps(value[key])[:60]}, which is of another type", word)


def demand_texts(values, where, form=None):
    fits = all(type(value) is str and (form is None or re.fullmatch(form, value)) for value in values)
    demand(fits, where, "there is no text, or none of the right form, where one must be", "malformed")


def joined(*parts):
    """`A | B | C`: each part after its length. Texts and numbers are given as they are, hashes as bytes."""
    parts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def raw(text, size=32):
    demand(re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text), repr(text), f"it is not {size} bytes in hex")
    return bytes.fromhex(text)


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def read_json(path):
    """The JSON in a file: UTF-8, no duplicate keys, no floats (`int` does not take them), and a canonical form."""

    def unique(pairs):
        demand(len(dict(pairs)) == len(pairs), path, "a key stands twice in a map")
        return dict(pairs)

    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file, parse_float=int, parse_constant=int, object_pairs_hook=unique)
    except OSError as fault:
        demand(False, path, f"it cannot be read: {fault.strerror}", "no such file")
    except (ValueError, RecursionError) as fault:
        demand(False, path, f"it is no JSON of whole numbers, with each key once: {fault}", "malformed")
    demand(is_plain(value, 64), path, "it holds a text, number or depth that has no canonical form", "malformed")
    return value


def is_normal(text):
    """Runs of characters below U+0370 are in normal form C, which is the same in every version of Unicode."""
    known = re.sub("[^\0-\u036f]", " ", text)
    return unicodedata.is_normalized("NFC", known) and not re.search("[\ud800-\udfff]", text)


def is_plain(value, depth):
    if isinstance(value, str):
        return value.isascii() or is_normal(value)
    if isinstance(value, dict):
        return not re.search("[\ud800-\U0010ffff]", "".join(value)) and is_plain([*value, *value.values()], depth)
    if isinstance(value, list):
        return depth >= (value != []) and all(is_plain(item, depth - 1) for item in value)
    return value is None or -(2**53) < value < 2**53


def check_form(record):
    """Keys and types of a record and all that is in it."""
    demand_form(record, "the record", RECORD, BESIDE)
    for name, words in record.get("texts", {}).items():
        demand_form(words, f"the words {name}", dict(text=TEXT, nonce=TEXT))
    if "revealed" in record:
        demand_form(record["revealed"], "what is revealed", REVEALED)
    demand_texts([*record["data"].values(), *record["seats"], *record["names"].values()], "the record")
    demand_texts(record.get("files", {}).values(), "the record")
    fits = record["events"] and is_plain(record["events"], 61)
    demand(fits, "the record", "it has no events, or some that nest too deep", "malformed")
    for number, entry in enumerate(record["events"], 1):
        where = f"event {number}"
        demand_form(entry, where, ENTRY, dict(by=TEXT, action=MAP, opens=LIST))
        demand(0 <= entry["at"] < YEAR_10000, where, f"its time is {entry['at']}", "malformed")
        fits = entry["schema"] > 0 and type(entry.get("action", {"type": ""}).get("type")) is str
        demand(fits, where, "its schema is no number from 1 on, or its action has no type", "malformed")
        demand_texts(entry["commitments"].values(), where, HASH)
        for part in entry["private"].values():
            demand_form(part, where, dict(nonce=TEXT, part=MAP))
        for opening in entry.get("opens", []):
            demand_form(opening, where, OPENING)
        check_draw_forms(entry["draws"], where)
        for part in [*entry["private"].values(), *entry.get("opens", [])]:
            demand_form(part["part"], where, {}, PART)
            check_draw_forms(part["part"].get("draws", []), where)


def check_draw_forms(draws, where):
    for draw in draws:
        given = type(draw) is dict and draw.keys() == {"forced"}
        demand_form(draw, where, {} if given else DRAW, dict(forced=(bool,)))


def check_listing(entry, where, form=ENTRY, word="malformed"):
    """An entry of a journal, which nobody has posted: its form is that of what it lists, and nothing lies beside it."""
    demand_form(entry, where, form, word=word)
    told = entry["seat"], entry["draws"], entry["commitments"], entry.get("private", {})
    demand(told == (None, [], {}, {}), where, "it has a seat, draws or private parts", word)
    demand(0 <= entry["at"] < YEAR_10000, where, f"its time is {entry['at']}", word)
    fits = entry["type"] in LISTED and entry["schema"] == 1 and entry["command"] == entry["version"]
    demand(fits, where, f"it lists nothing that a journal lists in this form: {entry['type']}", word)
    demand_form(entry["data"], where, LISTED[entry["type"]], word=word)


def check_chain(entries, head):
    """Versions, times and hashes of a game's entries or the journal's."""
    before, time = bytes(32), 0
    for number, entry in enumerate(entries, 1):
        public = {key: value for key, value in entry.items() if key not in ("private", "hash")}
        follows = sha256(joined(before, canonical(public))) == entry["hash"] and time <= entry["at"]
        demand(follows and entry["version"] == number, f"event {number}", "its hash, time or version does not follow")
        before, time = raw(entry["hash"]), entry["at"]
    demand(before.hex() == head, "the record", "its head is not the hash of the last event")


def check_header(record):
    """The header says what event 1 says; the files and words beside the log are those that it names."""
    opened, data, here = record["events"][0], record["events"][0]["data"], "the record"
    action = canonical({"type": "table/open", "data": data})
    opens = opened["type"] == "GameOpened" and canonical(opened["action"]) == action
    procedure = f"nightledger/chance/{2 if 'shared' in data['terms'] else 1}"
    demand(opens and data["procedure"] == procedure, "event 1", "it opens no game of this format")
    demand(data["seats"] == [f"s{n + 1}" for n in range(len(data["seats"]))], "event 1", "its seats have gaps")
    for key in ("id", "game", "rules", "data", "options", "seats"):
        demand(canonical(record[key]) == canonical(data[key]), here, f"its {key} is not that of event 1")
    demand(record["names"].keys() <= {*data["seats"]}, here, "a name is given to what is no seat")
    for name, text in record.get("files", {}).items():
        demand(sha256(text.encode()) == name in data["data"].values(), here, f"the file {name} is none of the game's")
    reference = r'{"commitment": "([0-9a-f]{64})", "id": "([^"\\]*)"}'
    committed = {name: hash for hash, name in re.findall(reference, json.dumps(record["events"], sort_keys=True))}
    for name, words in record.get("texts", {}).items():
        fits = sha256(joined(raw(words["nonce"]), words["text"])) == committed.get(name)
        demand(fits, here, f"the words {name} are not what was committed to")


def check_entries(record, seed):
    """Each entry is of its command and shows what it committed to; with a seed all of it, with nonces that follow."""
    source = record["events"][0]["data"].get("seed_source")
    leader = {"command": 0}
    for entry in record["events"]:
        where, first, private = f"event {entry['version']}", "by" in entry, entry["private"]
        leader = {**entry, "command": leader["command"] + 1} if first else leader
        demand(("action" in entry) == ("closed" in entry["commitments"]) == first, where, "it is half a command")
        demand(leader["by"] in ("seat", "clock", "operator", "service"), where, f"it is by {leader['by']!r}")
        demand(all(entry[key] == leader[key] for key in ("command", "at", "seat")), where, "it is not of its command")
        if first:
            check_authority(entry, where)
        given = [entry["data"].get(key) for key in ("entropy", "entropy_hash") if entry["type"] in SEATING]
        demand(source == "os" or not any(given), where, f"a seat gives entropy, but the seed is {source!r}")
        known = {*entry["commitments"]} <= {*record["seats"], "referee", "closed"}
        demand(known and entry["seat"] in [*record["seats"], None], where, "it is for a seat that is not there")
        demand(not seed or entry["commitments"].keys() <= {*private, "closed"}, where, "hidden parts are missing")
        own = [part | {"version": entry["version"], "audience": audience} for audience, part in private.items()]
        opened = entry.get("opens", [])
        for part in own + opened:
            version, audience, nonce = part["version"], part["audience"], part["nonce"]
            fits = 0 < version <= entry["version"] - (part in opened) and audience != "closed"
            demand(fits, where, "it shows what it must not")
            committed = record["events"][version - 1]["commitments"].get(audience)
            fits = sha256(joined(raw(nonce), canonical(part["part"]))) == committed
            demand(fits, where, f"the part of {audience} is not what was committed to")
            derived = hmac.digest(seed, joined("nonce", record["id"], version, audience), "sha256").hex()
            demand(not seed or nonce == derived, where, f"the nonce of {audience} does not follow from the seed")


def check_authority(entry, where):
    """What was posted may be posted by whom it says."""
    verb, by = str(entry["action"].get("type")), entry["by"]
    own = verb.removeprefix("table/")
    may = BY.get(own, "seat") if own != verb else "seat clock service"
    demand(by in may.split(), where, f"{verb} stands there by {by!r}, and is posted by {may.replace(' ', ' or ')} only")
    seated = entry["seat"] is not None
    fits = seated if by in ("seat", "clock") else by != "operator" or not seated
    demand(fits, where, f"{verb} stands there by {by!r} for the seat {entry['seat']!r}")


def operators_acts(record):
    """A remark on each."""
    acts = [entry for entry in record["events"] if entry.get("by") == "operator"]
    return [f"an operator acted at version {entry['version']}: {entry['action'].get('what')}" for entry in acts]


def check_shares(record):
    """What the partner of a shared seed has signed, and that its shares follow from what it revealed; remarks on it."""
    events, told, here = record["events"], record.get("revealed"), "the shared seed"
    opened, ends = events[0]["data"], events[-1]["type"] == "GameClosed"
    shared, asking = opened["terms"].get("shared"), [one["command"] for one in events if one["type"] == "ShareAsked"]
    given = [(one, raw(events[at - 1]["hash"])) for at, one in enumerate(events) if at and one["type"] == "ShareGiven"]
    if "shared" not in opened["terms"]:
        demand(not given and told is None, here, "a share is given or a seed revealed where none is shared")
        return []
    demand_form(shared, "event 1", dict(key=TEXT, commitment=TEXT, signature=TEXT))
    said = joined("nightledger/share-committed/1", record["id"], raw(opened["commitment"]), raw(shared["commitment"]))
    demand(signed(raw(shared["key"]), said, raw(shared["signature"], 64)), "event 1", "the partner has not signed it")
    for number, (entry, head) in enumerate(given):
        where, data = f"event {entry['version']}", entry["data"]
        demand_form(data, where, dict(number=NUMBER, share=TEXT, signature=TEXT))
        follows = data["number"] == number and "by" in entry and entry["command"] - 1 in asking
        demand(follows, where, f"its share is not number {number} of the log, or was not asked for before it")
        said = joined("nightledger/share-given/1", record["id"], number, head, raw(data["share"]))
        fits = signed(raw(shared["key"]), said, raw(data["signature"], 64))
        demand(fits, where, "the partner has not signed its share for the head before it")
    remarks = [f"the seed is shared with the installation whose key is {shared['key']}: see that it is another's"]
    if told is not None:
        demand(ends, here, "the partner has revealed its seed before the end of the game")
        check_revealed(record, shared, given, len(asking))
    elif ends:
        remarks.append("the partner has not revealed its seed: its shares are signed, and not checked against it")
    if ends and len(asking) > len(given):
        remarks.append("it was closed while a share was asked for: who ran it may have seen what would be drawn")
    return remarks


def check_revealed(record, shared, given, asked):
    """The seed that the partner revealed is the one it committed to, and each share comes from it."""
    told, here = record["revealed"], "the shared seed"
    demand(told["head"] == record["head"], here, "the partner has revealed its seed for another end of the game")
    seed, shares = raw(told["seed"]), told["shares"]
    said = joined("nightledger/share-revealed/1", record["id"], shares, raw(told["head"]), seed)
    demand(signed(raw(shared["key"]), said, raw(told["signature"], 64)), here, "the partner has not signed its seed")
    committed = sha256(joined("nightledger/partner-seed/1", record["id"], seed)) == shared["commitment"]
    demand(committed, here, "the seed that the partner revealed is not the one that it committed to")
    fits = len(given) <= shares <= asked
    demand(fits, here, f"the partner has given {shares} shares, and the log has {len(given)}")
    for number, (entry, head) in enumerate(given):
        fits = share_of(seed, record["id"], number, head).hex() == entry["data"]["share"]
        demand(fits, f"event {entry['version']}", "its share does not come from that seed")


def share_of(seed, game, number, head):
    """What the partner gives for the draws of the command that waits under this head."""
    return hmac.digest(seed, joined("share", game, number, head), "sha256")


def entropy_at_start(record):
    """The list of pairs that the game began with: what those seats gave, open or sealed, that sat there then."""
    given, entropy = {}, []
    for entry in record["events"]:
        where, data = f"event {entry['version']}", entry["data"]
        if entry["type"] == "EntropyOpened":
            demand(sha256(raw(data["entropy"])) == given[data["seat"]]["entropy_hash"], where, "it was not sealed so")
        if entry["type"] in SEATING:
            given[data["seat"]] = data
        if entry["type"] == "SeatLeft":
            given.pop(data["seat"], None)
        if entry["type"] == "SeatReplaced":  # before the start by older programs: whoever sat there gave what it gave
            given.setdefault(data["seat"], {"entropy": None})
        if entry["type"] == "GameStarted":
            entropy = [[seat, value] for seat in record["seats"] if (value := given[seat]["entropy"])]
            demand(data["entropy"] == entropy, where, "the entropy is not what the seats gave")
    return entropy


def check_draws(record, seed, deal):
    """Make each draw anew. The number of draws, and of those whose outcome was given."""
    opened, source = record["events"][0]["data"], record["id"] if deal is None else deal
    fits = sha256(joined("nightledger/seed/1", record["id"], seed)) == opened["commitment"]
    demand(fits, "the seed", "it was not committed to")
    whole = key = hmac.digest(seed, canonical([opened["procedure"], source, entropy_at_start(record)]), "sha256")
    kinds, n, given = [], 0, 0
    for entry in record["events"]:
        where = f"event {entry['version']}"
        if "by" in entry and "shared" in opened["terms"]:
            key = own_key(whole, raw(entry["data"]["share"])) if entry["type"] == "ShareGiven" else None
        hidden = [part["part"]["draws"] for part in entry["private"].values() if "draws" in part["part"]]
        told = [{"forced": True} for draws in hidden for draw in draws if "forced" in draw]
        demand(not hidden or [entry["draws"], len(hidden)] == [told, 1], where, "its draws are told twice")
        for draw in hidden[0] if hidden else entry["draws"]:
            demand(draw["n"] == n and draw.get("forced", True), where, f"its draw is not number {n} of the log")
            demand(key, where, "it draws without the partner's share")
            kind = joined("deal", draw["kind"], draw["name"])
            place = (key, n) if deal is None else (hmac.digest(key, kind, "sha256"), kinds.count(kind))
            fits = "forced" in draw or canonical(outcome(*place, draw)) == canonical(draw["result"])
            demand(fits, where, f"draw {n} ({draw['name']}) does not come from the seed")
            n, given, kinds = n + 1, given + ("forced" in draw), [*kinds, kind]
    return n, given


def own_key(key, share):
    """The key of the draws of one command, of a seed that is shared."""
    return hmac.digest(key, joined("share", share), "sha256")


def outcome(key, n, draw):
    """What draw `n` under a key must give."""
    blocks = (hmac.digest(key, joined("draw", n, block), "sha256") for block in range(2**16))
    words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))

    def below(m):
        return next((word % m for word in words if word < 2**32 - 2**32 % m), None)

    kind, items, first = draw["kind"], draw["from"], draw["kind"] != "shuffle"
    items = range(first, items + first) if isinstance(items, int) else items
    if kind == "roll":
        return [items[below(len(items))] for _ in draw["result"]]
    if kind in ("pick", "flip"):
        return items[below(len(items))]
    demand(kind == "shuffle" and len(items) == len(draw["result"]), kind, "there is no such draw")
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1)
        items[last], items[other] = items[other], items[last]
    return items


PRIME, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE, ZERO = -121665 * pow(121666, -1, PRIME), (0, 1, 1, 0)


def signed(key, message, signature):
    """Whether an Ed25519 signature (RFC 8032) is by the holder of the public key. Under a key of small order, which is
    nobody's, anything would be signed."""
    scalar = int.from_bytes(signature[32:], "little")
    number = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    base, own = point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little")), point(key)
    found = add(times(scalar, base), times(number, (-own[0], own[1], own[2], -own[3])))
    x, y, z, _ = found
    x, y = x * pow(z, -1, PRIME) % PRIME, y * pow(z, -1, PRIME) % PRIME
    fits = len(signature) == 64 and scalar < ORDER and 0 not in (times(8, own)[0], times(8, found)[0])
    return fits and (y + (x % 2 << 255)).to_bytes(32, "little") == signature[:32]


def point(encoded):
    """The point of the curve that 32 bytes stand for, in extended coordinates: a division a step would be too slow."""
    y = int.from_bytes(encoded, "little") % 2**255
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    root = pow(square, (PRIME + 3) // 8, PRIME)
    root = root if root * root % PRIME == square else root * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    demand(root * root % PRIME == square and y < PRIME, "the key", "it is no point of the curve")
    root = root if root % 2 == encoded[31] >> 7 else -root % PRIME
    return root, y, 1, root * y % PRIME


def add(one, other):
    (x, y, z, t), (u, v, w, s) = one, other
    a, b, c, d = (y - x) * (v - u), (y + x) * (v + u), 2 * CURVE * t * s, 2 * z * w
    e, f, g, h = (b - a) % PRIME, (d - c) % PRIME, (d + c) % PRIME, (b + a) % PRIME
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def times(number, element):
    return add(times(number // 2, add(element, element)), element if number % 2 else ZERO) if number else ZERO


def kept_outside(record, kept):
    """Version and head of all that was kept outside (seen, listed in a journal, in receipts), and remarks on it."""
    heads, keys, remarks = [*kept.seen], [*kept.key], []
    for path in kept.journal:
        journal = read_json(path)
        fits = type(journal) is dict and journal.get("format") == "nightledger/journal/1"
        demand(fits, path, "it is no journal", "malformed")
        demand_form(journal, path, JOURNAL)
        for number, entry in enumerate(journal["entries"], 1):
            check_listing(entry, f"{path}: entry {number}")
        check_chain(journal["entries"], journal["head"])
        heads += listed_heads(record, journal["entries"])
        keys += [entry["data"]["key"] for entry in journal["entries"] if entry["type"] == "KeyListed"]
    for path in kept.receipt:
        said = receipt(path)
        message = joined("nightledger/receipt/1", said["game"], said["version"], raw(said["head"]))
        fits = any(signed(raw(key), message, raw(said["signature"], 64)) for key in keys)
        demand(fits, path, "no key known here signed it")
        if said["game"] == record["id"]:
            heads += [(said["version"], said["head"])]
            if "listed" in said:
                heads += listed_under_checkpoint(record, said["listed"], keys)
                kind = said["listed"]["entry"]["type"]
                remarks.append(f"{path}: {kind} stood in the journal {by_when(record, said)}")
    return heads, remarks


def receipt(path):
    """A receipt from a file: alone, or in a whole answer."""
    said = read_json(path)
    said = said.get("receipt", said) if type(said) is dict else said
    known = dict(game=TEXT, version=NUMBER, head=TEXT, signature=TEXT)
    demand_form(said, path, known, dict(listed=MAP))
    if "listed" in said:
        demand_form(said["listed"], path, dict(entry=MAP, proof=LIST, checkpoint=TEXT))
    demand_texts([said["head"], *said.get("listed", {}).get("proof", [])], path, HASH)
    demand_texts([said["signature"]], path, SIGNATURE)
    return said


def by_when(record, said):
    """Whether it was so before the first move, at the latest: that of the first command after the start."""
    start = next((entry["command"] for entry in record["events"] if entry["type"] == "GameStarted"), sys.maxsize)
    early = all(entry["command"] <= start for entry in record["events"][: said["version"]])
    return "before the first move" if early else f"by version {said['version']}"


def listed_under_checkpoint(record, listed, keys):
    """Version and head of what an entry of the journal lists of a game, if a signed checkpoint's tree holds it."""
    entry, data = listed["entry"], listed["entry"].get("data")
    check_listing(entry, "the receipt", PUBLIC, "refused")
    of_a_game = entry["type"] in ("ReservationListed", "StartListed")
    demand(of_a_game, "the receipt", f"it holds no listing of a game, but {entry['type']}")
    size, root = checkpoint(listed["checkpoint"], keys)
    number, proof = entry["version"] - 1, [raw(node) for node in listed["proof"]]
    held = 0 <= number < size and tree_head(hashlib.sha256(b"\0" + canonical(entry)).digest(), number, size, proof)
    demand(held == root, "the receipt", "the proof does not lead from the entry to the checkpoint")
    seed = record["events"][0]["data"]["commitment"]
    same = data["id"] == record["id"] and data["commitment"] == seed
    demand(same, "the receipt", "it lists another game, or another commitment")
    return listed_head(record, entry)


def listed_head(record, entry):
    """Version and head of the start or end that an entry of the journal lists, if it lists one: it is that event."""
    kind, data = {"StartListed": "GameStarted", "EndListed": "GameClosed"}.get(entry["type"]), entry["data"]
    if kind is None:
        return []
    told = [(one["type"], one["data"].get("cause")) for one in record["events"] if one["version"] == data["version"]]
    demand(told == [(kind, data.get("cause"))], "the journal", f"it lists another event as {kind}, or another cause")
    return [(data["version"], data["head"])]


def tree_head(node, number, size, proof):
    """The head of a Merkle tree (RFC 6962) to which a proof of inclusion leads; None where it is too long or short."""
    last = size - 1
    for other in proof:
        if last == 0:
            return None
        pair = other + node if number % 2 or number == last else node + other
        while number % 2 == 0 and number == last and number:
            number, last = number // 2, last // 2
        node, number, last = hashlib.sha256(b"\1" + pair).digest(), number // 2, last // 2
    return None if last else node


def checkpoint(note, keys):
    """Size and head of a checkpoint (C2SP tlog-checkpoint), signed by one of the keys under the name of its log."""
    where, (text, _, below) = "the checkpoint", note.rpartition("\n\n")
    told = re.fullmatch("([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)(\n[^\n]*)*", text)
    lines = re.findall("\u2014 ([^\\s+]+) ([A-Za-z0-9+/]{7,}={0,2})\n", below)
    whole = "".join(f"\u2014 {name} {encoded}\n" for name, encoded in lines)
    plain = not re.search("[\0-\t\v-\x1f]", note) and all(name.isprintable() for name, _ in lines)
    demand(told and below == whole and plain, where, "it is no signed note of one")
    origin, head, below = told[1], from_base64(told[3]), [(name, from_base64(encoded)) for name, encoded in lines]
    for key in map(raw, keys):
        own = origin, hashlib.sha256(f"{origin}\n\1".encode() + key).digest()[:4]
        for made in [made for name, made in below if (name, made[:4]) == own][:1]:
            demand(signed(key, f"{text}\n".encode(), made[4:]), where, "no key known here signed it")
            return int(told[2]), head
    demand(False, where, "no key known here signed it")
    return None


def from_base64(text):
    """Bytes from the one way to write them."""
    made = base64.b64decode(text, validate=True)
    demand(base64.b64encode(made).decode() == text, repr(text), "it is not base64 as it is written")
    return made


def listed_heads(record, journal):
    """Version and head of the game's start and end in the journal; none if it lists that the record was taken in."""
    lists = {"GameOpened": "ReservationListed", "GameStarted": "StartListed", "GameClosed": "EndListed"}
    here = [one for one in journal if one["type"] in lists.values() and one["data"]["id"] == record["id"]]
    types, seed = [one["type"] for one in here], record["events"][0]["data"]["commitment"]
    taken_in = [[one["data"].get(key) for key in ("source", "commitment", "head")] for one in journal]
    elsewhere = "ReservationListed" not in types and [record["id"], seed, record["head"]] in taken_in
    happened, last = [(lists.get(entry["type"]), entry["at"]) for entry in record["events"]], journal[-1:]
    wanted = [kind for kind, at in happened if kind in types or (kind and any(at + A_DAY < one["at"] for one in last))]
    stands = "ReservationListed" in types and types == wanted and {one["data"]["commitment"] for one in here} == {seed}
    demand(stands or elsewhere, "the journal", f"it lists {types}, not {wanted} with the commitment of event 1")
    return [head for one in here if stands for head in listed_head(record, one)]


def records_of(path):
    """The records in a file: one, or those of a chain, each of which names the one before it."""
    found = read_json(path)
    kind = str(found.get("format")).split("/")[1:2] if type(found) is dict else []
    if kind and kind[0] in OTHERS:
        demand(False, path, f"it is of a {kind[0]}, no game: `nightledger audit` examines those", "another kind")
    if kind != ["chain"]:
        demand(kind and found["format"] == "nightledger/1", path, "it is no record of a game", "malformed")
        check_form(found)
        return [found]
    demand_form(found, path, dict(format=TEXT, games=LIST))
    demand(found["games"] and found["format"] == "nightledger/chain/1", path, "it is no chain of games", "malformed")
    for game in found["games"]:
        demand_form(game, path, RECORD, BESIDE)
        check_form(game)
    games = found["games"]
    links = [{"head": game["head"], "id": game["id"], "number": number} for number, game in enumerate(games, 2)]
    for game, link in zip(games, [None, *links]):
        follows = canonical(game["events"][0]["data"]["terms"].get("chain")) == canonical(link)
        demand(follows, game["id"], "it does not follow the one before")
    return games


def examine(record, kept):
    """The verdict on a record, and what there is to say of it."""
    check_chain(record["events"], record["head"])
    check_header(record)
    *earlier, last = record["events"]
    demand(all(entry["type"] != "GameClosed" for entry in earlier), "the record", "it goes on after its end")
    deal, told = record["events"][0]["data"]["terms"].get("deal"), last["data"].get("seed")
    demand(deal is None or told is None, "the last event", "it tells the seed of a deal")
    told = told if deal is None else next((seed for name, seed in kept.deal[::-1] if name == deal), None)
    seed = raw(told) if last["type"] == "GameClosed" and told is not None else b""
    check_entries(record, seed)
    shares = check_shares(record)
    hashes = {entry["version"]: entry["hash"] for entry in record["events"]}
    heads, remarks = kept_outside(record, kept)
    for version, head in heads:
        demand(hashes.get(version) == head, f"event {version}", "its hash is not the head that was kept")
    remarks += shares + operators_acts(record)
    if not seed:
        return "a prefix", "the game goes on, or its seed is kept back: draws are not checked", remarks
    draws, given = check_draws(record, seed, deal)
    told = f"{draws} draws, {given} of them given; the games' rules aside"
    return "not a fair game" if given else "consistent", told, remarks


def examined(path, asked, games):
    """The verdicts on the records in a file, whose ids are added to those of the games."""
    try:
        found = records_of(path)
        games.update(record["id"] for record in found)
        return [examine(record, asked) for record in found]
    except Fault as fault:
        return [(fault.word, fault, [])]
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as fault:
        return [("refused", f"it does not fit together: {type(fault).__name__}: {fault}", [])]


class Parser(argparse.ArgumentParser):
    """Ends with a code of its own where a command line makes no sense."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def seen(text):
    version, head = text.split(":")
    demand(re.fullmatch("[1-9][0-9]{0,14}", version), repr(version), "it is no version")
    return int(version), raw(head.lower()).hex()


def deal(text):
    name, seed = text.rsplit(":", 1)
    return name, raw(seed.lower()).hex()


def key(text):
    return raw(text.lower()).hex()


def main():
    parser = Parser(description="Check records of Nightledger games, rules aside.")
    parser.add_argument("records", nargs="+", metavar="FILE", help="a record, or a chain of them")
    parser.add_argument("--receipt", action="append", default=[], metavar="FILE", help="that you kept; repeatable")
    parser.add_argument("--journal", action="append", default=[], metavar="FILE", help="that you kept; repeatable")
    for kind, form in (seen, "VERSION:HEAD"), (key, "HEX"), (deal, "ID:SEED"):
        option = dict(action="append", default=[], type=kind, metavar=form, help="that you kept; repeatable")
        parser.add_argument(f"--{kind.__name__}", **option)
    asked, verdicts, games = parser.parse_args(), [], set()
    for path in asked.records:
        for verdict, told, remarks in examined(path, asked, games):
            print(f"{path}: {verdict}: {told}", *remarks, sep="\n  - ")
            verdicts.append(verdict)
    for path in asked.receipt if games else []:
        try:
            if (game := receipt(path)["game"]) not in games:
                print(f"{path}: another game: it is a receipt of {game}, of which there is no record here")
                verdicts.append("another game")
        except Fault as fault:
            verdicts.append(fault.word)
    return VERDICTS[max(verdicts, key=[*VERDICTS].index)]


if __name__ == "__main__":
    sys.exit(main())
