"""What is kept in a course is its owner's alone, or its group's where the folder is shared."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.core import atomic_file
from autograder.core.assignment import Assignment
from autograder.core.model import Report
from autograder.grading.history import History
from autograder.grading.report_cache import STATE_FOLDER, ReportCache
from autograder.nbgrader_adapter.course_settings.settings import course_config, share_rooms
from autograder.nbgrader_adapter.runs.submission_state import RecordLog
from autograder.notebook.submission import Submission
from autograder.watching.state_file import StateFile, StudentState, only_watch


def report(root: Path, plan: Assignment) -> None:
    kept = ReportCache(root, plan, plan.editions[0], b"")
    kept.put(Submission.of("ada", b""), Report("attention", "en", "", "", ()), b"evidence")


def ledger(root: Path, _: Assignment) -> None:
    RecordLog(root, "attention").save()


def journal(root: Path, _: Assignment) -> None:
    StateFile(root / STATE_FOLDER / "watch/attention.json")["ada"] = StudentState()


def lock(root: Path, _: Assignment) -> None:
    with only_watch(root / STATE_FOLDER / "watch.lock"):
        pass


def history(root: Path, plan: Assignment) -> None:
    kept = History(root, plan.editions[0])
    kept.add([kept.change("ada", Report("attention", "en", "", "", ()), {}, None)])


Write = Callable[[Path, Assignment], None]
EVERYTHING = (report, ledger, journal, lock, history)


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Path]:
    """A course folder with a careful umask around it."""
    before = os.umask(0o077)
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    yield tmp_path
    os.umask(before)


def groupshared(course: Path) -> None:
    """Set nbgrader's own setting, and open the rooms as every command does."""
    with (course / "nbgrader_config.py").open("a") as config:
        config.write("c.CourseDirectory.groupshared = True\n")
    share_rooms(course, course_config(course))


def modes(course: Path) -> dict[str, int]:
    """The modes of all that is kept, by kind."""
    found = [course / STATE_FOLDER, *(course / STATE_FOLDER).rglob("*")]
    return {
        str(path.relative_to(course)): stat.S_IMODE(path.stat().st_mode) & 0o2777 for path in found
    }


@pytest.mark.parametrize("write", EVERYTHING)
def test_what_is_kept_is_its_owners_alone(course: Path, plan: Assignment, write: Write) -> None:
    share_rooms(course, course_config(course))
    write(course, plan)
    found = modes(course)
    assert len(found) >= 2
    assert all(mode & 0o077 == 0 for mode in found.values()), found


@pytest.mark.parametrize("write", EVERYTHING)
def test_in_a_shared_course_it_is_the_groups(course: Path, plan: Assignment, write: Write) -> None:
    groupshared(course)
    write(course, plan)
    found = modes(course)
    assert len(found) >= 2
    assert all(mode in (0o2770, 0o660) for mode in found.values()), found


@pytest.mark.parametrize("write", EVERYTHING)
def test_what_was_kept_before_a_course_was_shared_is_opened(
    course: Path, plan: Assignment, write: Write
) -> None:
    write(course, plan)
    groupshared(course)
    found = modes(course)
    assert len(found) >= 2
    assert all(mode in (0o2770, 0o660) for mode in found.values()), found


def test_a_file_for_others_is_as_the_umask_says(course: Path) -> None:
    """A report's page may lie anywhere, and is made as any program makes it."""
    atomic_file.write(course / "page.html", b"", atomic_file.AS_OTHERS)
    assert stat.S_IMODE((course / "page.html").stat().st_mode) == 0o600
