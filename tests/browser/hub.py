"""A JupyterHub of this machine: real users who sign in with passwords, servers as these users."""

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

from playwright.sync_api import Browser, Page, expect

from tests.courses import until
from tests.desk.people import Person, reaching

BIN = Path(sys.executable).parent
PROXY = "configurable-http-proxy"
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


def proxy() -> str | None:
    """The hub's proxy, installed for everybody or as docs/administrators.md says."""
    return shutil.which(PROXY, path=f"{os.environ['PATH']}:{sys.prefix}/hub/node_modules/.bin")


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
    site, *others = _free_ports(3)
    text = CONFIG.format(
        room=room, site=site, hub=others[0], proxy=others[1], command=proxy(),
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


def _free_ports(number: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
