"""Forgeries of records and logs: each kind alters one thing as a forger who holds the seed would, and makes every
commitment and hash anew.

A forger gets a copy of the document as a value, and a stream of chance; it returns the altered one, or None where the
document has nothing of the kind. `docs/log-format.md` lists the kinds.
"""

from copy import deepcopy

MAY = {
    "table/open": {"service"},
    "table/sit": {"seat", "service"},
    "table/leave": {"seat", "service"},
    "table/start": {"service"},
    "table/branch": {"service"},
    "table/close": {"service"},
    "table/pause": {"service"},
    "table/move-deadlines": {"service"},
    "table/count-outages": {"service"},
    "table/pass-deadline": {"clock"},
    "table/operate": {"operator"},
}
"""A model of who may do what at a table; what is not here is for the seat."""


def may_post(verb):
    """Who may post an action; a game's verb also the clock or the service, for a seat that is late."""
    return MAY.get(verb, {"seat"}) if verb.startswith("table/") else {"seat", "clock", "service"}


def posted(value, test=lambda event: True):
    """The first events of commands that pass a test."""
    return [event for event in value["events"] if "by" in event and test(event)]


def both_told(value, change):
    """Change the data of the first event and of the action that it repeats."""
    first = value["events"][0]
    change(first["data"])
    change(first["action"]["data"])


def pick(rng, found):
    """One of what was found, or nothing."""
    return rng.choice(found) if found else None


def drawn(value):
    """Every draw with its outcome, public or hidden."""
    for event in value["events"]:
        hidden = [part["part"].get("draws", []) for part in event["private"].values()]
        for draws in (event["draws"], *hidden):
            yield from (draw for draw in draws if "result" in draw)


# What both checkers refuse


def another_outcome(value, rng):
    draw = pick(rng, [draw for draw in drawn(value) if draw["kind"] == "roll" and isinstance(draw["from"], int)])
    if draw is not None:
        draw["result"][0] = draw["result"][0] % draw["from"] + 1
        return value
    shuffles = [draw for draw in drawn(value) if draw["kind"] == "shuffle"]
    draw = pick(rng, [draw for draw in shuffles if len(set(map(str, draw["result"]))) > 1])
    if draw is None:
        return None
    draw["result"] = draw["result"][1:] + draw["result"][:1]
    return value


def a_draw_left_out(value, rng):
    event = pick(rng, _with_draws(value)[:-1])
    if event is None:
        return None
    event["draws"].pop()
    return value


def _with_draws(value):
    return [event for event in value["events"] if any("result" in draw for draw in event["draws"])]


def an_event_dropped(value, rng):
    value["events"].pop(rng.randrange(1, len(value["events"]) - 1))
    return value


def an_event_doubled(value, rng):
    at = rng.randrange(len(value["events"]))
    value["events"].insert(at, deepcopy(value["events"][at]))
    return value


def events_that_change_places(value, rng):
    events, at = value["events"], rng.randrange(1, len(value["events"]) - 1)
    events[at], events[at - 1] = events[at - 1], events[at]
    return value


def somebody_who_may_not(value, rng):
    event = rng.choice(posted(value))
    others = {"seat", "clock", "operator", "service"} - may_post(event["action"]["type"])
    event["by"] = rng.choice(sorted(others))
    return value


def a_seats_verb_by_an_operator(value, rng):
    event = rng.choice(posted(value, lambda event: event["by"] == "seat"))
    event["by"] = "operator"
    return value


def nobodys_seat(value, rng):
    event = rng.choice(posted(value, lambda event: event["by"] == "seat"))
    for one in value["events"]:
        if one["command"] == event["command"]:
            one["seat"] = None
    return value


def entropy_that_nobody_gave(value, rng):
    taken = rng.choice([event for event in value["events"] if event["type"] == "SeatTaken"])
    for place in (taken["data"], taken["action"]):
        place["entropy"] = "ab" * 32
        place["entropy_hash"] = None
    return value


def a_given_seed_with_entropy(value, rng):
    gave = [event for event in value["events"] if event["type"] == "SeatTaken" and event["data"]["entropy_hash"]]
    if not gave:
        return None
    both_told(value, lambda data: data.update(seed_source="given"))
    return value


