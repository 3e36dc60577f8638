"""results.json as PrairieLearn reads it from an external grader ("External Grading", results)."""

from typing import Any

import msgspec

from autograder.report.desks.outcome import Outcome


def prairielearn(outcome: Outcome) -> bytes:
    """The file's bytes; a notebook that cannot be read is not gradable and costs no attempt."""
    if outcome.report is None:
        refused = {"gradable": False, "format_errors": list(outcome.notes())}
        return msgspec.json.encode(refused)
    whole: dict[str, Any] = {
        "gradable": True,
        "score": _share(outcome),
        "message": "\n".join(outcome.notes()),
        "tests": [
            {
                "name": outcome.title(part),
                "points": part.points,
                "max_points": part.max_points,
                "output": outcome.said(part),
            }
            for part in outcome.parts
        ],
    }
    return msgspec.json.encode(whole)


def _share(outcome: Outcome) -> float:
    """The score between 0 and 1 that PrairieLearn wants."""
    return min(1.0, outcome.points / outcome.max_points) if outcome.max_points else 0.0
