"""The host's side of shared seeds: it asks its partners over HTTP, and believes nothing that is not signed.

What asks over HTTP is imported with the first question: most installations have no partner.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cached_property
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, TypeVar

import msgspec
from sqlalchemy import bindparam, insert, select, update

from domain.log import shares
from domain.log.canon import Json
from domain.log.shares import Partner, Revealed, Share
from projections.statements import matching
from service.errors import TRY_AGAIN, ServiceError
from service.setting_values import SeedPartner
from service.store.event_store import Change, Store, executing
from service.store.published.receipts import Signer
from service.store.relations import shared_games
from service.whole_answer import Unending, in_time, whole

if TYPE_CHECKING:
    import httpx

WAIT = 4
"""Seconds to wait for an answer: somebody waits for the move."""

LONGEST = 6
"""Seconds in which all of an answer has to come."""

AT_ONCE = 32
"""Questions to a partner that have no end yet: one that ends none of them is asked no more."""

MOST_ANSWERED = 1 << 16
"""Bytes of an answer, at most: one has some hundreds."""

MOST_TOLD = 300
"""Bytes of a refusal that are told."""

LEFT_ALONE = 5.0
"""Seconds for which a partner that did not answer is not asked again."""

OPEN = insert(shared_games)

WAITS = update(shared_games).values(waits=bindparam("waits")).where(matching(shared_games.c.game))

KEEP = update(shared_games).values(waits=0, revealed=bindparam("revealed")).where(matching(shared_games.c.game))

WAITING = select(shared_games.c.game, shared_games.c.waits).where(shared_games.c.waits > 0)

REVEALED = select(shared_games.c.revealed).where(matching(shared_games.c.game))

T = TypeVar("T")

logger = logging.getLogger(__name__)


class _Away(Exception):
    """A partner has not answered as one does; the message says what it did."""


class Partners:
    """The installations that seeds are shared with. Thread-safe. `elapsed()` are seconds that nobody can set."""

    def __init__(
        self, store: Store, signer: Signer, known: Sequence[SeedPartner], elapsed: Callable[[], float]
    ) -> None:
        self._store = store
        self._signer = signer
        self._known = {partner.key: partner for partner in known}
        self._elapsed = elapsed
        self._away: dict[str, float] = {}
        self._asking = {key: BoundedSemaphore(AT_ONCE) for key in self._known}

    def check_named(self) -> None:
        """`illegal` where this installation names no partner."""
        if not self._known:
            raise ServiceError("illegal", "this installation names no other to share seeds with")

    def commit(self, game: str, commitment: str) -> Partner:
        """Have the first partner share the seed of a game to be; `illegal` where there is none, `partner-away`."""
        self.check_named()
        partner = next(iter(self._known.values()))
        asked = {"game": game, "commitment": commitment}
        said = self._ask(partner.key, "", asked, shares.wanted(game, commitment, partner.key), Partner)
        if said is None or said.key != partner.key or not said.is_signed(game, commitment):
            raise ServiceError(
                "partner-away", "{url} does not share the seed now; nothing was opened", TRY_AGAIN, url=partner.url
            )
        return said

    def share(self, game: str, partner: Partner, number: int, head: str) -> Share | None:
        """The share with this number, bound to this head; None if the partner does not give it now."""
        asked = {"number": number, "head": head}
        share = self._ask(partner.key, f"/{game}/shares", asked, shares.asked(game, number, head), Share)
        if share is not None and (share.number != number or not share.is_signed(partner.key, game, head)):
            self._distrust(partner.key)
            return None
        return share

    def reveal(self, game: str, partner: Partner, head: str, seed: bytes) -> bool:
        """Keep what the partner reveals of a game that has ended with this head and revealed its seed: whether it did.

        What it has signed is kept, true or not: the audit says what is wrong with it.
        """
        asked = {"head": head, "seed": seed.hex()}
        said = self._ask(partner.key, f"/{game}/end", asked, shares.ended(game, head), Revealed)
        if said is not None and not said.is_signed(partner.key, game):
            self._distrust(partner.key)
            return False
        if said is not None:
            self._store.write_aside(executing(KEEP, game=game, revealed=msgspec.json.encode(said).decode()))
        return said is not None

    def revealed(self, game: str) -> Revealed | None:
        """What was revealed of a game; None as long as nothing was."""
        for row in self._store.rows(REVEALED, game=game):
            return None if row["revealed"] is None else msgspec.json.decode(row["revealed"], type=Revealed)
        return None

    def waiting(self) -> list[tuple[str, int]]:
        """The games for which something is awaited of a partner, each with the version since which it is."""
        return [(row["game"], row["waits"]) for row in self._store.rows(WAITING)]

    @staticmethod
    def opened(game: str, waits: int) -> Change:
        """The change that notes a game whose seed is shared, and since which version it waits (0: it does not)."""
        return executing(OPEN, game=game, waits=waits, revealed=None)

    @staticmethod
    def waits(game: str, version: int) -> Change:
        """The change that notes since which version a game waits for its partner; 0: it does not."""
        return executing(WAITS, game=game, waits=version)

    def close(self) -> None:
        """Close the connections."""
        if "_client" in vars(self):
            self._client.close()

    @cached_property
    def _client(self) -> httpx.Client:
        """Made when it is first needed: to read the certificates of authorities takes longer than to ask."""
        import httpx

        return httpx.Client(timeout=WAIT, follow_redirects=False)

    def _ask(self, key: str, path: str, asked: dict[str, Json], message: bytes, shape: type[T]) -> T | None:
        """What the partner answers to a question, signed; None if it does not, and for a while after that."""
        partner = self._known.get(key)
        if partner is None or self._elapsed() < self._away.get(key, 0.0):
            return None
        own = self._signer.keys()[0].key
        body = {**asked, "key": own, "signature": self._signer.sign(message).hex()}
        try:
            said = self._answer(key, f"{partner.url}/api/v1/shared-seeds{path}", body)
            return msgspec.json.decode(said, type=shape)
        except (_Away, Unending, msgspec.DecodeError) as error:
            logger.warning("%s gives no share: %s", partner.url, error)
        self._leave_alone(key)
        return None

    def _answer(self, key: str, url: str, body: dict[str, Json]) -> bytes:
        """The answer to a question, which comes in time; `_Away` or `Unending`."""
        asking = self._asking[key]
        if not asking.acquire(blocking=False):
            raise _Away(f"it has ended none of {AT_ONCE} answers")

        def ask() -> bytes:
            try:
                return self._posted(url, body)
            finally:
                asking.release()

        return in_time(ask, LONGEST)

    def _posted(self, url: str, body: dict[str, Json]) -> bytes:
        from httpx import HTTPError

        try:
            with self._client.stream("POST", url, json=body) as answer:
                said = whole(answer.iter_bytes(), MOST_ANSWERED, LONGEST)
        except HTTPError as error:
            raise _Away(f"{type(error).__name__}: {error}") from None
        if not answer.is_success:
            raise _Away(f"{answer.status_code} {said[:MOST_TOLD].decode(errors='replace')}")
        return said

    def _distrust(self, key: str) -> None:
        """Say that an answer is none of the partner's, and ask it no more for a while."""
        logger.warning("%s has answered with what its key did not sign", self._known[key].url)
        self._leave_alone(key)

    def _leave_alone(self, key: str) -> None:
        self._away[key] = self._elapsed() + LEFT_ALONE
