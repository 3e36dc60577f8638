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
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
import yaml
from nbgrader.utils import parse_utc

from tests.courses import ROOT

EXAMPLE = ROOT / "deploy/kubernetes"
CHART = {
    "hub.config", "proxy.https.enabled", "proxy.https.hosts",
    "proxy.https.letsencrypt.contactEmail", "cull.enabled", "cull.timeout",
} | {
    f"singleuser.{key}"
    for key in (
        "image.name", "image.tag", "cmd", "defaultUrl", "uid", "fsGid", "allowPrivilegeEscalation",
        "cpu.guarantee", "cpu.limit", "memory.guarantee", "memory.limit", "storage.type",
        "storage.static.pvcName", "storage.static.subPath", "storage.homeMountPath",
        "storage.extraVolumes", "storage.extraVolumeMounts", "networkPolicy.enabled",
        "cloudMetadata.blockWithIptables", "cloudMetadata.ip",
    )
}  # fmt: skip


def keys(values: Any, above: str = "") -> set[str]:
    """The names of all that is set, as far as the chart says what there is."""
    if not isinstance(values, dict) or above in CHART:
        return {above}
    found = (keys(inner, f"{above}.{key}".strip(".")) for key, inner in values.items())
    return set().union(*found)


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    return yaml.safe_load((EXAMPLE / "values.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def grading() -> dict[str, dict[str, Any]]:
    found = yaml.safe_load_all((EXAMPLE / "grade.yaml").read_text("utf-8"))
    return {each["kind"]: each for each in found}


def test_every_key_is_the_charts(values):
    assert keys(values) <= CHART


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
    assert rules["policyTypes"] == ["Ingress", "Egress"]
    assert not rules.keys() & {"ingress", "egress"}
    named = {each["name"] for each in pod["spec"]["volumes"]}
    assert {each["name"] for each in container["volumeMounts"]} == named


def home(homes: Path, student: str) -> Path:
    room = homes / student / "attention"
    room.mkdir(parents=True)
    return room / "attention.ipynb"


@pytest.fixture
def collected(grading, tmp_path) -> Callable[[], str]:
    """Run the collecting program over `homes` with few descriptors; what it said."""
    program = tmp_path / "collect.py"
    program.write_text(grading["ConfigMap"]["data"]["collect.py"], "utf-8")

    def ran() -> str:
        done = subprocess.run(
            [sys.executable, "-I", program, tmp_path / "homes", tmp_path / "course", "attention"],
            capture_output=True, text=True, timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    return ran


def test_the_time_handed_in_is_that_of_the_last_change(collected, tmp_path):
    """One that a student cannot set back; what is saved again without a change keeps the first."""
    own = home(tmp_path / "homes", "zoe")
    own.write_text("{}")
    os.utime(own, (0, 0))
    collected()
    stamp = tmp_path / "course/submitted/zoe/attention/timestamp.txt"
    first = parse_utc(stamp.read_text())
    assert abs(first.replace(tzinfo=UTC).timestamp() - own.stat().st_ctime) < 1
    stamp.write_text("2026-01-02 03:04:05 UTC")
    own.write_text("{}")
    collected()
    assert stamp.read_text() == "2026-01-02 03:04:05 UTC"
    own.write_text("{ }")
    collected()
    assert parse_utc(stamp.read_text()) >= first
    assert stamp.with_name("attention.ipynb").read_text() == "{ }"


def test_collecting_copies_plain_notebooks_and_follows_no_link(collected, tmp_path):
    homes, course = tmp_path / "homes", tmp_path / "course"
    for number in range(60):  # With nothing in them, and more than may be open at once.
        (homes / f"absent{number:02}").mkdir(parents=True)
    zoe = home(homes, "zoe")
    zoe.write_text("{}")
    home(homes, "link").symlink_to(zoe)
    (homes / "room").mkdir()
    (homes / "room/attention").symlink_to(zoe.parent)
    (homes / "whole").symlink_to(homes / "zoe")
    os.mkfifo(home(homes, "pipe"))
    home(homes, "folder").mkdir()
    said = collected()
    assert [path.name for path in (course / "submitted").iterdir()] == ["zoe"]
    assert (course / "submitted/zoe/attention/attention.ipynb").read_text() == "{}"
    assert "zoe: collected" in said
    assert said.count("nothing collected") == 65


@pytest.fixture(scope="module")
def stages() -> dict[str, str]:
    """The Dockerfile's stages by name; the last one, which is the image, by an empty one."""
    text = (ROOT / "Dockerfile").read_text("utf-8")
    found = re.split(r"^FROM (?:\S+)(?: AS (\w+))?$", text, flags=re.MULTILINE)[1:]
    return {name or "": body for name, body in zip(found[::2], found[1::2], strict=True)}


def test_the_image_runs_as_an_ordinary_user(stages):
    image = stages[""]
    assert re.findall(r"^USER (.*)$", image, re.MULTILINE) == ["1000:1000"]
    assert "chown" not in image and not re.search(r"^RUN", image, re.MULTILINE)


def test_the_devcontainer_builds_a_stage_that_exists(stages):
    found = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text("utf-8"))
    stage = stages[found["build"]["target"]]
    assert found["remoteUser"] in stage and "--uid 1000" in stage
    assert found["runArgs"] == ["--cap-drop", "ALL", "--security-opt", "no-new-privileges"]


def test_nothing_of_a_course_gets_into_the_image():
    left_out = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert {"submitted", "autograded", "feedback", "gradebook.db*", "reports"} <= set(left_out)
