"""The OpenAPI document and a page that shows it, plain HTML without scripts; and the program that checks records."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Blueprint, Flask, Response, jsonify, render_template
from markupsafe import Markup, escape

from domain.games.catalog import Catalog
from service.api.openapi import VersionOne, document
from service.api.problems import KINDS
from service.web.site import guarded

METHODS = ("get", "post", "put", "patch", "delete")


def register(app: Flask, api: VersionOne, catalog: Catalog, prefix: str) -> None:
    """Serve the document at `prefix`/openapi.json and its page at /docs, made when first asked for, and /verify.py."""
    pages = Blueprint("docs", __name__, template_folder="templates")
    pages.add_app_template_filter(marked, "marked")
    pages.after_request(guarded)

    @cache
    def whole() -> dict[str, Any]:
        return document(api.spec.to_dict(), catalog)

    @cache
    def shown() -> str:
        return render_template("docs.html", document=whole(), problems=KINDS, methods=METHODS)

    @pages.route(f"{prefix}/openapi.json")
    def openapi_json() -> Response:
        return jsonify(whole())

    @pages.route("/docs")
    def page() -> str:
        return shown()

    @pages.route("/verify.py")
    def verifier() -> Response:
        source = files("verifier").joinpath("verify.py").read_text("utf-8")
        as_file = {"Content-Disposition": "attachment; filename=verify.py"}
        return Response(source, headers=as_file, mimetype="text/x-python")

    app.register_blueprint(pages)


def marked(text: str) -> Markup:
    """A text as HTML, with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))
