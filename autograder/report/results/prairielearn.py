"""results.json as PrairieLearn reads it from an external grader ("External Grading", results)."""

from typing import Any

import msgspec

from autograder.report.results.result import Result


def prairielearn(result: Result) -> bytes:
    """The file's bytes; a notebook that cannot be read is not gradable and costs no attempt."""
    if result.report is None:
        refused = {"gradable": False, "format_errors": list(result.notes())}
        return msgspec.json.encode(refused)
    whole: dict[str, Any] = {
        "gradable": True,
        "score": _share(result),
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


def _share(result: Result) -> float:
    """The score between 0 and 1 that PrairieLearn wants."""
    return min(1.0, result.points / result.max_points) if result.max_points else 0.0
