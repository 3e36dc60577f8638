"""`autograder next-year`: what instructors wrote goes on; nothing of any student does."""

import json
import shutil
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.authoring.new_course import carry_over, released, to_reseed
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


def test_only_what_instructors_wrote_is_carried_over(ready, tmp_path):
    room, new = tmp_path / "room", tmp_path / "attention-2027"
    room.mkdir()
    for name in STUDENTS:
        (ready / name).parent.mkdir(parents=True, exist_ok=True)
        (ready / name).write_text("ada")
    configure(ready, CONFIG.format(root=str(ready)))
    (ready / "assignments/attention/hidden/names.json").write_text("{}")
    left = carry_over(ready, room, new)
    assert {path.name for path in room.iterdir()} == {"assignments", "source", "nbgrader_config.py"}
    assert {"submitted", "gradebook.db", "grades.csv", ".autograder"} <= set(left)
    assert (room / "assignments/attention/hidden/names.json").is_file()
    config = (room / "nbgrader_config.py").read_text()
    assert 'course_id = "attention-2027"' in config and f"root = {str(new)!r}" in config
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


@pytest.mark.slow
def test_next_years_course_is_ready_and_has_other_numbers(tmp_path, repository, printed, called):
    old, new = tmp_path / "small-2026", tmp_path / "small-2027"
    old.mkdir()
    shutil.copy(repository / "nbgrader_config.py", old)
    printed(old, "new small")
    before = sets.read(old / "assignments/small/hidden")
    assert "The course is ready" in printed(old, f"next-year {new}")
    after = sets.read(new / "assignments/small/hidden")
    assert after.salt != before.salt and not after.published
    assert (new / "release/small/small.ipynb").is_file()
    assert json.loads((new / "source/small/small.ipynb").read_bytes())["cells"]
    printed(new, "simulate small --students 2")
    assert "total" in called(new, "grade small")[1]
