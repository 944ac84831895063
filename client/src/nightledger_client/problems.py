"""What a service refuses, as an exception."""

from __future__ import annotations

from dataclasses import dataclass

import httpx
import msgspec

from nightledger_client import models


@dataclass(eq=False)
class Problem(Exception):
    """A refusal. `code` is stable; `faults` say what is wrong where, `retry_after` how many seconds to wait."""

    status: int
    code: str
    detail: str
    faults: tuple[models.Fault, ...] = ()
    retry_after: float | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    @classmethod
    def of(cls, answer: httpx.Response) -> Problem:
        """Return an answer as a problem; its code is `unknown` when it is no problem document."""
        wait = answer.headers.get("Retry-After", "")
        retry_after = float(wait) if wait.isascii() and wait.isdigit() else None
        try:
            told = msgspec.json.decode(answer.content, type=models.Problem)
        except msgspec.MsgspecError:
            return cls(answer.status_code, "unknown", answer.reason_phrase, (), retry_after)
        return cls(answer.status_code, told.code, told.detail, tuple(told.errors or ()), retry_after)
