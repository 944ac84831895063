"""Whether readiness told the truth: what was told beside what became of moves."""

from functools import partial

import pytest

from service.dev.drill.crowd import Sent
from service.dev.drill.watch import SLACK, Readiness, Watch, anything, not_ready, without


def ready(at, **told):
    return Readiness(at, at, {"ready": True, "degraded": {}, **told})


def unready(at):
    return Readiness(at, at, {"ready": False, "degraded": {}, "missing": ["store"], "read_only": None})


def lies(told, sent=()):
    watch = Watch(1)
    watch.told = list(told)
    return list(watch.lies(sent))


def moves(done, *times):
    return [Sent(at, done) for at in times]


REFUSED, TAKEN = partial(moves, False), partial(moves, True)


@pytest.mark.parametrize(
    ("told", "sent"),
    [
        ([ready(10)], TAKEN(8, 9, 11, 12)),
        ([unready(10)], REFUSED(8, 9, 11, 12)),
        ([ready(10)], [*REFUSED(8, 9), *TAKEN(11, 12)]),
        ([unready(10)], [*REFUSED(8), *TAKEN(9, 11)]),
        ([ready(10), unready(11)], []),
        ([ready(10)], REFUSED(8, 9)),
        ([Readiness(10, 20, {"ready": False})], [*TAKEN(8, 9), *REFUSED(12, 15), *TAKEN(21, 22)]),
        ([Readiness(10, 20, None)], TAKEN(8, 9, 15, 21, 22)),
    ],
)
def test_what_was_so_or_just_changed_is_no_lie(told, sent):
    assert lies(told, sent) == []


def test_ready_where_no_move_is_taken_is_a_lie_and_so_is_the_opposite():
    assert lies([ready(10)], REFUSED(8, 9, 11)) == ["it says that it is ready where no moves are taken"]
    assert lies([unready(10)], TAKEN(8, 9, 11)) == ["it says that it is not ready (store) where all moves are taken"]


@pytest.mark.parametrize(
    ("says", "told", "lie"),
    [
        (not_ready, [unready(SLACK + 11)], False),
        (not_ready, [Readiness(SLACK + 11, SLACK + 12, None)], False),
        (not_ready, [ready(11)], False),
        (not_ready, [ready(SLACK + 11)], True),
        (without("redis"), [ready(SLACK + 11, degraded={"redis": "does not answer"})], False),
        (without("redis"), [ready(SLACK + 11)], True),
    ],
)
def test_what_is_away_is_to_be_told_soon(monkeypatch, says, told, lie):
    times = iter((10.0, 100.0))
    monkeypatch.setattr("service.dev.drill.watch.monotonic", lambda: next(times))
    watch = Watch(1)
    with watch.during("it is away", says):
        watch.told = told
    assert bool(list(watch.lies(()))) is lie


def test_what_is_away_in_part_may_be_told_though_moves_are_taken(monkeypatch):
    monkeypatch.setattr("service.dev.drill.watch.monotonic", iter((8.0, 12.0)).__next__)
    watch = Watch(1)
    with watch.during("the disk is full", anything, in_part=True):
        watch.told = [unready(10)]
    assert list(watch.lies(TAKEN(9, 11))) == []
    watch.told = [unready(30)]
    assert list(watch.lies(TAKEN(29, 31))) == ["it says that it is not ready (store) where all moves are taken"]
