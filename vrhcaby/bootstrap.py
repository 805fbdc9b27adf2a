"""Make the first command work on a bare machine: find a Python, make `.venv`, install, go on.

Standard library only, and syntax that an old Python 3 can still read, so that it can say what is
missing. Packages come from the hash-locked files in `deploy/lock`.

- Inside any environment that is not ours nothing is installed and nothing is re-executed.
- Ours is `.venv` beside `manage.py`, if it carries our stamp: the hash of the lock and the Python.
- It speaks the language of the terminal, by the rule of `spoken`, as do the commands that follow.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys

from vrhcaby.interpreters import Refusal, ask, find_python, require_version
from vrhcaby.pip_output import last_line, reason, say, show
from vrhcaby.spoken import gettext as _

STAMP = "vrhcaby-stamp.json"
LOCKS = {"run": "deploy/lock/run.txt", "test": "deploy/lock/test.txt"}
# One module of each package that is imported directly; missing ones mean: not installed.
MODULES = {
    "run": [
        "django",
        "channels",
        "daphne",
        "asgiref",
        "channels_redis",
        "redis",
        "celery",
        "allauth",
        "csp",
        "psycopg",
        "psycopg_pool",
        "argon2",
        "msgspec",
        "cryptography",
        "structlog",
        "servestatic",
    ],
    "test": [
        "pytest",
        "pytest_django",
        "pytest_asyncio",
        "xdist",
        "hypothesis",
        "playwright",
        "polib",
    ],
}


class Place:
    """Where things are: the project's folder, its environment and its locks."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.environment = os.path.join(self.root, ".venv")
        folder = "Scripts" if os.name == "nt" else "bin"
        self.python = os.path.join(self.environment, folder, "python")
        self.stamp = os.path.join(self.environment, STAMP)

    def lock(self, kind):
        """Return the path of the lock file of a kind, `run` or `test`."""
        return os.path.join(self.root, *LOCKS[kind].split("/"))


def enter(root, arguments):
    """Return only in a process that can import what the command needs; else replace it.

    Raises Refusal with the sentence to show.
    """
    place = Place(root)
    kind = "test" if arguments[:1] in (["test"], ["messages"]) else "run"
    if inside_environment() and not inside(place):
        return require_modules(kind, place)
    if not os.path.exists(place.environment) and installed_here(place, kind):
        return require_version(sys.version_info[:2])
    if foreign(place):
        return go_inside(place) or require_modules(kind, place)
    prepare(place, kind)
    return go_inside(place)


# Where are we?


def inside_environment():
    """Say whether this interpreter belongs to a virtual environment, any."""
    conda = os.environ.get("CONDA_PREFIX") == sys.prefix
    return sys.prefix != sys.base_prefix or (conda and os.environ["CONDA_DEFAULT_ENV"] != "base")


def inside(place):
    """Say whether this interpreter belongs to our own environment."""
    return os.path.realpath(sys.prefix) == os.path.realpath(place.environment)


def foreign(place):
    """Say whether `.venv` was made by another tool: then its owner keeps it."""
    return os.path.exists(place.environment) and not os.path.exists(place.stamp)


def installed_here(place, kind):
    """Say whether this interpreter has all that is locked, as in an image made from the lock."""
    if missing(kind):
        return False
    from importlib import metadata

    try:
        return all(metadata.version(name) == version for name, version in pins(place, kind))
    except metadata.PackageNotFoundError:
        return False


def pins(place, kind):
    """Return the pairs (package, version) that a lock names for every machine."""
    with open(place.lock(kind), encoding="utf-8") as file:
        lines = [line for line in file if "==" in line and line[0] not in " #" and ";" not in line]
    return [tuple(line.rstrip(" \\\n").split("==")) for line in lines]


def missing(kind):
    """Return the modules that the kind needs and this interpreter cannot find."""
    wanted = MODULES["run"] + (MODULES["test"] if kind == "test" else [])
    return [name for name in wanted if importlib.util.find_spec(name) is None]


def require_modules(kind, place):
    """Raise Refusal unless this interpreter, which we leave alone, has what is needed."""
    require_version(sys.version_info[:2])
    lacking = missing(kind)
    if lacking:
        raise Refusal(
            _(
                "This virtual environment (%(folder)s) lacks %(packages)s: install with "
                "`python -m pip install --require-hashes -r %(lock)s`, "
                "or leave it and run the command again."
            )
            % {
                "folder": sys.prefix,
                "packages": ", ".join(lacking),
                "lock": os.path.relpath(place.lock(kind)),
            }
        )


