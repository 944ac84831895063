"""The forms of webhooks: what is posted, in a form of ours or in those that other services read (docs/webhooks.md).

A new form is a function and a line of `FORMS`: docs/how-to/add-a-channel.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from domain.log.canon import Json
from service.notify.delivery import Delivery

LONGEST_FOR_DISCORD = 1990
LONGEST_FOR_SLACK = 39_000
LONGEST_FOR_NTFY = 1300
"""Characters of a text: Discord takes 2000, Slack 40 000, ntfy 4096 bytes."""

CUT = "\n\n..."
"""At the end of a text of which not all is there."""


def _generic(delivery: Delivery) -> Json:
    body = {"id": delivery.id, "subject": delivery.subject, "text": delivery.text, "notices": list(delivery.facts)}
    return body if delivery.challenge is None else {**body, "challenge": delivery.challenge}


def _discord(delivery: Delivery) -> Json:
    # An address shows where it leads, unless a link is made of it with other words.
    plain = delivery.text.replace("\\", "\\\\").replace("[", "\\[")
    return {"content": _cut(plain, LONGEST_FOR_DISCORD), "allowed_mentions": {"parse": []}}


def _slack(delivery: Delivery) -> Json:
    safe = delivery.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": _cut(safe, LONGEST_FOR_SLACK)}


def _ntfy(delivery: Delivery) -> Json:
    body = {"title": delivery.subject, "message": _cut(delivery.text, LONGEST_FOR_NTFY)}
    return body if (url := _url(delivery)) is None else {**body, "click": url}


def _gotify(delivery: Delivery) -> Json:
    body = {"title": delivery.subject, "message": delivery.text, "priority": 5}
    if (url := _url(delivery)) is None:
        return body
    return {**body, "extras": {"client::notification": {"click": {"url": url}}}}


def _url(delivery: Delivery) -> Json:
    """Where the latest of what is told happened."""
    return delivery.facts[-1].get("url") if delivery.facts else None


def _cut(text: str, longest: int) -> str:
    """As many whole notices of a text as fit, with a mark where some are left out."""
    if len(text) <= longest:
        return text
    whole, _, _ = text[: longest - len(CUT)].rpartition("\n\n")
    return f"{whole or text[: longest - len(CUT)]}{CUT}"


FORMS: Mapping[str, Callable[[Delivery], Json]] = MappingProxyType(
    {"generic": _generic, "discord": _discord, "slack": _slack, "ntfy": _ntfy, "gotify": _gotify}
)
"""Form of a webhook -> the body that is posted."""

TO_TOPICS = ("ntfy",)
"""The forms whose addresses end with a topic: what is posted goes to the server's own address, and names it."""


def posted(form: str, delivery: Delivery, path: str) -> tuple[str, Json]:
    """What is posted in a form to an address with this path, and to which path."""
    body = FORMS[form](delivery)
    if form not in TO_TOPICS:
        return path or "/", body
    before, _, topic = path.rstrip("/").rpartition("/")
    return f"{before}/", {**body, "topic": topic}
