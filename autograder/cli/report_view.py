"""A report in the terminal."""

from collections.abc import Iterator

from rich.text import Text as Line

from autograder.core.model import PartResult, Report, Text
from autograder.report import messages, part_text
from autograder.report.plain_text import plain

PASSED = "  ✓"
TOTAL = Text("total", "总分")


def report_lines(report: Report, language: str) -> Iterator[Line]:
    """The parts with their checks, what was repaired or looks odd, and the total."""
    for part in report.parts:
        yield from part_lines(part, language)
    for label, texts in ((messages.REPAIRED, report.repairs), (Text("!", "!"), report.flags)):
        for text in texts:
            said = plain(text.in_language(language), 600)
            yield Line(f"{label.in_language(language)} {said}", style="yellow")
    maximum = sum(part.max_points for part in report.parts)
    unit = messages.POINTS.in_language(language)
    total = f"{TOTAL.in_language(language)}: {report.points:g} / {maximum:g} {unit}"
    yield Line(total, style="bold")


def part_lines(part: PartResult, language: str) -> Iterator[Line]:
    """A part's title and points, its sentences, and where to look."""
    title, *rest = part_text(part, language).splitlines()
    yield Line(title, style="bold")
    for line in rest:
        yield Line(line, style=_style(line))
    yield Line("")


def _style(line: str) -> str:
    if line.startswith("      "):
        return ""
    return "green" if line.startswith(PASSED) else "dim" if line.startswith("  –") else "red"
