"""What is a person's in the store: one list, for what goes with the person and for what a person may take along."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, delete, null, select, update

from service.store.relations import (
    account_settings,
    accounts,
    answers_held,
    app_codes,
    apps,
    asked_notices,
    bots,
    channels,
    characters,
    done_once,
    former_names,
    invitations,
    messages,
    muted,
    notes,
    operators,
    position_notes,
    private_branches,
    records,
    reports,
    seeds,
    shunned,
    spendings,
    standing_orders,
    substitutes,
    texts,
    token_uses,
    tokens,
    vacations,
)

OWN = (
    accounts.c.id,
    account_settings.c.account,
    tokens.c.account,
    token_uses.c.account,
    texts.c.account,
    operators.c.account,
    bots.c.account,
    apps.c.account,
    app_codes.c.account,
    vacations.c.account,
    standing_orders.c.account,
    answers_held.c.holder,
    invitations.c.account,
    spendings.c.account,
    channels.c.account,
    asked_notices.c.account,
    muted.c.account,
    notes.c.account,
    position_notes.c.account,
    private_branches.c.account,
    shunned.c.account,
    substitutes.c.account,
    characters.c.account,
    reports.c.account,
)
"""The columns by which rows are what a person has given, or asked for."""

OF_A_PERSON = (*OWN, shunned.c.other, done_once.c.account)
"""The columns by which rows go with a person: also that others keep away from the person, and answers to repeats."""

LEFT_BEHIND = (messages.c.account, records.c.account, seeds.c.account)
"""The columns by which rows are the person's and stay without the person, who is no longer named there: messages lose
their words too; records that were taken in are everybody's, and a seed is its game's."""

SHOWN = (*OWN, *LEFT_BEHIND)
"""The columns by which rows are shown to the person."""

WITHHELD = frozenset(
    (
        accounts.c.password,
        accounts.c.name_key,
        tokens.c.hash,
        tokens.c.code,
        app_codes.c.code,
        app_codes.c.challenge,
        texts.c.nonce,
        channels.c.sealed,
        answers_held.c.mark,
        seeds.c.sealed,
        records.c.header,
    )
)
"""What is of no use to the person, but to somebody who finds the file: secrets, their hashes, what seals words; and
records that were taken in, which anybody reads elsewhere."""

_GONE: BindParameter[str] = bindparam("gone")

_APPS_OF_THE_PERSON = select(apps.c.id).where(apps.c.account == _GONE)

FORGOTTEN = (
    delete(tokens).where(tokens.c.app.in_(_APPS_OF_THE_PERSON)),
    *(delete(column.table).where(column == _GONE) for column in OF_A_PERSON),
    update(former_names).values(account=null()).where(former_names.c.account == _GONE),
    update(reports).values(author=null(), words="").where(reports.c.author == _GONE),
    update(messages).values(account=null(), words=null()).where(messages.c.account == _GONE),
    update(records).values(account=null()).where(records.c.account == _GONE),
    update(seeds).values(account="").where(seeds.c.account == _GONE),
)
"""How a person is forgotten: each statement takes the account's id as `gone`. Messages keep their numbers, not their
words."""
