"""The client for programs on asyncio, and what the other one is made from, line by line, by the builder."""

from nightledger_client.aio.nightledger import AsyncNightledger

__all__ = ["AsyncNightledger"]
