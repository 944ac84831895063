"""What people are told: the kinds of notices, and what each of them holds. `projections.notices.outbox` sends them
on."""

from __future__ import annotations

import msgspec

from domain.log.record import Public

TURN = "turn"
STARTED = "started"
OVER = "over"
INVITED = "invited"
TAKEBACK = "takeback"
TEST = "test"
CONFIRM = "confirm"
"""The mail that asks whether an address is its owner's."""

REMINDER = "reminder-"
"""The beginning of the kinds `reminder-50`, `reminder-80` and `reminder-95`."""

CHALLENGE_INVITED = "challenge-invited"
"""A group of a challenge keeps a seat for the account."""

SEAT_AI = "seat-ai"
"""An AI has taken the account's seat, which is kept for it."""

SEAT_LOST = "seat-lost"
"""The account has lost its seat, to the clock or by an operator's hand."""

SEAT_GIVEN = "seat-given"
"""An operator has given the account a seat, or it has back the one that an AI kept, as nobody else is left."""

LAST_CALL = "last-call"
"""The account's time is up, and there is one more full time before the game ends."""

CHANGES_OF_HANDS = (SEAT_AI, SEAT_LOST, SEAT_GIVEN)

INVITATIONS = (INVITED, CHALLENGE_INVITED)


class Notice(msgspec.Struct, frozen=True):
    """What an account is to be told. `decision` is that decision's id, or what else tells two notices of a kind apart.

    `asked` is the kind of decision, or what the words of a league's notice need; `version` and `head` (hex) are the
    log's, `at` is the time in seconds UTC. `by` is the account that invites, if one does.
    """

    account: str
    game: str
    kind: str
    seat: str
    decision: str
    asked: str
    version: int
    head: str
    at: int
    by: str | None = None


def notice_of(
    account: str,
    log_id: str,
    kind: str,
    seat: str,
    event: Public,
    head: str,
    decision: str = "",
    asked: str = "",
    by: str | None = None,
) -> Notice:
    """The notice that an event brings about; without a decision, its version tells it apart."""
    decision = decision or str(event.version)
    return Notice(account, log_id, kind, seat, decision, asked, event.version, head, event.at, by)
