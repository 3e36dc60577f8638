"""Submissions that nbgrader's autograde must not even copy.

nbgrader follows links when it copies a submission, before any step of a pipeline sees it, and
reads the timestamp earlier still: a link to a device would fill the disk, a pipe would be waited
for. Its own hooks cannot refuse one: it passes over whatever they raise.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException

from autograder.core.errors import SubmissionUnreadable
from autograder.course import submission_folder
from autograder.nbgrader_adapter.pipeline import ours
from autograder.notebook.folder import plain_files

Begins = Callable[[str, str], bool]


@contextmanager
def plain_folders_alone(converter: Any) -> Iterator[None]:
    """Have an autograde pass over every folder that is not plain, and name it.

    What was recorded of such a submission stays as it was.

    Raises:
        NbGraderException: there was one; all others are done.
    """
    refused: list[str] = []
    if isinstance(converter, Autograde):
        converter.init_destination = _looking(converter, converter.init_destination, refused)
    yield
    if refused:
        raise NbGraderException("; ".join(refused))


def _looking(converter: Any, begins: Begins, refused: list[str]) -> Begins:
    """nbgrader's question whether to process a submission, after a look at its folder."""
    courses = converter.coursedir
    root, left_out = Path(courses.root), courses.student_id_exclude.split(",")

    def looked(assignment_id: str, student_id: str) -> bool:
        try:
            if student_id not in left_out and ours(root, assignment_id):
                _look(Path(converter._format_source(assignment_id, student_id)))
        except SubmissionUnreadable as error:
            converter.log.error("%s: %s", student_id, error)
            refused.append(f"{student_id}: {error}")
            return False
        return begins(assignment_id, student_id)

    return looked


def _look(folder: Path) -> None:
    found = submission_folder(folder.parent, folder.name)
    if found:
        plain_files(found)
