"""`autograder next-year`: what instructors wrote goes on; nothing of any student does."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.authoring.templates.course import carry_over, released, to_reseed
from autograder.core.assignment import sets
from autograder.core.assignment.load import find
from tests.courses import configure

CONFIG = """
c.CourseDirectory.root = {root!r}
c.CourseDirectory.db_url = "postgresql://ada:secret@host/grades"
c.LatePolicy.grace_minutes = 60
c.LtiPlatform.line_items = {{
    "attention": "https://lms.example.org/7",
}}
"""
STUDENTS = ("submitted/ada/attention/attention.ipynb", "autograded/ada/attention/attention.ipynb",
            "feedback/ada/attention/attention.html", "reports/attention.html", "grades.csv",
            ".autograder/reports/attention/x.json", "names of my class.txt")  # fmt: skip


def used(course: Path) -> Path:
    """The course at the end of a year."""
    for name in STUDENTS:
        (course / name).parent.mkdir(parents=True, exist_ok=True)
        (course / name).write_text("ada")
    configure(course, CONFIG.format(root=str(course)))
    (course / "assignments/attention/hidden/names.json").write_text("{}")
    return course


def test_only_what_instructors_wrote_is_carried_over(ready, tmp_path):
    old, room, new = used(ready), tmp_path / "room", tmp_path / "attention-2027"
    room.mkdir()
    left = carry_over(old, room, new)
    assert {path.name for path in room.iterdir()} == {"assignments", "source", "nbgrader_config.py"}
    assert {"submitted", "gradebook.db", "grades.csv", ".autograder"} <= set(left)
    assert (room / "assignments/attention/hidden/names.json").is_file()
    config = (room / "nbgrader_config.py").read_text()
    assert 'course_id = "attention-2027"' in config
    assert f"root = {str(new)!r}" in config
    assert "db_url" not in config, "two years in one gradebook"
    assert "grace_minutes = 60" in config
    read: dict[str, Any] = {"c": SimpleNamespace(LtiPlatform=SimpleNamespace())}
    exec(config[config.rindex("c.LtiPlatform") :], read)
    assert read["c"].LtiPlatform.line_items == {}, "marks in last year's columns"


def test_what_was_released_or_is_secret_gets_new_numbers(ready):
    assert "attention" in released(ready)
    assert to_reseed(ready, ["attention"]) == ("attention",)
    assert to_reseed(ready, []) == ()
    hidden = find(ready, "gpt")[0].folder / "hidden"
    numbers = sets.read(hidden)
    sets.Sets("secret", False, numbers.sets, numbers.example).write(hidden)
    assert to_reseed(ready, []) == ("gpt",)


@pytest.mark.parametrize("what", ["nothing", "taken"])
def test_what_cannot_be_carried_over_is_one_sentence(tmp_path, course, refused, what):
    new = tmp_path / "new"
    if what == "taken":
        new.mkdir()
        (new / "file").touch()
        assert "is not an empty folder" in refused(course, f"next-year {new}")
    else:
        empty = tmp_path / "empty"
        empty.mkdir()
        assert "is no course folder" in refused(empty, f"next-year {new}")
        assert not new.exists()


@pytest.mark.slow
def test_next_years_course_is_ready_and_has_other_numbers(tmp_path, repository, called):
    old, new = tmp_path / "small-2026", tmp_path / "small-2027"
    old.mkdir()
    config = (repository / "nbgrader_config.py").read_text()
    (old / "nbgrader_config.py").write_text(config)
    code, _, said = called(old, "new small")
    assert code == 0, said
    before = sets.read(old / "assignments/small/hidden")
    code, shown, said = called(old, f"next-year {new}")
    assert code == 0, said
    assert "The course is ready" in shown
    after = sets.read(new / "assignments/small/hidden")
    assert after.salt != before.salt
    assert not after.published
    assert (new / "release/small/small.ipynb").is_file()
    cells = json.loads((new / "source/small/small.ipynb").read_bytes())["cells"]
    assert cells
    code, _, said = called(new, "simulate small --students 2")
    assert code == 0, said
    code, shown, said = called(new, "grade small")
    assert "total" in shown, said
