"""`autograder passback`: marks sent by LTI 1.3 to a platform that checks every word of it."""

import json
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from gradebooks import desk, opened, submission, with_assignment

from autograder.core.errors import AutograderError
from autograder.report.lms.lti import Passback, Score
from autograder.report.lms.sheets import LmsStudent, Recorded, Sheet
from autograder.report.lms.sheets import Score as GivenScore

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


MARK = "\n# LTI\n"
CONFIG = """
c.LtiPlatform.token_url = {token!r}
c.LtiPlatform.client_id = {client!r}
c.LtiPlatform.key_file = {key!r}
c.LtiPlatform.key_id = {kid!r}
c.LtiPlatform.line_items = {{"attention": {item!r}}}
"""


def public(key: rsa.RSAPrivateKey) -> bytes:
    kind = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.PEM, kind)


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture(scope="module")
def marked(tmp_path_factory, assignment, key) -> Path:
    """ada complete, bob late in both editions, cleo without an id, dan half graded, eve absent."""
    course = desk(tmp_path_factory.mktemp("course"))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (course / "key.pem").write_bytes(private)
    with opened(course) as gradebook:
        for edition in ("attention", "attention-zh"):
            with_assignment(gradebook, assignment, edition)
        for number, student in enumerate(("ada", "bob", "dan", "eve"), 1):
            gradebook.add_student(student, lms_user_id=f"user-{number}")
        gradebook.add_student("cleo")
        submission(gradebook, "ada")
        submission(gradebook, "bob", penalty=9.5, causal_mask=0.0)
        submission(gradebook, "bob", penalty=1.25, edition="attention-zh")
        submission(gradebook, "cleo")
        submission(gradebook, "dan", causal_mask=None)
    return course


@pytest.fixture
def lms(key, marked) -> Iterator[Lms]:
    """The platform, and the course set up for it."""
    with running(Lms(public(key), frozenset({"user-1", "user-2", "user-3"}))) as found:
        configure(marked, token=f"{found.url}/token", item=found.line_item)
        yield found


def configure(course: Path, **values: str) -> None:
    """Put the platform's lines at the end of the configuration, as an instructor would."""
    config = course / "nbgrader_config.py"
    plain = config.read_text("utf-8").partition(MARK)[0]
    text = CONFIG.format(**{"client": CLIENT, "kid": KID, "key": "key.pem"} | values)
    config.write_text(f"{plain}{MARK}{text}", "utf-8")


def test_the_platform_sees_every_grade(marked, lms, printed):
    """Sent again, each has a time later than the last one's: a platform refuses older ones."""
    for _ in range(2):
        shown = printed(marked, "passback attention")
        assert "2 of 2 scores sent" in shown
    assert {user: (grade["scoreGiven"], grade["scoreMaximum"]) for user, grade in lms.grades.items()
            } == {"user-1": (100.0, 100.0), "user-2": (98.75, 100.0)}  # fmt: skip
    assert "not sent, not graded in full: dan" in shown
    assert "not sent, no lms_user_id in the gradebook: cleo" in shown
    assert len(lms.requests) == 6


def test_a_dry_run_shows_the_scores_and_sends_nothing(marked, lms, printed, monkeypatch):
    """And needs nothing that is installed with the extra."""
    monkeypatch.setitem(sys.modules, "jwt", None)
    shown = printed(marked, "passback attention --dry-run")
    (row,) = [line for line in shown.splitlines() if " bob " in line]
    assert row.split() == ["bob", "user-2", "98.75", "100"]
    assert "2 scores would be sent" in shown
    assert lms.requests == []


def test_a_token_that_ran_out_is_asked_for_again(marked, lms, printed):
    lms.uses = 1
    printed(marked, "passback attention")
    assert set(lms.grades) == {"user-1", "user-2"}
    assert lms.requests.count("/token") == 2


def test_a_student_whom_the_platform_does_not_know_stops_nobody(marked, lms, called):
    lms.users = frozenset({"user-2"})
    code, shown, said = called(marked, "passback attention")
    assert code == 1
    assert set(lms.grades) == {"user-2"}
    assert "1 of 2 scores sent" in shown
    assert "refused the scores of ada (HTTP 404)" in said


def test_a_tool_without_the_right_to_post_scores_sends_none(marked, lms, refused):
    lms.scopes = ()
    assert "does not allow this tool to post scores" in refused(marked, "passback attention")
    assert lms.requests == ["/token"]


def test_a_key_that_the_platform_does_not_know_gets_no_token(marked, lms, refused):
    lms.public_key = public(rsa.generate_private_key(public_exponent=65537, key_size=2048))
    said = refused(marked, "passback attention")
    assert "gave no token (HTTP 401, invalid_client)" in said
    assert lms.grades == {}


WRONG = {
    "clear text": ({"token": "http://lms.example.org/token"}, "is no https:// address"),
    "nobody there": ({"token": "http://127.0.0.1:9/token"}, "cannot be reached"),
    "a redirection": ({"token": "{url}/moved"}, "gave no token (HTTP 302"),
    "no client": ({"client": ""}, "set c.LtiPlatform.client_id in nbgrader_config.py"),
    "no key": ({"key": "nbgrader_config.py"}, "holds no RSA private key"),
    "no line item": ({"item": ""}, "c.LtiPlatform.line_items = {'attention'"),
}


@pytest.mark.parametrize(("values", "sentence"), WRONG.values(), ids=WRONG)
def test_what_keeps_marks_from_being_sent_is_one_sentence(marked, lms, refused, values, sentence):
    plain = {"token": f"{lms.url}/token", "item": lms.line_item}
    given = {name: text.format(url=lms.url) for name, text in values.items()}
    configure(marked, **plain | given)
    assert sentence in refused(marked, "passback attention")
    assert "/elsewhere" not in lms.requests
    assert lms.grades == {}


def test_without_the_extra_it_is_named(marked, lms, refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "jwt", None)
    said = refused(marked, "passback attention")
    assert "pip install 'attention-autograder[lti]'" in said


def test_two_students_of_one_user_are_refused():
    """One of them would get the other's mark."""
    mark = Recorded(scores={"a": GivenScore(1.0)})
    sheet = Sheet("attention", {"a": 1.0}, {"ada": mark, "bob": mark})
    students = [LmsStudent(name, lms_user_id="7") for name in ("ada", "bob")]
    with pytest.raises(AutograderError, match="ada and bob have the same id"):
        Passback(students, sheet, "lms_user_id")


def test_a_mark_above_the_maximum_is_sent_as_it_is():
    """Extra credit: the platform decides; LTI allows it."""
    sheet = Sheet("attention", {"a": 1.0}, {"ada": Recorded(scores={"a": GivenScore(1.5)})})
    found = Passback([LmsStudent("ada", lms_user_id="7")], sheet, "lms_user_id")
    assert found.scores == [Score("ada", "7", 1.5, 1.0)]
