"""A course that runs with e2xgrader's or ngshare's own package: their steps and exchanges stay."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests
from nbgrader.api import Gradebook
from nbgrader.utils import get_username
from running import ORDINARY, graded, hand_in, running_course, with_trace
from test_adopt import marks

from tests.courses import configure, until

PREFIX = "/services/ngshare/"
PATIENCE = 60.0


@dataclass(frozen=True)
class Service:
    url: str
    tokens: Mapping[str, str]

    def environment(self, user: str) -> dict[str, str]:
        """What a hub puts into the environment of a user's server."""
        return {"JUPYTERHUB_USER": user, "JUPYTERHUB_API_TOKEN": self.tokens[user]}

    def enrol(self, course: str, instructor: str, students: list[str]) -> None:
        """Make a course as ngshare's administrator, and its roster as the instructor."""
        blank = dict.fromkeys(("first_name", "last_name", "email"), "")
        people = [{"username": name, **blank} for name in students]
        self._post("admin", f"course/{course}", instructors=[instructor])
        self._post(instructor, f"students/{course}", students=people)

    def _post(self, user: str, path: str, **data: object) -> None:
        answer = requests.post(
            f"{self.url}/{path}", {name: json.dumps(value) for name, value in data.items()},
            headers={"Authorization": f"token {self.tokens[user]}"}, timeout=PATIENCE,
        )  # fmt: skip
        assert answer.json()["success"], answer.text


@contextmanager
def ngshare(room: Path, addons: Path, *users: str) -> Iterator[Service]:
    """Start it for these users, with its files in a folder.

    With SQLAlchemy 2 it says that it has released an assignment and stores nothing: what it runs
    on is in `service`.
    """
    tokens = {user: secrets.token_hex() for user in ("admin", *users)}
    hub = ThreadingHTTPServer(("127.0.0.1", 0), identity(tokens))
    threading.Thread(target=hub.serve_forever, daemon=True).start()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["--admins", "admin", "--database", f"sqlite:///{room}/ngshare.db",
             "--storage", str(room / "files")]  # fmt: skip
    env = os.environ | {
        "PYTHONPATH": f"{addons / 'service'}:{addons}", "JUPYTERHUB_API_TOKEN": tokens["admin"],
        "JUPYTERHUB_API_URL": f"http://127.0.0.1:{hub.server_port}/hub/api",
        "JUPYTERHUB_SERVICE_PREFIX": PREFIX, "JUPYTERHUB_CLIENT_ID": "service-ngshare",
        "JUPYTERHUB_SERVICE_URL": f"http://127.0.0.1:{port}",
        "JUPYTERHUB_OAUTH_ACCESS_SCOPES": json.dumps(["access:services"]),
    }  # fmt: skip
    with (room / "ngshare.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "ngshare", *words], cwd=room, env=env, stdout=log, stderr=log
        )
    try:
        until(lambda: _listens(port), PATIENCE, (room / "ngshare.log").read_text, process)
        yield Service(f"http://127.0.0.1:{port}{PREFIX.rstrip('/')}", tokens)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        hub.shutdown()
        hub.server_close()


def identity(tokens: Mapping[str, str]) -> type[BaseHTTPRequestHandler]:
    """A hub's answer to a service that asks whose a token is."""
    users = {token: user for user, token in tokens.items()}

    class Identity(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            user = users.get(self.headers.get("Authorization", "").rpartition(" ")[2])
            self.send_response(200 if user else 403)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            model = {"name": user, "kind": "user", "scopes": ["access:services"]}
            self.wfile.write(json.dumps(model).encode())

        def log_message(self, *_: object) -> None:
            """Nothing to the terminal of the tests."""

    return Identity


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


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


def ordinary_files(course: Path, room: str) -> dict[str, bytes]:
    return {
        str(path.relative_to(course)): path.read_bytes()
        for name in ORDINARY
        for path in sorted((course / room).glob(f"*/{name}/{name}.*"))
    }


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
