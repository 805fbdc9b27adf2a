"""Which release this is."""

import os
import tomllib
from functools import cache
from pathlib import Path


@cache
def name() -> str:
    """Return VRHCABY_RELEASE, which a deployment sets, else the version in `pyproject.toml`."""
    given = os.environ.get("VRHCABY_RELEASE", "").strip()
    if given:
        return given
    project = Path(__file__).resolve().parents[1] / "pyproject.toml"
    return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
