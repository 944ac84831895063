"""The tables that lie beside the events, in the same transactions: what may not be public, and what helps.

Written in SQL that SQLite and PostgreSQL both read; `INTEGER` (64 bits) and `BLOB` take each one's own name.
"""

from __future__ import annotations

TABLES = (
    "CREATE TABLE IF NOT EXISTS installation (key TEXT PRIMARY KEY, value INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,"
    " password TEXT, created INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS tokens (id TEXT PRIMARY KEY, hash BLOB NOT NULL UNIQUE, account TEXT NOT NULL,"
    " created INTEGER NOT NULL)",
    "CREATE INDEX IF NOT EXISTS tokens_account ON tokens (account)",
    "CREATE TABLE IF NOT EXISTS seeds (game TEXT PRIMARY KEY, sealed BLOB NOT NULL, account TEXT NOT NULL,"
    " reserved INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS texts (id TEXT PRIMARY KEY, game TEXT NOT NULL, account TEXT, text TEXT NOT NULL,"
    " nonce BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS texts_game ON texts (game)",
    "CREATE TABLE IF NOT EXISTS operators (account TEXT PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS signing_keys (key TEXT PRIMARY KEY, sealed BLOB NOT NULL, created INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS records (id TEXT PRIMARY KEY, head TEXT NOT NULL UNIQUE, account TEXT,"
    " taken_in INTEGER NOT NULL, header BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS records_taken_in ON records (taken_in, id)",
    "CREATE TABLE IF NOT EXISTS record_entries (record TEXT NOT NULL, version INTEGER NOT NULL, state BLOB NOT NULL,"
    " PRIMARY KEY (record, version))",
    "CREATE TABLE IF NOT EXISTS standing_orders (game TEXT NOT NULL, seat TEXT NOT NULL, account TEXT NOT NULL,"
    " orders TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (game, seat))",
    "CREATE TABLE IF NOT EXISTS vacations (account TEXT NOT NULL, began INTEGER NOT NULL, ends INTEGER NOT NULL,"
    " PRIMARY KEY (account, began))",
    "CREATE TABLE IF NOT EXISTS held_answers (game TEXT NOT NULL, seat TEXT NOT NULL, decision TEXT NOT NULL,"
    " account TEXT NOT NULL, actions TEXT NOT NULL, PRIMARY KEY (game, seat))",
    "CREATE TABLE IF NOT EXISTS rule_files (sha256 TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL,"
    " content TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS snapshots (game TEXT NOT NULL, version INTEGER NOT NULL, program TEXT NOT NULL,"
    " content BLOB NOT NULL, PRIMARY KEY (game, version))",
)
