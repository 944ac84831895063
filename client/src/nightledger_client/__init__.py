"""A typed client of the Nightledger API, for programs: `Nightledger` is where to begin.

It knows nothing of the service but what the OpenAPI document says: `models` and `resources` are made from that.
"""

from msgspec import UNSET

from nightledger_client.connection import Problem
from nightledger_client.events import StreamMessage
from nightledger_client.nightledger import Nightledger
from nightledger_client.playing import Decision

__all__ = ["UNSET", "Decision", "Nightledger", "Problem", "StreamMessage"]
