"""The OpenAPI document and a page that shows it, plain HTML without scripts; and the program that checks records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Blueprint, Flask, Response, jsonify, render_template
from markupsafe import Markup, escape

from domain.games.catalog import Catalog
from service.api.described.openapi import document
from service.api.operations import Resource
from service.api.problems import KINDS
from service.web.site import guarded

METHODS = ("get", "post", "put", "patch", "delete")


def register(app: Flask, resources: Sequence[Resource], catalog: Catalog, prefix: str) -> None:
    """Serve the document at `prefix`/openapi.json and its page at /docs, made when first asked for; and verifiers."""
    pages = Blueprint("docs", __name__, template_folder="templates")
    pages.add_app_template_filter(marked, "marked")
    pages.after_request(guarded)

    @cache
    def whole() -> dict[str, Any]:
        return document(app, resources, catalog)

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
        return _served("verify.py", "text/x-python")

    @pages.route("/verify.mjs")
    def verifier_in_browsers() -> Response:
        return _served("verify.mjs", "text/javascript")

    @pages.route("/standings.py")
    def standings() -> Response:
        return _served("standings.py", "text/x-python")

    app.register_blueprint(pages)


def _served(name: str, kind: str) -> Response:
    """A verifier as it is."""
    source = files("verifier").joinpath(name).read_text("utf-8")
    return Response(source, headers={"Content-Disposition": f"attachment; filename={name}"}, mimetype=kind)


def marked(text: str) -> Markup:
    """A text as HTML, with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))
