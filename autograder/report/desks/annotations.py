"""Check annotations of a forge: GitHub's workflow commands, which Gitea and Forgejo read as well.

Whatever a student wrote is escaped: a line of its own that begins with `::` would be a command.
"""

from autograder.report.desks.outcome import Outcome
from autograder.report.diagnosis import diagnosis
from autograder.report.plain_text import one_line


def annotations(outcome: Outcome) -> bytes:
    """A line for each part that lost points, and one with the total."""
    lines = [_line("error", outcome, "", note) for note in outcome.notes() if outcome.problem]
    for part in outcome.parts:
        if part.points < part.max_points:
            causes = diagnosis(part).causes
            said = causes[0].said.in_language(outcome.language) if causes else ""
            level = "warning" if part.points else "error"
            title = f"{outcome.title(part)}: {part.points:g} / {part.max_points:g}"
            lines.append(_line(level, outcome, title, said or title))
    if outcome.report:
        total = f"{outcome.assignment}: {outcome.points:g} / {outcome.max_points:g}"
        lines.append(_line("notice", outcome, outcome.assignment, total))
    return ("\n".join(lines) + "\n").encode()


def _line(level: str, outcome: Outcome, title: str, said: str) -> str:
    named = f",title={_property(title)}" if title else ""
    return f"::{level} file={_property(outcome.file)}{named}::{_data(one_line(said))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_line(text)).replace(":", "%3A").replace(",", "%2C")
