"""Apps of others: what may ask people for a token of theirs, by OAuth 2 (RFC 6749) with PKCE (RFC 7636).

An app has no secret: a code is worth something only to who knows the verifier of its challenge. What it gets is a token
like every other, with a name, scopes and an end.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy import bindparam, delete, func, insert, select

from domain.contract.quantities import DAY
from domain.contract.reason import Reason
from projections.statements import Cursor, matching
from service.errors import ServiceError
from service.people.accounts import Accounts, Token
from service.people.in_turn import at_most, in_turn
from service.people.names import check_not_reserved, checked_name
from service.people.scopes import SCOPES, Scope, read, written
from service.people.tokens import HAS_OF_CODE, NAME_LENGTH, still_there
from service.store.event_store import Change, IntegrityError, Store, executing
from service.store.relations import app_codes, apps

GRANTABLE: tuple[Scope, ...] = tuple(scope for scope in SCOPES if scope not in ("operate", "account"))
"""The scopes that an app may ask for: never those by which it would hold the account, or the installation."""

CODE_LASTS = 120
"""Seconds in which a code is exchanged for a token."""

TOKEN_LASTS = 90 * DAY
"""Seconds for which a token of an app lasts: there are no refresh tokens, the app asks again."""

MOST_APPS, MOST_ADDRESSES, LONGEST_ADDRESS = 20, 5, 500

ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")

PRIVATE_SCHEME = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")
"""The scheme of an app on a machine: a domain turned round (RFC 8252, 7.1)."""

HOST = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?", re.IGNORECASE)
"""A host with its port: no more goes into the policy of the page that sends people there."""

KEEP, KEEP_CODE = insert(apps), insert(app_codes)

BY_ID = select(apps).where(matching(apps.c.id))

OF_OWNER = select(apps).where(matching(apps.c.account)).order_by(apps.c.created, apps.c.id)

COUNT = select(func.count().label("count")).where(matching(apps.c.account))

END = delete(apps).where(matching(apps.c.id, apps.c.account))

END_CODES = delete(app_codes).where(matching(app_codes.c.app))

BY_CODE = select(app_codes).where(matching(app_codes.c.code, app_codes.c.app))

END_CODE = delete(app_codes).where(matching(app_codes.c.code))

END_OLD_CODES = delete(app_codes).where(app_codes.c.ends <= bindparam("now"))


@dataclass(frozen=True)
class App:
    """An app, registered by `account`: where it may have people sent back to, and what it may ask for at most."""

    id: str
    account: str
    name: str
    redirect_uris: tuple[str, ...]
    scopes: frozenset[Scope]
    created: int


@dataclass(frozen=True)
class Code:
    """What `account` has allowed an app, until it is exchanged for a token; `challenge` is the verifier's, by S256."""

    code: str
    app: str
    account: str
    redirect_uri: str
    scopes: frozenset[Scope]
    challenge: str
    ends: int


