"""Accounts: names, passwords, tokens. Games know them by opaque ids only, so that a person can be forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from sqlalchemy import bindparam, delete, insert, select, update

from domain.contract.quantities import DAY
from domain.contract.reason import Reason
from projections.statements import Cursor, Statement, any_row, matching, once, put
from service.errors import ServiceError
from service.people.account import BY_ID, BY_NAME, LANGUAGES, Account
from service.people.bots import IS_BOT, AccountNames, marked
from service.people.budgets import NAMES, NO_BUDGETS, Budgets
from service.people.former_names import FormerNames
from service.people.guest_names import check_no_guest_name, guest_names
from service.people.in_turn import in_turn
from service.people.names import checked_persons_name, name_key
from service.people.passwords import Passwords
from service.people.personal import FORGOTTEN
from service.people.scopes import ALL, Scope
from service.people.tokens import Grant, KnownToken, Token, Tokens, still_there
from service.people.ttl_cache import TtlCache
from service.people.zones import zone_called
from service.settings import Budget
from service.store import relations
from service.store.event_store import Change, IntegrityError, Store, executing

__all__ = ["Accounts", "Grant", "KnownToken", "Token"]

NAMES_KEPT = 90 * DAY
"""Seconds for which a name that was given up is free to nobody else."""

_ACCOUNTS = relations.accounts
_ID = matching(_ACCOUNTS.c.id)

KEEP = insert(_ACCOUNTS)

LOGIN = select(_ACCOUNTS.c.id, _ACCOUNTS.c.password).where(matching(_ACCOUNTS.c.name_key))

_BOT = relations.bots.c.account

NAME = select(_ACCOUNTS.c.name, _BOT).outerjoin(relations.bots, _ACCOUNTS.c.id == _BOT).where(_ID)

_KEY = _ACCOUNTS.c.name_key

LAST_LETTER = "\U0010ffff"
"""Comes after every letter that a name has."""

PASSWORD = select(_ACCOUNTS.c.password).where(_ID)

WRONG_CREDENTIALS = Reason("no account has this name and password")

ANOTHER_PASSWORD = Reason("the old password is another one")

RENAME = update(_ACCOUNTS).values(name=bindparam("name"), name_key=bindparam("name_key")).where(_ID)

SET_PASSWORD = update(_ACCOUNTS).values(password=bindparam("password")).where(_ID)

SETTLE = put(relations.account_settings)

BEGINNING_WITH = (
    select(_ACCOUNTS.c.name)
    .where(bindparam("first") <= _KEY, bindparam("last") > _KEY)
    .order_by(_KEY)
    .limit(bindparam("most"))
)

_OPERATOR = relations.operators.c.account

IS_OPERATOR, MAKE_OPERATOR = any_row(_OPERATOR), once(relations.operators)

UNMAKE_OPERATOR = delete(relations.operators).where(matching(_OPERATOR))


class Accounts:
    """The accounts of an installation. Raises `ServiceError`; where a password is given, `crowded` too (`Passwords`).

    `clock()` is the time in seconds UTC, `entropy(n)` gives n random bytes; a name that was given up is free to others
    after `names_kept` seconds.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        passwords: Passwords | None = None,
        names_kept: int = NAMES_KEPT,
        budgets: Mapping[str, Budget] = NO_BUDGETS,
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self.passwords = passwords or Passwords()
        self._tokens = Tokens(store, clock, entropy)
        self._names = TtlCache(self._named, clock)
        self._former = FormerNames(store, clock, names_kept)
        self._budgets = Budgets(store, clock, budgets)
        self._may_operate: Callable[[], bool] = lambda: True

    def create(self, name: str, password: str | None = None, *, bot: bool = False) -> tuple[Account, Token]:
        """A new account and its first token; `malformed` or `name-taken` (names differ by more than case, and one that
        was given up is not free at once).

        Without a password only tokens log it in. `bot` marks it for ever as one that a program plays with.
        """
        checked = checked_persons_name(name)
        check_no_guest_name(checked)
        return self._create(checked, password, bot=bot)

    def create_guest(self) -> tuple[Account, Token]:
        """A new account without a password, under a free name such as "Guest 4821", and its first token."""
        for name in guest_names(self._entropy):
            with _unless_taken():
                return self._create(name, None, bot=False)
        raise ServiceError("name-taken", "no name for a guest is free")

    def authenticate(self, secret: str) -> str | None:
        """The id of the account that this token logs in; None for no valid token."""
        grant = self._tokens.grant(secret)
        return None if grant is None else grant.account

    def grant(self, secret: str) -> Grant | None:
        """What this token gives its bearer; None for no valid token."""
        return self._tokens.grant(secret)

    def login(
        self,
        name: str,
        password: str,
        token_name: str | None = None,
        scopes: frozenset[Scope] = ALL,
        ends: int | None = None,
    ) -> Token:
        """A new token; `wrong-credentials`, whatever was wrong, after the same work; `malformed` and `not-found` as
        `make_token`."""
        found = self._store.rows(LOGIN, name_key=name_key(name))
        hashed = found[0]["password"] if found else None
        if not self.passwords.fits(hashed, password):
            raise ServiceError("wrong-credentials", WRONG_CREDENTIALS)
        account_id = found[0]["id"]
        still = _still(account_id, hashed, "wrong-credentials", WRONG_CREDENTIALS)
        return self.make_token(account_id, token_name, scopes, ends, beside=[still])

    def make_token(
        self,
        account_id: str,
        token_name: str | None = None,
        scopes: frozenset[Scope] = ALL,
        ends: int | None = None,
        by_token: str | None = None,
        by_code: tuple[str, str] | None = None,
        beside: Sequence[Change] = (),
    ) -> Token:
        """A further token of the account, for these purposes, worth nothing from `ends` on (seconds UTC; None: it
        lasts); `malformed` for a name that none may have, or an end that is past, `not-found` once the account is gone.

        `by_token` is the id of the token by which it is asked for (`unauthorized` once that has ended), `by_code` the
        app that gets it, and the hash of its code (`IntegrityError`: there is a token for that); what is `beside` it is
        stored with it.
        """
        token, kept = self._tokens.make(account_id, token_name, scopes, ends, by_code)
        asked = [] if by_token is None else [still_there(account_id, by_token)]
        self._store.write(in_turn(account_id), *asked, *kept, *beside)
        return token

    def end_app(self, app_id: str, beside: Sequence[Change]) -> None:
        """Store what is `beside` it, by which the app gets no more tokens, and end all that it got, of whomever."""
        self._write([*beside, *self._tokens.ended_of_app(app_id)])

    def end_token_of_code(self, app_id: str, code: str) -> None:
        """End the token that an app got for a code, of which this is the hash, if there is one."""
        self._write(self._tokens.ended_of_app(app_id, code))

    def logout(self, account_id: str, token_id: str) -> None:
        """End a token of the account; `not-found` if it has none of this id."""
        self._tokens.end(account_id, token_id)

    def logout_everywhere(self, account_id: str, keeping: str | None = None) -> None:
        """End all tokens of the account, those too that are being made, but the one whose secret is `keeping`."""
        self._write([in_turn(account_id), *self._tokens.all_ended(account_id, keeping)])

    def tokens(self, account_id: str) -> list[KnownToken]:
        """What logs the account in, the newest first."""
        return self._tokens.of(account_id)

    def get(self, account_id: str) -> Account:
        """The account; `not-found` if there is none."""
        account = self._one(BY_ID, id=account_id)
        if account is None:
            raise ServiceError("not-found", "there is no such account")
        return account

    def by_name(self, name: str) -> Account | None:
        """The account of this name, in whatever case."""
        return self._one(BY_NAME, name_key=name_key(name))

    def beginning_with(self, typed: str, most: int) -> list[str]:
        """The names that begin with these letters, without case, in their order."""
        first = name_key(typed)
        found = self._store.rows(BEGINNING_WITH, first=first, last=first + LAST_LETTER, most=most)
        return [row["name"] for row in found if name_key(row["name"]).startswith(first)]

    def names(self, account_ids: Iterable[str]) -> AccountNames:
        """Account id -> name, for those that exist. A new name from another process is seen a second later."""
        known = self._names.get
        return AccountNames(found for account_id in account_ids if (found := known(account_id)) is not None)

    def is_bot(self, account_id: str) -> bool:
        """Whether the account is marked as a bot's."""
        return self._store.has(IS_BOT, account=account_id)

    def change(
        self,
        account_id: str,
        *,
        name: str | None = None,
        password: str | None = None,
        old_password: str | None = None,
        keeping: str | None = None,
        time_zone: str | None = None,
        language: str | None = None,
        bot: bool | None = None,
    ) -> Account:
        """Change all that is given, or nothing (None: as it was); `malformed`, `name-taken`, and `illegal` for the mark
        of a bot that is to be taken away.

        A new password takes the place of the old one, which must be told (`illegal`), if there is one: whoever has
        found a token does not get the account. It ends all tokens but the one whose secret is `keeping`.
        """
        account = self.get(account_id)
        changes = [in_turn(account_id), *([] if bot is None else marked(account_id, account.bot, bot))]
        if name is not None:
            changes += self._renamed(account, name)
        if password is not None:
            changes += self._with_password(account_id, password, old_password)
            changes += self._tokens.all_ended(account_id, keeping)
        if time_zone is not None or language is not None:
            changes.append(_settled(account, time_zone, language))
        with _name_taken(str(name)):
            self._write(changes)
        return self.get(account_id)

    def is_operator(self, account_id: str) -> bool:
        """Whether the account may use the verbs of operators, and whoever asks now may do so for it."""
        return self._may_operate() and self._store.has(IS_OPERATOR, account=account_id)

    def operated_by(self, may_operate: Callable[[], bool]) -> None:
        """Have the verbs of operators for nobody while `may_operate()` is false: for whose token is not for them."""
        self._may_operate = may_operate

    def set_operator(self, account_id: str, operator: bool) -> None:
        """Give the account the verbs of operators, or take them away; `not-found` if there is none."""
        decided = executing(MAKE_OPERATOR if operator else UNMAKE_OPERATOR, account=account_id)
        self._store.write(in_turn(account_id), decided)

    def forget(self, account_id: str) -> None:
        """Delete what is kept of the person; the games stay, with the bare id."""
        forgotten = [executing(statement, gone=account_id) for statement in FORGOTTEN]
        self._write([in_turn(account_id), self._former.given_up(account_id, None), *forgotten])

    def _create(self, name: str, password: str | None, *, bot: bool) -> tuple[Account, Token]:
        made = (self._entropy(16).hex(), name, self._clock())
        account = Account(*made, bot=bot, has_password=password is not None)
        hashed = None if password is None else self.passwords.hashed(password)
        token, kept = self._tokens.make(account.id)
        row = {
            "id": account.id,
            "name": account.name,
            "name_key": name_key(account.name),
            "password": hashed,
            "created": account.created,
        }
        with _name_taken(account.name):
            taken = self._former.taken(account.name, account.id)
            self._store.write(executing(KEEP, **row), taken, *marked(account.id, False, bot), *kept)
        return account, token

    def _renamed(self, account: Account, typed: str) -> list[Change]:
        """The changes by which an account takes a name, and gives up the one that it had, which is nobody else's then
        for long: so often a day."""
        name = checked_persons_name(typed)
        renamed = [
            self._former.given_up(account.id, name),
            executing(RENAME, id=account.id, name=name, name_key=name_key(name)),
        ]
        if name_key(name) == name_key(account.name):
            return renamed
        check_no_guest_name(name)
        counted = self._budgets.spent_today(account.id, NAMES, [account.id])
        return [*renamed, self._former.taken(name, account.id), *counted]

    def _write(self, changes: Sequence[Change]) -> None:
        """Make changes after which a token may be ended, or a name another."""
        self._store.write(*changes)
        self._tokens.forget()
        self._names.forget()

    def _named(self, account_id: str) -> tuple[str, str, bool] | None:
        for row in self._store.rows(NAME, id=account_id):
            return account_id, str(row["name"]), row["account"] is not None
        return None

    def _one(self, statement: Statement, **key: str) -> Account | None:
        for row in self._store.rows(statement, **key):
            return Account.of_row(row)
        return None

    def _with_password(self, account_id: str, password: str, old: str | None) -> list[Change]:
        """The changes by which an account takes a password in the place of the old one; `illegal` for another one.

        They follow `in_turn`.
        """
        [found] = self._store.rows(PASSWORD, id=account_id)
        before = found["password"]
        if before is not None and not self.passwords.fits(before, old or ""):
            raise ServiceError("illegal", ANOTHER_PASSWORD)
        taken = executing(SET_PASSWORD, id=account_id, password=self.passwords.hashed(password))
        return [_still(account_id, before, "illegal", ANOTHER_PASSWORD), taken]


