"""The commands of the operator's guides are sound, and change files as the guides say."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
GUIDES = [ROOT / "docs" / f"{name}.md" for name in ("operating", "second-machine", "containers")]
DEBIANS_NGINX = Path("/etc/nginx/nginx.conf")

every_guide = pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)


def blocks(guide):
    """Return the blocks of shell, what the operator fills in replaced by a word."""
    found = re.findall(r"^( *)```sh\n(.*?)^ *```$", guide.read_text(), re.M | re.S)
    return [re.sub(r"<[a-z]+( [a-z]+)*>", "word", text) for _, text in found]


def lines(name, beginning):
    """Return the lines of a guide's shell that begin so, without what indents them."""
    guide = next(path for path in GUIDES if path.stem == name)
    every = [line.strip() for block in blocks(guide) for line in block.splitlines()]
    return [line for line in every if line.startswith(beginning)]


def sh(command, **variables):
    done = subprocess.run(
        ["sh", "-euc", command], env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def values(file):
    """Return the variables of an environment's file."""
    told = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
    return dict(line.split("=", 1) for line in told)


@every_guide
def test_a_shell_understands_every_block(guide):
    assert blocks(guide)
    for block in blocks(guide):
        done = subprocess.run(
            ["sh", "-n"], input=block, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{done.stderr}\n{block}"


@every_guide
def test_every_file_that_a_guide_names_is_there(guide):
    named = re.findall(r"(?<!/)\bdeploy/[\w./@*-]*\w", guide.read_text())

    assert named
    assert [path for path in named if not list(ROOT.glob(path))] == []


@every_guide
def test_every_page_that_a_guide_names_is_there(guide):
    named = re.findall(r"\]\(([\w-]+\.md)", guide.read_text())

    assert named
    assert [page for page in named if not (guide.parent / page).exists()] == []


@every_guide
def test_every_unit_that_a_guide_names_is_there(guide):
    named = set(re.findall(r"vrhcaby(?:\.target|-\w+(?:@\w+|\.timer)?)\b", " ".join(blocks(guide))))
    units = {path.name for path in (DEPLOY / "systemd").iterdir()}

    def is_there(name):
        unit = re.sub(r"@\w+", "@", name)
        return unit in units or f"{unit}.service" in units

    assert [name for name in named if not is_there(name)] == []


@every_guide
def test_no_command_is_called_with_a_secret(guide):
    # What a shell does itself, and what it puts into an environment, no other user can see.
    unseen = re.compile(r"(echo|printf) |([A-Z_]+=\S+ )+(?!.*\$(owner|web|word)\b)")
    secret = [
        line.strip()
        for block in blocks(guide)
        for line in block.splitlines()
        if re.search(r"\$(owner|web|word)\b|\bPASSWORD=|_password=|redis-cli.* -a\b", line)
    ]

    assert [line for line in secret if not unseen.match(line)] == []


def test_a_restore_goes_beside_the_database_whose_owner_the_file_tells():
    (line,) = lines("operating", "OWNER_URL=$(echo")
    change = line.partition(" deploy/")[0]

    for end in ("", "?sslmode=require&sslrootcert=/etc/ssl/club.pem"):
        login = "postgresql://vrhcaby_owner:word@10.0.0.3"
        made = f"{login}/vrhcaby_restored{end}"
        sh(f'{change}; test "$OWNER_URL" = "$made"', OWNER_URL=f"{login}/vrhcaby{end}", made=made)


@pytest.fixture
def environment(tmp_path):
    """The environment's file of the first machine, as the installation leaves it."""
    file = tmp_path / "environment"
    shutil.copy(DEPLOY / "systemd" / "vrhcaby.env.example", file)
    (line,) = lines("operating", 'echo "s|vrhcaby_web')
    sh(line.replace("/etc/vrhcaby/environment", str(file)), web="secret")
    return file


def test_the_installation_writes_the_password_of_the_web_role(environment):
    found = values(environment)["DATABASE_URL"]

    assert found == "postgresql://vrhcaby_web:secret@127.0.0.1:5432/vrhcaby"


def test_a_second_machine_finds_all_servers_on_the_first(environment):
    commands = [
        *lines("second-machine", 'echo "s|redis'),
        *lines("second-machine", "sed -i -E"),
        *lines("second-machine", "echo 'VRHCABY_BIND"),
    ]
    assert len(commands) == 3
    before = values(environment)

    for command in commands:
        sh(command.replace("/etc/vrhcaby/environment", str(environment)), word="abc")

    after = values(environment)
    changed = {name: value for name, value in after.items() if value != before.get(name)}
    assert changed == {
        "DATABASE_URL": "postgresql://vrhcaby_web:secret@10.0.0.1:5432/vrhcaby?sslmode=require",
        "REDIS_URL": "redis://:abc@10.0.0.1:6379/0",
        "CACHE_URL": "redis://:abc@10.0.0.1:6380/0",
        "VRHCABY_BIND": "10.0.0.2",
    }


def test_a_shell_reads_the_environment_as_systemd_does(environment):
    # Unlike systemd a shell would cut a value at a blank and put in what follows a dollar.
    for name, value in values(environment).items():
        sh(f'. {environment}; test "${name}" = "$wanted"', wanted=value)


@pytest.mark.skipif(not DEBIANS_NGINX.exists(), reason="Debian's nginx is not on this machine")
def test_debians_nginx_is_made_wide_enough(tmp_path):
    file = tmp_path / "nginx.conf"
    shutil.copy(DEBIANS_NGINX, file)
    (line,) = lines("operating", "sed -i 's/worker_connections")

    sh(line.replace(str(DEBIANS_NGINX), str(file)))

    text = file.read_text()
    assert re.findall(r"^\s*worker_connections .*", text, re.M) == ["\tworker_connections 8192;"]
    assert text.startswith("worker_rlimit_nofile 20000;\n")
