"""A game to be opened like one that is over: who played it, and under which terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.seats import Holder
from domain.log.canon import Json
from domain.table.table import Table
from domain.table.terms import SHARED
from service.games import views
from service.games.seats.taking import SEVERAL_SEATS
from service.games.shapes import NewGame
from service.people.accounts import Accounts


def players_of(table: Table) -> list[Holder]:
    """Who plays each seat, in their order; an AI that keeps a person's seat stands for the person."""
    return [
        Holder(table.kept_for[seat]) if seat in table.kept_for else Holder(held.account, held.level)
        for seat, held in table.seats.items()
    ]


def game_like(
    table: Table, accounts: Accounts, account_id: str, players: Sequence[Holder], options: Mapping[str, Json]
) -> NewGame:
    """A game with the terms of a table that an account opens for these players, its other people being invited.

    Seats of people who are gone are open to everybody.
    """
    terms = table.header.terms
    return NewGame(
        game=table.header.game,
        seats=_seats(accounts, account_id, players),
        options=options,
        clock=terms.get("clock"),
        visibility=views.visibility(table),
        rated=bool(terms.get("rated")),
        release=terms.get("release"),
        open_talk=views.talk_is_open(table),
        several_seats=bool(terms.get(SEVERAL_SEATS)),
        shared_seed=SHARED in terms,
    )


def _seats(accounts: Accounts, account_id: str, players: Sequence[Holder]) -> list[Json]:
    names = accounts.names(player.account for player in players if player.account is not None)
    wanted: list[Json] = []
    for player in players:
        if player.level is not None:
            wanted.append({"ai": player.level})
        elif player.account == account_id:
            wanted.append({"account": "me"})
        else:
            name = names.get(player.account or "")
            wanted.append({"open": True} if name is None else {"account": name})
    return wanted
