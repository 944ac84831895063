"""What the folder `deploy` brings: each file is one that its tool takes, and runs the processes of the Procfile."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import pytest
import yaml
from compose_spec import PyCompose

from service.operation.supervise import PROCFILE, read_procfile
from service.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
COMPOSE = ("compose.yaml", "compose.several.yaml")
SEVERAL = "compose.several.yaml"
LATEST = kubernetes_validate.latest_version()


def lines_of_the_procfile():
    """What each process is started with, without its shell and with the address that containers listen at."""
    places = {"${NIGHTLEDGER_HOST:-127.0.0.1}": "0.0.0.0", "${NIGHTLEDGER_PORT:-8420}": "8420"}
    places["${NIGHTLEDGER_STREAM_PORT:-8422}"] = "8422"
    lines = read_procfile(PROCFILE)
    for shown, place in places.items():
        lines = {name: line.replace(shown, place) for name, line in lines.items()}
    return {name: shlex.split(line.removeprefix("exec ")) for name, line in lines.items()}


def services(name):
    """The services of a compose file, as YAML has them."""
    return yaml.safe_load((DEPLOY / name).read_text())["services"]


def documents():
    """Each document of Kubernetes with the file that it lies in."""
    return [(path.name, document) for path in MANIFESTS for document in yaml.safe_load_all(path.read_text())]


def containers():
    """The first container of each deployment, by its process."""
    deployments = [document for _, document in documents() if document["kind"] == "Deployment"]
    return {
        one["spec"]["template"]["metadata"]["labels"]["process"]: one["spec"]["template"]["spec"]["containers"][0]
        for one in deployments
    }


def test_the_dockerfile_is_one_that_hadolint_finds_nothing_in():
    hadolint = Path(sys.executable).with_name("hadolint")
    found = subprocess.run([hadolint, DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_is_one_of_the_specification(name):
    composed = PyCompose.from_json(json.dumps(yaml.safe_load((DEPLOY / name).read_text())))
    composed.validate()
    assert set(composed.service_names()) == set(services(name))


def test_compose_runs_each_process_of_the_procfile():
    run = {
        name: one["entrypoint"] + one.get("command", [])
        for name, one in services(SEVERAL).items()
        if "entrypoint" in one
    }
    assert run == lines_of_the_procfile()


@pytest.mark.parametrize(
    ("name", "document"), documents(), ids=lambda one: one if isinstance(one, str) else one["kind"]
)
def test_a_manifest_is_one_of_kubernetes(name, document):
    checked = kubernetes_validate.validate(document, LATEST, strict=True)
    assert LATEST.startswith(checked)


def test_kubernetes_runs_each_process_of_the_procfile():
    run = {name: one["command"] for name, one in containers().items() if name != "valkey"}
    assert run == lines_of_the_procfile()


def told(variable):
    """What compose puts in the place of a variable: its default, or what has to be set."""
    return variable[2] if variable[1] == "-" else "hush"


def test_every_setting_is_one_that_there_is():
    [config] = [document["data"] for _, document in documents() if document["kind"] == "ConfigMap"]
    composed = services(SEVERAL)["web"]["environment"]
    filled = {name: re.sub(r"\$\{\w+:([?-])([^}]*)\}", told, text) for name, text in composed.items()}
    for environ in (config, filled):
        assert Settings.from_env(environ).proxies == 1
    stated = re.findall(r"\b(NIGHTLEDGER_\w+)=(\S+)", (DEPLOY / "Dockerfile").read_text())
    assert str(Settings.from_env(dict(stated)).home) == "/var/lib/nightledger"


def test_no_pod_is_told_of_services_by_variables_that_settings_would_refuse():
    """A service `nightledger-web` gives NIGHTLEDGER_WEB_PORT, and `nightledger-stream` NIGHTLEDGER_STREAM_PORT."""
    templates = [one["spec"]["template"]["spec"] for _, one in documents() if one["kind"] == "Deployment"]
    assert templates
    assert [one["enableServiceLinks"] for one in templates] == [False] * len(templates)


def test_nothing_runs_as_root_or_may_write_what_is_not_its_own():
    assert re.search(r"^USER 10001$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    for one in [*containers().values()]:
        confined = one["securityContext"]
        assert confined["readOnlyRootFilesystem"]
        assert not confined["allowPrivilegeEscalation"]
    own = [one for name in COMPOSE for one in services(name).values() if one["image"] == "nightledger"]
    assert own
    assert all(one["read_only"] for one in own)


def test_systemd_takes_the_units(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.fail("systemd-analyze is not there: on Debian, apt-get install systemd")
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text().replace("/opt/nightledger/bin", os.path.dirname(sys.executable))
        (tmp_path / unit.name).write_text(text)
    units = sorted(map(str, tmp_path.iterdir()))
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    told = [line for line in found.stderr.splitlines() if "nightledger" in line]
    assert (found.returncode, told) == (0, [])


def test_the_proxy_leads_what_may_wait_to_the_process_for_streams():
    [pattern] = re.findall(r"location ~ (\S+) \{", (DEPLOY / "nginx.conf").read_text())
    assert pattern in (DEPLOY.parent / "docs/streams.md").read_text()
    assert all(
        re.search(pattern, path) for path in ("/api/v1/games/x/stream", "/api/v1/games/x/events", "/games/x/news")
    )
    assert not re.search(pattern, "/api/v1/games/x/actions")
