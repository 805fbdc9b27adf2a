"""Work in a child process: what it did stays, how it failed is how the whole fails."""

import subprocess
import sys

import pytest

_RUN = """
import sys
from vrhcaby.club import apart

memory = []

def work():
    memory.append("much")
    {work}

apart.run(work)
print("after", memory)
"""


def _run(work):
    command = [sys.executable, "-c", _RUN.format(work=work)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)


def test_what_follows_the_work_has_nothing_of_its_memory():
    done = _run("print('work', flush=True)")

    assert (done.returncode, done.stdout) == (0, "work\nafter []\n")


@pytest.mark.parametrize(
    ("work", "code"), [("sys.exit(1)", 1), ("raise KeyboardInterrupt", 130), ("1 / 0", 1)]
)
def test_work_that_fails_ends_the_whole_in_the_same_way(work, code):
    done = _run(work)

    assert (done.returncode, done.stdout) == (code, "")
    assert ("ZeroDivisionError" in done.stderr) == ("/ 0" in work)
