"""The grader that stays warm between the submissions of one nbgrader process."""

import atexit
import functools
from contextlib import ExitStack
from pathlib import Path

from autograder.assignment import find
from autograder.grading.grader import Grader, warm_host
from autograder.nbgrader_edge.place import Place
from autograder.sandbox.rings import choose


def grader_for(place: Place) -> Grader:
    """The warm grader for this assignment as it is now; a changed assignment gets a new one."""
    assignment, _ = place.assignment()
    released = place.released().read_bytes()
    return _grader(place.root, place.assignment_id, assignment.digest, released)


@functools.lru_cache(maxsize=4)
def _grader(root: Path, assignment_id: str, digest: str, released: bytes) -> Grader:
    """Keyed by content, so that formgrader's long-lived process never grades by old checks."""
    assignment, edition = find(root, assignment_id)
    stack = ExitStack()
    host = stack.enter_context(warm_host(assignment, choose()))
    grader = stack.enter_context(Grader(assignment, edition, released, host))
    atexit.register(stack.close)
    return grader
