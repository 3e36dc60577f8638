"""Gradebooks written through nbgrader's own api, and the systems that read our files."""

import atexit
import csv
import functools
import io
import re
import shutil
import tempfile
import warnings
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from autograder.core.assignment.plan import Assignment
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import course_config
from tests.courses import ROOT

NOTEBOOK = "attention"


def desk(folder: Path) -> Path:
    """A course folder with nothing generated and nothing submitted."""
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    for room in ("assignments", "source"):
        without = shutil.ignore_patterns("__pycache__", "specimens")
        shutil.copytree(ROOT / room, folder / room, ignore=without)
    return folder


def opened(course: Path) -> AbstractContextManager[Gradebook]:
    """The course's gradebook, made if there is none: for each one nbgrader starts a program."""
    gradebook = course / "gradebook.db"
    if not gradebook.exists() and "db_url" not in (course / "nbgrader_config.py").read_text():
        shutil.copy(_empty(), gradebook)
    return open_gradebook(course)


@functools.cache
def _empty() -> Path:
    """An empty gradebook, made by nbgrader once."""
    room = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, room)
    shutil.copy(ROOT / "nbgrader_config.py", room)
    with open_gradebook(room):
        pass
    return room / "gradebook.db"


def generated(course: Path) -> None:
    """What `nbgrader generate_assignment attention` does."""
    with opened(course):
        pass
    done = api_of(course).generate_assignment("attention")
    assert done["success"], done


def api_of(course: Path) -> NbGraderAPI:
    """nbgrader's interface, as formgrader's buttons call it."""
    config = course_config(course)
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def with_assignment(gradebook: Gradebook, assignment: Assignment, name: str = "attention") -> None:
    """The assignment's cells, as `nbgrader generate_assignment` enters them."""
    gradebook.add_assignment(name, course_id="attention-mechanisms")
    gradebook.add_notebook(NOTEBOOK, name)
    for part in assignment.parts:
        cell = f"test_{part.id}"
        gradebook.add_grade_cell(cell, NOTEBOOK, name, max_score=part.points, cell_type="code")
        gradebook.add_solution_cell(part.id, NOTEBOOK, name)


def submission(
    gradebook: Gradebook, student: str, penalty: float = 0.0, edition: str = "attention",
    **points: float | None,
) -> None:  # fmt: skip
    """A graded submission: all of the autograder's points, but for these by part."""
    with warnings.catch_warnings():
        # nbgrader's own queries make SQLAlchemy warn at every new submission.
        warnings.simplefilter("ignore")
        gradebook.add_submission(edition, student)
    found = gradebook.find_submission_notebook(NOTEBOOK, edition, student)
    for grade in found.grades:
        grade.auto_score = points.get(grade.name.removeprefix("test_"), grade.max_score)
        grade.needs_manual_grade = grade.auto_score is None
    found.late_submission_penalty = penalty or None
    gradebook.db.commit()


def override(course: Path, student: str, score: float | None, part: str = "causal_mask") -> None:
    """What a person can enter in formgrader: another score in the place of the checks'."""
    with opened(course) as gradebook:
        gradebook.find_grade(f"test_{part}", NOTEBOOK, NOTEBOOK, student).manual_score = score
        gradebook.db.commit()


def canvas_import(
    data: bytes, users: Mapping[int, str], logins: Mapping[str, int], assignments: Mapping[int, str]
) -> tuple[dict[str, float], dict[tuple[int, str], str]]:
    """What Canvas would enter: points possible by column, grades by user and column.

    Its rules: the first header cells say Student and ID, then SIS User ID and SIS Login ID, then
    Section; all that follow are assignments, found by the number in brackets or by name; a line of
    "Points Possible" is no student; a student is found by number, SIS id, login, in this order.
    """
    rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    header = rows[0]
    assert "Student" in header[0]
    assert "ID" in header[1]
    assert re.search(r"SIS\s+User\s+ID", header[2])
    assert re.search(r"SIS\s+Login\s+ID", header[3])
    assert "Section" in header[4]
    columns = {}
    for at, name in enumerate(header[5:], 5):
        numbered = re.fullmatch(r"(.*)\s\((\d+)\)", name)
        columns[at] = assignments[int(numbered[2])] if numbered else name
        assert columns[at] in assignments.values(), f"Canvas would create {name}"
    possible: dict[str, float] = {}
    grades: dict[tuple[int, str], str] = {}
    for row in rows[1:]:
        assert len(row) == len(header)
        if "Points Possible" in row[0]:
            possible = {columns[at]: float(row[at]) for at in columns}
            continue
        number = int(row[1]) if row[1] else logins.get(row[2]) or logins.get(row[3])
        assert number in users, f"Canvas would create a student for {row}"
        for at, name in columns.items():
            grades[number, name] = row[at]
    return possible, grades


def moodle_import(data: bytes, users: Mapping[str, str]) -> dict[str, tuple[float | None, str]]:
    """What Moodle would enter for one grade item: grade and feedback, by user.

    Its rules: an unknown user ends the import; a row without identifier goes to the user of the row
    before; "-" is no grade; a grade is a number of at most 100.
    """
    rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    assert rows[0][0] in ("Email address", "Username", "ID number")
    entered: dict[str, tuple[float | None, str]] = {}
    user = None
    for identifier, _first, _last, grade, feedback in rows[1:]:
        if identifier:
            assert identifier in users, f"Moodle would stop at {identifier!r}"
            user = users[identifier]
        assert user is not None
        points = None if grade == "-" else float(grade)
        assert points is None or points <= 100
        entered[user] = (points, feedback)
    return entered
