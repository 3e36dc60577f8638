"""A report in the result formats of other systems: each a pure function of the report.

All text in them is declared as text or escaped: some of it is what a student wrote.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

import msgspec

from autograder.core.model import Outcome, PartResult, Report
from autograder.report.diagnosis import cause_in_short, diagnosis, part_text
from autograder.report.plain_text import one_line, plain

MAX_SAID = 8000
"""Letters of one part: PrairieLearn takes no file over 1 MB."""
KINDS = {Outcome.PASSED: "", Outcome.GRADER_FAULT: "error", Outcome.NOT_RUN: "skipped"}
"""JUnit's element for a check that is no failure of the student's."""


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
        return part.title.in_language(self.language)

    def said(self, part: PartResult) -> str:
        """What the student is told of a part, as on the feedback page: no expected values."""
        _, *lines = part_text(part, self.language).splitlines()
        return plain("\n".join(lines), MAX_SAID)

    def notes(self) -> Iterator[str]:
        """What is said of the whole notebook."""
        if self.problem:
            yield plain(self.problem)
        for note in self.report.repairs if self.report else ():
            yield plain(note.in_language(self.language))


def gradescope(result: Result) -> bytes:
    """results.json as Gradescope's harness reads it (Autograder Specifications, "Output Format").

    A notebook that cannot be read scores 0, and the student is told why.
    """
    whole: dict[str, Any] = {
        "score": result.points,
        "output": "\n".join(result.notes()),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        # What the grader prints is for instructors.
        "stdout_visibility": "hidden",
        "tests": [
            {
                "score": part.points,
                "max_score": part.max_points,
                "status": "passed" if part.points >= part.max_points else "failed",
                "name": result.title(part),
                "number": str(number),
                "output": result.said(part),
                "visibility": "visible",
            }
            for number, part in enumerate(result.parts, 1)
        ],
    }
    return msgspec.json.encode(whole)


def prairielearn(result: Result) -> bytes:
    """results.json as PrairieLearn reads it from an external grader ("External Grading").

    A notebook that cannot be read is not gradable and costs no attempt.
    """
    if result.report is None:
        refused = {"gradable": False, "format_errors": list(result.notes())}
        return msgspec.json.encode(refused)
    whole: dict[str, Any] = {
        "gradable": True,
        # A share between 0 and 1.
        "score": min(1.0, result.points / result.max_points) if result.max_points else 0.0,
        "message": "\n".join(result.notes()),
        "tests": [
            {
                "name": result.title(part),
                "points": part.points,
                "max_points": part.max_points,
                "output": result.said(part),
            }
            for part in result.parts
        ],
    }
    return msgspec.json.encode(whole)


def junit(result: Result) -> bytes:
    """JUnit XML: a test suite for each part, a test case for each check.

    A notebook that cannot be read is one error.
    """
    root = Element("testsuites", name=result.assignment)
    for part in result.parts:
        root.append(_suite(result, part))
    if result.report is None:
        suite = _counted(result.assignment, ["error"])
        case = SubElement(suite, "testcase", name=result.file, classname=result.assignment)
        said = " ".join(result.notes())
        SubElement(case, "error", type="unreadable", message=one_line(said))
        root.append(suite)
    return tostring(root, "utf-8", xml_declaration=True)


def _suite(result: Result, part: PartResult) -> Element:
    """A part's checks; why they failed stands once, with the first check of its cause."""
    suite = _counted(part.id, [KINDS.get(check.outcome, "failure") for check in part.checks])
    properties = SubElement(suite, "properties")
    for name, value in (("points", part.points), ("max_points", part.max_points)):
        SubElement(properties, "property", name=name, value=f"{value:g}")
    causes = {
        check.id: cause.in_short.in_language(result.language)
        for cause in reversed(diagnosis(part).causes)
        for check in cause.follows
    }
    for check in part.checks:
        name = f"{result.assignment}.{part.id}"
        case = SubElement(suite, "testcase", name=check.id, classname=name)
        if kind := KINDS.get(check.outcome, "failure"):
            sentence = check.sentence.in_language(result.language)
            said = causes.get(check.id, sentence)
            detail = SubElement(case, kind, type=check.outcome.value, message=one_line(said))
            detail.text = plain(sentence)
    SubElement(suite, "system-out").text = result.said(part)
    return suite


def _counted(name: str, kinds: list[str]) -> Element:
    counts = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    found = {key: str(kinds.count(kind)) for key, kind in counts.items()}
    return Element("testsuite", {"name": name, "tests": str(len(kinds)), **found})


def annotations(result: Result) -> bytes:
    """Annotations of a forge: GitHub's workflow commands, which Gitea and Forgejo read as well.

    A line for each part that lost points, and one with the total. Whatever a student wrote is
    escaped: a line of its own that begins with `::` would be a command.
    """
    lines = [_line("error", result, "", note) for note in result.notes() if result.problem]
    for part in result.parts:
        if part.points < part.max_points:
            cause = cause_in_short(part)
            said = cause.in_language(result.language) if cause else ""
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


class Format(StrEnum):
    """What `autograder results --format` can write."""

    GRADESCOPE = "gradescope"
    PRAIRIELEARN = "prairielearn"
    JUNIT = "junit"
    GITHUB = "github"


WRITERS: dict[Format, Callable[[Result], bytes]] = {
    Format.GRADESCOPE: gradescope,
    Format.PRAIRIELEARN: prairielearn,
    Format.JUNIT: junit,
    Format.GITHUB: annotations,
}
