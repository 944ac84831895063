"""When which AI turn is to be put into the queue: at its level's pace, and again when it seems to be lost."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping

from projections.games.lists import AiTurn
from service.operation.turns import job_id
from workers.patience import Sent


class Schedule:
    """The turns that are to come and those that were put into the queue. Kept in memory: all of it can be lost.

    `pace` maps a level to the seconds that pass before it is to answer; at a table without people none do. There
    a job plays on by itself, so that only the table's first turn is scheduled, and any later one that is overdue. Times
    (`now`) are seconds from whenever: they only go forward.
    """

    def __init__(self, pace: Mapping[str, float]) -> None:
        self._pace = pace
        self._coming: list[tuple[float, str, AiTurn]] = []
        self._names: set[str] = set()
        self._put: dict[str, Sent] = {}
        self._noticed: dict[str, float] = {}
        self._playing: set[str] = set()

    def see(self, turns: Iterable[AiTurn], now: float) -> None:
        """Schedule decisions that were opened just now; from here on the time of each answer is fixed."""
        for turn in turns:
            if _name(turn) in self._put:
                continue
            if turn.people:
                self._come(turn, now + self._pace.get(turn.level, 0.0))
            elif turn.game_id not in self._playing:
                self._playing.add(turn.game_id)
                self._come(turn, now)

    def next_due(self, now: float) -> AiTurn | None:
        """The next turn whose time has come, if any; it stays the next until `put` is told of it."""
        if self._coming and self._coming[0][0] <= now:
            return self._coming[0][2]
        return None

    def next_time(self) -> float | None:
        """When the next turn is due."""
        return self._coming[0][0] if self._coming else None

    def put(self, turn: AiTurn, now: float) -> None:
        """Remember that the turn that was due next is in the queue now."""
        heapq.heappop(self._coming)
        self._names.discard(_name(turn))
        before = self._put.get(_name(turn))
        self._put[_name(turn)] = Sent(now) if before is None else before.again(now)

    def sweep(self, turns: Collection[AiTurn], busy: Collection[str], now: float) -> None:
        """Schedule once more what is lost: `turns` are all that are open, `busy` the ids of the jobs that wait for a
        worker, or that one is doing."""
        self._put = {_name(turn): self._put[_name(turn)] for turn in turns if _name(turn) in self._put}
        self._noticed = {_name(turn): self._noticed.get(_name(turn), now) for turn in turns}
        self._playing &= {turn.game_id for turn in turns if not turn.people}
        for turn in turns:
            name = _name(turn)
            put = self._put.get(name) or Sent(self._noticed[name])
            if name not in busy and put.is_overdue(now):
                self._come(turn, now)

    def _come(self, turn: AiTurn, due: float) -> None:
        if _name(turn) not in self._names:
            self._names.add(_name(turn))
            heapq.heappush(self._coming, (due, _name(turn), turn))


def _name(turn: AiTurn) -> str:
    return job_id(turn.game_id, turn.decision)
