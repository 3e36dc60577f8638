"""Courses of several users of this machine: the round of nbgrader's exchange, two instructors."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from people import Person, meeting_place, people

from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from tests.courses import configure

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can make the users")


@pytest.fixture(scope="module")
def the_round(generated, solved, released) -> Iterator[tuple[Path, list[Person]]]:
    """Release, fetch, submit (ana twice), collect, autograde, feedback: plain nbgrader."""
    with meeting_place() as top, people(top, "instructor", "ana", "ben") as everybody:
        instructor, ana, ben = everybody
        copytree(generated, instructor.home / "course")
        instructor.owns(instructor.home / "course")
        instructor.nbgrader("release_assignment", "attention", folder="course")
        wrong = solved.answered({"causal_mask": "def causal_mask(n):\n    return 0"})
        for student, notebooks in ((ana, (released, solved)), (ben, (wrong,))):
            student.nbgrader("fetch_assignment", "attention")
            for notebook in notebooks:
                student.own(student.home / "attention/attention.ipynb", notebook.bytes())
                student.nbgrader("submit", "attention")
        for step in ("collect", "autograde", "generate_feedback", "release_feedback"):
            instructor.nbgrader(step, "attention", folder="course")
        for student in (ana, ben):
            student.nbgrader("fetch_feedback", "attention")
        yield top / "exchange/attention-mechanisms/inbound", everybody


def test_each_student_fetches_the_feedback_on_the_own_last_submission(the_round):
    pages = [
        [page.read_text("utf-8") for page in user.home.glob("attention/feedback/*/attention.html")]
        for user in the_round[1][1:]
    ]
    (anas,), (bens,) = pages
    assert "Full points in every part" in anas and "✗" not in anas
    assert "✗" in bens
    assert "student.causal_mask" not in anas + bens


def test_a_submission_under_anothers_name_is_not_collected_by_a_watch(the_round):
    inbound, (instructor, ana, ben) = the_round
    stamp = instructor.home / f"course/submitted/{ben.name}/attention/timestamp.txt"
    forged = f"{ben.name}+attention+2036-03-02 09:00:00.000000 UTC+x"
    assert ana.run("mkdir", str(inbound / forged)).returncode == 0
    before = stamp.read_text()
    words = ("autograder", "watch", "attention", "--once", "--every", "0.3")
    done = instructor.command(*words, folder="course")
    assert done.returncode == 0, done.stderr
    assert f"owned by {ana.name}" in done.stdout
    assert stamp.read_text() == before


@pytest.mark.slow
def test_two_instructors_grade_report_and_explain_in_turn(generated, solved, released, submit):
    """In a course as docs/administrators.md sets it up."""
    with meeting_place() as top, people(top, "ann", "bea", one_group=True) as (first, second):
        course = copytree(generated, top / "course")
        configure(course, "c.CourseDirectory.groupshared = True\n")

        def all_of_it(user: Person, student: str) -> None:
            for words in ("grade attention", "report attention", f"explain attention {student} 8"):
                done = user.command("autograder", *words.split(), folder="../course")
                assert done.returncode == 0, (user.name, words, done.stderr)

        ada = submit(course, "ada", solved.bytes())
        first.owns(course)
        subprocess.run(["chmod", "-R", "g+rwX,o-rwx", course], check=True)
        subprocess.run(f"find {course} -type d -exec chmod g+s {{}} +".split(), check=True)
        all_of_it(first, "ada")
        bob = submit(course, "bob", released.bytes())
        first.owns(bob.parents[1])
        ada.with_name("timestamp.txt").write_text("2026-03-01 12:00:00 UTC")
        all_of_it(second, "bob")
        bob.with_name("timestamp.txt").write_text("2026-03-02 12:00:00 UTC")
        all_of_it(first, "bob")
        rows = json.loads((course / "reports/attention.json").read_text("utf-8"))["rows"]
        assert {row["student"]: row["total"] for row in rows} == {"ada": 100.0, "bob": 0.0}
        with open_gradebook(course) as book:
            assert len(book.assignment_submissions("attention")) == 2
