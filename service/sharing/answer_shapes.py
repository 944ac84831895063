"""What a partner answers to the host of a game whose seed they share, each shape once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from service.shape import Id, Instant, Object, Shape

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes, hex.")]
Signature = Annotated[str, Meta(pattern="^[0-9a-f]{128}$", description="Ed25519, hex.")]


class Partner(Shape, kw_only=True, frozen=True):
    """The commitment to the partner's seed of a game, signed."""

    key: Hash
    commitment: Hash
    signature: Signature


class Share(Shape, kw_only=True, frozen=True):
    """The partner's share of what one command draws, signed."""

    number: int
    share: Hash
    signature: Signature


class Revealed(Shape, kw_only=True, frozen=True):
    """The partner's seed, when the game has ended, signed with how many shares were given and the game's last head."""

    seed: Hash
    shares: int
    head: Hash
    signature: Signature


class RefusedQuestion(Shape, kw_only=True, frozen=True):
    """What the host has asked and was refused: two signed questions for one number are an attempted fork."""

    question: Annotated[Object, Meta(description="As it was asked, with the host's signature.")]
    reason: str
    at: Instant


class SharedSeed(Shape, kw_only=True, frozen=True):
    """What a partner keeps of a game of another installation, as far as everybody may know it."""

    game: Id
    host: Annotated[str, Meta(description="The public key of the installation that runs the game, hex.")]
    host_commitment: Hash
    commitment: Hash
    shares: Annotated[int, Meta(description="How many were given.")]
    revealed: Revealed | None
    refused: list[RefusedQuestion]


class KnownPartner(Shape, kw_only=True, frozen=True):
    """An installation that seeds are shared with."""

    url: str
    key: Hash


class Partners(Shape, kw_only=True, frozen=True):
    """The installations that seeds are shared with."""

    partners: list[KnownPartner]
