"""The class as it stands in a course folder: who handed in what, and what is known of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from autograder import course
from autograder.core.assignment import Assignment, Edition
from autograder.core.bulkhead import Bulkhead
from autograder.core.model import Text
from autograder.course import HandedIn
from autograder.grading.report_cache import ReportCache
from autograder.grading.summary_store import SummaryStore
from autograder.notebook import read
from autograder.notebook.student_code import OwnLines
from autograder.notebook.submission import Submission
from autograder.report.classroom.record import NOTHING_RECORDED, Entry, Recorded
from autograder.report.course_names import CourseNames

NOTHING = Text("nothing was handed in", "没有提交")
NOT_GRADED = Text(
    "not graded since the notebook or the assignment last changed",
    "笔记本或作业改动之后还没有评分",
)


class ClassLoader:
    """Makes entries from the files of one edition's course folder, without the gradebook's."""

    def __init__(self, root: Path, plan: Assignment, edition: Edition) -> None:
        self._where = (root, plan, edition)
        self._plan = plan
        frame = course.released(root, plan, edition).read_bytes()
        self._own = OwnLines(plan, read(frame))
        self._kept = ReportCache(root, plan, edition, frame)
        self._outlines = SummaryStore()

    def entries(
        self, handed_in: Mapping[str, HandedIn] | None = None, *, forms: bool = True
    ) -> tuple[Entry, ...]:
        """Every student who handed in, by id.

        Who has read what students `handed_in` already passes it. Without `forms` those of kept
        reports are left out: nobody's answers are compared.

        Raises:
            CourseError: nobody has submitted.
        """
        submitted = course.submissions(*self._where) if handed_in is None else handed_in
        self._names = CourseNames.read(self._plan)
        return tuple(self._guarded(s, submitted[s], forms) for s in sorted(submitted))

    def _guarded(self, student: str, handed_in: HandedIn, forms: bool) -> Entry:
        """The entry; a student whose submission cannot be read is listed with the reason."""
        bulkhead = Bulkhead()
        bulkhead.problems |= {student: handed_in.problem} if handed_in.problem else {}
        if handed_in.submission:
            with bulkhead.around(student, "read"):
                return self._entry(student, handed_in.submission, forms)
        problem = _unreadable(bulkhead.problems[student])
        return Entry(student, problem=problem)

    def _entry(self, student: str, submission: Submission, forms: bool) -> Entry:
        report = self._kept.outline(submission, self._outlines)
        if report:
            known = report.forms if forms else None
            return Entry(student, structs.replace(self._names.on(report), forms=None), forms=known)
        return Entry(student, None, NOT_GRADED, forms=self._own.forms(read(submission.data)))


def with_recorded(entries: Iterable[Entry], recorded: Mapping[str, Recorded]) -> tuple[Entry, ...]:
    """The entries with what the gradebook holds, and everybody else whom it knows, by id."""
    known = {student: Entry(student, problem=NOTHING) for student in recorded}
    known |= {entry.student: entry for entry in entries}
    return tuple(
        replace(known[student], recorded=recorded.get(student, NOTHING_RECORDED))
        for student in sorted(known)
    )


def _unreadable(problem: str) -> Text:
    return Text(problem, f"无法读取：{problem.removeprefix('unreadable: ')}")
