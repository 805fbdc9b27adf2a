"""What an operator copies from `deploy/` agrees with the site and with itself."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
BACKS_UP = "vrhcaby-backup"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def example():
    text = (DEPLOY / "systemd" / "vrhcaby.env.example").read_text()
    return dict(line.split("=", 1) for line in text.splitlines() if line and line[0] != "#")


def services():
    """Return the services of the compose file."""
    return yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text())["services"]


def ours():
    """Return those that run the site's own image."""
    return {name: one for name, one in services().items() if one["image"].startswith("vrhcaby:")}


def test_every_variable_of_the_example_is_one_the_site_reads():
    code = "".join(path.read_text() for path in (ROOT / "vrhcaby").rglob("*.py"))

    unknown = [name for name in example() if f'"{name}"' not in code]

    assert unknown == ["DJANGO_SETTINGS_MODULE"] or unknown == []


def test_the_example_names_all_that_production_requires():
    required = re.findall(
        r'_required\("(\w+)"\)', (ROOT / "vrhcaby/settings/production.py").read_text()
    )

    assert required
    assert set(required) <= example().keys()


def test_nobody_outside_can_ask_for_figures_or_forge_an_address():
    nginx = (DEPLOY / "nginx" / "vrhcaby.conf").read_text()
    caddy = (DEPLOY / "caddy" / "Caddyfile").read_text()

    assert "location = /metrics { return 404; }" in nginx
    assert "X-Forwarded-For   $remote_addr;" in nginx
    assert "$proxy_add_x_forwarded_for" not in nginx
    assert "@private path /metrics /readyz\n\thandle @private {\n\t\trespond 404" in caddy
    assert "header_up X-Forwarded-For {remote_host}" in caddy


def test_caddys_drop_in_sets_what_the_caddyfile_asks_for():
    caddyfile = (DEPLOY / "caddy" / "Caddyfile").read_text()
    assigned = [
        shlex.split(line)[0].split("=", 2)[1:]
        for line in (DEPLOY / "caddy" / "vrhcaby.conf").read_text().splitlines()
        if line.startswith("Environment=")
    ]

    asked = set(re.findall(r"\{\$(\w+)\}", caddyfile))

    assert asked == {name for name, _ in assigned} == {"VRHCABY_HOST", "VRHCABY_WEB"}
    assert dict(assigned)["VRHCABY_WEB"].split() == ["127.0.0.1:8001", "127.0.0.1:8002"]


def test_root_makes_the_folder_of_the_backups_for_who_makes_them_alone():
    unit = (DEPLOY / "systemd" / "vrhcaby-backup.service").read_text()
    folder = re.search(r"\nExecStart=/opt/vrhcaby/deploy/backup.sh (\S+)\n", unit)[1]

    made = re.search(r"\nExecStartPre=\+/usr/bin/install -d (.*)", unit)[1]

    assert made == f"-o {BACKS_UP} -g {BACKS_UP} -m 700 {folder}"
    # All else is closed to this unit by `ProtectSystem=strict`.
    assert Path(re.search(r"\nReadWritePaths=(\S+)\n", unit)[1]) == Path(folder).parent


def test_web_processes_run_as_nobody_who_could_read_backups_or_the_password_of_the_owner():
    told = {unit.name: unit.read_text() for unit in UNITS}

    knowing = {name for name, text in told.items() if "/etc/vrhcaby/backup" in text}

    assert knowing == {"vrhcaby-backup.service"}
    users = {name: re.search(r"\nUser=(\S+)\nGroup=\1\n", text)[1] for name, text in told.items()}
    assert users.pop("vrhcaby-backup.service") == BACKS_UP
    assert set(users.values()) == {"vrhcaby"}
    guide = (ROOT / "docs" / "operating.md").read_text()
    assert f"\nadduser --system --group --no-create-home {BACKS_UP}\n" in guide


def test_a_web_process_listens_on_this_machine_until_the_environment_says_otherwise():
    unit = (DEPLOY / "systemd" / "vrhcaby-web@.service").read_text()

    assert " -b ${VRHCABY_BIND} " in unit
    # Of two that name a variable systemd believes the file.
    assert "\nEnvironment=VRHCABY_BIND=127.0.0.1\nEnvironmentFile=" in unit
    assert "VRHCABY_BIND" not in example()


