"""The API's document without an installation: what clients and the site of the documents are made from."""

from __future__ import annotations

import tempfile

from service.app.application import create_app
from service.bootstrap import build
from service.databases import prepare
from service.settings import Settings


def own_document() -> dict[str, object]:
    """Return the OpenAPI document of an installation with the games that come with the program."""
    with tempfile.TemporaryDirectory(prefix="nightledger-") as home:
        settings = Settings.from_env({"NIGHTLEDGER_HOME": home, "REDIS_URL": "unix:///nowhere"})
        prepare(settings)
        services = build(settings)
        document: dict[str, object] = create_app(services).test_client().get("/api/v1/openapi.json").get_json()
        services.close()
    return document
