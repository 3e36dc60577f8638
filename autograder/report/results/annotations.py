"""Check annotations of a forge: GitHub's workflow commands, which Gitea and Forgejo read as well.

Whatever a student wrote is escaped: a line of its own that begins with `::` would be a command.
"""

from autograder.report.diagnosis import diagnosis
from autograder.report.plain_text import one_line
from autograder.report.results.result import Result


def annotations(result: Result) -> bytes:
    """A line for each part that lost points, and one with the total."""
    lines = [_line("error", result, "", note) for note in result.notes() if result.problem]
    for part in result.parts:
        if part.points < part.max_points:
            causes = diagnosis(part).causes
            said = causes[0].said.in_language(result.language) if causes else ""
            level = "warning" if part.points else "error"
            title = f"{result.title(part)}: {part.points:g} / {part.max_points:g}"
            lines.append(_line(level, result, title, said or title))
    if result.report:
        total = f"{result.assignment}: {result.points:g} / {result.max_points:g}"
        lines.append(_line("notice", result, result.assignment, total))
    return ("\n".join(lines) + "\n").encode()


def _line(level: str, result: Result, title: str, said: str) -> str:
    named = f",title={_property(title)}" if title else ""
    return f"::{level} file={_property(result.file)}{named}::{_data(one_line(said))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_line(text)).replace(":", "%3A").replace(",", "%2C")
