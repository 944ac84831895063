"""Pages in the reader's language: which one it is, its messages in templates and views, and the switch at the foot."""

from __future__ import annotations

from babel.support import Translations
from flask import Blueprint, Flask, redirect, request
from flask_babel import Babel, Domain
from werkzeug.wrappers import Response

from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.language.catalogues import own_translations
from service.people.account import LANGUAGES

translation = Blueprint("translation", __name__)


class Messages(Domain):
    """The program's own messages as templates and views find them."""

    def get_translations(self) -> Translations:
        return own_translations(session.language())


def prepare(app: Flask) -> None:
    """Have templates and views translated."""
    babel = Babel(app, locale_selector=session.language)
    babel.domain_instance = Messages()


@translation.route("/language", methods=["POST"])
def choose() -> Response:
    """Read the pages in another language: the account keeps it, or a cookie where there is none."""
    wanted = request.form.get("language", "")
    if wanted not in LANGUAGES:
        raise ServiceError("malformed", "There is no such language")
    response = redirect(session.local_path(request.form.get("next")), 303)
    account = session.account_id()
    if account is None:
        session.keep_language(response, wanted)
    else:
        services().accounts.change(account, language=wanted)
    return response
