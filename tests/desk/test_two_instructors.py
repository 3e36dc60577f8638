"""Two instructors of one group, each with a Unix account, work in one course in turn."""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gradebooks import desk, generated, opened

from tests.courses import configure

PROGRAMS = ("useradd", "userdel", "groupadd", "groupdel")
SHARED = "c.CourseDirectory.groupshared = True\n"
pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not all(map(shutil.which, PROGRAMS)), reason="only root makes users"
)


@pytest.fixture(scope="module")
def instructors() -> Iterator[tuple[str, ...]]:
    """Two users of one group, which bears the first's name."""
    word = secrets.token_hex(3)
    group, users = f"ag{word}", (f"aga{word}", f"agb{word}")
    subprocess.run(["groupadd", group], check=True)
    for user in users:
        command = ["useradd", "--no-create-home", "--gid", group, "--no-log-init", user]
        subprocess.run(command, check=True)
    yield (group, *users)
    for user in users:
        subprocess.run(["userdel", user], check=False)
    subprocess.run(["groupdel", group], check=False)


@pytest.fixture
def course(instructors, solved, submit) -> Iterator[Path]:
    """A course as docs/administrators.md sets it up, of the first instructor."""
    with tempfile.TemporaryDirectory() as room:
        Path(room).chmod(0o755)
        root = Path(room, "course")
        root.mkdir()
        desk(root)
        configure(root, SHARED)
        generated(root)
        submit(root, "ada", solved.bytes())
        shared(root, instructors)
        yield root


def shared(root: Path, instructors: tuple[str, ...]) -> None:
    """Open a course to the group, as docs/administrators.md says."""
    group, first, _ = instructors
    subprocess.run(["chown", "-R", f"{first}:{group}", root], check=True)
    subprocess.run(["chmod", "-R", "g+rwX,o-rwx", root], check=True)
    subprocess.run(["find", root, "-type", "d", "-exec", "chmod", "g+s", "{}", "+"], check=True)


@pytest.fixture
def as_user(course) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command of this environment in the course as another user of its group."""
    bin_ = Path(sys.executable).parent

    def ran(user: str, *command: str) -> subprocess.CompletedProcess[str]:
        env = {
            "PATH": f"{bin_}:{os.environ['PATH']}", "HOME": str(course.parent),
            "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1",
            "AUTOGRADER_ACCEPT_PUBLISHED_NUMBERS": "1",
        }  # fmt: skip
        return subprocess.run(
            [str(bin_ / command[0]), *command[1:]], cwd=course, env=env, user=user,
            group=course.stat().st_gid, extra_groups=[], umask=0o002, capture_output=True,
            text=True,
        )  # fmt: skip

    return ran


@pytest.mark.slow
def test_two_instructors_grade_report_explain_and_override_in_turn(
    course, instructors, as_user, released, submit
):
    group, first, second = instructors
    if as_user(second, "python", "-c", "import autograder.cli").returncode:
        pytest.skip("this environment lies where other users cannot read")

    def all_of_it(user: str, student: str) -> None:
        for command in (
            ("grade", "attention"), ("report", "attention"),
            ("explain", "attention", student, "causal_mask"),
        ):  # fmt: skip
            done = as_user(user, "autograder", *command)
            assert done.returncode == 0, (user, command, done.stderr)
        code = OVERRIDE.format(url=f"sqlite:///{course}/gradebook.db", student=student)
        done = as_user(user, "python", "-c", code)
        assert done.returncode == 0, done.stderr

    all_of_it(first, "ada")
    handed_in = submit(course, "bob", released.bytes())
    subprocess.run(["chown", "-R", f"{first}:{group}", handed_in.parents[1]], check=True)
    (course / "submitted/ada/attention/timestamp.txt").write_text("2026-03-01 12:00:00 UTC")
    all_of_it(second, "bob")
    (course / "submitted/bob/attention/timestamp.txt").write_text("2026-03-02 12:00:00 UTC")
    all_of_it(first, "bob")

    rows = json.loads((course / "reports/attention.json").read_text("utf-8"))["rows"]
    assert {row["student"]: row["total"] for row in rows} == {"ada": 97.5, "bob": 1.5}
    with opened(course) as book:
        assert len(book.assignment_submissions("attention")) == 2


OVERRIDE = """
from nbgrader.api import Gradebook
with Gradebook({url!r}, "attention-mechanisms") as book:
    grade = book.find_grade("test_softmax_naive", "attention", "attention", {student!r})
    grade.manual_score = 1.5
    book.db.commit()
"""
