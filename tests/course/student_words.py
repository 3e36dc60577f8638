"""What of a verdict is neither about a student's line nor a sentence of the course."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import autograder
from autograder.authoring.audit import nameless_errors
from autograder.core.model import PartResult, Report
from autograder.report.diagnosis import part_text
from autograder.report.pages import part_html

PACKAGE = Path(autograder.__file__).parent
OURS = ("worker", "wire", "checks", "sandbox", "corrections", "grading")
"""Packages whose classes take part when an answer is judged; no student knows their names."""


def _classes() -> Iterator[str]:
    for path in (path for name in OURS for path in (PACKAGE / name).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            # One capital letter is a plain word, such as Text.
            if isinstance(node, ast.ClassDef) and len(re.findall("[A-Z]", node.name)) > 1:
                yield node.name


MACHINERY = re.compile(
    rf"\b(?:{'|'.join(sorted({*_classes()}))}|grad_output|autograder|msgpack|site-packages)\b"
    r"|Mismatch in shape|Traceback|<cell|/usr/|0x[0-9a-f]{6}"
)
"""Of the grader, of torch's `backward`, which the grader calls, and of the machine."""


def machinery_in(report: Report) -> Iterator[str]:
    """Every sentence that a student would read and that is the grader's own."""
    for part in report.parts:
        yield from _of_part(part)
    for text in report.repairs:
        yield from (f"repair: {line}" for line in (text.en, text.zh) if MACHINERY.search(line))


def _of_part(part: PartResult) -> Iterator[str]:
    yield from nameless_errors(part)
    for language in ("en", "zh"):
        text = part_text(part, language)
        yield from (f"{part.id}: {line}" for line in text.splitlines() if MACHINERY.search(line))


def given_back(report: Report) -> str:
    """All that a student is shown, in both languages, and all that pages are made of."""
    shown = [repr(report.parts)]
    shown += [text.in_language(language) for text in report.repairs for language in ("en", "zh")]
    shown += [f"{note.output}{note.error}" for note in report.cells]
    for part in report.parts:
        for language in ("en", "zh"):
            shown += [part_html(part, language, report.repairs), part_text(part, language)]
    return "\n".join(shown)
