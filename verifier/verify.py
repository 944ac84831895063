#!/usr/bin/env python3
"""Check records of games with nothing but this file and Python 3.11: `python3 verify.py game.json --receipt 120.json`.

It follows docs/log-format.md and shares no code with what writes the logs. Rules of games are for `nightledger audit`.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
import unicodedata

VERDICTS = {"consistent": 0, "a prefix": 2, "not a fair game": 3, "refused": 1}  # with the exit codes, from the best
RECORD = {"format", "id", "game", "rules", "data", "options", "seats", "names", "events", "head"}
ENTRY = {"version", "command", "type", "schema", "at", "seat", "data", "draws", "commitments", "private", "hash"}


def demand(holds, where, fault):
    if not holds:
        raise ValueError(f"{where}: {fault}")


def demand_keys(value, where, required, optional=()):
    demand(set(required) <= value.keys() <= {*required, *optional}, where, f"its keys are {', '.join(value)}")


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
        demand(len(dict(pairs)) == len(pairs), "the file", "a key stands twice in a map")
        return dict(pairs)

    with open(path, encoding="utf-8") as file:
        value = json.load(file, parse_float=int, parse_constant=int, object_pairs_hook=unique)
    demand(is_plain(value, 64), "the file", "it holds a text, number or depth that has no canonical form")
    return value


def is_plain(value, depth):
    if isinstance(value, str):
        return unicodedata.is_normalized("NFC", value) and not re.search("[\ud800-\udfff]", value)
    if isinstance(value, dict):
        return not re.search("[\ud800-\U0010ffff]", "".join(value)) and is_plain([*value, *value.values()], depth)
    if isinstance(value, list):
        return depth >= (value != []) and all(is_plain(item, depth - 1) for item in value)
    return value is None or -(2**53) < value < 2**53


def check_chain(entries, head):
    """Versions, times and hashes of a game's entries or the journal's."""
    before, time = bytes(32), 0
    for number, entry in enumerate(entries, 1):
        public = {key: value for key, value in entry.items() if key not in ("private", "hash")}
        follows = sha256(joined(before, canonical(public))) == entry["hash"] and time <= entry["at"] < 253402214400
        demand(follows and entry["version"] == number, f"event {number}", "its hash, time or version does not follow")
        before, time = raw(entry["hash"]), entry["at"]
    demand(before.hex() == head, "the record", "its head is not the hash of the last event")


def check_header(record):
    """The header says what event 1 says; the files and words beside the log are those that it names."""
    opened, data, here = record["events"][0], record["events"][0]["data"], "the record"
    demand(record["format"] == "nightledger/1", here, f"the format is {record['format']!r}, not 'nightledger/1'")
    opens = opened["type"] == "GameOpened" and opened["action"] == {"type": "table/open", "data": data}
    demand(opens and data["procedure"] == "nightledger/chance/1", "event 1", "it opens no game of this format")
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
        demand(fits and len(words) == 2, here, f"the words {name} are not what was committed to")


def check_entries(record, seed):
    """Each entry is of its command and shows what it committed to; with a seed all of it, with nonces that follow."""
    leader = {"command": 0}
    for entry in record["events"]:
        where, first, private = f"event {entry['version']}", "by" in entry, entry["private"]
        leader = {**entry, "command": leader["command"] + 1} if first else leader
        demand_keys(entry, where, ENTRY, {"by", "action", "opens"})
        demand(("action" in entry) == ("closed" in entry["commitments"]) == first, where, "it is half a command")
        demand(leader["by"] in ("seat", "clock", "operator", "service"), where, f"it is by {leader['by']!r}")
        demand(all(entry[key] == leader[key] for key in ("command", "at", "seat")), where, "it is not of its command")
        known = {*entry["commitments"]} <= {*record["seats"], "referee", "closed"}
        demand(known and entry["seat"] in [*record["seats"], None], where, "it is for a seat that is not there")
        demand(not seed or entry["commitments"].keys() <= {*private, "closed"}, where, "hidden parts are missing")
        shown = [part | {"version": entry["version"], "audience": audience} for audience, part in private.items()]
        for part in shown + entry.get("opens", []):
            demand_keys(part, where, {"version", "audience", "nonce", "part"})
            demand_keys(part["part"], where, (), {"data", "draws", "action", "type", "schema"})
            version, audience, nonce = part["version"], part["audience"], part["nonce"]
            demand(0 < version <= entry["version"] and audience != "closed", where, "it shows what it must not")
            committed = record["events"][version - 1]["commitments"].get(audience)
            fits = sha256(joined(raw(nonce), canonical(part["part"]))) == committed
            demand(fits, where, f"the part of {audience} is not what was committed to")
            derived = hmac.digest(seed, joined("nonce", record["id"], version, audience), "sha256").hex()
            demand(not seed or nonce == derived, where, f"the nonce of {audience} does not follow from the seed")


def entropy_at_start(record):
    """The list of pairs that the game began with: what those seats gave, open or sealed, that sat there then."""
    given, entropy = {}, []
    for entry in record["events"]:
        where, data = f"event {entry['version']}", entry["data"]
        if entry["type"] == "EntropyOpened":
            demand(sha256(raw(data["entropy"])) == given[data["seat"]]["entropy_hash"], where, "it was not sealed so")
        if entry["type"] in ("SeatTaken", "SeatLeft", "EntropyOpened"):
            given[data["seat"]] = data
        if entry["type"] == "GameStarted":
            entropy = [[seat, value] for seat in record["seats"] if (value := given[seat]["entropy"])]
            demand(data["entropy"] == entropy, where, "the entropy is not what the seats gave")
    return entropy


def check_draws(record, seed, deal):
    """Make each draw anew. The number of draws, and of those whose outcome was given."""
    committed, source = record["events"][0]["data"]["commitment"], record["id"] if deal is None else deal
    demand(sha256(joined("nightledger/seed/1", record["id"], seed)) == committed, "the seed", "it was not committed to")
    key = hmac.digest(seed, canonical(["nightledger/chance/1", source, entropy_at_start(record)]), "sha256")
    kinds, n, given = [], 0, 0
    for entry in record["events"]:
        where = f"event {entry['version']}"
        hidden = [part["part"]["draws"] for part in entry["private"].values() if "draws" in part["part"]]
        told = [{"forced": True} for draws in hidden for draw in draws if "forced" in draw]
        demand(not hidden or [entry["draws"], len(hidden)] == [told, 1], where, "its draws are told twice")
        for draw in hidden[0] if hidden else entry["draws"]:
            demand_keys(draw, where, {"n", "kind", "name", "from", "result"}, {"forced"})
            demand(draw["n"] == n, where, f"the number of its draw is {draw['n']}, not {n}")
            kind = joined("deal", draw["kind"], draw["name"])
            place = (key, n) if deal is None else (hmac.digest(key, kind, "sha256"), kinds.count(kind))
            fits = "forced" in draw or canonical(outcome(*place, draw)) == canonical(draw["result"])
            demand(fits, where, f"draw {n} ({draw['name']}) does not come from the seed")
            n, given, kinds = n + 1, given + ("forced" in draw), [*kinds, kind]
    return n, given


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
CURVE = -121665 * pow(121666, -1, PRIME)


def signed(key, message, signature):
    """Whether an Ed25519 signature (RFC 8032) is by the holder of the public key."""
    scalar = int.from_bytes(signature[32:], "little")
    number = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    base, public = point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little")), point(key)
    x, y = add(times(scalar, base), times(number, (-public[0], public[1])))
    return scalar < ORDER and (y + (x % 2 << 255)).to_bytes(32, "little") == signature[:32]


def point(encoded):
    """The point of the curve, x and y, that 32 bytes stand for."""
    y = int.from_bytes(encoded, "little") % 2**255
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    root = pow(square, (PRIME + 3) // 8, PRIME)
    root = root if root * root % PRIME == square else root * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    demand(root * root % PRIME == square and y < PRIME, "the key", "it is no point of the curve")
    return (root if root % 2 == encoded[31] >> 7 else -root % PRIME), y


def add(one, other):
    (x, y), (u, v) = one, other
    product = CURVE * x * u * y * v
    return (x * v + y * u) * pow(1 + product, -1, PRIME) % PRIME, (y * v + x * u) * pow(1 - product, -1, PRIME) % PRIME


def times(number, element):
    return add(times(number // 2, add(element, element)), element if number % 2 else (0, 1)) if number else (0, 1)


def kept_heads(record, kept):
    """Version and head of all that was kept outside: what was seen, what the journal lists, what receipts say."""
    heads, keys = [text.split(":") for text in kept.seen], [*kept.key]
    for path in kept.journal:
        journal = read_json(path)
        demand(journal["format"] == "nightledger/journal/1", path, f"the format is {journal['format']!r}")
        check_chain(journal["entries"], journal["head"])
        heads += listed_heads(record, journal["entries"])
        keys += [entry["data"]["key"] for entry in journal["entries"] if entry["type"] == "KeyListed"]
    for path in kept.receipt:
        said = read_json(path)
        game, version, head, signature = map(said.get("receipt", said).get, ("game", "version", "head", "signature"))
        message = joined("nightledger/receipt/1", game, version, raw(head))
        demand(any(signed(raw(key), message, raw(signature, 64)) for key in keys), path, "no key known here signed it")
        heads += [(version, head)] if game == record["id"] else []
    return heads


def listed_heads(record, journal):
    """Version and head of the game's start and end in the journal; none if it lists that the record was taken in."""
    lists = {"GameOpened": "ReservationListed", "GameStarted": "StartListed", "GameClosed": "EndListed"}
    here = [one for one in journal if one["type"] in lists.values() and one["data"]["id"] == record["id"]]
    types, seed = [one["type"] for one in here], record["events"][0]["data"]["commitment"]
    taken_in = [[one["data"].get(key) for key in ("source", "commitment", "head")] for one in journal]
    elsewhere = "ReservationListed" not in types and [record["id"], seed, record["head"]] in taken_in
    happened = [(lists.get(entry["type"]), entry["at"]) for entry in record["events"]]
    wanted = [kind for kind, at in happened if kind in types or (kind and at < journal[-1]["at"])]
    stands = "ReservationListed" in types and types == wanted and {one["data"]["commitment"] for one in here} == {seed}
    demand(stands or elsewhere, "the journal", f"it lists {types}, not {wanted} with the commitment of event 1")
    return [(one["data"]["version"], one["data"]["head"]) for one in here if "head" in one["data"] and stands]


