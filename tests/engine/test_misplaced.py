"""Misplaced submissions are found, and it is said where they belong."""

from pathlib import Path

import pytest

from autograder.course import misplaced

KNOWN = frozenset({"attention", "attention-zh", "ps1"})


def found(course: Path, *names: str) -> dict[str, str]:
    """What is said of these files below submitted/."""
    for name in names:
        path = course / "submitted" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return misplaced(course / "submitted", "attention", "attention", KNOWN)


@pytest.mark.parametrize(
    ("student", "place"),
    [
        ("grace", "grace/Attention/attention.ipynb"),
        ("grace", "grace/attention /attention.ipynb"),
        ("grace", "grace/attention_1/attention.ipynb"),
        ("alan", "alan/attention.ipynb"),
        ("alan", "alan/attention (1).ipynb"),
        ("alan", "alan/my work.ipynb"),
        ("alan", "alan/attention.zip"),
        ("hedy", "attention/hedy/attention.ipynb"),
        ("hedy", "Attention/hedy/attention.ipynb"),
        ("hedy", "attention/hedy.ipynb"),
        ("zoe", "zoe.ipynb"),
    ],
)
def test_it_is_said_where_a_submission_belongs(tmp_path, student, place):
    said = f"submitted/{place} is not looked at; move it to submitted/{student}/attention/"
    assert found(tmp_path, place) == {student: f"misplaced: {said}"}


@pytest.mark.parametrize(
    "place",
    [
        "ada/attention/attention.ipynb",
        "ada/attention-zh/attention.ipynb",
        "ada/ps1/problem.ipynb",
        "ada/notes/readme.md",
        "attention/attention/attention.ipynb",
        "readme.md",
        "class.csv",
        ".hidden/Attention/attention.ipynb",
    ],
)
def test_what_lies_where_it_should_is_not_misplaced(tmp_path, place):
    assert found(tmp_path, place) == {}


def test_a_stray_file_beside_another_assignment_is_not_guessed_about(tmp_path):
    assert found(tmp_path, "ada/ps1/problem.ipynb", "ada/problem.ipynb") == {}


def test_a_notebook_without_a_name_is_named_by_its_file(tmp_path):
    said = found(tmp_path, "attention.ipynb")["attention.ipynb"]
    assert said.endswith("move it to submitted/STUDENT/attention/")


def test_a_link_is_no_misplaced_folder(tmp_path):
    """It is named as a link elsewhere, and never entered."""
    (tmp_path / "submitted/ada").mkdir(parents=True)
    (tmp_path / "submitted/ada/Attention").symlink_to("../eve/Attention")
    assert set(found(tmp_path, "eve/Attention/attention.ipynb")) == {"eve"}
