"""What series and leagues have stored once is read for ever.

When a test here fails because an event has changed: raise the `schema` of its class, add an upcaster from the schema
before to `domain.log.upcast`, and let `python -m tests.league.stored_shapes` add the new lines.
"""

import pytest

from domain.audit import CONSISTENT
from domain.audit.aggregates import audit, read
from domain.challenge.state import Challenge
from domain.games.catalog import Catalog
from domain.log.upcast import UPCASTERS
from domain.log.whole import entry_from_json
from tests.league.stored_shapes import OWNERS, STORED, recorded, shapes


@pytest.mark.parametrize("owner", OWNERS)
def test_no_event_has_another_shape_without_another_schema(owner):
    known = recorded(owner)
    assert {name: known.get(name) for name in shapes(owner)} == shapes(owner)


@pytest.mark.parametrize("owner", OWNERS)
def test_from_every_schema_upcasters_lead_to_todays(owner):
    for name in recorded(owner):
        kind, _, schema = name.partition(" ")
        for older in range(int(schema), OWNERS[owner][kind].schema):
            assert (owner, kind, older) in UPCASTERS


@pytest.mark.parametrize("owner", OWNERS)
def test_nothing_that_was_stored_is_unknown_today(owner):
    assert {name.partition(" ")[0] for name in recorded(owner)} <= set(OWNERS[owner])


def test_a_challenge_from_before_there_were_groups_is_read_and_audited_as_it_was():
    stored = read((STORED / "challenge-1.json").read_bytes())
    assert audit(stored, Catalog()).code == CONSISTENT
    challenge = Challenge()
    for raw in stored.events:
        challenge.fold(entry_from_json(raw))
    assert [own.members for own in challenge.tries.values()] == [{"ann"}, set(), {"bob"}]
    assert [(own.level, own.cause, own.won) for own in challenge.tries.values()] == [
        (None, "over", False),
        ("greedy", "over", True),
        (None, "void", None),
    ]
    assert [(place.rank, place.number) for place in challenge.places] == [(1, 2), (2, 1)]
    assert (challenge.allows_ais, challenge.tie_breaks) == (False, [])
