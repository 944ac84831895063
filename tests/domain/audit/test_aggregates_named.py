"""Of the log of a series that is refused the first bad event is named, and what is wrong there."""

from copy import deepcopy

import msgspec
import pytest

from domain.audit import CONSISTENT, REFUSED
from domain.audit.aggregates import SERIES, audit, document
from domain.games.catalog import Catalog
from domain.series.actions import Close
from tests.domain.altered import rechained
from tests.domain.series.test_series import Played

OPENED, GAME, TALLIED, CLOSED = range(4)
"""The events of a series of one game, by their places."""


@pytest.fixture(scope="module")
def genuine():
    run = Played()
    run.open_next()
    run.tally({"s1": 3, "s2": 4, "s3": 5})
    run.post(Close(), by="operator")
    return document(SERIES, run.series, run.log.entries)


ROLL = {"n": 0, "kind": "roll", "name": "d6", "from": 6, "result": [1]}


def again(event):
    """The event once more, as one that its command has brought about besides."""
    told = {name: value for name, value in event.items() if name not in ("by", "action")}
    return told | {"version": event["version"] + 1, "commitments": {}}


WRONG = {
    "unknown game 'chess'": (1, lambda events: events[OPENED]["data"].update(game="chess")),
    "its draws are not those that the seed gives": (2, lambda events: events[GAME]["draws"].append(ROLL)),
    "its data do not follow from the action": (3, lambda events: events[TALLIED]["data"].update(sums={})),
    "GameTallied follows from the action, not Nonsense": (3, lambda events: events[TALLIED].update(type="Nonsense")),
    "GameTallied follows from the action, not GameTallied": (3, lambda events: events[TALLIED].update(schema=2)),
    "1 events follow from the action, not 2": (5, lambda events: events.append(again(events[CLOSED]))),
    "series/tally stands there by 'seat'": (3, lambda events: events[TALLIED].update(by="seat")),
    "its action is refused: malformed": (3, lambda events: events[TALLIED]["action"].update(number=7)),
    "it has not the time and seat of its command": (
        5,
        lambda events: events.append(again(events[CLOSED]) | {"at": 9**9}),
    ),
    "it commits to something else": (3, lambda events: events[TALLIED]["commitments"].update(s1="ab" * 32)),
    "it has private parts, or opens some": (3, lambda events: events[TALLIED].update(opens=[])),
    "it does not say by whom and what was posted": (3, lambda events: events[TALLIED].pop("action")),
    "the seed of ": (4, lambda events: events[CLOSED].update(type="GameTallied")),
    "its action is refused: ": (3, lambda events: events[TALLIED]["action"].update(type="series/none")),
}
"""The reason begins so -> the version, and what was altered before all hashes were made anew."""


def test_the_log_of_another_series_is_told():
    run = Played()
    run.post(Close(), by="operator")
    log = document(SERIES, run.series, run.log.entries)
    found = audit(msgspec.structs.replace(log, id="another"), Catalog())
    assert (found.code, found.version, found.reason) == (REFUSED, 1, "it is not the log of another")


@pytest.mark.parametrize("number", [OPENED, GAME, TALLIED, CLOSED])
def test_a_private_part_is_refused_wherever_it_lies(genuine, number):
    """No hash covers it, and everything in such a log is public."""
    spoilt = msgspec.structs.replace(genuine, events=deepcopy(genuine.events))
    spoilt.events[number]["private"]["s1"] = {"nonce": "00", "part": {}}
    found = audit(spoilt, Catalog())
    assert (found.code, found.version) == (REFUSED, number + 1)
    assert found.reason == "it has private parts, or opens some, where everything is public"


@pytest.mark.parametrize("says", WRONG)
def test_the_first_bad_event_is_named(genuine, says):
    version, change = WRONG[says]
    assert audit(genuine, Catalog()).code == CONSISTENT
    spoilt = msgspec.structs.replace(genuine, events=deepcopy(genuine.events))
    found = audit(rechained(spoilt, change), Catalog())
    assert (found.code, found.version, found.reason[: len(says)]) == (REFUSED, version, says)
