"""What a watch needs of nbgrader."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Arrival:
    """A submission in the exchange that nbgrader's collect would take next."""

    student: str
    folder: Path
    at: datetime


class Backend(Protocol):
    """nbgrader's exchange, gradebook and feedback for one assignment."""

    def inbound(self) -> dict[str, tuple[str, ...]]:
        """The names of every student's submissions in the exchange; empty where there is none."""

    def arrival(self, student: str, again: bool) -> Arrival | None:
        """What to collect of a student; `again`: even if it has been collected.

        Raises:
            Refused: a submission under this name must not be collected; nothing of it is.
        """

    def collect(self, student: str) -> None:
        """Copy the student's submission to submitted/, as `nbgrader collect --update` does."""

    def record(self, student: str) -> None:
        """Record the kept report, as `nbgrader autograde --force` does."""

    def give_feedback(self, student: str) -> bool:
        """Generate feedback; whether it could be released through the exchange too."""

    def give_notice(self, student: str, page: str) -> bool:
        """Release a page in the place of feedback; whether there was a way to."""
