"""Whatever the console and the services of tournaments can do has an operation, field by field."""

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

from ladder.api import act_refusals, acts, pairing_acts
from ladder.services import tournaments
from tests.games import making
from tests.ladder import tournaments as events
from tests.vrhcaby.rest import calling, world
from vrhcaby.rest import words

LADDER = Path(inspect.getfile(tournaments)).parents[2]
SERVICES = "ladder.services"
OF_THE_SYSTEM = {
    "ladder.services.tournaments.clockwork",
    "ladder.services.tournaments.catching_up",
}
"""What beat does by the clock: nobody asks for it."""

READ_OTHERWISE = {
    ("ladder.services.corrections", "score_before"),
    ("ladder.services.corrections", "in_force"),
}
"""What pages read of services and programs in the explanation of a result."""

BY_ADDRESS = {"slug", "pairing_id", "claim_id"}
ONE_BY_ONE = [
    *acts.OF_ALL.values(),
    *acts.OF_TOURNAMENT.values(),
    *pairing_acts.OF_PAIRING.values(),
    pairing_acts.JudgeClaim,
]


def entry_services():
    """Give what members may ask the services of tournaments for, by module and name."""
    for found in pkgutil.iter_modules(tournaments.__path__, f"{tournaments.__name__}."):
        module = importlib.import_module(found.name)
        for name, one in inspect.getmembers(module, inspect.isfunction):
            own = one.__module__ == found.name and not name.startswith("_")
            if own and hasattr(one, "__wrapped__") and "by_id" in inspect.signature(one).parameters:
                yield found.name, name


def asked_for(folder):
    """Return the functions of services that the modules of a folder name, by module and name."""
    found = set()
    for path in (LADDER / folder).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {
            name.asname or name.name: f"{node.module}.{name.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(SERVICES)
            for name in node.names
        }
        found |= {
            (modules[node.value.id], node.attr)
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in modules
        }
    return found


def test_every_service_of_tournaments_has_an_operation():
    services = {one for one in entry_services() if one[0] not in OF_THE_SYSTEM}

    assert len(services) > 40, "the services are not found"
    assert services - asked_for("api") == set()


def test_every_act_of_the_pages_has_an_operation():
    pages = asked_for("views")

    assert ("ladder.services.tournaments.entries", "confirm") in pages
    assert pages - asked_for("api") == READ_OTHERWISE


@pytest.mark.parametrize("operation", ONE_BY_ONE, ids=lambda one: one.__name__)
def test_an_operation_takes_all_that_its_service_takes(operation):
    taken = set(inspect.signature(operation.service).parameters) - BY_ADDRESS - {"by_id"}

    assert set(operation.Input().fields) == taken


def told_by(service):
    """Return the codes that a service's docstring says it refuses with."""
    said = inspect.getdoc(service).partition("Refused:")[2]
    return set(re.findall(r"`(\w+)`", said)) & set(words.codes())


@pytest.mark.parametrize("operation", ONE_BY_ONE, ids=lambda one: one.__name__)
def test_what_a_service_refuses_is_documented_at_its_operation(operation):
    assert told_by(operation.service) <= set(operation.refusals)


def test_refusals_are_named_for_acts_that_there_are():
    assert set(act_refusals.OF_ACTS) <= {one.__name__ for one in ONE_BY_ONE}
    assert set().union(*act_refusals.OF_ACTS.values()) <= set(words.codes())


def documented(path):
    """Return the codes that the document has for posting to an address."""
    here = (f"/api/v1/{path}", "post")
    return next(one for one in world.operations() if (one.path, one.method) == here).told["x-codes"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("settings", "who", "code"),
    [
        ({"name": "x", "ruleset": "vrhcaby"}, making.member, "may_not_make_tournaments"),
        ({"name": "x", "ruleset": "chess"}, events.official, "unknown_ruleset"),
    ],
)
def test_why_no_tournament_was_made_is_documented(settings, who, code):
    answer = calling.director(who()).post("tournaments", {"settings": settings})

    assert answer.code == code
    assert code in documented("tournaments")


@pytest.mark.django_db
def test_why_somebody_could_not_enter_and_the_state_stays_is_documented():
    made, me = events.opened(), making.member()
    here = f"tournaments/{made.slug}"
    calling.player(me).post(f"{here}/entry", {})

    twice = calling.player(me).post(f"{here}/entry", {})
    undone = calling.director(made.director).post(f"{here}/state/undo", {"why": "x"})

    assert (twice.code, undone.code) == ("already_entered", "depends_on_it")
    assert twice.code in documented("tournaments/{slug}/entry")
    assert undone.code in documented("tournaments/{slug}/state/undo")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("act", "body"), [("time/propose", {"at": "2099-01-01T18:00:00Z"}), ("report/confirm", {})]
)
def test_that_a_pairing_is_decided_is_documented(act, body):
    made = events.started([making.member(), making.member()])
    one = events.pairing(made, 1, 1)
    calling.director(made.director).post(
        f"pairings/{one.pk}/result", {"first_score": 1, "second_score": 0}
    )

    answer = calling.player(one.first.member).post(f"pairings/{one.pk}/{act}", body)

    assert answer.code == "wrong_pairing_state"
    assert answer.code in documented(f"pairings/{{pairing_id}}/{act}")
