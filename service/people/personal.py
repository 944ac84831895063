"""What is a person's in the store: one list, for what goes with the person and for what a person may take along."""

from __future__ import annotations

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
