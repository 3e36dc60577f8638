"""A course that runs with e2xgrader's or ngshare's own package: their steps and exchanges stay."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from nbgrader.utils import get_username
from ngshare_service import ngshare
from running import graded, hand_in, running_course, with_trace
from test_adopt import marks, ordinary_files

from tests.courses import configure

BIN, ADDONS = Path(sys.executable).parent, Path(sys.prefix, "addons")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not ADDONS.is_dir(), reason="no add-ons here: `make test-addons`"),
]
STUDENTS = ("ada", "bob", "yan")

E2XGRADER = """
from e2xgrader.config import configure_base, configure_exchange

configure_base(c)
configure_exchange(c)
c.Exchange.root = {place!r}
c.ExchangeCollect.check_owner = False
"""
NGSHARE = """
import ngshare_exchange

ngshare_exchange.configureExchange(c, {place!r})
"""
EXCHANGES = {"e2xgrader": E2XGRADER, "ngshare": NGSHARE}
CHOICE = {"type": "singlechoice", "choice": ["1"], "options": {}}
"""e2xgrader's cell, with the instructor's answer."""


@dataclass(frozen=True)
class Setting:
    """A course before and after `adopt`, and the exchange that it uses."""

    before: Path
    course: Path
    lines: str
    top: Path
    users: dict[str, dict[str, str]] = field(default_factory=dict)

    def run(self, *command: str, folder: Path | None = None, user: str = "grader") -> str:
        env = {
            **os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "PYTHONPATH": str(ADDONS),
            "OMP_NUM_THREADS": "1", "COLUMNS": "120", "HOME": str(self.top), "USER": user,
            "LOGNAME": user, "JUPYTERHUB_USER": user, **self.users.get(user, {}),
        }  # fmt: skip
        done = subprocess.run(
            [str(BIN / command[0]), *command[1:]], cwd=folder or self.course, env=env,
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def student(self, name: str, *command: str) -> Path:
        """Run a student's command in the student's own folder, which is handed back."""
        home = self.top / "homes" / name
        home.mkdir(parents=True, exist_ok=True)
        text = f"c = get_config()\nc.CourseDirectory.course_id = 'cs101'\n{self.lines}"
        (home / "nbgrader_config.py").write_text(text)
        self.run("nbgrader", *command, folder=home, user=name)
        return home


@pytest.fixture(scope="module", params=EXCHANGES)
def setting(request, tmp_path_factory) -> Iterator[Setting]:
    """A running course with one of the two, copied, and `attention` added to the copy."""
    top = tmp_path_factory.mktemp(request.param)
    with ExitStack() as stack:
        users, place = {}, str(top / "exchange")
        if request.param == "ngshare":
            pytest.importorskip("jupyterhub", reason="ngshare asks a hub: pip install '.[hub]'")
            service = stack.enter_context(ngshare(top, ADDONS, "grader", *STUDENTS))
            service.enrol("cs101", "grader", [*STUDENTS])
            users = {name: service.environment(name) for name in ("grader", *STUDENTS)}
            place = service.url
        else:
            (top / "exchange").mkdir()
            (top / "exchange").chmod(0o777)
        lines = EXCHANGES[request.param].format(place=place)
        made = Setting(top / "before", top / "course", lines, top, users)
        _running(made, with_choice=request.param == "e2xgrader")
        shutil.copytree(made.before, made.course)
        made.run("autograder", "adopt", "--write")
        yield made


def _running(setting: Setting, *, with_choice: bool) -> None:
    """ps1 and ps2 generated and handed in; with e2xgrader one question has choices."""
    course = running_course(setting.before)
    configure(course, setting.lines)
    source = course / "source/ps1/ps1.ipynb"
    if with_choice:
        source.write_text(json.dumps(_chosen(json.loads(source.read_text()), "1", add=True)))
    for name in ("ps1", "ps2"):
        setting.run("nbgrader", "generate_assignment", name, folder=course)
        hand_in(course, name)
    if with_choice:
        for student, answer in (("ada", "1"), ("bob", "0")):
            path = course / f"submitted/{student}/ps1/ps1.ipynb"
            path.write_text(json.dumps(_chosen(json.loads(path.read_text()), answer)))


def _chosen(notebook: dict, answer: str, *, add: bool = False) -> dict:
    if add:
        made = graded("choice", "manual", "Which is odd?\n\n- 2\n- 3")
        notebook["cells"].append(made)
    for one in notebook["cells"]:
        if one["metadata"].get("nbgrader", {}).get("grade_id") == "choice":
            one["metadata"]["extended_cell"] = {**CHOICE, "choice": [answer]}
    return notebook


def test_other_assignments_keep_the_add_ons_steps(setting):
    for course in (setting.before, setting.course):
        for command in ("autograde", "generate_feedback"):
            for name in ("ps1", "ps2"):
                setting.run("nbgrader", command, name, folder=course)
    given = marks(setting.course)
    assert given == marks(setting.before)
    assert ("ada", "square_test", 3.0) in {row[:3] for row in given}
    if "e2xgrader" in setting.lines:
        assert {row[0]: row[2] for row in given if row[1] == "choice"} == {"ada": 3.0, "bob": 0.0}
    for room in ("release", "autograded", "feedback"):
        assert ordinary_files(setting.course, room) == ordinary_files(setting.before, room)


def test_the_doctor_tells_whose_steps_run_code_unconfined(setting):
    shown = setting.run("autograder", "doctor", ".")
    assert "attention: student code runs in the sandbox alone" in shown
    assert "ps1: UNCONFINED, not ours: Execute runs student code as you" in shown
    assert ("ExtractAttachments" in shown) == ("e2xgrader" in setting.lines)


def test_ours_goes_through_their_exchange_into_the_sandbox(setting, solved, released):
    # ngshare knows its users by their tokens, an exchange of folders by the machine's names.
    name = "yan" if setting.users else get_username()
    setting.run("nbgrader", "release_assignment", "attention")
    home = setting.student(name, "fetch_assignment", "attention")
    assert (home / "attention/checks.py").is_file()
    (home / "attention/attention.ipynb").write_bytes(solved.bytes())
    setting.student(name, "submit", "attention")
    setting.run("nbgrader", "collect", "attention")
    trace = with_trace(setting.course, released)
    setting.run("autograder", "grade", "attention")
    assert not trace.exists()
    with Gradebook(f"sqlite:///{setting.course}/gradebook.db") as book:
        assert book.find_submission("attention", name).score == 100
    # zoe's has no time: ngshare's exchange ends at it.
    setting.run("nbgrader", "generate_feedback", "attention", f"--student={name}")
    setting.run("nbgrader", "release_feedback", "attention")
    setting.student(name, "fetch_feedback", "attention")
    (page,) = home.glob("attention/feedback/*/attention.html")
    assert "Full points in every part" in page.read_text("utf-8")


def test_the_way_back_leaves_their_configuration(setting):
    """Last in this file: nothing of ours is left but what students handed in."""
    given = marks(setting.course)
    setting.run("autograder", "adopt", "--undo", "--write")
    assert marks(setting.course) == given
    config = "nbgrader_config.py"
    assert (setting.course / config).read_bytes() == (setting.before / config).read_bytes()
    assert not (setting.course / "assignments").exists()
