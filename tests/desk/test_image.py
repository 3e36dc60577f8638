"""What the image and the devcontainer promise, as far as it can be read without an engine."""

import json
import re
from pathlib import Path

import pytest


@pytest.fixture
def stages(repository: Path) -> dict[str, str]:
    """The Dockerfile's stages by name; the last one, which is the image, by an empty one."""
    text = (repository / "Dockerfile").read_text("utf-8")
    found = re.split(r"^FROM (?:\S+)(?: AS (\w+))?$", text, flags=re.MULTILINE)[1:]
    return {name or "": body for name, body in zip(found[::2], found[1::2], strict=True)}


def test_the_image_runs_as_an_ordinary_user(stages: dict[str, str]) -> None:
    """Nothing is run as root, and nothing in it belongs to the user who runs it."""
    assert re.findall(r"^USER (.*)$", stages[""], re.MULTILINE) == ["1000:1000"]
    assert "chown" not in stages[""]
    assert not re.search(r"^RUN", stages[""], re.MULTILINE)


def test_the_devcontainer_builds_a_stage_that_exists(
    repository: Path, stages: dict[str, str]
) -> None:
    """Its user is the one that the stage makes, and it asks for no privilege."""
    found = json.loads((repository / ".devcontainer/devcontainer.json").read_text("utf-8"))
    stage = stages[found["build"]["target"]]
    assert found["remoteUser"] in stage
    assert "--uid 1000" in stage
    assert found["runArgs"] == ["--cap-drop", "ALL", "--security-opt", "no-new-privileges"]


def test_nothing_of_a_course_gets_into_the_image(repository: Path) -> None:
    """Neither submissions nor marks are sent to the engine that builds it."""
    left_out = (repository / ".dockerignore").read_text("utf-8").splitlines()
    assert {"submitted", "autograded", "feedback", "gradebook.db*", "reports"} <= set(left_out)
