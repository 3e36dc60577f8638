"""The whole round through nbgrader's exchange, by three users of this machine."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from people import Person, meeting_place, people

from tests.conftest import scores_of

pytestmark = pytest.mark.skipif(
    os.getuid() != 0, reason="only root can make the users that this round takes"
)

WRONG = "def causal_mask(num_tokens):\n    return torch.zeros(num_tokens, num_tokens)\n"


@dataclass(frozen=True)
class Round:
    """Who took part, where, and what nbgrader said at its listings."""

    instructor: Person
    ana: Person
    ben: Person
    exchange: Path
    offered: str
    arrived: str

    def pages(self, student: Person) -> list[str]:
        """The feedback in a student's own home, oldest submission first."""
        found = sorted((student.home / "attention/feedback").glob("*/attention.html"))
        return [path.read_text("utf-8") for path in found]


@pytest.fixture(scope="module")
def the_round(repository, solved, released) -> Iterator[Round]:
    """Release, list, fetch, submit twice, collect, autograde, feedback: plain nbgrader commands."""
    with (
        meeting_place() as top,
        people(top, top / "settings", "instructor", "ana", "ben") as (instructor, ana, ben),
    ):
        _course(instructor, repository)
        instructor.nbgrader("generate_assignment", "attention", folder="course")
        instructor.nbgrader("release_assignment", "attention", folder="course")

        offered = ana.nbgrader("list")
        for student, second in ((ana, solved), (ben, solved.answered({"causal_mask": WRONG}))):
            student.nbgrader("fetch_assignment", "attention")
            for made in (released, second):
                student.own(student.home / "attention/attention.ipynb", made.bytes())
                student.nbgrader("submit", "attention")

        arrived = instructor.nbgrader("list", "--inbound", folder="course")
        for step in ("collect", "autograde", "generate_feedback", "release_feedback"):
            instructor.nbgrader(step, "attention", folder="course")
        for student in (ana, ben):
            student.nbgrader("fetch_feedback", "attention")
        yield Round(instructor, ana, ben, top / "exchange", offered, arrived)


def _course(instructor: Person, repository: Path) -> None:
    folder = instructor.home / "course"
    for name in ("assignments", "source"):
        shutil.copytree(repository / name, folder / name)
    shutil.copy(repository / "nbgrader_config.py", folder)
    for path in (folder, *folder.rglob("*")):
        shutil.chown(path, instructor.name, instructor.name)


def test_students_see_what_is_released_and_instructors_what_arrived(the_round):
    assert "attention-mechanisms attention" in the_round.offered
    for student in (the_round.ana, the_round.ben):
        assert the_round.arrived.count(f"attention-mechanisms {student.name} attention") == 2


def test_the_second_submission_is_the_one_that_counts(the_round):
    found = scores_of(the_round.instructor.home / "course")
    scores = {student: sum(points.values()) for student, points in found.items()}
    assert scores[the_round.ana.name] == 100.0
    assert 90.0 < scores[the_round.ben.name] < 100.0


def test_each_student_fetches_the_feedback_on_the_own_second_submission(the_round):
    (anas,), (bens,) = the_round.pages(the_round.ana), the_round.pages(the_round.ben)
    assert "✗" not in anas
    assert "✗" in bens
    assert "student.causal_mask" not in anas + bens


ROOMS = "exchange/attention-mechanisms"


@pytest.mark.parametrize(
    "path",
    [
        "ben/attention/feedback", "instructor/course/gradebook.db", "instructor/course/source",
        f"{ROOMS}/inbound", f"{ROOMS}/feedback",
    ],
)  # fmt: skip
def test_a_student_cannot_read_what_others_keep(the_round, path):
    """In the rooms of the exchange names are secrets: who cannot list them opens nothing below."""
    target = the_round.exchange.parent / path
    assert target.is_file() or any(target.iterdir())
    done = the_round.ana.run("cat" if target.is_file() else "ls", str(target))
    assert "Permission denied" in done.stderr


def test_a_submission_under_anothers_name_is_not_collected_by_a_watch(the_round):
    course, inbound = the_round.instructor.home / "course", "attention-mechanisms/inbound"
    forged = f"{the_round.ben.name}+attention+2036-03-02 09:00:00.000000 UTC+x"
    assert the_round.ana.run("mkdir", str(the_round.exchange / inbound / forged)).returncode == 0

    before = (course / "submitted" / the_round.ben.name / "attention/timestamp.txt").read_text()
    words = ("autograder", "watch", "attention", "--once", "--every", "0.3")
    done = the_round.instructor.command(*words, folder="course")
    assert done.returncode == 0, done.stderr
    assert f"owned by {the_round.ana.name}" in done.stdout
    after = (course / "submitted" / the_round.ben.name / "attention/timestamp.txt").read_text()
    assert before == after
