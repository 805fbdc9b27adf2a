"""The Python in which tests run programs on a site's data: one after the other, each by itself."""

import os

import pytest

from tests.infrastructure.kept_python import KeptPython
from tests.infrastructure.sites import ROOT, SETTINGS

pytestmark = [pytest.mark.slow, pytest.mark.own_process]


@pytest.fixture
def python(tmp_path):
    environ = {"DJANGO_SETTINGS_MODULE": SETTINGS, "VRHCABY_DATA": str(tmp_path)}
    kept = KeptPython(ROOT, {**os.environ, **environ})
    yield kept
    kept.stop()


def test_each_program_gets_its_own_answer(python):
    assert python.run("print(1)") == "1\n"
    assert python.run("import os; os.system('echo of a child'); print(2)") == "2\n"
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        python.run("1 / 0")
    with pytest.raises(RuntimeError, match="SystemExit"):
        python.run("raise SystemExit(3)")
    assert python.run("print(3)") == "3\n"


def test_after_one_that_ended_the_process_a_new_one_answers(python):
    with pytest.raises(RuntimeError, match="has ended"):
        python.run("import os; os._exit(1)")
    assert python.run("print(4)") == "4\n"
