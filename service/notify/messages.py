"""What notices say: in the recipient's language, with the address of the table, and the proof of its log."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Protocol

from domain.log.canon import Json
from projections.notices.kinds import CHALLENGE_INVITED, LAST_CALL, OVER, REMINDER, TAKEBACK, TEST, TURN
from projections.notices.of_leagues import KINDS as LEAGUE_KINDS
from projections.notices.of_leagues import REMINDED
from projections.notices.outbox import Row
from service.errors import ServiceError
from service.notify.channels import MAIL, PUSH, Channel
from service.notify.delivery import Delivery

OF_A_POSITION = (TURN, LAST_CALL, TAKEBACK, OVER)
"""The kinds of notices, beside reminders, that are about a position of a game."""


class Leagues(Protocol):
    """What messages tell of leagues, each by its id: the name, the words of organisers by theirs, and what clocks show
    at an instant where the league is."""

    def called(self, league_id: str) -> str: ...

    def words(self, league_id: str) -> Mapping[str, str]: ...

    def deadline(self, league_id: str, due: int) -> str: ...


class Messages:
    """Writes messages. `address` is the installation's own in the web; `title(game)` is what a game is called,
    `league` knows leagues, `challenge(id)` what a challenge is; `recap(game, account, seat, language)` is
    what has happened there since the seat's last move, and `seats(game, account)` which seats are the account's."""

    def __init__(
        self,
        address: str,
        title: Callable[[str], str],
        league: Leagues,
        challenge: Callable[[str], str],
        recap: Callable[[str, str, str, str], Sequence[str]],
        seats: Callable[[str, str], Sequence[str]],
    ) -> None:
        self._address = address.rstrip("/")
        self._title = title
        self._league = league
        self._challenge = challenge
        self._recap = recap
        self._seats = seats

    def of_one(self, row: Row, language: str) -> Delivery:
        """The message of one notice."""
        subject = self._subject(row, language)
        return Delivery(row.id, subject, self._text(row, subject, language), [self._facts(row)])

    def digest(self, rows: Sequence[Row], channel: Channel, due: int, language: str) -> Delivery:
        """One message for the notices that were due together (seconds UTC); its id follows from channel and time."""
        told = hashlib.sha256(f"{channel.id} {due}".encode()).hexdigest()[:32]
        lines = [self._subject(row, language) for row in rows]
        text = "\n\n".join(self._text(row, line, language) for row, line in zip(rows, lines))
        facts = [self._facts(row) for row in rows]
        if len(rows) == 1:
            return Delivery(told, lines[0], text, facts)
        subject = said(language, "digest", count=len({row.game for row in rows}))
        return Delivery(told, subject, text, facts, lines=lines)

    def confirmation(self, row: Row, channel: Channel, token: str, language: str) -> Delivery:
        """The mail, or what a webhook or a device is posted, that asks for an address to be confirmed."""
        asked = {MAIL: "confirm", PUSH: "confirm_device"}.get(channel.kind, "confirm_webhook")
        line = said(language, f"{asked}_text")
        text = f"{line}\n{self._address}/mail/confirm/{token}"
        return Delivery(row.id, said(language, asked), text, [], challenge=token, lines=[line])

    def unsubscribe(self, token: str) -> str:
        """The address of the page that ends mails."""
        return f"{self._address}/mail/unsubscribe/{token}"

    def _subject(self, row: Row, language: str) -> str:
        if row.kind in LEAGUE_KINDS:
            return said(language, row.kind, league=self._league.called(row.game), told=row.asked.split())
        if row.kind == CHALLENGE_INVITED:
            return said(language, row.kind, challenge=self._challenge(row.game), game=self._title(row.played))
        kind, _, share = row.kind.partition("-") if row.kind.startswith(REMINDER) else (row.kind, "", "")
        played = self._title(row.played) if row.played else ""
        return said(language, kind, game=played, seat=self._seat(row), share=share)

    def _seat(self, row: Row) -> str:
        """Which of the recipient's seats it is about, where that is no matter of course."""
        try:
            several = row.seat != "" and len(self._seats(row.game, row.account)) > 1
        except ServiceError:
            several = False
        return f" ({row.seat})" if several else ""

    def _text(self, row: Row, subject: str, language: str) -> str:
        if row.kind == TEST:
            return subject
        proof = said(language, "proof", version=row.version, head=row.head)
        return "\n".join([subject, *self._told(row, language), self._table(row), proof])

    def _told(self, row: Row, language: str) -> Sequence[str]:
        """What has happened at the table since the recipient's last move, where a move is asked for."""
        if row.kind == REMINDED:
            return self._reminded(row, language)
        if row.kind not in (TURN, LAST_CALL) and not row.kind.startswith(REMINDER):
            return ()
        try:
            return self._recap(row.game, row.account, row.seat, language)
        except ServiceError:
            return ()

    def _reminded(self, row: Row, language: str) -> Sequence[str]:
        """When the round is due, and the organiser's words, as far as they still exist."""
        _, words_id, due = row.asked.split()
        words = self._league.words(row.game).get(words_id)
        until = [] if due == "-" else [said(language, "league-due", due=self._league.deadline(row.game, int(due)))]
        return until if words is None else [*until, words]

    def _table(self, row: Row) -> str:
        return f"{self._address}{path_of(row)}"

    def _facts(self, row: Row) -> dict[str, Json]:
        return {
            "id": row.id,
            "kind": row.kind,
            "game": row.game,
            "played": row.played,
            "url": self._table(row),
            "seat": row.seat,
            "decision": row.decision,
            "asked": row.asked,
            "version": row.version,
            "head": row.head,
            "at": row.at,
        }


def path_of(row: Row) -> str:
    """The path of the page that a notice is about, of a position that of the position; empty for a test."""
    if not row.game:
        return ""
    if row.kind in LEAGUE_KINDS:
        return f"/leagues/{row.game}"
    if row.kind == CHALLENGE_INVITED:
        return f"/challenges/{row.game}"
    if row.kind not in OF_A_POSITION and not row.kind.startswith(REMINDER):
        return f"/games/{row.game}"
    return f"/games/{row.game}/at/{row.version}{f'?seat={row.seat}' if row.seat else ''}"


def said(language: str, key: str, **values: object) -> str:
    """A sentence of `words.toml`."""
    return _words()[language][key].format(**values)


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files("service.notify").joinpath("words.toml").read_text("utf-8"))
