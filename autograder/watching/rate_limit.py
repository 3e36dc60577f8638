"""How often a student's submissions are graded."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta


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
