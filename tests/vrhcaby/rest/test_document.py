"""The OpenAPI document: complete, and true of what the interface answers."""

import ast
import json

import pytest
from django.conf import settings
from django.test import Client
from drf_spectacular.validation import validate_schema

from tests.vrhcaby.rest import calling, world
from vrhcaby.rest import schema, statuses, words

by_name = pytest.mark.parametrize("operation", world.operations(), ids=lambda one: one.id)


def test_the_document_is_openapi_3_1():
    document = schema.document()

    assert document["openapi"].startswith("3.1")
    validate_schema(document)


def nodes(value, path=""):
    """Give every object of the document with its place."""
    if isinstance(value, dict):
        yield path, value
        for name, inner in value.items():
            yield from nodes(inner, f"{path}/{name}")
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from nodes(inner, f"{path}/{number}")


def test_every_field_parameter_and_schema_is_described():
    missing = []
    for path, node in nodes(schema.document()):
        for name, field in (node.get("properties") or {}).items():
            if isinstance(field, dict) and not field.get("description") and "$ref" not in field:
                missing.append(f"{path}: {name}")
    document = schema.document()
    missing += [
        f"{one.id}: {parameter['name']}"
        for one in world.operations()
        for parameter in one.told.get("parameters", ())
        if not parameter.get("description")
    ]
    missing += [
        name
        for name, one in document["components"]["schemas"].items()
        if not one.get("description")
    ]

    assert missing == []


def schemas():
    """Give every schema of the document with its place, examples left out."""
    for path, node in nodes(schema.document()):
        if "/example" not in path and "type" in node and not path.endswith("/properties"):
            yield path, node


def loose(node):
    """Tell whether a schema takes objects or lists of which nobody knows what they hold."""
    kinds = node["type"] if isinstance(node["type"], list) else [node["type"]]
    more = node.get("additionalProperties")
    typed = isinstance(more, dict) and any(name in more for name in ("type", "$ref", "oneOf"))
    if "object" in kinds and not node.get("properties") and more is not False:
        return not (typed and node.get("description"))
    if "object" in kinds and more is not None and more is not False:
        return not typed
    return "array" in kinds and not (node.get("items") or node.get("prefixItems"))


def test_no_object_or_list_is_left_open():
    assert [path for path, node in schemas() if loose(node)] == []


def test_every_property_is_described_and_has_a_type():
    missing = [
        f"{path}: {name}"
        for path, node in nodes(schema.document())
        if isinstance(node.get("properties"), dict) and "/example" not in path
        for name, field in node["properties"].items()
        if not field.get("description")
        or not {"type", "$ref", "allOf", "anyOf", "oneOf", "const", "enum"} & field.keys()
    ]

    assert missing == []


def told_details():
    """Give the names under which the code tells details of refusals; files have their sentences."""
    for app in ("accounts", "games", "ladder", "vrhcaby"):
        for file in (settings.BASE_DIR / app).rglob("*.py"):
            if {"formats", "cli"} & set(file.parts):
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                    yield from names_of(node.exc, engine="engine" in file.parts)


def names_of(call, *, engine):
    """Give the names of the details with which an error is raised."""
    if ast.unparse(call.func).endswith("BadSettings"):
        # What it takes are codes by the names of settings.
        return
    parts = [*call.args, *(word.value for word in call.keywords if word.arg == "details")]
    for part in parts:
        if isinstance(part, ast.Dict):
            yield from (key.value for key in part.keys if isinstance(key, ast.Constant))
    if engine:
        yield from (word.arg for word in call.keywords)


OF_POSITIONS = {"seq", "kind", "checkers", "hand", "point"}
"""What the engine says of records and of positions goes into no answer."""


def test_every_detail_of_a_refusal_is_documented():
    parts = schema.document()["components"]["schemas"]
    known = {
        name
        for part, shape in parts.items()
        if part.endswith("ProblemDetails")
        for name in shape["properties"]
    }
    told = set(told_details())

    assert {"state", "version", "until", "option", "origin"} <= told
    assert told - known - OF_POSITIONS == set()


@by_name
def test_every_operation_says_what_it_is(operation):
    assert operation.told["summary"]
    assert len(operation.told["description"]) > 40
    assert operation.told["tags"] != [""]
    assert operation.scope is None or operation.method == "get" or operation.success < 300
    if operation.method in ("post", "put", "patch"):
        assert operation.body is not None, "an operation that takes something has an example"


@by_name
def test_every_code_of_an_operation_has_a_sentence_and_a_status(operation):
    for code in operation.told["x-codes"]:
        assert words.sentence(code) != words.sentence("refused") or code == "refused", code
        assert str(statuses.status_of(code).value) in operation.told["responses"], code


@pytest.mark.django_db
@by_name
def test_what_has_a_tag_says_so_and_what_is_documented_can_be_accepted(operation):
    if operation.method != "get" or "directors" in operation.told["tags"]:
        pytest.skip("nothing is read")
    club = world.World()
    documented = operation.told["responses"]

    for kind in documented["200"]["content"]:
        caller = club.caller(operation)
        caller.headers["accept"] = kind
        answer = club.call(operation, caller)
        assert answer.status == 200, answer
        assert answer.response.has_header("ETag") == ("304" in documented)


@pytest.mark.django_db
@by_name
def test_the_documented_request_is_answered_as_documented(operation):
    follows = "/pairings/" in operation.path and operation.method != "get"
    if "directors" in operation.told["tags"] or follows:
        pytest.skip("acts that follow from one another: told as a story in tests/ladder/api")
    club = world.World()

    answer = club.call(operation, club.caller(operation))

    assert answer.status == operation.success, answer
    content = operation.told["responses"][str(answer.status)].get("content", {})
    if not content:
        return
    kind = answer.response["Content-Type"].split(";")[0]
    assert kind in content
    if kind == "application/json":
        assert world.faults(content[kind]["schema"], answer.json) == []


@pytest.mark.django_db
def test_the_document_and_the_schema_of_the_sockets_are_served():
    client = Client()

    document = client.get("/api/v1/openapi.json")
    frames = client.get("/api/v1/protocol.schema.json")

    assert json.loads(document.content)["openapi"] == "3.1.0"
    assert "game client to server" in json.loads(frames.content)["properties"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["", "api.md", "protocol.md", "fairness.md", "ladder.md", "examples/bot.py"]
)
def test_the_guide_and_what_it_refers_to_are_read_at_the_site(name):
    answer = Client().get(f"/api/{name}")

    assert answer.status_code == 200
    assert "hello" in answer.text or "dice" in answer.text or "FIBS" in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nothing.md", "../README.md", "examples/../api.md"])
def test_nothing_else_is_read_there(name):
    assert Client().get(f"/api/{name}").status_code == 404


@pytest.mark.django_db
def test_every_code_is_listed_with_its_status():
    told = calling.Caller().get("problems").json

    assert {"code": "busy", "status": 503, "detail": words.sentence("busy")} in told
    assert len(told) == len({row["code"] for row in told})
