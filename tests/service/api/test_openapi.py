import json
import re
import tomllib
from html import unescape
from importlib.resources import files

import jsonschema_rs
import openapi_spec_validator
import pytest
import schemathesis
from openapi_spec_validator import OpenAPIV31SpecValidator

from service.api.described.meanings import parameters_of, properties_of, scalar_in
from service.api.described.openapi import add_new
from service.app.application import READABLE_HEADERS, create_app
from service.app.docs import marked
from service.app.own_document import own_document
from service.language import names
from service.shape import Shape
from tests.service.api.document import schema


def test_every_route_is_documented(app, document):
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if not rule.endpoint.startswith("pages.")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    documented = {
        (path, method) for path, item in document["paths"].items() for method in item if method != "parameters"
    }
    by_oauth = {("/oauth/token", "post"), ("/.well-known/oauth-authorization-server", "get")}
    assert served - documented == by_oauth | {
        (path, "get") for path in ("/api/v1/openapi.json", "/docs", "/verify.py", "/verify.mjs", "/standings.py")
    }
    assert documented <= served


def test_the_document_is_openapi_3_1(document):
    assert document["openapi"] == "3.1.0"
    schemathesis.openapi.from_dict(document).validate()
    openapi_spec_validator.validate(document, cls=OpenAPIV31SpecValidator)


def test_every_operation_has_a_name_a_summary_and_its_problems(document):
    operations = [
        operation for item in document["paths"].values() for name, operation in item.items() if name != "parameters"
    ]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for operation in operations:
        assert operation["summary"]
        assert {"429", "default"} <= operation["responses"].keys()
        assert ("401" in operation["responses"]) is bool(operation.get("security"))
        assert operation["responses"]["default"] == {"$ref": "#/components/responses/DEFAULT_ERROR"}
    assert set(document["components"]["responses"]["DEFAULT_ERROR"]["content"]) == {"application/problem+json"}


def test_a_page_of_another_origin_that_is_let_in_reads_every_header_that_is_described(document):
    operations = [
        operation for item in document["paths"].values() for name, operation in item.items() if name != "parameters"
    ]
    answers = [answer for operation in operations for answer in operation["responses"].values()]
    answers += document["components"]["responses"].values()
    described = {name for answer in answers for name in answer.get("headers", {})}
    assert {"Location", "Log-Behind"} <= described <= {*READABLE_HEADERS}


def test_every_reference_leads_somewhere(document):
    def references(value):
        if isinstance(value, dict):
            yield from ([value["$ref"]] if isinstance(value.get("$ref"), str) else [])
            yield from (found for inner in value.values() for found in references(inner))
            yield from value.get("discriminator", {}).get("mapping", {}).values()
        elif isinstance(value, list):
            yield from (found for inner in value for found in references(inner))

    for reference in references(document):
        place = document
        for part in reference.removeprefix("#/").split("/"):
            place = place[part]


def shapes(base=Shape):
    for shape in base.__subclasses__():
        yield from (shape, *shapes(shape))


def test_every_answer_is_described_by_its_shape(document):
    """No schema of an answer is written by hand: each has the name of a shape, and is made from it."""
    described, known = document["components"]["schemas"], {shape.__name__: shape for shape in shapes()}
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    answers = [
        (operation["operationId"], content["application/json"]["schema"]["$ref"].rpartition("/")[2])
        for operation in operations
        if isinstance(operation, dict)
        for status, answer in operation["responses"].items()
        if status.startswith("2") and "application/json" in (content := answer.get("content", {}))
    ]
    assert len(answers) > 100
    for operation, name in answers:
        assert name in known, operation
        assert list(described[name]["properties"]) == list(known[name].__struct_fields__), operation


def test_what_the_language_of_an_answer_follows_is_documented(document):
    asked = document["paths"]["/api/v1/rules/{game}/labels"]["get"]["parameters"]
    assert ("header", "Accept-Language", False) in [(one["in"], one["name"], one["required"]) for one in asked]


def test_a_name_of_a_schema_is_given_once():
    schemas = {"DarknessAttempt": {"description": "An action."}}
    with pytest.raises(ValueError, match="DarknessAttempt"):
        add_new(schemas, {"DarknessAttempt": {"description": "A part of the table."}})
    assert schemas == {"DarknessAttempt": {"description": "An action."}}


GUESTS = ("Pig", "SearchedPig", "TalkingPig", "ThinkingPig")
"""How the names of schemas begin that come from games of the tests, which say themselves what they mean."""


def described(document):
    """All that has a value: where it stands, what is told of it, its schema."""
    for name, one in document["components"]["schemas"].items():
        if name.startswith(GUESTS):
            continue
        yield from ((f"{name}.{field}", told, told) for field, told in properties_of(one))
    yield from ((f"parameter {one['name']}", one, one["schema"]) for one in parameters_of(document))


def test_every_property_and_parameter_says_what_it_means(document):
    assert [where for where, told, _ in described(document) if not told.get("description")] == []


