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
            return cls(answer.status_code, "unknown", _said(answer), (), retry_after)
        return cls(answer.status_code, told.code, told.detail, tuple(told.errors or ()), retry_after)


def is_refusal(answer: httpx.Response) -> bool:
    """Tell whether what was asked for was not done: all but success and what has not changed. Who is led elsewhere has
    reached no service."""
    return not answer.is_success and answer.status_code != httpx.codes.NOT_MODIFIED


def _said(answer: httpx.Response) -> str:
    """Return what an answer says without a document, and where it leads."""
    leads = answer.headers.get("Location")
    return answer.reason_phrase if leads is None else f"{answer.reason_phrase}, the address leads to {leads}"
