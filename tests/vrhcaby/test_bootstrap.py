"""The first command on a bare machine, tried with a small lock and no network."""

import base64
import hashlib
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import zipfile
from itertools import takewhile
from pathlib import Path

import pytest

from tests.infrastructure import required
from vrhcaby import bootstrap, interpreters

pytestmark = pytest.mark.own_process

ROOT = Path(__file__).resolve().parents[2]

DRIVER = """
import sys
from vrhcaby import bootstrap, interpreters
bootstrap.MODULES = {"run": ["mini"], "test": []}
try:
    bootstrap.enter(ROOT, sys.argv[1:])
except interpreters.Refusal as refusal:
    sys.exit(str(refusal))
import mini
print("inside", mini.WORD)
"""


def _wheel(folder: Path, word: str) -> str:
    """Write the wheel of a package with one word in it; return its hash."""
    path = folder / "mini-1.0-py3-none-any.whl"
    metadata = "Metadata-Version: 2.1\nName: mini\nVersion: 1.0\n"
    tag = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    contents = {
        "mini.py": f"WORD = {word!r}\n",
        "mini-1.0.dist-info/METADATA": metadata,
        "mini-1.0.dist-info/WHEEL": tag,
    }
    records = []
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in contents.items():
            archive.writestr(name, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
            records.append(f"{name},sha256={digest.decode().rstrip('=')},{len(text)}")
        archive.writestr("mini-1.0.dist-info/RECORD", "\n".join([*records, ""]))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _lock(project: Path, digest: str) -> None:
    text = f"--no-index\n--find-links {project}\nmini==1.0 \\\n    --hash=sha256:{digest}\n"
    for kind in ("run", "test"):
        (project / "deploy" / "lock" / f"{kind}.txt").write_text(text)


@pytest.fixture
def project(tmp_path):
    """A project with the real bootstrap, and a lock of one package that lies beside it."""
    folder = tmp_path / "project"
    (folder / "deploy" / "lock").mkdir(parents=True)
    (folder / "vrhcaby").mkdir()
    for name in ("__init__", "bootstrap", "interpreters", "pip_output", "spoken"):
        shutil.copy(ROOT / "vrhcaby" / f"{name}.py", folder / "vrhcaby")
    shutil.copytree(ROOT / "vrhcaby" / "locale", folder / "vrhcaby" / "locale")
    (folder / "driver.py").write_text(DRIVER.replace("ROOT", repr(str(folder))))
    _lock(folder, _wheel(folder, "first"))
    return folder


def _base_python() -> str:
    """Return the interpreter under this environment: a new machine has no environment."""
    path = getattr(sys, "_base_executable", sys.executable)
    answer = interpreters.ask(path)
    if answer is None or not answer[1]:
        required.lacking("Python's venv module")
    return path


def _run(
    project: Path, *, python: str | None = None, locale: str = "", **options
) -> subprocess.CompletedProcess:
    home = {"PATH": "/usr/bin:/bin", "HOME": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [python or _base_python(), "driver.py", "club"],
        cwd=project,
        env={**home, "LANG": locale, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        **options,
    )


def test_the_first_start_installs_with_progress_the_second_does_not(project):
    first = _run(project)
    second = _run(project)

    assert (first.returncode, first.stdout) == (0, "inside first\n"), first.stderr
    assert "Installing 1 packages" in first.stderr
    assert "1 packages of 1" in first.stderr
    assert (second.returncode, second.stdout, second.stderr) == (0, "inside first\n", "")


def test_a_first_start_on_a_czech_terminal_speaks_czech_alone(project):
    done = _run(project, locale="cs_CZ.UTF-8")

    making, *rest = done.stderr.splitlines()
    assert making.startswith("Vytvářím .venv s Pythonem 3.")
    assert rest == [
        "Instaluji balíčky, jednou provždy; je jich 1 …",
        "  balíčky: 1 z 1",
        "  ukládám je na místo …",
        "Balíčky jsou nainstalovány.",
    ]


def test_a_changed_lock_is_installed_anew(project):
    _run(project)
    shutil.rmtree(next((project / ".venv").glob("lib/*/site-packages/mini-1.0.dist-info")))
    _lock(project, _wheel(project, "other"))

    again = _run(project)

    assert again.stdout == "inside other\n", again.stderr


def test_an_installation_that_broke_off_is_finished_later(project):
    environment = project / ".venv"
    environment.mkdir()
    (environment / bootstrap.STAMP).write_text("{}")
    (environment / "half").mkdir()

    done = _run(project)

    assert done.stdout == "inside first\n", done.stderr
    assert not (environment / "half").exists()


def test_an_environment_whose_python_is_gone_is_made_again(project):
    _run(project)
    for link in (project / ".venv" / "bin").glob("python*"):
        link.unlink()

    done = _run(project)

    assert done.stdout == "inside first\n", done.stderr


def test_a_failed_download_is_one_sentence(project):
    (project / "mini-1.0-py3-none-any.whl").unlink()

    done = _run(project)

    assert done.returncode == 1
    sentence = done.stderr.splitlines()[-1]
    assert sentence.startswith("The packages could not be installed: ")
    assert sentence.endswith("Check the connection and run the command again.")
    assert "Traceback" not in done.stderr


def test_a_package_with_another_hash_is_never_installed(project):
    _wheel(project, "forged")

    done = _run(project)

    assert done.returncode == 1
    assert not list((project / ".venv").glob("lib/*/site-packages/mini.py"))


def test_a_read_only_folder_is_one_sentence(project):
    options = {}
    if os.geteuid() == 0:
        project.chmod(0o755)
        for path in takewhile(Path(tempfile.gettempdir()).__ne__, project.parents):
            path.chmod(0o711)
        options["user"] = pwd.getpwnam("nobody").pw_uid
    project.chmod(0o555)

    done = _run(project, python=_reachable(_base_python()), **options)
    project.chmod(0o755)

    assert done.returncode == 1
    assert done.stderr.startswith(f"The folder {project} cannot be written (Permission denied)")
    assert len(done.stderr.splitlines()) == 1


def _reachable(python: str) -> str:
    """Return an interpreter that another user can run."""
    for path in (python, "/usr/bin/python3"):
        where = Path(path).resolve()
        if all(folder.stat().st_mode & 0o5 for folder in where.parents) and os.path.exists(path):
            return path
    required.lacking("a Python that every user can run")
    return ""


def test_inside_another_environment_nothing_is_made(project):
    other = project / "other"
    subprocess.run([_base_python(), "-m", "venv", "--without-pip", str(other)], check=True)

    done = _run(project, python=str(other / "bin" / "python"))

    assert done.returncode == 1
    assert "lacks mini" in done.stderr
    assert "--require-hashes" in done.stderr
    assert not (project / ".venv").exists()


def test_an_environment_that_another_tool_made_is_used_and_left_alone(project):
    environment = project / ".venv"
    subprocess.run([_base_python(), "-m", "venv", "--without-pip", str(environment)], check=True)
    site = next(environment.glob("lib/*/site-packages"))
    (site / "mini.py").write_text("WORD = 'theirs'\n")

    done = _run(project)

    assert (done.returncode, done.stdout) == (0, "inside theirs\n"), done.stderr
    assert not (environment / bootstrap.STAMP).exists()


def test_the_lock_for_tests_holds_all_of_the_lock_for_running():
    def pinned(kind):
        lines = (ROOT / bootstrap.LOCKS[kind]).read_text().splitlines()
        return {line.split(" ")[0] for line in lines if "==" in line and line[0] not in " #"}

    assert pinned("run") < pinned("test")
