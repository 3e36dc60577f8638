"""The grader that stays warm between the submissions of one nbgrader process."""

import atexit
import functools
from contextlib import ExitStack
from pathlib import Path

from autograder.core.assignment import find
from autograder.grading.grader import Grader
from autograder.nbgrader_adapter.context import Place
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import choose


def grader_for(place: Place, *, accept_weaker: bool = False) -> Grader:
    """The warm grader for this assignment as it is now; a changed assignment gets a new one.

    Raises:
        SandboxUnavailable: a layer of isolation is missing, and weaker is not accepted.
    """
    assignment, _ = place.assignment()
    released = place.released().read_bytes()
    return _grader(place.root, place.assignment_id, assignment.digest, released, accept_weaker)


def renewed(place: Place, *, accept_weaker: bool = False) -> Grader:
    """A fresh grader, after a fault of the one before: its warm process may be gone."""
    _grader.cache_clear()
    return grader_for(place, accept_weaker=accept_weaker)


@functools.lru_cache(maxsize=4)
def _grader(
    root: Path, assignment_id: str, digest: str, released: bytes, accept_weaker: bool
) -> Grader:
    """Keyed by content, so that formgrader's long-lived process never grades by old checks."""
    assignment, edition = find(root, assignment_id)
    rings = choose(accept_weaker=accept_weaker)
    stack = ExitStack()
    host = stack.enter_context(warm_host(assignment, rings))
    grader = Grader(assignment, edition, released, host)
    atexit.register(stack.close)
    return grader
