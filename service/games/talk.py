"""Table talk: what people say at a game's table, outside its log, so that it can be forgotten.

What is said by a game's own verbs has its event in the log, the words outside it: `heard` hides those of muted people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, insert, null, select, update

from domain.contract.facets.words import talk as talk_of
from domain.contract.quantities import INSTANTS
from domain.contract.reason import Reason
from domain.log.canon import Json
from domain.table.table import Table
from projections.statements import Cursor, matching
from service.errors import ServiceError
from service.games import views
from service.games.game_logs import GameLogs
from service.games.shapes.beside import Message
from service.people.accounts import Accounts
from service.people.blocks import Blocks
from service.people.in_turn import in_turn
from service.store.event_store import Conflict, IntegrityError, Store, executing
from service.store.relations import messages, reports, shunned, texts
from service.store.waiting import Moves

LONGEST = 2_000
"""Characters of a message, and of the reason of a report."""

NO_MESSAGE = Reason("there is no such message")

MOST = 100
"""Messages on a page."""

ATTEMPTS = 5
"""How often a message is given a number anew because another one was faster."""

_OF_GAME = matching(messages.c.game)
_MESSAGE = matching(messages.c.game, messages.c.number)
_SAID_BEFORE = messages.c.at < bindparam("until")

SAY = insert(messages)

MESSAGES = (
    select(messages)
    .where(_OF_GAME, _SAID_BEFORE, messages.c.number > bindparam("after"))
    .order_by(messages.c.number)
    .limit(bindparam("limit"))
)

LATEST = select(messages).where(_OF_GAME, _SAID_BEFORE).order_by(messages.c.number.desc()).limit(bindparam("limit"))

LAST = select(func.max(messages.c.number).label("number")).where(_OF_GAME, _SAID_BEFORE)

SAID = select(messages.c.account, messages.c.words).where(_MESSAGE)

REMOVE = update(messages).values(words=null()).where(_MESSAGE)

UNHEARD = (
    select(texts.c.id)
    .join(shunned, shunned.c.other == texts.c.account)
    .where(matching(shunned.c.account, texts.c.game))
)

_IS_OPEN = reports.c.settled.is_(None)

REPORT = insert(reports)

REPORTS = select(reports).where(_IS_OPEN).order_by(reports.c.at, reports.c.id)

REPORTED = select(reports.c.id).where(matching(reports.c.game, reports.c.number, reports.c.account), _IS_OPEN)

OPEN_REPORT = select(reports.c.game, reports.c.number).where(matching(reports.c.id), _IS_OPEN)

SETTLE = update(reports).values(settled=bindparam("settled")).where(matching(reports.c.id))


@dataclass(frozen=True)
class Report:
    """A message that somebody holds against its author; `at` is in seconds UTC.

    `by` and `author` are names, None of people who are gone; `words` are as they were when it was reported.
    """

    id: str
    game: str
    number: int
    by: str | None
    author: str | None
    words: str
    reason: str
    at: int


class Talk:
    """What is said at the tables. Thread-safe; raises `ServiceError`.

    `not-found` for a game that the account may not see, `forbidden` for the talk of one that it has no part in:
    those who sit, are invited or opened the game take part; others read, if the game was opened so. Who has lost a seat
    reads what was said before the second in which that was: nothing is said at an earlier time than that of the last
    entry of the game's log, whatever the clock tells.
    """

    def __init__(
        self,
        store: Store,
        logs: GameLogs,
        moves: Moves,
        accounts: Accounts,
        blocks: Blocks,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._logs = logs
        self._moves = moves
        self._accounts = accounts
        self._blocks = blocks
        self._clock = clock
        self._entropy = entropy

    def say(self, account_id: str, game_id: str, text: str) -> Message:
        """Say something at the table."""
        words = _checked(text)
        for _ in range(ATTEMPTS):
            table = self._logs.table(game_id)
            _check_takes_part(table, account_id)
            seat = next(iter(views.own_seats(table, account_id)), None)
            number = self._last(game_id) + 1
            row = {"game": game_id, "number": number, "account": account_id, "seat": seat, "words": words}
            said = executing(SAY, **row, at=max(self._clock(), table.at))
            try:
                # Where the table has moved on meanwhile somebody may have lost a seat.
                self._store.append((), [said], expected=[self._store.unmoved(game_id, table.version)])
            except (Conflict, IntegrityError):
                continue
            self._moves.tell()
            return self.message(game_id, account_id, number)
        raise ServiceError("busy", "others were faster each time; try again")

    def message(self, game_id: str, account_id: str | None, number: int) -> Message:
        """What was said under this number."""
        [said] = self.messages(game_id, account_id, number - 1, 1)
        return said

    def messages(self, game_id: str, account_id: str | None, after: int = 0, limit: int = MOST) -> list[Message]:
        """What was said after the message of this number, the oldest first."""
        until = self._heard_until(game_id, account_id)
        rows = self._store.rows(MESSAGES, game=game_id, after=after, until=until, limit=limit)
        return self._shown(rows, account_id)

    def latest(self, game_id: str, account_id: str | None, limit: int) -> list[Message]:
        """What was said last, the oldest first."""
        until = self._heard_until(game_id, account_id)
        rows = self._store.rows(LATEST, game=game_id, until=until, limit=limit)
        return self._shown(rows[::-1], account_id)

    def heard(
        self, game_id: str, account_id: str | None, entries: Sequence[dict[str, Json]]
    ) -> Sequence[dict[str, Json]]:
        """Log entries as `Ledger.events` gives them, without the words of talk that the account does not want to read.

        An entry from which words are left out is `muted`.
        """
        if account_id is None or not any("texts" in entry for entry in entries):
            return entries
        unheard = {row["id"] for row in self._store.rows(UNHEARD, account=account_id, game=game_id)}
        talk = talk_of(self._logs.table(game_id).game) if unheard else ()
        return [_without(entry, unheard) if entry["type"] in talk else entry for entry in entries]

    def last(self, game_id: str, account_id: str | None) -> int:
        """The number of what was said last that the account may read; 0 if nothing was."""
        with self._logs.latest(game_id) as log:
            until = _hears_until(log.table, account_id)
        return self._last(game_id, until)

    def may_read(self, table: Table, account_id: str | None) -> bool:
        """Whether something of the talk of a game that it may see is for the account too (None: for anybody)."""
        return table.members.hears(account_id, open_talk=views.talk_is_open(table))

    def report(self, account_id: str, game_id: str, number: int, reason: str) -> str:
        """Tell the operators of a message: the report's id, the same as long as they have not settled it."""
        why = _checked(reason)
        until = self._heard_until(game_id, account_id)
        # A number beyond the last one may be longer than a database takes.
        known = 0 < number <= self._last(game_id, until)
        found = self._store.rows(SAID, game=game_id, number=number) if known else []
        if not found or found[0]["words"] is None:
            raise ServiceError("not-found", NO_MESSAGE)
        report_id, author = self._entropy(8).hex(), found[0]["account"]

        def keep(cursor: Cursor) -> None:
            nonlocal report_id
            before = cursor.execute(REPORTED, game=game_id, number=number, account=account_id).fetchone()
            if before is not None:
                report_id = str(before["id"])
                return
            words = cursor.execute(SAID, game=game_id, number=number).fetchone()["words"]
            if words is None:
                raise ServiceError("not-found", NO_MESSAGE)
            about = {"game": game_id, "number": number, "account": account_id, "author": author, "words": words}
            cursor.execute(REPORT, id=report_id, **about, reason=why, at=self._clock(), settled=None)

        self._store.write(in_turn(account_id, author), keep)
        return report_id

    def reports(self) -> list[Report]:
        """The reports that are not settled, the oldest first; for operators."""
        rows = self._store.rows(REPORTS)
        people = (person for row in rows for person in (row["account"], row["author"]) if person is not None)
        names = self._accounts.names(people)
        return [
            Report(
                id=row["id"],
                game=row["game"],
                number=row["number"],
                by=names.get(row["account"]),
                author=names.get(row["author"]),
                words=row["words"],
                reason=row["reason"],
                at=row["at"],
            )
            for row in rows
        ]

    def settle(self, report_id: str, remove: bool = False) -> None:
        """A report needs nothing more; with `remove` the words of the message are deleted. `not-found` without one."""
        found = self._store.rows(OPEN_REPORT, id=report_id)
        if not found:
            raise ServiceError("not-found", "there is no such open report")
        changes = [executing(SETTLE, id=report_id, settled=self._clock())]
        if remove:
            changes.append(executing(REMOVE, game=found[0]["game"], number=found[0]["number"]))
        self._store.write(*changes)

    def _last(self, game_id: str, until: int = INSTANTS.most) -> int:
        [row] = self._store.rows(LAST, game=game_id, until=until)
        return int(row["number"] or 0)

    def _heard_until(self, game_id: str, account_id: str | None) -> int:
        """The instant up to which the account reads the talk; `forbidden` if none of it is for it."""
        with self._logs.latest(game_id) as log:
            views.check_may_know(log.table, account_id)
            if not self.may_read(log.table, account_id):
                raise ServiceError("forbidden", "what is said at this table is for those who take part")
            return _hears_until(log.table, account_id)

    def _shown(self, rows: list[Any], account_id: str | None) -> list[Message]:
        unheard = self._blocks.unheard(account_id)
        names = self._accounts.names(str(row["account"]) for row in rows if row["account"] is not None)
        return [
            Message(
                number=row["number"],
                by=names.get(row["account"]),
                seat=row["seat"],
                at=row["at"],
                text=None if row["account"] in unheard else row["words"],
                muted=row["account"] in unheard,
            )
            for row in rows
        ]


def _hears_until(table: Table, account_id: str | None) -> int:
    """The instant up to which the account reads what is said at the table."""
    until = table.members.hears_until(account_id, open_talk=views.talk_is_open(table))
    return INSTANTS.most if until is None else until


def _without(entry: dict[str, Json], unheard: Set[str]) -> dict[str, Json]:
    """A log entry without these words."""
    texts = {text_id: words for text_id, words in entry.get("texts", {}).items() if text_id not in unheard}
    return entry if texts == entry.get("texts", {}) else {**entry, "texts": texts, "muted": True}


def _check_takes_part(table: Table, account_id: str) -> None:
    if not table.members.belongs(account_id):
        views.check_may_know(table, account_id)
        raise ServiceError("forbidden", "only who takes part in a game talks at its table")


def _checked(text: str) -> str:
    words = text.strip()
    if not 1 <= len(words) <= LONGEST:
        raise ServiceError("malformed", "1 to {longest} characters", longest=LONGEST)
    return words
