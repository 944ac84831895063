"""The bare route that the service is measured against: it reads a JSON body, commits one row, answers JSON."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path
from typing import Any

from flask import Flask, request


def create_app() -> Flask:
    """An application with the one route `POST /commit`, keeping its rows in the home folder as durably as the store."""
    app = Flask(__name__)
    path = Path(os.environ["NIGHTLEDGER_HOME"]) / "bare.sqlite"
    local = threading.local()

    def connection() -> sqlite3.Connection:
        if not hasattr(local, "connection"):
            local.connection = sqlite3.connect(path, timeout=30)
            local.connection.execute("PRAGMA journal_mode=WAL")
            local.connection.execute("PRAGMA synchronous=FULL")
        opened: sqlite3.Connection = local.connection
        return opened

    with connection() as db:
        db.execute("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, body TEXT)")

    @app.get("/readyz")
    def ready() -> dict[str, Any]:
        return {"ready": True}

    @app.post("/commit")
    def commit() -> dict[str, Any]:
        body = request.get_json()
        with connection() as db:
            row = db.execute("INSERT INTO rows (body) VALUES (?)", (str(body),)).lastrowid
        return {"row": row}

    return app
