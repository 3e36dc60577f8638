"""`autograder passback`: marks sent by LTI 1.3 to a platform that checks every word of it."""

import json
import secrets
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from shutil import copytree
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from serving import serving

from tests.courses import configure

SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
CLIENT, KID = "10000000000042", "key-1"
ITEM = "/api/lti/courses/7/line_items/3"


@dataclass
class Lms:
    """What it knows, what it was sent, and how many scores a token is good for."""

    public_key: bytes
    users: frozenset[str]
    scopes: tuple[str, ...] = (SCOPE,)
    url: str = ""
    uses: int = 1000
    busy: int = 0
    tokens: dict[str, int] = field(default_factory=dict)
    grades: dict[str, dict[str, Any]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    @property
    def line_item(self) -> str:
        """The address of the assignment's column; platforms give it queries of their own."""
        return f"{self.url}{ITEM}/?type_id=5"

    def answer(self, request: BaseHTTPRequestHandler, body: bytes) -> tuple[int, object]:
        self.requests.append(request.path)
        address = urlsplit(request.path)
        if address.path == "/token":
            return self.token(dict(parse_qsl(body.decode())))
        if address.path == f"{ITEM}/scores" and address.query == "type_id=5":
            token = request.headers.get("Authorization", "").removeprefix("Bearer ")
            return self.score(token, request.headers["Content-Type"], body)
        return (302 if address.path == "/moved" else 404), {}

    def token(self, asked: dict[str, str]) -> tuple[int, object]:
        try:
            assert asked["grant_type"] == "client_credentials"
            assert asked["client_assertion_type"].endswith(":jwt-bearer")
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
        return 200, {"access_token": token, "scope": " ".join(granted)}

    def score(self, token: str, kind: str, body: bytes) -> tuple[int, object]:
        if self.busy or not self.tokens.get(token):
            return self.busy or 401, {}
        self.tokens[token] -= 1
        if kind != "application/vnd.ims.lis.v1.score+json":
            return 415, {}
        score = json.loads(body)
        at = datetime.fromisoformat(score["timestamp"])
        states = (score["activityProgress"], score["gradingProgress"])
        if at.tzinfo is None or states != ("Completed", "FullyGraded"):
            return 400, {}
        if score["userId"] not in self.users:
            return 404, {}
        previous = self.grades.get(score["userId"])
        if previous and datetime.fromisoformat(previous["timestamp"]) >= at:
            return 409, {}
        self.grades[score["userId"]] = score
        return 200, {}


def public(key: rsa.RSAPrivateKey) -> bytes:
    kind = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.PEM, kind)


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture(scope="module")
def marked(tmp_path_factory, bilingual, key) -> Path:
    course = copytree(bilingual, tmp_path_factory.mktemp("marked") / "course")
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (course / "key.pem").write_bytes(private)
    return course


@pytest.fixture
def lms(key, marked) -> Iterator[Lms]:
    """The platform, and the course set up for it."""
    platform = Lms(public(key), frozenset({"user-ada", "user-bob", "user-dan"}))
    with serving(platform.answer) as platform.url:
        connect(marked, platform)
        yield platform


def connect(course: Path, lms: Lms, **values: object) -> None:
    """Add the platform's lines to the configuration, as an instructor would; the last ones hold."""
    given = {"client_id": CLIENT, "key_id": KID, "key_file": "key.pem", "token_url": "/token",
             "line_items": {"attention": lms.line_item}} | values  # fmt: skip
    given["token_url"] = urljoin(lms.url, given["token_url"])
    configure(course, "\n".join(f"c.LtiPlatform.{key} = {value!r}" for key, value in given.items()))


def test_the_platform_sees_every_grade(marked, lms, printed):
    """Sent again, each has a later time: platforms refuse older ones. Extra credit is sent too."""
    for _ in range(2):
        shown = printed(marked, "passback attention")
        assert "2 of 2 scores sent" in shown
    assert {user: (grade["scoreGiven"], grade["scoreMaximum"]) for user, grade in lms.grades.items()
            } == {"user-ada": (99.0, 100.0), "user-dan": (100.5, 100.0)}  # fmt: skip
    assert "not sent, not graded in full: bob" in shown
    assert "not sent, no lms_user_id in the gradebook: cleo" in shown
    assert len(lms.requests) == 6


def test_a_dry_run_shows_the_scores_and_sends_nothing(marked, lms, printed, refused, monkeypatch):
    """And needs nothing that is installed with the extra, which is named where it is needed."""
    monkeypatch.setitem(sys.modules, "jwt", None)
    shown = printed(marked, "passback attention --dry-run")
    (row,) = [line for line in shown.splitlines() if " ada " in line]
    assert row.split() == ["ada", "user-ada", "99", "100"]
    assert "2 scores would be sent" in shown
    assert "pip install 'attention-autograder[lti]'" in refused(marked, "passback attention")
    assert lms.requests == []


def test_a_student_whom_the_platform_does_not_know_stops_nobody(marked, lms, called):
    lms.users = frozenset({"user-dan"})
    code, shown, errors = called(marked, "passback attention")
    assert code == 1
    assert set(lms.grades) == {"user-dan"}
    assert "1 of 2 scores sent" in shown
    assert "refused the scores of ada (HTTP 404): see that they are in the course" in errors


def test_a_token_that_ran_out_is_asked_for_again(marked, lms, printed):
    lms.uses = 1
    printed(marked, "passback attention")
    assert set(lms.grades) == {"user-ada", "user-dan"}
    assert lms.requests.count("/token") == 2


def test_a_platform_that_is_busy_is_told_as_that(marked, lms, refused):
    lms.busy = 429
    assert "(HTTP 429), dan (HTTP 429): it is busy" in refused(marked, "passback attention")


def test_a_tool_that_may_not_post_scores_or_is_not_known_sends_none(marked, lms, refused):
    lms.scopes = ()
    assert "does not allow this tool to post scores" in refused(marked, "passback attention")
    lms.public_key = public(rsa.generate_private_key(public_exponent=65537, key_size=2048))
    assert "no token (HTTP 401, invalid_client)" in refused(marked, "passback attention")
    assert lms.requests == ["/token"] * 2


WRONG = {
    "clear text": ({"token_url": "http://lms.example.org/token"}, "is no https:// address"),
    "nobody there": ({"token_url": "http://127.0.0.1:9/token"}, "cannot be reached"),
    "a redirection": ({"token_url": "/moved"}, "gave no token (HTTP 302"),
    "no client": ({"client_id": ""}, "set c.LtiPlatform.client_id in nbgrader_config.py"),
    "no key": ({"key_file": "nbgrader_config.py"}, "holds no RSA private key"),
    "no line item": ({"line_items": {}}, "c.LtiPlatform.line_items = {'attention'"),
    "no table": ({"line_items": "https://a.b"}, "nbgrader_config.py: The 'line_items' trait of"),
}


@pytest.mark.parametrize(("values", "sentence"), WRONG.values(), ids=WRONG)
def test_what_keeps_marks_from_being_sent_is_one_sentence(marked, lms, refused, values, sentence):
    connect(marked, lms, **values)
    assert sentence in refused(marked, "passback attention")
    assert "/elsewhere" not in lms.requests
    assert lms.grades == {}
