"""JUnit XML: a test suite for each part, a test case for each check."""

from xml.etree.ElementTree import Element, SubElement, tostring

from autograder.core.model import CheckResult, Outcome, PartResult
from autograder.report.diagnosis import diagnosis
from autograder.report.plain_text import one_line, plain
from autograder.report.results.result import Result

KINDS = {Outcome.GRADER_FAULT: "error", Outcome.NOT_RUN: "skipped"}
"""What is no failure of the student's."""


def junit(result: Result) -> bytes:
    """The file's bytes; a notebook that cannot be read is one error."""
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
    suite = _counted(part.id, [_kind(check) for check in part.checks])
    properties = SubElement(suite, "properties")
    for name, value in (("points", part.points), ("max_points", part.max_points)):
        SubElement(properties, "property", name=name, value=f"{value:g}")
    causes = {
        check.id: cause.said.in_language(result.language)
        for cause in reversed(diagnosis(part).causes)
        for check in cause.follows
    }
    for check in part.checks:
        name = f"{result.assignment}.{part.id}"
        case = SubElement(suite, "testcase", name=check.id, classname=name)
        if kind := _kind(check):
            sentence = check.sentence.in_language(result.language)
            said = causes.get(check.id, sentence)
            detail = SubElement(case, kind, type=check.outcome.value, message=one_line(said))
            detail.text = plain(sentence)
    SubElement(suite, "system-out").text = result.said(part)
    return suite


def _kind(check: CheckResult) -> str:
    """The element that a check gets; none if it is passed."""
    return "" if check.outcome is Outcome.PASSED else KINDS.get(check.outcome, "failure")


def _counted(name: str, kinds: list[str]) -> Element:
    counts = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    found = {key: str(kinds.count(kind)) for key, kind in counts.items()}
    return Element("testsuite", {"name": name, "tests": str(len(kinds)), **found})
