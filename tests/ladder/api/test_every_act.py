"""Whatever the console and the services of tournaments can do has an operation, field by field."""

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

from ladder.api import act_codes, acts, pairing_acts
from ladder.services import tournaments
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


@pytest.mark.parametrize("operation", ONE_BY_ONE, ids=lambda one: one.__name__)
def test_an_operation_names_what_its_service_says_that_it_refuses(operation):
    said = (inspect.getdoc(operation.service) or "").partition("Refused")[2]
    codes = set(re.findall(r"`([a-z_]+)`", said)) & set(words.codes())

    assert codes <= set(operation.refusals)


def test_no_codes_are_kept_for_an_operation_that_there_is_not():
    assert set(act_codes.CODES) <= {one.__name__ for one in ONE_BY_ONE}