def records_of(found):
    """The records in a file: one, or those of a chain, each of which names the one before it."""
    games = found["games"] if found == {"format": "nightledger/chain/1", "games": found.get("games")} else []
    links = [{"head": game["head"], "id": game["id"], "number": number} for number, game in enumerate(games, 2)]
    for game, link in zip(games, [None, *links]):
        demand(game["events"][0]["data"]["terms"].get("chain") == link, game["id"], "it does not follow the one before")
    return games or [found]


def examine(record, kept):
    """The verdict on a record, and what there is to say of it."""
    demand_keys(record, "the record", RECORD, {"files", "texts"})
    demand(is_plain(record["events"], 61), "the record", "its events nest too deep")
    check_chain(record["events"], record["head"])
    check_header(record)
    *earlier, last = record["events"]
    demand(all(entry["type"] != "GameClosed" for entry in earlier), "the record", "it goes on after its end")
    deal, told = record["events"][0]["data"]["terms"].get("deal"), last["data"].get("seed")
    demand(deal is None or told is None, "the last event", "it tells the seed of a deal")
    told = told if deal is None else dict(text.rsplit(":", 1) for text in kept.deal).get(deal)
    seed = raw(told) if last["type"] == "GameClosed" and told is not None else b""
    check_entries(record, seed)
    hashes = {entry["version"]: entry["hash"] for entry in record["events"]}
    for version, head in kept_heads(record, kept):
        demand(hashes.get(int(version)) == head, f"event {version}", "its hash is not the head that was kept")
    if not seed:
        return "a prefix", "the game goes on, or its seed is kept back: draws are not checked"
    draws, given = check_draws(record, seed, deal)
    return "not a fair game" if given else "consistent", f"{draws} draws, {given} of them given; the games' rules aside"


def main():
    parser = argparse.ArgumentParser(description="Check records of Nightledger games, rules aside.")
    parser.add_argument("records", nargs="+", metavar="FILE", help="a record, or a chain of them")
    for option, value in dict(seen="VERSION:HEAD", receipt="FILE", key="HEX", journal="FILE", deal="ID:SEED").items():
        parser.add_argument(f"--{option}", action="append", default=[], metavar=value, help="that you kept; repeatable")
    asked, verdicts = parser.parse_args(), []
    for path in asked.records:
        try:
            found = [examine(record, asked) for record in records_of(read_json(path))]
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as fault:
            found = [("refused", fault)]
        print(*(f"{path}: {verdict}: {remark}" for verdict, remark in found), sep="\n")
        verdicts += [verdict for verdict, _ in found]
    return VERDICTS[max(verdicts, key=[*VERDICTS].index)]


if __name__ == "__main__":
    sys.exit(main())
