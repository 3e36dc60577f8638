"""The class as it stands in a course folder: who handed in what, and what is known of it."""

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from autograder import course
from autograder.assignment import Assignment, Edition
from autograder.classroom.entry import Entry, Recorded
from autograder.errors import SubmissionUnreadable
from autograder.grading.kept import KeptReports
from autograder.grading.outline import Outlines
from autograder.model import Text
from autograder.notebook import read
from autograder.notebook.own import OwnLines

NO_NOTEBOOK = Text(
    "the folder holds no notebook, or several that could be meant",
    "文件夹里没有笔记本，或者有好几个可能的笔记本",
)
NOTHING = Text("nothing was handed in", "没有提交")
NOT_GRADED = Text(
    "not graded since the notebook or the assignment last changed",
    "笔记本或作业改动之后还没有评分",
)


class Gathering:
    """Makes entries from the files of one edition's course folder and its gradebook."""

    def __init__(
        self, root: Path, plan: Assignment, edition: Edition, recorded: Mapping[str, Recorded]
    ) -> None:
        self._where = (root, plan, edition)
        self._recorded = recorded
        frame = course.released(root, plan, edition).read_bytes()
        self._own = OwnLines(plan, read(frame))
        self._kept = KeptReports(root, plan, edition, frame)
        self._outlines = Outlines()

    def entries(self, *, forms: bool = True) -> tuple[Entry, ...]:
        """Every student who handed in or whom the gradebook knows, by id.

        Without `forms` those of kept reports are left out: nobody's answers are compared.

        Raises:
            CourseError: nobody has submitted.
        """
        submitted = course.submissions(*self._where)
        students = sorted({*submitted, *self._recorded})
        return tuple(
            self._entry(s, submitted[s], forms) if s in submitted else self._absent(s)
            for s in students
        )

    def _absent(self, student: str) -> Entry:
        return Entry(student, problem=NOTHING, recorded=self._recorded[student])

    def _entry(self, student: str, path: Path | None, forms: bool) -> Entry:
        recorded = self._recorded.get(student, Recorded())
        if path is None:
            return Entry(student, problem=NO_NOTEBOOK, recorded=recorded)
        data = path.read_bytes()
        report = self._kept.outline(student, data, self._outlines)
        if report:
            known = report.forms if forms else None
            outline = replace(report, forms=None)
            return Entry(student, outline, recorded=recorded, forms=known)
        try:
            submission = read(data)
        except SubmissionUnreadable as error:
            return Entry(student, problem=_unreadable(error), recorded=recorded)
        return Entry(student, None, NOT_GRADED, recorded, self._own.forms(submission))


def _unreadable(error: SubmissionUnreadable) -> Text:
    return Text(f"unreadable: {error}", f"无法读取：{error}")
