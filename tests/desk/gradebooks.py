"""Gradebooks written through nbgrader's own api, and the systems that read our files."""

import csv
import io
import re
import warnings
from collections.abc import Mapping
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import course_config

NOTEBOOK = "attention"


def api_of(course: Path) -> NbGraderAPI:
    """nbgrader's interface, as formgrader's buttons call it."""
    config = course_config(course)
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def submission(
    gradebook: Gradebook, student: str, penalty: float = 0.0, edition: str = "attention",
    **points: float | None,
) -> None:  # fmt: skip
    """A graded submission: all of the autograder's points, but for these by part."""
    with warnings.catch_warnings():
        # nbgrader's own queries make SQLAlchemy warn at every new submission.
        warnings.simplefilter("ignore")
        gradebook.add_submission(edition, student)
    notebook = gradebook.find_submission_notebook(NOTEBOOK, edition, student)
    for grade in notebook.grades:
        grade.auto_score = points.get(grade.name.removeprefix("test_"), grade.max_score)
        grade.needs_manual_grade = grade.auto_score is None
    notebook.late_submission_penalty = penalty or None
    gradebook.db.commit()


def override(
    course: Path, student: str, score: float | None, part: str = "causal_mask", *,
    extra: float | None = None, comment: str | None = None,
) -> None:  # fmt: skip
    """What a person can enter in formgrader: another score in the place of the checks', and so."""
    with open_gradebook(course) as gradebook:
        grade = gradebook.find_grade(f"test_{part}", NOTEBOOK, NOTEBOOK, student)
        grade.manual_score, grade.extra_credit = score, extra
        gradebook.find_comment(part, NOTEBOOK, NOTEBOOK, student).manual_comment = comment
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
    first = ("Student", "ID", r"SIS\s+User\s+ID", r"SIS\s+Login\s+ID", "Section")
    assert all(re.search(words, cell) for words, cell in zip(first, header, strict=False))
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
