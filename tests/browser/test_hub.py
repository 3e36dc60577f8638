"""A week on a JupyterHub: an instructor and three students, each a Unix user, by the exchange.

The users sign in with passwords, and each one's server is a process of that user.
"""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from lab import LabNotebook
from nbgrader.api import Gradebook
from playwright.sync_api import Browser, Locator, Page, expect
from test_formgrader import acknowledge, row_of

from autograder.authoring.make import NotebookBuilder
from autograder.core.assignment.sets import ACCEPTING
from tests.courses import until
from tests.desk.people import BIN, ROOT, Person, meeting_place, people, reaching

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed: pip install '.[hub]'")
# Installed for everybody, or as docs/administrators.md says.
PROXY = shutil.which(
    "configurable-http-proxy", path=f"{os.environ['PATH']}:{sys.prefix}/hub/node_modules/.bin"
)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make the users of a hub"),
    pytest.mark.skipif(PROXY is None, reason="configurable-http-proxy is not installed (npm)"),
]
PATIENCE = 60.0
CONFIG = """\
c = get_config()
c.JupyterHub.bind_url = "http://127.0.0.1:{site}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{hub}"
c.JupyterHub.db_url = "sqlite:///{room}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "{room}/cookie_secret"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy}"
c.ConfigurableHTTPProxy.command = ["{command}"]
c.ConfigurableHTTPProxy.pid_file = "{room}/proxy.pid"
c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.open_sessions = False
c.Authenticator.allowed_users = {users!r}
c.Spawner.cmd = ["{singleuser}"]
c.Spawner.default_url = "/lab"
c.Spawner.start_timeout = c.Spawner.http_timeout = 120
c.Spawner.environment = {environment!r}
"""
OWN = "c = get_config()\nc.CourseDirectory.root = {course!r}\n"
MASK = (
    "def causal_mask(num_tokens):\n"
    "    return torch.triu(torch.ones(num_tokens, num_tokens, dtype=torch.bool), diagonal=1)"
)
SPY = """import glob, os
found = [path for top in {places!r} for path in glob.glob(top + "/**", recursive=True)]
seen = []
for path in found:
    try:
        seen.append(open(path, "rb").read(64))
    except OSError:
        pass
assert seen == [], seen
"""


@dataclass(frozen=True)
class Hub:
    url: str
    passwords: Mapping[str, str]

    def signed_in(self, chromium: Browser, person: Person) -> Page:
        """JupyterLab of this user in a window of its own, through the hub's own page."""
        page = chromium.new_context(viewport={"width": 1440, "height": 1000}).new_page()
        page.set_default_timeout(PATIENCE * 1000)
        expect.set_options(timeout=PATIENCE * 1000)
        page.goto(self.url)
        page.get_by_label("Username").fill(person.name)
        page.get_by_label("Password").fill(self.passwords[person.name])
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/lab**")
        return page


@contextmanager
def hub(room: Path, people: list[Person], settings: Mapping[str, str]) -> Iterator[Hub]:
    """Start a hub for these users, with `settings` in the environment of their servers."""
    passwords = {person.name: secrets.token_hex(8) for person in people}
    lines = "".join(f"{name}:{word}\n" for name, word in passwords.items())
    subprocess.run(["chpasswd"], input=lines, text=True, check=True)
    with ExitStack() as stack:
        free = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(3)]
        site, *others = [server.getsockname()[1] for server in free]
    text = CONFIG.format(
        room=room, site=site, hub=others[0], proxy=others[1], command=PROXY,
        users=set(passwords), singleuser=BIN / "jupyterhub-singleuser", environment=dict(settings),
    )  # fmt: skip
    (room / "jupyterhub_config.py").write_text(text)
    words = [str(BIN / "jupyterhub"), "-f", str(room / "jupyterhub_config.py")]
    env = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"}
    log = room / "hub.log"
    with log.open("wb") as out:
        process = subprocess.Popen(reaching(words), cwd=room, env=env, stdout=out, stderr=out)
    try:
        runs = b"JupyterHub is now running"
        until(lambda: runs in log.read_bytes(), PATIENCE, log.read_text, process)
        yield Hub(f"http://127.0.0.1:{site}", passwords)
    finally:
        # Its own end, or the users' servers would outlive it and their users.
        process.terminate()
        process.wait(PATIENCE)


@dataclass(frozen=True)
class Week:
    """What is left at its end."""

    hub: Hub
    instructor: Person
    students: dict[str, Person]
    windows: dict[str, Page]

    @property
    def scores(self) -> dict[str, float]:
        path = self.instructor.home / "course/gradebook.db"
        with Gradebook(f"sqlite:///{path}") as book:
            return {
                name: book.find_submission("attention", person.name).score
                for name, person in self.students.items()
            }


@pytest.fixture(scope="module")
def top() -> Iterator[Path]:
    with meeting_place() as folder:
        (folder / "hub").mkdir(mode=0o700)
        yield folder


