"""A typed client of the Nightledger API, for programs: `Nightledger` is where to begin, on asyncio `AsyncNightledger`.

It knows nothing of the service but what the OpenAPI document says: `models` and `resources` are made from that. What
does not wait by asyncio is made from `aio`.
"""

from msgspec import UNSET

from nightledger_client.aio import AsyncNightledger
from nightledger_client.decisions import Decision
from nightledger_client.events import StreamMessage
from nightledger_client.nightledger import Nightledger
from nightledger_client.problems import Problem
from nightledger_client.version import VERSION

__all__ = ["UNSET", "VERSION", "AsyncNightledger", "Decision", "Nightledger", "Problem", "StreamMessage"]
