"""The students of a class: what they handed in, the kept report, what the gradebook says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from autograder.core.errors import UNREADABLE, Bulkhead
from autograder.core.model import PartResult, Report, Text
from autograder.course import CourseAssignment, HandedIn
from autograder.grading.course_names import CourseNames
from autograder.grading.report_cache import ReportCache
from autograder.notebook.find import Found
from autograder.notebook.read import read
from autograder.notebook.student_code import OwnLines
from autograder.notebook.submission import NOWHERE, Submission
from autograder.report.lms.sheets import NOTHING_RECORDED, Recorded
from autograder.report.phrases import class_phrase, file_problem


@dataclass(frozen=True)
class Entry:
    """A student: a report, or why there is none; the normalised own code (None: not loaded)."""

    student: str
    report: Report | None = None
    problem: Text | None = None
    recorded: Recorded = NOTHING_RECORDED
    forms: Mapping[str, str] | None = None
    found: Found = NOWHERE

    @property
    def remarks(self) -> tuple[Text, ...]:
        """On the files; on a doubtful time where it decides how late they are."""
        doubtful = self.found.stamp.doubtful if self.recorded.due else None
        return (*self.found.flags, *filter(None, (doubtful,)))

    @property
    def parts(self) -> tuple[PartResult, ...]:
        return self.report.parts if self.report else ()

    def attempted(self, part: str) -> bool:
        return self.forms is None or part in self.forms

    @property
    def checked(self) -> dict[str, float]:
        """The points of the checks by part id; those of the gradebook where no report is kept."""
        if self.report:
            return {part.id: part.points for part in self.parts}
        scores = self.recorded.scores.items()
        return {p: s.auto for p, s in scores if s.auto is not None and s.by_hand is None}

    @property
    def points(self) -> dict[str, float]:
        """What counts by part id; as in nbgrader, a person's score stands before the checks'."""
        counted = self.checked
        for part, score in self.recorded.scores.items():
            if score.changed:
                points = counted.get(part, 0) if score.manual is None else score.manual
                counted[part] = round(points + score.extra, 2)
        return counted

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(name for name, score in self.recorded.scores.items() if score.waits)

    @property
    def total(self) -> float | None:
        """The points less the penalty; None if there are none, or a person has to give some."""
        points = self.points
        if not points or self.waiting:
            return None
        return round(max(0.0, sum(points.values()) - self.recorded.penalty), 2)

    @property
    def stale(self) -> bool:
        scores = self.recorded.scores
        return self.report is not None and any(
            part in scores and scores[part].auto not in (None, points)
            for part, points in self.checked.items()
        )


def class_entries(
    where: CourseAssignment, handed_in: HandedIn, *, forms: bool = True
) -> tuple[Entry, ...]:
    """Every student who handed in, by id, or why they could not be read; nothing of the gradebook.
    Without `forms` nobody's answers can be compared.
    """
    frame, names = where.released(), CourseNames.read(where.assignment)
    own_lines, cache = OwnLines(where.assignment, read(frame)), ReportCache(*where, frame)

    def entry(student: str, submission: Submission) -> Entry:
        report = cache.get(submission)
        if report is None:
            written = own_lines.forms(read(submission.data))
            return Entry(student, None, class_phrase("not_graded_since"), forms=written)
        named = names.on(submission.on(report))
        # What cells printed would fill the memory.
        named = structs.replace(named, forms=None, cells=(), versions={})
        return Entry(student, named, forms=report.forms if forms else None, found=submission.found)

    bulkhead, entries = Bulkhead(), dict[str, Entry]()
    for student, submission in handed_in.submissions.items():
        with bulkhead.around(student, "read"):
            entries[student] = entry(student, submission)
    problems = handed_in.problems | bulkhead.problems
    for student in problems:
        text = problems[student].removeprefix(UNREADABLE)
        reason = file_problem(text)
        sentence = reason if text == problems[student] else class_phrase("unreadable", why=reason)
        entries[student] = Entry(student, problem=Text(problems[student], sentence.zh))
    return tuple(entries[student] for student in sorted(entries))


def with_recorded(entries: Iterable[Entry], recorded: Mapping[str, Recorded]) -> tuple[Entry, ...]:
    """The entries with what the gradebook holds, and everybody else whom it knows, by id."""
    nothing, gone = class_phrase("nothing_handed_in"), class_phrase("taken_away")
    by_student = {
        student: Entry(student, problem=gone if Entry(student, recorded=row).points else nothing)
        for student, row in recorded.items()
    }
    by_student |= {entry.student: entry for entry in entries}
    return tuple(
        replace(by_student[student], recorded=recorded.get(student, NOTHING_RECORDED))
        for student in sorted(by_student)
    )
