"""What came of one submission: its report, or why it could not be read."""

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.core.model import PartResult, Report, Text
from autograder.report.diagnosis import part_text
from autograder.report.plain_text import plain

MAX_SAID = 8000
"""Letters of one part: PrairieLearn takes no file over 1 MB."""


@dataclass(frozen=True)
class Result:
    """One notebook graded for another system; without a report it could not be read."""

    assignment: str
    file: str
    language: str
    report: Report | None
    problem: str = ""

    @property
    def parts(self) -> tuple[PartResult, ...]:
        """The graded parts, in order."""
        return self.report.parts if self.report else ()

    @property
    def points(self) -> float:
        """What the checks gave."""
        return self.report.points if self.report else 0.0

    @property
    def max_points(self) -> float:
        """What they could have given."""
        return sum(part.max_points for part in self.parts)

    def title(self, part: PartResult) -> str:
        """A part's title."""
        return self._in_language(part.title)

    def said(self, part: PartResult) -> str:
        """What the student is told of a part, as on the feedback page: no expected values."""
        _, *lines = part_text(part, self.language).splitlines()
        return plain("\n".join(lines), MAX_SAID)

    def notes(self) -> Iterator[str]:
        """What is said of the whole notebook."""
        if self.problem:
            yield plain(self.problem)
        for note in self.report.repairs if self.report else ():
            yield plain(self._in_language(note))

    def _in_language(self, text: Text) -> str:
        return text.in_language(self.language)
