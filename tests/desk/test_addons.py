"""A course that runs with e2xgrader's or ngshare's own package: their steps and exchanges stay."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
import requests
from nbgrader.api import Gradebook
from nbgrader.utils import get_username
from running import ORDINARY, graded, hand_in, running_course, with_trace
from serving import serving
from test_adopt import marks

from tests.courses import configure, until

PATIENCE = 60.0
BIN, ADDONS = Path(sys.executable).parent, Path(sys.prefix, "addons")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not ADDONS.is_dir(), reason="make test-addons")]
STUDENTS = ("ada", "bob", "yan")


@contextmanager
def ngshare(room: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Its address, with its files in a folder, and the token of each user; cs101 has its roster.

    With SQLAlchemy 2 it says that it has released an assignment and stores nothing: what it runs
    on is in `service`.
    """
    tokens = {user: secrets.token_hex() for user in ("admin", "grader", *STUDENTS)}
    owners = {token: user for user, token in tokens.items()}

    def whose(request: BaseHTTPRequestHandler, _: bytes) -> tuple[int, object]:
        """A hub's answer to a service that asks whose a token is."""
        user = owners.get(request.headers.get("Authorization", "").rpartition(" ")[2])
        model = {"name": user, "kind": "user", "scopes": ["access:services"]}
        return 200 if user else 403, model

    def post(user: str, path: str, **data: object) -> None:
        answer = requests.post(
            f"{url}/{path}", {name: json.dumps(value) for name, value in data.items()},
            headers={"Authorization": f"token {tokens[user]}"}, timeout=PATIENCE,
        )  # fmt: skip
        assert answer.json()["success"], answer.text

    def listens() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(address) == 0

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = probe.getsockname()
    url, log = f"http://127.0.0.1:{address[1]}/services/ngshare", room / "ngshare.log"
    words = ["--admins", "admin", "--database", f"sqlite:///{room}/ngshare.db",
             "--storage", str(room / "files")]  # fmt: skip
    env = os.environ | {
        "PYTHONPATH": f"{ADDONS / 'service'}:{ADDONS}", "JUPYTERHUB_API_TOKEN": tokens["admin"],
        "JUPYTERHUB_SERVICE_PREFIX": "/services/ngshare/",
        "JUPYTERHUB_CLIENT_ID": "service-ngshare",
        "JUPYTERHUB_SERVICE_URL": f"http://127.0.0.1:{address[1]}",
        "JUPYTERHUB_OAUTH_ACCESS_SCOPES": json.dumps(["access:services"]),
    }  # fmt: skip
    with serving(whose) as hub, log.open("wb") as out, subprocess.Popen(
        [sys.executable, "-m", "ngshare", *words], cwd=room, stdout=out, stderr=out,
        env=env | {"JUPYTERHUB_API_URL": f"{hub}/hub/api"},
    ) as process:  # fmt: skip
        try:
            until(listens, PATIENCE, log.read_text, process)
            # As its administrator, and as the instructor.
            post("admin", "course/cs101", instructors=["grader"])
            blank = dict.fromkeys(("first_name", "last_name", "email"), "")
            post("grader", "students/cs101", students=[{"username": n} | blank for n in STUDENTS])
            yield url, tokens
        finally:
            process.terminate()


EXCHANGES = {"e2xgrader": """
from e2xgrader.config import configure_base, configure_exchange

configure_base(c)
configure_exchange(c)
c.Exchange.root = {place!r}
c.ExchangeCollect.check_owner = False
""", "ngshare": """
import ngshare_exchange

ngshare_exchange.configureExchange(c, {place!r})
"""}  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """A course before and after `adopt`, and the exchange that it uses."""

    before: Path
    course: Path
    lines: str
    top: Path
    users: dict[str, dict[str, str]]

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
            place, tokens = stack.enter_context(ngshare(top))
            # What a hub puts into the environment of a user's server, beside the name.
            users = {name: {"JUPYTERHUB_API_TOKEN": token} for name, token in tokens.items()}
        else:
            (top / "exchange").mkdir()
            (top / "exchange").chmod(0o777)
        lines = EXCHANGES[request.param].format(place=place)
        setting = Setting(top / "before", top / "course", lines, top, users)
        _running(setting, with_choice=request.param == "e2xgrader")
        shutil.copytree(setting.before, setting.course)
        setting.run("autograder", "adopt", "--write")
        yield setting


def _running(setting: Setting, *, with_choice: bool) -> None:
    """ps1 and ps2 generated and handed in; with e2xgrader one question has choices."""
    course = running_course(setting.before)
    configure(course, setting.lines)
    if with_choice:
        _choose(course / "source/ps1/ps1.ipynb", "1", graded("choice", "manual", "Which is odd?"))
    for name in ORDINARY:
        setting.run("nbgrader", "generate_assignment", name, folder=course)
        hand_in(course, name)
    if with_choice:
        for student, answer in (("ada", "1"), ("bob", "0")):
            _choose(course / f"submitted/{student}/ps1/ps1.ipynb", answer)


def _choose(path: Path, answer: str, *added: dict) -> None:
    """What e2xgrader's cell says: the instructor's answer, or a student's."""
    notebook = json.loads(path.read_text())
    notebook["cells"] += added
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "choice":
            choice = {"type": "singlechoice", "choice": [answer], "options": {}}
            cell["metadata"]["extended_cell"] = choice
    path.write_text(json.dumps(notebook))


def ordinary_files(course: Path, room: str) -> dict[str, bytes]:
    paths = (path for name in ORDINARY for path in (course / room).glob(f"*/{name}/{name}.*"))
    return {str(path.relative_to(course)): path.read_bytes() for path in paths}


def test_other_assignments_keep_the_add_ons_steps(setting):
    for course in (setting.before, setting.course):
        for command in ("autograde", "generate_feedback"):
            for name in ORDINARY:
                setting.run("nbgrader", command, name, folder=course)
    given = marks(setting.course)
    assert given == marks(setting.before)
    assert ("ada", "square_test", 3.0) in {row[:3] for row in given}
    if "e2xgrader" in setting.lines:
        chosen = {("ada", "choice", 3.0), ("bob", "choice", 0.0)}
        assert chosen <= {row[:3] for row in given}
    for room in ("release", "autograded", "feedback"):
        assert ordinary_files(setting.course, room) == ordinary_files(setting.before, room)


def test_the_doctor_tells_whose_steps_run_code_unconfined(setting):
    output = setting.run("autograder", "doctor", ".")
    assert "attention: student code runs in the sandbox alone" in output
    assert "ps1: UNCONFINED, not ours: Execute runs student code as you" in output
    assert ("ExtractAttachments" in output) == ("e2xgrader" in setting.lines)


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
