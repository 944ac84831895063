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
    "CREATE TABLE IF NOT EXISTS answers_held (game TEXT NOT NULL, seat TEXT NOT NULL, holder TEXT NOT NULL,"
    " decision TEXT NOT NULL, action TEXT NOT NULL, mark TEXT NOT NULL, by_order INTEGER NOT NULL,"
    " due INTEGER NOT NULL, earlier TEXT NOT NULL, PRIMARY KEY (game, seat))",
    "CREATE TABLE IF NOT EXISTS rule_files (sha256 TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL,"
    " content TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS snapshots (game TEXT NOT NULL, version INTEGER NOT NULL, program TEXT NOT NULL,"
    " content BLOB NOT NULL, PRIMARY KEY (game, version))",
    "CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, log TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS account_settings (account TEXT PRIMARY KEY, time_zone TEXT NOT NULL,"
    " language TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS token_uses (id TEXT PRIMARY KEY, account TEXT NOT NULL, name TEXT, used INTEGER)",
    "CREATE TABLE IF NOT EXISTS invitations (id TEXT PRIMARY KEY, game TEXT NOT NULL, account TEXT NOT NULL,"
    " seat TEXT, created INTEGER NOT NULL)",
    "CREATE INDEX IF NOT EXISTS invitations_game ON invitations (game)",
    "CREATE TABLE IF NOT EXISTS done_once (key TEXT PRIMARY KEY, account TEXT NOT NULL, body TEXT NOT NULL,"
    " made TEXT NOT NULL, at INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS rematches (game TEXT NOT NULL, number INTEGER NOT NULL, made TEXT NOT NULL,"
    " PRIMARY KEY (game, number))",
    "CREATE TABLE IF NOT EXISTS messages (game TEXT NOT NULL, number INTEGER NOT NULL, account TEXT, seat TEXT,"
    " at INTEGER NOT NULL, words TEXT, PRIMARY KEY (game, number))",
    "CREATE INDEX IF NOT EXISTS messages_account ON messages (account)",
    "CREATE TABLE IF NOT EXISTS notes (game TEXT NOT NULL, account TEXT NOT NULL, words TEXT NOT NULL,"
    " changed INTEGER NOT NULL, PRIMARY KEY (game, account))",
    "CREATE TABLE IF NOT EXISTS shunned (account TEXT NOT NULL, other TEXT NOT NULL, how TEXT NOT NULL,"
    " since INTEGER NOT NULL, PRIMARY KEY (account, other, how))",
    "CREATE TABLE IF NOT EXISTS channels (id TEXT PRIMARY KEY, account TEXT NOT NULL, kind TEXT NOT NULL, game TEXT,"
    " address TEXT NOT NULL, sealed BLOB NOT NULL, digest INTEGER, confirmed INTEGER, created INTEGER NOT NULL)",
    "CREATE INDEX IF NOT EXISTS channels_account ON channels (account)",
    "CREATE TABLE IF NOT EXISTS muted (account TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (account, game))",
    "CREATE TABLE IF NOT EXISTS asked_notices (id TEXT PRIMARY KEY, account TEXT NOT NULL, channel TEXT NOT NULL,"
    " kind TEXT NOT NULL, once TEXT NOT NULL, at INTEGER NOT NULL, taken INTEGER NOT NULL)",
    "CREATE INDEX IF NOT EXISTS asked_notices_account ON asked_notices (account)",
    "CREATE TABLE IF NOT EXISTS reports (id TEXT PRIMARY KEY, game TEXT NOT NULL, number INTEGER NOT NULL,"
    " account TEXT NOT NULL, author TEXT, words TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL,"
    " settled INTEGER)",
    "CREATE TABLE IF NOT EXISTS substitutes (league TEXT NOT NULL, account TEXT NOT NULL,"
    " PRIMARY KEY (league, account))",
    "CREATE TABLE IF NOT EXISTS characters (id TEXT PRIMARY KEY, account TEXT NOT NULL, made INTEGER NOT NULL)",
    "CREATE INDEX IF NOT EXISTS characters_account ON characters (account)",
    "CREATE TABLE IF NOT EXISTS journal_nodes (level INTEGER NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL,"
    " PRIMARY KEY (level, number))",
    "CREATE TABLE IF NOT EXISTS journal_listings (game TEXT NOT NULL, version INTEGER NOT NULL,"
    " PRIMARY KEY (game, version))",
    "CREATE TABLE IF NOT EXISTS cosignatures (size INTEGER NOT NULL, witness TEXT NOT NULL, line TEXT NOT NULL,"
    " PRIMARY KEY (size, witness))",
)
