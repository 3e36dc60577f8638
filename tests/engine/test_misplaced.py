"""Misplaced submissions are found, and the command that is named puts them right."""

import os
import subprocess
from pathlib import Path

import pytest

from autograder.notebook.misplaced import Expected, misplaced
from autograder.report.plain_text import one_line

WANTED = Expected("attention", "attention.ipynb", frozenset({"attention", "attention-zh", "ps1"}))
NAMES = (
    "o'hara", 'quo"te', "a b", "a  b", "tab\there", "line\nbreak", "-rf", "$(touch pwned)", "`id`",
    "; rm", "\\back", "\u202eleft", "é中", "\u00a0space", "*", "a&&b",
)  # fmt: skip


def put(course: Path, *names: str) -> None:
    for name in names:
        path = course / "submitted" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def found(course: Path) -> dict[str, str]:
    """What is said, as it is printed."""
    every = misplaced(course / "submitted", WANTED).items()
    return {student: one_line(said) for student, said in every}


def obey(course: Path, said: str) -> None:
    """Run the command that a message names."""
    command = said.partition("in the course folder run: ")[2]
    subprocess.run(["bash", "-e", "-c", command], cwd=course, check=True)


@pytest.mark.parametrize(
    ("student", "place"),
    [
        ("grace", "grace/Attention/attention.ipynb"),
        ("grace", "grace/ATTENTION/attention.ipynb"),
        ("grace", "grace/attention /attention.ipynb"),
        ("grace", "grace/atention/attention.ipynb"),
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
def test_the_command_puts_it_right(tmp_path, student, place):
    put(tmp_path, place)
    said = found(tmp_path)
    assert set(said) == {student}
    obey(tmp_path, said[student])
    (file,) = [path for path in (tmp_path / "submitted").rglob("*") if path.is_file()]
    assert file.parent == tmp_path / "submitted" / student / "attention"
    assert found(tmp_path) == {}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", ["{}/Attention/x.ipynb", "{}/attention.ipynb", "{}.ipynb"])
def test_whatever_a_name_holds_the_command_moves_that_folder(tmp_path, name, place):
    put(tmp_path, place.format(name))
    for said in found(tmp_path).values():
        obey(tmp_path, said)
    assert [path.name for path in tmp_path.iterdir()] == ["submitted"]
    assert (tmp_path / "submitted" / name / "attention").is_dir()


def test_a_name_that_is_no_text_is_moved_too(tmp_path):
    name = os.fsdecode(b"\xff\xfe")
    put(tmp_path, f"{name}/Attention/x.ipynb")
    obey(tmp_path, *found(tmp_path).values())
    assert (tmp_path / "submitted" / name / "attention").is_dir()


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
    put(tmp_path, place)
    assert found(tmp_path) == {}


def test_a_stray_file_beside_another_assignment_is_not_guessed_about(tmp_path):
    put(tmp_path, "ada/ps1/problem.ipynb", "ada/problem.ipynb")
    assert found(tmp_path) == {}


def test_nothing_is_moved_over_what_is_there(tmp_path):
    put(tmp_path, "zoe.ipynb", "zoe/attention/attention.ipynb")
    assert found(tmp_path)["zoe"].endswith("is there as well")


def test_a_notebook_without_a_name_is_named_by_its_file(tmp_path):
    put(tmp_path, "attention.ipynb")
    assert "submitted/STUDENT/attention/attention.ipynb" in found(tmp_path)["attention.ipynb"]


def test_a_link_is_no_misplaced_folder(tmp_path):
    """It is named as a link elsewhere, and never moved or entered."""
    put(tmp_path, "ada/readme.md", "eve/Attention/attention.ipynb")
    (tmp_path / "submitted/ada/Attention").symlink_to("../eve/Attention")
    assert set(found(tmp_path)) == {"eve"}
