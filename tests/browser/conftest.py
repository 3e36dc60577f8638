"""A real JupyterLab over a scratch course, and Debian's Chromium looking at it."""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TextIO

import pytest
from lab import PATIENCE, Desk
from playwright.sync_api import Browser, Page, expect, sync_playwright
from smuggler import smuggling

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import mistakes
from autograder.notebook.build import source_notebook
from tests.courses import ROOT

BIN = Path(sys.executable).parent
CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)
Done = subprocess.CompletedProcess[str]
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
    env = {**_home(root), "JUPYTER_TOKEN": token}
    server = subprocess.Popen(command, cwd=course, env=env, stderr=subprocess.PIPE, text=True)
    try:
        yield Desk(course, _address(server.stderr, root / "server.log"), token)
    finally:
        server.terminate()
        server.wait(30)


def _home(root: Path) -> dict[str, str]:
    """An environment in which nothing of the user's is read or written."""
    names = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    rooms = {name: root / name.lower() for name in names}
    for room in rooms.values():
        room.mkdir()
    exchange = root / "exchange"
    exchange.mkdir()
    exchange.chmod(0o777)
    (rooms["JUPYTER_CONFIG_DIR"] / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.Exchange.root = {str(exchange)!r}\n"
    )
    for plugin, settings in SETTINGS.items():
        file = rooms["JUPYTER_CONFIG_DIR"] / "lab/user-settings/@jupyterlab" / plugin
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    return {
        **os.environ, **{name: str(room) for name, room in rooms.items()},
        "PATH": f"{BIN}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1",
    }  # fmt: skip


def _address(said: TextIO | None, log: Path) -> str:
    """Where the server listens, read from what it says; the rest of it goes to the log."""
    assert said is not None
    heard = []
    for line in said:
        heard.append(line)
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            threading.Thread(target=_keep, args=(said, log), daemon=True).start()
            return found[0]
    raise AssertionError("JupyterLab did not start:\n" + "".join(heard))


def _keep(said: TextIO, log: Path) -> None:
    """Read on, or the server stops when the pipe is full."""
    with log.open("w", buffering=1) as file:
        file.writelines(said)


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
def nbgrader(desk, succeeds) -> Callable[..., Done]:
    """Run an nbgrader command in the desk's course; it must succeed."""
    return partial(succeeds, desk.course, "nbgrader")


@pytest.fixture(scope="session")
def failing(assignment) -> Callable[[str], bytes]:
    """The solution with a known mistake in every second part, in a language."""
    first = {specimen.part: specimen for specimen in reversed(mistakes(assignment))}
    chosen = [first[part.id] for part in assignment.parts[::2] if part.id in first]
    return lambda language: notebook_with(
        NotebookBuilder.of(source_notebook(assignment, language)), *chosen
    ).bytes()


@pytest.fixture(scope="session")
def graded(desk, failing, solved, submit, nbgrader) -> None:
    """Li, who failed, and mallory, who smuggles, have got their feedback."""
    submit(desk.course, "mallory", smuggling(solved))
    submit(desk.course, "li", failing("en"))
    _with_feedback(nbgrader, "attention")


@pytest.fixture(scope="session")
def graded_in_chinese(desk, failing, submit, nbgrader) -> None:
    """Li failed in Chinese, too."""
    submit(desk.course, "li", failing("zh"), "attention-zh")
    _with_feedback(nbgrader, "attention-zh")


def _with_feedback(nbgrader: Callable[..., Done], edition: str) -> None:
    nbgrader("generate_assignment", edition, "--force")
    nbgrader("autograde", edition)
    nbgrader("generate_feedback", edition)
