"""The headless JavaScript modules, tested by Node's own runner."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.infrastructure import required

FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))
ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.js


def module_flags(node: str) -> list[str]:
    """Older Nodes take `.js` for CommonJS unless told otherwise; newer ones look."""
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    major = int(re.match(r"v(\d+)", version.stdout).group(1))
    return ["--experimental-default-type=module"] if major < 22 else []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_javascript_module(file: Path) -> None:
    node = required.node_binary()
    if node is None:
        required.lacking("Node")

    done = subprocess.run(
        [node, *module_flags(node), "--test", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stdout + done.stderr
