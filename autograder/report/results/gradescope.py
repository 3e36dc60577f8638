"""results.json as Gradescope's harness reads it (Autograder Specifications, "Output Format").

Texts are declared as text: some of them hold what a student wrote, and Gradescope would render it.
"""

from typing import Any

import msgspec

from autograder.core.model import PartResult
from autograder.report.results.result import Result


def gradescope(result: Result) -> bytes:
    """The file's bytes; a notebook that cannot be read scores 0, and the student is told why."""
    whole: dict[str, Any] = {
        "score": result.points,
        "output": "\n".join(result.notes()),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        # What the grader prints is for instructors.
        "stdout_visibility": "hidden",
        "tests": [_test(result, at, part) for at, part in enumerate(result.parts, 1)],
    }
    return msgspec.json.encode(whole)


def _test(result: Result, number: int, part: PartResult) -> dict[str, Any]:
    return {
        "score": part.points,
        "max_score": part.max_points,
        "status": "passed" if part.points >= part.max_points else "failed",
        "name": result.title(part),
        "number": str(number),
        "output": result.said(part),
        "visibility": "visible",
    }
