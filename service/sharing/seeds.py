"""The partner's side of shared seeds: it commits, gives each share once, and reveals when the host has.

Each question is signed by the host. The same question has the same answer; another one for the same share is refused
and kept, with the host's signature, as the attempt of a fork.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy import bindparam, select, update

from domain.log import shares
from domain.log.canon import canonical
from domain.log.record import seed_commitment
from projections.statements import Statement, matching, once
from service.errors import ServiceError
from service.setting_values import SeedPartner
from service.sharing import answer_shapes as shapes
from service.store.event_store import Store, executing
from service.store.published.receipts import Signer
from service.store.relations import refused_questions, shared_seeds

_OF_GAME = matching(shared_seeds.c.game)

FIND = select(shared_seeds).where(_OF_GAME)

KEEP = once(shared_seeds)

COUNT = (
    update(shared_seeds)
    .values(shares=bindparam("next"), head=bindparam("asked"))
    .where(_OF_GAME, shared_seeds.c.shares == bindparam("number"), shared_seeds.c.ended.is_(None))
)

END = update(shared_seeds).values(ended=bindparam("asked")).where(_OF_GAME, shared_seeds.c.ended.is_(None))

REFUSE = once(refused_questions)

REFUSED = select(refused_questions).where(matching(refused_questions.c.game)).order_by(refused_questions.c.at)


class _Kept(msgspec.Struct, frozen=True):
    """What is kept of a game: who runs it, both commitments, the seed here, and how far it has been asked."""

    game: str
    host: str
    host_commitment: str
    seed: bytes
    shares: int
    head: str | None
    ended: str | None

    @property
    def commitment(self) -> str:
        return shares.partner_commitment(self.game, self.seed)


class SharedSeeds:
    """The seeds that this installation shares with others' games. Thread-safe; raises `ServiceError`.

    `hosts` are the installations that may ask. `clock()` is the time in seconds UTC, `entropy(n)` gives n random bytes.
    """

    def __init__(
        self,
        store: Store,
        signer: Signer,
        hosts: tuple[SeedPartner, ...],
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._signer = signer
        self._hosts = frozenset(host.key for host in hosts)
        self._clock = clock
        self._entropy = entropy

    def commit(self, game: str, commitment: str, key: str, signature: str) -> shapes.Partner:
        """Share the seed of a game whose host has committed to its own so; `illegal` if it did otherwise before."""
        own = self._signer.keys()[0].key
        self._check_asked(key, shares.wanted(game, commitment, own), signature)
        sealed = self._store.vault.seal(_label(game), self._entropy(32))
        self._store.write(
            executing(
                KEEP,
                game=game,
                host=key,
                host_commitment=commitment,
                sealed=sealed,
                shares=0,
                head=None,
                ended=None,
                created=self._clock(),
            )
        )
        kept = self._kept(game, key)
        if kept.host_commitment != commitment:
            raise ServiceError("illegal", "the seed of this game is shared already, under another commitment")
        message = shares.committed(game, commitment, kept.commitment)
        return shapes.Partner(key=own, commitment=kept.commitment, signature=self._signed(message))

    def share(self, game: str, number: int, head: str, key: str, signature: str) -> shapes.Share:
        """Give the next share, bound to this head, or the last one again; `forked` for any other, which is kept."""
        kept = self._kept(game, key)
        self._check_asked(key, shares.asked(game, number, head), signature)
        if number == kept.shares:
            self._count(COUNT, game=game, number=number, next=number + 1, asked=head)
            kept = self._kept(game, key)
        if (kept.shares, kept.head) != (number + 1, head) or kept.ended is not None:
            reason = _why(kept, number)
            self._refuse(game, {"number": number, "head": head, "signature": signature}, reason)
        share = shares.share_of(kept.seed, game, number, head)
        signed = self._signed(shares.given(game, number, head, share))
        return shapes.Share(number=number, share=share, signature=signed)

    def reveal(self, game: str, head: str, seed: str, key: str, signature: str) -> shapes.Revealed:
        """Reveal the seed here to who has revealed its own, for a game that has ended with this head; once."""
        kept = self._kept(game, key)
        self._check_asked(key, shares.ended(game, head), signature)
        if seed_commitment(game, bytes.fromhex(seed)) != kept.host_commitment:
            raise ServiceError("forbidden", "the host reveals its seed first: this is not the one it committed to")
        self._count(END, game=game, asked=head)
        kept = self._kept(game, key)
        if kept.ended != head:
            question = {"ended": head, "signature": signature}
            self._refuse(game, question, "the seed was revealed for another end of the game")
        return self._revealed(kept, head)

    def shown(self, game: str) -> shapes.SharedSeed:
        """What everybody may know of a game; `not-found` if its seed is not shared with this installation."""
        kept = self._found(game)
        rows = self._store.rows(REFUSED, game=game)
        return shapes.SharedSeed(
            game=game,
            host=kept.host,
            host_commitment=kept.host_commitment,
            commitment=kept.commitment,
            shares=kept.shares,
            revealed=None if kept.ended is None else self._revealed(kept, kept.ended),
            refused=[
                shapes.RefusedQuestion(
                    question=msgspec.json.decode(row["question"]), reason=row["reason"], at=row["at"]
                )
                for row in rows
            ],
        )

    def _revealed(self, kept: _Kept, head: str) -> shapes.Revealed:
        seed = kept.seed.hex()
        signed = self._signed(shares.revealed(kept.game, kept.shares, head, seed))
        return shapes.Revealed(seed=seed, shares=kept.shares, head=head, signature=signed)

    def _check_asked(self, key: str, message: bytes, signature: str) -> None:
        if key not in self._hosts:
            raise ServiceError("forbidden", "this installation shares no seeds with the one of this key")
        if not shares.is_signed(key, message, signature):
            raise ServiceError("forbidden", "the signature is not one of this key for this question")

    def _kept(self, game: str, key: str) -> _Kept:
        """What is kept of a host's game; `not-found` for one of nobody or of another host."""
        kept = self._found(game)
        if kept.host != key:
            raise ServiceError("not-found", "the seed of no such game is shared with this installation")
        return kept

    def _found(self, game: str) -> _Kept:
        for row in self._store.rows(FIND, game=game):
            seed = self._store.vault.open(_label(game), row["sealed"])
            return _Kept(game, row["host"], row["host_commitment"], seed, row["shares"], row["head"], row["ended"])
        raise ServiceError("not-found", "the seed of no such game is shared with this installation")

    def _count(self, statement: Statement, **values: Any) -> None:
        self._store.write(executing(statement, **values))

    def _refuse(self, game: str, question: Mapping[str, Any], reason: str) -> None:
        """Keep a question and refuse it."""
        asked = canonical(dict(question)).decode()
        self._store.write_aside(executing(REFUSE, game=game, question=asked, reason=reason, at=self._clock()))
        raise ServiceError("forked", f"{reason}; the question is kept")

    def _signed(self, message: bytes) -> str:
        return self._signer.sign(message).hex()


def _why(kept: _Kept, number: int) -> str:
    """Why a question is refused."""
    if kept.ended is not None:
        return "the seed is revealed, and no more shares are given"
    if number > kept.shares:
        return f"share {number} is asked for ahead: the next is {kept.shares}"
    return f"share {number} was given for another head"


def _label(game: str) -> str:
    return f"shared seed {game}"
