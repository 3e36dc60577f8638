"""The example for Kubernetes: its keys are the chart's, and its collecting follows nobody's link.

Neither Helm nor a cluster is here. `CHART` holds the keys that the chart's own schema
(values.schema.yaml of Zero to JupyterHub, which forbids others) has for what the example sets.
"""

import json
import os
import re
import resource
import subprocess
import sys
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
import yaml
from nbgrader.utils import parse_utc

EXAMPLE = Path(__file__).parents[2] / "deploy/kubernetes"
ANY = "*"
CHART: dict[str, Any] = {
    "hub": {"config": ANY},
    "proxy": {"https": {"enabled": bool, "hosts": list, "letsencrypt": {"contactEmail": str}}},
    "singleuser": {
        "image": {"name": str, "tag": str},
        "cmd": (list, str, type(None)),
        "defaultUrl": str,
        "uid": int,
        "fsGid": int,
        "allowPrivilegeEscalation": bool,
        "cpu": {"guarantee": (int, float), "limit": (int, float)},
        "memory": {"guarantee": (int, str), "limit": (int, str)},
        "storage": {
            "type": str,
            "static": {"pvcName": str, "subPath": str},
            "homeMountPath": str,
            "extraVolumes": list,
            "extraVolumeMounts": list,
        },
        "networkPolicy": {"enabled": bool},
        "cloudMetadata": {"blockWithIptables": bool, "ip": str},
    },
    "cull": {"enabled": bool, "timeout": int},
}


def strange(values: Any, known: Any, where: str = "") -> list[str]:
    """Keys that the chart does not have, and values of another type."""
    if known == ANY:
        return []
    if not isinstance(known, dict):
        return [] if isinstance(values, known) else [f"{where} is {values!r}"]
    unknown = [f"{where}.{key}" for key in values if key not in known]
    return unknown + [
        found
        for key in values
        if key in known
        for found in strange(values[key], known[key], f"{where}.{key}")
    ]


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    return yaml.safe_load((EXAMPLE / "values.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def grading() -> dict[str, dict[str, Any]]:
    found = yaml.safe_load_all((EXAMPLE / "grade.yaml").read_text("utf-8"))
    return {each["kind"]: each for each in found}


def test_every_key_is_the_charts(values):
    assert strange(values, CHART) == []


def test_a_student_sees_the_own_home_and_the_release_alone(values):
    """Everybody is one user there: what is mounted is what keeps students apart."""
    storage = values["singleuser"]["storage"]
    assert storage["static"]["subPath"].endswith("/{username}")
    assert all(mount["readOnly"] for mount in storage["extraVolumeMounts"])
    claims = {each["persistentVolumeClaim"]["claimName"] for each in storage["extraVolumes"]}
    assert claims == {"released"}
    assert not values["singleuser"]["allowPrivilegeEscalation"]


def test_the_pod_that_grades_has_no_privilege_no_network_and_no_writable_root(grading):
    pod = grading["Job"]["spec"]["template"]
    (container,) = pod["spec"]["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }  # fmt: skip
    assert pod["spec"]["automountServiceAccountToken"] is False
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
    rules = grading["NetworkPolicy"]["spec"]
    assert rules["podSelector"]["matchLabels"] == pod["metadata"]["labels"]
    assert (rules["policyTypes"], rules.keys() & {"ingress", "egress"}) == (
        ["Ingress", "Egress"], set(),
    )  # fmt: skip
    named = {each["name"] for each in pod["spec"]["volumes"]}
    assert {each["name"] for each in container["volumeMounts"]} == named


def home(homes: Path, student: str) -> Path:
    room = homes / student / "attention"
    room.mkdir(parents=True)
    return room


def collected(grading: dict[str, dict[str, Any]], homes: Path, course: Path) -> str:
    """Run the collecting program with few descriptors; what it said."""
    program = course.with_name("collect.py")
    program.write_text(grading["ConfigMap"]["data"]["collect.py"], "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(program), str(homes), str(course), "attention"],
        capture_output=True, text=True, timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_time_handed_in_is_that_of_the_last_change(grading, tmp_path):
    """One that a student cannot set back; what is saved again without a change keeps the first."""
    homes, course = tmp_path / "homes", tmp_path / "course"
    own = home(homes, "zoe") / "attention.ipynb"
    own.write_text("{}")
    os.utime(own, (0, 0))
    collected(grading, homes, course)
    folder = course / "submitted/zoe/attention"
    first = parse_utc((folder / "timestamp.txt").read_text())
    assert abs(first.replace(tzinfo=UTC).timestamp() - own.stat().st_ctime) < 1
    (folder / "timestamp.txt").write_text("2026-01-02 03:04:05 UTC")
    own.write_text("{}")
    collected(grading, homes, course)
    assert (folder / "timestamp.txt").read_text() == "2026-01-02 03:04:05 UTC"
    own.write_text("{ }")
    collected(grading, homes, course)
    assert parse_utc((folder / "timestamp.txt").read_text()) >= first
    assert (folder / "attention.ipynb").read_text() == "{ }"


def test_collecting_copies_plain_notebooks_and_follows_no_link(grading, tmp_path):
    homes, course = tmp_path / "homes", tmp_path / "course"
    for number in range(60):  # With nothing in them, and more than may be open at once.
        (homes / f"absent{number:02}").mkdir(parents=True)
    (home(homes, "zoe") / "attention.ipynb").write_text("{}")
    (home(homes, "link") / "attention.ipynb").symlink_to(homes / "zoe/attention/attention.ipynb")
    (homes / "room").mkdir()
    (homes / "room/attention").symlink_to(homes / "zoe/attention")
    (homes / "whole").symlink_to(homes / "zoe")
    os.mkfifo(home(homes, "pipe") / "attention.ipynb")
    (home(homes, "folder") / "attention.ipynb").mkdir()
    said = collected(grading, homes, course)
    assert [path.name for path in (course / "submitted").iterdir()] == ["zoe"]
    assert json.loads((course / "submitted/zoe/attention/attention.ipynb").read_text()) == {}
    assert "zoe: collected" in said
    assert said.count("nothing collected") == 65


@pytest.fixture
def stages(repository) -> dict[str, str]:
    """The Dockerfile's stages by name; the last one, which is the image, by an empty one."""
    text = (repository / "Dockerfile").read_text("utf-8")
    found = re.split(r"^FROM (?:\S+)(?: AS (\w+))?$", text, flags=re.MULTILINE)[1:]
    return {name or "": body for name, body in zip(found[::2], found[1::2], strict=True)}


def test_the_image_runs_as_an_ordinary_user(stages):
    assert re.findall(r"^USER (.*)$", stages[""], re.MULTILINE) == ["1000:1000"]
    assert "chown" not in stages[""]
    assert not re.search(r"^RUN", stages[""], re.MULTILINE)


def test_the_devcontainer_builds_a_stage_that_exists(repository, stages):
    found = json.loads((repository / ".devcontainer/devcontainer.json").read_text("utf-8"))
    stage = stages[found["build"]["target"]]
    assert found["remoteUser"] in stage
    assert "--uid 1000" in stage
    assert found["runArgs"] == ["--cap-drop", "ALL", "--security-opt", "no-new-privileges"]


def test_nothing_of_a_course_gets_into_the_image(repository):
    left_out = (repository / ".dockerignore").read_text("utf-8").splitlines()
    assert {"submitted", "autograded", "feedback", "gradebook.db*", "reports"} <= set(left_out)
