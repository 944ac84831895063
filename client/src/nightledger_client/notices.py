"""Webhooks, e-mail, and what was delivered over them. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset


class Webhook(msgspec.Struct, kw_only=True, frozen=True):
    """A webhook."""

    id: str
    url: str
    form: str
    game: str | None
    digest: int | None
    created: int


class Webhooks(msgspec.Struct, kw_only=True, frozen=True):
    """Your webhooks."""

    webhooks: list[Webhook]


class NewWebhook(msgspec.Struct, kw_only=True, frozen=True):
    """A new webhook with its secret, which is shown this once."""

    id: str
    url: str
    form: str
    game: str | None
    digest: int | None
    created: int
    secret: str


class Tested(msgspec.Struct, kw_only=True, frozen=True):
    """A test that is on its way."""

    delivery: str


class Delivery(msgspec.Struct, kw_only=True, frozen=True):
    """What was delivered, or is to be."""

    id: str
    kind: str
    game: str
    seat: str
    decision: str
    at: int
    state: str
    due: int
    attempts: int
    ended: int | None
    error: str | None


class Deliveries(msgspec.Struct, kw_only=True, frozen=True):
    """The newest deliveries, the latest first."""

    deliveries: list[Delivery]


class Mail(msgspec.Struct, kw_only=True, frozen=True):
    """Your e-mail address for notices; nothing goes there before you have opened the link that it was sent."""

    address: str
    game: str | None
    confirmed: bool
    digest: int | None


class KeptMuted(msgspec.Struct, kw_only=True, frozen=True):
    """Whether you hear nothing of it."""

    muted: bool


class NoticesResource:
    """Webhooks, e-mail, and what was delivered over them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def webhooks(self) -> Webhooks:
        """Your webhooks."""
        return self._connection.ask(Webhooks, "GET", "/api/v1/webhooks")

    def add_webhook(
        self,
        *,
        url: str,
        form: str | Unset = UNSET,
        game: str | Unset | None = UNSET,
        digest: int | Unset | None = UNSET,
    ) -> NewWebhook:
        """Add a webhook, for all your games or for one.

        It is sent a POST when a decision has waited for you for a minute, before a deadline, when a game begins
        or ends, when you are invited, and when a takeback is asked. An address in a private network is refused
        (`illegal`), unless the operator allows it. A name that leads nowhere yet is taken; where it leads is
        looked at again at each delivery.
        """
        return self._connection.ask(
            NewWebhook, "POST", "/api/v1/webhooks", body={"url": url, "form": form, "game": game, "digest": digest}
        )

    def remove_webhook(self, webhook_id: str) -> None:
        """Remove a webhook."""
        self._connection.do("DELETE", self._connection.path("/api/v1/webhooks/{webhook_id}", webhook_id))

    def test_webhook(self, webhook_id: str) -> Tested:
        """Send a test; the list of deliveries tells what came of it."""
        return self._connection.ask(
            Tested, "POST", self._connection.path("/api/v1/webhooks/{webhook_id}/test", webhook_id)
        )

    def webhook_deliveries(self, webhook_id: str, *, limit: int | Unset = UNSET) -> Deliveries:
        """What was delivered to a webhook, and what was not, with the reason."""
        return self._connection.ask(
            Deliveries,
            "GET",
            self._connection.path("/api/v1/webhooks/{webhook_id}/deliveries", webhook_id),
            query={"limit": limit},
        )

    def mail(self, *, game: str | Unset | None = UNSET) -> Mail:
        """Your e-mail address for notices: that for all games, or with `game` the one of its own that a game has."""
        return self._connection.ask(Mail, "GET", "/api/v1/accounts/me/mail", query={"game": game})

    def set_mail(self, *, address: str, game: str | Unset | None = UNSET, digest: int | Unset | None = UNSET) -> Mail:
        """Have notices sent to an e-mail address, in the place of an earlier one: of all games, or with `game` of
        that one.

        An address that is new is sent a link; nothing else goes there before it is opened. Send the address
        again for another link, ten minutes later at the earliest. A game that has an address of its own is told
        of there only.
        """
        return self._connection.ask(
            Mail, "PUT", "/api/v1/accounts/me/mail", query={"game": game}, body={"address": address, "digest": digest}
        )

    def remove_mail(self, *, game: str | Unset | None = UNSET) -> None:
        """Have no more mails sent to the address for all games, or to that of one."""
        self._connection.do("DELETE", "/api/v1/accounts/me/mail", query={"game": game})

    def test_mail(self, *, game: str | Unset | None = UNSET) -> Tested:
        """Send a test mail to your confirmed address."""
        return self._connection.ask(Tested, "POST", "/api/v1/accounts/me/mail/test", query={"game": game})

    def mail_deliveries(self, *, limit: int | Unset = UNSET, game: str | Unset | None = UNSET) -> Deliveries:
        """What was mailed to you, and what was not, with the reason."""
        return self._connection.ask(
            Deliveries, "GET", "/api/v1/accounts/me/mail/deliveries", query={"limit": limit, "game": game}
        )

    def muted(self, game_id: str) -> KeptMuted:
        """Whether you hear nothing of a game."""
        return self._connection.ask(
            KeptMuted, "GET", self._connection.path("/api/v1/games/{game_id}/notifications", game_id)
        )

    def mute(self, game_id: str, *, muted: bool) -> KeptMuted:
        """Hear nothing of a game any more, or again."""
        return self._connection.ask(
            KeptMuted,
            "PUT",
            self._connection.path("/api/v1/games/{game_id}/notifications", game_id),
            body={"muted": muted},
        )

    def muted_league(self, league_id: str) -> KeptMuted:
        """Whether you hear nothing of a league."""
        return self._connection.ask(
            KeptMuted, "GET", self._connection.path("/api/v1/leagues/{league_id}/notifications", league_id)
        )

    def mute_league(self, league_id: str, *, muted: bool) -> KeptMuted:
        """Hear nothing of a league any more, or again; its games tell you of themselves as before."""
        return self._connection.ask(
            KeptMuted,
            "PUT",
            self._connection.path("/api/v1/leagues/{league_id}/notifications", league_id),
            body={"muted": muted},
        )

    def muted_challenge(self, challenge_id: str) -> KeptMuted:
        """Whether you hear of no invitations to groups of a challenge."""
        return self._connection.ask(
            KeptMuted, "GET", self._connection.path("/api/v1/challenges/{challenge_id}/notifications", challenge_id)
        )

    def mute_challenge(self, challenge_id: str, *, muted: bool) -> KeptMuted:
        """Hear of no invitations to groups of a challenge any more, or again."""
        return self._connection.ask(
            KeptMuted,
            "PUT",
            self._connection.path("/api/v1/challenges/{challenge_id}/notifications", challenge_id),
            body={"muted": muted},
        )
