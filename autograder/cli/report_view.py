"""A part's verdict in the terminal."""

from collections.abc import Iterator

from rich.text import Text as Line

from autograder.core.model import PartResult
from autograder.report.part_verdict import part_text

PASSED = "  ✓"


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
