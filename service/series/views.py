"""A series as somebody sees it, in the shape that clients rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.series.state import Series, SeriesHolder
from domain.table.terms import TO_SHARE
from service.errors import ServiceError
from service.games.shapes.answers import Seat
from service.people.bots import AccountNames
from service.series import answer_shapes as shapes
from service.shape import Decided


def creator(series: Series) -> str | None:
    """The account that opened the series."""
    account: str | None = series.header.terms.get("creator")
    return account


def accounts_of(series: Series) -> set[str]:
    """The accounts whose names are shown."""
    seated = {held.account for held in series.holders.values() if held.account is not None}
    return seated | set(invited_to(series).values())


def sees_until(series: Series, account_id: str | None) -> int | None:
    """The version up to which the account sees the series, None: all of it; `not-found` for a stranger to a private
    one."""
    seen = series.members.sight(account_id, None)
    if seen is None:
        raise ServiceError("not-found", "there is no such series")
    return seen.until


def shown(series: Series, names: AccountNames, decided: Sequence[Decided] = ()) -> shapes.Series:
    """A series in the shape that clients rely on; `names` maps accounts to names, `decided` is what operators did."""
    header, terms, invited = series.header, series.header.terms, invited_to(series)
    return shapes.Series(
        id=series.id,
        game=header.game,
        rules=header.rules,
        options=header.options,
        clock=terms.get("clock"),
        visibility=terms.get("visibility", "public"),
        rated=bool(terms.get("rated")),
        release=terms.get("release"),
        shared_seed=bool(terms.get(TO_SHARE)),
        league=terms.get("league"),
        status=series.status,
        limit=header.limit,
        lowest_wins=header.lowest_wins,
        seats={seat: Seat.held(held, names, invited.get(seat)) for seat, held in series.holders.items()},
        entropy={seat: given for seat, held in series.holders.items() if (given := _entropy(series, seat, held))},
        sums=series.sums,
        games=[shapes.SeriesGame.of(game) for game in series.games],
        ranking=None if series.ranking is None else list(series.ranking),
        commitment=header.commitment,
        seed=series.seed,
        operated=list(decided),
        version=series.version,
        head=series.head.hex(),
    )


def _entropy(series: Series, seat: str, held: SeriesHolder) -> str | None:
    if held.entropy_hash is None:
        return None
    return "sealed" if seat in series.owing else "opened"


def invited_to(series: Series) -> Mapping[str, str]:
    """Seat -> the account that it is kept for."""
    return series.members.invited
