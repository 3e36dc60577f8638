"""One run over a class: what is new is graded, what is not recorded is recorded."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from msgspec import structs
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config

from autograder.core.errors import AutograderError, Bulkhead, GraderFault, problem
from autograder.core.model import Graded, Report
from autograder.course import CourseAssignment, HandedIn
from autograder.grading.history import Change, History, less
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.course_settings.database import is_locked, locked
from autograder.nbgrader_adapter.course_settings.gradebook import recorded as gradebook_rows
from autograder.nbgrader_adapter.course_settings.plugins import late_rule, points_taken
from autograder.nbgrader_adapter.course_settings.settings import course_config, share_folders
from autograder.nbgrader_adapter.runs.recorder import Recorder
from autograder.notebook.submission import CHANGED, Submission
from autograder.report.classroom.entries import Entry
from autograder.report.lms.sheets import NOTHING_RECORDED, Recorded

BATCH = 25
"""Submissions recorded in one transaction: what a crash can cost at most."""

Step = Literal["grade", "record", "done"]
"""The next step for a submission."""

Grade = Callable[[Mapping[str, Submission]], Iterable[Graded]]


@dataclass(frozen=True)
class Work:
    """The class by what is left to do; `unknown`: who is not in a gradebook that is in use."""

    to_grade: dict[str, Submission]
    to_record: dict[str, Submission]
    done: tuple[str, ...]
    problems: Mapping[str, str]
    unknown: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.to_grade) + len(self.to_record)


class ClassRun:
    """A run over the submissions of one edition; `config` is the course's, where it is known."""

    def __init__(self, where: CourseAssignment, config: Config | None = None) -> None:
        self._where = where
        self._config = config = config or course_config(where.root)
        self._courses = CourseDirectory(config=config)
        # First of all: it says what is wrong with the gradebook.
        self._rows = gradebook_rows(where, config, as_planned=True)
        self.reports = ReportCache(*where, where.released())
        share_folders(where.root, config)
        self._recorder = Recorder(where, config)
        self._late_rule = late_rule(config)
        self._handed_in: Mapping[str, Submission] = {}
        self._history = History(where.root, where.edition)
        self._latest = {change.student: change for change in self._history.changes()}
        self.changes: list[Change] = []

    def recorded(self) -> dict[str, Recorded]:
        return gradebook_rows(self._where, self._config)

    def submissions(self, only: Sequence[str] = ()) -> HandedIn:
        """What all have handed in, or those in `only`; a CourseError where there is nothing."""
        return self._where.submissions(only, self.recorded)

    def work(self, handed_in: HandedIn, regrade: bool = False) -> Work:
        """What there is to do for these; with `regrade` kept reports count for nothing."""
        excluded = self._courses.student_id_exclude.split(",")
        submissions = {k: v for k, v in handed_in.submissions.items() if k not in excluded}
        rows = self._rows
        work: dict[Step, dict[str, Submission]] = {"grade": {}, "record": {}, "done": {}}
        bulkhead = Bulkhead()
        bulkhead.problems |= {
            name: why for name, why in handed_in.problems.items() if name not in excluded
        }
        for submission in submissions.values():
            with bulkhead.around(submission.student, "compared with what is recorded"):
                row = rows.get(submission.student)
                step = "grade" if regrade else self._next_step(submission, row)
                work[step][submission.student] = submission
        unknown = tuple(sorted({*submissions, *bulkhead.problems} - rows.keys())) if rows else ()
        return Work(work["grade"], work["record"], (*work["done"],), bulkhead.problems, unknown)

    def _next_step(self, submission: Submission, row: Recorded | None) -> Step:
        report = self.reports.get(submission)
        if report is None:
            return "grade"
        scores = row.scores.items() if row else ()
        points = {part: score.auto for part, score in scores if score.by_hand is None}
        if row is None or points != {part.id: part.points for part in report.parts}:
            return "record"
        key = self._key(submission, row.seconds_late, bool(row.due))
        now, last = self._recorder.written(submission.student), self._latest.get(submission.student)
        return "done" if last and (last.key, last.notebook) == (key, now) else "record"

    def _key(self, submission: Submission, seconds: float, due: bool) -> str:
        """The report, when it was handed in, and what the penalty depends on: the lateness (changed
        by an extension or a new due date), the rule, and the scores that persons gave.
        """
        stamp, late = submission.found.stamp, "in time"
        if seconds > 0:
            given = self._rows.get(submission.student, NOTHING_RECORDED).given
            late = f"late {seconds:.3f} {self._late_rule}{given or ''}"
        elif stamp.unknown and due:
            late = f"unknown {self._late_rule}"
        return f"{self.reports.path(submission).stem} {stamp.said} {late}"

    def run(self, work: Work, grade: Grade) -> Iterator[Graded]:
        """Grade and record; each student is yielded once recorded, or with a problem."""
        with self._recorder:
            waiting: list[Graded] = []
            try:
                for result in self._graded(work, grade):
                    if result.report is None:
                        yield result
                        continue
                    waiting.append(result)
                    if len(waiting) == BATCH:
                        batch, waiting = waiting, []
                        yield from self._record_batch(batch)
            except (KeyboardInterrupt, GeneratorExit, AutograderError):
                # What was graded before the interrupt, or the cluster went away, is recorded.
                self._record_batch(waiting)
                raise
            yield from self._record_batch(waiting)

    def _graded(self, work: Work, grade: Grade) -> Iterator[Graded]:
        """What has a kept report, then the rest."""
        self._handed_in = work.to_grade | work.to_record
        for student, submission in work.to_record.items():
            try:
                report, why = self.reports.get(submission), CHANGED
            except Exception as error:
                report, why = None, problem(error, "recorded")
            yield Graded(student, report, None if report else why)
        for result in grade(work.to_grade) if work.to_grade else ():
            yield self._keep(work.to_grade[result.student], result)

    def _keep(self, submission: Submission, graded: Graded) -> Graded:
        """The result, its report kept; a problem if the file is no longer what it is on."""
        if graded.report is None:
            return graded
        if not submission.is_unchanged():
            return Graded(graded.student, None, CHANGED)
        try:
            self.reports.put(submission, graded.report, graded.evidence)
            return replace(graded, report=self.reports.marked(graded.report))
        except Exception as error:
            return Graded(graded.student, None, problem(error, "kept"))

    def _record_batch(self, graded: list[Graded]) -> list[Graded]:
        """Record what is still as it was graded; of all others a problem takes the place."""
        unchanged = (result for result in graded if self._handed_in[result.student].is_unchanged())
        reports = {result.student: result.report for result in unchanged if result.report}
        problems = {result.student: CHANGED for result in graded if result.student not in reports}
        if reports:
            problems |= self._write(reports)
        done = {name: report for name, report in reports.items() if name not in problems}
        if done:
            late = self._recorder.lateness([*done])
            rows = {name: late.get(name, NOTHING_RECORDED) for name in done}
            changes = [self._noted(name, report, rows[name]) for name, report in done.items()]
            # At once: a run that is killed later has this batch noted.
            self._history.add(changes)
            self.changes += changes
            self._latest |= {change.student: change for change in changes}
        pairs = ((result, problems.get(result.student)) for result in graded)
        return [Graded(result.student, None, why) if why else result for result, why in pairs]

    def _noted(self, student: str, report: Report, late: Recorded) -> Change:
        """The change, with what tells the next run that there is nothing to do."""
        change = self._change(student, report, late.penalty)
        key = self._key(self._handed_in[student], late.seconds_late, bool(self._recorder.due))
        return structs.replace(change, key=key, notebook=self._recorder.written(student))

    def _write(self, reports: Mapping[str, Report]) -> dict[str, str]:
        before = {name: change.submission for name, change in self._latest.items()}
        judged = [
            (self._handed_in[name], report, before.get(name) == report.submission_digest)
            for name, report in reports.items()
        ]
        try:
            return self._recorder.record(judged)
        except (SQLAlchemyError, OSError) as error:
            # Of a database error the cause alone: all of it holds the statement and its values.
            cause = str(getattr(error, "orig", None) or error).splitlines()[0]
            reason = locked(self._courses.db_url) if is_locked(error) else cause
            raise GraderFault(
                f"the results could not be recorded ({reason}); the reports are kept, "
                "and the same command records them once that is put right"
            ) from error

    def _change(self, student: str, report: Report, taken: float) -> Change:
        row = self._rows.get(student, NOTHING_RECORDED)
        before, after = Entry(student, recorded=row), Entry(student, report, recorded=row)
        first = row.scores.get(report.parts[0].id)
        by_person = any(score.waits and not score.looks for score in row.scores.values())
        by_time = self._recorder.waits(self._handed_in[student]) and not (first and first.changed)
        return self._history.change(
            student, report, less(before.points, row.penalty), less(after.points, taken),
            self._latest.get(student), {part for part, *_ in row.given},
            waited=bool(before.waiting), waits=by_person or by_time,
        )  # fmt: skip

    def preview(self, work: Work, grade: Grade) -> Iterator[tuple[Graded, Change | None]]:
        """Grade, keep the reports and record nothing: what recording would change for each."""
        with self._recorder:
            for result in self._graded(work, grade):
                name, report = result.student, result.report
                taken = self._to_take(name, report) if report else 0.0
                yield result, self._change(name, report, taken) if report else None

    def _to_take(self, student: str, report: Report) -> float:
        """What being late will take, by due date, rule and persons' scores as they are now."""
        row = self._rows.get(student, Recorded(due=self._recorder.due))
        at, due = self._handed_in[student].found.stamp.at, row.due
        score = sum(Entry(student, report, recorded=row).points.values())
        late = (at - due).total_seconds() if at and due else 0.0
        return points_taken(self._config, student, score, late) if late > 0 else 0.0
