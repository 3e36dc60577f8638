"""In which order the submissions of a class are graded: what may sleep early."""

import pytest

from autograder.grading.pool import in_order
from autograder.notebook.submission import Submission


def handed_in(sleepers: set[int], count: int) -> dict[str, Submission]:
    """A class in which some sleep."""
    texts = {str(n): b"time.sleep(9)" if n in sleepers else b"pass" for n in range(count)}
    return {name: Submission.of(name, text) for name, text in texts.items()}


def test_what_may_sleep_is_begun_early():
    """The last of a class are spread over its first three quarters; the others stay in order."""
    order = list(in_order(handed_in({17, 18, 19}, 20)))
    assert [order.index(name) for name in ("17", "18", "19")] == [0, 6, 11]
    assert [name for name in order if int(name) < 17] == [str(number) for number in range(17)]


@pytest.mark.parametrize("sleepers", [set(), {3}, set(range(5))])
def test_nobody_is_forgotten_or_graded_twice(sleepers):
    found = handed_in(sleepers, 5)
    order = in_order(found)
    assert sorted(order) == sorted(found)
    assert all(order[name] == found[name] for name in found)
