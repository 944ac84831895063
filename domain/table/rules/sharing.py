"""A seed that is shared with a partner: a command that draws is in the log before its share is asked for.

Where a command would draw, `table/ask-share` is stored in its place: it commits to the command, and the head after it
is what the share is bound to. From then on the table takes that command alone, with the share, or what ends the game.
So whoever runs it can look at no draw and then do something else. Nobody answers meanwhile: where it took long,
deadlines move as after an outage.
"""

from __future__ import annotations

from typing import Any

from domain.contract.game import Action, Refused, to_json
from domain.contract.quantities import MINUTE
from domain.log.record import PROCEDURE, Command, Happened
from domain.log.shares import SHARED_PROCEDURE
from domain.table import actions as a
from domain.table import events as e
from domain.table.parts import Header, WaitingCommand
from domain.table.rules.deadlines import moved_by
from domain.table.table import Table
from domain.table.terms import partner_of

ENDING = ("void", "adjudicate")
"""The operators' verbs that end a game."""


def procedure_of(terms: dict[str, Any]) -> str:
    """The procedure of chance of a game with these terms."""
    return PROCEDURE if partner_of(terms) is None else SHARED_PROCEDURE


def check_shared(opened: Header) -> None:
    """`Refused` for a game whose procedure is not that of its terms, or that shares its seed and a deal too."""
    partner = partner_of(opened.terms)
    if opened.procedure != procedure_of(opened.terms):
        raise Refused(
            "malformed", "the procedure of this game's chance is not {procedure!r}", procedure=opened.procedure
        )
    if partner is None:
        return
    if opened.terms.get("deal") is not None or opened.seed_source != "os":
        raise Refused("malformed", "a seed is shared for one game alone, and drawn for it")


def check_awaited(table: Table, command: Command) -> None:
    """While a share is awaited, `Refused` for any command but the one that it is for, and those that end the game."""
    awaited, share = table.awaited, command.share
    if awaited is None:
        if share is not None:
            raise Refused("illegal", "no share was asked for")
        return
    if share is None:
        if not _ends(command.action):
            raise Refused("awaits-share", "the game waits for the share of the other installation; try again later")
        return
    if share.number != table.shares or waiting_command(command) != awaited.drawing:
        raise Refused("illegal", "this share is for another command")


def with_share(table: Table, command: Command, happened: list[Happened]) -> list[Happened]:
    """What a command brings about, after the share that was given for it; deadlines move if that took long."""
    share, awaited = command.share, table.awaited
    if share is None or awaited is None:
        return happened
    if not any(item.draws for item in happened):
        raise Refused("illegal", "it draws nothing, and needs no share")
    waited = command.at - awaited.since
    moved = moved_by(table, waited, command.at) if waited >= MINUTE else []
    return [Happened(e.ShareGiven(share.number, share.share, share.signature)), *moved, *happened]


def waiting_command(command: Command) -> WaitingCommand:
    """The command as it is kept while it waits for its share."""
    return WaitingCommand(command.by, command.seat, to_json(command.action))


def command_of(table: Table, waiting: WaitingCommand, at: int) -> Command:
    """The command that waits, at a time in seconds UTC."""
    return Command(waiting.by, waiting.seat, table.parse(waiting.action), at)


def _ends(action: Action) -> bool:
    if isinstance(action, a.Operate):
        return action.what in ENDING
    return isinstance(action, a.Close) or (isinstance(action, a.Claim) and action.what == "end")