class Apps:
    """The apps of an installation, and what people allow them. Raises `ServiceError`.

    `clock()` is the time in seconds UTC, `entropy(n)` gives n random bytes.
    """

    def __init__(
        self, store: Store, accounts: Accounts, clock: Callable[[], int], entropy: Callable[[int], bytes]
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._clock = clock
        self._entropy = entropy

    def register(self, account_id: str, name: str, redirect_uris: Iterable[str], scopes: Iterable[str]) -> App:
        """A new app of the account; `malformed` for an address or a name that none may have, or a scope that no app
        gets."""
        uris = tuple(dict.fromkeys(redirect_uris))
        if not 1 <= len(uris) <= MOST_ADDRESSES:
            raise ServiceError("malformed", "an app has 1 to {most} addresses", most=MOST_ADDRESSES)
        for uri in uris:
            _check_address(uri)
        wanted = frozenset(scope for scope in GRANTABLE if scope in set(scopes))
        if not wanted or len(wanted) < len(set(scopes)):
            raise ServiceError("malformed", "an app asks for some of {scopes}", scopes=", ".join(GRANTABLE))
        called = checked_name(name.strip(), NAME_LENGTH)
        check_not_reserved(called)
        made = App(self._entropy(16).hex(), account_id, called, uris, wanted, self._clock())
        row = {"id": made.id, "account": account_id, "name": made.name, "created": made.created}
        too_many = Reason("an account has {most} apps at most", most=MOST_APPS)
        self._store.write(
            in_turn(account_id),
            executing(KEEP, **row, redirect_uris=" ".join(uris), scopes=written(wanted)),
            at_most(MOST_APPS, COUNT, too_many, account=account_id),
        )
        return made

    def of(self, account_id: str) -> list[App]:
        """The apps of the account, the first one first."""
        return [_app(row) for row in self._store.rows(OF_OWNER, account=account_id)]

    def known(self, app_id: str) -> App | None:
        """The app of this id."""
        return next((_app(row) for row in self._store.rows(BY_ID, id=app_id)), None)

    def remove(self, account_id: str, app_id: str) -> None:
        """Remove an app of the account, and end all tokens that it got; `not-found` if it has none of this id."""
        if app_id not in (own.id for own in self.of(account_id)):
            raise ServiceError("not-found", "you have no such app")
        self._accounts.end_app(
            app_id, [executing(END, id=app_id, account=account_id), executing(END_CODES, app=app_id)]
        )

    def allow(
        self, app: App, account_id: str, by_token: str, scopes: frozenset[Scope], redirect_uri: str, challenge: str
    ) -> str:
        """A new code, by which the app gets a token of the account; `by_token` is the id of the token of the session
        that allows it (`unauthorized` once that has ended)."""
        code = base64.urlsafe_b64encode(self._entropy(32)).decode().rstrip("=")
        row = {"code": _hashed(code), "app": app.id, "account": account_id, "redirect_uri": redirect_uri}
        kept = {**row, "scopes": written(scopes), "challenge": challenge, "ends": self._clock() + CODE_LASTS}
        self._store.write(
            in_turn(account_id),
            still_there(account_id, by_token),
            executing(END_OLD_CODES, now=self._clock()),
            executing(KEEP_CODE, **kept),
        )
        return code

    def allowed(self, app_id: str, code: str) -> Code | None:
        """What a code stands for; None for no code of this app, or one whose time is over.

        A code that was exchanged before has been found by somebody: the token that it gave ends.
        """
        hashed = _hashed(code)
        for row in self._store.rows(BY_CODE, code=hashed, app=app_id):
            found = Code(**{**row, "scopes": read(row["scopes"])})
            return found if found.ends > self._clock() else None
        if self._store.has(HAS_OF_CODE, app=app_id, code=hashed):
            self._accounts.end_token_of_code(app_id, hashed)
        return None

    def exchange(self, code: Code) -> Token | None:
        """The token for a code; None if somebody was faster, and then there is none for either of them, or if the code
        has gone with its app or account."""
        app = self.known(code.app)
        if app is None:
            return None
        ends = self._clock() + TOKEN_LASTS
        by_code = (app.id, code.code)
        try:
            return self._accounts.make_token(
                code.account, app.name, code.scopes, ends, by_code=by_code, beside=[_taking(code)]
            )
        except IntegrityError:
            self._accounts.end_token_of_code(*by_code)
            return None
        except ServiceError as error:
            if error.code != "not-found":
                raise
            return None


def _app(row: dict[str, object]) -> App:
    words = {name: str(row[name]) for name in ("id", "account", "name")}
    uris, scopes = tuple(str(row["redirect_uris"]).split()), read(str(row["scopes"]))
    return App(**words, redirect_uris=uris, scopes=scopes, created=int(str(row["created"])))


def _taking(code: Code) -> Change:
    """Take the code away; `IntegrityError` if it is not there any more."""

    def take(cursor: Cursor) -> None:
        if cursor.execute(END_CODE, code=code.code).rowcount != 1:
            raise IntegrityError("the code is gone")

    return take


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode(errors="surrogatepass")).hexdigest()


def _check_address(uri: str) -> None:
    """`malformed` for an address that a code should not be sent to: by TLS, on the own machine, or to an app there."""
    fault = Reason(
        "{uri!r} is no address for an app: https, http on this machine, or a scheme such as com.example.app", uri=uri
    )
    if not uri.isascii() or not uri.isprintable() or " " in uri or len(uri) > LONGEST_ADDRESS or "#" in uri:
        raise ServiceError("malformed", fault)
    try:
        parts = urlsplit(uri)
        host = parts.hostname
    except ValueError:
        raise ServiceError("malformed", fault) from None
    is_host = HOST.fullmatch(parts.netloc) is not None
    is_web = parts.scheme == "https" and is_host
    is_local = parts.scheme == "http" and host in ON_THIS_MACHINE and is_host
    if not (is_web or is_local or PRIVATE_SCHEME.fullmatch(parts.scheme)):
        raise ServiceError("malformed", fault)


def targets(uris: Sequence[str]) -> list[str]:
    """The origins, or the schemes, of addresses, as a policy of a page names them."""
    parts = [urlsplit(uri) for uri in uris]
    return [f"{one.scheme}://{one.netloc}" if one.scheme in ("http", "https") else f"{one.scheme}:" for one in parts]