def a_seed_revealed_where_none_is_shared(value, rng):
    if "shared" in value["events"][0]["data"]["terms"]:
        return None
    value["revealed"] = dict(REVEALED)
    return value


def another_commitment(value, rng):
    both_told(value, lambda data: data.update(commitment="00" * 32))
    return value


def another_nonce(value, rng):
    part = pick(rng, [part for event in value["events"] for part in event["private"].values()])
    if part is None:
        return None
    part["nonce"] = "ab" * 32
    return value


def a_part_kept_back(value, rng):
    event = pick(rng, [event for event in value["events"] if event["private"]])
    if event is None:
        return None
    event["private"].popitem()
    return value


def an_entry_for_everyone(value, rng):
    rng.choice(value["events"])["commitments"]["everyone"] = "00" * 32
    return value


def a_command_without_a_closed_part(value, rng):
    del rng.choice(posted(value))["commitments"]["closed"]
    return value


def time_that_runs_back(value, rng):
    value["events"][0]["at"] = value["events"][-1]["at"] + 1
    return value


def a_name_for_nobody(value, rng):
    value["names"]["s99"] = "Eve"
    return value


def a_file_of_nobodys(value, rng):
    value["files"] = {**value.get("files", {}), "00" * 32: "text"}
    return value


def words_that_nobody_wrote(value, rng):
    value["texts"] = {"x": {"text": "hear, hear", "nonce": "00" * 32}}
    return value


REFUSED = (
    another_outcome, a_draw_left_out, an_event_dropped, an_event_doubled, events_that_change_places,
    somebody_who_may_not, a_seats_verb_by_an_operator, nobodys_seat, entropy_that_nobody_gave,
    a_given_seed_with_entropy, a_seed_revealed_where_none_is_shared, another_commitment, another_nonce,
    a_part_kept_back, an_entry_for_everyone,
    a_command_without_a_closed_part, time_that_runs_back, a_name_for_nobody, a_file_of_nobodys, words_that_nobody_wrote,
)  # fmt: skip


# What both checkers refuse of a seed that is shared


def _given(value, rng):
    return rng.choice([event for event in value["events"] if event["type"] == "ShareGiven"])["data"]


def another_share(value, rng):
    _given(value, rng)["share"] = "ab" * 32
    return value


def another_number_of_a_share(value, rng):
    _given(value, rng)["number"] += 1
    return value


def a_share_signed_by_nobody(value, rng):
    _given(value, rng)["signature"] = "ab" * 64
    return value


def a_share_that_is_not_asked_for(value, rng):
    asked = rng.choice([event for event in value["events"] if event["type"] == "ShareAsked"])
    asked["type"] = "Asked"
    return value


def a_share_in_capitals(value, rng):
    given = next(event for event in value["events"] if event["type"] == "ShareGiven")["data"]
    given["share"] = given["share"].upper()
    return value


def another_partner(value, rng):
    both_told(value, lambda data: data["terms"]["shared"].update(key="8a" * 32))
    return value


def another_commitment_of_the_partner(value, rng):
    both_told(value, lambda data: data["terms"]["shared"].update(commitment="00" * 32))
    return value


def no_partner(value, rng):
    both_told(value, lambda data: data["terms"].pop("shared"))
    return value


def another_seed_of_the_partner(value, rng):
    value["revealed"]["seed"] = "ab" * 32
    return value


def fewer_shares_than_were_given(value, rng):
    value["revealed"]["shares"] -= 1
    return value


def revealed_for_another_end(value, rng):
    value["revealed"]["head"] = value["events"][-2]["hash"]
    return value


OF_A_SHARED_SEED = (
    another_share, another_number_of_a_share, a_share_signed_by_nobody, a_share_that_is_not_asked_for,
    a_share_in_capitals, another_partner, another_commitment_of_the_partner, no_partner, another_seed_of_the_partner,
    fewer_shares_than_were_given, revealed_for_another_end,
)  # fmt: skip


# What both checkers call malformed


