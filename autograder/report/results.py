"""A report in the result formats of other systems, in which what a student wrote is only text."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from xml.etree.ElementTree import Element, SubElement, tostring

import msgspec

from autograder.core.model import Outcome, PartResult, Report
from autograder.report.diagnosis import cause_in_short, diagnosis, part_text
from autograder.report.plain_text import one_line, plain

MAX_SAID = 8000
"""Characters of one part: PrairieLearn takes no file over 1 MB."""
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
        return self.report.parts if self.report else ()

    @property
    def points(self) -> float:
        return self.report.points if self.report else 0.0

    @property
    def max_points(self) -> float:
        return sum(part.max_points for part in self.parts)

    def title(self, part: PartResult) -> str:
        return part.title.in_language(self.language)

    def said(self, part: PartResult) -> str:
        _, *lines = part_text(part, self.language).splitlines()
        return plain("\n".join(lines), MAX_SAID)

    @property
    def notes(self) -> list[str]:
        repairs = self.report.repairs if self.report else ()
        texts = [self.problem, *(note.in_language(self.language) for note in repairs)]
        return [plain(note) for note in texts if note]


def gradescope(result: Result) -> bytes:
    """results.json as Gradescope's harness reads it (Autograder Specifications, "Output Format").

    A notebook that cannot be read scores 0, and the student is told why.
    """
    tests = [
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
    ]
    whole = {
        "score": result.points,
        "output": "\n".join(result.notes),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        # What the grader prints is for instructors.
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return msgspec.json.encode(whole)


def prairielearn(result: Result) -> bytes:
    """results.json as PrairieLearn reads it from an external grader ("External Grading").

    A notebook that cannot be read is not gradable and costs no attempt.
    """
    if result.report is None:
        return msgspec.json.encode({"gradable": False, "format_errors": result.notes})
    whole = {
        "gradable": True,
        # A share between 0 and 1.
        "score": min(1.0, result.points / result.max_points) if result.max_points else 0.0,
        "message": "\n".join(result.notes),
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
    """JUnit XML: a suite for each part, a case for each check; one error for what is unreadable."""
    root = Element("testsuites", name=result.assignment)
    for part in result.parts:
        _add_suite(root, result, part)
    if result.report is None:
        suite = SubElement(root, "testsuite", _counts(result.assignment, ["error"]))
        name, message = one_line(result.file), one_line(" ".join(result.notes))
        case = SubElement(suite, "testcase", name=name, classname=result.assignment)
        SubElement(case, "error", type="unreadable", message=message)
    return tostring(root, "utf-8", xml_declaration=True)


def _add_suite(root: Element, result: Result, part: PartResult) -> None:
    """A part's checks; why they failed stands once, with the first check of its cause."""
    kinds = [KINDS.get(check.outcome, "failure") for check in part.checks]
    suite = SubElement(root, "testsuite", _counts(part.id, kinds))
    properties = SubElement(suite, "properties")
    for name, value in (("points", part.points), ("max_points", part.max_points)):
        SubElement(properties, "property", name=name, value=f"{value:g}")
    causes = {
        check.id: cause.in_short.in_language(result.language)
        for cause in reversed(diagnosis(part).causes)
        for check in cause.follows
    }
    for check, kind in zip(part.checks, kinds, strict=True):
        name = f"{result.assignment}.{part.id}"
        case = SubElement(suite, "testcase", name=check.id, classname=name)
        if kind:
            sentence = check.sentence.in_language(result.language)
            message = one_line(causes.get(check.id, sentence))
            detail = SubElement(case, kind, type=check.outcome.value, message=message)
            detail.text = plain(sentence)
    SubElement(suite, "system-out").text = result.said(part)


def _counts(name: str, kinds: list[str]) -> dict[str, str]:
    counted = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    counts = {key: str(kinds.count(kind)) for key, kind in counted.items()}
    return {"name": name, "tests": str(len(kinds)), **counts}


def annotations(result: Result) -> bytes:
    """Annotations of a forge: GitHub's workflow commands, which Gitea and Forgejo read as well.

    A line for each part that lost points, and one with the total. Whatever a student wrote is
    escaped: a line of its own that begins with `::` would be a command.
    """
    lines = [_line("error", result, "", note) for note in result.notes if result.problem]
    for part in result.parts:
        if part.points < part.max_points:
            cause = cause_in_short(part)
            title = f"{result.title(part)}: {part.points:g} / {part.max_points:g}"
            text = cause.in_language(result.language) if cause else ""
            lines.append(_line("warning" if part.points else "error", result, title, text or title))
    if result.report:
        total = f"{result.assignment}: {result.points:g} / {result.max_points:g}"
        lines.append(_line("notice", result, result.assignment, total))
    return ("\n".join(lines) + "\n").encode()


def _line(level: str, result: Result, title: str, text: str) -> str:
    properties = [f"file={_property(result.file)}"]
    properties += [f"title={_property(title)}"] if title else []
    return f"::{level} {','.join(properties)}::{one_line(text).replace('%', '%25')}"


def _property(text: str) -> str:
    line = one_line(text).replace("%", "%25")
    return line.replace(":", "%3A").replace(",", "%2C")


Format = StrEnum("Format", ["GRADESCOPE", "PRAIRIELEARN", "JUNIT", "GITHUB"])
"""What `autograder results --format` can write."""
WRITERS: dict[Format, Callable[[Result], bytes]] = {
    Format.GRADESCOPE: gradescope,
    Format.PRAIRIELEARN: prairielearn,
    Format.JUNIT: junit,
    Format.GITHUB: annotations,
}
