"""A game whose seed is shared, played in memory: the host's log, and a partner that answers it."""

from nacl.signing import SigningKey

from domain.contract.chance import Stream
from domain.log import shares
from domain.log.record import seed_commitment
from domain.records.export import export
from domain.table import actions
from domain.table.gamelog import GameLog
from tests.verifier.both import CATALOG

GAME = "00000000-0000-4000-8000-000000000001"
HOST, PARTNER = b"h" * 32, b"p" * 32


class Shared:
    """The game; `dealing` says whether the partner is there, `now` is its time."""

    def __init__(self, game="pig", options=None, private=b"k" * 32, dealing=True, **terms):
        self._private = SigningKey(private)
        self.key = bytes(self._private.verify_key).hex()
        self.now, self.dealing = 1000, dealing
        self.log = GameLog(CATALOG, GAME, HOST, Stream(b"nonces").random_bytes)
        terms["shared"] = self.partner
        chosen = {"goal": 20} if options is None else options
        self.log.post("service", None, self.log.opening(game, chosen, ["s1", "s2"], terms=terms), self.now)
        for seat, account in (("s1", "ana"), ("s2", "ben")):
            self.post(seat, actions.Sit(account=account))
        self.post(None, actions.Start(), by="service")

    @property
    def partner(self):
        """The term of the game."""
        host, commitment = seed_commitment(GAME, HOST), shares.partner_commitment(GAME, PARTNER)
        signature = self.signed(shares.committed(GAME, host, commitment))
        return {"key": self.key, "commitment": commitment, "signature": signature}

    def signed(self, message):
        return self._private.sign(message).signature.hex()

    def share(self, number, head, seed=PARTNER):
        """A share as the partner signs it."""
        share = shares.share_of(seed, GAME, number, head)
        return shares.Share(number, share, self.signed(shares.given(GAME, number, head, share)))

    def post(self, seat, action, by="seat"):
        """A command, which is dealt if the partner is there."""
        self.now += 1
        self.log.post(by, seat, action, self.now)
        if self.dealing:
            self.deal()

    def deal(self):
        while self.log.table.awaited is not None:
            share = self.share(self.log.table.shares, self.log.table.head.hex())
            self.log.follow(self.log.with_share(share, self.now))

    def play(self):
        """Play on to the end."""
        rng, log = Stream(b"players"), self.log
        while log.table.status == "running":
            seat = next(iter(log.table.pending))
            self.post(seat, log.table.game.sample(log.table.state, seat, rng))
        return self

    def revealed(self, seed=PARTNER, shares_given=None, head=None):
        """What the partner says at the end."""
        number = self.log.table.shares if shares_given is None else shares_given
        head = head or self.log.table.head.hex()
        signature = self.signed(shares.revealed(GAME, number, head, seed.hex()))
        return shares.Revealed(seed.hex(), number, head, signature)

    def record(self, revealed=None):
        return export(self.log.table, self.log.entries, {"s1": "Ana"}, (), revealed=revealed or self.revealed())