@pytest.fixture(scope="module")
def week(top, chromium, solved) -> Iterator[Week]:
    """Release, fetch, work, submit, collect, autograde and give feedback, by buttons alone."""
    settings = {
        "JUPYTER_CONFIG_PATH": str(top / "settings"), "OMP_NUM_THREADS": "1",
        "PYTHONPATH": str(ROOT), "PATH": f"{BIN}:{os.environ['PATH']}", ACCEPTING: "1",
    }  # fmt: skip
    roles = ("instructor", "ada", "bob", "mallory")
    with (
        people(top, *roles) as (instructor, *three),
        hub(top / "hub", [instructor, *three], settings) as site,
    ):
        students = dict(zip(roles[1:], three, strict=True))
        _course(instructor)
        desk = site.signed_in(chromium, instructor)
        _released(desk)
        windows = {name: site.signed_in(chromium, student) for name, student in students.items()}
        for window in windows.values():
            expect(_pressed(window, "Fetch", "fetched")).to_contain_text("attention")
        places = [str(top / "exchange"), *(str(person.home) for person in (instructor, *three[:2]))]
        _worked(students, windows, solved, SPY.format(places=places))
        for window in windows.values():
            expect(_pressed(window, "Submit", "submitted")).to_contain_text("attention")
        _graded(desk, [student.name for student in three])
        for window in windows.values():
            assignments = _pressed(window, "Fetch Feedback", "submitted")
            expect(assignments).to_contain_text("view feedback")
        yield Week(site, instructor, students, windows)


def _course(instructor: Person) -> None:
    """The instructor's course below the home folder, as a hub's formgrader wants it."""
    folder, settings = instructor.home / "course", instructor.home / ".jupyter"
    for name in ("assignments", "source"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    settings.mkdir()
    (settings / "nbgrader_config.py").write_text(OWN.format(course=str(folder)))
    for path in (folder, settings):
        instructor.owns(path)


def _formgrader(page: Page) -> Page:
    """As a page of its own: since 4.1 a hub's servers cannot be seen in frames."""
    page.goto(page.url.partition("/lab")[0].partition("/formgrader")[0] + "/formgrader")
    return page


def _released(desk: Page) -> None:
    frame = _formgrader(desk)
    row_of(frame, "attention").locator(".glyphicon-education").click()
    acknowledge(frame, "Successfully created the student version of 'attention'")
    row_of(frame, "attention").locator("td.release a").click()
    acknowledge(frame, "Successfully released 'attention'")


def _pressed(window: Page, button: str, which: str) -> Locator:
    """What nbgrader's list of `which` assignments says once a button in the lists was pressed."""
    window.get_by_role("menuitem", name="Nbgrader").click()
    window.get_by_role("menuitem", name="Assignment List").click()
    window.get_by_role("button", name=button, exact=True).click()
    return window.locator(f"#{which}_assignments_list")


def _worked(
    students: dict[str, Person], windows: dict[str, Page], solved: NotebookBuilder, spy: str
) -> None:
    """ada and mallory write elsewhere and upload; bob types one answer in JupyterLab."""
    path = Path("attention/attention.ipynb")
    students["ada"].own(students["ada"].home / path, solved.bytes())
    bad = solved.answered({"causal_mask": f"{spy}\n{MASK}"})
    students["mallory"].own(students["mallory"].home / path, bad.bytes())
    bob = windows["bob"]
    bob.goto(bob.url.split("/lab")[0] + "/lab/tree/attention/attention.ipynb")
    notebook = LabNotebook(bob)
    notebook.idle()
    notebook.rewrite("def causal_mask", MASK)
    bob.keyboard.press("Control+s")


def _graded(desk: Page, names: list[str]) -> None:
    frame = _formgrader(desk)
    row_of(frame, "attention").locator("td.collect a").click()
    acknowledge(frame, "Successfully collected submissions of 'attention'")
    row_of(frame, "attention").locator(".num-submissions a").click()
    for name in names:
        row_of(frame, name).locator(".glyphicon-flash").click()
        acknowledge(frame, f"Successfully autograded 'attention' for student '{name}'")
    frame = _formgrader(desk)
    row_of(frame, "attention").locator("td.generate-feedback a").click()
    acknowledge(frame, "Successfully generated feedback of 'attention'")
    row_of(frame, "attention").locator("td.release-feedback a").click()
    acknowledge(frame, "Successfully released feedback of 'attention'")


def test_formgraders_buttons_grade_in_the_sandbox(week):
    """bob did one part. mallory's cell raises if it can read anybody's file: it has full marks."""
    assert week.scores == {"ada": 100.0, "bob": 4.0, "mallory": 100.0}


@pytest.mark.parametrize("name", ["ada", "bob", "mallory"])
def test_each_student_reads_the_own_feedback(week, name):
    """Fetched by the button of nbgrader's list, shown by the student's own server."""
    folder = week.students[name].home / "attention/feedback"
    (page,) = folder.glob("*/attention.html")
    window = week.windows[name]
    files = f"{week.hub.url}/user/{week.students[name].name}/files/attention/feedback"
    window.goto(f"{files}/{page.parent.name}/attention.html".replace(" ", "%20"))
    expect(window.locator("body")).to_contain_text(f"{week.scores[name]:g}")


def test_the_history_says_that_the_instructor_graded(week):
    lines = (week.instructor.home / "course/.autograder/history/attention.jsonl").read_text()
    rows = [json.loads(line) for line in lines.splitlines()]
    assert {row["student"] for row in rows} == {person.name for person in week.students.values()}
    assert {row["who"] for row in rows} == {week.instructor.name}
