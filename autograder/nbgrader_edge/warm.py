"""The grader that stays warm between the submissions of one nbgrader process."""

import atexit
import functools

from autograder.assignment import find
from autograder.grading.grader import Grader
from autograder.nbgrader_edge.place import Place
from autograder.sandbox.rings import choose


def grader_for(place: Place) -> Grader:
    """The warm grader for this assignment as it is now; a changed assignment gets a new one."""
    assignment, edition = find(place.root, place.assignment_id)
    return _grader(place.released(), assignment.folder, edition.id, assignment.digest)


@functools.lru_cache(maxsize=4)
def _grader(released: object, folder: object, edition_id: str, digest: str) -> Grader:
    from pathlib import Path

    assignment, edition = find(Path(str(folder)).parents[1], edition_id)
    grader = Grader(assignment, edition, Path(str(released)), choose())
    grader.__enter__()
    atexit.register(grader.__exit__)
    return grader
