"""The API's document as tests read it: made once for all of them, since to make it takes longer than most of them."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import jsonschema_rs

from service.app.application import create_app
from tests.installation import install


@cache
def api_document():
    """The OpenAPI document of an installation with pig among its games; whoever reads it changes nothing in it."""
    with TemporaryDirectory(prefix="nightledger-document-") as folder:
        services = install(Path(folder) / "home")
        document = create_app(services).test_client().get("/api/v1/openapi.json").json
        services.close()
    return document


def schema(name):
    """A validator of what the document calls so."""
    return jsonschema_rs.Draft202012Validator({**api_document(), "$ref": f"#/components/schemas/{name}"})
