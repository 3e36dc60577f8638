"""Feedback pages of our own design, by nbgrader's command and by ours alike."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook

from autograder.core.assignment import Assignment, Edition
from autograder.core.errors import CourseError
from autograder.core.model import Text
from autograder.grading.course_names import CourseNames
from autograder.grading.report_cache import STATE_FOLDER
from autograder.nbgrader_adapter.autograded.cleaning import clean_markdown
from autograder.nbgrader_adapter.autograded.outputs import Verdict, verdict_of
from autograder.nbgrader_adapter.course_settings.gradebook import (
    assignments_in,
    seconds_late,
    sheet_of,
)
from autograder.report.feedback_page import Feedback, Item, Remark, html_page
from autograder.report.help import Help
from autograder.report.lms.sheets import Mark, PartMark
from autograder.watching.state_file import StateFile

TEST = "test_"
Cells = Sequence[Mapping[str, Any]]


class FeedbackPages:
    """The pages of one edition's students, from the gradebook and the autograded notebooks.

    Raises:
        CourseError: nothing of this edition is recorded.
    """

    def __init__(
        self, root: Path, assignment: Assignment, edition: Edition, gradebook: Gradebook,
        student: str | None = None,
    ) -> None:  # fmt: skip
        row = assignments_in(gradebook, [edition.id])[0]
        self._sheet = sheet_of(gradebook, root, row, student)
        self._late = seconds_late(gradebook, edition.id, self._sheet.marks)
        self._title = assignment.plan.title
        self._titles = {part.id: part.title for part in assignment.manual}
        self._journal = StateFile(root / STATE_FOLDER / "watch" / f"{edition.id}.json")
        self._language = edition.language
        self._names = CourseNames.read(assignment)
        self._help = Help.read(assignment)

    @property
    def students(self) -> Iterable[str]:
        """Everybody whose marks are in the gradebook."""
        return self._sheet.marks

    def page(self, student: str, cells: Cells) -> str:
        """A student's page.

        Raises:
            CourseError: the notebook was not graded by us, or is not recorded.
        """
        mark = self._sheet.marks.get(student)
        verdicts = [verdict for cell in cells if (verdict := verdict_of(cell))]
        if mark is None or not verdicts:
            raise CourseError("it is not graded by this version; run `autograder grade` first")
        feedback = Feedback(
            assignment=self._title,
            language=self._language,
            student=student,
            items=tuple(_items(cells, mark, self._sheet.parts, self._names, self._titles)),
            repairs=verdicts[0].repairs,
            penalty=mark.late_penalty,
            seconds_late=self._late.get(student, 0.0),
            attempt=len(self._journal[student].attempts),
            help=self._help,
        )
        return html_page(feedback, clean_markdown)


def _items(
    cells: Cells, mark: Mark, maxima: Mapping[str, float], names: CourseNames,
    titles: Mapping[str, Text],
) -> Iterable[Item]:  # fmt: skip
    answers = {_grade_id(cell): _source(cell) for cell in cells}
    for cell in cells:
        name = _grade_id(cell).removeprefix(TEST)
        if not _has_points(cell) or name not in maxima:
            continue
        verdict, given = verdict_of(cell), mark.parts.get(name, PartMark(None))
        source = answers.get(name, "") if verdict else _source(cell)
        yield Item(
            id=name,
            title=verdict.part.title if verdict else titles.get(name, Text(name, name)),
            points=given.points or 0.0,
            max_points=maxima[name],
            source=source,
            result=names.applied(verdict.part) if verdict else None,
            remark=_remark(given, verdict),
        )


def _remark(given: PartMark, verdict: Verdict | None) -> Remark:
    points = given.points if given.overridden else None
    waiting = given.waits or (verdict is None and given.needs_manual_grade)
    return Remark(points, given.comment, waiting)


def _grade_id(cell: Mapping[str, Any]) -> str:
    return str(cell.get("metadata", {}).get("nbgrader", {}).get("grade_id", ""))


def _has_points(cell: Mapping[str, Any]) -> bool:
    marks = cell.get("metadata", {}).get("nbgrader", {})
    return bool(marks.get("grade") or marks.get("task"))


def _source(cell: Mapping[str, Any]) -> str:
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)
