"""E-mail by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from urllib.parse import SplitResult, unquote, urlsplit

from service.notify.delivery import Delivery, NotDelivered

LONGEST_LINE = 76
"""A line that is folded is a space and an encoded word of 75 characters at most (RFC 2047, 2)."""

TIMEOUT = 20.0
"""Seconds for the mail server to answer."""


class LinkUnfolded(EmailPolicy):
    """Mails as SMTP wants them, but for a link that is too long for a line: folded it would be written as an encoded
    word, which no mail program follows."""

    LINK = "List-Unsubscribe"

    def fold_binary(self, name: str, value: str) -> bytes:
        return f"{name}: {value}{self.linesep}".encode() if name == self.LINK else super().fold_binary(name, value)


class Mailer:
    """Sends mails through the server of the installation's setting: `smtp://` or `smtps://[user:password@]host[:port]`.

    With `smtp` TLS begins where the server offers it (STARTTLS), always before a password is sent.
    """

    def __init__(self, server: str, sender: str) -> None:
        self._server = urlsplit(server)
        self._sender = sender

    def send(self, address: str, delivery: Delivery, unsubscribe: str | None = None) -> None:
        """Send it once, under a Message-ID that is made of the delivery's id; `NotDelivered` if the server refuses.

        `unsubscribe` is the address of a page that ends such mails.
        """
        message = EmailMessage(policy=LinkUnfolded(linesep="\r\n", max_line_length=LONGEST_LINE))
        message["From"] = self._sender
        message["To"] = address
        message["Subject"] = delivery.subject
        message["Date"] = formatdate()
        message["Message-ID"] = f"<{delivery.id}@{self._sender.rpartition('@')[2].strip('>')}>"
        message["Auto-Submitted"] = "auto-generated"
        if unsubscribe is not None:
            message[LinkUnfolded.LINK] = f"<{unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        # Not every server takes bytes of eight bits.
        message.set_content(delivery.text, cte="7bit" if delivery.text.isascii() else "quoted-printable")
        try:
            with _connect(self._server) as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            [(code, reason)] = error.recipients.values()
            raise NotDelivered(f"the mail server refuses the address: {reason!r}", for_good=code >= 500) from None
        except (OSError, smtplib.SMTPException) as error:
            raise NotDelivered(f"the mail server does not take it: {error}") from None


def _connect(url: SplitResult) -> smtplib.SMTP:
    secure = ssl.create_default_context()
    host = str(url.hostname)
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, url.port or 465, timeout=TIMEOUT, context=secure)
    else:
        server = smtplib.SMTP(host, url.port or 25, timeout=TIMEOUT)
        server.ehlo()
        if server.has_extn("starttls") or url.password:
            server.starttls(context=secure)
    if url.username and url.password:
        server.login(unquote(url.username), unquote(url.password))
    return server
