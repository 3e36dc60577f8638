"""`autograder extend`: nbgrader's own extension, from which every penalty follows."""

from collections.abc import Callable
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder.authoring.make import NotebookBuilder

Called = Callable[[Path, str], tuple[int, str, str]]
Refused = Callable[[Path, str], str]
DUE, LATE = "2026-03-01 12:00:00 UTC", "2026-03-03 12:00:00 UTC"


@pytest.fixture
def course(ready: Path, solved: NotebookBuilder, submit: Callable[..., Path]) -> Path:
    """ada handed in two days late; bob is on the roster."""
    with Gradebook(f"sqlite:///{ready}/gradebook.db") as book:
        book.update_or_create_assignment("attention", duedate=DUE)
        book.update_or_create_student("bob")
    file = submit(ready, "ada", solved.bytes())
    file.with_name("timestamp.txt").write_text(LATE)
    return ready


def late(course: Path, student: str) -> tuple[float, float]:
    """Seconds late and points lost, by the gradebook."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        found = book.find_submission("attention", student)
        return found.total_seconds_late, found.late_submission_penalty or 0


def test_the_penalty_follows_an_extension_without_grading_again(
    course: Path, called: Called
) -> None:
    called(course, "grade attention")
    assert late(course, "ada") == (172800, 20)
    (kept,) = (course / ".autograder/reports/attention").glob("*.json")
    written = kept.stat().st_mtime_ns
    _, shown, _ = called(course, "extend ada 1")
    assert "ada: attention is due 2026-03-02 12:00 UTC (others 03-01)" in shown
    called(course, "grade attention")
    assert late(course, "ada") == (86400, 10)
    called(course, "extend ada 2")
    called(course, "grade attention")
    assert late(course, "ada") == (0, 0)
    _, shown, _ = called(course, "extend ada 0")
    assert "as for everybody" in shown
    assert late(course, "ada")[0] == 172800
    assert kept.stat().st_mtime_ns == written


def test_somebody_who_has_handed_in_nothing_can_be_given_time(course: Path, called: Called) -> None:
    """Formgrader is not asked to grade work that is not there."""
    code, _, said = called(course, "extend bob 1.5 --assignment attention")
    assert code == 0, said
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        found = book.find_submission("attention", "bob")
        assert f"{found.duedate}" == "2026-03-03 00:00:00"
        assert not found.needs_manual_grade


def test_what_cannot_be_extended_is_one_sentence(course: Path, refused: Refused) -> None:
    assert "there is no student 'bop' (of a similar name: bob)" in refused(course, "extend bop 1")
    assert "0 to 366" in refused(course, "extend bob 400")
    assert "no assignment 'x'" in refused(course, "extend bob 1 --assignment x")
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        book.update_or_create_assignment("attention", duedate=None)
    assert "say which assignment" in refused(course, "extend bob 1")
    assert "has no due date to extend" in refused(course, "extend bob 1 --assignment attention")
