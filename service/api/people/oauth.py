"""OAuth 2 for apps of others, by Authlib: codes with PKCE (S256 alone), exact addresses, and tokens like all others."""

from __future__ import annotations

from typing import Any

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.integrations.flask_oauth2.requests import FlaskOAuth2Payload, FlaskOAuth2Request
from authlib.oauth2.rfc6749 import ClientMixin, InvalidGrantError, InvalidRequestError, grants
from authlib.oauth2.rfc7636 import CodeChallenge
from flask import Blueprint, Flask, Request, Response, current_app, jsonify, request

from service.api import session
from service.api.context import services
from service.people.apps import GRANTABLE, TOKEN_LASTS, App, Code
from service.people.scopes import read, written

oauth = Blueprint("oauth", __name__)

SERVER = "nightledger.oauth"
"""Where the application keeps its server."""


class Client(ClientMixin):
    """An app as Authlib asks about it: public, without a secret."""

    def __init__(self, app: App) -> None:
        self.app = app

    def get_client_id(self) -> str:
        return self.app.id

    def get_default_redirect_uri(self) -> None:
        """None: an address is always named."""

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return redirect_uri in self.app.redirect_uris

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """The scopes as they were asked for; None if there are none, or one is not this app's."""
        wanted = (scope or "").split()
        return written(read(scope)) if wanted and self.app.scopes.issuperset(wanted) else None

    def check_client_secret(self, client_secret: str) -> bool:
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == "authorization_code"


class AllowedCode:
    """A code as Authlib asks about it."""

    code_challenge_method = "S256"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.code_challenge = code.challenge

    def get_redirect_uri(self) -> str:
        return self.code.redirect_uri

    def get_scope(self) -> str:
        return written(self.code.scopes)


class CodeGrant(grants.AuthorizationCodeGrant):
    """A code that a person's consent gives, and the token that it is exchanged for."""

    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def generate_authorization_code(self) -> str:
        """The code, which is kept together with what it stands for."""
        asked = self.request
        challenge = asked.payload.data["code_challenge"]
        uri = asked.payload.redirect_uri
        session_token, scopes = session.session_token_id(), read(asked.scope)
        return services().apps.allow(asked.client.app, asked.user, session_token, scopes, uri, challenge)

    def save_authorization_code(self, code: str, request: Any) -> None:
        """Nothing more: it is kept already."""

    def query_authorization_code(self, code: str, client: Client) -> AllowedCode | None:
        found = services().apps.allowed(client.app.id, code)
        return None if found is None else AllowedCode(found)

    def delete_authorization_code(self, authorization_code: AllowedCode) -> None:
        """Nothing more: it went when the token was stored."""

    def authenticate_user(self, authorization_code: AllowedCode) -> str:
        return authorization_code.code.account

    def generate_token(self, **asked: Any) -> dict[str, Any]:
        """The token for the code at hand, which is exchanged once."""
        code: Code = self.request.authorization_code.code
        made = services().apps.exchange(code)
        if made is None:
            raise InvalidGrantError("the code was exchanged before")
        answer = {"access_token": made.secret, "token_type": "Bearer", "expires_in": TOKEN_LASTS}
        return {**answer, "scope": written(code.scopes)}

    def save_token(self, token: dict[str, Any]) -> None:
        """Nothing more: it is kept already."""


class HashedChallenge(CodeChallenge):
    """A challenge that each request has, by SHA-256."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        given = grant.request.payload.data
        if not given.get("code_challenge") or given.get("code_challenge_method") != "S256":
            raise InvalidRequestError("a request has a code_challenge, and S256 for its code_challenge_method")
        super().validate_code_challenge(grant, redirect_uri)


class OAuthRequest(FlaskOAuth2Request):
    """A request as Authlib reads it, which refuses what did not come by TLS. Whether TLS is there, ends before us or is
    not needed on one's own machine is for whoever runs the service, so the address is told as if it were, whatever host
    the request names."""

    def __init__(self, asked: Request) -> None:
        secure = {**asked.environ, "wsgi.url_scheme": "https", "HTTP_HOST": "localhost"}
        super().__init__(Request(secure, populate_request=False))
        self._request, self.payload = asked, FlaskOAuth2Payload(asked)


class Server(AuthorizationServer):
    """The server of one application."""

    def create_oauth2_request(self, asked: Any) -> OAuthRequest:
        return OAuthRequest(request)


@oauth.route("/oauth/token", methods=["POST"])
def token() -> Response:
    """Exchange a code for a token."""
    answer: Response = server().create_token_response()
    # An app may live in a page from anywhere: the verifier is what counts, no cookie does.
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


@oauth.route("/.well-known/oauth-authorization-server")
def metadata() -> Response:
    """What an app needs to know of this server (RFC 8414)."""
    here = request.url_root.rstrip("/")
    answer = jsonify(
        issuer=here,
        authorization_endpoint=f"{here}/oauth/authorize",
        token_endpoint=f"{here}/oauth/token",
        scopes_supported=list(GRANTABLE),
        response_types_supported=["code"],
        response_modes_supported=["query"],
        grant_types_supported=["authorization_code"],
        token_endpoint_auth_methods_supported=["none"],
        code_challenge_methods_supported=["S256"],
        service_documentation=f"{here}/docs",
    )
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def server() -> Server:
    """The server of the application at hand."""
    found: Server = current_app.extensions[SERVER]
    return found


def register(app: Flask) -> None:
    """Serve apps of others."""
    server = Server()
    server.init_app(app, query_client=_client, save_token=None)
    server.register_grant(CodeGrant, [HashedChallenge(required=True)])
    app.extensions[SERVER] = server
    app.register_blueprint(oauth)


def _client(app_id: str) -> Client | None:
    found = services().apps.known(app_id)
    return None if found is None else Client(found)
