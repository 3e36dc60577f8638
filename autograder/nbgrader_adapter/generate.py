"""Generating what students get, through nbgrader's own generate_assignment."""

from pathlib import Path

from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.api import nbgrader_api


def generate(course: Path, editions: list[str]) -> None:
    """Write release/<edition>/ and enter the edition in the gradebook, for each edition.

    Raises:
        CourseError: nbgrader refused one; the message has nbgrader's last line.
    """
    with nbgrader_api(course) as api:
        for edition in editions:
            done = api.generate_assignment(edition, force=True)
            if not done["success"]:
                lines = (done.get("log") or done.get("error") or "").strip().splitlines()
                said = lines[-1] if lines else "without a word"
                raise CourseError(f"nbgrader could not generate {edition}: {said}")
