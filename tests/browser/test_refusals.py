"""What formgrader's button says where an assignment must not be graded: one sentence."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lab import Desk
from playwright.sync_api import FrameLocator, Page, expect
from test_formgrader import formgrader, row_of

from autograder.authoring.make import NotebookBuilder

NBGRADERS_OWN = """
c.Autograde.autograde_preprocessors = [
    "nbgrader.preprocessors.Execute", "nbgrader.preprocessors.SaveAutoGrades",
]
"""


@pytest.fixture
def spoiled(desk: Desk) -> Iterator[Callable[[str, Callable[[str], str]], None]]:
    """Change a file of the course for the length of a test."""
    before: dict[Path, str] = {}

    def change(name: str, how: Callable[[str], str]) -> None:
        path = desk.course / name
        before[path] = path.read_text("utf-8")
        path.write_text(how(before[path]), "utf-8")

    yield change
    for path, text in before.items():
        path.write_text(text, "utf-8")


def more_points(text: str) -> str:
    """assignment.toml with two points moved from one part to another."""
    for part, points in (("softmax_naive", 2), ("context_vector", -2)):
        line = re.compile(rf'(id = "{part}"\npoints = )(\d+)')
        text = line.sub(lambda found, points=points: f"{found[1]}{int(found[2]) + points}", text)
    return text


SPOILED = {
    "pipeline": (
        "nbgrader_config.py",
        lambda text: text + NBGRADERS_OWN,
        "Execute would run students' code outside the sandbox",
    ),
    "points": (
        "assignments/attention/assignment.toml",
        more_points,
        "softmax_naive: 4 in the gradebook, 6 in the file",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("file", "how", "sentence"), SPOILED.values(), ids=SPOILED)
def test_formgrader_shows_one_sentence_and_no_traceback(
    page: Page, desk: Desk, released: NotebookBuilder, submit: Callable[..., Path],
    nbgrader: Callable[..., object], spoiled: Callable[[str, Callable[[str], str]], None],
    shot: Callable[..., None], file: str, how: Callable[[str], str], sentence: str,
) -> None:  # fmt: skip
    student = f"kim-{Path(file).stem}"
    submit(desk.course, student, released.bytes())
    nbgrader("generate_assignment", "attention", "--force")
    spoiled(file, how)
    asked(page, desk, student, sentence)
    shot(page, student)
    assert not (desk.course / "autograded" / student).exists()


@pytest.mark.slow
def test_formgrader_says_what_is_wrong_with_a_notebook(
    page: Page, desk: Desk, submit: Callable[..., Path], nbgrader: Callable[..., object],
    shot: Callable[..., None],
) -> None:  # fmt: skip
    submit(desk.course, "kim-picture", b"\x89PNG, saved under the wrong name")
    nbgrader("generate_assignment", "attention", "--force")
    asked(page, desk, "kim-picture", "[ERROR] the file is a picture, not a notebook")
    shot(page, "kim-picture")


def asked(page: Page, desk: Desk, student: str, sentence: str) -> None:
    """Press the button; the dialogue has the sentence and no traceback."""
    frame: FrameLocator = formgrader(page, desk)
    row_of(frame, "attention").locator(".num-submissions a").click()
    row_of(frame, student).locator(".glyphicon-flash").click()
    dialogue = frame.locator(".modal-dialog")
    expect(dialogue).to_contain_text(sentence)
    expect(dialogue).not_to_contain_text("Traceback")