# The environment


def prepare(place, kind):
    """Make the environment and install what is locked, unless the stamp says it is done."""
    if fresh(place, kind):
        return
    with writable(place), exclusive(place):
        if fresh(place, kind):
            return
        version = make(place)
        install(place, kind)
        stamp(place, kind, version)


def fresh(place, kind):
    """Say whether our environment has exactly what the lock says now."""
    known = stamped(place)
    if known.get(kind) != digest(place, kind) or not os.path.exists(place.python):
        return False
    return not inside(place) or known.get("python") == _pair(sys.version_info)


def stamped(place):
    """Return what the stamp says, nothing when there is none."""
    try:
        with open(place.stamp, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def digest(place, kind):
    """Return the hash of a lock file."""
    with open(place.lock(kind), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


@contextlib.contextmanager
def writable(place):
    """Make the environment's folder, marked as ours; a read-only place becomes a Refusal."""
    try:
        os.makedirs(place.environment, exist_ok=True)
        if not os.path.exists(place.stamp):
            _write(place, {})
    except OSError as error:
        raise Refusal(
            _(
                "The folder %(folder)s cannot be written (%(reason)s): "
                "the site keeps its packages there, in .venv."
            )
            % {"folder": place.root, "reason": error.strerror or error}
        ) from error
    yield


@contextlib.contextmanager
def exclusive(place):
    """Let one process at a time prepare the environment, where the system has file locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    folder = os.open(place.root, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def make(place):
    """Make the virtual environment unless the one stamped still runs; return its version pair."""
    answer = ask(place.python) if os.path.exists(place.python) else None
    if answer and stamped(place).get("python") == _pair(answer[0]):
        return answer[0]
    python, version = find_python()
    say(_("Making .venv with Python %(version)s …") % {"version": _pair(version)})
    _empty(place)
    done = subprocess.run(
        [python, "-m", "venv", place.environment],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        raise Refusal(
            _(
                "The virtual environment .venv could not be made: %(reason)s. "
                "(Debian: sudo apt install python3-venv)"
            )
            % {"reason": last_line(done.stdout)}
        )
    return version


def install(place, kind):
    """Install a lock by pip with hashes, showing how far it is. Raises Refusal on failure."""
    total = len(pins(place, kind))
    say(_("Installing %(total)s packages, once …") % {"total": total})
    command = [place.python, "-m", "pip", "install", "--require-hashes", "--no-input"]
    command += ["--disable-pip-version-check", "--progress-bar", "off", "-r", place.lock(kind)]
    environ = dict(os.environ, PIP_USER="0", PYTHONUNBUFFERED="1")
    pip = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environ, cwd=place.root
    )
    lines = show(pip.stdout, total)
    if pip.wait():
        raise Refusal(
            _(
                "The packages could not be installed: %(reason)s "
                "Check the connection and run the command again."
            )
            % {"reason": reason(lines)}
        )
    say(_("The packages are installed."))


def stamp(place, kind, version):
    """Remember what was installed; the lock for tests holds that for running too."""
    kinds = ("run", "test") if kind == "test" else ("run",)
    known = {name: digest(place, name) for name in kinds}
    known["python"] = _pair(version)
    _write(place, known)


def go_inside(place):
    """Replace this process by the same command inside the environment; return when inside."""
    if inside(place):
        return
    command = [place.python, *sys.argv]
    sys.stdout.flush()
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    try:
        os.execv(place.python, command)
    except OSError as error:
        raise Refusal(
            _(
                "The environment %(folder)s does not run (%(reason)s): "
                "delete it and run the command again."
            )
            % {"folder": place.environment, "reason": error.strerror or error}
        ) from error


def _write(place, known):
    partial = place.stamp + ".new"
    with open(partial, "w", encoding="utf-8") as file:
        json.dump(known, file)
    os.replace(partial, place.stamp)


def _empty(place):
    """Remove an environment that broke off or lost its Python, all but the mark that it is ours."""
    for name in os.listdir(place.environment):
        path = os.path.join(place.environment, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif path != place.stamp:
            os.remove(path)


def _pair(version):
    return "{}.{}".format(*version[:2])