def test_every_value_without_parts_has_an_example_that_its_schema_takes(document):
    for where, told, one in described(document):
        if scalar_in(one) is not None and "example" not in told:
            assert one.get("examples"), where
            takes = jsonschema_rs.Draft202012Validator({**document, **one} if "$ref" in str(one) else one)
            assert all(takes.is_valid(example) for example in one["examples"]), where


def test_no_meaning_is_told_of_what_is_not_there(document):
    """A word of the house that no schema has any more is forgotten."""
    words = tomllib.loads(files("service.api.described").joinpath("properties.toml").read_text("utf-8"))
    schemas = document["components"]["schemas"]
    known = {name for one in schemas.values() for name, _ in properties_of(one)}
    known |= {f"{name}.{field}" for name, one in schemas.items() for field, _ in properties_of(one)}
    known |= {one["name"] for one in parameters_of(document)}
    assert (words["properties"].keys() | words["examples"].keys()) - known == set()


def test_the_document_changes_nothing_of_what_games_say_of_themselves(services):
    def said():
        told = [names.described(services.catalog[game]) for game in services.catalog]
        return json.dumps([[dict(one.options), dict(one.verbs)] for one in told])

    before = said()
    own_document()
    create_app(services).test_client().get("/api/v1/openapi.json")
    assert said() == before


def test_a_games_actions_are_a_union_told_apart_by_their_type(document):
    union = document["components"]["schemas"]["PigAction"]
    assert union["discriminator"]["propertyName"] == "type"
    assert set(union["discriminator"]["mapping"]) == {"guess", "roll", "hold"}
    pig = schema("PigAction")
    assert pig.is_valid({"type": "guess", "number": 3})
    assert not pig.is_valid({"type": "guess"})
    assert not pig.is_valid({"type": "fly"})


@pytest.mark.parametrize("body", ["NewSeries", "Branch", "TryWanted"])
def test_a_character_is_brought_to_a_game_alone(document, body):
    shapes = document["components"]["schemas"]
    seats = shapes[body]["properties"]["seats"]["items"]["$ref"].rpartition("/")[2]
    assert "character" not in shapes[seats]["properties"]
    assert "character" in shapes["SeatWanted"]["properties"]


def test_a_body_with_a_choice_holds_exactly_one_of_them():
    seat = schema("SeatWanted")
    choices = {"ai": "greedy", "account": "me", "open": True}
    for name, value in choices.items():
        assert seat.is_valid({name: value})
        assert all(not seat.is_valid({name: value, other: choices[other]}) for other in choices.keys() - {name})
    assert not seat.is_valid({})
    assert not schema("Act").is_valid({"decision": "1.s1"})


def test_answers_have_the_shape_that_is_documented(ann, document):
    game = ann.open_game({"account": "me"}, {"account": "me"}, options={"guess": True})
    answer = ann.act(game, game["legal"][0], decision=game["decision"]).json
    for name, body in {
        "Game": game,
        "Answer": answer,
        "GamesPage": ann.get("/games").json,
        "Events": ann.get(f"/games/{game['id']}/events").json,
        "Record": ann.get(f"/games/{game['id']}/record").json,
        "Rules": ann.get("/rules/pig").json,
        "Problem": ann.post("/games", {}).json,
        "Account": ann.get("/accounts/me").json,
    }.items():
        assert [error.message for error in schema(name).iter_errors(body)] == []


def test_the_page_for_people_shows_every_operation_and_every_code(nobody, document):
    response = nobody.client.get("/docs")
    assert response.mimetype == "text/html"
    page = re.sub(r"</?code>", "`", unescape(response.text))
    for path, item in document["paths"].items():
        assert path in page
        for name, operation in item.items():
            assert name == "parameters" or operation["summary"] in page
    assert 'id="problem-decision-closed"' in response.text
    assert not re.search("<script|<style| style=", response.text)
    assert "style-src 'self';" in response.headers["Content-Security-Policy"]
    assert response.headers["X-Frame-Options"] == "DENY"
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        ("<b>post</b> /api/v1/games</h3>", "Needs a bearer token for <code>play</code>."),
        (
            "<b>get</b> /api/v1/games</h3>",
            "Works without a bearer token too; with one, it must be for <code>read</code>.",
        ),
        ("/entrants</h3>", "Needs a bearer token for <code>play</code> or for <code>organise</code>."),
        ("<b>delete</b> /api/v1/tokens/{token_id}</h3>", "Needs a bearer token, for whatever it is."),
    ],
)
def test_the_page_says_what_an_operation_asks_of_a_token(nobody, operation, said):
    shown = nobody.client.get("/docs").text
    assert f"<p>{said}</p>" in shown.partition(operation)[2].partition("</article>")[0]


def test_the_page_marks_code_and_nothing_else(nobody):
    page = nobody.client.get("/docs").text
    assert "<code>POST /accounts</code> gives the first one" in page
    assert "&lt;code&gt;" not in page
    assert marked("`a < b` & <b>") == "<code>a &lt; b</code> &amp; &lt;b&gt;"