def _still(account_id: str, hashed: str | None, code: str, reason: Reason) -> Change:
    """The change that refuses where the password is another one than was checked, which takes a while.

    It follows `in_turn`.
    """

    def check(cursor: Cursor) -> None:
        if cursor.execute(PASSWORD, id=account_id).fetchone()["password"] != hashed:
            raise ServiceError(code, reason)

    return check


def _settled(account: Account, time_zone: str | None, language: str | None) -> Change:
    """The change that keeps a time zone and a language (None: as they are then); `malformed` for one that there is not,
    but the zone may be left as it is."""
    if time_zone not in (None, account.time_zone):
        zone_called(time_zone)
    if language not in (None, *LANGUAGES):
        raise ServiceError("malformed", "there are the languages {languages}", languages=", ".join(LANGUAGES))

    def settle(cursor: Cursor) -> None:
        now = Account.of_row(cursor.execute(BY_ID, id=account.id).fetchone())
        chosen = now.language if now.has_chosen_language else ""
        cursor.execute(SETTLE, account=account.id, time_zone=time_zone or now.time_zone, language=language or chosen)

    return settle


@contextmanager
def _name_taken(name: str) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise ServiceError("name-taken", "the name {name!r} is taken", name=name) from None


@contextmanager
def _unless_taken() -> Iterator[None]:
    """Go on after a name that was taken."""
    try:
        yield
    except ServiceError as error:
        if error.code != "name-taken":
            raise
