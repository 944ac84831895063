"""What stands in the headers of mails: what is called something, as it is called, and nothing that it is made of."""

from email import message_from_bytes
from email.policy import default

import pytest

from service.notify.delivery import Delivery
from service.notify.mail import Mailer
from service.notify.messages import said
from service.people.names import checked_name

LINK = "https://games.example/mail/unsubscribe/" + "x" * 200

NAMES = [
    "=?utf-8?q?x=0D=0AContent-Type:text/html=0D=0A=0D=0A<a_href=//e.vil>Sign_in</a>?=",
    "=?utf-8?q?Hi=0D=0AReply-To:_z=40z.org?=",
    "=?utf-8?b?SGkNClJlcGx5LVRvOiB6QHoub3Jn?=",
    "=?utf-8?q?=0A=0Ago_to_evil.org?=",
    "=?utf-8?q?Hi?= =?utf-8?q?Ho?=",
    "x=?utf-8?q?Hi?=x",
    "=?",
    "Ligue d'été à Besançon: on joue, on rejoue",
    "冬の夜長" * 20,
    "Winter nights " * 5 + "and so on",
]

LONG = f"Very long, {'name ' * 20}of a club"

SENDERS = ["", "Nightledger", "Games, Inc.", LONG, "Spiele für alle", "=?utf-8?q?a=0AX=3A_y?="]


def sent(mail_server, delivery, sender="Nightledger <games@games.example>"):
    """What a mail program reads of a mail that was sent."""
    Mailer(mail_server.url, sender).send("ann@home.example", delivery, LINK)
    return message_from_bytes(b"\r\n".join(mail_server.lines), policy=default)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_in_a_subject_as_it_is_written_and_is_no_header_and_no_text(mails, name, language):
    subject = said(language, "challenge-invited", challenge=checked_name(name), game="Nightfall")
    plain = sent(mails, Delivery("d1", "It is your turn", "TEXT", []))
    mail = sent(mails, Delivery("d1", subject, "TEXT", []))
    assert mail["Subject"] == subject
    assert mail.keys() == plain.keys()
    assert (mail.get_content_type(), mail.get_content()) == ("text/plain", "TEXT\r\n")
    assert all(len(line) <= 76 for line in mails.lines if not line.startswith(b"List-Unsubscribe:"))
    assert f"List-Unsubscribe: <{LINK}>".encode() in mails.lines


@pytest.mark.parametrize("control", ["\r\n", "\n", "\r", "\n\n", "\0", "\x85", "\u2028", "\u2029", "\ud800"])
def test_nothing_in_a_subject_ends_its_line(mails, control):
    mail = sent(mails, Delivery("d1", f"Hello{control}Reply-To: z@z.example", "TEXT", []))
    assert "Reply-To" not in mail
    assert mail["Subject"].split() == ["Hello", "Reply-To:", "z@z.example"]


@pytest.mark.parametrize("name", SENDERS)
def test_the_sender_has_the_name_that_the_setting_says(mails, name):
    sender = f'"{name}" <games@games.example>' if name else "games@games.example"
    mail = sent(mails, Delivery("d1", "Hello", "TEXT", []), sender)
    [address] = mail["From"].addresses
    assert (address.display_name, address.addr_spec) == (name, "games@games.example")
    assert mail["Message-ID"] == "<d1@games.example>"


def test_a_setting_that_no_server_can_be_reached_by_loses_no_mail():
    mailer = Mailer("smtp://mail..games.example:25", "games@games.example")
    with pytest.raises(UnicodeError):
        mailer.send("ann@home.example", Delivery("d1", "Hello", "TEXT", []), LINK)