def true_for_1(value, rng):
    if rng.random() < 0.5:
        value["events"][0]["version"] = True
    else:
        rng.choice(value["events"])["schema"] = True
    return value


def true_for_the_number_of_a_draw(value, rng):
    draw = next((draw for draw in drawn(value) if draw["n"] == 1), None)
    if draw is None:
        return None
    draw["n"] = True
    return value


def a_commitment_that_is_no_hash(value, rng):
    rng.choice(posted(value))["commitments"]["closed"] = "x"
    return value


def a_field_more(value, rng):
    rng.choice(value["events"])["more"] = 1
    return value


def a_name_that_is_no_text(value, rng):
    value["names"]["s1"] = 5
    return value


def nothing_where_an_action_is(value, rng):
    rng.choice(posted(value))["action"] = None
    return value


def a_revealed_seed_without_its_form(value, rng):
    value["revealed"] = rng.choice([None, {"seed": "ab" * 32}, {**REVEALED, "shares": True}, {**REVEALED, "more": 1}])
    return value


REVEALED = {"seed": "ab" * 32, "shares": 1, "head": "ab" * 32, "signature": "ab" * 64}

MALFORMED = (
    a_revealed_seed_without_its_form,
    true_for_1,
    true_for_the_number_of_a_draw,
    a_commitment_that_is_no_hash,
    a_field_more,
    a_name_that_is_no_text,
    nothing_where_an_action_is,
)


# What the rules alone tell


def another_action(value, rng):
    event = pick(rng, posted(value, lambda event: "/" not in event["action"]["type"] and event["by"] == "seat"))
    event["action"]["type"] = "surrender"
    return value


def another_cause(value, rng):
    value["events"][-1]["data"]["cause"] = "abandoned"
    return value


def data_that_do_not_follow(value, rng):
    asked = rng.choice([event for event in value["events"] if event["type"] == "Asked"])
    asked["data"]["answered"] = ["s1", "s1"]
    return value


def the_last_draw_left_out(value, rng):
    last = max((draw["n"] for draw in drawn(value)), default=None)
    event = next((event for event in value["events"] if any(draw.get("n") == last for draw in event["draws"])), None)
    if event is None:
        return None
    event["draws"].pop()
    return value


RULES = (another_action, another_cause, data_that_do_not_follow, the_last_draw_left_out)


# What only a head, a receipt or the journal tells


def all_times_later(value, rng):
    for event in value["events"]:
        event["at"] += 3600
    return value


def another_person(value, rng):
    taken = next(event for event in value["events"] if event["type"] == "SeatTaken")
    which = "account" if taken["data"]["account"] else "level"
    taken["data"][which] = taken["action"][which] = "eve" if which == "account" else "greedy"
    return value


def a_seat_that_the_service_gave(value, rng):
    taken = next(event for event in value["events"] if event["type"] == "SeatTaken")
    taken["by"] = "service" if taken["by"] == "seat" else "seat"
    return value


def another_closed_part(value, rng):
    rng.choice(posted(value))["commitments"]["closed"] = "ab" * 32
    return value


def other_terms(value, rng):
    both_told(value, lambda data: data["terms"].update(visibility="private"))
    return value


def another_source_of_the_seed(value, rng):
    gave = any(event["data"].get("entropy_hash") for event in value["events"] if event["type"] == "SeatTaken")
    both_told(value, lambda data: data.update(seed_source="os" if data["seed_source"] != "os" else "given"))
    return None if gave else value


HEADS = (
    all_times_later, another_person, a_seat_that_the_service_gave, another_closed_part, other_terms,
    another_source_of_the_seed,
)  # fmt: skip


def the_end_cut_off(value, rng):
    """A prefix, which both say it is."""
    while "by" not in value["events"].pop():
        pass
    return value


# Of what stands beside the log not even these tell


def other_names(value, rng):
    value["names"]["s1"] = "Eve"
    return value


def files_left_out(value, rng):
    value.pop("files", None)
    return value


NOTHING = (other_names, files_left_out)


def the_partners_seed_left_out(value, rng):
    """Both say that it is not there, and nothing more."""
    del value["revealed"]
    return value
