"""A typed client of the API, for programs: `Nightledger` is where to begin.

It knows nothing of the service but what the OpenAPI document says; the modules of its resources are made from that.
"""

from nightledger_client.connection import Problem, StreamMessage
from nightledger_client.nightledger import Nightledger

__all__ = ["Nightledger", "Problem", "StreamMessage"]
