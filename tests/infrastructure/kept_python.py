"""A Python of a site's that is kept for many programs, since each start takes seconds.

`python -m tests.infrastructure.kept_python` reads programs, one a line as a JSON text, and answers
each with a line: what it printed, and how it failed or null.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path

import django


class KeptPython:
    """Runs programs in a process with a site's environment; it starts with the first."""

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self._folder = folder
        self._environ = environ
        self._process: subprocess.Popen[str] | None = None

    def run(self, program: str) -> str:
        """Run a program and return what it printed. Raises RuntimeError with its traceback."""
        try:
            answer = self._ask(program)
        except BaseException:
            # A late answer must not be taken for that of the next program.
            self.stop()
            raise
        if answer["failed"] is not None:
            raise RuntimeError(f"{program}\nfailed:\n{answer['failed']}")
        return str(answer["printed"])

    def stop(self) -> None:
        """End the process if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _ask(self, program: str) -> dict[str, str | None]:
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(program) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise RuntimeError("the site's Python has ended")
        answer: dict[str, str | None] = json.loads(line)
        return answer

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.infrastructure.kept_python"],
            cwd=self._folder,
            env=self._environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def _answer(program: str) -> dict[str, str | None]:
    # After `setup`: the models of the programs need it.
    from django.db import connections

    printed, failed = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            exec(program, {"__name__": "__main__"})
    except BaseException:
        failed = traceback.format_exc()
    finally:
        # The site's database may go away, or be replaced, until the next program.
        connections.close_all()
    return {"printed": printed.getvalue(), "failed": failed}


def main() -> None:
    """Answer programs until there are no more; what their children print goes to the errors."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "w") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        django.setup()
        for line in sys.stdin:
            answers.write(json.dumps(_answer(json.loads(line))) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
