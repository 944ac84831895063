"""The OpenAPI document and a page that shows it: plain HTML, no script, nothing loaded from elsewhere."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Flask, Response, jsonify, render_template
from markupsafe import Markup, escape

from domain.catalog import Catalog
from service.api.openapi import VersionOne, document
from service.api.problems import KINDS

METHODS = ("get", "post", "put", "patch", "delete")


def register(app: Flask, api: VersionOne, catalog: Catalog, prefix: str) -> None:
    """Serve the document at `prefix`/openapi.json and the page at /docs; both are made when first asked for."""
    pages = Blueprint("docs", __name__, template_folder="templates")
    pages.add_app_template_filter(marked, "marked")
    made: dict[str, Any] = {}

    def whole() -> dict[str, Any]:
        if not made:
            made.update(document(api.spec.to_dict(), catalog))
        return made

    @pages.route(f"{prefix}/openapi.json")
    def openapi_json() -> Response:
        return jsonify(whole())

    @pages.route("/docs")
    def page() -> str:
        return render_template("docs.html", document=whole(), problems=KINDS, methods=METHODS)

    app.register_blueprint(pages)


def marked(text: str) -> Markup:
    """A text as HTML, with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))
