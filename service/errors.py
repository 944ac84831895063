"""What the service answers when it does not do what was asked."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Refused
from domain.contract.reason import Reason, reason_of
from projections.unavailable import Unavailable

STATUS: Mapping[str, int] = {
    "malformed": 422,
    "list-too-long": 422,
    "bad-record": 422,
    "key-reused": 422,
    "unauthorized": 401,
    "wrong-credentials": 401,
    "forbidden": 403,
    "not-found": 404,
    "name-taken": 409,
    "game-over": 409,
    "decision-closed": 409,
    "not-your-decision": 409,
    "illegal": 409,
    "busy": 409,
    "answer-lost": 409,
    "forked": 409,
    "stale": 412,
    "condition-required": 428,
    "budget-spent": 429,
    "unreadable": 500,
    "behind": 503,
    "crowded": 503,
    "read-only": 503,
    "awaits-share": 503,
    "partner-away": 503,
    "unavailable": 503,
}
"""Code -> HTTP status. A code is stable: clients rely on it; the reason is a sentence for people."""


TRY_AGAIN = 5
"""Seconds after which a request may be sent again that met a store, or another installation, which is away."""


class Declined(Exception):
    """What was asked for is not done, for a reason that whoever asked is told: no fault of the program."""


class ServiceError(Declined):
    """A request that is not carried out; nothing has changed. `code` is one of `STATUS`, `reason` a sentence.

    The reason is given as a message with its fields, which `why` keeps. `retry_after` are the seconds after which to
    try again, None where nothing is known of that.
    """

    def __init__(self, code: str, reason: str, /, retry_after: int | None = None, **fields: object) -> None:
        self.why = reason_of(reason, fields)
        self.reason = str(self.why)
        super().__init__(f"{code}: {self.reason}")
        self.code = code
        self.status = STATUS[code]
        self.retry_after = retry_after

    @classmethod
    def of(cls, refused: Refused) -> ServiceError:
        """What the rules or the table refused, as the service's error."""
        return cls(refused.code, refused.why, TRY_AGAIN if refused.code == "awaits-share" else None)

    @classmethod
    def of_store(cls, away: Unavailable) -> ServiceError:
        """What is answered while the store is away; why it is, those are told who look after it."""
        return cls("unavailable", Reason("the store cannot be used now; try again in a moment"), TRY_AGAIN)


class passing_over:
    """Ends its block, and nothing more, where something in it is refused with one of these codes."""

    def __init__(self, *codes: str) -> None:
        self._codes = codes

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        return isinstance(error, ServiceError) and error.code in self._codes
