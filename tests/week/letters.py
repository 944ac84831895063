"""What comes in the post of four people: three have a webhook, at a path of their name, the fourth has e-mail."""

import json
import re

import msgspec

from service.notify.messages import said
from tests.notify.peers import Hook, MailServer

MAILED = "dee"
ADDRESS = f"{MAILED}@home.example"

OF_A_GAME = re.compile(r"/games/(?P<game>[^/\s]+)\S*\s+Version (?P<version>\d+) of the log, head (?P<head>\w+)")


class Letter(msgspec.Struct, frozen=True):
    """A notice as it came: to whom, the id of its delivery, and what it says of which game."""

    to: str
    id: str
    kind: str
    game: str
    version: int
    head: str


class Letters:
    """The peers that the post is delivered to, and what they have got, as often as they have got it."""

    def __init__(self):
        self.hook = Hook()
        self.mails = MailServer()

    def received(self):
        """Every letter, the webhooks' before the mails; each person's in the order in which they came."""
        return [*map(_posted, self.hook.posted), *map(_mailed, self.mails.taken)]

    def acknowledged(self):
        """How many letters their senders know to have come."""
        return self.hook.answered + self.mails.answered

    def before_answers(self, wait):
        """Have every peer wait once it has taken something, before it says so."""
        self.hook.before_answer = self.mails.before_answer = wait

    def close(self):
        self.hook.close()
        self.mails.close()


def _posted(post):
    path, headers, body = post
    [notice] = json.loads(body)["notices"]
    told = {name: notice[name] for name in ("kind", "game", "version", "head")}
    return Letter(path.strip("/"), headers["Nightledger-Delivery"], **told)


def _mailed(mail):
    found = OF_A_GAME.search(mail.get_payload(decode=True).decode())
    kind = _kinds()[mail["Subject"]]
    return Letter(MAILED, mail["Message-ID"], kind, found["game"], int(found["version"]), found["head"])


def _kinds():
    """Subject -> kind."""
    game = "Talking pig"
    plain = ("started", "turn", "takeback", "over")
    subjects = {said("en", kind, game=game, seat=""): kind for kind in plain}
    shares = {said("en", "reminder", game=game, seat="", share=share): f"reminder-{share}" for share in (50, 80, 95)}
    return subjects | shares
