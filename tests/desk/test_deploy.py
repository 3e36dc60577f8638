"""The example for Kubernetes: its keys are the chart's, and its collecting follows nobody's link.

Its keys are compared with those of values.schema.yaml of Zero to JupyterHub, which forbids others.
"""

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC
from typing import Any

import pytest
import yaml
from nbgrader.utils import parse_utc

from tests.courses import ROOT

EXAMPLE = ROOT / "deploy/kubernetes"
CHART = {"hub.config", "cull.enabled", "cull.timeout"}
CHART |= {f"proxy.https.{key}" for key in ("enabled", "hosts", "letsencrypt.contactEmail")}
CHART |= {
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
    names = (keys(inner, f"{above}.{key}".strip(".")) for key, inner in values.items())
    return set().union(*names)


VALUES = yaml.safe_load((EXAMPLE / "values.yaml").read_text("utf-8"))
GRADING = {doc["kind"]: doc for doc in yaml.safe_load_all((EXAMPLE / "grade.yaml").read_bytes())}


def test_every_key_is_the_charts():
    assert keys(VALUES) <= CHART


def test_a_student_sees_the_own_home_and_the_release_alone():
    """Everybody is one user there: what is mounted is what keeps students apart."""
    storage = VALUES["singleuser"]["storage"]
    assert storage["static"]["subPath"].endswith("/{username}")
    assert all(mount["readOnly"] for mount in storage["extraVolumeMounts"])
    claims = {volume["persistentVolumeClaim"]["claimName"] for volume in storage["extraVolumes"]}
    assert claims == {"released"}
    assert not VALUES["singleuser"]["allowPrivilegeEscalation"]


def test_the_pod_that_grades_has_no_privilege_no_network_and_no_writable_root():
    pod = GRADING["Job"]["spec"]["template"]
    (container,) = pod["spec"]["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }  # fmt: skip
    assert pod["spec"]["automountServiceAccountToken"] is False
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
    rules = GRADING["NetworkPolicy"]["spec"]
    assert rules["podSelector"]["matchLabels"] == pod["metadata"]["labels"]
    assert rules["policyTypes"] == ["Ingress", "Egress"]
    assert not rules.keys() & {"ingress", "egress"}
    named = {volume["name"] for volume in pod["spec"]["volumes"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == named


@pytest.fixture
def collected(tmp_path) -> Callable[[], str]:
    """Run the collecting program over `homes` with few descriptors; what it said."""
    program = tmp_path / "collect.py"
    program.write_text(GRADING["ConfigMap"]["data"]["collect.py"], "utf-8")

    def collect() -> str:
        done = subprocess.run(
            [sys.executable, "-I", program, tmp_path / "homes", tmp_path / "course", "attention"],
            capture_output=True, text=True, timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    return collect


def test_the_time_handed_in_is_that_of_the_last_change(collected, tmp_path):
    """One that a student cannot set back; what is saved again without a change keeps the first."""
    notebook = tmp_path / "homes/zoe/attention/attention.ipynb"
    notebook.parent.mkdir(parents=True)
    notebook.write_text("{}")
    os.utime(notebook, (0, 0))
    collected()
    stamp = tmp_path / "course/submitted/zoe/attention/timestamp.txt"
    first = parse_utc(stamp.read_text())
    assert abs(first.replace(tzinfo=UTC).timestamp() - notebook.stat().st_ctime) < 1
    stamp.write_text("2026-01-02 03:04:05 UTC")
    notebook.write_text("{}")
    collected()
    assert stamp.read_text() == "2026-01-02 03:04:05 UTC"
    notebook.write_text("{ }")
    collected()
    assert parse_utc(stamp.read_text()) >= first
    assert stamp.with_name("attention.ipynb").read_text() == "{ }"


HOMES = """
mkdir homes; cd homes; mkdir -p zoe/attention link/attention pipe/attention room
echo -n {} > zoe/attention/attention.ipynb
ln -s ../../zoe/attention/attention.ipynb link/attention
ln -s ../zoe/attention room/attention
ln -s zoe whole
mkfifo pipe/attention/attention.ipynb
mkdir -p folder/attention/attention.ipynb
mkdir $(seq -f absent%g 60)
"""
"""The absent have nothing in them, and are more than may be open at once."""


def test_collecting_copies_plain_notebooks_and_follows_no_link(collected, tmp_path):
    subprocess.run(["sh", "-ec", HOMES], cwd=tmp_path, check=True)
    output = collected()
    submitted = tmp_path / "course/submitted"
    assert [path.name for path in submitted.iterdir()] == ["zoe"]
    assert (submitted / "zoe/attention/attention.ipynb").read_text() == "{}"
    assert "zoe: collected" in output and output.count("nothing collected") == 65


def test_a_notebook_that_cannot_be_read_keeps_nobody_else_from_feedback():
    """`autograder grade` ends with 1 then, and so does the job."""
    (container,) = GRADING["Job"]["spec"]["template"]["spec"]["containers"]
    stubs = 'python3() { :; }; autograder() { echo "$1"; [ "$1" != grade ]; }\n'
    words = [*container["command"], stubs + container["args"][0]]
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (1, ["grade", "feedback", "report"])


# What stands behind each FROM, by the name of the stage; the last one, the image, has none.
STAGES = re.split(r"(?m)^FROM (?:\S+)(?: AS (\w+))?$", (ROOT / "Dockerfile").read_text("utf-8"))


def test_the_image_runs_as_an_ordinary_user():
    image = STAGES[-1]
    assert re.findall(r"^USER (.*)$", image, re.MULTILINE) == ["1000:1000"]
    assert "chown" not in image and not re.search(r"^RUN", image, re.MULTILINE)


def test_the_devcontainer_builds_a_stage_that_exists():
    config = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text("utf-8"))
    stage = STAGES[STAGES.index(config["build"]["target"]) + 1]
    assert config["remoteUser"] in stage and "--uid 1000" in stage
    assert config["runArgs"] == ["--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
