"""Points that were changed in assignment.toml and not in the gradebook are no one's marks."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import gradebooks
import pytest
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from autograder import course as rooms
from autograder.authoring.make import NotebookBuilder
from autograder.core.assignment import find
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.nbgrader_adapter.runs.class_run import ClassRun
from tests.courses import copied

Run = Callable[..., subprocess.CompletedProcess[str]]
SENTENCE = (
    "softmax_naive: 4 in the gradebook, 6 in the file; context_vector: {0:g} in the gradebook,"
    " {1:g} in the file); run `autograder build attention` and"
    " `nbgrader generate_assignment attention --force`, then this command again"
)


@pytest.fixture
def course(
    generated: Path, tmp_path: Path, solved: NotebookBuilder, submit: Callable[..., Path]
) -> Path:
    """Two points went from one part to another after the assignment was generated."""
    root = tmp_path / "course"
    copied(generated, root)
    submit(root, "ada", solved.bytes())
    plan = root / "assignments/attention/assignment.toml"
    text = plan.read_text("utf-8")
    for part, change in (("softmax_naive", 2), ("context_vector", -2)):
        line = re.compile(rf'(id = "{part}"\npoints = )(\d+)')
        text = line.sub(lambda found, change=change: f"{found[1]}{int(found[2]) + change}", text)
    plan.write_text(text, "utf-8")
    return root


@pytest.fixture
def sentence(generated: Path) -> str:
    """What is said of the difference."""
    parts = {part.id: part.points for part in find(generated, "attention")[0].parts}
    before = parts["context_vector"]
    return SENTENCE.format(before, before - 2)


@pytest.mark.parametrize("command", ["grade attention", "watch attention --once"])
def test_our_commands_refuse_with_the_two_commands_that_mend_it(
    course: Path, refused: Callable[[Path, str], str], sentence: str, command: str
) -> None:
    assert sentence in refused(course, command)


def test_formgraders_button_refuses_in_the_same_words(course: Path, sentence: str) -> None:
    config = course_config(course)
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    done = api.autograde("attention", "ada")
    assert not done["success"]
    assert "error" not in done
    assert sentence in " ".join(done["log"].split())
    assert not (course / "autograded").exists()


@pytest.mark.slow
def test_nbgraders_command_refuses_in_the_same_words(course: Path, run: Run, sentence: str) -> None:
    done = run(course, "nbgrader", "autograde", "attention")
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_the_two_commands_mend_it(course: Path) -> None:
    """`autograder build attention`, `nbgrader generate_assignment attention --force`."""
    list(rooms.build(course, "attention"))
    gradebooks.generated(course)
    ClassRun(CourseAssignment.find(course, "attention"))
