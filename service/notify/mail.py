"""E-mail by SMTP."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.header import Header
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formataddr, formatdate, parseaddr
from urllib.parse import SplitResult, unquote, urlsplit

from service.notify.delivery import Delivery, NotDelivered

LONGEST_LINE = 76
"""A line that is folded is a space and an encoded word of 75 characters at most (RFC 2047, 2)."""

ENCODED_WORD = "=?"
"""How one begins (RFC 2047, 2)."""

CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What ends lines or is no character: it has no place in a header."""

TIMEOUT = 20.0
"""Seconds for the mail server to answer."""


class AsSet(EmailPolicy):
    """Mails as SMTP wants them, whose headers are written as they are set.

    The library reads what is set, encoded words in it too, and writes what it has read: whoever gives something a name
    would write headers. A link that is too long for a line it folds into an encoded word, which no mail program
    follows.
    """

    def header_store_parse(self, name: str, value: str) -> tuple[str, str]:
        return name, value

    def fold_binary(self, name: str, value: str) -> bytes:
        return f"{name}: {value}{self.linesep}".encode()


class Mailer:
    """Sends mails through the server of the installation's setting: `smtp://` or `smtps://[user:password@]host[:port]`.

    With `smtp` TLS begins where the server offers it (STARTTLS), always before a password is sent.
    """

    def __init__(self, server: str, sender: str) -> None:
        self._server = urlsplit(server)
        self._sender = sender

    def send(self, address: str, delivery: Delivery, unsubscribe: str | None = None) -> None:
        """Send it once, under a Message-ID that is made of the delivery's id; `NotDelivered` if the server refuses, and
        where the address, or what is sent, cannot stand in a mail.

        `unsubscribe` is the address of a page that ends such mails.
        """
        name, own = parseaddr(self._sender)
        try:
            message = _message(_named(name, _as_it_is(own)), _as_it_is(address), delivery, unsubscribe)
            message["Message-ID"] = f"<{delivery.id}@{own.rpartition('@')[2]}>"
        except ValueError as error:
            raise NotDelivered(f"this makes no mail: {error}", for_good=True) from None
        try:
            with _connect(self._server) as server:
                server.send_message(message, own, [address])
        except smtplib.SMTPRecipientsRefused as error:
            [(code, reason)] = error.recipients.values()
            raise NotDelivered(f"the mail server refuses the address: {reason!r}", for_good=code >= 500) from None
        except (OSError, smtplib.SMTPException) as error:
            raise NotDelivered(f"the mail server does not take it: {error}") from None


def _message(sender: str, address: str, delivery: Delivery, unsubscribe: str | None) -> EmailMessage:
    message = EmailMessage(policy=AsSet(linesep="\r\n"))
    message["From"] = sender
    message["To"] = address
    message["Subject"] = _written(delivery.subject, "Subject")
    message["Date"] = formatdate()
    message["Auto-Submitted"] = "auto-generated"
    if unsubscribe is not None:
        message["List-Unsubscribe"] = f"<{_as_it_is(unsubscribe)}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    # Not every server takes bytes of eight bits.
    message.set_content(delivery.text, cte="7bit" if delivery.text.isascii() else "quoted-printable")
    return message


def _written(text: str, header: str) -> str:
    """A text as the value of a header: whoever reads the header reads the text, whatever stands in it."""
    line = CONTROLS.sub(" ", text)
    charset = "us-ascii" if line.isascii() and ENCODED_WORD not in line else "utf-8"
    return Header(line, charset, LONGEST_LINE, header).encode(linesep="\r\n")


def _named(name: str, address: str) -> str:
    """An address with the name of whose it is."""
    if name.isascii() and ENCODED_WORD not in name and not CONTROLS.search(name):
        return formataddr((name, address))
    return f"{_written(name, 'From')} <{address}>"


def _as_it_is(value: str) -> str:
    """A value that is no text, such as an address; `ValueError` for one that might be read as another."""
    if ENCODED_WORD in value or CONTROLS.search(value):
        raise ValueError(f"{value!r} has no place in a header")
    return value


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
