"""Scores for an LMS by LTI 1.3's Assignment and Grade Services: what is sent, and the sending.

A tool signs who it is with its own key, gets a token for the one right that it asks for, and
posts a score for each student to the address of a column in the gradebook (a line item).
"""

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from autograder.core.errors import AutograderError
from autograder.report.lms.sheets import LmsStudent, Sheet, repeated

SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
SCORE = "application/vnd.ims.lis.v1.score+json"
LIFETIME = 300
"""Seconds for which the signed assertion is valid."""
PATIENCE = 30
"""Seconds for one answer."""
LOOPBACK = tuple(("http", host) for host in ("127.0.0.1", "::1", "localhost"))
INSTALL = "LTI needs the package's extra `lti`: pip install 'attention-autograder[lti]'"


@dataclass(frozen=True)
class Score:
    """One student's total, for the user that the platform knows by `user`."""

    student: str
    user: str
    given: float
    maximum: float

    def body(self) -> dict[str, object]:
        """The message; a platform drops one that is older than what it has."""
        return {
            "userId": self.user,
            "scoreGiven": self.given,
            "scoreMaximum": self.maximum,
            "activityProgress": "Completed",
            "gradingProgress": "FullyGraded",
            "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds"),
        }


class Passback:
    """The scores of a sheet, and who is left out for want of a mark or of an id there: whoever
    is not graded in full has no score, never a zero.

    An AutograderError if two students have one id: one of them would get the other's mark.
    """

    def __init__(self, students: Sequence[LmsStudent], sheet: Sheet, user_id: str) -> None:
        self.waiting, self.unknown = list[LmsStudent](), list[LmsStudent]()
        self.scores = list[Score]()
        for student in (one for one in students if one.id in sheet.marks):
            total, user = sheet.total(student), str(getattr(student, user_id)).strip()
            if total is None:
                self.waiting.append(student)
            elif user:
                self.scores.append(Score(student.id, user, total, sheet.max_points))
            else:
                self.unknown.append(student)
        if twice := repeated(score.user for score in self.scores):
            first, second, *_ = (score.student for score in self.scores if score.user == twice)
            raise AutograderError(
                f"{first} and {second} have the same id on the platform"
                f" ({twice!r}): correct it with `autograder roster`; nothing was sent"
            )


@dataclass(frozen=True)
class Platform:
    """An LMS as it knows this tool.

    `key` is the tool's private one, as PEM; `audience` is whom the signed assertion is for, if that
    is not the token's address.
    """

    token_url: str
    client_id: str
    key: bytes
    key_id: str
    audience: str

    def send(self, item: str, scores: Sequence[Score]) -> Iterator[tuple[Score, int]]:
        """Post each score to a line item; the HTTP status of one that the platform refused, or 0.

        Sending one again does no harm: a score takes the place of the one before. An
        AutograderError where the platform gives no token or cannot be reached.
        """
        path = urlsplit(item)
        # Below its path, before a query.
        address = urlunsplit(path._replace(path=f"{path.path.rstrip('/')}/scores"))
        for url in (self.token_url, address):
            parts = urlsplit(url)
            # Marks and tokens would cross a network in clear text.
            if parts.scheme != "https" and (parts.scheme, parts.hostname) not in LOOPBACK:
                raise AutograderError(f"{url!r} is no https:// address: marks are sent by no other")
        try:
            import jwt  # noqa: F401
            import requests
        except ImportError:
            raise AutograderError(INSTALL) from None
        session = requests.Session()
        headers = self._headers(session)
        for score in scores:
            body = score.body()
            status = _post(session, address, json=body, headers=headers).status_code
            if status == 401:  # A token lives for an hour at most.
                headers = self._headers(session)
                status = _post(session, address, json=body, headers=headers).status_code
            yield score, 0 if 200 <= status < 300 else status

    def _headers(self, session: Any) -> dict[str, str]:
        fields = {
            "grant_type": "client_credentials",
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": self._signed(),
            "scope": SCOPE,
        }
        answer = _post(session, self.token_url, data=fields)
        try:
            reply = dict(answer.json())
        except (ValueError, TypeError):
            reply = {}
        status, token = answer.status_code, reply.get("access_token")
        if status != 200 or not isinstance(token, str) or not token:
            reason = str(reply.get("error", "no token in the answer"))[:80]
            raise AutograderError(
                f"{self.token_url} gave no token (HTTP {status}, {reason}): compare client_id,"
                " key_id and the public key with what the platform has; nothing more was sent"
            )
        if SCOPE not in str(reply.get("scope", SCOPE)).split():
            raise AutograderError(
                f"{self.token_url} does not allow this tool to post scores: allow it the scope"
                f" {SCOPE} on the platform; nothing more was sent"
            )
        return {"Content-Type": SCORE, "Authorization": f"Bearer {token}"}

    def _signed(self) -> str:
        import jwt

        now = int(time.time())
        claims: dict[str, object] = {
            "iss": self.client_id, "sub": self.client_id, "aud": self.audience or self.token_url,
            "iat": now, "exp": now + LIFETIME, "jti": secrets.token_hex(16),
        }  # fmt: skip
        try:
            return jwt.encode(claims, self.key, "RS256", headers={"kid": self.key_id})
        except (ValueError, TypeError, jwt.exceptions.PyJWTError):
            raise AutograderError(
                "the key file of LtiPlatform holds no RSA private key in PEM: make one with"
                " `openssl genrsa -out lti-key.pem 3072`"
            ) from None


def _post(session: Any, url: str, **options: Any) -> Any:
    import requests

    try:
        # A redirection would take the token to somebody else.
        return session.post(url, timeout=PATIENCE, allow_redirects=False, **options)
    except requests.RequestException as error:
        raise AutograderError(
            f"{url} cannot be reached ({type(error).__name__}): what was sent before stays;"
            " the same command sends it all again, which does no harm"
        ) from None
