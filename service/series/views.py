"""A series as somebody sees it, in the shape that clients rely on."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import to_json
from domain.log.canon import Json
from domain.series.state import Holder, Series
from service.errors import ServiceError


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


def shown(series: Series, names: Mapping[str, str]) -> dict[str, Json]:
    """A series in the shape that clients rely on; `names` maps accounts to names."""
    header = series.header
    return {
        "id": series.id,
        "game": header.game,
        "rules": header.rules,
        "options": header.options,
        "status": series.status,
        "limit": header.limit,
        "lowest_wins": header.lowest_wins,
        "seats": {seat: _holder(series, seat, held, names) for seat, held in series.holders.items()},
        "entropy": {seat: given for seat, held in series.holders.items() if (given := _entropy(series, seat, held))},
        "sums": series.sums,
        "games": [to_json(game) for game in series.games],
        "ranking": None if series.ranking is None else list(series.ranking),
        "commitment": header.commitment,
        "seed": series.seed,
        **{name: header.terms.get(name) for name in ("clock", "visibility", "rated", "release", "league")},
        "version": series.version,
        "head": series.head.hex(),
    }


def _holder(series: Series, seat: str, held: Holder, names: Mapping[str, str]) -> dict[str, Json]:
    if held.level is not None:
        return {"name": held.level, "kind": "ai", "level": held.level}
    if held.account is not None:
        return {"name": names.get(held.account), "kind": "person", "level": None}
    return {"name": names.get(invited_to(series).get(seat, "")), "kind": "open", "level": None}


def _entropy(series: Series, seat: str, held: Holder) -> str | None:
    if held.entropy_hash is None:
        return None
    return "sealed" if seat in series.owing else "opened"


def invited_to(series: Series) -> Mapping[str, str]:
    """Seat -> the account that it is kept for."""
    return series.members.invited
