"""The forms of disputes on a league's page: open one, say something, take it back. A verdict is a decision."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from service.api.context import services
from service.web.leagues.leagues import do
from service.web.numbers import number

disputes = Blueprint("disputes", __name__)


@disputes.route("/leagues/<league_id>/disputes", methods=["POST"])
def open_dispute(league_id: str) -> Response:
    """Contest what came of a table at which one sits."""
    form = request.form

    def take(account: str) -> object:
        stage, _, table = form.get("where", "").rpartition(" ")
        words = form.get("words", "")
        return services().disputes.open(account, league_id, stage, number(table, "table"), words)

    return do(league_id, take)


@disputes.route("/leagues/<league_id>/disputes/<int:dispute>/messages", methods=["POST"])
def say(league_id: str, dispute: int) -> Response:
    """Say something in a dispute."""
    words = request.form.get("words", "")
    return do(league_id, lambda account: services().disputes.say(account, league_id, dispute, words))


@disputes.route("/leagues/<league_id>/disputes/<int:dispute>/withdraw", methods=["POST"])
def withdraw(league_id: str, dispute: int) -> Response:
    """Take one's own dispute back."""
    return do(league_id, lambda account: services().disputes.withdraw(account, league_id, dispute))
