"""ngshare as a service of a hub, of which the test has but one thing: whose token is whose."""

import json
import os
import secrets
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import requests

from tests.courses import until

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
