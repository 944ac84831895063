"""Membership, one function of what happens to the seats: who may see a game, talk at its table, leave, come back.

Views, log, talk, streams, pages, invitations, lists and exports ask it, of a table as of a series. Who loses a seat
keeps what was shown until then, and sees nothing later of what is private; of what is public, what everybody sees.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.contract.audience import SPECTATOR
from domain.log.record import Public

SEAT, OPERATOR, HOST = "seat", "operator", "service"
"""By whom a command is that takes a seat away: its own, an operator's, or what the service does for the host."""


class Moment(NamedTuple):
    """When something happens to a seat: the version, the time in seconds UTC, and by whom its command is."""

    version: int
    at: int
    by: str


class Loss(msgspec.Struct, frozen=True):
    """What an account has lost: a seat, or (None) the way back to one, or an invitation; when, and by whose command."""

    seat: str | None
    version: int
    at: int
    by: str


class Sight(msgspec.Struct, frozen=True):
    """Through whose eyes somebody looks, and the version at which that ends (None: it goes on)."""

    reader: str
    until: int | None = None


class Members(msgspec.Struct, frozen=True):
    """Who belongs to a table, or to a series, and who did.

    `host` has opened it, as long as that gives a right; `holders` maps every seat to the account that holds it,
    `invited` seats before the start to those that they are kept for, `kept` seats that AIs have taken to those who may
    return, `lost` accounts to what they have lost, the oldest first.
    """

    public: bool = True
    host: str | None = None
    holders: Mapping[str, str | None] = {}
    invited: Mapping[str, str] = {}
    kept: Mapping[str, str] = {}
    lost: Mapping[str, tuple[Loss, ...]] = {}
    began: bool = False

    def seats_of(self, account: str | None) -> tuple[str, ...]:
        """The seats that the account holds."""
        return () if account is None else tuple(seat for seat, holder in self.holders.items() if holder == account)

    def person_of(self, seat: str) -> str | None:
        """The account that holds the seat, or may return to it."""
        return self.holders.get(seat) or self.kept.get(seat)

    def belongs(self, account: str | None) -> bool:
        """Whether the account sits there, may return or is invited to a seat, or is the host."""
        if account is None:
            return False
        there = (self.holders, self.kept, self.invited)
        return account == self.host or any(account in seats.values() for seats in there)

    def may_see(self, account: str | None) -> bool:
        """Whether the account (None: anybody) sees what happens now."""
        return self.public or self.belongs(account)

    def may_know(self, account: str | None) -> bool:
        """Whether the account may know that there is such a game: it sees it, or has seen it."""
        return self.may_see(account) or account in self.lost

    def has_part(self, account: str) -> bool:
        """Whether the account holds or held a seat, or is the host."""
        return self.has_sat(account) or account == self.host or account in (*self.holders.values(), *self.kept.values())

    def has_sat(self, account: str) -> bool:
        """Whether the account has lost a seat that it held."""
        return any(loss.seat is not None for loss in self.lost.get(account, ()))

    def has_given_up_since(self, account: str | None, at: int) -> bool:
        """Whether the account has lost a seat, or the way back to one, after this instant (seconds UTC), and no
        operator took it."""
        return any(loss.at > at and loss.by != OPERATOR for loss in self.lost.get(account or "", ()))

    def sight(
        self, account: str | None, seat: str | None, asked: Collection[str] = (), everybody: Collection[str] = ()
    ) -> Sight | None:
        """How the account looks at it, through the eyes of a seat if it names one; None if these are not its own.

        `asked` are the seats that must decide: of several own ones the first of these is meant. `everybody` are the
        eyes through which all may look who see it now.
        """
        own = self.seats_of(account)
        losses = self.lost.get(account or "", ())
        if seat in own:
            return Sight(str(seat))
        if self.may_see(account):
            if seat is None:
                return Sight(next((name for name in own if name in asked), own[0]) if own else SPECTATOR)
            if seat == SPECTATOR or seat in everybody:
                return Sight(seat)
        elif losses and seat in (None, SPECTATOR):
            return Sight(seat or losses[-1].seat or SPECTATOR, losses[-1].version)
        return next((Sight(seat, loss.version) for loss in losses if seat is not None and loss.seat == seat), None)

    def hears(self, account: str | None, *, open_talk: bool) -> bool:
        """Whether the account may read something of the talk; `open_talk`: all may who see the game."""
        return (open_talk and self.may_see(account)) or self.belongs(account) or account in self.lost

    def hears_until(self, account: str | None, *, open_talk: bool) -> int | None:
        """The instant (seconds UTC) from which on the account reads nothing of the talk; None: it reads all of it."""
        if (open_talk and self.may_see(account)) or self.belongs(account):
            return None
        return self.lost[str(account)][-1].at if account in self.lost else 0

    def may_come(self, account: str, *, by_link: bool = False) -> bool:
        """Whether the account may take a seat that is free, perhaps by the link of an invitation.

        Whom an operator has sent away comes back by an operator only, whom the host has sent away by a link only. Into
        a private game a link leads before its start; who has held a seat may come back to one that is free later.
        """
        invited = by_link and not self.began
        if self.belongs(account):
            return True
        last = self.lost[account][-1] if account in self.lost else None
        if last is not None and last.by == OPERATOR:
            return False
        has_sat = last is not None and last.seat is not None
        if has_sat and last is not None and last.by == HOST:
            return invited
        return self.public or invited or (self.began and has_sat)

    @classmethod
    def opened(cls, seats: Sequence[str], terms: Mapping[str, Any]) -> Members:
        """Nobody sits there yet; the terms say who is the host, and for whom seats are kept."""
        is_public = terms.get("visibility", "public") == "public"
        invited = dict(terms.get("invited") or {})
        return cls(is_public, terms.get("creator"), dict.fromkeys(seats), invited)

    def taken(self, seat: str, account: str | None, when: Moment) -> Members:
        """A seat is taken, by an AI if by no account: for nobody else is it kept any more."""
        guest = self.invited.get(seat)
        then = self._held(seat, account)
        if guest is None or guest == account:
            return then
        then = replace(then, invited=_without(self.invited, seat))
        return then if then.belongs(guest) else then._losing(guest, Loss(None, when.version, when.at, when.by))

    def left(self, seat: str, when: Moment) -> Members:
        """A seat is left before the start; whom the host has sent away is not invited to it any more."""
        account = self.holders.get(seat)
        then = self._held(seat, None)
        if account is None:
            return then
        if when.by != SEAT and self.invited.get(seat) == account:
            then = replace(then, invited=_without(self.invited, seat))
        return then._losing(account, Loss(seat, when.version, when.at, when.by))

    def started(self) -> Members:
        """All sit."""
        return replace(self, invited={}, began=True)

    def replaced(self, seat: str, account: str | None, level: str | None, when: Moment) -> Members:
        """A seat changes hands. One that an AI takes is kept for its person, unless an operator gives it away."""
        holder, waited_for, before = self.holders.get(seat), self.kept.get(seat), self.person_of(seat)
        kept = _without(self.kept, seat)
        if level is not None and before is not None and when.by != OPERATOR:
            kept[seat] = before
        then = replace(self._held(seat, account), kept=kept)
        if before is None or before == account or (waited_for == before and seat in kept):
            return then
        lost = Loss(seat if holder is not None else None, when.version, when.at, when.by)
        host = self.host if seat in kept or before != self.host else None
        return replace(then._losing(before, lost), host=host)

    def after_public(self, public: Public, by: str) -> Members:
        """Who belongs to it after an event of a table of which this is the public part; `by` is of its command."""
        data, when = public.data, Moment(public.version, public.at, by)
        match public.type:
            case "GameOpened":
                return self.opened(data["seats"], data["terms"])
            case "SeatTaken":
                return self.taken(data["seat"], data.get("account"), when)
            case "SeatLeft":
                return self.left(data["seat"], when)
            case "GameStarted":
                return self.started()
            case "SeatReplaced":
                return self.replaced(data["seat"], data.get("account"), data.get("level"), when)
        return self

    def _held(self, seat: str, account: str | None) -> Members:
        """Somebody holds the seat, and so has not lost it."""
        lost = dict(self.lost)
        if account is not None and (still := [one for one in lost.pop(account, ()) if one.seat not in (None, seat)]):
            lost[account] = tuple(still)
        return replace(self, holders={**self.holders, seat: account}, lost=lost)

    def _losing(self, account: str, loss: Loss) -> Members:
        return replace(self, lost={**self.lost, account: (*self.lost.get(account, ()), loss)})


def _without(seats: Mapping[str, str], seat: str) -> dict[str, str]:
    return {name: account for name, account in seats.items() if name != seat}
