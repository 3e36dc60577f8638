"""What a watch is given: an allowance, somebody to tell of events, a warm grader."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta

from autograder.course import LoadedAssignment
from autograder.grading.grader import Grader
from autograder.report.plain_text import one_line
from autograder.sandbox.isolation import Rings


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


class WarmGrader(ExitStack):
    """Grades by an assignment as it is now: for an edited one, or another, it starts anew."""

    def __init__(self, rings: Rings) -> None:
        super().__init__()
        self._rings = rings
        self._loaded: LoadedAssignment | None = None

    def by(self, loaded: LoadedAssignment) -> Grader:
        if self._loaded != loaded:
            self.close()
            self._loaded = None
            self._grader = self.enter_context(Grader(loaded, self._rings))
            self._loaded = loaded
        return self._grader
