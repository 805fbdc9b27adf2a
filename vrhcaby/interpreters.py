"""Find a Python that the packages are locked for; standard library only, like `bootstrap`."""

import os
import subprocess
import sys

from vrhcaby.spoken import gettext as _

OLDEST = (3, 11)
NEWEST = (3, 13)
_QUESTION = (
    "import sys; v = sys.version_info; "
    "import importlib.util as u; "
    "print(v[0], v[1], int(bool(u.find_spec('venv') and u.find_spec('ensurepip'))))"
)


class Refusal(Exception):
    """The site cannot be started; the text is the one sentence that a person gets."""


def require_version(version):
    """Raise Refusal unless a Python version, a pair, is one that the packages are locked for."""
    if not OLDEST <= tuple(version) <= NEWEST:
        raise Refusal(_too_old(version))


def _too_old(version):
    return _(
        "Python 3.11, 3.12 or 3.13 is needed and only %(version)s was found: install one "
        "(Debian: sudo apt install python3 python3-venv) and run the command again."
    ) % {"version": "{}.{}".format(*version)}


def find_python():
    """Return the path and version of a Python that can make the environment.

    Raises Refusal: none is new enough, or none of those has the venv module.
    """
    lame = None
    for candidate in candidates():
        answer = ask(candidate)
        if answer is None or not OLDEST <= answer[0] <= NEWEST:
            continue
        if answer[1]:
            return candidate, answer[0]
        lame = lame or answer[0]
    if lame:
        raise Refusal(
            _(
                "Python %(version)s lacks the venv module: install it "
                "(Debian: sudo apt install python3-venv) and run the command again."
            )
            % {"version": "{}.{}".format(*lame)}
        )
    raise Refusal(_too_old(sys.version_info[:2]))


def candidates():
    """Return interpreters to try: this one, then PATH, newest first, then pyenv's."""
    names = [f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)] + ["python3"]
    found = [sys.executable] if sys.executable else []
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found.extend(os.path.join(folder, name) for name in names)
    versions = os.path.expanduser(os.path.join("~", ".pyenv", "versions"))
    if os.path.isdir(versions):
        kept = sorted(os.listdir(versions), reverse=True)
        found.extend(os.path.join(versions, name, "bin", "python3") for name in kept)
    return [path for path in found if os.path.isfile(path)]


def ask(python):
    """Run an interpreter: return (version pair, has venv), or None when it does not run.

    An inactive pyenv shim, for one, exists and fails.
    """
    try:
        done = subprocess.run(
            [python, "-I", "-c", _QUESTION],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=20,
            check=True,
        )
        major, minor, able = (int(word) for word in done.stdout.split())
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return (major, minor), bool(able)
