"""What is watched, and how whoever watches is told of events."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from autograder.report.plain_text import plain
from autograder.watching.rate_limit import Allowance


@dataclass(frozen=True)
class Watched:
    """One assignment of a course, and whether the watch has been asked to stop."""

    root: Path
    assignment_id: str
    allowance: Allowance | None
    stopped: Callable[[], bool]

    def submitted(self, student: str) -> Path:
        """Where a student's submission lies."""
        return self.root / "submitted" / student / self.assignment_id


class Events:
    """One line for each event."""

    def __init__(self, print_line: Callable[[str], None]) -> None:
        self._print = print_line
        self._found: dict[str, set[str]] = {}

    def say(self, student: str, event: str) -> None:
        """Tell of an event, on one line whatever the student or nbgrader put into it."""
        self._found[student] = {event}
        self._print(" ".join(plain(f"{student}: {event}", 400).split()))

    def once(self, student: str, event: str) -> None:
        """Tell of what is found again at every look only the first time since anything happened."""
        found = self._found.get(student, set())
        if event not in found:
            self.say(student, event)
            self._found[student] |= found