def test_what_fails_is_started_again_however_often():
    units = [unit.read_text() for unit in UNITS if unit.name != "vrhcaby-backup.service"]

    assert len(units) == 3
    for unit in units:
        assert "\nRestart=always\n" in unit
        assert "\nStartLimitIntervalSec=0\n" in unit.partition("[Service]")[0]


def test_no_process_runs_as_root():
    assert all(re.search(r"\nUser=vrhcaby(-backup)?\n", unit.read_text()) for unit in UNITS)
    assert "\nUSER vrhcaby\n" in (DEPLOY / "Dockerfile").read_text()


def test_containers_take_their_collected_files_from_where_the_image_has_them():
    place = re.search(r"VRHCABY_STATIC=(\S+)", (DEPLOY / "Dockerfile").read_text())[1]

    # Of two that name a variable Docker believes `environment`, not the file.
    assert example()["VRHCABY_STATIC"] != place
    assert len(ours()) >= 6
    assert {service["environment"]["VRHCABY_STATIC"] for service in ours().values()} == {place}


def test_containers_find_the_servers_by_their_names():
    for service in ours().values():
        urls = [service["environment"][name] for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL")]
        hosts = [re.search(r"//(?:.*@)?(\w+)[:/]", url)[1] for url in urls]
        assert hosts == ["db", "broker", "cache"]
        assert set(hosts) < services().keys()


def test_the_password_of_the_owner_is_known_where_one_migrates_and_backs_up_alone():
    knowing = {name for name, service in services().items() if "OWNER_PASSWORD" in str(service)}

    assert knowing == {"db", "migrate", "backup"}


def test_the_container_of_the_backup_holds_all_that_its_script_reads():
    read = re.findall(r'\. "\$\(dirname "\$0"\)/(\S+)"', (DEPLOY / "backup.sh").read_text())
    held = services()["backup"]["volumes"]

    assert read
    assert {f"../{name}:/{name}:ro" for name in ("backup.sh", *read)} < set(held)


def test_the_database_is_ready_when_it_answers_from_outside_its_container():
    words = services()["db"]["healthcheck"]["test"]

    assert words[words.index("-h") + 1] == "127.0.0.1"


def test_compose_is_told_all_that_it_asks_for():
    text = (DEPLOY / "compose" / "compose.yaml").read_text()
    asked = set(re.findall(r"\$\{(\w+):\?", text))
    guide = (ROOT / "docs" / "containers.md").read_text()

    assert asked == {"VRHCABY_HOST", "POSTGRES_PASSWORD", "OWNER_PASSWORD", "WEB_PASSWORD"}
    for name in asked:
        assert f"\n{name}=" in guide


def test_there_is_a_worker_for_every_queue(settings):
    served = {
        service["command"][service["command"].index("-Q") + 1]
        for service in services().values()
        if "-Q" in service.get("command", [])
    }

    assert served == set(settings.WORK_QUEUES)


def test_the_image_holds_every_package_of_the_site():
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    kept = (ROOT / ".dockerignore").read_text()
    packages = [path.parent.name for path in ROOT.glob("*/apps.py")]

    assert len(packages) >= 4
    for package in packages:
        assert f"COPY {package} {package}\n" in dockerfile
        assert f"!{package}\n" in kept


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not on this machine")
def test_systemd_understands_the_units(tmp_path):
    for unit in UNITS:
        (tmp_path / unit.name.replace("@.", "@8001.")).write_text(unit.read_text())
    names = [str(path) for path in tmp_path.iterdir()]

    done = subprocess.run(
        ["systemd-analyze", "verify", *names], capture_output=True, text=True, check=False
    )

    # That the site is not installed on this machine is no fault of the units.
    lines = [
        line for line in done.stderr.splitlines() if tmp_path.name in line or "Unknown" in line
    ]
    assert [line for line in lines if "not executable" not in line] == []
