"""Grading what arrives, submission by submission, each of them once."""

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from autograder import watching
from autograder.core.errors import AutograderError, CourseError, SubmissionUnreadable, problem
from autograder.course import CourseAssignment
from autograder.grading.grader import WarmGrader
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.runs.watch_backend import NbgraderBackend
from autograder.notebook.find import adopt
from autograder.notebook.folder import read_plain
from autograder.notebook.submission import Submission
from autograder.report.pages import notice_page

UNWATCHED = datetime.min.replace(tzinfo=UTC)
"""Time of an attempt that no watch graded: counted on pages, never against the allowance."""
TIME = "%Y-%m-%d %H:%M:%S UTC"
TRIES = 3
"""How often a submission is tried that the grader or nbgrader fails at."""


class Watch:
    """Looks at the exchange and at submitted/, and grades what is new and still there unchanged.

    A submission is done once the journal says so, which is written last: after a kill the steps
    before it are taken again, and all of them (kept report, record, feedback) end the same.
    """

    def __init__(
        self, where: CourseAssignment, warm: WarmGrader, say: Callable[[str], None],
        allowance: watching.Allowance | None, stopped: Callable[[], bool],
    ) -> None:  # fmt: skip
        root, edition = where.root, where.edition.id
        self._where, self._warm = where, warm
        self._allowance, self._stopped = allowance, stopped
        self._journal = watching.StateFile(watching.journal_file(root, edition))
        self._backend = NbgraderBackend(where)
        say(
            f"{edition}: {self._backend.inbound_folder or 'no exchange here'}; {root / 'submitted'}"
        )
        self._events = watching.Events(lambda line: say(f"{edition} {line}"))
        self._looks = watching.Looks()
        self._met: dict[str, tuple[str, ...]] = {}
        """Of each student what was in the exchange when the newest of it was taken, or left."""
        self._done: dict[str, watching.Signature] = {}
        self._failures: Counter[str] = Counter()
        warm.grader(where.loaded())

    def _now(self) -> CourseAssignment:
        """The assignment as it is now, which is how the next submission is graded."""
        return CourseAssignment.find(self._where.root, self._where.edition.id)

    def look(self) -> bool:
        """Collect and grade what is there; whether something should be looked at again soon."""
        restless = False
        for student, names in self._backend.inbound().items():
            if self._met.get(student) != names:
                restless |= self._try(student, partial(self._fetch, student, names))
        folders, problems = self._where.submitted_folders()
        excluded = self._backend.courses.student_id_exclude.split(",")
        for student in sorted(folders.keys() - excluded):
            restless |= self._try(student, partial(self._visit, student, folders[student]))
        for student, why in problems.items():
            self._events.once(student, why)
        return restless

    def _try(self, student: str, step: Callable[[], bool]) -> bool:
        if self._stopped():
            return False
        try:
            return step()
        except FileNotFoundError:
            # A folder was taken away or replaced between two steps: the next look sees it whole.
            return True
        except Exception as error:
            # Whatever one submission brings about, the watch goes on to the next.
            is_known = isinstance(error, AutograderError)
            self._events.once(student, str(error) if is_known else problem(error, "looked at"))
            return False

    def _fetch(self, student: str, names: tuple[str, ...]) -> bool:
        """Collect a student's newest submission, or leave it; True if it is not still yet. It is
        taken to submitted/ whole or not at all.
        """
        arrival = self._backend.arrival(student, self._journal[student].collecting)
        if arrival is None:
            self._met[student] = names
            return False
        folder, handed_in = arrival
        before = watching.contents(folder)
        if not self._looks.steady(folder, before) or not before.keys() >= watching.MARKS:
            return True
        state = self._journal[student]
        copy = self._where.root / "submitted" / student / self._where.edition.id
        if state.collecting:
            # nbgrader takes a torn copy that has its timestamp for a good one and leaves it.
            shutil.rmtree(copy, ignore_errors=True)
        self._journal[student] = replace(state, collecting=True)
        self._backend.collect(student)
        if not watching.whole_copy(watching.contents(copy), before):
            self._events.say(student, "changed while it was copied; it is copied again")
            return True
        self._journal[student] = replace(self._journal[student], collecting=False)
        self._met[student] = names
        self._events.say(student, f"collected, handed in at {handed_in:{TIME}}")
        return False

    def _visit(self, student: str, folder: Path) -> bool:
        """Grade what lies in a submission's folder; True if it is not still yet."""
        signature = watching.signature(folder)
        if self._done.get(student) == signature:
            return False
        if self._journal[student].collecting:
            raise CourseError("what is in submitted/ is no whole copy; it waits for a new one")
        if not self._looks.steady(folder, signature):
            return True
        where = self._now()
        try:
            notebook = adopt(folder, where.assignment)
        except SubmissionUnreadable:
            # Not read anew at every look: that could take as long as it likes.
            self._done[student] = signature
            raise
        submission = Submission.read(student, notebook)
        key = _key(folder, submission)
        if student not in self._journal:
            # nbgrader may have graded this file before any watch saw the student.
            courses = self._backend.courses
            autograded = self._backend.folder(courses.autograded_directory, student)
            at = notebook.path.stat().st_mtime
            graded_since = [path.stat().st_mtime >= at for path in autograded.glob("*.ipynb")]
            kept = any(graded_since) and ReportCache(*where, where.released()).get(submission)
            attempts = (UNWATCHED,) if graded_since else ()
            handled = key if kept else None
            self._journal[student] = watching.StudentState(handled=handled, attempts=attempts)
        if self._journal[student].handled == key:
            self._done[student] = signature
            return False
        return self._turn(key, submission)

    def _turn(self, key: str, submission: Submission) -> bool:
        """Grade a submission if it is its turn; True if it failed and should be tried again."""
        if self._failures[key] >= TRIES:
            return False
        student, allowance = submission.student, self._allowance
        attempts = self._journal[student].attempts
        if allowance and (free := allowance.free_at(attempts, datetime.now(UTC))):
            self._wait(student, key, allowance, free)
            return False
        try:
            self._grade(key, student)
        except SubmissionUnreadable as error:
            page = notice_page(self._now().edition.language, "not_graded", "unreadable")
            self._backend.give_notice(student, page)
            self._journal[student] = replace(self._journal[student], handled=key)
            self._events.say(student, f"unreadable, nothing is recorded: {error}")
        except Exception as error:
            reason = str(error) if isinstance(error, AutograderError) else problem(error, "graded")
            self._failures[key] += 1
            tries_left = TRIES - self._failures[key]
            then = "it is tried again" + ("" if tries_left else " when the watch is started anew")
            self._events.say(student, f"grader's fault, nothing is recorded, {then}: {reason}")
            return tries_left > 0
        return False

    def _grade(self, key: str, student: str) -> None:
        grader = self._warm.grader(self._now().loaded())
        is_new, checked, total = self._backend.record(student, grader.grade)
        attempts = (*self._journal[student].attempts, datetime.now(UTC))
        released = self._backend.give_feedback(student, len(attempts))
        self._journal[student] = watching.StudentState(handled=key, attempts=attempts)
        maximum = self._now().assignment.total_points
        where = "released" if released else "in feedback/"
        points = f"{checked:g} of {maximum:g} points"
        if total is None:
            points = f"no total before a person has looked (checks: {points})"
        elif total != checked:
            points = f"{total:g} of {maximum:g} points (by the checks {checked:g})"
        done = "graded" if is_new else "graded before"
        self._events.say(student, f"{done}, {points}, feedback {where}")

    def _wait(self, student: str, key: str, allowance: watching.Allowance, until: datetime) -> None:
        state = self._journal[student]
        if state.told == key:
            return
        values = {"number": allowance.number, "hours": allowance.hours, "time": f"{until:{TIME}}"}
        language = self._now().edition.language
        page = notice_page(language, "received", "attempts_used_up", **values)
        self._backend.give_notice(student, page)
        self._journal[student] = replace(state, told=key)
        used = f"{allowance.number} in {allowance.hours:g} h"
        self._events.say(student, f"waits until {until:{TIME}} (attempts used: {used})")


def _key(folder: Path, submission: Submission) -> str:
    """Names one submission: the same notebook handed in again is another."""
    stamp = folder / "timestamp.txt"
    sha = hashlib.sha256(read_plain(stamp) if stamp.is_file() else b"")
    sha.update(b"\n" + submission.data)
    return sha.hexdigest()
