"""What a watch is given: an allowance, nbgrader, and somebody to tell of events."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from autograder.core.model import Graded
from autograder.notebook.submission import Submission
from autograder.report.plain_text import one_line

Grade = Callable[[Submission], Graded]


@dataclass(frozen=True)
class Allowance:
    """At most `number` submissions of a student are graded within any `hours` hours.

    What comes beyond that waits; of several that wait, the newest is graded. The hours are counted
    by the time of grading, as the time of a submission is written by the student's own machine.
    """

    number: int
    hours: float

    def free_at(self, graded: Iterable[datetime], now: datetime) -> datetime | None:
        """When the next submission may be graded, given when others were; None: now.

        With 2 in 24 hours, graded on Monday at 9:00 and 15:00: on Tuesday at 9:00.
        """
        window = timedelta(hours=self.hours)
        counted = sorted(at for at in graded if at + window > now)
        return counted[-self.number] + window if len(counted) >= self.number else None


class Backend(Protocol):
    """nbgrader's exchange, gradebook and feedback for one assignment."""

    def inbound(self) -> dict[str, tuple[str, ...]]:
        """The names of every student's submissions in the exchange; empty where there is none."""

    def arrival(self, student: str, again: bool) -> tuple[Path, datetime] | None:
        """What nbgrader's collect would take next of a student, if `again` even anew: the folder in
        the exchange and when it was handed in; a CourseError if it must not be collected.
        """

    def collect(self, student: str) -> None:
        """Copy the student's submission to submitted/, as `nbgrader collect --update` does."""

    def record(self, student: str, grade: Grade) -> tuple[bool, float, float | None]:
        """Grade and record what is in submitted/: whether it was not recorded, the checks' points,
        and the total that counts (None: a person has to give points). A SubmissionUnreadable or a
        GraderFault where it was not.
        """

    def give_feedback(self, student: str, attempt: int) -> bool:
        """Generate feedback on this attempt; whether it could be released through the exchange."""

    def give_notice(self, student: str, page: str) -> bool:
        """Release a page in place of feedback, which stays as it is; whether there was a way to."""


class Events:
    def __init__(self, print_line: Callable[[str], None]) -> None:
        self._print = print_line
        self._found: dict[str, set[str]] = {}

    def say(self, student: str, event: str) -> None:
        """Tell of an event, on one line whatever the student or nbgrader put into it."""
        self._found[student] = {event}
        self._print(one_line(f"{student}: {event}", 400))

    def once(self, student: str, event: str) -> None:
        """Tell of what is found again at every look only the first time since anything happened."""
        found = self._found.get(student, set())
        if event not in found:
            self.say(student, event)
            self._found[student] |= found
