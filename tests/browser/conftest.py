"""A real JupyterLab over a scratch course, and Debian's Chromium looking at it."""

import functools
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lab import PATIENCE, Desk
from playwright.sync_api import Browser, Page, expect, sync_playwright
from smuggler import smuggling

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import mistakes
from autograder.notebook.build import source_notebook
from tests.courses import ROOT, until

BIN = Path(sys.executable).parent
CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+(?=/)")
SETTINGS = {
    "apputils-extension/notification.jupyterlab-settings":
        {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
}  # fmt: skip
"""No questions about news; all cells in the page, also those out of sight."""


@pytest.fixture(scope="session")
def desk(tmp_path_factory, new_course) -> Iterator[Desk]:
    """JupyterLab in a scratch course, in a home of its own."""
    root = tmp_path_factory.mktemp("desk")
    course = root / "course"
    new_course(course)
    token = secrets.token_hex(16)
    command = [BIN / "jupyter", "lab", "--no-browser", "--port=0", "--ip=127.0.0.1"]
    command += ["--allow-root"] if os.geteuid() == 0 else []
    # An environment in which nothing of the user's is read or written.
    names = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    rooms = {name: root / name.lower() for name in (*names, "exchange")}
    for room in rooms.values():
        room.mkdir()
    exchange = rooms.pop("exchange")
    exchange.chmod(0o777)
    configuration = rooms["JUPYTER_CONFIG_DIR"]
    (configuration / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.Exchange.root = {str(exchange)!r}\n"
    )
    for plugin, settings in SETTINGS.items():
        file = configuration / "lab/user-settings/@jupyterlab" / plugin
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    env = {
        **os.environ, **{name: str(room) for name, room in rooms.items()}, "JUPYTER_TOKEN": token,
        "PATH": f"{BIN}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1",
    }  # fmt: skip
    log = root / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=course, env=env, stderr=out)
    try:
        until(lambda: ADDRESS.search(log.read_text()), said=log.read_text, process=server)
        yield Desk(course, ADDRESS.search(log.read_text())[0], token)
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for the tests of a module.

    Not of the session: while it lives, its event loop would refuse other tests theirs.
    """
    if CHROMIUM is None:
        pytest.skip("chromium is not installed; scripts/system-packages does it as root")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def page(chromium) -> Iterator[Page]:
    """A fresh window that reaches this machine alone."""
    context = chromium.new_context(viewport={"width": 1440, "height": 1000})
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def failing(assignment) -> Callable[[str], bytes]:
    """The solution with a known mistake in every second part, in a language."""
    first = {specimen.part: specimen for specimen in reversed(mistakes(assignment))}
    chosen = [first[part.id] for part in assignment.parts[::2] if part.id in first]
    return lambda language: notebook_with(
        NotebookBuilder.of(source_notebook(assignment, language)), *chosen
    ).bytes()


@pytest.fixture(scope="session")
def feedback_in(desk, failing, solved, submit, succeeds) -> Callable[[str], Path]:
    """The page of li, who failed in this language; mallory, who smuggles, has got one beside it."""

    @functools.cache
    def page(language: str) -> Path:
        edition = {"en": "attention", "zh": "attention-zh"}[language]
        submit(desk.course, "mallory", smuggling(solved), edition)
        submit(desk.course, "li", failing(language), edition)
        succeeds(desk.course, "nbgrader", "generate_assignment", edition, "--force")
        for command in ("autograde", "generate_feedback"):
            succeeds(desk.course, "nbgrader", command, edition)
        return desk.course / f"feedback/li/{edition}/attention.html"

    return page
