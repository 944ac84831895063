"""What anything that has an id waits for."""

from __future__ import annotations

import msgspec

from domain.records.export import BadRecord
from service.bootstrap import Services
from service.errors import ServiceError
from service.operation.why.game import GameWaits
from service.operation.why.joined import JoinedWaits
from service.operation.why.processes import Processes
from service.operation.why.reasons import Explanation


def explain(services: Services, log_id: str) -> Explanation:
    """What a game, a series, a league or a challenge waits for; `ServiceError` `not-found` if it is none of them,
    `BadRecord` if its first event is damaged."""
    processes = Processes(services)
    joined = JoinedWaits(services, processes)
    by_first_event = {
        "GameOpened": GameWaits(services, processes).explain,
        "SeriesOpened": joined.series,
        "LeagueOpened": joined.league,
        "ChallengeOpened": joined.challenge,
    }
    entries = services.store.entries(log_id)
    try:
        explained = by_first_event.get(entries[0].read().type) if entries else None
    except msgspec.DecodeError as error:
        raise BadRecord(f"{log_id}: its first event cannot be decoded: {error}") from None
    if explained is None:
        raise ServiceError("not-found", "there is no game, series, league or challenge {log_id}", log_id=log_id)
    return explained(log_id)
