"""An LMS for the tests, as far as LTI 1.3's services for grades go: tokens and scores.

It is a server of its own that knows the tool's public key alone, and is as strict as the 1EdTech
security framework (section 4.1) and the Assignment and Grade Services (section 3.4) ask.
"""

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt

SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
CLIENT, KID = "10000000000042", "key-1"
ITEM = "/api/lti/courses/7/line_items/3"
ACTIVITIES = ("Initialized", "Started", "InProgress", "Submitted", "Completed")
PROGRESS = ("FullyGraded", "Pending", "PendingManual", "Failed", "NotReady")


@dataclass
class Lms:
    """What it knows, what it was sent, and how many scores a token is good for."""

    public_key: bytes
    users: frozenset[str]
    scopes: tuple[str, ...] = (SCOPE,)
    uses: int = 1000
    url: str = ""
    tokens: dict[str, int] = field(default_factory=dict)
    grades: dict[str, dict[str, Any]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    @property
    def line_item(self) -> str:
        """The address of the assignment's column; platforms give it queries of their own."""
        return f"{self.url}{ITEM}/?type_id=5"

    def token(self, form: dict[str, list[str]]) -> tuple[int, dict[str, object]]:
        """A token for a word that is signed by the tool, and new."""
        asked = {name: values[0] for name, values in form.items()}
        if asked.get("grant_type") != "client_credentials":
            return 400, {"error": "unsupported_grant_type"}
        if not asked.get("client_assertion_type", "").endswith(":jwt-bearer"):
            return 400, {"error": "invalid_request"}
        try:
            word = asked["client_assertion"]
            assert jwt.get_unverified_header(word)["kid"] == KID
            claims = jwt.decode(
                word, self.public_key, ["RS256"], audience=f"{self.url}/token", issuer=CLIENT,
                subject=CLIENT, options={"require": ["iss", "sub", "aud", "iat", "exp", "jti"]},
            )  # fmt: skip
            assert claims["jti"] not in self.seen and claims["exp"] - time.time() <= 3600
        except (KeyError, AssertionError, jwt.PyJWTError):
            return 401, {"error": "invalid_client"}
        self.seen.add(claims["jti"])
        granted = [scope for scope in asked.get("scope", "").split() if scope in self.scopes]
        token = secrets.token_hex(16)
        self.tokens[token] = self.uses if SCOPE in granted else 0
        given = {"access_token": token, "token_type": "bearer", "scope": " ".join(granted)}
        return 200, given | {"expires_in": 3600}

    def score(self, token: str, kind: str, body: bytes) -> tuple[int, dict[str, object]]:
        """Enter a score that is complete and newer than what is there."""
        if not self.tokens.get(token):
            return 401, {}
        self.tokens[token] -= 1
        if kind != "application/vnd.ims.lis.v1.score+json":
            return 415, {}
        found = json.loads(body)
        at = datetime.fromisoformat(found["timestamp"])
        known = found["activityProgress"] in ACTIVITIES and found["gradingProgress"] in PROGRESS
        if at.tzinfo is None or not known or found["scoreMaximum"] <= 0 or found["scoreGiven"] < 0:
            return 400, {}
        if found["userId"] not in self.users:
            return 404, {}
        there = self.grades.get(found["userId"])
        if there and datetime.fromisoformat(there["timestamp"]) >= at:
            return 409, {}
        self.grades[found["userId"]] = found
        return 200, {}


@contextmanager
def running(lms: Lms) -> Iterator[Lms]:
    """Serve it on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            lms.requests.append(self.path)
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, answer = self._answer(body)
            data = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            if status == 302:
                self.send_header("Location", f"{lms.url}/elsewhere")
            self.end_headers()
            self.wfile.write(data)

        def _answer(self, body: bytes) -> tuple[int, dict[str, object]]:
            parts = urlsplit(self.path)
            if parts.path == "/token":
                return lms.token(parse_qs(body.decode()))
            if parts.path == f"{ITEM}/scores" and parts.query == "type_id=5":
                token = self.headers.get("Authorization", "").removeprefix("Bearer ")
                return lms.score(token, self.headers["Content-Type"], body)
            return (302 if parts.path == "/moved" else 404), {}

        def log_message(self, *_: object) -> None:
            """Nothing on the terminal of the tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    lms.url = f"http://127.0.0.1:{server.server_port}"
    with server:
        try:
            yield lms
        finally:
            server.shutdown()
            thread.join()
