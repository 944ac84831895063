"""How processes log: one line a happening, as text for people or as JSON for machines, and never a secret.

Log lines name routes, not addresses, since an address may hold the secret of an invitation.
"""

from __future__ import annotations

import logging

from pythonjsonlogger.json import JsonFormatter

FORMS = ("text", "json")

REQUESTS = "nightledger.requests"
"""The logger of the web's requests; they are written down in the form `json` alone."""

_TOO_CHATTY = "alembic.runtime.migration"
"""Tells at every start which kind of database it found."""


def begin(process: str, form: str) -> None:
    """Have this process log to standard error, each line with the name of its process; `form` is one of `FORMS`."""
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(process, form))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger(REQUESTS).setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger(_TOO_CHATTY).setLevel(logging.WARNING)


def _formatter(process: str, form: str) -> logging.Formatter:
    if form == "text":
        return logging.Formatter(f"{process}: %(message)s")
    return JsonFormatter(
        "%(levelname)s %(name)s %(message)s",
        timestamp="at",
        rename_fields={"levelname": "level", "name": "part"},
        static_fields={"process": process},
    )
